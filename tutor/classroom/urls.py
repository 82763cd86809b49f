"""Classes. Below ``class/<token>/`` everything belongs to one class."""

from django.urls import path

from tutor.classroom.views import classes, joining, mine

app_name = "classroom"

urlpatterns = [
    path("class/", classes.classes, name="classes"),
    path("class/join/", joining.join, name="join"),
    path("class/join/<str:letters>/", joining.join, name="join"),
    path("class/join/<str:letters>/<str:words>/", joining.join, name="join"),
    path("class/<str:token>/", classes.overview, name="class"),
    path("class/<str:token>/slips/", classes.slips, name="slips"),
    path("class/<str:token>/my/", mine.mine, name="mine"),
    path("class/<str:token>/my/out/", joining.leave, name="leave"),
]
