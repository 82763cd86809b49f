"""Slips with the cards in hand, with adding up, with the minimum of the initial meld, and with the deck."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext_lazy as _

from engine.law.cards import Card, full_deck, points_of
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.counting.computing import (
    POINT_STEP,
    computed,
    counted_cards,
    dealt_cards,
    laid_points,
    seen_cards,
)
from lessons.counting.sheet_rows import TOTAL
from lessons.miscounts.base import Asked, Slip, places

HAND: Final = places("hand-cards")
MINIMUMS: Final = places("initial-minimum", "next-minimum")
SUM_OF_DEAL: Final = places("side-total", TOTAL)


def _one_hand(asked: Asked) -> Iterable[int]:
    sums = [points_of(hand) for hand in asked.side.hands]
    return [-points for points in sums if points] if sum(map(bool, sums)) > 1 else ()


def _fitting_left_out(asked: Asked) -> int | None:
    """The cards in hand without those that would have fitted a meld of the side."""
    ranks = {meld.rank for meld in asked.side.melds}
    kept = [c for hand in asked.side.hands for c in hand if c.rank not in ranks]
    return -points_of(kept)


def _before(asked: Asked) -> int:
    return asked.side.score_before


def _deal(asked: Asked) -> int:
    return asked.sheet.total if asked.sheet else 0


def _with_before(asked: Asked) -> int:
    own = sum(asked.rows.values()) if asked.rows else asked.right
    return own + _before(asked)


def _score(asked: Asked) -> int:
    """The score by which the minimum is read."""
    if asked.place == "initial-minimum":
        return asked.counted.score
    return _before(asked) + _deal(asked)


def _minimum_at(score: Callable[[Asked], int]) -> Callable[[Asked], int | None]:
    return lambda asked: asked.rules.initial_minimum(score(asked))


def _steps(rules: RuleSet) -> list[int]:
    return [minimum for _, minimum in rules.initial_steps or ()]


def _boundaries(rules: RuleSet) -> list[int]:
    return [low for low, _ in rules.initial_steps or () if low is not None]


def _at_boundary(asked: Asked) -> bool:
    return _score(asked) in _boundaries(asked.rules)


def _below_boundary(asked: Asked) -> bool:
    return _score(asked) + POINT_STEP in _boundaries(asked.rules)


def _step_away(asked: Asked, steps: int) -> int | None:
    """The minimum so many steps above or below the right one."""
    every = _steps(asked.rules)
    place = asked.rules.initial_step(_score(asked)) + steps
    return every[place] if 0 <= place < len(every) else None


def _below_zero(asked: Asked) -> bool:
    return _score(asked) < 0


def _minimum_as_asked(asked: Asked) -> int:
    return asked.counted.on_table.initial_minimum or 0


def _laid(asked: Asked) -> int:
    return laid_points(asked.counted)


def _short_of(asked: Asked, points: int) -> int:
    """Points of cards as the place counts them."""
    return max(0, _minimum_as_asked(asked) - points) if asked.place == "missing-points" else points


def _top_left_out(asked: Asked) -> int | None:
    top = _top(asked)
    return None if top is None else _short_of(asked, _laid(asked) - top.points)


def _top(asked: Asked) -> Card | None:
    """The top card of the pile, where it is taken."""
    took = any(action.verb == "take" for action in asked.counted.actions)
    return asked.counted.on_table.upcard if took else None


def _whole_pile(asked: Asked) -> int | None:
    top = _top(asked)
    if top is None:
        return None
    return _short_of(asked, _laid(asked) - top.points + points_of(asked.counted.on_table.pile))


def _whole_hand(asked: Asked) -> int:
    return _short_of(asked, points_of(asked.counted.on_table.hand))


def _other_step(asked: Asked) -> list[int]:
    """What would be missing to another step."""
    return [step - _laid(asked) for step in _steps(asked.rules) if step > _laid(asked)]


def _other_last_scores(asked: Asked) -> list[int]:
    """The last scores of the other steps."""
    return [low - POINT_STEP for low in _boundaries(asked.rules)]


def _between_scores(asked: Asked) -> range:
    """Numbers that lie between the right score and the boundary, and that no score can be."""
    return range(asked.right + 1, asked.right + POINT_STEP)


def _deck_without(counts: str, left_out: Callable[[Card], bool]) -> Callable[[Asked], int | None]:
    """What is counted, without some of it."""

    def numbers(asked: Asked) -> int | None:
        if asked.counted.count != counts:
            return None
        return asked.right - sum(map(left_out, full_deck(packs=asked.rules.packs, jokers=asked.rules.jokers)))

    return numbers


def _one_pack(asked: Asked) -> int | None:
    return asked.right // asked.rules.packs if asked.right % asked.rules.packs == 0 else None


def _own_hand_unseen(asked: Asked) -> int:
    wanted = {str(card) for card in counted_cards(asked.counted.count, asked.rules)}
    return asked.right + sum(str(card) in wanted for card in asked.counted.on_table.hand)


def _seen(asked: Asked) -> int:
    return len(seen_cards(asked.counted))


def _one_hand_dealt(asked: Asked) -> int:
    rules = asked.rules
    return asked.right + dealt_cards(rules) - dict(rules.hand_size)[rules.default_players]


def _both_colours(asked: Asked) -> int | None:
    return 2 * asked.right if asked.counted.count in ("red-threes", "black-threes") else None


def _by_classic(asked: Asked) -> int | None:
    """The number that the classic rules name."""
    if asked.rules.name == CLASSIC.name and not asked.rules.changes:
        return None
    return computed(replace(asked.counted, rules=CLASSIC))


HANDS: Final = (
    Slip(
        id="hand-added", rule="score.hand-minus", places=HAND, numbers=lambda asked: -asked.right, adding=True,
        in_sum="only",
        told=_("The cards left in hand are deducted, not added."),
    ),
    Slip(
        id="hand-not-subtracted", rule="score.hand-minus", places=HAND, numbers=lambda asked: 0, adding=True,
        told=_("The cards left in hand are still missing. They are deducted."),
    ),
    Slip(
        id="one-hand-only", rule="score.hand-minus", places=HAND, numbers=_one_hand,
        told=_("That is one hand only. The cards left in both partners’ hands count."),
    ),
    Slip(
        id="fitting-cards-left-out", rule="score.hand-minus", places=HAND, numbers=_fitting_left_out,
        told=_("Cards in hand count against you even if they would have fitted a meld on the table."),
    ),
)  # fmt: skip

ADDING: Final = (
    Slip(
        id="score-before-included", rule="score.formula", places=SUM_OF_DEAL, numbers=_with_before,
        told=_("That is the new score. The question is about this deal alone, without what the side had before."),
    ),
    Slip(
        id="score-before-forgotten", rule="score.formula", places=places("score-after"), numbers=_deal,
        told=_("That is the score of this deal alone. Add what the side had before."),
    ),
    Slip(
        id="deal-forgotten", rule="score.formula", places=places("score-after"), numbers=_before,
        told=_("That is the score before the deal. Add the points of this deal."),
    ),
    Slip(
        id="deal-taken-off", rule="score.formula", places=places("score-after"),
        numbers=lambda asked: _before(asked) - _deal(asked),
        told=_(
            "That subtracts the points of the deal from the old score. The new score is the sum of "
            "the two, each with its sign."
        ),
    ),
    Slip(
        id="sign-of-the-sum", rule="score.formula", places=places("side-total", "score-after", TOTAL),
        numbers=lambda asked: -asked.right,
        told=_("The amount is right, but the sign is not: check what is added and what is deducted."),
    ),
)  # fmt: skip

MINIMUM: Final = (
    Slip(
        id="minimum-before-the-deal", rule="initial.score-before-deal", places=places("next-minimum"),
        numbers=_minimum_at(_before),
        told=_("That is the minimum for the score before this deal. The next one follows from the score after it."),
    ),
    Slip(
        id="minimum-of-the-deal", rule="initial.score-before-deal", places=places("next-minimum"),
        numbers=_minimum_at(_deal),
        told=_(
            "That follows from the points of this deal alone. What the side had before is part of its score "
            "too."
        ),
    ),
    Slip(
        id="score-for-the-minimum", rule="initial.boundaries", places=MINIMUMS, numbers=_score,
        told=_("That is the score. The question is how much the initial meld needs at this score."),
    ),
    Slip(
        id="boundary-counted-below", rule="initial.boundaries", places=MINIMUMS,
        numbers=lambda asked: _step_away(asked, -1) if _at_boundary(asked) else None,
        told=_("The score at which a step begins is already part of the new step."),
    ),
    Slip(
        id="boundary-too-early", rule="initial.boundaries", places=MINIMUMS,
        numbers=lambda asked: _step_away(asked, 1) if _below_boundary(asked) and not _below_zero(asked) else None,
        told=_("The next step is near, but the side has not reached it."),
    ),
    Slip(
        id="minus-as-zero", rule="initial.threshold-negative", places=MINIMUMS,
        numbers=lambda asked: asked.rules.initial_minimum(0) if _below_zero(asked) else None,
        told=_("A score below zero has a step of its own, below that of zero."),
    ),
    Slip(
        id="no-minimum-below-zero", rule="initial.threshold-negative", places=MINIMUMS,
        numbers=lambda asked: 0 if _below_zero(asked) else None,
        told=_("Below zero there is a minimum as well."),
    ),
    Slip(
        id="minimum-by-classic-rules", rule="initial.boundaries", places=places("initial-minimum"), numbers=_by_classic,
        told=_("That is the minimum in classic Canasta. This table has other steps."),
    ),
    Slip(
        id="step-too-low", rule="initial.boundaries", places=MINIMUMS,
        numbers=lambda asked: None if _at_boundary(asked) else _step_away(asked, -1),
        told=_("That is the minimum one step below. The side has more points than that."),
    ),
    Slip(
        id="step-too-high", rule="initial.boundaries", places=MINIMUMS,
        numbers=lambda asked: None if _below_boundary(asked) or _below_zero(asked) else _step_away(asked, 1),
        told=_("That is the minimum one step above. The side has too few points for it."),
    ),
)  # fmt: skip

OPENING: Final = (
    Slip(
        id="laid-for-missing", rule="initial.card-values-only", places=places("missing-points"), numbers=_laid,
        told=_("That is how much is laid. The question is how far it falls short of the minimum."),
    ),
    Slip(
        id="minimum-for-missing", rule="initial.card-values-only", places=places("missing-points"),
        numbers=_minimum_as_asked,
        told=_("That is the minimum itself. The question is how far the cards fall short of it."),
    ),
    Slip(
        id="minimum-for-laid", rule="initial.card-values-only", places=places("points-laid"), numbers=_minimum_as_asked,
        told=_("That is the minimum. The question is how much the cards come to."),
    ),
    Slip(
        id="top-card-left-out", rule="initial.top-card-counts", places=places("points-laid", "missing-points"),
        numbers=_top_left_out,
        told=_("The top card of the pile is missing. It is melded at once and counts."),
    ),
    Slip(
        id="whole-pile-counted", rule="initial.top-card-counts", places=places("points-laid", "missing-points"),
        numbers=_whole_pile,
        told=_("That counts the whole pile. Only its top card counts towards the initial meld."),
    ),
    Slip(
        id="whole-hand-counted", rule="initial.card-values-only", places=places("points-laid", "missing-points"),
        numbers=_whole_hand,
        told=_("That counts the whole hand. Only cards laid on the table count."),
    ),
    Slip(
        id="boundary-for-last-score", rule="initial.boundaries", places=places("last-score"),
        numbers=lambda asked: asked.right + POINT_STEP,
        told=_("At this score the next step has already begun, and what is laid is too little for it."),
    ),
    Slip(
        id="no-score", rule="initial.boundaries", places=places("last-score"), numbers=_between_scores,
        told=_("No side ever has this score: scores are multiples of five."),
    ),
    Slip(
        id="laid-for-last-score", rule="initial.boundaries", places=places("last-score"), numbers=_laid,
        told=_("That is how much is laid. The question is up to what score that is enough."),
    ),
    Slip(
        id="last-score-of-another-step", rule="initial.boundaries", places=places("last-score"),
        numbers=_other_last_scores,
        told=_("That is the end of another step. Compare what is laid with what each step needs."),
    ),
    Slip(
        id="missing-to-another-step", rule="initial.boundaries", places=places("missing-points"), numbers=_other_step,
        told=_("That many points would be needed at another score. Look at what the side had before the deal."),
    ),
)  # fmt: skip

DECK: Final = (
    Slip(
        id="jokers-left-out", rule="deck.total", places=places("deck-count"),
        numbers=_deck_without("total", lambda c: not c.suit),
        told=_("The jokers are missing. They are part of the deck."),
    ),
    Slip(
        id="twos-left-out", rule="deck.wild-total", places=places("deck-count"),
        numbers=_deck_without("wild", lambda c: c.rank == "2"),
        told=_("Those are the jokers alone. Twos are wild as well."),
    ),
    Slip(
        id="jokers-not-wild", rule="deck.wild-total", places=places("deck-count"),
        numbers=_deck_without("wild", lambda c: not c.suit),
        told=_("Those are the twos alone. Jokers are wild as well."),
    ),
    Slip(
        id="threes-of-both-colours", rule="deck.packs", places=places("deck-count"), numbers=_both_colours,
        told=_("Those are the threes of both colours. The question is about one colour."),
    ),
    Slip(
        id="one-pack-counted", rule="deck.packs", places=places("deck-count"), numbers=_one_pack,
        told=_("That is one pack. The deck is made up of several."),
    ),
    Slip(
        id="own-hand-unseen", rule="deck.packs", places=places("unseen"), numbers=_own_hand_unseen,
        told=_("That leaves out what is in your own hand. You can see those cards too."),
    ),
    Slip(
        id="seen-for-unseen", rule="deck.packs", places=places("unseen"), numbers=_seen,
        told=_("That many cards can be seen. The question is how many cannot."),
    ),
    Slip(
        id="upcard-in-stock", rule="deck.total", places=places("first-stock"), numbers=lambda asked: asked.right + 1,
        told=_("One card, the upcard, is turned up to begin the discard pile. It is not part of the stock."),
    ),
    Slip(
        id="one-hand-dealt", rule="deck.total", places=places("first-stock"), numbers=_one_hand_dealt,
        told=_("That takes off one hand only. Everybody at the table is dealt cards."),
    ),
    Slip(
        id="number-of-classic-canasta", rule="",
        places=places("deck-count", "hand-size", "max-wild-in-meld", "canasta-size", "first-stock"),
        numbers=_by_classic,
        told=_("That is the number from classic Canasta. This table plays by other rules."),
    ),
)  # fmt: skip
