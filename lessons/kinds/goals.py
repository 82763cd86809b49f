"""What is asked, said without any card, in both languages: for other cards, and where a theme says it for none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext, ngettext, override

from engine.law.position import SINGLE_PLAYERS
from lessons.content import bank
from lessons.content.base import LANGUAGES, Text
from lessons.content.choices import CompareTask, MistakeTask
from lessons.content.reading import Item
from lessons.content.schema import Accept, CardsTask, MeldsTask, NumberTask, TurnTask
from lessons.words import naming


def goal_of(item: Item) -> Text:
    """What is to be done, for any cards."""
    return _both(lambda: _goal(item))


def look_of(item: Item) -> Text:
    """Where to look first, for any cards."""
    return _both(lambda: _look(item))


def other_texts(item: Item) -> dict[str, Any]:
    """The sentence for an answer that is legal and not yet what is asked for, where the task has one."""
    accept = getattr(item.task, "accept", None)
    if accept is None:
        return {}
    alone = _plays_alone(item)
    return {
        "accept_text": _both(
            lambda: (
                gettext("Allowed, but make sure that %(what)s.") % {"what": _accepted(accept, alone=alone)}
            )
        )
    }


def _both(text: Callable[[], str]) -> Text:
    said = {}
    for language in LANGUAGES:
        with override(language):
            said[language] = text()
    return Text(**said)


def _plays_alone(item: Item) -> bool:
    """Whether there are no partnerships, so that nothing is said of a side."""
    if item.position is not None:
        return not item.position.has_partner
    return item.rules.default_players <= SINGLE_PLAYERS


def _goal(item: Item) -> str:
    task = item.task
    accept = getattr(task, "accept", None)
    alone = _plays_alone(item)
    match task:
        case CardsTask() if task.find:
            return _find(task.find)
        case CardsTask():
            goal = _do(task.do or "", alone=alone)
        case MeldsTask() if not task.position.own.opened:
            goal = (
                gettext("Make your initial meld with cards from your hand.")
                if alone
                else gettext("Make your side’s initial meld with cards from your hand.")
            )
        case MeldsTask():
            goal = gettext("Meld or add cards from your hand.")
        case TurnTask():
            goal = gettext("Play a whole turn.")
        case NumberTask():
            numbers = _NUMBERS | _NUMBERS_ALONE if alone else _NUMBERS
            return numbers[task.compute]()
        case MistakeTask() if task.player == "partner":
            return gettext("Your partner has played this turn: find the mistake.")
        case MistakeTask() if task.player == "opponent":
            return gettext("An opponent has played this turn: find the mistake.")
        case CompareTask() if task.side:
            return (
                gettext("What do you score under each of the two rule sets?")
                if alone
                else gettext("What does this side score under each of the two rule sets?")
            )
        case _:
            return _GOALS[task.kind]()
    if isinstance(task, MeldsTask) and accept is not None and not task.position.own.opened:
        accept = accept.model_copy(update={"opens": None})
    if accept is None or not _accepted(accept, alone=alone):
        return goal
    asked = gettext("Make sure that %(what)s.") % {"what": _accepted(accept, alone=alone)}
    return f"{goal} {asked}"


def _look(item: Item) -> str:
    if item.position is not None and item.position.phase == "draw" and item.position.pile_size:
        return gettext("Look at the whole pile first, then at your hand.")
    if item.position is not None and _plays_alone(item):
        return gettext("Look at your hand and at what you have on the table.")
    if item.position is not None:
        return gettext("Look at your hand and at what your side has on the table.")
    return gettext("Go through the cards one by one.")


_GOALS: Final[dict[str, Callable[[], str]]] = {
    "legal": lambda: gettext("Is this allowed, and why?"),
    "sheet": lambda: gettext("Fill in the score sheet of this deal."),
    "find-all": lambda: gettext("Tick everything that is allowed here."),
    "predict": lambda: gettext("Your partner is about to play: which of these is allowed?"),
    "mistake": lambda: gettext("You have played this turn: find the mistake."),
    "sheet-mistake": lambda: gettext("One row of this score sheet is wrong: find it."),
    "order": lambda: gettext("Put the actions of your turn in order."),
    "compare": lambda: gettext("Is this allowed under each of the two rule sets?"),
}

_NUMBERS: Final[dict[str, Callable[[], str]]] = {
    "card-points": lambda: gettext("How many points are these cards worth together?"),
    "meld-points": lambda: gettext(
        "How many points does this meld bring at the end, with its bonus if it has one?"
    ),
    "canasta-bonus": lambda: gettext("What bonus does this meld bring?"),
    "points-laid": lambda: gettext("How many points count towards the initial meld?"),
    "missing-points": lambda: gettext("How many points are missing to the initial meld?"),
    "side-total": lambda: gettext("What does this side score in this deal?"),
    "score-after": lambda: gettext("What is the total of this side after the deal?"),
    "next-minimum": lambda: gettext("Which minimum does this side’s initial meld need in the next deal?"),
}

_NUMBERS_ALONE: Final[dict[str, Callable[[], str]]] = {
    "side-total": lambda: gettext("What do you score in this deal?"),
    "score-after": lambda: gettext("What is your total after the deal?"),
    "next-minimum": lambda: gettext("Which minimum does your initial meld need in the next deal?"),
}
"""The same where everybody plays alone."""


def _find(find: str) -> str:
    name, _, value = find.partition(":")
    match name:
        case "wild":
            return gettext("Choose all wild cards.")
        case "joker":
            return gettext("Choose all jokers.")
        case "red-three":
            return gettext("Choose all red threes.")
        case "black-three":
            return gettext("Choose all black threes.")
        case "natural":
            return gettext("Choose all natural cards.")
        case "points":
            return gettext("Choose all cards worth %(points)s points.") % {"points": value}
        case "worth-more-than":
            return gettext("Choose all cards worth more than %(points)s points.") % {"points": value}
    return gettext("Choose all %(rank)s.") % {"rank": naming.rank_many(value)}


def _do(do: str, *, alone: bool) -> str:
    verb, _, target = do.partition(":")
    match verb:
        case "take":
            return gettext("Choose the cards with which you take the pile.")
        case "take-onto":
            return (
                gettext("Take the pile onto one of your melds: choose what you need for it.")
                if alone
                else gettext("Take the pile onto a meld of your side: choose what you need for it.")
            )
        case "add":
            return gettext("Choose the cards that you add to the %(meld)s.") % {
                "meld": naming.target_name(target)
            }
        case "discard":
            return gettext("Choose the card that you discard.")
    return gettext("Choose cards that make a legal meld.")


def _accepted(accept: Accept, *, alone: bool) -> str:
    """The conditions of an answer, joined: clauses that follow upon "that"."""
    parts: list[str] = []
    if accept.took_pile is not None:
        parts.append(
            gettext("you take the pile") if accept.took_pile else gettext("the pile stays where it is")
        )
    if accept.went_out is not None:
        parts.append(
            {
                "yes": gettext("you go out"),
                "concealed": gettext("you go out concealed"),
                "no": gettext("you do not go out yet"),
            }[accept.went_out]
        )
    if accept.opens:
        parts.append(
            gettext("you make your initial meld")
            if alone
            else gettext("you make the initial meld of your side")
        )
    if accept.min_points is not None:
        points = {"points": naming.number(accept.min_points)}
        parts.append(gettext("what you lay is worth at least %(points)s points") % points)
    if accept.max_points is not None:
        points = {"points": naming.number(accept.max_points)}
        parts.append(gettext("what you lay is worth at most %(points)s points") % points)
    if accept.canasta is not None:
        parts.append(
            {
                "natural": gettext("there is a natural canasta at the end"),
                "mixed": gettext("there is a mixed canasta at the end"),
                "samba": gettext("there is a samba at the end"),
                "wild": gettext("there is a canasta of wild cards at the end"),
                "any": gettext("there is a canasta at the end"),
            }[accept.canasta]
        )
    if accept.cards_left is not None:
        parts.append(_left(accept.cards_left))
    if accept.cards_left_max is not None:
        most = {"count": naming.number_word(accept.cards_left_max)}
        parts.append(gettext("no more than %(count)s cards are left in your hand") % most)
    if accept.melds_min is not None:
        parts.append(
            ngettext("you lay a new meld", "you lay at least %(count)s new melds", accept.melds_min)
            % {"count": naming.number_word(accept.melds_min)}
        )
    return naming.join_words(parts)


def _left(count: int) -> str:
    if count == 0:
        return gettext("no card is left in your hand")
    return ngettext(
        "one card is left in your hand", "exactly %(count)s cards are left in your hand", count
    ) % {"count": naming.number_word(count)}


bank.say_goals_with(goal_of)
