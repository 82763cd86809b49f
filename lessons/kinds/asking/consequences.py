"""What follows at the table from an answer that is not right: computed by doing it, and by a legal reply to it.

An action that is not allowed is taken back, and what it would have led to is said where it would have left the player
without a move. After one that is allowed and ended the turn, the next player's best reply that the table shows is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from django.utils.translation import gettext, ngettext

from engine.judging.judge import judge, legal_actions
from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, Card, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position, Side
from engine.law.verdict import Verdict
from engine.notation.text import format_cards
from lessons.content.reading import Item
from lessons.kinds.common.result import Result
from lessons.kinds.registry import kind_of
from lessons.saying.base import some_canastas
from lessons.table.playing_out import NOTHING, PlayedOut
from lessons.table.staging import stage
from lessons.words import naming

_SOME_HAND = 10
"""Cards that the next player is taken to hold; which they are stays open."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequence:
    """What follows, in sentences, and the table as it stands then, seen by the same player.

    ``played`` is what of it can be played out on the table that the answer was given at.
    """

    sentences: tuple[str, ...]
    position: Position
    played: PlayedOut = NOTHING


def consequence_of(
    position: Position, actions: Sequence[Action], verdict: Verdict, *, next_cards: Sequence[Card] = ()
) -> Consequence | None:
    """What follows from these actions; None where the text does not decide, or nothing follows worth saying."""
    if verdict.legal is None or not actions:
        return None
    try:
        after = _where_it_stands(position, actions, verdict)
        said: tuple[str, ...]
        if verdict.legal:
            reply = _after_legal(actions, verdict)
            said, played = (reply.text,), reply.played
        else:
            back = _taken_back(position, actions, verdict)
            said = (
                _without_a_move(position, actions, next_cards=next_cards, verdict=verdict),
                back.text,
                _what_remains(after),
            )
            played = replace(back.played, lacking=_lacking(verdict))
    except EngineError:  # nothing that could be carried out
        return None
    sentences = tuple(filter(None, said))
    return Consequence(sentences=sentences, position=after, played=played) if sentences else None


@dataclass(frozen=True, slots=True)
class _Said:
    """A sentence, empty where there is nothing to say, and what can be played out of it."""

    text: str = ""
    played: PlayedOut = NOTHING


def _lacking(verdict: Verdict) -> int:
    """So many canastas are missing where somebody goes out, or would have to."""
    for finding in verdict.broken:
        if finding.rule == "turn.keep-a-card":
            return int(finding.facts["canastas_needed"]) - int(finding.facts["canastas"])
        if finding.rule == "out.canastas-needed":
            return int(finding.facts["needed"]) - int(finding.facts["have"])
    return 0


def _where_it_stands(position: Position, actions: Sequence[Action], verdict: Verdict) -> Position:
    """The table once everything that cannot stand is taken back."""
    if verdict.legal or any(finding.action is not None for finding in verdict.broken):
        return verdict.after
    # The fault is one of the whole turn: nothing of what was laid in it stands.
    begun = tuple(takewhile(lambda action: action.verb in ("draw", "expose", "ask"), actions))
    return judge(position, begun, unfinished=True, remedy=False).after if begun else position


def played_in(item: Item, result: Result) -> tuple[Action, ...]:
    """The actions whose consequence an answer shows; none where the answer speaks of something else."""
    return kind_of(item).played(item, result)


def _without_a_move(
    position: Position, actions: Sequence[Action], *, next_cards: Sequence[Card], verdict: Verdict
) -> str:
    """That the player would sit there with one card, or none, and could not go on: only where that is the fault."""
    broken = {finding.rule: finding.facts for finding in verdict.broken}
    if "turn.keep-a-card" in broken:
        have, needed = (broken["turn.keep-a-card"][key] for key in ("canastas", "canastas_needed"))
    elif "out.canastas-needed" in broken:
        have, needed = (broken["out.canastas-needed"][key] for key in ("have", "needed"))
    else:
        return ""
    staged = stage(position, actions, next_cards=next_cards)
    facts = {"have": some_canastas(have), "needed": naming.number_word(needed)}
    left = len(staged.hand) + staged.unknown
    if left == 0:
        return _no_card_left(position) % facts
    if left == 1 and staged.hand:
        return _one_card_left(position) % {**facts, "card": staged.hand[0]}
    return ""


