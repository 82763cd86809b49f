"""The lobby: for who comes in, and below a class for its teachers."""

from django.urls import path

from tutor.classroom.lobby import entering, views

app_name = "lobby"

urlpatterns = [
    path("class/lobby/", entering.enter, name="enter"),
    path("class/lobby/wait/", entering.wait, name="wait"),
    path("class/lobby/wait/poll/", entering.poll, name="wait-poll"),
    path("class/<str:token>/lobby/", views.lobby, name="lobby"),
    path("class/<str:token>/lobby/poll/", views.poll, name="poll"),
    path("class/<str:token>/list/", views.names, name="list"),
]
