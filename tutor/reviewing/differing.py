"""What it is that the better plan does otherwise: for the heading of a finding, and where to learn more of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from engine.law.actions import Move
from engine.law.rule_ids import RuleId
from engine.play.review.turns import Moment


@dataclass(frozen=True, slots=True)
class Difference:
    """What another plan does otherwise: its name, the rule that it is about, and the puzzles to practise it.

    ``rule`` and ``puzzles`` are empty where there is none that it is about. ``slug`` is the word for it in what is
    stored. Of a position of one's own deal an exercise is made as of the theme ``made_as``, where that is not
    ``puzzles``.
    """

    slug: str
    title: Promise
    rule: RuleId | Literal[""] = ""
    puzzles: str = ""
    made_as: str = ""

    @property
    def exercises(self) -> str:
        """The theme as which exercises of one's own deals are made."""
        return self.made_as or self.puzzles


TAKE: Final = Difference("take", gettext_lazy("Take the pile"), "turn.draw-or-take", "take-the-pile")
LEAVE: Final = Difference("leave", gettext_lazy("Leave the pile"), "turn.draw-or-take", "take-the-pile")
TAKE_OTHERWISE: Final = Difference(
    "take-otherwise",
    gettext_lazy("Take the pile with other cards"),
    "pickup.natural-plus-wild",
    "take-the-pile",
)
GO_OUT: Final = Difference("go-out", gettext_lazy("Go out"), "out.canastas-needed", "go-out-now")
STAY: Final = Difference(
    "stay",
    gettext_lazy("Do not go out yet"),
    "out.canastas-needed",
    "what-going-out-costs",
    made_as="go-out-now",
)
OPEN: Final = Difference(
    "open", gettext_lazy("Make the initial meld"), "initial.per-side", "open-with-few-cards"
)
WAIT: Final = Difference(
    "wait", gettext_lazy("Hold back the initial meld"), "initial.per-side", "open-with-few-cards"
)
OPEN_OTHERWISE: Final = Difference(
    "open-otherwise", gettext_lazy("Another initial meld"), "initial.several-melds", "open-with-few-cards"
)
LAY: Final = Difference("lay", gettext_lazy("Lay more"), "meld.add-own-partner", "add-as-many-as-fit")
HOLD: Final = Difference(
    "hold",
    gettext_lazy("Lay less"),
    "turn.keep-a-card",
    "not-a-card-too-many",
    made_as="one-card-must-stay",
)
LAY_OTHERWISE: Final = Difference(
    "lay-otherwise", gettext_lazy("Lay other cards"), "meld.add-own-partner", "which-melds"
)
DISCARD: Final = Difference("discard", gettext_lazy("Another discard"))
DISCARD_ON_OPEN: Final = Difference(
    "discard-on-open", gettext_lazy("Another discard"), "pickup.natural-pair", "open-pile"
)
DISCARD_ON_FROZEN: Final = Difference(
    "discard-on-frozen", gettext_lazy("Another discard"), "freeze.take-natural-pair-only", "frozen-pile"
)
EVERY: Final = (
    TAKE, LEAVE, TAKE_OTHERWISE, GO_OUT, STAY, OPEN, WAIT, OPEN_OTHERWISE, LAY, HOLD, LAY_OTHERWISE, DISCARD,
    DISCARD_ON_OPEN, DISCARD_ON_FROZEN,
)  # fmt: skip

LAYING: Final = (LAY, HOLD, LAY_OTHERWISE)
BY_SLUG: Final = {one.slug: one for one in EVERY}

_LAYING: Final = frozenset({"meld", "add", "merge"})


def difference(moment: Moment, better: tuple[Move, ...]) -> Difference:
    """What the better plan does otherwise than what was done."""
    made = moment.made
    takes, took = better[0].verb == "take", made[0].verb == "take"
    if takes or took:
        return TAKE_OTHERWISE if takes and took else TAKE if takes else LEAVE
    out = goes_out(moment, better)
    if out != goes_out(moment, made):
        return GO_OUT if out else STAY
    lays, laid = _lays(better), _lays(made)
    if _by_meld(lays) == _by_meld(laid):
        return DISCARD
    turn = moment.view.turn
    if turn is not None and not turn.opened and not turn.laid:
        return OPEN if not laid else WAIT if not lays else OPEN_OTHERWISE
    if _is_within(laid, lays):
        return LAY
    return HOLD if _is_within(lays, laid) else LAY_OTHERWISE


def goes_out(moment: Moment, plan: Sequence[Move]) -> bool:
    """Whether a plan of laying and discarding leaves no card in the hand."""
    return cards_in(plan) == sum(moment.view.hand)


def missed(moment: Moment, better: tuple[Move, ...]) -> object:
    """What can be missed in one turn after the other until it is done; None where the better plan is nothing like it.

    That is the initial meld, and the same cards that could be laid.
    """
    other = difference(moment, better)
    if other is OPEN:
        return OPEN.slug
    more = Counter(_lays(better)) - Counter(_lays(moment.made))
    return (LAY.slug, tuple(sorted(more.items()))) if other is LAY else None


def come_to_the_same(one: Sequence[Move], other: Sequence[Move]) -> bool:
    """Whether two plans do the same, in whatever order the cards are laid."""

    def others(plan: Sequence[Move]) -> list[Move]:
        return [move for move in plan if move.verb not in _LAYING]

    return others(one) == others(other) and _by_meld(_lays(one)) == _by_meld(_lays(other))


def _lays(plan: Sequence[Move]) -> tuple[Move, ...]:
    return tuple(sorted(move for move in plan if move.verb in _LAYING))


def _is_within(less: Sequence[Move], more: Sequence[Move]) -> bool:
    """Whether everything that is laid in one plan is laid in the other as well, meld by meld."""
    return not _by_meld(less) - _by_meld(more)


def _by_meld(lays: Sequence[Move]) -> Counter[tuple[int, int]]:
    """The cards that go to each meld, a new one being that of its natural cards; and the melds that are joined."""
    cards: Counter[tuple[int, int]] = Counter()
    for move in lays:
        meld = move.target if move.verb != "meld" else min(move.kinds, default=-1)
        cards.update((meld, kind) for kind in move.kinds or (-2 - move.source,))
    return cards


def cards_in(plan: Sequence[Move]) -> int:
    """How many cards leave the hand."""
    return sum(len(move.kinds) for move in plan if move.verb != "draw")