def _no_card_left(position: Position) -> str:
    if position.has_partner:
        return gettext(
            "You would be left without a card, and the deal would have to go on: your side has %(have)s "
            "and needs %(needed)s to go out."
        )
    return gettext(
        "You would be left without a card, and the deal would have to go on: you have %(have)s and need "
        "%(needed)s to go out."
    )


def _one_card_left(position: Position) -> str:
    if position.has_partner:
        return gettext(
            "You would be left with {%(card)s} alone. You would still have to "
            "discard, but that would mean going out, and your side has %(have)s and "
            "needs %(needed)s."
        )
    return gettext(
        "You would be left with {%(card)s} alone. You would still have to discard, "
        "but that would mean going out, and you have %(have)s and need %(needed)s."
    )


def _taken_back(position: Position, actions: Sequence[Action], verdict: Verdict) -> _Said:
    """Where the cards of what is not allowed are now."""
    places = [finding.action for finding in verdict.broken if finding.action is not None]
    action = actions[min(places)] if places else None
    stays = PlayedOut(pile="stays")
    if action is not None and action.verb == "take":
        text = ngettext(
            "So the pile stays where it is, with its one card.",
            "So the pile stays where it is, with its %(count)s cards.",
            position.pile_size,
        ) % {"count": naming.number_word(position.pile_size)}
        return _Said(text, stays)
    if action is None and any(one.verb == "take" for one in actions):
        text = gettext(
            "So the pile stays where it is, and what you laid down in this turn goes back into your hand."
        )
        return _Said(text, replace(stays, returns=True))
    if action is None and any(one.verb in ("meld", "add") for one in actions):
        text = gettext("So everything you laid down in this turn goes back into your hand.")
        return _Said(text, PlayedOut(returns=True))
    if action is None:
        action = actions[-1]
    if action.verb not in ("meld", "add", "discard"):
        return _Said()
    held = set(position.hand if not places else verdict.after.hand)
    mine = [card for card in action.cards if card in held]
    if not mine:
        return _Said()
    text = gettext("So this goes back into your hand: {%(cards)s}") % {
        "cards": format_cards(sort_cards(mine))
    }
    return _Said(text, PlayedOut(returns=True))


def _what_remains(after: Position) -> str:
    """What the player may still do, where that is only one thing."""
    if not after.my_turn:
        return ""
    verbs = {action.verb for action in legal_actions(after)} - {"ask"}
    if verbs == {"draw"}:
        return gettext("All you can do is draw from the stock.")
    if verbs == {"discard"}:
        return gettext("All that remains is to discard a card.")
    if not verbs:
        return gettext("No other action is open to you.")
    return ""


def _after_legal(actions: Sequence[Action], verdict: Verdict) -> _Said:
    after = verdict.after
    if verdict.went_out != "no" or (not after.my_turn and _ends_the_deal(actions, verdict)):
        return _Said(gettext("That ends the deal, and everything is counted."))
    if after.my_turn or after.upcard is None:
        return _Said()
    return _reply(after)


def _ends_the_deal(actions: Sequence[Action], verdict: Verdict) -> bool:
    """Whether a turn in which nobody went out ends the deal: the pile is declined, or the stock's last card was red."""
    last_red_three = any(finding.rule == "stock.last-red-three" for finding in verdict.findings)
    return actions[-1].verb == "end" or last_red_three


