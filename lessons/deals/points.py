"""Whether the point of a mini-deal is reached, lost or still open: told from what has really happened.

Judged is after each turn that is over, in the order of the turns: what comes after the point was reached or lost
changes nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from engine.law.cards import points_of
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.play.deal import Deal, PlayerMeld
from engine.play.game import Game
from engine.score.sheet import canasta_bonus
from lessons.content import deals as content
from lessons.content.deals import MiniDeal
from lessons.deals.history import PlayedTurn, first_deal, turns_of
from lessons.saying import deals as saying

State = Literal["open", "reached", "lost"]


@dataclass(frozen=True, slots=True)
class Judged:
    """How a mini-deal stands: the state, the id of the reason and its facts as data.

    ``turns_left`` are the turns that the player still has, None where the point sets no number or the deal has ended.
    """

    state: State
    reason: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    turns_left: int | None = None

    @property
    def is_decided(self) -> bool:
        return self.state != "open"


@dataclass(frozen=True, slots=True)
class Seen:
    """A turn with what a judge of points asks: whose it was and how many the player has had, this one included."""

    turn: PlayedTurn
    seat: int
    number: int

    @property
    def is_own(self) -> bool:
        return self.turn.seat == self.seat

    @property
    def side(self) -> int:
        return self.turn.before.side_of(self.seat)

    @property
    def is_of_side(self) -> bool:
        return self.turn.before.side_of(self.turn.seat) == self.side

    @property
    def went_out(self) -> bool:
        return self.turn.after.over and self.turn.after.went_out != "no"

    @property
    def who(self) -> str:
        """Who played the turn: ``self``, ``partner``, ``left``, ``right``, ``opponent`` of two or ``other``."""
        seats = len(self.turn.before.hands)
        if self.is_own:
            return "self"
        if self.is_of_side:
            return "partner"
        if seats == 2:
            return "opponent"
        away = (self.turn.seat - self.seat) % seats
        return "left" if away == 1 else "right" if away == seats - 1 else "other"


def in_words(judged: Judged) -> str:
    """How a mini-deal stands, in one sentence of the active language; while it is open, how many turns are left."""
    if not judged.is_decided and judged.turns_left is not None:
        return saying.turns_left(judged.turns_left)
    return saying.told(judged.reason, judged.facts)


Judge = Callable[[Any, Seen], Judged | None]
"""What a turn decides about a point; None where it leaves it open."""


def reached(mini: MiniDeal, game: Game, *, seat: int | None = None) -> Judged:
    """How the first deal of this game stands towards the point of the mini-deal, for the player at this seat.

    The game was put up by :func:`lessons.deals.putting_up.begin`, or read from its record. Raises ValueError for one
    that was dealt from a deck.
    """
    if game.first_table is None:
        raise ValueError("this game does not begin with prepared cards")
    deal = first_deal(game)
    return judged(mini, game.first_table.deal(), deal, seat=mini.seat if seat is None else seat)


def judged(mini: MiniDeal, start: Deal, deal: Deal, *, seat: int) -> Judged:
    """The same of a deal that went on from this start."""
    point, most = mini.point, mini.turns
    judge = JUDGES[type(point)]
    number = 0
    for turn in turns_of(start, deal.played):
        number += turn.seat == seat
        seen = Seen(turn, seat, number)
        found = judge(point, seen) or _ended(point, seen, most)
        if found is not None:
            return found
    left = None if most is None else most - number
    return Judged("open", "open", {}, left)


def _ended(point: content.Point, seen: Seen, most: int | None) -> Judged | None:
    """The player's turns are used up, or the deal is over, without a decision."""
    facts = {"turns": seen.number, "point": point.kind}
    if seen.turn.after.over:
        if seen.went_out and not seen.is_own:
            return Judged("lost", "other-out", facts | {"who": seen.who})
        return Judged("lost", "out-without" if seen.is_own and seen.went_out else "deal-over", facts)
    if most is not None and seen.is_own and seen.number >= most and not isinstance(point, content.Guards):
        return Judged("lost", "turns-over", facts)
    return None


def _opens(point: content.Opens, seen: Seen) -> Judged | None:
    before, after = seen.turn.before.melds[seen.side], seen.turn.after.melds[seen.side]
    if before or not after:
        return None
    facts = {
        "laid": sum(points_of(meld.cards) for meld in after),
        "needed": seen.turn.before.rules.initial_minimum(seen.turn.before.scores[seen.side]),
    }
    if seen.is_own:
        return Judged("reached", "opened", facts)
    return Judged("lost", "opened-by-partner", facts)


def _takes(point: content.Takes, seen: Seen) -> Judged | None:
    if not seen.turn.steps_of("take"):
        return None
    frozen = seen.turn.before.turn.freeze_cause is not None
    facts = {"cards": len(seen.turn.before.pile), "who": seen.who}
    if seen.is_own and (frozen or not point.frozen):
        return Judged("reached", "took-frozen" if frozen else "took", facts)
    return Judged("lost", "frozen-gone", facts) if frozen and point.frozen else None


