"""An exercise as a list of blocks without markup, from which a PDF and a question for a platform are made alike.

Cards are runs of their own, so that each medium draws them in its way; suits are told apart by their shape, red ones
hollow, so a page in black and white loses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import CARDS, Card
from engine.law.position import Position
from lessons.kinds.registry import kind_of
from lessons.table import presenting
from lessons.table.view_models import SideView, TableView
from lessons.words import naming
from tutor.puzzles.printing import KeyEntry, SheetItem
from tutor.site.templatetags.canasta import BOLD, CARDS_IN_TEXT, RULE_LINK, SUM

SUIT_SIGNS: Final = {"s": "♠", "c": "♣", "h": "♡", "d": "♢"}
"""Hollow where the suit is red."""

Kind = Literal[
    "goal", "text", "given", "heading", "cards", "claim", "list", "ticks", "digits", "lines", "rows"
]


@dataclass(frozen=True, slots=True)
class Run:
    """Words, or cards, within a line; ``plain`` cards show nothing of which of them are wild, where that is asked."""

    text: str = ""
    bold: bool = False
    cards: tuple[Card, ...] = ()
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """A line of runs, or several ``rows`` of them; ``count`` is how many empty lines there are to write on."""

    kind: Kind
    runs: tuple[Run, ...] = ()
    rows: tuple[tuple[Run, ...], ...] = ()
    count: int = 0


def runs_of(text: Any) -> tuple[Run, ...]:
    """Authored text with its marks: bold and cards stay, links become their words."""
    plain = RULE_LINK.sub(r"\1", SUM.sub(r"\1", str(text or "")))
    return tuple(_runs(plain))


def card_sign(card: Card) -> str:
    """A card in three signs at most: the rank in the language's letters and the suit."""
    if not card.suit:
        return gettext("Joker")
    return f"{naming.index_letter(card.rank)}{SUIT_SIGNS[card.suit]}"


def situation(one: SheetItem) -> list[Block]:
    """What is asked, and everything that lies on the table and in the hand."""
    blocks = [Block("goal", runs_of(one.item.goal))]
    if one.facts:
        blocks.append(_given(" · ".join(one.facts)))
    if one.table is not None:
        blocks += _table(one.table)
    if one.score_side is not None:
        blocks += _scored(one)
    if one.shown:
        blocks.append(Block("cards", (Run(cards=one.shown),)))
    if one.hand is not None:
        said = " ".join(part for part in (one.hand.count_words, one.hand.unknown_words) if part)
        cards = tuple(held.card for group in one.hand.groups for held in group.cards)
        blocks.append(Block("heading", (Run(one.hand.title, bold=True), Run(f" {said}"))))
        blocks.append(Block("cards", (Run(cards=cards, plain=one.hand.plain),)))
    if one.form.claim:
        rows = tuple(
            (
                Run(naming.action_in_words(action)),
                *((Run(" "), Run(cards=action.cards)) if action.cards else ()),
            )
            for action in one.form.claim
        )
        blocks.append(Block("claim", rows=rows))
    return blocks


def laid_out(position: Position) -> list[Block]:
    """A table as its player sees it, with the hand."""
    held = presenting.hand(position.hand, selectable=False, title=gettext("Your hand"))
    cards = tuple(one.card for group in held.groups for one in group.cards)
    hand = (_named(held.title, held.count_words), Block("cards", (Run(cards=cards),)))
    return [*_table(presenting.table(position)), *hand]


def done(turns: Iterable[Iterable[Action]]) -> Block:
    """Turns in words and cards, a line each."""
    return Block("claim", rows=tuple(tuple(_turn(turn)) for turn in turns))


def _turn(turn: Iterable[Action]) -> Iterator[Run]:
    for place, action in enumerate(turn):
        yield Run(f"{', ' if place else ''}{naming.action_in_words(action)}{' ' if action.cards else ''}")
        if action.cards:
            yield Run(cards=action.cards)


def asking(one: SheetItem) -> list[Block]:
    """Where the answer is ticked, numbered or written."""
    form, paper, blocks = one.form, one.paper, []
    if paper.question:
        blocks.append(_bold(paper.question))
    if form.choices:
        blocks.append(Block("ticks", rows=tuple((Run(str(choice.label)),) for choice in form.choices)))
    if form.options:
        blocks.append(Block("digits" if paper.by_number else "ticks", rows=option_rows(one)))
    if paper.total:
        blocks.append(_bold(f"{gettext('This deal')}: {paper.total}"))
    if paper.instruction:
        blocks.append(Block("text", (Run(paper.instruction),)))
    if form.none_offered:
        blocks.append(Block("ticks", rows=((Run(gettext("None of them")),),)))
    if paper.line:
        blocks.append(Block("lines", (Run(paper.line),), count=1))
    for column in form.columns:
        blocks.append(_bold(column.headed))
        rows = tuple((Run(str(choice.label)),) for choice in column.choices)
        blocks.append(Block("ticks", rows=rows) if rows else Block("lines", count=1))
    for sheet in form.sheets:
        lines = tuple(
            (Run(row.label), Run(f" ({row.note})" if row.note else "")) for row in (*sheet.rows, *sheet.sums)
        )
        blocks.append(Block("rows", (Run(sheet.title, bold=True),) if sheet.title else (), rows=lines))
    if form.reasons:
        blocks.append(_bold(gettext("Why?")))
        blocks.append(Block("ticks", rows=tuple(runs_of(choice.label) for choice in form.reasons)))
    if paper.lines:
        blocks.append(Block("lines", (Run(paper.writing),), count=paper.lines))
    return blocks


