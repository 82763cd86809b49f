"""The form in which cards are ticked or typed, and its buttons: what the selected cards can be used for.

A button that works on selected cards has a general label, which is all that a page without scripts shows, and a
``named`` pattern from which the script builds what the button will do with the cards selected at the moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from engine.turn.table import Table
from lessons.kinds.common.forms import AnswerForm, Button
from lessons.words import naming
from lessons.words.vocabulary import NUMBER_WORDS

CARDS_MARK: Final = "{cards}"
DISCARD_AND_CHECK: Final = "discard-check"
MELD_KEYS: Final = "abefgijklopqrsuvwyz"
"""The extra keys of the own melds from left to right: the letters that no other button has."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardsForm(AnswerForm):
    """Cards to tick or type, and what they can be used for.

    ``opening`` begins a turn, ``onto`` does so with one of the own melds, ``laying`` makes a meld, ``targets`` add to
    one, ``joins`` make one of two, ``closing`` ends the turn, ``asking`` asks the partner, ``more`` is what is seldom
    done. ``ending`` ends the turn and has it checked in one press. ``tray_title`` and ``tray_empty`` stand above what
    is staged and where nothing is.
    """

    template: str = "lessons/_answer_cards.html"
    takes_cards: bool = True
    typed: str = ""
    suits_count: bool = False
    none_checked: bool = False
    opening: tuple[Button, ...] = ()
    onto: tuple[Button, ...] = ()
    laying: tuple[Button, ...] = ()
    targets: tuple[Button, ...] = ()
    joins: tuple[Button, ...] = ()
    closing: tuple[Button, ...] = ()
    asking: tuple[Button, ...] = ()
    ending: Button | None = None
    more: tuple[Button, ...] = ()
    tray_title: str = ""
    tray_empty: str = ""

    @property
    def places(self) -> CardsForm | None:
        """Itself where its buttons are places on the table (templates/lessons/_table.html)."""
        return self if self.opening or self.laying or self.closing else None

    def onto_meld(self, key: str) -> Button | None:
        """The button that adds to the own meld that actions call so."""
        return next((button for button in self.targets if button.do == f"add:{key}"), None)


def selection_words(cards: Iterable[Card]) -> str:
    """JSON for the script that names buttons: the forms of each rank in these cards, number words, the last "and", and
    how cards of many ranks are counted.

    The forms of a rank are one card in the nominative, accusative and dative, then several in nominative and dative.
    """
    ranks = {
        key: [
            naming.rank_count(key, 1), naming.rank_count(key, 1, "accusative"), naming.rank_count(key, 1, "dative"),
            naming.rank_many(key), naming.rank_many(key, "dative"),
        ]
        for key in dict.fromkeys(naming.word_key(card) for card in cards)
    }  # fmt: skip
    numbers = [naming.number_word(count) for count in range(len(NUMBER_WORDS))]
    last = naming.join_words(["{first}", "{last}"])
    counted = gettext("%(count)s cards") % {"count": "{count}"}
    words = {"ranks": ranks, "numbers": numbers, "and": last, "counted": counted}
    return json.dumps(words, ensure_ascii=False, separators=(",", ":"))


def one_action_button(do: str, top: Card | None) -> Button:
    """The check, where the chosen cards become one action: it says which."""
    verb, _, target = do.partition(":")
    if verb == "take":
        button = _take_button()
    elif verb == "take-onto":
        button = _take_onto_button(target or (top.rank if top else ""))
    elif verb == "add":
        button = _add_button(target)
    else:
        button = discard_button() if verb == "discard" else meld_button()
    return Button(do="check", label=button.label, named=button.named, case=button.case, key="c")


def _take_button() -> Button:
    return Button(
        do="take",
        label=gettext("Take the pile with the selected cards"),
        named=gettext("Take the pile with %(cards)s") % {"cards": CARDS_MARK},
        case="dative",
        verb=pgettext("on a place of the table", "Take"),
        key="t",
        takes="any",
    )


def opening_buttons(position: Position) -> tuple[Button, ...]:
    """The ways to begin a turn: drawing, and taking the pile."""
    count = position.rules.draw_count
    if position.stock:  # what is left of a short stock
        count = min(count, position.stock)
    draw = ngettext("Draw a card", "Draw %(count)s cards", count) % {"count": naming.number_word(count)}
    verb = pgettext("on a place of the table", "Draw")
    return (Button(do="draw", label=naming.first_upper(draw), verb=verb, key="d"), _take_button())


