"""What a class takes out of the site: all below ``class/<token>/paper/``."""

from django.urls import path

from tutor.classroom.paper import file_views, views

app_name = "paper"

urlpatterns = [
    path("class/<str:token>/paper/", views.overview, name="overview"),
    path("class/<str:token>/paper/made/<uuid:pk>/", file_views.made, name="made"),
    path("class/<str:token>/paper/made/<uuid:pk>/file/", file_views.file, name="file"),
    path("class/<str:token>/paper/class.csv", views.class_csv, name="class-csv"),
    path("class/<str:token>/paper/class.xlsx", views.class_xlsx, name="class-xlsx"),
    path("class/<str:token>/paper/moodle-grades.csv", views.moodle_grades, name="moodle-grades"),
    path("class/<str:token>/paper/theme/<slug:theme>/worksheet.pdf", views.theme_pdf, name="theme-pdf"),
    path("class/<str:token>/paper/theme/<slug:theme>/key.pdf", views.theme_key_pdf, name="theme-key-pdf"),
    path("class/<str:token>/paper/theme/<slug:theme>/moodle.xml", views.theme_xml, name="theme-xml"),
    path("class/<str:token>/paper/<int:assignment>/", views.sheet, name="sheet"),
    path("class/<str:token>/paper/<int:assignment>/key/", views.key, name="key"),
    path("class/<str:token>/paper/<int:assignment>/worksheet.pdf", views.sheet_pdf, name="sheet-pdf"),
    path("class/<str:token>/paper/<int:assignment>/key.pdf", views.key_pdf, name="key-pdf"),
    path("class/<str:token>/paper/<int:assignment>/moodle.xml", views.moodle_xml, name="moodle-xml"),
    path("class/<str:token>/paper/<int:assignment>/results.csv", views.results_csv, name="results-csv"),
    path("class/<str:token>/paper/<int:assignment>/results.xlsx", views.results_xlsx, name="results-xlsx"),
]
