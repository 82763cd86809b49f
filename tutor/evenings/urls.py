"""Addresses of evenings. Whoever knows the key of one reads its sheet, or enters on it."""

from django.urls import path

from tutor.evenings import arriving_views, count_views, keeping_views, sheet_views, views

app_name = "evenings"

urlpatterns = [
    path("evenings/", views.evenings, name="evenings"),
    path("evenings/new/", views.new, name="new"),
    path("evenings/read/<str:key>/", sheet_views.read, name="read"),
    path("evenings/read/<str:key>/news/", sheet_views.read_news, name="read-news"),
    path("evenings/read/<str:key>/paper/", keeping_views.paper, name="paper"),
    path("evenings/read/<str:key>/scores.csv", keeping_views.table, name="table"),
    path("evenings/<str:key>/share/", keeping_views.share, name="share"),
    path("evenings/<str:key>/", sheet_views.sheet, name="sheet"),
    path("evenings/<str:key>/news/", sheet_views.news, name="news"),
    path("evenings/<str:key>/entries/", arriving_views.entries, name="entries"),
    path("evenings/<str:key>/rules/", keeping_views.rules, name="rules"),
    path("evenings/<str:key>/count/", count_views.count, name="count"),
    path("evenings/<str:key>/deals/<int:deal>/count/", count_views.recount, name="recount"),
    path("evenings/<str:key>/deals/<int:deal>/", sheet_views.deal, name="deal"),
]
