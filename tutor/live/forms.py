"""The form in which a teacher chooses what a live round asks."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tutor.classroom.asked import asked_in_each, still_there
from tutor.classroom.assignment_forms import TABLES
from tutor.classroom.choosing import drawn_for, slugs_in, theme_choices, title_for
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.services import ClassError
from tutor.classroom.titles import in_both
from tutor.live.services import MOST_QUESTIONS

_LEVELS = [(level, str(level)) for level in range(1, 6)]
_USUAL = 5
_WHAT = [
    ("theme", _("Puzzles on a topic")),
    ("assignment", _("The exercises of an assignment")),
    ("items", _("Single exercises")),
]


class NewRoundForm(forms.Form):
    """What a round asks: puzzles on a theme, what an assignment asks, or single exercises.

    Puzzles are drawn, so they are no part of what was read here: ``source`` says by what, and is empty for the others.
    """

    what = forms.ChoiceField(
        label=_("What should it ask?"),
        widget=forms.RadioSelect,
        choices=_WHAT,
        initial="theme",
    )
    theme = forms.ChoiceField(label=_("Topic"), required=False)
    count = forms.IntegerField(
        label=_("How many exercises"), min_value=1, max_value=MOST_QUESTIONS, initial=_USUAL, required=False
    )
    easiest = forms.TypedChoiceField(
        label=_("Difficulty from"), choices=_LEVELS, coerce=int, initial=1, required=False
    )
    hardest = forms.TypedChoiceField(
        label=_("Difficulty up to"), choices=_LEVELS, coerce=int, initial=3, required=False
    )
    family = forms.ChoiceField(label=_("Rule set"), choices=TABLES, required=False)
    assignment = forms.ChoiceField(label=_("Assignment"), required=False)
    items = forms.CharField(
        label=_("Exercises"),
        widget=forms.Textarea(attrs={"rows": 5}),
        max_length=20_000,
        required=False,
        help_text=_(
            "The address of each exercise, one per line, as the browser shows it. Your own exercises too."
        ),
    )

    def __init__(self, *args: Any, classroom: Classroom, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.source: dict[str, Any] = {}
        self.fields["family"].initial = drawn_for(classroom)
        self.assignments = {str(one.pk): one for one in classroom.assignments.all()}
        self._chooser("theme").choices = [(one.slug, f"{one.title} ({one.count})") for one in theme_choices()]
        asked = asked_in_each(self.assignments.values())
        self._chooser("assignment").choices = [
            (number, f"{one.name} ({len(asked[one.pk])})") for number, one in self.assignments.items()
        ]
        if not self.assignments:
            self._chooser("what").choices = [one for one in _WHAT if one[0] != "assignment"]

    def _chooser(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        what = cleaned.get("what")
        if what is None or self.errors:
            return cleaned
        try:
            cleaned["title"], cleaned["titles"], cleaned["questions"] = getattr(self, f"_of_{what}")(cleaned)
        except ClassError as error:
            self.add_error(what, error.message)
        return cleaned

    def _of_theme(self, cleaned: dict[str, Any]) -> tuple[str, dict[str, str], list[str]]:
        source = {
            "theme": cleaned["theme"],
            "count": cleaned["count"] or _USUAL,
            "easiest": cleaned["easiest"] or 1,
            "hardest": cleaned["hardest"] or 5,
            "family": cleaned["family"],
        }
        if source["easiest"] > source["hardest"]:
            raise ClassError(gettext("“Difficulty up to” is easier than “Difficulty from”."))
        self.source = source
        return "", in_both(lambda: title_for(Assignment.Kind.THEME, source)), []

    def _of_assignment(self, cleaned: dict[str, Any]) -> tuple[str, dict[str, str], list[str]]:
        found = self.assignments.get(cleaned["assignment"])
        if found is None:
            raise ClassError(gettext("Choose an assignment."))
        questions = still_there(found.questions)[:MOST_QUESTIONS]
        if not questions:
            raise ClassError(gettext("The exercises of this assignment are no longer there."))
        return found.title, found.titles, questions

    def _of_items(self, cleaned: dict[str, Any]) -> tuple[str, dict[str, str], list[str]]:
        slugs = slugs_in(cleaned["items"])
        if not slugs:
            raise ClassError(gettext("Name at least one exercise."))
        return "", in_both(lambda: gettext("Single exercises")), slugs
