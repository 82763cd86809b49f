"""Practising: ratings, rounds, reports. Addresses below ``puzzles/`` belong to the lessons."""

from django.urls import path

from tutor.practice import admin_views, report_views

app_name = "practice"

urlpatterns = [
    path("practice/admin/", admin_views.desk, name="admin"),
    path("practice/report/", report_views.report, name="report"),
]
