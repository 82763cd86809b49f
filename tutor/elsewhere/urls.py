"""What others show of ours, in a frame or as a picture."""

from django.urls import path

from tutor.elsewhere import views

app_name = "elsewhere"

urlpatterns = [
    path("embed/position/", views.position, name="position"),
    path("embed/position.png", views.position_picture, name="position-picture"),
    path("embed/rule/<str:rule_id>/", views.rule, name="rule"),
    path("embed/rule/<str:rule_id>.png", views.rule_picture, name="rule-picture"),
    path("embed/evening/<str:key>/", views.evening, name="evening"),
    path("embed/evening/<str:key>.png", views.evening_picture, name="evening-picture"),
]
