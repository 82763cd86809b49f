"""The account and the personal link. Everything here works without an e-mail address."""

from django.urls import path

from tutor.accounts import password_views, views

app_name = "accounts"

urlpatterns = [
    path("account/", views.account, name="account"),
    path("account/new/", views.register, name="register"),
    path("account/in/", views.sign_in, name="sign-in"),
    path("account/out/", views.sign_out, name="sign-out"),
    path("account/link/", views.new_link, name="new-link"),
    path("account/export/", views.export, name="export"),
    path("account/delete/", views.delete, name="delete"),
    path("account/password/", password_views.change_password, name="password"),
    path("account/recovery/", password_views.recovery_code, name="recovery"),
    path("account/recover/", password_views.recover, name="recover"),
    path("me/", views.by_link, name="link"),
    path("me/<path:key>", views.by_older_link, name="older-link"),
]