def onto_buttons(position: Position) -> tuple[Button, ...]:
    """One button for each own meld that the top card could be meant for: its rank, or a sequence of its suit."""
    top = position.upcard
    if top is None:
        return ()
    any_set = top.is_wild and position.rules.wild_top_takeable == "with_pair"
    names = _meld_names(position, ())
    fitting = [
        name for name in names
        if (name.partition("-")[0][-1] == top.suit if "-" in name else name[0] == top.rank or any_set)
    ]  # fmt: skip
    return tuple(
        _take_onto_button(name, do="take-onto" if name == top.rank else f"take-onto:{name}", among=names)
        for name in dict.fromkeys(fitting)
    )


def _take_onto_button(target: str, *, do: str = "take-onto", among: Sequence[str] = ()) -> Button:
    meld = {"meld": _target_name(target, among)}
    return Button(
        do=do,
        verb=gettext("onto the %(meld)s") % meld,
        takes="any",
        label=gettext("Take the pile, adding its top card to the %(meld)s") % meld,
        named=gettext("Take the pile, adding its top card to the %(meld)s together with %(cards)s")
        % {"cards": CARDS_MARK, **meld},
        case="dative",
    )


def meld_button() -> Button:
    named = gettext("Meld %(cards)s") % {"cards": CARDS_MARK}
    verb = pgettext("on a place of the table", "Meld")
    label = gettext("Meld the selected cards")
    return Button(do="meld", label=label, named=named, key="m", verb=verb, takes="some")


def expose_button() -> Button:
    verb = pgettext("on a place of the table", "Red three")
    return Button(do="expose", label=gettext("Put the red three on the table"), verb=verb, takes="any")


def _target_name(target: str, among: Sequence[str]) -> str:
    return naming.target_name(target, first_of_several=f"{target}#2" in among)


def _add_button(target: str, among: Sequence[str] = ()) -> Button:
    meld = {"meld": _target_name(target, among)}
    return Button(
        do=f"add:{target}",
        label=gettext("Add to the %(meld)s") % meld,
        named=gettext("Add %(cards)s to the %(meld)s") % {"cards": CARDS_MARK, **meld},
        verb=pgettext("on a place of the table", "Add"),
        takes="some",
    )


def discard_button() -> Button:
    named = gettext("Discard %(cards)s") % {"cards": CARDS_MARK}
    verb = pgettext("on a place of the table", "Discard")
    return Button(
        do="discard", label=gettext("Discard the selected card"), named=named, verb=verb, takes="one", key="x"
    )


def ending_button() -> Button:
    """The discard that is the end of the turn, and the check after it."""
    named = gettext("Discard %(cards)s and check") % {"cards": CARDS_MARK}
    label = gettext("Discard the selected card and check")
    return Button(do=DISCARD_AND_CHECK, label=label, named=named, takes="one", key="c")


def target_buttons(
    position: Position, staged: Sequence[Action], hand: Iterable[Card] = ()
) -> tuple[Button, ...]:
    """One button for each own meld, those staged in this turn included; equal sequences share one.

    A meld of a rank takes all cards of its rank in this hand while none is selected.
    """
    names = _meld_names(position, staged)
    held = tuple(hand)
    buttons = [_with_all(_add_button(name, names), all_of_rank(name, held)) for name in dict.fromkeys(names)]
    return tuple(
        replace(button, key=MELD_KEYS[place] if place < len(MELD_KEYS) else "")
        for place, button in enumerate(buttons)
    )


def all_of_rank(target: str, hand: Iterable[Card]) -> tuple[Card, ...]:
    """The natural cards of a hand that are of the rank of a meld (``K``, ``K#2``); none for a sequence."""
    rank = "" if "-" in target else target.partition("#")[0]
    return tuple(card for card in hand if card.is_natural and card.rank == rank and not card.is_red_three)


def _with_all(button: Button, cards: Sequence[Card]) -> Button:
    if not cards:
        return button
    alone = button.named.replace(CARDS_MARK, naming.cards_in_text(cards, "accusative"))
    label = gettext("%(button)s; with no card selected: %(cards)s") % {
        "button": button.label, "cards": naming.cards_in_text(cards),
    }  # fmt: skip
    return replace(button, label=label, alone=naming.first_upper(alone))


def join_buttons(position: Position, staged: Sequence[Action]) -> tuple[Button, ...]:
    """One button for each two own melds of a rank, where melds may be joined at all."""
    if not position.rules.merge_melds:
        return ()
    names = [name for name in _meld_names(position, staged) if "-" not in name]
    pairs = [(one, other) for one, other in combinations(names, 2) if one[0] == other[0]]
    return tuple(
        Button(do=f"merge:{one}:{other}", label=naming.first_upper(naming.join_in_words(one, other)))
        for one, other in pairs
    )


def _meld_names(position: Position, staged: Sequence[Action]) -> tuple[str, ...]:
    """The names of the own melds after the staged actions, as actions name them: ``K``, ``K#2``, ``5h-7h``, ``W``."""
    table = Table(position)
    for action in staged:
        table.do(action)
    return tuple(meld.name for meld in table.melds)
