"""Whether to go out, how, and whether to ask the partner; and the partner's answer."""

from __future__ import annotations

from engine.judging.moves import ASK
from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.deciding import Asked, Decision
from engine.play.players.style import Style
from engine.play.view import View
from engine.reach.finishing import can_go_out, must_go_out
from engine.reach.points import USUAL_NATURALS, value
from engine.turn.state import NOTHING

IN_DOUBT = 60
"""Within so many points of nothing, whether to go out is anybody's guess."""
OPPONENTS_CARD = 10
"""What a card in an opponent's hand is worth to who goes out, in points."""


def go_out(asked: Asked) -> Decision | None:
    """The next step of going out, or the question; None where the player does not go out in this turn."""
    turn, view = asked.turn, asked.view
    if not can_go_out(turn):
        return None
    gain = gain_of_out(view, asked.style)
    facts: dict[str, object] = {"partner": view.cards[view.partner] if view.partner >= 0 else 0}
    facts["opponents"] = sum(view.cards[seat] for seat in _opponents(view))
    facts["seats"] = len(_opponents(view))
    bound = must_go_out(turn)
    if not bound and asked.style.asks and ASK in asked.moves and abs(gain) < asked.style.doubt:
        return Decision(ASK, "ask-partner", facts)
    if not bound and gain < 0:
        return None
    return _step(asked, facts)


def gain_of_out(view: View, style: Style) -> float:
    """What going out now brings more than going on, as far as can be told from the sizes of the hands, in points."""
    gain = style.out_bonus + view.rules.going_out_bonus / 2
    for seat in _opponents(view):
        gain += OPPONENTS_CARD * view.cards[seat]
    if view.partner >= 0:
        gain -= style.partner_card * view.cards[view.partner]
    theirs = max((view.canastas(side) for side in range(view.sides) if side != view.side), default=0)
    return gain + (50 if not theirs else -10 * view.canastas(view.side))


def _opponents(view: View) -> list[int]:
    return [seat for seat in range(len(view.cards)) if seat % view.sides != view.side]


def _step(asked: Asked, facts: dict[str, object]) -> Decision | None:
    """The step after which the player can still go out, with the most points on the table."""
    best: tuple[int, int, Move, bool] | None = None
    for move in asked.moves:
        if move.verb not in ("meld", "add", "discard", "end"):
            continue
        after = asked.turn.copy()
        after.apply(move)
        out = after.hand_is_empty
        if move.verb in ("discard", "end") and not out:
            continue
        if not out and not can_go_out(after):
            continue
        found = (value(after), len(move.kinds), move, out)
        if best is None or found[:2] > best[:2]:
            best = found
    if best is None:
        return None
    return Decision(best[2], "go-out" if best[3] else "go-out-towards", facts)


def answer(view: View, style: Style) -> tuple[bool, Decision]:
    """Whether the partner may go out, by the own hand, with the reason; the decision names the question as its move."""
    points, worth = points_of_hand(view), worth_of_a_turn(view)
    yes = worth <= style.out_bonus
    facts = {"points": points, "cards": sum(view.hand), "worth": worth}
    return yes, Decision(ASK, "answer-yes" if yes else "answer-no", facts)


def points_of_hand(view: View) -> int:
    return sum([count * KIND_POINTS[kind] for kind, count in enumerate(view.hand)])


def worth_of_a_turn(view: View) -> int:
    """What a turn more would bring the own hand at least, in points, by what the hand can lay as it is.

    Cards that are laid count twice: they are no longer taken off.
    """
    hand, rules, size = view.hand, view.rules, view.rules.canasta_size
    wilds, most = hand[TWO_KIND] + hand[JOKER_KIND], rules.max_wilds if rules.max_wilds is not None else size
    worth = room = 0
    for kind in range(BLACK_THREE_KIND):
        naturals, twos, jokers = view.melds[view.side].get(kind, NOTHING)
        lying, count, there = naturals + twos + jokers, hand[kind], twos + jokers
        if not lying and count <= USUAL_NATURALS:
            continue
        worth += 2 * count * KIND_POINTS[kind]
        missing, free = size - lying - count, min(most - there, naturals + count - 1 - there)
        if lying >= size:
            continue
        if missing <= min(wilds, free):
            worth += rules.bonus_mixed if there or missing > 0 else rules.bonus_natural
            wilds -= max(0, missing)
        room += max(0, free)
    return worth + 2 * KIND_POINTS[TWO_KIND] * min(hand[TWO_KIND] + hand[JOKER_KIND], room)
