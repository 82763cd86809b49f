"""Which card to discard: what it is worth to keep, and what the next player may do with it."""

from __future__ import annotations

from engine.law.actions import WILD_KINDS, Move
from engine.law.cards import BLACK_THREE_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.by_suit import JOINS, beside, ends_of
from engine.play.players.deciding import Asked, Decision, ReasonId, rank_of
from engine.play.players.fearing import Fear, Risk, pile_worth

SELDOM = 0.12
"""Below this chance a discard is called safe as far as can be told."""
WORTH_STOPPING = 5
"""Cards that a pile has at least which somebody with sense stops or freezes."""


def throw(asked: Asked) -> Decision:
    """The discard that costs least."""
    view, style = asked.view, asked.style
    fear = Fear(view)
    costs: list[tuple[float, int, Move, Risk]] = []
    for move in asked.of("discard"):
        kind = move.kinds[0]
        risk = fear.risk(move)
        cost = worth_keeping(asked, kind, fear) + worth_of_suit(asked, move)
        if style.fears:
            cost += risk.chance * pile_worth(view, style, kind)
        costs.append((cost, kind, move, risk))
    _, _, move, risk = min(costs)
    least = min(risk.chance for _, _, _, risk in costs)
    return Decision(move, *_why(asked, move, risk, least=least))


def worth_keeping(asked: Asked, kind: int, fear: Fear) -> float:
    """What a card is worth in the hand, in points."""
    view, style = asked.view, asked.style
    if kind in WILD_KINDS:
        worth = 60 + (style.two if kind == TWO_KIND else style.joker)
        if not style.freezes or view.frozen or view.rules.wild_discard_effect != "freeze":
            worth += 60
        return worth
    if kind == BLACK_THREE_KIND:
        if not style.stops:
            return 0
        return style.stop if len(view.pile) < WORTH_STOPPING else 0
    count = asked.hand[kind]
    worth = KIND_POINTS[kind] / 10
    if kind in view.melds[view.side]:
        worth += 12
    left = fear.unseen[kind]
    if count == 1:
        return worth + min(left, 4)
    if not style.keeps_pairs:
        return worth + 4 * (count - 1)
    closed = bool(view.frozen) or not view.has_opened(view.side)
    worth += style.pair * (1.5 if closed else 1.0) * (1 if left else 0.3)
    return worth + (12 if count > 2 else 0)


def worth_of_suit(asked: Asked, move: Move) -> float:
    """What the card of a discard is worth besides for sequences, in points; 0 where there are none."""
    suited = asked.turn.suited
    if suited is None or not move.fine or suited[move.fine[0]] > 1:
        return 0
    ends = ends_of(asked.turn.sequences, asked.view.rules.sequence_max or 0)
    return beside(suited, move.fine[0]) + (JOINS if move.fine[0] in ends else 0)


def _why(asked: Asked, move: Move, risk: Risk, *, least: float) -> tuple[ReasonId, dict[str, object]]:
    """The reason that fits what was thrown, and its facts; ``least`` is the smallest chance of all discards."""
    view, style, kind = asked.view, asked.style, move.kinds[0]
    facts: dict[str, object] = {
        "rank": rank_of(kind),
        "pile": len(view.pile),
        "chance": round(risk.chance, 2),
    }
    if kind == BLACK_THREE_KIND:
        return (
            "throw-stop" if style.stops and len(view.pile) >= WORTH_STOPPING else "throw-least-use"
        ), facts
    if kind in WILD_KINDS:
        freezes = view.rules.wild_discard_effect == "freeze" and not view.frozen and bool(view.pile)
        return ("throw-freeze" if freezes else "throw-least-use"), facts
    if not style.fears:
        alone = asked.hand[kind] == 1 and not worth_of_suit(asked, move)
        return ("throw-lone" if alone else "throw-least-use"), facts
    if risk.proved and not risk.chance:
        return "throw-dead", facts
    if risk.chance < SELDOM:
        return "throw-safe", facts
    return ("throw-least-risk" if risk.chance <= least else "throw-spare"), facts
