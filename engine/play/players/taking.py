"""How to begin the turn: taking the pile or drawing."""

from __future__ import annotations

from engine.law.actions import Move
from engine.law.cards import KIND_POINTS
from engine.play.players.deciding import Asked, Decision, rank_of, wilds_of

LARGE = 4
"""From so many cards on a pile is called large."""


def begin(asked: Asked) -> Decision:
    """Draw, or take the pile where it brings more."""
    view = asked.view
    takes = asked.of("take")
    draws = asked.of("draw", "end")
    facts: dict[str, object] = {"pile": len(view.pile)}
    if view.pile:
        facts["rank"] = rank_of(view.pile[-1])
    if not takes:
        return Decision(draws[0], "draw-not-possible", facts)
    gain, move = max([(gained(asked, take), -n) for n, take in enumerate(takes)])
    best = takes[-move]
    facts["wilds"] = sum(wilds_of(best))
    if draws and gain < asked.style.smallest_take:
        if draws[0].verb == "end":
            return Decision(draws[0], "end-of-stock", facts)
        dear = sum(wilds_of(best)) > 0 or not view.has_opened(view.side)
        return Decision(draws[0], "draw-too-dear" if dear else "draw-small", facts)
    return Decision(best, "take-large" if len(view.pile) >= LARGE else "take-useful", facts)


def gained(asked: Asked, take: Move) -> float:
    """What taking brings more than drawing, in points."""
    view, style, hand = asked.view, asked.style, asked.hand
    melds = view.melds[view.side]
    gain = -style.card * view.rules.draw_count
    for kind in view.pile[:-1]:
        gain += style.card + KIND_POINTS[kind] / 4
        if kind in melds or hand[kind] > 1:
            gain += style.pair / 2
    twos, jokers = wilds_of(take)
    gain -= twos * style.two + jokers * style.joker
    gain += KIND_POINTS[view.pile[-1]]
    if take.target < 0:
        gain += style.card  # a new meld
    else:
        gain -= (len(take.kinds) - twos - jokers) * 4  # these could be laid later as well
    if not view.has_opened(view.side):
        left = sum(hand) + len(view.pile) - 1 - cards_to_open(asked, take)
        gain -= style.card * max(0, style.keep_cards + 2 - left)
    return gain


def cards_to_open(asked: Asked, take: Move) -> int:
    """About how many cards of the hand the first meld costs with this taking."""
    view = asked.view
    missing = view.minimums[view.side] - sum([KIND_POINTS[kind] for kind in take.kinds])
    missing -= KIND_POINTS[view.pile[-1]]
    return len(take.kinds) + max(0, -(-missing // 12))
