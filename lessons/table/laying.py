"""What a turn has laid so far, legal or not: the own melds and the pile as the staged actions leave them.

Says of each meld which cards came to it in this turn, and by which action it was touched last: there that action lies,
and there it can be taken back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.melds import Meld, Owner
from engine.law.position import Position, Side
from engine.turn.table import LaidMeld, Table

ON_THE_PILE = ("take", "discard")


@dataclass(frozen=True, slots=True, kw_only=True)
class OnTable:
    """An own meld as it lies there now.

    ``name`` is what actions call it, empty where an equal meld stands before it. ``came`` are its cards of this turn,
    ``last`` the place in the turn of the action that can be taken back there; None for none.
    """

    meld: Meld
    name: str
    came: tuple[Card, ...]
    last: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """The own melds, the position as it is now, and the action that can be taken back at the pile.

    ``discarded`` says that it put the top card there.
    """

    melds: tuple[OnTable, ...]
    position: Position
    taken: bool
    discarded: bool
    at_pile: int | None

    @property
    def taken_back_there(self) -> frozenset[int]:
        """The places in the turn of the actions that can be taken back where they lie."""
        found = (*(one.last for one in self.melds), self.at_pile)
        return frozenset(index for index in found if index is not None)


def laid_on(position: Position, actions: Sequence[Action]) -> Laid:
    """The table after these actions. Those from the first one on that asks for what is not there are left out."""
    table = Table(position)
    before = {id(meld): tuple(meld.cards) for meld in table.melds}
    last: dict[int, int] = {}
    at_pile: int | None = None
    discarded = False
    for index, action in enumerate(actions):
        sizes = {id(meld): len(meld.cards) for meld in table.melds}
        try:
            table.check(action, where="")
        except EngineError:
            break
        table.do(action)
        last |= {id(meld): index for meld in table.melds if len(meld.cards) != sizes.get(id(meld))}
        if action.verb in ON_THE_PILE:
            at_pile, discarded = index, action.verb == "discard"
    now = table.to_position()
    return Laid(
        melds=tuple(_in_order(table.melds, now.own, before, last, at_pile)),
        position=now,
        taken=any(action.verb == "take" for action in actions),
        discarded=discarded,
        at_pile=at_pile,
    )


def _in_order(
    laid: Sequence[LaidMeld[Owner]],
    own: Side,
    before: dict[int, tuple[Card, ...]],
    last: dict[int, int],
    at_pile: int | None,
) -> list[OnTable]:
    """The melds in the order in which a side shows them. What is taken back at the pile is so there alone."""
    left, found, named = list(laid), [], set[str]()
    for meld in own.melds:
        one = next(one for one in left if Counter(one.cards) == Counter(meld.cards))
        left.remove(one)
        came = tuple((Counter(one.cards) - Counter(before.get(id(one), ()))).elements())
        index = last.get(id(one))
        found.append(
            OnTable(
                meld=meld,
                name="" if one.name in named else one.name,
                came=came,
                last=None if index == at_pile else index,
            )
        )
        named.add(one.name)
    return found
