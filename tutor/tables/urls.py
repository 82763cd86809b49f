"""At the table: the rules that a table has agreed on."""

from django.urls import path

from tutor.tables import asking_views, drill_views, views

app_name = "tables"

urlpatterns = [
    path("table/", views.hub, name="hub"),
    path("table/new/", asking_views.new, name="new"),
    path("table/shows/<slug:parameter>/", asking_views.shows, name="shows"),
    path("table/<str:public_id>/", views.table, name="table"),
    path("table/<str:public_id>/change/", asking_views.change, name="change"),
    path("table/<str:public_id>/key/", views.key, name="key"),
    path("table/<str:public_id>/drill/<int:number>/", drill_views.drill, name="drill"),
    path("table/<str:public_id>/do/", views.do, name="do"),
]
