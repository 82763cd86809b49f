"""What is asked, said without any card, in both languages: for other cards, and where a theme says it for none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, override

from lessons.content import bank
from lessons.content.base import LANGUAGES, Text
from lessons.content.reading import Item
from lessons.kinds.common.conditions import aim_in_words
from lessons.kinds.registry import given, kind_of


def goal_of(item: Item) -> Text:
    """What is to be done, for any cards."""
    return _both(lambda: kind_of(item).goal(item, alone=item.plays_alone))


def look_of(item: Item) -> Text:
    """Where to look first, for any cards."""
    return _both(lambda: _look(item))


def other_texts(item: Item) -> dict[str, Any]:
    """The sentence for an answer that is legal and not yet what is asked for, where the task has one."""
    accept = given(item.task).accept
    if accept is None:
        return {}
    return {"accept_text": _both(lambda: aim_in_words(accept, alone=item.plays_alone))}


def _both(text: Callable[[], str]) -> Text:
    said = {}
    for language in LANGUAGES:
        with override(language):
            said[language] = text()
    return Text(**said)


def _look(item: Item) -> str:
    if item.position is not None and item.position.phase == "draw" and item.position.pile_size:
        return gettext("Look at the whole pile first, then at your hand.")
    if item.position is not None and item.plays_alone:
        return gettext("Look at your hand and at what you have on the table.")
    if item.position is not None:
        return gettext("Look at your hand and at what your side has on the table.")
    return gettext("Go through the cards one by one.")


bank.say_goals_with(goal_of)
