"""What kinds have in common that ask for a verdict or for the rule behind it: how such an answer is said."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.saying.wording import rule_title


def verdict_words() -> dict[str, str]:
    """The three verdicts, by what the form sends."""
    return {
        "yes": gettext("It is allowed."),
        "no": gettext("It is not allowed."),
        "undecided": gettext("The text does not decide."),
    }


def with_reason(said: str, item: Item, answer: Mapping[str, Any]) -> str:
    """An answer with the reason that was given, where the rulebook has a title for it."""
    title = rule_title(answer["reason"], item.rules)
    return f"{said} {_because(title)}" if title else said


def reason_in_words(item: Item, answer: Mapping[str, Any]) -> str:
    """The reason of a right answer."""
    return _because(rule_title(answer["reason"], item.rules) or answer["reason"])


def _because(rule: str) -> str:
    return gettext("The reason: “%(rule)s”.") % {"rule": rule}
