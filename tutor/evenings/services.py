"""Beginning an evening, entering on its sheet, and ending it.

The sheet is written only under the lock of its evening, so of two phones that send at once both are kept, one after
the other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from engine.law.position import FORMS
from engine.law.ruleset import ABOUT, RuleSet
from lessons.words import naming
from tutor.evenings.models import MOST_NAME, MOST_NOTE, Evening, EveningEntry
from tutor.learning.models import Learner
from tutor.site.throttling import Allowance

KEPT: Final = timedelta(days=2 * 365)
"""How long an evening is kept after its last entry."""
MOST_EVENINGS: Final = 400
"""Evenings of one learner."""
MOST_ENTRIES: Final = 400
"""Entries of one evening; an evening of twenty deals has less than a hundred."""
OF_NEWCOMERS: Final = Allowance(kind="evening", most=100, within=timedelta(days=1))
"""Evenings begun from one address by devices that are not known yet."""
Kind = EveningEntry.Kind


class EveningError(Exception):
    """What cannot be done, as a sentence in the active language. ``where`` names the field, or is empty."""

    def __init__(self, message: str, *, where: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.where = where


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An entry before it is on the sheet; the fields are those of :class:`EveningEntry`."""

    token: UUID
    kind: str
    deal: int = 0
    parents: tuple[str, ...] = ()
    body: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    sequence: int = 0


def read_players(names: Sequence[str], rules: RuleSet) -> list[str]:
    """The names of the players, those of empty seats left out. Raises EveningError naming the field."""
    found: list[str] = []
    for place, name in enumerate(names):
        clean = " ".join(name.split())
        if len(clean) > MOST_NAME:
            message = gettext(
                "“%(name)s…” is too long for the sheet. A name has at most %(most)s characters."
            )
            raise EveningError(
                message % {"name": clean[:MOST_NAME], "most": MOST_NAME}, where=f"name-{place}"
            )
        if clean.casefold() in (other.casefold() for other in found):
            message = gettext(
                "Two players are called %(name)s. Add a letter, so that the sheet can tell them apart."
            )
            raise EveningError(message % {"name": clean}, where=f"name-{place}")
        found += [clean] if clean else []
    if len(found) < min(FORMS):
        raise EveningError(gettext("Write down who plays: at least two names."), where="name-0")
    if len(found) not in rules.player_counts:
        raise EveningError(_wrong_number(len(found), rules), where=f"name-{_where_to_write(names, rules)}")
    return found


def _where_to_write(names: Sequence[str], rules: RuleSet) -> int:
    """The first empty seat where somebody is missing, else the last name."""
    filled = [place for place, name in enumerate(names) if name.strip()]
    empty = [place for place in range(len(names)) if place not in filled]
    return empty[0] if empty and len(filled) < max(rules.player_counts) else filled[-1]


def _wrong_number(count: int, rules: RuleSet) -> str:
    counts = naming.either([naming.number_word(players) for players in rules.player_counts])
    text = gettext("%(count)s names, but “%(rules)s” is for %(counts)s players.")
    facts = {"count": naming.number_word(count), "rules": naming.rule_set_name(rules), "counts": counts}
    return naming.first_upper(text % facts)


def begin(
    *,
    learner: Learner,
    rules: RuleSet,
    players: Sequence[str],
    form: str = "",
    first_dealer: int = 0,
    table: tuple[str, str] = ("", ""),
) -> Evening:
    """A new evening. ``table`` is the public id and the name of a table whose rules these are. Raises EveningError."""
    if learner.evenings.count() >= MOST_EVENINGS:
        message = gettext(
            "%(count)s evenings are kept on this device, and there is no room for more. Delete one first."
        )
        raise EveningError(message % {"count": naming.number(MOST_EVENINGS)})
    forms = FORMS[len(players)]
    return Evening.objects.create(
        learner=learner,
        rule_set=rules.base or rules.name,
        rule_changes={name: ABOUT[name].to_json(value) for name, value in rules.changes},
        table=table[0],
        table_name=table[1],
        players=list(players),
        form=form if form in forms else forms[0],
        first_dealer=first_dealer if first_dealer < len(players) else 0,
    )


def enter(*, evening: Evening, said: Said, learner: Learner | None) -> EveningEntry:
    """Put an entry on the sheet; one that is there already is only found. Raises EveningError for a full sheet."""
    with transaction.atomic():
        held = Evening.objects.select_for_update().get(pk=evening.pk)
        there = held.entries.filter(token=said.token).first()
        if there is not None:
            return there
        if held.changed >= MOST_ENTRIES:
            raise EveningError(full_sheet())
        held.changed += 1
        held.updated = timezone.now()
        held.save(update_fields=["changed", "updated"])
        evening.changed = held.changed
        return EveningEntry.objects.create(
            evening=held,
            number=held.changed,
            token=said.token,
            sequence=min(said.sequence, MOST_ENTRIES),
            kind=said.kind,
            deal=said.deal,
            parents=list(said.parents),
            body=dict(said.body),
            note=said.note[:MOST_NOTE],
            learner=learner,
        )


def full_sheet() -> str:
    """Why nothing more can be entered."""
    message = gettext(
        "This sheet has had %(count)s entries, and there is no room for more. Begin a new evening."
    )
    return message % {"count": naming.number(MOST_ENTRIES)}


def evenings_of(learner: Learner | None) -> list[Evening]:
    """The evenings that this learner has begun, or has entered something on, the newest first; two queries."""
    if learner is None:
        return []
    entered = EveningEntry.objects.filter(learner=learner).values("evening")
    found = Evening.objects.filter(pk__in=entered) | Evening.objects.filter(learner=learner)
    return list(found.distinct().prefetch_related("entries"))


def delete(*, evening: Evening) -> None:
    """The evening is gone, for everybody who has its links."""
    evening.delete()


def delete_old() -> int:
    """Delete evenings on which nothing has been entered for so long. Returns how many."""
    over = Evening.objects.filter(updated__lt=timezone.now() - KEPT)
    count = over.count()
    over.delete()
    return count


def merge(keep: Learner, other: Learner) -> None:
    """Hand the evenings of ``other`` and what they entered to ``keep``: they are one person."""
    other.evenings.update(learner=keep)
    EveningEntry.objects.filter(learner=other).hand_to(keep)


def export_of(learner: Learner | None) -> list[dict[str, Any]]:
    """Everything that is kept here about a learner, ready for JSON."""
    return [_exported(evening) for evening in evenings_of(learner)]


def _exported(evening: Evening) -> dict[str, Any]:
    return {
        "rule_set": evening.rule_set, "rule_changes": evening.rule_changes, "table": evening.table,
        "rules_before": evening.rules_before,
        "table_name": evening.table_name, "players": evening.players, "form": evening.form,
        "first_dealer": evening.first_dealer, "created": evening.created, "updated": evening.updated,
        "reading": evening.reading, "entering": evening.entering, "changed": evening.changed,
        "entries": [
            {
                "number": one.number, "token": str(one.token), "sequence": one.sequence, "kind": one.kind,
                "deal": one.deal, "parents": one.parents, "body": one.body, "note": one.note,
                "created": one.created,
            }
            for one in evening.entries.all()
        ],
    }  # fmt: skip
