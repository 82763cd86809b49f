"""The pages of the course, the puzzles and the rulebook. Slugs and rule ids are permanent, so the addresses are too."""

from django.urls import path, register_converter

from lessons.views import (
    catalogue,
    exercise,
    extras,
    glossary,
    matrix,
    pages,
    questions,
    review,
    rule_sets,
    rulebook,
    scored,
    search,
    sittings,
    worked,
)

app_name = "lessons"


class SittingConverter:
    """The kind of a test."""

    regex = "placement|readiness"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SittingConverter, "sitting")

urlpatterns = [
    path("", pages.home, name="home"),
    path("course/", pages.course, name="course"),
    path("course/rules/", matrix.matrix, name="matrix"),
    path("course/placement/", sittings.placement, name="placement"),
    path("course/readiness/", sittings.readiness, name="readiness"),
    path("course/readiness/certificate/", sittings.certificate, name="certificate"),
    path("course/<sitting:kind>/<int:number>/", sittings.question, name="question"),
    path("course/<slug:stage>/", pages.stage, name="stage"),
    path("course/<slug:stage>/<slug:step>/", exercise.step, name="step"),
    path("course/<slug:stage>/<slug:step>/again/<int:number>/", exercise.step_sister, name="step-sister"),
    path("course/<slug:stage>/<slug:step>/worked/", worked.step, name="step-worked"),
    path("puzzles/", catalogue.puzzles, name="puzzles"),
    path("puzzles/<slug:theme>/", catalogue.theme, name="theme"),
    path("puzzles/<slug:theme>/<slug:slug>/", exercise.puzzle, name="puzzle"),
    path(
        "puzzles/<slug:theme>/<slug:slug>/again/<int:number>/", exercise.puzzle_sister, name="puzzle-sister"
    ),
    path("puzzles/<slug:theme>/<slug:slug>/worked/", worked.puzzle, name="puzzle-worked"),
    path("review/", review.review, name="review"),
    path("review/switch/", review.switch, name="review-switch"),
    path("review/<int:entry>/later/", review.later, name="review-later"),
    path("review/<int:entry>/<path:slug>/", review.do, name="review-do"),
    path("rules/", rulebook.rules, name="rules"),
    path("rules/sets/", rule_sets.rule_sets, name="rule-sets"),
    path("rules/set/<slug:name>/", rule_sets.rule_set, name="rule-set"),
    path("rules/compare/", rule_sets.compare, name="compare"),
    path("rules/classic/<str:rule_id>/", rulebook.rule, name="rule"),
    path("questions/", questions.questions, name="questions"),
    path("questions/<slug:slug>/", questions.question, name="reader-question"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("search/", search.find, name="search"),
    path("about/", pages.about, name="about"),
    path("position/", extras.position, name="position"),
    path("position/scored/", scored.scored, name="scored"),
    path("settings/", extras.display_settings, name="settings"),
]
