"""Classes. Below ``class/<token>/`` everything belongs to one class."""

from django.urls import path

from tutor.classroom.views import classes, joining, managing, mine

app_name = "classroom"

urlpatterns = [
    path("class/", classes.classes, name="classes"),
    path("class/join/", joining.join, name="join"),
    path("class/join/<str:letters>/", joining.join, name="join"),
    path("class/join/<str:letters>/<str:words>/", joining.join, name="join"),
    path("class/invited/<str:key>/", managing.invited, name="invited"),
    path("class/<str:token>/", classes.overview, name="class"),
    path("class/<str:token>/slips/", classes.slips, name="slips"),
    path("class/<str:token>/pupils/", managing.pupils, name="pupils"),
    path("class/<str:token>/pupils/add/", managing.add_pupils, name="add-pupils"),
    path("class/<str:token>/pupils/<int:pk>/name/", managing.rename, name="rename"),
    path("class/<str:token>/teachers/", managing.teachers, name="teachers"),
    path("class/<str:token>/settings/", managing.settings, name="settings"),
    path("class/<str:token>/export/", managing.export, name="export"),
    path("class/<str:token>/delete/", managing.delete, name="delete"),
    path("class/<str:token>/my/", mine.mine, name="mine"),
    path("class/<str:token>/my/out/", joining.leave, name="leave"),
    path("class/<str:token>/my/take/", mine.take, name="take"),
]
