"""How many taps a whole turn takes on its page: ``python -m tests.taps``.

Plays a solution of every whole turn on the page as it is built: the stock, a card, a place on the table and Check are a
tap each, and so is holding a card, which selects its rank. Prints the median and the turns that take most.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from statistics import median

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.template.loader import render_to_string  # noqa: E402

from engine.law.actions import Action  # noqa: E402
from engine.law.cards import Card  # noqa: E402
from engine.notation.text import parse_actions  # noqa: E402
from lessons.content.reading import Item, library  # noqa: E402
from lessons.kinds.asking.solving import solution  # noqa: E402
from lessons.kinds.common.work import Work  # noqa: E402
from lessons.kinds.registry import kind_of  # noqa: E402
from lessons.table.view_models import HandView  # noqa: E402

WORST = 8


def turns() -> list[Item]:
    return [item for item in library().items.values() if item.kind == "turn"]


def taps_of(item: Item) -> int:
    """The taps of its solution, Check included. Fails where the page has no button for an action."""
    answer = solution(item)
    assert answer is not None, item.slug
    work, taps = Work(), 1
    for action in parse_actions(answer["actions"]):
        kind = kind_of(item)
        context = kind.form(item, work, None, None, focus="")
        context |= {"table": kind.table(item, work), "places": context["form"].places}
        onto_table = render_to_string("lessons/_table.html", context)
        beside = render_to_string(context["form"].template, context)
        taps += _pressing(action, onto_table, beside) + _selecting(action, context["hand"])
        actions = kind.staged(item, (*work.actions, action)).actions
        work = replace(work, actions=actions)
    return taps


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


def _selecting(action: Action, hand: HandView) -> int:
    """The taps that select the cards: one for a whole rank, and one for each that is not to be among them."""
    if action.verb in ("draw", "merge", "expose"):
        return 0
    wanted: Counter[Card] = Counter(action.cards)
    taps = 0
    for group in hand.groups:
        held = Counter(one.card for one in group.cards)
        count = (wanted & held).total()
        taps += min(count, 1 + held.total() - count) if count else 0
    return taps


def main() -> None:
    taps = sorted(((taps_of(item), item.slug) for item in turns()), reverse=True)
    print(f"{len(taps)} turns: median {median(count for count, _ in taps):g}, most {taps[0][0]}")
    for count, slug in taps[:WORST]:
        print(f"{count:3} {slug}")


if __name__ == "__main__":
    main()
