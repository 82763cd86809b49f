"""Addresses of what is there without a network. The service worker has one without a language, so that it sees both."""

from django.urls import path

from tutor.offline import book_views, views

app_name = "offline"

urlpatterns = [
    path("offline/", views.offline, name="offline"),
    path("offline/book/", book_views.book, name="book"),
    path("offline/index.json", book_views.index, name="index"),
]
