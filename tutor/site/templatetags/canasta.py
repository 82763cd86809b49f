"""Template tags for cards, authored text and addresses.

Cards are drawn in Python and kept, because a page shows a hundred of them: the drawing of a card depends only on the
card and on the language of its corner letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from django import template
from django.http import HttpRequest
from django.template.base import FilterExpression, Parser, Token
from django.urls import NoReverseMatch, reverse, translate_url
from django.utils.html import conditional_escape, escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, gettext, pgettext

from engine.law.actions import Action
from engine.law.cards import CARDS, Card
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC
from lessons.content.reading import Item, seeds_folder
from lessons.counting.opposing import Opposing
from lessons.kinds.common.card_buttons import CardsForm
from lessons.kinds.common.forms import Button
from lessons.kinds.registry import kind_of
from lessons.table.view_models import HandCard
from lessons.words import in_brief, naming
from tutor.site import breaking
from tutor.site.explained_terms import with_terms

register = template.Library()

REMEMBERED: Final = 1_024
"""So many texts are kept as they are shown: those of the content are shown to everybody."""
DRAWN: Final = 256
"""So many drawings are kept of each part that a page keeps."""
COURT_ORNAMENTS: Final = {"J": "jack", "Q": "queen", "K": "king"}
CARDS_IN_TEXT: Final = re.compile(r"\{([2-9TJQKAcdhs ]+|[2-9TJQKAcdhs ]*JK[2-9TJQKAcdhsJ ]*)\}")
# After such a word the names of cards need no article: "the {Kh}", "your pair {Kh Kd}", "as follows: {Kh}".
HAS_A_DETERMINER: Final = re.compile(
    r"(?:\b(?:the|an?|your|their|our|his|her|its|this|that|each|every|another|lone|pair|sequence)|[:=])\s*$",
    re.IGNORECASE,
)
# After such a German word a jack is no "Bube" but a "Buben": "mit dem {Jd}", "deinen {Jh}".
NOT_THE_SUBJECT: Final = re.compile(
    r"\b(?:de[nms]|(?:k?ein|[mds]ein|ihr|euer|eur|unser|dies|jed)e[nms]|einzelnen)\s*$", re.IGNORECASE
)
CASES: Final[tuple[naming.Case, ...]] = ("nominative", "accusative", "dative")
BOLD: Final = re.compile(r"\*\*(.+?)\*\*")
SUM: Final = re.compile(r"\[(\d[\d.,]*)\]\(points:[^)]*\)")
"""A number with the cards that are worth it: only the number is shown."""
RULE_LINK: Final = re.compile(r"\[([^\]]+)\]\(rule:([a-z0-9.-]+)\)")


def card_classes(card: Card, *, plain: bool = False) -> str:
    """Suit, sort and wildness as classes; the style sheet does the rest."""
    classes = ["card", card.suit or "joker"]
    if card.is_wild and not plain:
        classes.append("wild")
    if card.rank in ("A", "T"):  # a larger sign, and a narrower index
        classes.append(card.rank.lower())
    return " ".join(classes)


@lru_cache(maxsize=256)
def _face(card: Card, plain: bool, language: str | None, joker_word: str) -> SafeString:
    if not card.suit:
        return format_html(
            '<span class="ix"><b>{}</b></span><svg class="big"><use href="#i-joker"/></svg>', joker_word
        )
    corner = format_html(
        '<span class="ix"><b>{}</b><svg><use href="#i-{}"/></svg></span>',
        naming.index_letter(card.rank),
        card.suit,
    )
    pip = format_html('<svg class="big"><use href="#i-{}"/></svg>', card.suit)
    if card.rank in COURT_ORNAMENTS:
        ornament = format_html('<svg><use href="#i-{}"/></svg>', COURT_ORNAMENTS[card.rank])
        pip = format_html('<svg><use href="#i-{}"/></svg>', card.suit)
        return corner + format_html('<span class="court">{}{}{}</span>', ornament, pip, ornament)
    if plain:
        return corner + pip
    if card.is_wild:
        return corner + pip + mark_safe('<svg class="sign"><use href="#i-star"/></svg>')
    if card.is_red_three:
        return corner + mark_safe('<svg class="laurel"><use href="#i-laurel"/></svg>') + pip
    if card.is_black_three:
        return corner + pip + mark_safe('<svg class="sign stop"><use href="#i-bar"/></svg>')
    return corner + pip


@register.simple_tag
def card_face(card: Card, plain: bool = False) -> SafeString:
    """The drawing inside a card, without the card itself: corner, sign, ornament."""
    return _face(card, plain, get_language(), gettext("Joker"))


@register.simple_tag
def card_class(card: Card, plain: bool = False) -> str:
    return card_classes(card, plain=plain)


@register.simple_tag
def card_name(card: Card, plain: bool = False) -> str:
    """The accessible name, rank before suit."""
    return naming.card_name(card, plain=plain)


@register.simple_tag
def card(card: Card, extra: str = "", hidden: bool = False) -> SafeString:
    """A whole card as a picture with its name; ``hidden`` where something around it says what it is."""
    return _whole(card, extra, hidden, get_language())


@lru_cache(maxsize=4_096)
def _whole(card: Card, extra: str, hidden: bool, language: str | None) -> SafeString:
    """A card in this language, which is the active one. A page draws forty of them."""
    if hidden:
        return format_html(
            '<span class="{} {}" aria-hidden="true">{}</span>', card_classes(card), extra, card_face(card)
        )
    return format_html(
        '<span class="{} {}" role="img" aria-label="{}">{}</span>',
        card_classes(card), extra, naming.card_name(card), card_face(card),
    )  # fmt: skip


@register.simple_tag
def pick(one: HandCard, plain: bool = False) -> SafeString:
    """A card of the hand that can be selected: a check box whose label is the card."""
    return _pick(one, plain, get_language())


@lru_cache(maxsize=8_192)
def _pick(one: HandCard, plain: bool, language: str | None) -> SafeString:
    """The check box in this language, which is the active one."""
    name = [naming.card_name(one.card, plain=plain)]
    name += [pgettext("card", "new")] * one.new + [pgettext("card", "marked")] * one.marked
    classes = [card_classes(one.card, plain=plain)] + ["marked"] * one.marked + ["new"] * one.new
    return format_html(
        '<label class="pick" for="{0}"><input type="checkbox" id="{0}" name="card" value="{1}" data-word="{2}"'
        '{3}{4}{9}><span class="{5}"{10}><span class="vh">{6}</span><span class="face" aria-hidden="true">{7}'
        '<svg class="tick"><use href="#i-check"/></svg>{8}</span></span></label>',
        one.id, one.value, naming.word_key(one.card),
        mark_safe(" checked") if one.selected else "",
        mark_safe(' aria-describedby="marked-note"') if one.marked else "",
        " ".join(classes), ", ".join(name), card_face(one.card, plain),
        mark_safe('<svg class="miss"><use href="#i-cross"/></svg>') if one.marked else "",
        mark_safe(" data-focus autofocus") if one.focused else "",
        format_html(' data-new="{}"', pgettext("card", "new")) if one.new else "",
    )  # fmt: skip


@register.simple_tag
def mini_cards(cards: Iterable[Card], marked: Iterable[bool] = ()) -> SafeString:
    """Small cards for running text, read out as one picture; ``marked`` says which of them are."""
    cards = tuple(cards)
    return _minis(cards, "; ".join(naming.card_name(one) for one in cards), marked)


@register.simple_tag
def cards_of_words(cards: Iterable[Card], marked: Iterable[bool] = ()) -> SafeString:
    """Small cards beside words that name them by rank: who hears the words has heard them, but for their suits.

    Cards of several ranks may be meant as a sequence, where suits matter, so these are named all the same.
    """
    cards = tuple(cards)
    return _minis(cards, "" if _is_named_by_rank(cards) else naming.cards_listed(cards), marked)


def _is_named_by_rank(cards: Iterable[Card]) -> bool:
    return len({one.rank for one in cards if one.is_natural}) < 2


def _minis(cards: tuple[Card, ...], label: str, marked: Iterable[bool] = ()) -> SafeString:
    """Small cards, read out as this label; nothing is read out where it is empty."""
    looks = ["mini marked" if mark else "mini" for mark in marked] or ["mini"] * len(cards)
    drawn = mark_safe(
        "".join(card(one, extra=look, hidden=True) for one, look in zip(cards, looks, strict=True))
    )
    if not label:
        return format_html('<span class="minis" aria-hidden="true">{}</span>', drawn)
    return format_html('<span class="minis" role="img" aria-label="{}">{}</span>', label, drawn)


@register.filter
def rich(text: Any) -> SafeString:
    """Authored text: escaped, then ``**bold**``, ``[text](rule:id)`` and ``{Kh Kd}`` as small cards."""
    return _rich(str(conditional_escape(text if text is not None else "")), get_language())


@lru_cache(maxsize=REMEMBERED)
def _rich(html: str, language: str | None) -> SafeString:
    """Escaped text in this language, which is the active one."""
    html = BOLD.sub(r"<b>\1</b>", html)
    html = RULE_LINK.sub(_rule_link, SUM.sub(r"\1", html))
    html = CARDS_IN_TEXT.sub(_cards_in_text, html)
    return mark_safe(html)


@register.filter
def rich_block(text: Any, rules: Any = None) -> SafeString:
    """As ``rich``, with a paragraph for every blank line, and with terms of the glossary that open where they stand.

    What a term says is as it is in the rule set ``rules``, in the classic one where none is given.
    """
    rules = rules if isinstance(rules, RuleSet) else CLASSIC
    return _rich_block(str(text or ""), rules, get_language(), seeds_folder())


@lru_cache(maxsize=REMEMBERED)
def _rich_block(text: str, rules: RuleSet, language: str | None, root: Path) -> SafeString:
    """In this language, which is the active one, and with the glossary of this folder of content."""
    paragraphs = [part.strip() for part in re.split(r"\n\s*\n", text) if part.strip()]
    html = "".join(f"<p>{rich(part)}</p>" for part in paragraphs)
    return with_terms(html, rules)


@register.filter
def plain(text: Any) -> str:
    """Authored text without its marks, for titles and labels."""
    text = RULE_LINK.sub(r"\1", SUM.sub(r"\1", BOLD.sub(r"\1", str(text or ""))))
    return CARDS_IN_TEXT.sub(_cards_by_name, text)


def _cards_by_name(match: re.Match[str]) -> str:
    cards = _known_cards(match[1])
    oblique = bool(NOT_THE_SUBJECT.search(match.string, 0, match.start()))
    if HAS_A_DETERMINER.search(match.string, 0, match.start()):
        return naming.cards_listed(cards, oblique=oblique)
    return naming.cards_with_articles(cards, oblique=oblique)


@register.filter
def divided(text: Any) -> str:
    """A name for paper, with soft hyphens in its long words."""
    return breaking.divided(str(text))


@register.filter
def divided_address(address: Any) -> SafeString:
    """An address that a line may end in only between its parts."""
    parts = ((part,) for part in breaking.parts_of_address(str(address)))
    return format_html_join(mark_safe("<wbr>"), "{}", parts)


@register.filter
def word_key(card: Card) -> str:
    """The key under which the script finds the card's words."""
    return naming.word_key(card)


