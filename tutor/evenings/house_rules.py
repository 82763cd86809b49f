"""The rules of a table in an evening: as they were when it began, until somebody takes over what has changed since."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine.law.ruleset import ABOUT, RuleSet
from engine.notation.position_line import format_rules
from tutor.evenings.models import Evening
from tutor.evenings.sheet import rules_of
from tutor.tables.asking import questions
from tutor.tables.models import Table
from tutor.tables.services import table_by_id
from tutor.tables.showing import in_words, value_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A question to the table with its answer in this evening, and the one that it gives now."""

    ask: str
    here: str
    now: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ByRules:
    """What the sheet says of its rules. ``since`` is when the evening began to go by them.

    ``changes`` are what the table has changed since, none where it plays the same; ``text`` are its rules as they are
    now. ``fits`` says whether they are for so many players. ``taken`` is how often changed rules were taken over here.
    """

    since: datetime
    changes: Sequence[Change] = ()
    text: str = ""
    fits: bool = True
    taken: int = 0


def by_rules(evening: Evening) -> ByRules:
    """What there is to say of the rules of this evening."""
    taken = len(evening.rules_before)
    table = _table_of(evening)
    if table is None or table.rule_set == rules_of(evening):
        return ByRules(since=evening.rules_since, taken=taken)
    rules = table.rule_set
    return ByRules(
        since=evening.rules_since,
        changes=tuple(_changes(rules_of(evening), rules)),
        text=format_rules(rules),
        fits=len(evening.players) in rules.player_counts,
        taken=taken,
    )


def take_over(*, evening: Evening, text: str) -> None:
    """From now on the evening goes by the rules of its table that were shown as ``text``; not where they are others."""
    with transaction.atomic():
        held = Evening.objects.select_for_update().get(pk=evening.pk)
        table = _table_of(held)
        if table is None or format_rules(table.rule_set) != text or table.rule_set == rules_of(held):
            return
        if len(held.players) not in table.rule_set.player_counts:
            return
        before = {"rule_set": held.rule_set, "rule_changes": held.rule_changes}
        held.rules_before = [*held.rules_before, {**before, "until": timezone.now().isoformat()}]
        rules = table.rule_set
        held.rule_set = rules.base or rules.name
        held.rule_changes = {name: ABOUT[name].to_json(value) for name, value in rules.changes}
        held.save(update_fields=["rule_set", "rule_changes", "rules_before"])


def go_back(*, evening: Evening, taken: int) -> None:
    """Go by the rules of before again, where ``taken`` is how often others were taken over by then."""
    with transaction.atomic():
        held = Evening.objects.select_for_update().get(pk=evening.pk)
        if not held.rules_before or len(held.rules_before) != taken:
            return
        *earlier, last = held.rules_before
        held.rule_set, held.rule_changes, held.rules_before = last["rule_set"], last["rule_changes"], earlier
        held.save(update_fields=["rule_set", "rule_changes", "rules_before"])


def _table_of(evening: Evening) -> Table | None:
    return table_by_id(evening.table) if evening.table else None


def _changes(here: RuleSet, now: RuleSet) -> list[Change]:
    return [
        Change(
            ask=str(one.ask), here=in_words(one, value_of(here, one)), now=in_words(one, value_of(now, one))
        )
        for one in questions()
        if value_of(here, one) != value_of(now, one)
    ]
