"""View models of the answer forms, one for each kind of task.

A button that works on selected cards has a general label, which is all that a page without scripts shows, and a
``named`` pattern from which the script builds what the button will do with the cards selected at the moment.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from engine.turn.table import Table
from lessons.counting.sheet_rows import MINIMUM, OTHER, TOTAL, labelled_rows, side_names
from lessons.kinds.form_models import AnswerForm, Button, Choice, Sheet, SheetRow
from lessons.words import naming
from lessons.words.vocabulary import NUMBER_WORDS

CARDS_MARK: Final = "{cards}"


def legal_form(
    actions: Sequence[Action],
    reasons: Iterable[tuple[str, str, str]],
    answer: Mapping[str, str],
    *,
    undecided: bool = False,
) -> AnswerForm:
    """Legal or not, and why; ``reasons`` are rule id, title, and the rule in one sentence."""
    options = [("yes", gettext("Allowed"), ""), ("no", gettext("Not allowed"), "")]
    if undecided:
        options.append(("undecided", gettext("The text does not decide"), ""))
    return AnswerForm(
        kind="legal",
        template="lessons/_answer_legal.html",
        check=_check(),
        claim=tuple(actions),
        choices=_choices(options, answer.get("legal", "")),
        reasons=_choices(reasons, answer.get("reason", "")),
    )


def cards_form(
    *,
    do: str = "",
    top: Card | None = None,
    typed: str = "",
    suits_count: bool = False,
    none_offered: bool = False,
    none_checked: bool = False,
) -> AnswerForm:
    """Pick cards. With ``do`` they become one action and the button that names it is the check."""
    return AnswerForm(
        kind="cards",
        template="lessons/_answer_cards.html",
        takes_cards=True,
        check=_one_action_button(do, top) if do else _check(gettext("Check the selection")),
        typed=typed,
        suits_count=suits_count,
        none_offered=none_offered,
        none_checked=none_checked,
    )


def melds_form(position: Position, staged: Sequence[Action] = (), *, typed: str = "") -> AnswerForm:
    """Build melds from the hand: stage them, then check."""
    return AnswerForm(
        kind="melds",
        template="lessons/_answer_cards.html",
        takes_cards=True,
        check=_check(gettext("Check the melds")),
        typed=typed,
        suits_count=position.rules.sequences,
        laying=(_meld_button(),),
        targets=_target_buttons(position, staged),
        joins=_join_buttons(position, staged),
    )


def turn_form(
    position: Position, staged: Sequence[Action] = (), *, hand: Iterable[Card] = (), typed: str = ""
) -> AnswerForm:
    """Play the turn. The ways to begin it are offered until one is staged.

    ``hand`` is what is left after the staged actions; a red three in it can be put on the table.
    """
    red_three = any(card.is_red_three for card in hand)
    begun = position.phase == "play" or any(action.verb in ("draw", "take") for action in staged)
    ask = Button(do="ask", label=gettext("Ask your partner whether you may go out"))
    may_ask = position.has_partner and position.rules.permission != "none"
    end = Button(do="end", label=gettext("End the turn without a discard"))
    return AnswerForm(
        kind="turn",
        template="lessons/_answer_cards.html",
        takes_cards=True,
        check=_check(gettext("Check the turn")),
        typed=typed,
        suits_count=position.rules.sequences,
        opening=() if begun else _opening_buttons(position),
        onto=() if begun else _onto_buttons(position),
        laying=(*([_expose_button()] if red_three else []), _meld_button()),
        targets=_target_buttons(position, staged),
        joins=_join_buttons(position, staged),
        closing=(_discard_button(),),
        more=(ask, end) if may_ask else (end,),
    )


def number_form(answer: Mapping[str, str], *, unit: str = "", signed: bool = False) -> AnswerForm:
    """One number, with a numeric keypad; where it may be below zero with letters, as some keypads have no minus."""
    return AnswerForm(
        kind="number",
        template="lessons/_answer_number.html",
        check=_check(),
        number=answer.get("number", ""),
        unit=unit,
        signed=signed,
    )


def sheet_form(
    values: Mapping[str, str],
    results: Mapping[str, Mapping[str, str]] | None = None,
    *,
    rules: RuleSet = CLASSIC,
    invalid: str = "",
) -> AnswerForm:
    """A score sheet with the rows of the rule set, or one for each side where ``values`` has rows of the opponents.

    ``results`` maps a row key to ``mark``, ``comment`` and ``rule_id`` of its verdict.
    """
    results = results or {}

    def row(key: str, label: str, note: str, *, side: str = "") -> SheetRow:
        result = results.get(key, {})
        mark = result.get("mark", "")
        return SheetRow(
            key=key, label=label, note=note, value=values.get(key, ""), mark=mark, mark_words=_mark_words(mark),
            comment=result.get("comment", ""), rule_id=result.get("rule_id", ""), invalid=key == invalid, side=side,
        )  # fmt: skip

    def sheet(prefix: str = "", title: str = "") -> Sheet:
        sums = [row(f"{prefix}{TOTAL}", gettext("This deal"), gettext("all rows together"), side=title)]
        if title:
            label, note = gettext("Next initial meld"), gettext("minimum after this deal")
            sums.append(row(f"{prefix}{MINIMUM}", label, note, side=title))
        rows = tuple(
            row(f"{prefix}{one.key}", one.label, one.note, side=title) for one in labelled_rows(rules)
        )
        return Sheet(title=title, rows=rows, sums=tuple(sums))

    own, opponents = side_names(rules)
    both = f"{OTHER}{TOTAL}" in values
    return AnswerForm(
        kind="sheet",
        template="lessons/_answer_sheet.html",
        check=_check(gettext("Check the sheet")),
        sheets=(sheet(title=own), sheet(OTHER, opponents)) if both else (sheet(),),
    )


def selection_words(cards: Iterable[Card]) -> str:
    """JSON for the script that names buttons: the forms of each rank in these cards, number words, the last "and".

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
    return json.dumps(
        {"ranks": ranks, "numbers": numbers, "and": last}, ensure_ascii=False, separators=(",", ":")
    )


