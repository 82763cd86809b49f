"""A quarrel at the table, from one field."""

from django.urls import path

from tutor.quarrels import views

app_name = "quarrels"

urlpatterns = [
    path("quarrel/", views.ask, name="ask"),
    path("quarrel/<slug:slug>/", views.quarrel, name="quarrel"),
]
