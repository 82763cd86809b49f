"""The form of an assignment: what it is made of, which depends on its kind, and its settings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from django import forms
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from lessons.content.reading import library
from lessons.words.choices import FAMILY_NAMES
from lessons.words.naming import named_rule_set
from tutor.classroom.choosing import FOR_TWO, MOST_QUESTIONS, Choice, slugs_in, stage_choices, theme_choices
from tutor.classroom.forms import MomentInput, TimesForm
from tutor.classroom.minutes import minutes_for
from tutor.classroom.models import Assignment
from tutor.classroom.services import ClassError

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

_Kind = Assignment.Kind
KIND_LABELS: Mapping[str, StrPromise] = {
    _Kind.STAGE: _("A stage of the course"),
    _Kind.THEME: _("Puzzles on a topic"),
    _Kind.ITEMS: _("Single exercises"),
    _Kind.SHEET: _("Score sheets"),
    _Kind.READINESS: _("The readiness test"),
}
MOST_TRIES = 20
MOST_MINUTES = 300
LEVELS = [(level, str(level)) for level in range(1, 6)]


class SettingsForm(TimesForm):
    """What holds for everybody in an assignment. The defaults are those of an exercise without a mark."""

    title = forms.CharField(label=_("Title"), max_length=80, required=False)
    due = forms.DateTimeField(
        label=_("Due"), widget=MomentInput, required=False, help_text=_("Answers count until then.")
    )
    tries = forms.IntegerField(
        label=_("Tries for each exercise"),
        min_value=0,
        max_value=MOST_TRIES,
        initial=0,
        help_text=_("0 means as many as the pupils like."),
    )
    counts = forms.ChoiceField(
        label=_("Which try counts"),
        choices=[("best", _("the best")), ("first", _("the first")), ("last", _("the last"))],
    )
    feedback = forms.ChoiceField(
        label=_("Verdicts"),
        choices=[("at-once", _("at once")), ("after-due", _("after the due time"))],
    )
    hints = forms.BooleanField(label=_("Hints may be asked for"), required=False, initial=True)
    variant = forms.ChoiceField(
        label=_("Cards"),
        choices=[("same", _("the same for everybody")), ("own", _("different cards for each pupil"))],
    )
    minutes = forms.IntegerField(
        label=_("Clock, in minutes"),
        min_value=1,
        max_value=MOST_MINUTES,
        required=False,
        help_text=_("Leave it empty for no clock. The clock starts when the pupil does."),
    )
    field_order = ("title",)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        is_due = cleaned.get("due") or "due" in self.errors
        if cleaned.get("feedback") == "after-due" and not is_due:
            self.add_error("due", gettext("Verdicts after the due time need a due time."))
        return cleaned

    @property
    def settings(self) -> dict[str, Any]:
        """What the model calls them."""
        names = ("opens", "due", "tries", "counts", "feedback", "hints", "variant", "minutes")
        return {name: self.cleaned_data[name] for name in names}


class NewAssignmentForm(SettingsForm):
    """An assignment of one kind."""

    def __init__(self, *args: Any, kind: str, rules: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.kind = kind
        self.fields["opens"].initial = timezone.localtime().replace(second=0, microsecond=0)
        if kind == _Kind.READINESS:
            self.fields["tries"].initial, self.fields["hints"].initial = 1, False
        own = _SOURCE_FIELDS[kind]()
        self.source_names = list(own)
        self.level_names = list(_SECOND) if kind == _Kind.THEME else []
        self.fields = {**own, **self.fields, **{name: _SECOND[name]() for name in self.level_names}}
        if "family" in self.fields:
            self.fields["family"].initial = rules

    def source_fields(self) -> list[forms.BoundField]:
        """The fields that say what the assignment is made of."""
        return [self[name] for name in self.source_names]

    def setting_fields(self) -> list[forms.BoundField]:
        """The others."""
        return [self[name] for name in self.fields if name not in self.source_names]

    @property
    def source(self) -> dict[str, Any]:
        """What the exercises are chosen by."""
        return {name: self.cleaned_data[name] for name in self.source_names}

    @property
    def second_source(self) -> dict[str, Any]:
        """What a second level is chosen by: the same, of another difficulty. Empty where there is none of this kind."""
        if not self.level_names:
            return {}
        easiest, hardest = (self.cleaned_data[name] or LEVELS[-1][0] for name in self.level_names)
        return {**self.source, "easiest": easiest, "hardest": hardest}

    def level_fields(self) -> list[forms.BoundField]:
        """The difficulty of a second level."""
        return [self[name] for name in self.level_names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if self.kind == _Kind.ITEMS and "items" in cleaned:
            try:
                cleaned["items"] = slugs_in(cleaned["items"])
            except ClassError as error:
                self.add_error("items", error.message)
        if "easiest" in cleaned and "hardest" in cleaned and cleaned["easiest"] > cleaned["hardest"]:
            self.add_error("hardest", gettext("The hardest cannot be easier than the easiest."))
        easiest, hardest = cleaned.get("second_easiest"), cleaned.get("second_hardest")
        if easiest and hardest and easiest > hardest:
            self.add_error("second_hardest", gettext("The hardest cannot be easier than the easiest."))
        return cleaned


class OverrideForm(forms.Form):
    """What is otherwise for one pupil."""

    due = forms.DateTimeField(label=_("Due"), widget=MomentInput, required=False)
    extra_minutes = forms.IntegerField(
        label=_("Extra minutes"), min_value=0, max_value=MOST_MINUTES, required=False
    )
    tries = forms.IntegerField(label=_("Tries"), min_value=0, max_value=MOST_TRIES, required=False)


def _count(most: int, usual: int) -> forms.IntegerField:
    return forms.IntegerField(
        label=_("How many exercises"), min_value=1, max_value=min(most, MOST_QUESTIONS), initial=usual
    )


def _of_stage() -> dict[str, forms.Field]:
    return {
        "stage": forms.ChoiceField(
            label=_("Lesson"), choices=[(one.slug, _with_minutes(one)) for one in stage_choices()]
        )
    }


def _with_minutes(one: Choice) -> str:
    """A lesson with how many exercises it has and about how long they take."""
    stage = library().stage(one.slug)
    minutes = minutes_for(stage.steps) if stage else 0
    return gettext("%(title)s (%(count)s, about %(minutes)s min)") % {
        "title": one.title, "count": one.count, "minutes": minutes,
    }  # fmt: skip


def _of_theme() -> dict[str, forms.Field]:
    return {
        "theme": forms.ChoiceField(
            label=_("Topic"), choices=[(one.slug, f"{one.title} ({one.count})") for one in theme_choices()]
        ),
        "count": _count(60, 10),
        "easiest": forms.TypedChoiceField(label=_("Difficulty from"), choices=LEVELS, coerce=int, initial=1),
        "hardest": forms.TypedChoiceField(label=_("Difficulty up to"), choices=LEVELS, coerce=int, initial=3),
        "family": _family(),
    }


TABLES: Final = (
    ("", pgettext_lazy("rule set", "any")),
    *FAMILY_NAMES.items(),
    (FOR_TWO, lazy(named_rule_set, str)(FOR_TWO)),
)
"""Whose exercises can be drawn."""


def _family() -> forms.ChoiceField:
    return forms.ChoiceField(label=_("Rule set"), choices=TABLES, required=False)


def _level(label: StrPromise, usual: int) -> Callable[[], forms.Field]:
    return lambda: forms.TypedChoiceField(
        label=label, choices=LEVELS, coerce=int, initial=usual, required=False
    )


def _of_items() -> dict[str, forms.Field]:
    return {
        "items": forms.CharField(
            label=_("Exercises"),
            widget=forms.Textarea(attrs={"rows": 6}),
            max_length=20_000,
            help_text=_("The address of each exercise, one per line, as the browser shows it."),
        )
    }


def _of_sheet() -> dict[str, forms.Field]:
    return {"count": _count(20, 1), "family": _family()}


_SECOND: Mapping[str, Callable[[], forms.Field]] = {
    "second_easiest": _level(_("Second level: difficulty from"), 4),
    "second_hardest": _level(_("Second level: difficulty up to"), 5),
}
_SOURCE_FIELDS: Mapping[str, Callable[[], dict[str, forms.Field]]] = {
    _Kind.STAGE: _of_stage,
    _Kind.THEME: _of_theme,
    _Kind.ITEMS: _of_items,
    _Kind.SHEET: _of_sheet,
    _Kind.READINESS: dict,
}
