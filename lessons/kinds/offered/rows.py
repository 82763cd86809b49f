"""What may be said against a row of a filled score sheet: the true reason, and what known slips ask for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from random import Random
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext, gettext_lazy, ngettext

from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreSheet, ScoreSide
from lessons.counting.sheet_rows import points_in, rows_of
from lessons.kinds.common import diagnoses, sheets
from lessons.kinds.common.reason_words import Reason, after_colon
from lessons.miscounts.bonus import sign_told
from lessons.miscounts.known import SLIPS, asked_in_row
from lessons.words import naming

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

COUNT: Final = 4
"""So many reasons where so many are plausible."""
FEWEST: Final = 3
BELIEFS: Final[Mapping[str, StrOrPromise]] = {
    "mixed-bonus-for-natural": gettext_lazy(
        "a canasta without wild cards counts like any other, which makes %(points)s points"
    ),
    "natural-bonus-for-mixed": gettext_lazy(
        "a canasta with wild cards counts like any other, which makes %(points)s points"
    ),
    "mixed-taken-for-natural": gettext_lazy(
        "a canasta with a wild card counts here too, which makes %(points)s points"
    ),
    "natural-taken-for-mixed": gettext_lazy(
        "a canasta without a wild card counts here too, which makes %(points)s points"
    ),
    "both-sorts-in-one-row": gettext_lazy(
        "all canastas are counted here together, which makes %(points)s points"
    ),
    "one-card-short": gettext_lazy(
        "a meld that is one card short is a canasta too, which makes %(points)s points"
    ),
    "samba-one-card-short": gettext_lazy(
        "a sequence that is one card short is a samba too, which makes %(points)s points"
    ),
    "samba-as-natural": gettext_lazy(
        "a samba counts as much as a natural canasta, which makes %(points)s points"
    ),
    "samba-among-natural": gettext_lazy(
        "a samba is a natural canasta and is counted here, which makes %(points)s points"
    ),
    "bonus-with-cards": gettext_lazy(
        "the cards in the canastas are added here, which makes %(points)s points"
    ),
    "aces-as-others": gettext_lazy(
        "a canasta of aces is a canasta like any other, which makes %(points)s points"
    ),
    "others-as-aces": gettext_lazy(
        "a canasta of any rank counts as much as one of aces, which makes %(points)s points"
    ),
    "wild-canasta-as-mixed": gettext_lazy(
        "a canasta of wild cards counts like a mixed one, which makes %(points)s points"
    ),
    "one-canasta-counted": gettext_lazy("there is one, which makes %(points)s points"),
    "one-red-three-counted": gettext_lazy("there is one red three, which makes %(points)s points"),
    "red-threes-not-doubled": gettext_lazy(
        "each counts the usual amount, even when all of them are there, which makes %(points)s points"
    ),
    "red-threes-doubled-early": gettext_lazy("they count double already, which makes %(points)s points"),
    "red-threes-as-whole-set": gettext_lazy(
        "this many count as much as all of them, which makes %(points)s points"
    ),
    "red-three-at-card-value": gettext_lazy(
        "they count as much as black threes, which makes %(points)s points"
    ),
    "concealed-added": gettext_lazy(
        "both bonuses count, for going out and for going out concealed, which makes %(points)s points"
    ),
    "concealed-as-usual": gettext_lazy("concealed or not makes no difference, which makes %(points)s points"),
    "usual-as-concealed": gettext_lazy("somebody went out concealed, which makes %(points)s points"),
    "out-for-the-other-side": gettext_lazy("it counts for everybody, which makes %(points)s points"),
    "hand-not-subtracted": gettext_lazy("nothing is taken off for them, which makes %(points)s points"),
    "one-hand-only": gettext_lazy("only one hand is taken off, which makes %(points)s points"),
    "fitting-cards-left-out": gettext_lazy(
        "those that fit a meld cost nothing, which makes %(points)s points"
    ),
    "black-three-at-hundred": gettext_lazy(
        "a black three counts a hundred points, which makes %(points)s points"
    ),
    "canasta-cards-left-out": gettext_lazy(
        "those in a canasta are included in its bonus, which makes %(points)s points"
    ),
    "hand-already-off": gettext_lazy(
        "those left in the hand are taken off here, which makes %(points)s points"
    ),
    "one-meld-left-out": gettext_lazy("all together they come to %(points)s points"),
    "only-canasta-cards": gettext_lazy("only those in canastas count, which makes %(points)s points"),
    "joker-as-two": gettext_lazy("a joker counts as much as a two, which makes %(points)s points"),
    "two-as-joker": gettext_lazy("a two counts as much as a joker, which makes %(points)s points"),
    "ace-as-king": gettext_lazy("an ace counts as much as a king, which makes %(points)s points"),
    "eight-as-small-card": gettext_lazy("an eight still counts five points, which makes %(points)s points"),
    "nine-as-small-card": gettext_lazy(
        "eights and nines still count five points each, which makes %(points)s points"
    ),
    "only-court-at-ten": gettext_lazy(
        "a card counts ten points only from the jack up, which makes %(points)s points"
    ),
    "seven-as-high-card": gettext_lazy("a seven already counts ten points, which makes %(points)s points"),
    "wild-as-stood-for": gettext_lazy(
        "a wild card counts as much as the card it stands for, which makes %(points)s points"
    ),
}
"""What somebody who slips like this says of the row, after its name and a colon."""


def objections(
    wrong: tuple[str, int],
    *,
    sheet: ScoreSheet,
    side: ScoreSide,
    rules: RuleSet,
    fitting: Set[str],
    rule: str,
    reasons: Sequence[str],
    name: str,
) -> tuple[Reason, ...]:
    """Reasons why a row is wrong, the true one first; none where too few known slips are possible.

    ``wrong`` is the row and what stands in it, ``fitting`` are the rules that say what it counts, of which ``rule`` is
    given as the reason; ``reasons`` are those of the exercise. ``name`` decides by lot which slips are offered. The
    false reasons ask for a wrong number in this row or in another one. The sentences are in the active language.
    """
    right = points_in(sheet, wrong[0])
    found = [Reason(rule=rule, text=_in_row(wrong[0], _true(wrong[0], right, rule, sheet, side, rules)))]
    for one in _false(wrong, sheet, side, rules, reasons, name):
        if len(found) == COUNT:
            break
        if one.rule not in fitting and all(one.rule != other.rule for other in found):
            found.append(one)
    return tuple(found) if len(found) >= FEWEST else ()


def _in_row(key: str, said: str) -> str:
    return f"{naming.first_upper(sheets.row_name(key))}: {after_colon(said)}"


def _true(key: str, right: int, rule: str, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet) -> str:
    """What belongs into the row, and why."""
    points = naming.number(right)
    count = sum(line.count for line in sheet.lines if line.item == key)
    if rule == "red3.sign-condition":
        return _lower(sign_told(side, rules))
    if not right:
        return _lower(sheets.counted_right(key, sheet, side, rules))
    match key:
        case "red-threes":
            if rule == "red3.all-bonus":
                return gettext("all %(count)s are there, which makes %(points)s points") % {
                    "count": naming.number_word(count), "points": points,
                }  # fmt: skip
            return ngettext(
                "there is one red three, which makes %(points)s points",
                "there are %(count)s red threes, which makes %(points)s points",
                count,
            ) % {"count": naming.number_word(count), "points": points}
        case "going-out":
            if side.went_out == "concealed":
                return gettext("somebody went out concealed, which makes %(points)s points") % {
                    "points": points
                }
            return gettext("somebody went out, but not concealed, which makes %(points)s points") % {
                "points": points
            }
        case "melded-cards" | "hand-cards":
            return gettext("all together they come to %(points)s points") % {"points": points}
    text = ngettext(
        "there is one, which makes %(points)s points",
        "there are %(count)s, which makes %(points)s points",
        count,
    )
    return text % {"count": naming.number_word(count), "points": points}


def _lower(sentence: str) -> str:
    """A sentence as it is built into another one; where it begins with a noun, the colon makes it large again."""
    text = sentence.removesuffix(".")
    return text[:1].lower() + text[1:]


def _false(
    wrong: tuple[str, int],
    sheet: ScoreSheet,
    side: ScoreSide,
    rules: RuleSet,
    reasons: Sequence[str],
    name: str,
) -> Iterator[Reason]:
    """What known slips ask for: first in the name of a rule of the exercise, then by lot, rows in turn."""
    keys = list(rows_of(rules))
    Random(name).shuffle(keys)
    keys.sort(key=lambda key: key != wrong[0])
    ways = []
    for place, key in enumerate(keys):
        asked = asked_in_row(key, side, sheet, rules)
        slips = [slip for slip in SLIPS if slip.id in BELIEFS]
        Random(f"{name} {key}").shuffle(slips)
        for turn, slip in enumerate(slips):
            numbers = slip.wrong_numbers(asked) - {wrong[1] if key == wrong[0] else asked.right}
            rule = slip.rule_for(asked)
            if numbers and rule in RULES:
                ways.append((rule not in reasons, turn, place, slip, key, min(numbers, key=abs), rule))
    for *_, slip, key, points, rule in sorted(ways, key=lambda way: way[:3]):
        said = str(BELIEFS[slip.id]) % {"points": naming.number(points)}
        yield Reason(rule=rule, text=_in_row(key, said), shows=diagnoses.count(slip.id))
