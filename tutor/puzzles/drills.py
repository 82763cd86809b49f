"""Drills: the themes of the bank about one rule, each of a stage of the course."""

from __future__ import annotations

from django.http import HttpRequest
from django.urls import reverse

from lessons.content import bank
from lessons.content.reading import Stage, library
from tutor.site.parts import Part


def drills() -> list[bank.BankTheme]:
    """All of them, in the order of the stages that teach their rule."""
    places = {stage.slug: place for place, stage in enumerate(library().stages)}
    return sorted((theme for theme in bank.themes() if theme.drill), key=lambda theme: places[theme.lesson])


def on_stage(request: HttpRequest | None, stage: Stage) -> Part | None:
    """The drills of a stage of the course, on its page."""
    found = [theme for theme in bank.themes() if theme.drill and theme.lesson == stage.slug]
    rows = [
        {"title": theme.title, "url": reverse("lessons:theme", args=[theme.slug])}
        for theme in found
        if theme.count
    ]
    return Part("practice/_on_stage.html", {"drills": rows}) if rows else None
