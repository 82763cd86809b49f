"""Addresses that stand in the configuration of learning platforms, so they have no language."""

from django.urls import path

from tutor.lti import views

app_name = "lti"

urlpatterns = [
    path("login/", views.login, name="login"),
    path("launch/", views.launch, name="launch"),
    path("keys/", views.keys, name="keys"),
    path("enter/", views.enter, name="enter"),
    path("choice/", views.choice, name="choice"),
    path("choose/", views.choose, name="choose"),
]
