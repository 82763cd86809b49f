"""What others show of ours, in a frame or as a picture."""

from django.urls import path

from tutor.elsewhere import views

app_name = "elsewhere"

urlpatterns = [
    path("embed/position/", views.position, name="position"),
    path("embed/position.png", views.position_picture, name="position-picture"),
    path("embed/scored/", views.scored, name="scored"),
    path("embed/scored.png", views.scored_picture, name="scored-picture"),
    path("embed/quarrel/<slug:slug>/", views.quarrel, name="quarrel"),
    path("embed/quarrel/<slug:slug>.png", views.quarrel_picture, name="quarrel-picture"),
    path("embed/rule/<str:rule_id>/", views.rule, name="rule"),
    path("embed/rule/<str:rule_id>.png", views.rule_picture, name="rule-picture"),
    path("embed/evening/<str:key>/", views.evening, name="evening"),
    path("embed/evening/<str:key>.png", views.evening_picture, name="evening-picture"),
]
