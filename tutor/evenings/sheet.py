"""What stands on the sheet of an evening: the deals that count, the totals, and what follows from them.

All of it follows from the entries in their order, so undoing an entry, or correcting an earlier deal, needs no other
code than reading them again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from engine.law.position import Seating, seating
from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.game import Game
from lessons.words import naming
from tutor.evenings import dealing
from tutor.evenings.models import Evening, EveningEntry

Kind = EveningEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A deal that counts. ``place`` is its number as people read it, from 1, ``deal`` the one of its entries.

    ``entry`` is what says its points, ``heads`` are the entries that stand for it: more than one where two people
    have entered different numbers and nobody has said which count. ``after`` are the totals after it, ``minima`` what
    each side then needs for its first meld: one number, several readings, or none where the rules name none.
    """

    place: int
    deal: int
    entry: EveningEntry
    heads: tuple[EveningEntry, ...]
    points: tuple[int, ...]
    after: tuple[int, ...]
    minima: tuple[tuple[int, ...], ...]
    dealer: str
    resting: tuple[str, ...]

    @property
    def is_asked(self) -> bool:
        """Whether the sheet has to ask which of several entries counts."""
        return len(self.heads) > 1

    @property
    def is_corrected(self) -> bool:
        return self.entry.kind == Kind.CORRECT

    @property
    def parents(self) -> tuple[str, ...]:
        """What an entry names that is to stand in the stead of these."""
        return tuple(str(head.token) for head in self.heads)


