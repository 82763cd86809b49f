"""What every rule set answers to the same: those who agree together, the visitor's table first."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS
from lessons.content.questions import QuestionEntry
from lessons.content.reading import Library
from lessons.parting.probing import Judged, Scored
from lessons.saying.comparing import Answered, grouped
from tutor.learning.addresses import rule_set_url
from tutor.tables.models import Table

OURS: Final = "our-table"
"""Stands for the visitor's table among the names of rule sets."""


def question_url(entry: QuestionEntry) -> str:
    return reverse("lessons:reader-question", args=[entry.slug])


def rule_sets_for(table: Table | None) -> dict[str, RuleSet]:
    """Whose answer is told, by name: the visitor's table, where there is one, before all that have a name."""
    return {**({OURS: table.rule_set} if table else {}), **RULE_SETS}


def answers_view(
    content: Library, rule: str, found: Mapping[str, Judged | Scored | None], table: Table | None = None
) -> dict[str, Any]:
    """What the rule sets answer, as ``lessons/_answers.html`` shows it; ``OURS`` among them is the visitor's table."""
    answers, missing = grouped(rule, found)
    return grouped_view(content, answers, missing, table)


def grouped_view(
    content: Library, answers: Sequence[Answered], missing: Sequence[str], table: Table | None = None
) -> dict[str, Any]:
    """The same for answers that stand together already. ``missing`` are the rule sets where it cannot come up."""
    return {
        "answers": [
            {
                "outcome": one.outcome,
                "rule_sets": [rule_set_line(content, name, table, silent) for name, silent in one.rule_sets],
            }
            for one in answers
        ],
        "silent": any(silent for one in answers for _, silent in one.rule_sets),
        "missing": [rule_set_line(content, name, table) for name in missing],
    }


def rule_set_line(
    content: Library, name: str, table: Table | None = None, silent: bool = False
) -> dict[str, Any]:
    """A rule set as something to go to; ``OURS`` is the visitor's table."""
    if name == OURS and table is not None:
        ours = gettext("Our table: %(name)s") % {"name": table.name}
        return {
            "title": ours,
            "url": reverse("tables:table", args=[table.public_id]),
            "silent": silent,
            "ours": True,
        }
    title = content.rule_sets[name].title if name in content.rule_sets else name
    return {"title": title, "url": rule_set_url(name), "silent": silent}