@register.filter
def briefly(facts: Any) -> str:
    """The line under the goal as it is where room is short."""
    return in_brief.briefly(facts or ())


@register.filter
def place_on(form: CardsForm, key: str) -> Button | None:
    """The button of the form that puts cards on the own meld of this name; None without one."""
    return form.onto_meld(key) if form and key else None


@register.filter
def action_words(action: Action) -> str:
    return naming.action_in_words(action)


@register.filter
def number(value: int) -> str:
    return naming.number(value)


@register.filter
def rule_number(rule_id: str) -> str:
    return naming.rule_number(rule_id) if rule_id in RULES else ""


@register.simple_tag
def rule_words(rule_id: str, title: str = "") -> str:
    """What a link to the rule's page reads: its number, and its title where one is given."""
    facts = {"number": rule_number(rule_id), "title": plain(title)}
    words = gettext("Rule %(number)s · %(title)s") if title else gettext("Rule %(number)s")
    return words % facts


@register.filter
def rule_url(rule_id: str) -> str:
    """The address of the rule's page in the active language."""
    return reverse("lessons:rule", args=[rule_id])


class Kept(template.Node):
    """Markup that is kept for each language, and for each value of ``by``; where that is None it is drawn anew."""

    def __init__(self, inside: template.NodeList, by: FilterExpression | None) -> None:
        self.inside, self.by = inside, by
        self.kept: dict[Any, SafeString] = {}

    def render(self, context: template.Context) -> SafeString:
        by = self.by.resolve(context) if self.by else ""
        if by is None:
            return self.inside.render(context)
        key = (by, get_language())
        found = self.kept.get(key)
        if found is None:
            # Without a value it depends on the language alone, so it gets no variable of the page.
            found = self.inside.render(context if self.by else context.new())
            if len(self.kept) >= DRAWN:
                self.kept.pop(next(iter(self.kept), key), None)
            self.kept[key] = found
        return found


