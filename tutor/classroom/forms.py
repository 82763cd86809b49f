"""The forms of classes. What is wrong is said at the field, and everything typed stays."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from lessons.words.choices import FAMILY_NAMES
from tutor.classroom.services import (
    AS_THE_CLASS,
    CODE_DAYS,
    MOST_NAME,
    MOST_PUPILS,
    MOST_YEARS,
    ClassError,
    labels_in,
    usual_end,
)

USUAL_PUPILS = 30
MOST_LIST = 20_000  # characters
LANGUAGE_CHOICES = [("de", "Deutsch"), ("en", "English")]


class DateInput(forms.DateInput):
    """A day as browsers send and expect it, whatever the language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class MomentInput(forms.DateTimeInput):
    """A day with a time as browsers send and expect it."""

    input_type = "datetime-local"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%dT%H:%M")


class TimesForm(forms.Form):
    """From when until when something that a class is given is open."""

    opens = forms.DateTimeField(
        label=_("Opens"),
        widget=MomentInput,
        required=False,
        help_text=_("If you leave this empty, pupils will not see the assignment yet."),
    )
    due = forms.DateTimeField(label=_("Due"), widget=MomentInput, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        opens, due = cleaned.get("opens"), cleaned.get("due")
        if opens and due and due <= opens:
            self.add_error("due", gettext("It would be due before it opens."))
        return cleaned


class PupilsForm(forms.Form):
    """Who is to be in a class: a list of labels, or so many aliases."""

    fewest_aliases = 1
    who = forms.ChoiceField(
        label=_("Pupils"),
        choices=[("aliases", _("Make up aliases")), ("labels", _("Use my own list"))],
        widget=forms.RadioSelect,
        initial="aliases",
    )
    aliases = forms.IntegerField(
        label=_("How many aliases"),
        min_value=0,
        max_value=MOST_PUPILS,
        required=False,
        initial=USUAL_PUPILS,
        help_text=_(
            "Such as “Clever Badger”. Who has which alias is written only on paper, which stays in your "
            "hands."
        ),
    )
    labels = forms.CharField(
        label=_("Your list, one pupil per line"),
        widget=forms.Textarea(attrs={"rows": 6}),
        max_length=MOST_LIST,
        required=False,
        strip=False,
        help_text=_("Initials or numbers will do. Real names are not needed."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("who") == "labels":
            try:
                cleaned["labels"] = labels_in(cleaned.get("labels") or "")
            except ClassError as error:
                self.add_error("labels", error.message)
                return cleaned
            if not cleaned["labels"] and "labels" not in self.errors:
                self.add_error("labels", gettext("The list is empty."))
            cleaned["aliases"] = 0
        else:
            cleaned["labels"] = []
            said = cleaned.get("aliases")
            if (said is None or said < self.fewest_aliases) and "aliases" not in self.errors:
                self.add_error("aliases", gettext("Say how many."))
        return cleaned


class NewClassForm(PupilsForm):
    """A new class with its pupils; nobody is in it yet where all come in with the code on the wall."""

    fewest_aliases = 0
    name = forms.CharField(
        label=_("Name of the class"), max_length=MOST_NAME, help_text=_("Such as “7b” or “Thursday club”.")
    )
    language = forms.ChoiceField(
        label=_("Language of the codes and aliases"),
        choices=LANGUAGE_CHOICES,
        help_text=_("Every pupil can still switch between German and English."),
    )
    field_order = ["name", "language", "who", "aliases", "labels"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["aliases"].help_text = _(
            "Such as “Clever Badger”, one for each slip. With 0 there are no slips: everybody comes in with the "
            "code on the wall."
        )


class CodesForm(forms.Form):
    """How long new codes are valid."""

    days = forms.TypedChoiceField(
        label=_("Valid"),
        coerce=int,
        initial=AS_THE_CLASS,
        choices=list(
            zip(
                CODE_DAYS,
                (_("as long as the class exists"), _("one day"), _("two weeks"), _("three months")),
                strict=True,
            )
        ),
    )


class NameForm(forms.Form):
    """The name of a class, or of its copy."""

    name = forms.CharField(label=_("Name of the class"), max_length=MOST_NAME)


class RulesForm(forms.Form):
    """The rule sets that a class plays by."""

    rules = forms.ChoiceField(
        label=_("Rules that the class plays by"),
        choices=list(FAMILY_NAMES.items()),
        help_text=_("Puzzles on a topic are drawn for these rules, unless you say otherwise."),
    )


class RetentionForm(forms.Form):
    """The day on which everything of a class goes."""

    delete_on = forms.DateField(label=_("Delete everything on"), widget=DateInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        self.fields["delete_on"].initial = usual_end(today)
        self.fields["delete_on"].widget.attrs = {
            "min": (today + timedelta(days=1)).isoformat(),
            "max": (today + timedelta(days=366 * MOST_YEARS)).isoformat(),
        }


class JoinForm(forms.Form):
    """The code of a slip. The words may be left out where both stand in the first field."""

    letters = forms.CharField(label=_("The eight letters and digits on your slip"), max_length=120)
    words = forms.CharField(label=_("The two words on your slip"), max_length=120, required=False)
