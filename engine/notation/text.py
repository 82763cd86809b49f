"""The text forms of cards and actions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from engine.law.actions import VERBS, Action
from engine.law.cards import CARDS, Card, sort_cards
from engine.law.errors import EngineError

_GERMAN_RANKS: Final = {"B": "J", "D": "Q"}
_CARD: Final = re.compile(r"(JK)|(10|[2-9TJQKAB])([cdhs])|(D)([cdhs])", re.IGNORECASE | re.ASCII)
_MELD_NAME: Final = re.compile(r"(?:opp:)?(?:[4-9TJQKA3W](?:#[1-9])?|[4-9TJQKA][cdhs]-[4-9TJQKA][cdhs])")
MAX_TEXT: Final = 4000
MAX_ACTIONS: Final = 60


def parse_cards(text: str, *, german: bool = False, where: str = "cards") -> tuple[Card, ...]:
    """The cards of a list such as ``Kh Kd 2c``, in the order written.

    Blanks and commas between cards may be left out, ``10h`` is ``Th``, capital and small letters are the
    same. With ``german`` the rank letters B and D are read as well. Raises EngineError (notation) naming
    ``where``.
    """
    if len(text) > MAX_TEXT:
        raise EngineError("notation", where, "text-too-long", length=len(text))
    try:
        return tuple([CARDS[word] for word in text.split()])  # the canonical form needs no search
    except KeyError:
        pass
    found: list[Card] = []
    place = 0
    while place < len(text):
        if text[place] == "," or text[place].isspace():
            place += 1
            continue
        match = _CARD.match(text, place)
        known = _card_of(match, german=german) if match else None
        if match is None or known is None:
            raise EngineError(
                "notation", where, "unknown-card", text=re.split(r"[\s,]", text[place:])[0][:20]
            )
        found.append(known)
        place = match.end()
    return tuple(found)


def _card_of(match: re.Match[str], *, german: bool) -> Card | None:
    if match[1]:
        return CARDS["JK"]
    rank = (match[2] or match[4]).upper()
    if rank in _GERMAN_RANKS:
        if not german:
            return None
        rank = _GERMAN_RANKS[rank]
    return CARDS[("T" if rank == "10" else rank) + (match[3] or match[5]).lower()]


def format_cards(cards: Iterable[Card]) -> str:
    """Cards as text in the order given, separated by blanks."""
    return " ".join(map(str, cards))


def parse_action(text: str, *, german: bool = False, where: str = "action") -> Action:
    """An action from its text. Raises EngineError (notation) naming ``where``."""
    if len(text) > MAX_TEXT:
        raise EngineError("notation", where, "text-too-long", length=len(text))
    words = text.split()
    verb = words[0].lower() if words else ""
    if verb not in VERBS:
        raise EngineError("notation", where, "unknown-action", text=text[:40])
    read = _ActionReader(text, german=german, where=where)
    rest: Sequence[str] = words[1:]
    match verb:
        case "take":
            return read.take(rest)
        case "add":
            cards, target = read.split(rest, "to")
            return Action(verb="add", cards=read.cards(cards), target=read.name(target))
        case "merge":
            target, source = read.split(rest, "and")
            return Action(verb="merge", target=read.name(target), source=read.name(source))
        case "move":
            cards, rest = read.split(rest, "from")
            source, target = read.split(rest, "to")
            moved = read.cards(cards)
            return Action(verb="move", cards=moved, source=read.name(source), target=read.name(target))
        case "swap":
            cards, rest = read.split(rest, "for")
            out, target = read.split(rest, "in")
            given = read.cards(cards)
            return Action(verb="swap", cards=given, others=read.cards(out), target=read.name(target))
        case "expose":
            red_three, *replacements = read.cards(rest)
            return Action(verb="expose", cards=(red_three,), others=tuple(replacements))
        case "draw":
            return Action(verb="draw", cards=read.cards(rest, needed=False))
        case "meld":
            return Action(verb="meld", cards=read.cards(rest))
        case "discard":
            discarded = read.cards(rest)
            if len(discarded) == 1:
                return Action(verb="discard", cards=discarded)
    if rest:
        raise EngineError("notation", where, "too-much-in-action", text=text)
    return Action(verb="ask" if verb == "ask" else "end")


@dataclass(frozen=True, slots=True)
class _ActionReader:
    """Reads the parts of an action; an error names the place and shows the whole text."""

    text: str
    german: bool = field(kw_only=True)
    where: str = field(kw_only=True)

    def cards(self, part: Sequence[str], *, needed: bool = True) -> tuple[Card, ...]:
        cards = parse_cards(" ".join(part), german=self.german, where=self.where)
        if needed and not cards:
            raise EngineError("notation", self.where, "incomplete-action", text=self.text)
        return cards

    def split(self, words: Sequence[str], word: str) -> tuple[Sequence[str], Sequence[str]]:
        """The words before and behind this one."""
        small = [w.lower() for w in words]
        if word not in small:
            raise EngineError("notation", self.where, "incomplete-action", text=self.text)
        place = small.index(word)
        return words[:place], words[place + 1 :]

    def name(self, part: Sequence[str]) -> str:
        return _meld_name(part, text=self.text, where=self.where)

    def take(self, words: Sequence[str]) -> Action:
        top_only = bool(words) and words[0].lower() == "top"
        rest = words[1:] if top_only else words
        target = ""
        if any(word.lower() == "onto" for word in rest):
            rest, after = self.split(rest, "onto")
            target = self.name(after)
        return Action(verb="take", cards=self.cards(rest, needed=False), target=target, top_only=top_only)


def _meld_name(words: Sequence[str], *, text: str, where: str) -> str:
    name = "".join(words)
    side, name = ("opp:", name[4:]) if name.lower().startswith("opp:") else ("", name)
    rank = "T" + name[2:] if name.startswith("10") else name[:1].upper() + name[1:]
    if "-" in rank:
        first, _, last = rank.partition("-")
        rank = "-".join(str(c) for c in parse_cards(f"{first} {last}", where=where))
    if not _MELD_NAME.fullmatch(side + rank):
        raise EngineError("notation", where, "incomplete-action", text=text)
    return side + rank


def parse_actions(texts: Iterable[str | Action], *, german: bool = False) -> tuple[Action, ...]:
    """A list of actions; an error names the place as ``actions[i]``."""
    actions = tuple(
        _readable(text, where=f"actions[{i}]")
        if isinstance(text, Action)
        else parse_action(text, german=german, where=f"actions[{i}]")
        for i, text in enumerate(texts)
    )
    if len(actions) > MAX_ACTIONS:
        raise EngineError("request", "actions", "too-many-actions", count=len(actions), max=MAX_ACTIONS)
    return actions


def _readable(action: Action, *, where: str) -> Action:
    """An action built in code. Raises EngineError (notation) naming ``where`` if its meld names are none."""
    for name in filter(None, (action.target, action.source)):
        if not _MELD_NAME.fullmatch(name):
            raise EngineError("notation", where, "incomplete-action", text=str(action))
    return action


def format_action(action: Action) -> str:
    """The canonical text of an action."""
    return str(action)


def format_sorted(cards: Iterable[Card]) -> str:
    """Cards as text in canonical order."""
    return format_cards(sort_cards(cards))
