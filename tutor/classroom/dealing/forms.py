"""The form of an assigned deal."""

from __future__ import annotations

from typing import Any, Final

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.law.variants import rule_set
from engine.play.players.strong import STRONG
from lessons.content.deals import mini_deals
from lessons.words import naming
from tutor.classroom.assignment_forms import MOST_TRIES
from tutor.classroom.forms import MomentInput, TimesForm
from tutor.play.services import GAMES, OPPONENTS, PARTNERS
from tutor.play.telling import cannot_play_words, style_title
from tutor.play.thinking import can_think

MINI: Final = "mini"
WHOLE: Final = "rules"


class SettingsForm(TimesForm):
    """What can be changed later, too."""

    due = forms.DateTimeField(
        label=_("Due"), widget=MomentInput, required=False, help_text=_("Games count until then.")
    )
    tries = forms.IntegerField(
        label=_("Games that count"),
        min_value=0,
        max_value=MOST_TRIES,
        initial=0,
        help_text=_("0 means as many as the pupils like. The best one counts."),
    )
    title = forms.CharField(label=_("Title"), max_length=80, required=False)

    @property
    def settings(self) -> dict[str, Any]:
        """What the model calls them."""
        names = ("opens", "due", "tries", "variant")
        return {name: self.cleaned_data[name] for name in names if name in self.fields}


class NewDealForm(SettingsForm):
    """A new one: what is played, against whom, and with which cards."""

    deal = forms.ChoiceField(label=_("What is played"))
    opponents = forms.ChoiceField(label=_("Opponents in a whole deal"), initial="careful")
    partner = forms.ChoiceField(label=_("Partner in a whole deal"), initial="careful")
    variant = forms.ChoiceField(
        label=_("Cards"),
        choices=[("same", _("the same for everybody")), ("own", _("different cards for each pupil"))],
    )
    field_order = ("deal", "variant", "opponents", "partner", "opens", "due", "tries", "title")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["opens"].initial = timezone.localtime().replace(second=0, microsecond=0)
        minis = [(f"{MINI}:{one.slug}", str(one.title)) for one in mini_deals().values()]
        whole = [(f"{WHOLE}:{name}", naming.named_rule_set(name)) for name in GAMES]
        choices = [(gettext("Mini-deals"), minis), (gettext("A whole deal"), whole)]
        self._chooser("deal").choices = choices
        self._chooser("opponents").choices = [(style, style_title(style)) for style in OPPONENTS]
        self._chooser("partner").choices = [(style, style_title(style)) for style in PARTNERS]

    def _chooser(self, name: str) -> forms.ChoiceField:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        return field

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        sort, _colon, name = cleaned.get("deal", "").partition(":")
        styles = [cleaned.get("opponents"), cleaned.get("partner")]
        if sort == WHOLE and STRONG in styles and not can_think(rule_set(name)):
            self.add_error("opponents", cannot_play_words([name]))
        return cleaned

    @property
    def what(self) -> dict[str, str]:
        """What the model calls it."""
        sort, _colon, name = self.cleaned_data["deal"].partition(":")
        if sort == MINI:
            return {"mini": name}
        return {"rules": name, **{who: self.cleaned_data[who] for who in ("opponents", "partner")}}
