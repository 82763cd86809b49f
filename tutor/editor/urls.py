"""Asking the rules, and exercises of one's own."""

from django.urls import path

from tutor.editor import items_views, views

app_name = "editor"

urlpatterns = [
    path("ask/", views.lay, name="lay"),
    path("ask/turn/", views.ask, name="ask"),
    path("items/", items_views.items, name="items"),
    path("items/new/", items_views.new, name="new"),
    path("items/<str:token>/", items_views.item, name="item"),
    path("items/<str:token>/again/<int:number>/", items_views.again, name="item-again"),
    path("items/<str:token>/edit/", items_views.edit, name="edit"),
    path("items/<str:token>/copy/", items_views.copy, name="copy"),
    path("items/<str:token>/delete/", items_views.delete, name="delete"),
]