def new_canastas(before: Deal, after: Deal, side: int) -> Iterator[PlayerMeld]:
    """The canastas that lie there after a turn and did not before."""
    rules = before.rules
    lying = Counter(_name(meld) for meld in before.melds[side] if Meld(meld.cards).is_canasta(rules))
    for meld in after.melds[side]:
        if not Meld(meld.cards).is_canasta(rules):
            continue
        if lying[_name(meld)]:
            lying[_name(meld)] -= 1
        else:
            yield meld


def _name(meld: PlayerMeld) -> str:
    whole = Meld(meld.cards)
    return f"{whole.cards[0].suit}-sequence" if whole.is_sequence else whole.rank


def _facts_of(meld: PlayerMeld, rules: RuleSet) -> dict[str, Any]:
    whole = Meld(meld.cards)
    sort = "sequence" if whole.is_sequence else "natural" if whole.is_natural else "mixed"
    _, _, points = canasta_bonus(whole, rules)
    return {"sort": sort, "rank": "" if whole.is_sequence else whole.rank, "points": points}


def _completes(point: content.Completes, seen: Seen) -> Judged | None:
    if not seen.is_of_side:
        return None
    found = [
        _facts_of(meld, seen.turn.before.rules)
        for meld in new_canastas(seen.turn.before, seen.turn.after, seen.side)
    ]
    right = [one for one in found if point.sort in ("any", one["sort"])]
    if right and seen.is_own:
        return Judged("reached", "completed", right[0])
    if right:
        return Judged("lost", "completed-by-partner", right[0])
    if found and seen.is_own and point.sort == "natural":
        return Judged("lost", "completed-mixed", found[0])
    return None


def _goes_out(point: content.GoesOut, seen: Seen) -> Judged | None:
    if not seen.is_own:
        return None
    after = seen.turn.after
    if seen.went_out:
        concealed = after.went_out == "concealed"
        rules = after.rules
        facts = {"points": rules.concealed_total if concealed else rules.going_out_bonus}
        if concealed or not point.concealed:
            return Judged("reached", "out-concealed" if concealed else "out", facts)
        return Judged("lost", "out-not-concealed", facts)
    if point.concealed and after.has_melded[seen.seat]:
        return Judged("lost", "concealed-spoilt")
    return None


def _asks(point: content.Asks, seen: Seen) -> Judged | None:
    if not seen.is_own:
        return None
    asked = seen.turn.steps_of("ask")
    if asked:
        return Judged("reached", "asked-yes" if asked[0].answer == "yes" else "asked-no")
    return Judged("lost", "out-unasked") if seen.went_out else None


def _keeps(point: content.Keeps, seen: Seen) -> Judged | None:
    if not seen.is_own or seen.turn.after.over:
        return None
    left = len(seen.turn.after.hands[seen.seat])
    return Judged("reached", "kept", {"cards": left}) if left <= point.cards else None


def _ends(point: content.Ends, seen: Seen) -> Judged | None:
    if not seen.turn.after.over:
        return None
    points = points_of(seen.turn.after.hands[seen.seat])
    facts = {"points": points, "most": point.points, "who": seen.who}
    state: State = "reached" if points <= point.points else "lost"
    if seen.went_out and seen.is_own:
        return Judged(state, "ended-by-you", facts)
    return Judged(state, "ended-cheap" if state == "reached" else "ended-dear", facts)


def _leads(point: content.Leads, seen: Seen) -> Judged | None:
    if not seen.turn.after.over:
        return None
    totals = [sheet.total for sheet in seen.turn.after.score().sheets]
    own = totals.pop(seen.side)
    facts = {"own": own, "others": max(totals)}
    return Judged("reached", "ahead", facts) if own > max(totals) else Judged("lost", "not-ahead", facts)


def _guards(point: content.Guards, seen: Seen) -> Judged | None:
    if seen.turn.seat == (seen.seat + 1) % len(seen.turn.before.hands) and seen.number:
        if seen.turn.steps_of("take"):
            return Judged("lost", "pile-lost", {"cards": len(seen.turn.before.pile), "who": seen.who})
        if seen.number >= point.turns:
            return Judged("reached", "pile-kept", {"cards": len(seen.turn.before.pile), "who": seen.who})
    if seen.turn.after.over:
        return Judged("reached", "pile-kept-to-the-end")
    return None


def _freezes(point: content.Freezes, seen: Seen) -> Judged | None:
    if not seen.is_own:
        return None
    thrown = [card for step in seen.turn.steps_of("discard") for card in step.cards or ()]
    return Judged("reached", "froze") if thrown and thrown[0].is_wild else None


JUDGES: Final[Mapping[type, Judge]] = {
    content.Opens: _opens,
    content.Takes: _takes,
    content.Completes: _completes,
    content.GoesOut: _goes_out,
    content.Asks: _asks,
    content.Keeps: _keeps,
    content.Ends: _ends,
    content.Leads: _leads,
    content.Guards: _guards,
    content.Freezes: _freezes,
}
"""For each sort of point the function that judges a turn."""
