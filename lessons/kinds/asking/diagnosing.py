"""What a wrong answer shows of whoever gave it: which diagnoses, and how a teacher reads them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext

from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.kinds.common import diagnoses
from lessons.miscounts.habits import HABITS
from lessons.miscounts.known import BY_ID
from lessons.saying.cards import property_in_words
from lessons.saying.overlooking import OVERLOOKED
from lessons.saying.wording import rule_title


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnosis:
    """What an answer shows, in one line of the active language; ``rule`` is the one to practise, if one is known."""

    id: str
    text: str
    rule: str


def diagnosis(found: str, rules: RuleSet = CLASSIC) -> Diagnosis:
    """How a diagnosis is told; ``rules`` is the rule set that was played. One that is unknown is "another"."""
    found = diagnoses.as_now(found)
    sort, _, subject = found.partition(":")
    if sort == "count" and subject in HABITS:
        return Diagnosis(id=found, text=str(HABITS[subject]), rule=BY_ID[subject].rule)
    if sort in _OF_PROPERTIES:
        text = _OF_PROPERTIES[sort]() % {"what": property_in_words(subject)}
        return Diagnosis(id=found, text=text, rule="")
    rule = subject if subject in RULES else ""
    if sort == "overlooks" and rule in OVERLOOKED:
        return Diagnosis(id=found, text=str(OVERLOOKED[rule]), rule=rule)
    if sort in _OF_RULES and rule:
        text = _OF_RULES[sort]() % {"rule": rule_title(rule, rules) or RULES[rule].number}
        return Diagnosis(id=found, text=text, rule=rule)
    return Diagnosis(id=found, text=_PLAIN.get(found, _other)(), rule="")


def _other() -> str:
    return gettext("Another wrong answer")


_OF_RULES: Final[dict[str, Callable[[], str]]] = {
    "overlooks": lambda: gettext("Overlooks the rule “%(rule)s”"),
    "forbids": lambda: gettext("Thinks that “%(rule)s” forbids what is allowed"),
    "doubts": lambda: gettext("Thinks something is forbidden that “%(rule)s” allows"),
    "reason": lambda: gettext("Judges correctly, but gives “%(rule)s” as the reason"),
    "number": lambda: gettext("Miscounts at “%(rule)s”; the answer does not show why"),
    "about": lambda: gettext("A wrong answer in an exercise about “%(rule)s”"),
}
_OF_PROPERTIES: Final[dict[str, Callable[[], str]]] = {
    "takes-in": lambda: gettext("Picks other cards as well: %(what)s"),
    "leaves-out": lambda: gettext("Leaves out cards that should be included: %(what)s"),
}
_PLAIN: Final[dict[str, Callable[[], str]]] = {
    diagnoses.UNMET: lambda: gettext("Plays what is allowed, but not what was required"),
    diagnoses.UNFINISHED: lambda: gettext("Stops before the turn is over"),
    diagnoses.ORDER: lambda: gettext("Puts the actions in an order that is not possible"),
    diagnoses.ROW: lambda: gettext("Thinks that a correct row of the score sheet is wrong"),
    diagnoses.MISCOUNTED: lambda: gettext("Miscounts; the answer does not show why"),
    diagnoses.DECIDED: lambda: gettext("Treats as decided what the text leaves open"),
    diagnoses.UNDECIDED: lambda: gettext("Treats as open what the text decides"),
}
