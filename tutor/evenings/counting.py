"""A deal that is counted with help: reading the counts of each side, the engine's sums, what an entry keeps of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from django.http import QueryDict
from django.utils.translation import gettext, pgettext

from engine.law.position import SINGLE_PLAYERS
from engine.law.ruleset import RuleSet
from engine.law.verdict import WentOut
from engine.score.sheet import ScoreSheet
from lessons.counting.tally import HAND_KINDS, KINDS, Tally, sheet_of_tally, sides_of, sorts_of
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.miscounts.doubts import Doubt, doubts_of_points
from lessons.miscounts.doubts_counted import doubts_of_tallies
from lessons.saying.numbers import line_in_words
from lessons.words import naming
from tutor.evenings.sheet import Row, Sheet
from tutor.site.numbers import number_in

MOST_COUNT: Final = 60
"""More of one kind are read as so many; no deck holds them."""
OUT: Final = ("no", "yes", "concealed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The counts of a deal with the sums of the engine. ``wrong`` says why one's own sum of a side cannot be read."""

    tallies: tuple[Tally, ...]
    sheets: tuple[ScoreSheet, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    wrong: Mapping[int, str] = field(default_factory=dict)

    @property
    def points(self) -> tuple[int, ...]:
        """What is entered: one's own sum where there is one, which then was asked about, else the engine's."""
        return tuple(
            sheet.total if tally.own_sum is None else tally.own_sum
            for tally, sheet in zip(self.tallies, self.sheets, strict=True)
        )

    def body(self) -> dict[str, Any]:
        """What an entry keeps."""
        return {
            "points": list(self.points),
            "agreed": bool(self.doubts),
            "tallies": [to_json(tally) for tally in self.tallies],
        }


def nothing_counted(sides: int) -> Counted:
    return Counted(tallies=(Tally(),) * sides, wrong={})


def read_counted(form: QueryDict, sheet: Sheet, *, before: Sequence[int]) -> Counted:
    """The counts that a form holds, added up; what is no number there counts as none."""
    tallies, wrong = [], {}
    for side in range(len(sheet.sides)):
        try:
            own = _own_sum(form, side)
        except AnswerError as error:
            own, wrong[side] = None, error.message
        tallies.append(_read_side(form, side, sheet.rules, own))
    return counted(tallies, sheet, before=before, wrong=wrong)


def counted(
    tallies: Sequence[Tally], sheet: Sheet, *, before: Sequence[int], wrong: Mapping[int, str] | None = None
) -> Counted:
    """These counts with the engine's sums, and what there is to ask about them."""
    rules = sheet.rules
    sides = sides_of(tallies, rules, before=before)
    alone = sheet.seating.players <= SINGLE_PLAYERS
    return Counted(
        tallies=tuple(tallies),
        sheets=tuple(sheet_of_tally(tally, rules, side) for tally, side in zip(tallies, sides, strict=True)),
        doubts=doubts_of_tallies(tallies, rules, before=before, alone=alone),
        wrong=wrong or {},
    )


def _own_sum(form: QueryDict, side: int) -> int | None:
    typed = form.get(f"own-{side}", "").strip()
    if not typed:
        return None
    number = read_number(typed, where=f"own-{side}")
    return -abs(number) if form.get(f"minus-{side}") == "1" else number


def _read_side(form: QueryDict, side: int, rules: RuleSet, own: int | None) -> Tally:
    out = form.get(f"out-{side}", "no")
    return Tally(
        canastas=_counts(form, f"canastas-{side}", sorts_of(rules)),
        cards=_counts(form, f"cards-{side}", KINDS),
        red_threes=_count(form, f"red-{side}"),
        hand=_counts(form, f"hand-{side}", HAND_KINDS),
        went_out=cast("WentOut", out if out in OUT else "no"),
        own_sum=own,
    )


def _counts(form: QueryDict, name: str, keys: Sequence[str]) -> dict[str, int]:
    found = {key: _count(form, f"{name}-{key}") for key in keys}
    return {key: count for key, count in found.items() if count}


def _count(form: QueryDict, name: str) -> int:
    return min(number_in(form.get(name, "").strip()) or 0, MOST_COUNT)


def to_json(tally: Tally) -> dict[str, Any]:
    return {
        "canastas": dict(tally.canastas), "cards": dict(tally.cards), "red_threes": tally.red_threes,
        "hand": dict(tally.hand), "out": tally.went_out, "own": tally.own_sum,
    }  # fmt: skip


def tallies_in(body: Mapping[str, Any]) -> tuple[Tally, ...]:
    """The counts that an entry has kept, none where only totals were entered."""
    return tuple(
        Tally(
            canastas=one["canastas"], cards=one["cards"], red_threes=one["red_threes"], hand=one["hand"],
            went_out=one["out"], own_sum=one["own"],
        )
        for one in body.get("tallies", ())
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """A field for a count: its name in the form, what stands on it, what it is called in full, and the count."""

    name: str
    sign: str
    title: str
    count: int | str


def side_form(tally: Tally, side: int, rules: RuleSet) -> dict[str, Any]:
    """The fields of a side."""
    return {
        "canastas": [
            Box(
                name=f"canastas-{side}-{sort}",
                sign=sort_words(sort),
                title=sort_words(sort),
                count=tally.canastas.get(sort, ""),
            )
            for sort in sorts_of(rules)
        ],
        "red": Box(
            name=f"red-{side}",
            sign=gettext("Red threes"),
            title=gettext("Red threes"),
            count=tally.red_threes or "",
        ),
        "cards": [_box(f"cards-{side}", kind, tally.cards) for kind in KINDS],
        "hand": [_box(f"hand-{side}", kind, tally.hand) for kind in HAND_KINDS],
        "has_hand": any(tally.hand.values()),
        "out": [(one, out_words(one), one == tally.went_out) for one in OUT if is_offered(one, rules)],
        "own": "" if tally.own_sum is None else abs(tally.own_sum),
        "is_minus": (tally.own_sum or 0) < 0,
    }


def _box(name: str, kind: str, counts: Mapping[str, int]) -> Box:
    return Box(
        name=f"{name}-{kind}",
        sign=sign_of(kind),
        title=naming.first_upper(naming.rank_many(kind)),
        count=counts.get(kind) or "",
    )


def sign_of(kind: str) -> str:
    """What stands on the field of a kind: the letter of its rank, and of threes the colour."""
    if kind == "JK":
        return gettext("Joker")
    threes = {"3b": pgettext("a card in short", "black 3"), "3r": pgettext("a card in short", "red 3")}
    return str(threes.get(kind) or naming.index_letter(kind))


def is_offered(out: str, rules: RuleSet) -> bool:
    return out != "concealed" or rules.concealed_is_special


def out_words(out: str) -> str:
    return {
        "no": gettext("nobody"),
        "yes": gettext("went out"),
        "concealed": gettext("went out concealed"),
    }[out]


def sort_words(sort: str) -> str:
    """The sort of a canasta, as the label of the field for its number."""
    return {
        "natural": gettext("Natural canastas"),
        "mixed": gettext("Mixed canastas"),
        "natural-aces": gettext("Natural canastas of aces"),
        "mixed-aces": gettext("Mixed canastas of aces"),
        "samba": gettext("Sambas"),
        "jokers": gettext("Canastas of jokers"),
        "twos": gettext("Canastas of twos"),
        "wild": gettext("Wild canastas"),
        "blocking": gettext("Blocking canasta"),
    }[sort]


def told(row: Row, sheet: Sheet) -> list[dict[str, Any]]:
    """How a deal was counted, side by side; empty where only totals were entered."""
    tallies = tallies_in(row.entry.body)
    if not tallies:
        return []
    before = [total - points for total, points in zip(row.after, row.points, strict=True)]
    found = counted(tallies, sheet, before=before)
    return [
        {"name": name, "lines": lines_in_words(one), "total": naming.number(points)}
        for name, one, points in zip(sheet.sides, found.sheets, row.points, strict=True)
    ]


def lines_in_words(sheet: ScoreSheet) -> list[tuple[str, str]]:
    """The lines of a side, each with its rule."""
    return [(naming.first_upper(line_in_words(line)), line.rule) for line in sheet.lines]


def doubts_left(row: Row, sheet: Sheet) -> tuple[Doubt, ...]:
    """What there is to ask about a deal that came in later, when nobody could be asked any more; none of the others."""
    body = row.entry.body
    if not body.get("late") or body.get("agreed"):
        return ()
    tallies = tallies_in(body)
    if not tallies:
        return doubts_of_points(row.points, sheet.rules)
    before = [total - points for total, points in zip(row.after, row.points, strict=True)]
    return counted(tallies, sheet, before=before).doubts