@dataclass(frozen=True)
class Sheet:
    """The sheet of an evening as it stands after these entries."""

    evening: Evening
    entries: tuple[EveningEntry, ...]

    @cached_property
    def rules(self) -> RuleSet:
        return rules_of(self.evening)

    @cached_property
    def seating(self) -> Seating:
        return seating_of(self.evening)

    @property
    def sides(self) -> list[str]:
        """What the sides are called: their players."""
        names = self.evening.players
        return [naming.join_words([names[player] for player in side]) for side in self.seating.sides]

    @cached_property
    def standing(self) -> tuple[EveningEntry, ...]:
        """The entries that nobody has undone, but for undoing itself."""
        gone: set[str] = set()
        for entry in reversed(self.entries):
            if entry.kind == Kind.UNDO and str(entry.token) not in gone:
                gone.update(entry.parents)
        return tuple(one for one in self.entries if str(one.token) not in gone and one.kind != Kind.UNDO)

    @cached_property
    def _counting(self) -> dict[int, tuple[tuple[EveningEntry, ...], EveningEntry]]:
        """Of each deal that counts, in their order, the entries that stand for it, and the one whose points it has."""
        of_deal: dict[int, list[EveningEntry]] = {}
        for entry in self.standing:
            of_deal.setdefault(entry.deal, []).append(entry)
        heads = {deal: _heads(of_deal[deal]) for deal in sorted(of_deal)}
        said = {deal: self._said_by(first) for deal, (first, *_) in heads.items()}
        return {deal: (heads[deal], entry) for deal, entry in said.items() if entry is not None}

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The deals that count, in their order."""
        rows: list[Row] = []
        totals = (0,) * len(self.seating.sides)
        for deal, (heads, said) in self._counting.items():
            points = tuple(said.body["points"])
            totals = tuple(total + one for total, one in zip(totals, points, strict=True))
            at_table = self.at_table(len(rows))
            rows.append(
                Row(
                    place=len(rows) + 1,
                    deal=deal,
                    entry=said,
                    heads=heads,
                    points=points,
                    after=totals,
                    minima=tuple(self.rules.initial_readings(total) for total in totals),
                    dealer=self.evening.players[at_table[-1]],
                    resting=self._resting(at_table),
                )
            )
        return tuple(rows)

    def _said_by(self, head: EveningEntry) -> EveningEntry | None:
        """The entry whose points count where this one stands; None where it takes the deal off the sheet."""
        if head.kind == Kind.DROP:
            return None
        if head.kind != Kind.CHOOSE:
            return head
        return next((one for one in self.entries if str(one.token) == head.body.get("pick")), None)

    @cached_property
    def _first(self) -> int:
        """The deal of the seating in which the first dealer deals."""
        return dealing.deal_of(self.evening.first_dealer, self.seating, self.evening.dealing)

    def at_table(self, index: int) -> tuple[int, ...]:
        """The players of this deal, the first is 0, in the order of play; the last of them deals."""
        return dealing.at_table(self.seating, self._first + index, self.evening.dealing)

    def _resting(self, at_table: Sequence[int]) -> tuple[str, ...]:
        names = self.evening.players
        return tuple(name for player, name in enumerate(names) if player not in at_table)

    @property
    def totals(self) -> tuple[int, ...]:
        return self.rows[-1].after if self.rows else (0,) * len(self.seating.sides)

    @property
    def minima(self) -> tuple[tuple[int, ...], ...]:
        """What each side needs for its first meld in the deal that comes next."""
        return tuple(self.rules.initial_readings(total) for total in self.totals)

    @property
    def dealer(self) -> str:
        """Who deals next."""
        return str(self.evening.players[self.at_table(len(self.rows))[-1]])

    @property
    def resting(self) -> tuple[str, ...]:
        """Who sits out in the deal that comes next."""
        return self._resting(self.at_table(len(self.rows)))

    @property
    def next_deal(self) -> int:
        """The number under which the next deal is entered."""
        return max((entry.deal for entry in self.standing), default=-1) + 1

    @cached_property
    def decided(self) -> Row | None:
        """The deal after which the game was over, None as long as it goes on."""
        return next((row for row in self.rows if self._game(row.after).over), None)

    @property
    def winner(self) -> int | None:
        """The side that has won; None before the end and where the highest totals are equal."""
        return self._game(self.decided.after).winner if self.decided else None

    @cached_property
    def _begun(self) -> Game:
        return Game.begin(self.rules, players=self.seating.players, form=self.seating.form)

    def _game(self, totals: Sequence[int]) -> Game:
        return replace(self._begun, scores=tuple(totals))

    @property
    def last(self) -> EveningEntry | None:
        """The entry that undoing would take back."""
        return self.standing[-1] if self.standing else None

    @cached_property
    def undoing(self) -> tuple[EveningEntry, ...]:
        """The entries that undo something that can be put back: none since something else was entered.

        What was undone last comes back first, so the deals keep their order. More than one are several only where two
        phones have undone the same at once.
        """
        open_ones: list[EveningEntry] = []
        for entry in self.entries:
            if entry.kind != Kind.UNDO:
                open_ones = []
            elif self._undone_by(entry) is not None:
                open_ones.append(entry)
            else:
                open_ones = [one for one in open_ones if str(one.token) not in entry.parents]
        return tuple(one for one in open_ones if one.parents == open_ones[-1].parents)

    @property
    def undone(self) -> EveningEntry | None:
        """What can be put back, None where nothing can."""
        return self._undone_by(self.undoing[-1]) if self.undoing else None

    def _undone_by(self, entry: EveningEntry) -> EveningEntry | None:
        """What this entry undoes on the sheet, None where it undoes undoing."""
        target = self.entry_of(entry.parents)
        return None if target is None or target.kind == Kind.UNDO else target

    def entry_of(self, tokens: Sequence[str]) -> EveningEntry | None:
        """The first entry that has one of these tokens."""
        return next((one for one in self.entries if str(one.token) in tokens), None)

    def row_of(self, deal: int) -> Row | None:
        return next((row for row in self.rows if row.deal == deal), None)

    def place_then(self, entry: EveningEntry) -> int:
        """The number that people read for the deal of an entry when it was made: of one struck, the one it had."""
        return 1 + sum(deal < entry.deal for deal in self.before(entry.number)._counting)

    def before(self, number: int) -> Sheet:
        """The sheet as it stood before the entry with this number."""
        return Sheet(self.evening, tuple(entry for entry in self.entries if entry.number < number))


def _heads(entries: Sequence[EveningEntry]) -> tuple[EveningEntry, ...]:
    """The entries of a deal in whose stead no other stands; one of those that say the same."""
    replaced = {parent for entry in entries for parent in entry.parents}
    heads = [entry for entry in entries if str(entry.token) not in replaced]
    staying = [entry for entry in heads if "moved" not in entry.body] or heads
    found: dict[tuple[object, ...], EveningEntry] = {}
    for entry in staying:
        found.setdefault((entry.kind == Kind.DROP, *entry.body.get("points", ())), entry)
    return tuple(found.values()) or (entries[-1],)


def sheet_of(evening: Evening) -> Sheet:
    """The sheet as it stands; one query."""
    return Sheet(evening, tuple(evening.entries.order_by("number")))


def rules_of(evening: Evening) -> RuleSet:
    """The rules by which the evening is played."""
    rules = rule_set(evening.rule_set)
    return rules.changed(evening.rule_changes) if evening.rule_changes else rules


def seating_of(evening: Evening) -> Seating:
    return seating(len(evening.players), "threes" if evening.form == "threes" else "pairs")
