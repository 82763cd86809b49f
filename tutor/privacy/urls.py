"""The privacy page."""

from django.urls import path

from tutor.privacy import views

app_name = "privacy"

urlpatterns = [path("privacy/", views.privacy, name="privacy")]
