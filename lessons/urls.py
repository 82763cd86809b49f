"""The pages of the course, the puzzles and the rulebook."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
