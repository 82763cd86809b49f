"""Deals of a class: all below ``class/<token>/deals/``."""

from django.urls import path

from tutor.classroom.dealing import views

app_name = "dealing"

urlpatterns = [
    path("class/<str:token>/deals/", views.assign, name="assign"),
    path("class/<str:token>/deals/<int:number>/", views.table, name="table"),
    path("class/<str:token>/deals/<int:number>/whom/", views.whom, name="whom"),
    path("class/<str:token>/deals/<int:number>/copy/", views.copy, name="copy"),
    path("class/<str:token>/deals/<int:number>/findings/", views.findings, name="findings"),
    path("class/<str:token>/deals/<int:number>/settings/", views.change, name="change"),
    path("class/<str:token>/my/deals/<int:number>/", views.mine, name="mine"),
]
