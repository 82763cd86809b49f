"""Addresses of played games."""

from django.urls import path

from tutor.play import deal_views, table_views, views

app_name = "play"

urlpatterns = [
    path("play/", views.games, name="games"),
    path("play/same/<uuid:key>/", deal_views.same, name="same"),
    path("play/<uuid:key>/", table_views.game, name="game"),
    path("play/<uuid:key>/log/", table_views.log, name="log"),
    path("play/<uuid:key>/record.txt", table_views.record, name="record"),
    path("play/<uuid:key>/deals/<int:number>/", deal_views.deal, name="deal"),
    path("play/<uuid:key>/deals/<int:number>/sheet/", deal_views.sheet, name="sheet"),
]
