"""What somebody has done in a played deal, said to somebody at the same table.

A turn is one sentence: who, then what was done, action by action. What the listener did is told with "you".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action, Verb
from engine.law.cards import JOKER, sort_cards
from engine.play.record import Done
from lessons.words import naming

PARTNERS_SEATS: Final = 4
"""With so many at the table each has a partner opposite."""


def who(seat: int, me: int, seats: int) -> str:
    """What a seat is called by the one that sits at ``me``, as the subject of a sentence."""
    place = (seat - me) % seats
    if place == 0:
        return pgettext("at the table", "You")
    if seats == 2:
        return pgettext("at the table", "Your opponent")
    if seats == 4:
        return {
            1: pgettext("at the table", "Left"),
            2: pgettext("at the table", "Your partner"),
            3: pgettext("at the table", "Right"),
        }[place]
    return pgettext("at the table", "Player %(number)s") % {"number": place + 1}


def turn_in_words(turn: Sequence[Done], *, me: int, seats: int) -> str:
    """A turn, or what has been done of it, as a sentence. Cards that only the player has seen are not named."""
    seat = turn[0].seat
    asks_me = seats == PARTNERS_SEATS and (seat + 2) % seats == me
    done = naming.join_words(turn_parts(turn, mine=seat == me, asks_me=asks_me))
    return gettext("%(who)s %(done)s.") % {"who": who(seat, me, seats), "done": done}


def turn_parts(turn: Sequence[Done], *, mine: bool, asks_me: bool = False) -> list[str]:
    """What was done in a turn, part by part, as the parts stand after the name of who did it."""
    exposed = sum(done.action.verb == "expose" for done in turn)
    parts = [_exposed(exposed, mine=mine)] if exposed else []
    for done in turn:
        if done.action.verb == "expose":
            continue
        if done.action.verb == "ask" and asks_me:
            parts.append(_asks_me(done))
        else:
            parts += action_parts(done, mine=mine)
    return parts


def action_parts(done: Done, *, mine: bool) -> list[str]:
    """What one action was, and what came of it, as they stand after the name of who did it."""
    parts = [_TELLERS[done.action.verb](done, mine)]
    reds = sum(card.is_red_three for card in done.action.cards) if done.action.verb == "draw" else 0
    if reds and not mine:  # whoever drew them has heard it with the draw
        parts.append(_exposed(reds, mine=False))
    if done.canastas:
        parts.append(_canasta(done, mine=mine))
    if done.froze:
        parts.append(_say(mine, gettext("freeze the pile"), gettext("freezes the pile")))
    if done.out == "concealed":
        parts.append(_say(mine, gettext("go out concealed"), gettext("goes out concealed")))
    elif done.out == "yes":
        parts.append(_say(mine, gettext("go out"), gettext("goes out")))
    return parts


def _say(mine: bool, you: str, they: str) -> str:
    return you if mine else they


def _canasta(done: Done, *, mine: bool) -> str:
    if done.canastas > 1:
        count = {"count": naming.number_word(done.canastas)}
        return _say(
            mine,
            gettext("complete %(count)s canastas") % count,
            gettext("completes %(count)s canastas") % count,
        )
    return _say(mine, gettext("complete a canasta"), gettext("completes a canasta"))


def _cards(action: Action, case: naming.Case = "accusative") -> str:
    """The cards by rank, or each by its name where they are a sequence."""
    ranks = [card.rank for card in action.cards if not card.is_wild]
    if len(set(ranks)) > 1 and action.verb == "meld":
        cards = sort_cards(action.cards)
        return gettext("a sequence from the %(low)s to the %(high)s") % {
            "low": naming.card_in_text(cards[0]), "high": naming.card_in_text(cards[-1]),
        }  # fmt: skip
    if len(set(ranks)) > 1 or "-" in action.target:
        return naming.cards_drawn(action.cards)
    return naming.cards_in_text(action.cards, case)


def _draws(done: Done, mine: bool) -> str:
    reds = [card for card in done.action.cards if card.is_red_three]
    if mine:
        drawn = {"cards": naming.cards_drawn(done.action.cards)}
        if not done.action.cards:
            return gettext("draw nothing more")
        if reds:
            return gettext("draw %(cards)s (red threes go on the table)") % drawn
        return gettext("draw %(cards)s") % drawn
    count = len(done.action.cards) - len(reds)
    drawn = {"count": naming.number_word(count)}
    return ngettext("draws a card", "draws %(count)s cards", count) % drawn if count else gettext("draws")


def _takes(done: Done, mine: bool) -> str:
    action = done.action
    facts = {
        "pile": naming.card_count(done.pile),
        "cards": naming.cards_in_text(action.cards, "dative"),
        "meld": naming.target_name(action.target) if action.target else "",
    }
    if action.top_only:
        return _say(mine, gettext("take only the top card"), gettext("takes only the top card"))
    if action.cards and action.target:
        return (
            _say(
                mine,
                gettext(
                    "take the pile (%(pile)s), adding its top card to the %(meld)s together with %(cards)s"
                ),
                gettext(
                    "takes the pile (%(pile)s), adding its top card to the %(meld)s together with %(cards)s"
                ),
            )
            % facts
        )
    if action.cards:
        return (
            _say(
                mine,
                gettext("take the pile (%(pile)s) with %(cards)s"),
                gettext("takes the pile (%(pile)s) with %(cards)s"),
            )
            % facts
        )
    if action.target:
        return (
            _say(
                mine,
                gettext("take the pile (%(pile)s), adding its top card to the %(meld)s"),
                gettext("takes the pile (%(pile)s), adding its top card to the %(meld)s"),
            )
            % facts
        )
    return _say(mine, gettext("take the pile (%(pile)s)"), gettext("takes the pile (%(pile)s)")) % facts


def _melds(done: Done, mine: bool) -> str:
    return _say(mine, gettext("meld %(cards)s"), gettext("melds %(cards)s")) % {"cards": _cards(done.action)}


def _adds(done: Done, mine: bool) -> str:
    facts = {"cards": _cards(done.action), "meld": naming.target_name(done.action.target)}
    return (
        _say(mine, gettext("add %(cards)s to the %(meld)s"), gettext("adds %(cards)s to the %(meld)s"))
        % facts
    )


def _merges(done: Done, mine: bool) -> str:
    return _say(mine, gettext("join two melds"), gettext("joins two melds"))


def _moves(done: Done, mine: bool) -> str:
    return _say(mine, gettext("move a card on the table"), gettext("moves a card on the table"))


def _exposes(done: Done, mine: bool) -> str:
    return _exposed(1, mine=mine)


def _exposed(count: int, *, mine: bool) -> str:
    facts = {"count": naming.number_word(count)}
    if mine:
        text = ngettext("put a red three on the table", "put %(count)s red threes on the table", count)
        return text % facts
    return ngettext("puts a red three on the table", "puts %(count)s red threes on the table", count) % facts


def _asks_me(done: Done) -> str:
    if done.answer == "yes":
        return gettext("asks you for permission to go out (you say yes)")
    return gettext("asks you for permission to go out (you say no)")


def _asks(done: Done, mine: bool) -> str:
    answer = {"yes": gettext("the answer is yes"), "no": gettext("the answer is no")}.get(done.answer, "")
    text = _say(mine, gettext("ask for permission to go out"), gettext("asks for permission to go out"))
    return f"{text} ({answer})" if answer else text


def _discards(done: Done, mine: bool) -> str:
    cards = done.action.cards
    joker = cards[0].rank == JOKER
    facts = {
        "cards": naming.cards_in_text(cards, "accusative") if joker else naming.cards_with_articles(cards)
    }
    return _say(mine, gettext("discard %(cards)s"), gettext("discards %(cards)s")) % facts


def _ends(done: Done, mine: bool) -> str:
    return _say(mine, gettext("end the turn without a discard"), gettext("ends the turn without a discard"))


_TELLERS: Final[dict[Verb, Callable[[Done, bool], str]]] = {
    "draw": _draws,
    "take": _takes,
    "meld": _melds,
    "add": _adds,
    "merge": _merges,
    "move": _moves,
    "swap": _moves,
    "expose": _exposes,
    "ask": _asks,
    "discard": _discards,
    "end": _ends,
}
