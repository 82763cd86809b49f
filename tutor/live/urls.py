"""Live rounds. Every address is below a class."""

from django.urls import path

from tutor.live import pupil_views, views

app_name = "live"

urlpatterns = [
    path("class/<str:token>/live/", pupil_views.here, name="here"),
    path("class/<str:token>/live/poll/", pupil_views.poll, name="poll"),
    path("class/<str:token>/live/question/<int:place>/", pupil_views.question, name="question"),
    path("class/<str:token>/live/new/", views.new, name="new"),
    path("class/<str:token>/live/<int:number>/", views.control, name="control"),
    path("class/<str:token>/live/<int:number>/poll/", views.poll, name="count"),
    path("class/<str:token>/live/<int:number>/projector/", views.projector, name="projector"),
]
