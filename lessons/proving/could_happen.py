"""Whether a position could have come out of a deal, by what can be counted: cards in all hands, and points laid.

Whoever draws one card throws one, and a red three is replaced, so as long as a side has nothing on the table each of
its players holds what was dealt to them; where two cards are drawn, one more with each turn. What lies in a meld stays
there, so nobody has held fewer than that, hand and melds together.
"""

from __future__ import annotations

from engine.law.cards import points_of
from engine.law.position import Position, Side, cards_of_side, seating
from engine.turn.state import minimums


def miscounts(position: Position) -> list[str]:
    """What does not add up in a position, in English; empty where it could have come out of a deal."""
    found = ["more cards are told of than there are"] if too_many(position) else []
    found += wrong_hands(position)
    return found + [f"{side.score} with melds of {worth(side)} points" for side in never_opened(position)]


def too_many(position: Position) -> bool:
    """Whether so many cards are told of that too few are left for the others: as dealt, until somebody melds."""
    if position.stock is None:
        return False
    dealt = 1 if any(side.melds for side in (position.own, *position.opponents)) else dealt_to_each(position)
    others = position.players - 1 - (position.partner_hand is not None)
    return told_of(position) + others * dealt > position.rules.deck_size


def wrong_hands(position: Position) -> list[str]:
    """Hands that do not hold what a player who has nothing on the table holds, with how many they have and need."""
    rules, own = position.rules, position.own
    if rules.draw_count > 1 and any(side.opened for side in (own, *position.opponents)):
        return []  # a pile may have been taken, so it does not tell how many turns were played
    sides, at_table = _seats(position)
    held = held_by_each(position)
    found = []
    if not own.opened:
        found += _told_wrong("hand", cards_in_hand(position), held[0] + drawn_now(position))
        if position.partner_hand is not None:
            found += _told_wrong("partner", position.partner_hand, held[sides])
    closed = len(position.opponents) == sides - 1 and not any(side.opened for side in position.opponents)
    left = left_for_opponents(position)
    if closed and left is not None:
        found += _told_wrong(
            "opponents", left, sum(held) - held[0] - (held[sides] if at_table > sides else 0)
        )
    return found


def too_few(position: Position) -> list[str]:
    """Who holds and has laid fewer cards together than were dealt and drawn, with how many they have and need."""
    sides, at_table = _seats(position)
    dealt = dealt_to_each(position)
    own = cards_in_hand(position) + laid(position.own)
    needs = dealt + drawn_now(position)
    found = [("hand and melds", own, needs)]
    if position.partner_hand is not None:
        found.append(("own side", own + position.partner_hand, needs + dealt))
    left = left_for_opponents(position)
    if left is not None:
        others = at_table - at_table // sides
        found.append(("opponents", left + sum(map(laid, position.opponents)), others * dealt))
    return [f"{who} {has}, not {least}" for who, has, least in found if has < least]


def never_opened(position: Position) -> list[Side]:
    """Sides with melds that are together worth less than their initial meld had to be."""
    sides = [position.own] if position.own.opened else []
    return [
        side
        for side in (*sides, *position.opponents)
        if side.melds and worth(side) < minimums(position.rules, side.score)[1]
    ]


def worth(side: Side) -> int:
    return sum(points_of(meld.cards) for meld in side.melds)


def laid(side: Side) -> int:
    """How many cards lie in the melds of a side."""
    return sum(len(meld.cards) for meld in side.melds)


def dealt_to_each(position: Position) -> int:
    return dict(position.rules.hand_size)[position.players]


def drawn_now(position: Position) -> int:
    """How many cards the player has drawn in this turn."""
    return position.rules.draw_count if position.phase == "play" else 0


def cards_in_hand(position: Position) -> int:
    return len(position.hand) + position.unknown_cards


def held_by_each(position: Position) -> list[int]:
    """How many cards each holds before drawing while nobody has melded, in the order of play, the player's first."""
    _, at_table = _seats(position)
    thrown = max(0, position.pile_size - _covered(position))
    turns = [(thrown + at) // at_table for at in range(at_table)]
    return [dealt_to_each(position) + taken * (position.rules.draw_count - 1) for taken in turns]


def told_of(position: Position) -> int:
    """How many cards are not in the hands of others, but for a partner's that are counted."""
    sides = (position.own, *position.opponents)
    lying = sum(len(cards) for side in sides for _, cards in cards_of_side(side, where=""))
    told = cards_in_hand(position) + position.pile_size + lying
    return told + (position.stock or 0) + (position.partner_hand or 0)


def left_for_opponents(position: Position) -> int | None:
    """How many cards are left for the opponents' hands; None where stock or partner's hand are not told."""
    sides, at_table = _seats(position)
    if position.stock is None or (position.partner_hand is None and at_table != sides):
        return None
    return position.rules.deck_size - told_of(position)


def _seats(position: Position) -> tuple[int, int]:
    """How many sides there are, and how many players in a deal."""
    seats = seating(position.players)
    return len(seats.sides), len(seats.at_table(0))


def _covered(position: Position) -> int:
    """How many cards of the pile nobody has thrown: the one turned up, and those that it had to cover."""
    if len(position.pile) < position.pile_size:
        return 1
    return next((place for place, card in enumerate(position.pile, 1) if card.is_natural), 1)


def _told_wrong(who: str, has: int, needs: int) -> list[str]:
    return [] if has == needs else [f"{who} {has}, not {needs}"]
