"""The account and the personal link. Everything here works without an e-mail address."""

from django.urls import path

from tutor.accounts import views

app_name = "accounts"

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/new/", views.register, name="register"),
    path("account/in/", views.sign_in, name="sign-in"),
    path("account/out/", views.sign_out, name="sign-out"),
    path("account/link/", views.new_link, name="new-link"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete"),
    path("me/", views.by_link, name="link"),
    path("me/<path:key>", views.by_older_link, name="older-link"),
]