def option_rows(one: SheetItem) -> tuple[tuple[Run, ...], ...]:
    """The options of a form: actions with their cards, or the rows of a sheet with their numbers."""
    rows = []
    for place, option in enumerate(one.form.options, 1):
        row = [Run(f"{place}. ")] if one.paper.counted else []
        for number, (text, cards) in enumerate(option.lines):
            row.append(Run(f"{'; ' if number else ''}{text}"))
            row += [Run(" "), Run(cards=cards)] if cards else []
        if option.number:
            row.append(Run(f": {option.number}"))
        rows.append(tuple(row))
    return tuple(rows)


def reasons(entry: KeyEntry) -> list[Block]:
    """Why the answer of the key is right, and the rule with its number."""
    blocks = [Block("text", runs_of(part)) for part in _paragraphs(entry.why)]
    if entry.lines:
        blocks.append(Block("list", rows=tuple(runs_of(line) for line in entry.lines)))
    facts = {
        "number": naming.rule_number(entry.rule_id),
        "title": " ".join(run.text for run in runs_of(entry.rule_title)),
    }
    blocks.append(_given(gettext("Rule %(number)s · %(title)s") % facts))
    return blocks


def solved(entry: KeyEntry) -> list[Block]:
    """The answer of the key."""
    blocks = [
        Block("text", tuple(replace(run, bold=True) for run in runs_of(part)))
        for part in _paragraphs(entry.solution)
    ]
    if entry.takes_others:
        blocks.append(_given(gettext("Other answers may be right too; the site checks them.")))
    return blocks


def _runs(text: str) -> Iterator[Run]:
    for place, part in enumerate(BOLD.split(text)):
        bold, at = place % 2 == 1, 0
        for match in CARDS_IN_TEXT.finditer(part):
            cards = tuple(CARDS[name] for name in match[1].split() if name in CARDS)
            if len(cards) == len(match[1].split()):
                yield from _words(part[at : match.start()], bold)
                yield Run(cards=cards)
                at = match.end()
        yield from _words(part[at:], bold)


def _words(text: str, bold: bool) -> Iterator[Run]:
    if text:
        yield Run(re.sub(r"\s+", " ", text), bold)


def _paragraphs(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]


def _bold(text: str) -> Block:
    return Block("text", (Run(str(text), bold=True),))


def _given(text: str) -> Block:
    return Block("given", (Run(text),))


def _table(table: TableView) -> list[Block]:
    blocks = [block for side in table.opponents for block in _side(side)]
    pile, states = table.pile, [state.text for state in table.pile.states]
    blocks.append(_named(gettext("Stock"), table.stock_words))
    blocks.append(_named(gettext("Discard pile"), ", ".join([pile.words, *states])))
    cards = tuple(one.card for one in pile.cards if one.card is not None)
    if cards:
        label = _order_of(len(cards), of=pile.size) if len(cards) > 1 else ""
        blocks.append(Block("cards", (Run(f"{label} " if label else ""), Run(cards=cards))))
    return blocks + list(_side(table.own, partner=table.partner_words))


def _order_of(known: int, *, of: int) -> str:
    """How the cards of a pile are written; of a pile that is larger only those on top are known."""
    if known == of:
        return gettext("From bottom to top:")
    return gettext("The top %(count)s, from bottom to top:") % {"count": naming.number_word(known)}


def _scored(one: SheetItem) -> list[Block]:
    other = kind_of(one.item).opposing(one.item)
    blocks: list[Block] = []
    if other is not None:
        blocks += _side(other.view)
        blocks += [block for held in other.hands for block in _left(held.title, held.cards)]
    blocks += _side(other.own if other is not None else one.score_side)
    return blocks + [block for held in one.score_hands for block in _left(held["title"], held["cards"])]


def _side(side: SideView, *, partner: str = "") -> Iterator[Block]:
    yield _named(side.title, " · ".join(part for part in (side.score, *side.notes, partner) if part))
    for meld in side.melds:
        tag = f" ({meld.tag})" if meld.tag else ""
        yield Block("cards", (Run(f"{meld.name}{tag}: "), Run(cards=meld.cards)))
    if side.red_threes:
        yield Block("cards", (Run(f"{side.red_threes_words}: "), Run(cards=side.red_threes)))


def _left(title: str, cards: Iterable[Card]) -> Iterator[Block]:
    held = tuple(cards)
    yield _named(title, "" if held else gettext("no cards"))
    if held:
        yield Block("cards", (Run(cards=held),))


def _named(title: str, rest: str) -> Block:
    return Block("heading", (Run(title, bold=True), Run(f" {rest}" if rest else "")))