def _choices(options: Iterable[tuple[str, str, str]], chosen: str) -> tuple[Choice, ...]:
    return tuple(
        Choice(value=value, label=label, checked=value == chosen, note=note) for value, label, note in options
    )


def _check(label: str = "") -> Button:
    return Button(do="check", label=label or gettext("Check"), key="c")


def _one_action_button(do: str, top: Card | None) -> Button:
    verb, _, target = do.partition(":")
    if verb == "take":
        label, named, case = (
            gettext("Take the pile with the selected cards"),
            gettext("Take the pile with %(cards)s") % {"cards": CARDS_MARK},
            "dative",
        )
    elif verb == "take-onto":
        button = _take_onto_button(target or (top.rank if top else ""))
        label, named, case = button.label, button.named, button.case
    elif verb == "add":
        button = _add_button(target)
        label, named, case = button.label, button.named, button.case
    else:
        button = _discard_button() if verb == "discard" else _meld_button()
        label, named, case = button.label, button.named, button.case
    return Button(do="check", label=label, named=named, case=case, key="c")


def _opening_buttons(position: Position) -> tuple[Button, ...]:
    take = Button(
        do="take",
        label=gettext("Take the pile with the selected cards"),
        named=gettext("Take the pile with %(cards)s") % {"cards": CARDS_MARK},
        case="dative",
    )
    count = position.rules.draw_count
    if position.stock:  # what is left of a short stock
        count = min(count, position.stock)
    draw = ngettext("Draw a card", "Draw %(count)s cards", count) % {"count": naming.number_word(count)}
    return (Button(do="draw", label=naming.first_upper(draw)), take)


def _onto_buttons(position: Position) -> tuple[Button, ...]:
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
        short=gettext("onto the %(meld)s") % meld,
        label=gettext("Take the pile, top card onto the %(meld)s") % meld,
        named=gettext("Take the pile with %(cards)s onto the %(meld)s") % {"cards": CARDS_MARK, **meld},
        case="dative",
    )


def _meld_button() -> Button:
    named = gettext("Meld %(cards)s") % {"cards": CARDS_MARK}
    return Button(do="meld", label=gettext("Meld the selected cards"), named=named, key="m")


def _expose_button() -> Button:
    return Button(do="expose", label=gettext("Put the red three on the table"))


def _target_name(target: str, among: Sequence[str]) -> str:
    return naming.target_name(target, first_of_several=f"{target}#2" in among)


def _add_button(target: str, among: Sequence[str] = ()) -> Button:
    meld = {"meld": _target_name(target, among)}
    return Button(
        do=f"add:{target}",
        label=gettext("Add to the %(meld)s") % meld,
        named=gettext("Add %(cards)s to the %(meld)s") % {"cards": CARDS_MARK, **meld},
        short=gettext("to the %(meld)s") % meld,
    )


def _discard_button() -> Button:
    named = gettext("Discard %(cards)s") % {"cards": CARDS_MARK}
    return Button(do="discard", label=gettext("Discard the selected card"), named=named)


def _target_buttons(position: Position, staged: Sequence[Action]) -> tuple[Button, ...]:
    """One button for each own meld, those staged in this turn included; equal sequences share one."""
    names = _meld_names(position, staged)
    return tuple(_add_button(name, names) for name in dict.fromkeys(names))


def _join_buttons(position: Position, staged: Sequence[Action]) -> tuple[Button, ...]:
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


def _mark_words(mark: str) -> str:
    return {
        "ok": gettext("right"),
        "no": gettext("wrong"),
        "carried": gettext("follows from an earlier row"),
        "open": pgettext("row", "open"),
    }.get(mark, "")
