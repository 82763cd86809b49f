"""The cockpit: all below ``class/<token>/now/``."""

from django.urls import path

from tutor.cockpit import views

app_name = "cockpit"

urlpatterns = [
    path("class/<str:token>/now/", views.now, name="now"),
    path("class/<str:token>/now/poll/", views.poll, name="poll"),
]