def _reply(after: Position) -> _Said:
    """What the next player can do with the pile, as far as the table shows it."""
    top = after.upcard
    assert top is not None
    theirs = after.opponents[0] if after.opponents else Side()
    facts = {"card": str(top), "count": naming.number_word(after.pile_size)}
    seat = _next_seat(after, theirs, hand=())
    onto = Action(verb="take", target=top.rank)
    if any(meld.rank == top.rank for meld in theirs.melds) and _is_legal(seat, onto):
        text = (
            ngettext(
                "Now the next player can put the {%(card)s} on one of their side’s melds and so take the "
                "pile, which is just this card.",
                "Now the next player can put the {%(card)s} on one of their side’s melds and take the "
                "pile, all %(count)s cards of it.",
                after.pile_size,
            )
            if after.has_partner
            else ngettext(
                "Now the next player can put the {%(card)s} on one of their melds and so take the pile, "
                "which is just this card.",
                "Now the next player can put the {%(card)s} on one of their melds and take the pile, all "
                "%(count)s cards of it.",
                after.pile_size,
            )
        )
        return _Said(text % facts, PlayedOut(pile="taken", top=top, onto=top.rank))
    if top.is_natural:
        text = _reply_with_a_pair(after, theirs, facts)
        return _Said(text, PlayedOut(pile="taken", top=top, pair=top.rank) if text else NOTHING)
    if top.is_wild and after.rules.wild_top_takeable == "with_pair":
        return _Said(_reply_to_a_wild_card(after, theirs, facts))
    if after.stock == 0:
        return _Said(
            gettext("The next player cannot take the pile, and the stock is empty: the deal is over.")
        )
    return _Said(gettext("The next player cannot take the pile and has to draw."))


def _reply_with_a_pair(after: Position, theirs: Side, facts: dict[str, str]) -> str:
    assert after.upcard is not None
    pair = _pair(after, after.upcard.rank)
    if not _takes_with(after, theirs, pair):
        return ""
    return ngettext(
        "If the next player holds {%(pair)s}, they can take the pile, which is the {%(card)s} alone.",
        "If the next player holds {%(pair)s}, they can take the pile with the {%(card)s} on top: "
        "%(count)s cards.",
        after.pile_size,
    ) % {**facts, "pair": format_cards(pair)}


def _reply_to_a_wild_card(after: Position, theirs: Side, facts: dict[str, str]) -> str:
    """Where a wild card on top may be melded with any natural pair."""
    if not any(_takes_with(after, theirs, _pair(after, rank)) for rank in NATURAL_RANKS):
        return ""
    return (
        ngettext(
            "If the next player holds two natural cards of the same rank, they can meld the {%(card)s} "
            "with them and so take the pile, which is just this card.",
            "If the next player holds two natural cards of the same rank, they can meld the {%(card)s} "
            "with them and take the pile, all %(count)s cards of it.",
            after.pile_size,
        )
        % facts
    )


def _takes_with(after: Position, theirs: Side, pair: tuple[Card, ...]) -> bool:
    """Whether the next player, whose side has melded, can take the pile with these cards."""
    if not pair or not theirs.opened:
        return False
    return _is_legal(_next_seat(after, theirs, hand=pair), Action(verb="take", cards=pair))


def _next_seat(after: Position, theirs: Side, *, hand: tuple[Card, ...]) -> Position:
    """The table as the next player sees it, holding these cards and others that nobody knows."""
    return replace(
        after,
        phase="draw",
        drew="stock",
        my_turn=True,
        hand=hand,
        unknown_cards=_SOME_HAND,
        own=theirs,
        opponents=(after.own, *after.opponents[1:]),
        player_has_melded=None,
        permission=None,
        partner_hand=None,
    )


def _is_legal(position: Position, action: Action) -> bool:
    try:
        return judge(position, [action], unfinished=True, remedy=False).legal is True
    except EngineError:
        return False


def _pair(after: Position, rank: str) -> tuple[Card, ...]:
    """Two natural cards of this rank that the next player could hold."""
    seen = [*after.hand, *after.pile, *(card for meld in after.own.melds for card in meld.cards)]
    seen += [card for side in after.opponents for meld in side.melds for card in meld.cards]
    free = [
        card
        for card in CARDS.values()
        if card.rank == rank and card.is_natural
        for _ in range(after.rules.packs - seen.count(card))
    ]
    return sort_cards(free[:2]) if len(free) > 1 else ()
