"""Plans for lessons: all below ``class/<token>/plans/``."""

from django.urls import path

from tutor.plans import views

app_name = "plans"

urlpatterns = [
    path("class/<str:token>/plans/", views.overview, name="overview"),
    path("class/<str:token>/plans/<slug:slug>/", views.one, name="plan"),
    path("class/<str:token>/plans/<slug:slug>/guide.pdf", views.guide_pdf, name="guide"),
    path("class/<str:token>/plans/<slug:slug>/sheets.pdf", views.sheets_pdf, name="sheets"),
    path("class/<str:token>/plans/<slug:slug>/key.pdf", views.key_pdf, name="key"),
]