@register.tag
def kept(parser: Parser, token: Token) -> Kept:
    """``{% kept by %}…{% endkept %}``: drawn once for each value of ``by``, which everything in it depends on."""
    words = token.split_contents()[1:]
    inside = parser.parse(("endkept",))
    parser.delete_first_token()
    return Kept(inside, parser.compile_filter(words[0]) if words else None)


@register.simple_tag(takes_context=True)
def translated_url(context: template.Context, language: str) -> str:
    """This page in another language; the start page of that language where there is no request."""
    request: HttpRequest | None = context.get("request")
    if request is None:
        return f"/{language}/"
    path, here = request.get_full_path(), f"/{get_language()}/"
    if request.resolver_match and path.startswith(here):
        # The words of an address are the same in every language. Finding its view once more would take a tenth of
        # all that an exercise costs.
        return f"/{language}/{path[len(here) :]}"
    try:
        return translate_url(path, language)
    except NoReverseMatch:
        return f"/{language}/"


def _rule_link(match: re.Match[str]) -> str:
    if match[2] not in RULES:
        return match[1]
    return f'<a href="{escape(rule_url(match[2]))}">{match[1]}</a>'


def _cards_in_text(match: re.Match[str]) -> str:
    cards = _known_cards(match[1])
    if not cards:
        return match[0]
    before = match.string[: match.start()].rstrip().casefold()
    are_named = _is_named_by_rank(cards) and any(
        before.endswith(naming.cards_in_text(cards, case).casefold()) for case in CASES
    )
    return _minis(cards, "" if are_named else _cards_by_name(match))


def _known_cards(notation: str) -> tuple[Card, ...]:
    parts = notation.split()
    return tuple(CARDS[part] for part in parts) if all(part in CARDS for part in parts) else ()


@register.simple_tag
def opposing_side(item: object) -> Opposing | None:
    """The opponents' side where an exercise scores both; None elsewhere, and where there is no exercise."""
    return kind_of(item).opposing(item) if isinstance(item, Item) else None
