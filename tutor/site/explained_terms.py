"""Terms of the glossary as buttons in a text: each opens its explanation, which a popover shows without scripts.

The text itself stays as it is. Links and drawn cards are left alone; a browser that knows no popovers shows a link to
the glossary below the text instead (see the style sheet).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.content.reading import seeds_folder
from lessons.saying.wording import term_text
from lessons.words.forms import tokens
from lessons.words.glossing import Explainable, explainable, in_language, phrase_places

MOST_UNMARKED: Final = 4
"""So many terms that are not in bold become buttons in one text."""

_TAG: Final = re.compile(r"(<[^>]*>)")
_OPAQUE: Final = frozenset({"a", "button", "span", "svg", "label", "summary", "h1", "h2", "h3", "h4"})
"""Elements in which nothing becomes a button. Only drawn cards are in a span."""

_STOP: Final = re.compile(r"[.,;:!?…)”“’]+")


@dataclass(frozen=True, slots=True)
class _Place:
    """A term in one piece of the markup."""

    piece: int
    start: int
    end: int
    term: str


def with_terms(html: str, rules: RuleSet = CLASSIC) -> SafeString:
    """Markup of one text with its terms as buttons, followed by their explanations as they hold in the rule set."""
    language = "de" if (get_language() or "en").startswith("de") else "en"
    known = explainable(seeds_folder(), language)
    pieces = _TAG.split(html)
    places = _places(pieces, known, language)
    if not places:
        return mark_safe(html)
    text = f"{language}{html}".encode()
    ids = {place.term: f"t{crc32(text):08x}-{place.term}" for place in places}
    for place in reversed(places):
        button = format_html(
            '<button type="button" class="term" popovertarget="{}">{}</button>',
            ids[place.term],
            mark_safe(pieces[place.piece][place.start : place.end]),
        )
        _put(pieces, place, button)
    notes = [_note(known, place.term, ids[place.term], language, rules) for place in places]
    return mark_safe("".join([*pieces, *notes]))


def _put(pieces: list[str], place: _Place, button: str) -> None:
    """The button in place of its words, held together with the stop or comma that follows: none begins a line."""
    at = place.piece
    before, after = pieces[at][: place.start], pieces[at][place.end :]
    pieces[at] = f"{before}{button}{after}"
    if stop := _STOP.match(after):
        pieces[at] = f'{before}<span class="held">{button}{stop[0]}</span>{after[stop.end() :]}'
        return
    is_bold = not before and not after and pieces[at - 1] == "<b>" and pieces[at + 1] == "</b>"
    if is_bold and (stop := _STOP.match(pieces[at + 2])):
        pieces[at - 1] = '<span class="held"><b>'
        pieces[at + 2] = f"{stop[0]}</span>{pieces[at + 2][stop.end() :]}"


def _places(pieces: list[str], known: Explainable, language: str) -> list[_Place]:
    """The first place of each term, in order of the text: those in bold, then some of the others."""
    bold: dict[str, _Place] = {}
    other: dict[str, _Place] = {}
    open_tags: list[str] = []
    for number, piece in enumerate(pieces):
        if number % 2:
            _follow(piece, open_tags)
        elif not _OPAQUE.intersection(open_tags):
            in_bold = "b" in open_tags
            found = bold if in_bold else other
            words = tokens(piece, language)
            for first, last, phrase in phrase_places(words, known.all if in_bold else known.telling):
                place = _Place(number, words[first].start, words[last].end, phrase.term)
                found.setdefault(phrase.term, place)
    rest = [place for term, place in other.items() if term not in bold][:MOST_UNMARKED]
    return sorted([*bold.values(), *rest], key=lambda place: (place.piece, place.start))


def _follow(tag: str, open_tags: list[str]) -> None:
    """Keep the list of elements that are open."""
    name = re.match(r"</?([a-z0-9]*)", tag)
    if name is None or tag.endswith("/>"):
        return
    if tag.startswith("</"):
        while open_tags and open_tags.pop() != name[1]:
            pass
    else:
        open_tags.append(name[1])


def _note(known: Explainable, key: str, note_id: str, language: str, rules: RuleSet) -> SafeString:
    entry = known.entries[key]
    there = "en" if language == "de" else "de"
    return format_html(
        '<div popover class="gloss" id="{}"><p class="names"><b>{}</b> <i lang="{}">{}</i></p><p>{}</p>'
        '<p class="more"><a class="alone" href="{}#term-{}">{}</a></p></div>',
        note_id,
        in_language(entry, language).term,
        there,
        in_language(entry, there).term,
        term_text(entry, rules),
        reverse("lessons:glossary"),
        key,
        gettext("“%(term)s” in the glossary") % {"term": in_language(entry, language).term},
    )
