"""Addresses of reviews of played deals; they stand below those of the deals."""

from django.urls import path

from tutor.reviewing import views

app_name = "reviewing"

urlpatterns = [
    path("play/<uuid:key>/review/", views.last, name="last"),
    path("play/<uuid:key>/deals/<int:number>/review/", views.review, name="review"),
]
