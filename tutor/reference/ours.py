"""What the rulebook says to somebody who has chosen a table: first as that table plays, then officially."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from engine.law.variants import CLASSIC
from lessons.parting.probing import differing
from lessons.saying.rule_values import said
from lessons.saying.wording import rule_on_card, rule_short, rule_title
from tutor.tables.models import Table
from tutor.tables.services import table_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Ours:
    """A rule as the visitor's table has it. ``differs`` from the official sentence, or says the same."""

    name: str
    url: str
    title: str
    sentence: str
    differs: bool


def ours(request: HttpRequest, rule: str) -> Ours | None:
    """The rule as the visitor's table has it; None without a table."""
    table = table_of(request)
    if table is None:
        return None
    sentence = rule_on_card(rule, table.rule_set)
    return Ours(
        name=table.name,
        url=reverse("tables:table", args=[table.public_id]),
        title=rule_title(rule, table.rule_set),
        sentence=sentence,
        differs=sentence != rule_short(rule, CLASSIC),
    )


def values_of_table(table: Table | None) -> dict[str, str]:
    """The rules that the table has differently from the official ones, each with its value in words."""
    if table is None:
        return {}
    return {rule: said(table.rule_set, rule).value for rule in differing(CLASSIC, table.rule_set)}
