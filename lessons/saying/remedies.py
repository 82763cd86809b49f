"""Actions in words: a list of them, one that a sentence is about, and the smallest change that mends a turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile

from django.utils.translation import gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import sort_cards
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.verdict import Finding, Verdict
from lessons.words import naming

_LAYING = frozenset({"meld", "add", "merge", "move", "swap"})


def actions_in_words(actions: Iterable[Action]) -> str:
    """A list of actions, a sentence each with its cards drawn small."""
    parts = []
    for action in joined(actions):
        pictured = bool(action.cards) and action.verb not in ("draw", "discard")
        parts.append(naming.action_in_words(action, pictured=pictured))
    return ". ".join(parts) + "."


def joined(actions: Iterable[Action]) -> list[Action]:
    """The same with cards that go onto one meld one after the other as one action: two jacks, not a jack and a jack."""
    found: list[Action] = []
    for action in actions:
        before = found[-1] if found else None
        if before and action.verb == before.verb == "add" and action.target == before.target:
            found[-1] = replace(before, cards=tuple(sort_cards((*before.cards, *action.cards))))
        else:
            found.append(action)
    return found


def about_action(action: Action, reason: str) -> str:
    """Why one of several actions is allowed or not. A reason with a colon of its own begins after a full stop."""
    words = {"action": naming.action_in_words(action), "reason": reason}
    return (
        gettext("“%(action)s.” %(reason)s") if ": " in reason else gettext("“%(action)s”: %(reason)s")
    ) % words


def without_action(text: str, action: Action) -> str:
    """What :func:`about_action` made, without the action."""
    for reason in ("", ": "):
        text = text.removeprefix(about_action(action, reason).removesuffix(reason))
    return text


def limit_in_words(verdict: Verdict, *, is_shown: bool) -> str:
    """What is to be said where the search for the smallest change stopped before its end."""
    if not verdict.remedy_limit:
        return ""
    if is_shown:
        return gettext("There may be a smaller change: the search stopped at its limit.")
    if verdict.remedy is None:
        return gettext(
            "The search for a change that would be allowed stopped at its limit; there may still be one."
        )
    return ""


def is_near(remedy: Sequence[Action], actions: Sequence[Action]) -> bool:
    """Whether a remedy does what the player tried, so that it teaches something.

    The engine's smallest change is exact but may be of quite another kind: other cards are melded instead.
    """
    tried = {action.verb for action in actions}
    for action in remedy:
        if action in actions or action.verb in ("draw", "discard", "expose"):
            continue
        ranks = {card.rank for other in actions for card in other.cards if card.is_natural}
        joins = action.verb == "add" and "meld" in tried and action.target in ranks
        # What does not fit a meld may be one by itself.
        alone = action.verb == "meld" and any(
            other.verb == "add" and set(action.cards) == set(other.cards) for other in actions
        )
        mine = [other for other in actions if other.verb == action.verb]
        shared = any(
            set(other.cards) & set(action.cards) or other.target == action.target != "" for other in mine
        )
        if not (shared or joins or alone) and not (mine and action.verb == "take"):
            return False
    return True


def with_red_threes_exposed(
    position: Position, actions: Sequence[Action], place: int | None, remedy: tuple[Action, ...]
) -> tuple[Action, ...]:
    """The player's turn with every red three on the table at once; at this place is the action at fault.

    Where that is not legal either, the remedy, if it does the same; the smallest change may be to lay one of several
    and to go on.
    """
    before, ending = actions[:place], actions[place:] if place is not None else ()
    begun = len(list(takewhile(lambda action: action.verb in ("draw", "take"), before)))
    named = Counter(card for action in actions if action.verb == "draw" for card in action.cards)
    exposed = Counter(card for action in before if action.verb == "expose" for card in action.cards)
    held = Counter(card for card in position.hand if card.is_red_three) - exposed - named
    exposes = [Action(verb="expose", cards=(card,)) for card in sorted(held.elements(), key=str)]
    others = sorted((card for card in position.hand if card.is_natural), key=lambda card: card.points)
    discards_red = any(action.verb == "discard" and action.cards[0].is_red_three for action in ending)
    ways = (
        [[Action(verb="discard", cards=(card,))] for card in dict.fromkeys(others)]
        if discards_red
        else [list(ending)]
    )
    for way in ways:
        turn = [*before[:begun], *exposes, *before[begun:], *way]
        try:
            if judge(position, turn, remedy=False).legal:
                return tuple(turn)
        except EngineError:  # a card that the turn has laid already
            continue
    is_whole = sum(action.verb == "expose" for action in remedy) >= len(exposes)
    return remedy if is_whole and remedy[-1].verb in ("discard", "end") else ()


def example_in_words(remedy: Sequence[Action], actions: Sequence[Action], breach: Finding) -> str:
    """The smallest change with its cards: as what to leave out, as an example of the condition, or as another way."""
    if not remedy:
        return ""
    if all(action in actions for action in remedy):
        left_out = [action for action in actions if action not in remedy]
        return (
            gettext("The turn would be allowed if this were left out: %(actions)s")
            % {"actions": actions_in_words(left_out)}
            if left_out
            else ""
        )
    faulty = actions[breach.action] if breach.action is not None else None
    told = {"actions": " ".join(filter(None, [actions_in_words(remedy), _left_out(remedy, actions, faulty)]))}
    new = [action for action in remedy if action not in actions]
    of_another_sort = breach.rule.startswith("samba.sequence-") and not any(map(_is_sequence, new))
    if _does_it_right(new, faulty) and not of_another_sort:
        return gettext("For example: %(actions)s") % told
    return gettext("What is possible here: %(actions)s") % told


def _left_out(remedy: Sequence[Action], actions: Sequence[Action], faulty: Action | None) -> str:
    """What the change drops of the player's turn besides what was at fault; empty where it drops nothing."""
    if faulty is None:
        return ""
    dropped = [
        action
        for action in actions
        if action.verb in ("meld", "add")
        and action is not faulty
        and action not in remedy
        and not any(set(action.cards) & set(other.cards) for other in remedy if other.verb in _LAYING)
    ]
    return gettext("This leaves out: %(actions)s") % {"actions": actions_in_words(dropped)} if dropped else ""


def _is_sequence(action: Action) -> bool:
    """Whether cards are laid as a sequence or onto one."""
    ranks = {card.rank for card in action.cards if card.is_natural}
    return "-" in action.target or (action.verb == "meld" and len(ranks) > 1)


def _does_it_right(new: Sequence[Action], faulty: Action | None) -> bool:
    """Whether what is new does what the faulty action tried, or lays more where the whole turn was at fault."""
    if faulty is not None and faulty.verb == "add" and not any(action.verb == "add" for action in new):
        return False  # a meld by itself is another way
    if faulty is None or faulty.verb in _LAYING:
        return any(action.verb in _LAYING or (faulty is None and action.verb == "take") for action in new)
    return faulty.verb in ("discard", "end") or any(action.verb == faulty.verb for action in new)
