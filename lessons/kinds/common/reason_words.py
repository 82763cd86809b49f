"""What kinds have in common that ask for a verdict or for the reason behind it: how such an answer is said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from django.utils.translation import get_language, gettext

from lessons.content.reading import Item
from lessons.saying.wording import rule_title
from lessons.words import naming


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """A reason to choose, as a sentence in the words of the position; only its rule is kept of an answer.

    ``shows`` is the id of the misconception that it stands for: see ``lessons.kinds.common.diagnoses``; empty for the
    true reason.
    """

    rule: str
    text: str
    shows: str = ""


def in_order(reasons: Sequence[Reason], lot: str) -> tuple[Reason, ...]:
    """The reasons as they are shown: the order is drawn by lot, and the same lot draws the same."""
    shown = sorted(reasons, key=lambda one: one.rule)
    Random(lot).shuffle(shown)
    return tuple(shown)


def as_sentence(reason: str) -> str:
    """A reason in lower case as a sentence of its own."""
    return f"{naming.first_upper(reason)}."


def after_colon(reason: str) -> str:
    """A reason in lower case as it follows a colon, with a full stop: German begins it with a capital letter."""
    return as_sentence(reason) if (get_language() or "").startswith("de") else f"{reason}."


def verdict_words() -> dict[str, str]:
    """The three verdicts, by what the form sends."""
    return {
        "yes": gettext("It is allowed."),
        "no": gettext("It is not allowed."),
        "undecided": gettext("The text does not decide."),
    }


def with_reason(said: str, item: Item, answer: Mapping[str, Any], offered: Sequence[Reason] = ()) -> str:
    """An answer with the reason that was given: its sentence, or the title of a rule that stands in none."""
    sentence = next((one.text for one in offered if one.rule == answer["reason"]), "")
    title = rule_title(answer["reason"], item.rules)
    told = sentence or (_because(title) if title else "")
    return f"{said} {told}" if told else said


def reason_in_words(item: Item, answer: Mapping[str, Any]) -> str:
    """The reason of a right answer."""
    return _because(rule_title(answer["reason"], item.rules) or answer["reason"])


def _because(rule: str) -> str:
    return gettext("The reason is in the rule “%(rule)s”.") % {"rule": rule}
