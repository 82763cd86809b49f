"""Slips with what is counted besides the cards: canastas, red threes, going out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.law.cards import card
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from engine.score.sheet import ScoreSide, canasta_bonus, red_threes_count_plus, score_side
from lessons.counting.sheet_rows import points_in
from lessons.miscounts.base import CANASTA_ROWS, Asked, Slip, places

NATURAL: Final = places("natural-canasta")
MIXED: Final = places("mixed-canasta")
REDS: Final = places("red-threes")
OUT: Final = places("going-out")


def _in_row(asked: Asked, key: str = "") -> tuple[Meld, ...]:
    """The canastas that count in this row."""
    key = key or asked.place
    return tuple(meld for meld in asked.canastas if canasta_bonus(meld, asked.rules)[0] == key)


def _bonus(meld: Meld, asked: Asked) -> int:
    return canasta_bonus(meld, asked.rules)[2]


def _other_bonus(meld: Meld, asked: Asked) -> int:
    """What this canasta would bring with wild cards if it has none, and without if it has some."""
    rules, place = asked.rules, 1 if meld.is_natural else 0
    if rules.bonus_aces is not None and meld.naturals[0].rank == "A":
        return rules.bonus_aces[place]
    return (rules.bonus_natural, rules.bonus_mixed)[place]


def _exchanged(asked: Asked) -> int | None:
    """The canastas of the row with the bonus of the other sort."""
    return sum(_other_bonus(meld, asked) for meld in _in_row(asked)) or None


def _taken_in(other: str) -> Callable[[Asked], int]:
    """The canastas of the other row counted as if they belonged here."""
    return lambda asked: asked.right + sum(_other_bonus(meld, asked) for meld in _in_row(asked, other))


def _both_sorts(asked: Asked) -> int:
    other = "mixed-canasta" if asked.place == "natural-canasta" else "natural-canasta"
    return asked.right + asked.points_of(other)


def _only_one(asked: Asked) -> Iterable[int]:
    inside = _in_row(asked)
    return {_bonus(meld, asked) for meld in inside} if len(inside) > 1 else ()


def _one_card_short(asked: Asked) -> int:
    """Melds that lack one card counted as complete."""
    rules, total = asked.rules, asked.right
    for meld in asked.melds:
        if meld.is_canasta(rules) or not meld.naturals or meld.naturals[0].is_black_three:
            continue
        run = rules.sequences and meld.is_sequence
        whole = rules.sequence_max if run else rules.canasta_size
        item, _, points = canasta_bonus(meld, rules)
        if item == asked.place and len(meld.cards) + 1 == whole:
            total += points
    return total


def _sambas_here(asked: Asked) -> int:
    return asked.right + len(_in_row(asked, "samba")) * asked.rules.bonus_natural


def _flat(points: Callable[[Asked], int | None]) -> Callable[[Asked], int | None]:
    """Every canasta of the row at the same bonus."""
    return lambda asked: len(_in_row(asked)) * (points(asked) or 0) or None


def _other_sorts(asked: Asked) -> Iterable[int]:
    count = len(_in_row(asked))
    return {count * points for points in asked.rules.bonus_wild or ()} if count else ()


def _place_of(asked: Asked) -> int:
    return 0 if asked.place == "natural-canasta" else 1


def _aces_as_others(asked: Asked) -> int | None:
    usual = (asked.rules.bonus_natural, asked.rules.bonus_mixed)[_place_of(asked)]
    return len(_in_row(asked)) * usual or None if asked.rules.bonus_aces else None


def _others_as_aces(asked: Asked) -> int | None:
    aces = asked.rules.bonus_aces
    return len(_in_row(asked)) * aces[_place_of(asked)] or None if aces else None


def _with_cards(asked: Asked) -> int | None:
    counted = asked.canastas if asked.place == "canasta-bonus" else _in_row(asked)
    return asked.right + sum(meld.points for meld in counted)


def _blocking(points: Callable[[Asked], int]) -> Callable[[Asked], int | None]:
    return lambda asked: points(asked) if asked.right else None


def _blocking_cards(asked: Asked) -> int:
    return sum(meld.points for meld in asked.side.melds if meld not in asked.melds)


def _sign(asked: Asked) -> int:
    return 1 if red_threes_count_plus(asked.side, asked.rules) else -1


def _reds(each: Callable[[Asked], int], *, whole: bool) -> Callable[[Asked], int | None]:
    """Each red three at this value, where the side has all of them or where it has not."""

    def numbers(asked: Asked) -> int | None:
        count = len(asked.side.red_threes)
        if not count or (count == asked.rules.red_three_set[0]) is not whole:
            return None
        return _sign(asked) * count * each(asked)

    return numbers


def _one_red(asked: Asked) -> int | None:
    return _sign(asked) * asked.rules.red_three_value if len(asked.side.red_threes) > 1 else None


def _out(went_out: str, points: Callable[[Asked], int | None]) -> Callable[[Asked], int | None]:
    def numbers(asked: Asked) -> int | None:
        return points(asked) if asked.side.went_out == went_out else None

    return numbers


def _both_bonuses(asked: Asked) -> int | None:
    rules = asked.rules
    return rules.going_out_bonus + rules.concealed_total if rules.concealed_is_special else None


def _nobody_out(asked: Asked) -> Iterable[int]:
    if asked.side.went_out != "no":
        return ()
    return (asked.rules.going_out_bonus, asked.rules.concealed_total)


def _by_classic(asked: Asked) -> int | None:
    """What the row would bring by the classic rules."""
    if asked.rules.name == CLASSIC.name and not asked.rules.changes:
        return None
    return points_in(score_side(asked.side, CLASSIC), asked.place)


def sign_told(side: ScoreSide, rules: RuleSet) -> str:
    """Whether the red threes of a side count for or against it, and why."""
    plus = red_threes_count_plus(side, rules)
    told = {
        ("melded", True): gettext("The side has melded, so its red threes count for it."),
        ("one_canasta", True): gettext("The side has a canasta, so its red threes count for it."),
        ("two_canastas", True): gettext("The side has two canastas, so its red threes count for it."),
        ("melded", False): gettext("The side has melded nothing, so its red threes count against it."),
        ("one_canasta", False): gettext("The side has no canasta, so its red threes count against it."),
        ("two_canastas", False): gettext(
            "The side has fewer than two canastas, so its red threes count against it."
        ),
    }
    return told[rules.red_three_plus_if, plus]


CANASTAS: Final = (
    Slip(
        id="aces-as-others", rule="sambaopt.ace-canasta", places=places("natural-canasta", "mixed-canasta"),
        numbers=_aces_as_others,
        told=_("That is the usual bonus. A canasta of aces scores more at this table."),
    ),
    Slip(
        id="others-as-aces", rule="sambaopt.ace-canasta", places=places("natural-canasta", "mixed-canasta"),
        numbers=_others_as_aces,
        told=_("That is the bonus for a canasta of aces. Canastas of other ranks earn the usual bonus."),
    ),
    Slip(
        id="mixed-bonus-for-natural", rule="canasta.natural-bonus", places=NATURAL, numbers=_exchanged,
        told=_("That is the bonus for mixed canastas. There is no wild card in these: they are natural."),
    ),
    Slip(
        id="natural-bonus-for-mixed", rule="canasta.mixed-bonus", places=MIXED, numbers=_exchanged,
        told=_("That is the bonus for natural canastas. A canasta with a wild card in it is mixed."),
    ),
    Slip(
        id="mixed-taken-for-natural", rule="canasta.mixed-bonus", places=NATURAL, numbers=_taken_in("mixed-canasta"),
        in_sum="never",
        told=_("That counts a mixed canasta as a natural one. One wild card is enough to make it mixed."),
    ),
    Slip(
        id="natural-taken-for-mixed", rule="canasta.natural-bonus", places=MIXED, numbers=_taken_in("natural-canasta"),
        in_sum="never",
        told=_("That counts a natural canasta as a mixed one. A mixed canasta has a wild card in it."),
    ),
    Slip(
        id="both-sorts-in-one-row", rule="score.formula", places=places("natural-canasta", "mixed-canasta"),
        numbers=_both_sorts,
        in_sum="never",
        told=_("Natural and mixed canastas have a row each. This number combines the two."),
    ),
    Slip(
        id="one-canasta-counted", rule="", places=places(*CANASTA_ROWS[:4]), numbers=_only_one,
        told=_("That is the bonus for one canasta. The side has several of this kind."),
    ),
    Slip(
        id="one-card-short", rule="canasta.size", places=places("natural-canasta", "mixed-canasta"),
        numbers=_one_card_short,
        told=_("That counts a meld that is one card short, which is not a canasta yet."),
    ),
    Slip(
        id="samba-one-card-short", rule="samba.bonus", places=places("samba"), numbers=_one_card_short,
        told=_("That counts a sequence that is one card short, which is not a samba yet."),
    ),
    Slip(
        id="samba-as-natural", rule="samba.bonus", places=places("samba"),
        numbers=_flat(lambda asked: asked.rules.bonus_natural),
        told=_("That is the bonus for natural canastas. A complete sequence has a higher one of its own."),
    ),
    Slip(
        id="samba-among-natural", rule="samba.counts-as-canasta", places=NATURAL, numbers=_sambas_here,
        in_sum="never",
        told=_("That counts a samba as a natural canasta. Sambas have a row of their own."),
    ),
    Slip(
        id="canasta-as-samba", rule="canasta.natural-bonus", places=NATURAL,
        numbers=_flat(lambda asked: asked.rules.bonus_samba),
        told=_("That is the bonus for sambas. Cards of one rank are a canasta, not a samba."),
    ),
    Slip(
        id="mixed-canasta-as-samba", rule="canasta.mixed-bonus", places=MIXED,
        numbers=_flat(lambda asked: asked.rules.bonus_samba),
        told=_("That is the bonus for sambas. A samba is a sequence and has no wild cards."),
    ),
    Slip(
        id="wild-canasta-of-other-sort", rule="sambaopt.wild-canasta-bonus", places=places("wild-canasta"),
        numbers=_other_sorts,
        told=_("That is the bonus for another kind. Check whether only jokers, only twos or both lie together."),
    ),
    Slip(
        id="wild-canasta-as-mixed", rule="sambaopt.wild-canasta-bonus", places=places("wild-canasta"),
        numbers=_flat(lambda asked: asked.rules.bonus_mixed),
        told=_("That is the bonus for mixed canastas. Here no natural card lies with the wild ones."),
    ),
    Slip(
        id="blocking-as-mixed", rule="house.sperr-canasta-1500", places=places("blocking-canasta"),
        numbers=_blocking(lambda asked: asked.rules.bonus_mixed),
        told=_("That is the bonus for mixed canastas. A blocking canasta has a total value of its own."),
    ),
    Slip(
        id="blocking-with-cards", rule="house.sperr-canasta-1500", places=places("blocking-canasta"),
        numbers=_blocking(lambda asked: asked.right + _blocking_cards(asked)),
        in_sum="never",
        told=_("The value of a blocking canasta includes the values of its cards, so they are not added again."),
    ),
    Slip(
        id="bonus-with-cards", rule="canasta.card-values-extra",
        places=places("canasta-bonus", *CANASTA_ROWS[:4]), numbers=_with_cards,
        in_sum="never",
        told=_("That includes the cards of the canastas. Here only the bonus is counted."),
    ),
    Slip(
        id="canasta-bonus-forgotten", rule="score.formula", places=places(*CANASTA_ROWS), adding=True,
        numbers=lambda asked: 0,
        told=_("The bonus for canastas is still missing."),
    ),
)  # fmt: skip

RED_THREES: Final = (
    Slip(
        id="red-threes-sign", rule="red3.sign-condition", places=REDS, numbers=lambda asked: -asked.right,
        told=lambda asked: sign_told(asked.side, asked.rules),
    ),
    Slip(
        id="minus-added", rule="score.formula", places=REDS, adding=True, in_sum="only",
        numbers=lambda asked: -asked.right if asked.right < 0 else None,
        told=_("Red threes that count against the side are taken off, not added."),
    ),
    Slip(
        id="red-threes-not-doubled", rule="red3.all-bonus", places=REDS,
        numbers=_reds(lambda asked: asked.rules.red_three_value, whole=True),
        told=_("The side has all the red threes, and the whole set scores more than the cards would singly."),
    ),
    Slip(
        id="red-threes-doubled-early", rule="red3.all-bonus", places=REDS,
        numbers=_reds(lambda asked: 2 * asked.rules.red_three_value, whole=False),
        told=_("That counts the red threes double. They count more only if the side has all of them."),
    ),
    Slip(
        id="red-threes-as-whole-set", rule="red3.all-bonus", places=REDS,
        numbers=lambda asked: (
            _sign(asked) * asked.rules.red_three_set[1]
            if 0 < len(asked.side.red_threes) < asked.rules.red_three_set[0]
            else None
        ),
        told=_("That is what all the red threes score together. Not all of them are here."),
    ),
    Slip(
        id="red-threes-all-doubled", rule="red3.all-bonus", places=REDS,
        numbers=_reds(lambda asked: 2 * asked.rules.red_three_value, whole=True),
        told=_(
            "At this table, all the red threes together have a value of their own, which is not "
            "simply double the usual amount."
        ),
    ),
    Slip(
        id="one-red-three-counted", rule="red3.value-each", places=REDS, numbers=_one_red,
        told=_("That is one red three. The side has several of them."),
    ),
    Slip(
        id="red-three-at-card-value", rule="value.red-three", places=REDS,
        numbers=lambda asked: _sign(asked) * len(asked.side.red_threes) * card("3s").points or None,
        told=_("That counts red threes as black ones. A red three is a bonus card and scores much more."),
    ),
    Slip(
        id="red-threes-forgotten", rule="red3.value-each", places=REDS, numbers=lambda asked: 0, adding=True,
        told=_("The red threes are still missing."),
    ),
)  # fmt: skip

GOING_OUT: Final = (
    Slip(
        id="concealed-added", rule="concealed.bonus", places=OUT, numbers=_out("concealed", _both_bonuses),
        told=_("That adds both bonuses. Going out concealed earns the higher bonus instead of the usual one."),
    ),
    Slip(
        id="concealed-as-usual", rule="concealed.bonus", places=OUT,
        numbers=_out("concealed", lambda asked: asked.rules.going_out_bonus),
        told=_("A player on this side went out concealed: that scores more than going out in the usual way."),
    ),
    Slip(
        id="usual-as-concealed", rule="out.bonus", places=OUT,
        numbers=_out("yes", lambda asked: asked.rules.concealed_total),
        told=_("A player on this side went out, but not concealed."),
    ),
    Slip(
        id="out-counted-twice", rule="out.bonus", places=OUT, numbers=lambda asked: 2 * asked.right,
        told=_("The bonus for going out counts once for the side, not for each player."),
    ),
    Slip(
        id="out-for-the-other-side", rule="out.bonus", places=OUT, numbers=_nobody_out,
        told=_("Nobody on this side went out, so there is no bonus for going out."),
    ),
    Slip(
        id="out-forgotten", rule="out.bonus", places=OUT, numbers=lambda asked: 0, adding=True,
        told=_("The bonus for going out is still missing."),
    ),
)  # fmt: skip

BY_CLASSIC: Final = Slip(
    id="bonus-by-classic-rules", rule="", places=places("red-threes", "going-out"), numbers=_by_classic,
    told=_("That is the amount in classic Canasta. This table plays by other rules."),
)  # fmt: skip
