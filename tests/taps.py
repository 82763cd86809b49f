"""How many taps a whole turn takes on its page: ``python -m tests.taps``.

Plays a solution of every whole turn on the page as it is built, by thumb: the stock, a card, a place on the table and
Check are a tap each; so is holding a card, which selects its rank, and passing along cards that lie side by side, which
selects them all. A solution is played as somebody would who wants few taps, as long as that is right too: what is added
to a meld of this turn is laid with it, and melds that one press lays are laid together. Prints the median and the turns
that take most.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import takewhile
from statistics import median
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.template.loader import render_to_string  # noqa: E402

from engine.law.actions import Action  # noqa: E402
from engine.law.cards import Card, sort_cards  # noqa: E402
from engine.notation.text import parse_actions  # noqa: E402
from lessons.content.reading import Item, library  # noqa: E402
from lessons.kinds.asking.grading import grade  # noqa: E402
from lessons.kinds.asking.solving import solution  # noqa: E402
from lessons.kinds.common.answers import AnswerError  # noqa: E402
from lessons.kinds.common.card_buttons import all_of_rank  # noqa: E402
from lessons.kinds.common.melds_at_once import FEWEST, melds_at_once  # noqa: E402
from lessons.kinds.common.work import Work  # noqa: E402
from lessons.kinds.registry import kind_of  # noqa: E402
from lessons.table.view_models import HandView  # noqa: E402

WORST = 8
UNCHOSEN = ("draw", "merge", "expose")


def turns() -> list[Item]:
    return [item for item in library().items.values() if item.kind == "turn"]


def taps_of(item: Item) -> int:
    """The taps of its solution, Check included. Fails where the page has no button for an action."""
    answer = solution(item)
    assert answer is not None, item.slug
    actions = parse_actions(answer["actions"])
    ways = [actions, _tidy(actions)]
    return min(_taps(item, way) for way in ways if way == actions or _is_right(item, way))


def _is_right(item: Item, actions: Sequence[Action]) -> bool:
    try:
        return grade(item, {"actions": [str(action) for action in actions]}).outcome == "right"
    except AnswerError:
        return False


def _tidy(actions: Sequence[Action]) -> tuple[Action, ...]:
    """The same turn with each meld laid whole, and all melds before what is added to others."""
    melds = {action.cards[0].rank: action for action in actions if action.verb == "meld"}
    others: list[Action] = []
    for action in actions:
        if action.verb == "add" and action.target in melds:
            meld = melds[action.target]
            melds[action.target] = replace(meld, cards=sort_cards((*meld.cards, *action.cards)))
        elif action.verb != "meld":
            others.append(action)
    begun = sum(action.verb in ("draw", "take", "ask") for action in others)
    if len(melds) != sum(action.verb == "meld" for action in actions):
        return tuple(actions)
    return (*others[:begun], *melds.values(), *others[begun:])


def _taps(item: Item, actions: Sequence[Action]) -> int:
    work, taps, left = Work(), 0, list(actions)
    while left:
        kind = kind_of(item)
        context = kind.form(item, work, None, None, focus="")
        context |= {"table": kind.table(item, work), "places": context["form"].places}
        context |= {"may_try_again": True}
        now = _at_once(left)
        taps += _steps(now, context)
        is_checked = now[0].verb == "discard" and context["form"].ending is not None
        work = replace(work, actions=kind.staged(item, (*work.actions, *now)).actions)
        left = [action for action in left if action not in now]
    return taps + (not is_checked)


def _at_once(actions: Sequence[Action]) -> tuple[Action, ...]:
    """The actions of which one press makes the first: several melds where the page lays them from one selection."""
    melds = list(takewhile(lambda action: action.verb == "meld", actions))
    plain = [one for one in melds if len(one.cards) >= FEWEST and all(card.is_natural for card in one.cards)]
    short = [one for one in melds if one not in plain]
    for found in (plain + short[:1], plain):
        cards = [card for one in found for card in one.cards]
        try:
            laid = melds_at_once(cards) if len(found) > 1 else ()
        except AnswerError:
            continue
        if Counter(map(frozenset, laid)) == Counter(frozenset(one.cards) for one in found) and laid:
            return tuple(found)
    return tuple(actions[:1])


def _steps(now: Sequence[Action], context: dict[str, Any]) -> int:
    """The taps that select what these actions need, and the one that makes them."""
    action, form, hand = now[0], context["form"], context["hand"]
    if action.verb == "discard" and form.ending is not None:
        assert f'value="{form.ending.do}"' in render_to_string("lessons/_finish.html", context)
        return 1 + _selecting(action.cards, hand)
    onto_table = render_to_string("lessons/_table.html", context)
    beside = render_to_string(form.template, context)
    held = [one.card for group in hand.groups for one in group.cards]
    button = form.onto_meld(action.target) if action.verb == "add" else None
    if button and button.alone and Counter(all_of_rank(action.target, held)) == Counter(action.cards):
        return _pressing(action, onto_table, beside)
    chosen = [card for one in now for card in one.cards] if action.verb not in UNCHOSEN else []
    return _pressing(action, onto_table, beside) + _selecting(chosen, hand)


def _pressing(action: Action, onto_table: str, beside: str) -> int:
    """The taps on the button of an action: what stands in a part that is closed takes one more."""
    wanted = _buttons(action)
    if any(f'value="{one}"' in onto_table for one in wanted):
        return 1
    before, _, closed = beside.partition("<details")
    if any(f'value="{one}"' in before for one in wanted):
        return 1
    assert any(f'value="{one}"' in closed for one in wanted), f"no button for {action}"
    return 2


def _buttons(action: Action) -> Sequence[str]:
    if action.verb == "take" and action.target:
        return (f"take-onto:{action.target}", "take-onto")
    if action.verb == "merge":
        return (f"merge:{action.target}:{action.source}", f"merge:{action.source}:{action.target}")
    return (f"add:{action.target}",) if action.verb == "add" else (action.verb,)


def _selecting(cards: Iterable[Card], hand: HandView) -> int:
    """The taps that select these cards: one for all that follow each other in the hand."""
    wanted, taps, before = Counter(cards), 0, False
    for one in (one for group in hand.groups for one in group.cards):
        chosen = wanted[one.card] > 0
        wanted[one.card] -= chosen
        taps += chosen and not before
        before = chosen
    return taps


def main() -> None:
    taps = sorted(((taps_of(item), item.slug) for item in turns()), reverse=True)
    print(f"{len(taps)} turns: median {median(count for count, _ in taps):g}, most {taps[0][0]}")
    for count, slug in taps[:WORST]:
        print(f"{count:3} {slug}")


if __name__ == "__main__":
    main()
