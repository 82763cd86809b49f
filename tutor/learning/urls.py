"""The pages of the course and of exercises. Slugs are permanent, so the addresses are too."""

from django.urls import path, register_converter

from tutor.learning.views import before, exercise, missed, pages, review, sittings, worked


class SittingConverter:
    """The kind of a test."""

    regex = "placement|readiness"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class WhenConverter:
    """When a step that was missed is asked again: at once, or at the end of its stage."""

    regex = "now|end"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(SittingConverter, "sitting")


class EntriesConverter:
    """Numbers of entries of the review, one after the other."""

    regex = r"\d{1,12}(?:-\d{1,12}){0,2}"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


register_converter(WhenConverter, "when")
register_converter(EntriesConverter, "entries")

urlpatterns = [
    path("", pages.home, name="home"),
    path("course/", pages.course, name="course"),
    path("course/placement/", sittings.placement, name="placement"),
    path("course/readiness/", sittings.readiness, name="readiness"),
    path("course/readiness/certificate/", sittings.certificate, name="certificate"),
    path("course/<sitting:kind>/<int:number>/", sittings.question, name="question"),
    path("course/<slug:stage>/", pages.stage, name="stage"),
    path(
        "course/<slug:stage>/before/<int:number>/<entries:entries>/<path:slug>/",
        before.question,
        name="before",
    ),
    path("course/<slug:stage>/<slug:step>/", exercise.step, name="step"),
    path("course/<slug:stage>/<slug:step>/again/<int:number>/", exercise.step_sister, name="step-sister"),
    path(
        "course/<slug:stage>/<slug:step>/missed/<when:when>/<int:number>/", missed.again, name="step-missed"
    ),
    path("course/<slug:stage>/<slug:step>/worked/", worked.step, name="step-worked"),
    path("course/<slug:stage>/<slug:step>/example/", worked.example, name="step-example"),
    path("puzzles/<slug:theme>/<slug:slug>/", exercise.puzzle, name="puzzle"),
    path(
        "puzzles/<slug:theme>/<slug:slug>/again/<int:number>/", exercise.puzzle_sister, name="puzzle-sister"
    ),
    path("puzzles/<slug:theme>/<slug:slug>/worked/", worked.puzzle, name="puzzle-worked"),
    path("review/", review.review, name="review"),
    path("review/switch/", review.switch, name="review-switch"),
    path("review/<int:entry>/later/", review.later, name="review-later"),
    path("review/<int:entry>/<path:slug>/", review.do, name="review-do"),
]
