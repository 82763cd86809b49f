"""Classes. Below ``class/<token>/`` everything belongs to one class."""

from django.urls import path

from tutor.classroom.views import (
    assigning,
    classes,
    grouping,
    inviting,
    joining,
    managing,
    mine,
    results,
    sharing,
    working,
)

app_name = "classroom"

urlpatterns = [
    path("class/", classes.classes, name="classes"),
    path("class/join/", joining.join, name="join"),
    path("class/join/<path:code>", joining.join_by_older_link, name="older-join"),
    path("class/invited/", inviting.invited, name="invited"),
    path("class/invited/<path:key>", inviting.invited_by_older_link, name="older-invited"),
    path("class/<str:token>/", classes.overview, name="class"),
    path("class/<str:token>/slips/", classes.slips, name="slips"),
    path("class/<str:token>/pupils/", managing.pupils, name="pupils"),
    path("class/<str:token>/pupils/add/", managing.add_pupils, name="add-pupils"),
    path("class/<str:token>/pupils/<int:pk>/name/", managing.rename, name="rename"),
    path("class/<str:token>/groups/", grouping.groups, name="groups"),
    path("class/<str:token>/exercises/", sharing.exercises, name="exercises"),
    path("class/<str:token>/teachers/", managing.teachers, name="teachers"),
    path("class/<str:token>/settings/", managing.settings, name="settings"),
    path("class/<str:token>/export/", managing.export, name="export"),
    path("class/<str:token>/delete/", managing.delete, name="delete"),
    path("class/<str:token>/assign/", assigning.assign, name="assign"),
    path("class/<str:token>/report/", results.report, name="report"),
    path("class/<str:token>/project/", results.project_any, name="project-any"),
    path("class/<str:token>/remedial/", results.remedial, name="remedial"),
    path("class/<str:token>/<int:number>/", results.assignment, name="assignment"),
    path("class/<str:token>/<int:number>/settings/", assigning.change, name="change"),
    path("class/<str:token>/<int:number>/whom/", grouping.whom, name="whom"),
    path("class/<str:token>/<int:number>/copy/", grouping.copy, name="copy"),
    path("class/<str:token>/<int:number>/exceptions/", assigning.exceptions, name="exceptions"),
    path("class/<str:token>/<int:number>/preview/<int:question>/", assigning.preview, name="preview"),
    path("class/<str:token>/<int:number>/pupil/<int:pk>/", results.pupil, name="pupil"),
    path("class/<str:token>/<int:number>/answers/<int:question>/", results.answers, name="answers"),
    path("class/<str:token>/<int:number>/project/<int:question>/", results.project, name="project"),
    path("class/<str:token>/my/", mine.mine, name="mine"),
    path("class/<str:token>/my/news/", mine.news, name="news"),
    path("class/<str:token>/my/<int:number>/<int:question>/clock/", working.clock, name="clock"),
    path("class/<str:token>/my/out/", joining.leave, name="leave"),
    path("class/<str:token>/my/take/", mine.take, name="take"),
    path("class/<str:token>/my/<int:number>/", working.work, name="work"),
    path("class/<str:token>/my/<int:number>/<int:question>/", working.question, name="question"),
]
