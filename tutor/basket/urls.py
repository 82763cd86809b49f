"""The basket: below ``class/basket/``, and of one class below ``class/<token>/basket/``."""

from django.urls import path

from tutor.basket import views

app_name = "basket"

urlpatterns = [
    path("class/basket/", views.basket, name="basket"),
    path("class/basket/add/", views.add, name="add"),
    path("class/basket/worksheet.pdf", views.worksheet, name="worksheet"),
    path("class/basket/key.pdf", views.key, name="key"),
    path("class/basket/moodle.xml", views.moodle, name="moodle"),
    path("class/<str:token>/basket/", views.give, name="give"),
]
