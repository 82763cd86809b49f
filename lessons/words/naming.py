"""Names of cards, ranks, amounts and rules in the active language.

The engine speaks in notation (``Kh``, ``JK``); a person reads "King, hearts" or "Herz-König".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from django.utils import formats
from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action
from engine.law.cards import CARDS, JOKER, Card
from engine.law.rulebook import RULES
from engine.law.ruleset import RuleSet
from engine.notation.text import format_cards
from lessons.content.reading import rule_set_titles
from lessons.words.vocabulary import (
    INDEX_LETTERS,
    NUMBER_WORDS,
    ONE,
    ONE_ACCUSATIVE,
    ONE_DATIVE,
    ORDINALS,
    RANK_NAMES,
    RANK_PLURALS,
    RANK_PLURALS_DATIVE,
    RANK_PLURALS_DEFINITE,
    SUIT_NAMES,
)

Case = Literal["nominative", "accusative", "dative"]


def first_upper(text: str) -> str:
    """The text with a capital first letter and the rest untouched ("red three" -> "Red three")."""
    return text[:1].upper() + text[1:]


def number(value: int) -> str:
    """A number as the language writes it: 1.500 or 1,500, and a real minus sign."""
    text = formats.number_format(abs(value), decimal_pos=0, use_l10n=True, force_grouping=True)
    return f"\N{MINUS SIGN}{text}" if value < 0 else text


def number_word(value: int) -> str:
    """A small number in words ("three"), a larger one in digits."""
    return str(NUMBER_WORDS[value]) if 0 <= value < len(NUMBER_WORDS) else number(value)


def card_count(count: int) -> str:
    """ "one card", "12 cards", "no cards"."""
    if count == 0:
        return gettext("no cards")
    return ngettext("%(count)s card", "%(count)s cards", count) % {"count": number(count)}


def points_words(points: int) -> str:
    return ngettext("%(points)s point", "%(points)s points", abs(points)) % {"points": number(points)}


def index_letter(rank: str) -> str:
    """What stands in the corner of a card: B D K A in German, J Q K A in English, 10 for a ten."""
    return str(INDEX_LETTERS.get(rank, rank))


def word_key(card: Card) -> str:
    """The key of the tables above: the rank, with red and black threes told apart."""
    if card.is_red_three:
        return "3r"
    if card.is_black_three:
        return "3b"
    return card.rank


def rank_one(key: str) -> str:
    """ "king": one card of the rank, without an article."""
    return str(RANK_NAMES[key])


def rank_many(key: str, case: Case = "nominative") -> str:
    """ "kings": several cards of the rank."""
    return str((RANK_PLURALS_DATIVE if case == "dative" else RANK_PLURALS)[key])


def rank_count(key: str, count: int, case: Case = "nominative") -> str:
    """ "a king", "three kings", in the case that the sentence needs."""
    if count == 1:
        if case == "dative":
            return str(ONE_DATIVE[key])
        if case == "accusative" and key in ONE_ACCUSATIVE:
            return str(ONE_ACCUSATIVE[key])
        return str(ONE[key])
    return f"{number_word(count)} {rank_many(key, case)}"


def with_points(name: str, points: int) -> str:
    """What is counted and its points, within a list: "three kings (30)"."""
    return pgettext("what is counted, and its points", "%(name)s (%(points)s)") % {
        "name": name,
        "points": number(points),
    }


def card_name(card: Card, *, plain: bool = False) -> str:
    """The accessible name, rank before suit: "Nine, spades", "Two, clubs, wild card", "Red three, hearts".

    ``plain`` leaves out what the card is in the game ("Two, clubs", "Three, hearts").
    """
    if not card.suit:
        return first_upper(gettext("joker") if plain else gettext("joker, wild card"))
    rank = first_upper(rank_one(card.rank if plain else word_key(card)))
    suit = str(SUIT_NAMES[card.suit])
    if card.is_wild and not plain:
        return gettext("%(rank)s, %(suit)s, wild card") % {"rank": rank, "suit": suit}
    return gettext("%(rank)s, %(suit)s") % {"rank": rank, "suit": suit}


def card_in_text(card: Card, *, oblique: bool = False) -> str:
    """A card inside a sentence: "nine of spades", "Pik-Neun", "joker".

    ``oblique`` as it stands in another case than that of the subject: "den Karo-Buben".
    """
    if not card.suit:
        return gettext("joker")
    suit = str(SUIT_NAMES[card.suit])
    rank = pgettext("not the subject", "jack") if oblique and card.rank == "J" else rank_one(card.rank)
    return gettext("%(rank)s of %(suit)s") % {"rank": rank, "suit": suit}


def join_words(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return _joined(parts, gettext("%(first)s and %(last)s"))


def either(parts: Sequence[str]) -> str:
    """ "a", "a or b", "a, b or c"."""
    return _joined(parts, gettext("%(first)s or %(last)s"))


def _joined(parts: Sequence[str], both: str) -> str:
    if len(parts) < 2:
        return "".join(parts)
    return both % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def cards_in_text(cards: Iterable[Card], case: Case = "nominative") -> str:
    """Cards counted by rank in the order in which the ranks first come: "two kings and a joker"."""
    counts: dict[str, int] = {}
    for card in cards:
        key = word_key(card)
        counts[key] = counts.get(key, 0) + 1
    return join_words([rank_count(key, count, case) for key, count in counts.items()])


def cards_listed(cards: Iterable[Card], *, oblique: bool = False) -> str:
    """Every card by its own name: "nine of spades, nine of hearts and joker"."""
    return join_words([card_in_text(card, oblique=oblique) for card in cards])


def cards_with_articles(cards: Iterable[Card], *, oblique: bool = False) -> str:
    """The same in a sentence whose language wants articles: "the nine of spades and a joker"."""
    return join_words(
        [
            pgettext("a card within a sentence", "a joker")
            if card.rank == JOKER
            else pgettext("a card within a sentence", "the %(card)s")
            % {"card": card_in_text(card, oblique=oblique)}
            for card in cards
        ]
    )


def cards_drawn(cards: Sequence[Card]) -> str:
    """Cards that somebody draws: "the nine of spades and a joker", "the nine of spades twice"."""
    jokers = sum(not card.suit for card in cards)
    parts = []
    for card in dict.fromkeys(card for card in cards if card.suit):
        name, count = {"card": card_in_text(card)}, cards.count(card)
        twice = count == 2
        text = (
            pgettext("two cards that are drawn", "the %(card)s twice")
            if twice
            else pgettext("a card within a sentence", "the %(card)s")
        )
        parts += [text % name] * (1 if twice else count)
    return join_words(parts + ([rank_count(JOKER, jokers, "accusative")] if jokers else []))


def card_with_article(card: Card) -> str:
    """One card as a subject: "the nine of spades", "a joker"; "Pik-Neun", "ein Joker"."""
    if card.rank == JOKER:
        return pgettext("a card as a subject", "a joker")
    return pgettext("a card within a sentence", "the %(card)s") % {"card": card_in_text(card)}


def meld_name(rank: str) -> str:
    """What lies in a meld: "kings", "black threes" (rank "3"), "wild cards" (rank "W"), or the cards of a sequence."""
    if "-" in rank:
        low, _, high = rank.partition("-")
        return gettext("cards of the sequence from the %(low)s to the %(high)s") % {
            "low": card_in_text(CARDS[low]), "high": card_in_text(CARDS[high]),
        }  # fmt: skip
    return rank_many("3b" if rank == "3" else rank)


def meld_title(name: str) -> str:
    """The meld of this name as a caption: "kings", "kings, second meld", "sequence of hearts from five to seven"."""
    rank, _, place = name.partition("#")
    if "-" in rank:
        return sequence_name(rank)
    if place:
        return gettext("%(ranks)s, %(place)s meld") % {
            "ranks": meld_name(rank),
            "place": ordinal(int(place)),
        }
    return meld_name(rank)


def sequence_name(rank: str) -> str:
    """A sequence named by suit, lowest and highest card: "sequence of hearts from five to seven"."""
    low, _, high = rank.partition("-")
    return gettext("sequence of %(suit)s from %(low)s to %(high)s") % {
        "suit": SUIT_NAMES[low[-1]], "low": rank_one(low[:-1]), "high": rank_one(high[:-1]),
    }  # fmt: skip


def ordinal(place: int) -> str:
    """ "first", "second": a meld among those of its rank."""
    return str(ORDINALS[place - 1])


def rule_number(rule_id: str) -> str:
    """Section and row of the rule as people read it: "11.4"."""
    return RULES[rule_id].number


def rule_set_name(rules: RuleSet) -> str:
    """The rule set in words; a house rule set is named after the one that it changes."""
    name = named_rule_set(rules.base or rules.name)
    return gettext("%(rules)s with house rules") % {"rules": name} if rules.changes else name


def named_rule_set(name: str) -> str:
    """What the entry of this rule set calls it; the name itself where the content has no such entry."""
    return str(rule_set_titles().get(name, name))


def action_in_words(action: Action, *, pictured: bool = False) -> str:
    """What the action does, as an infinitive fit for a button or a list: "Meld three kings and a joker".

    With ``pictured`` its cards also stand in braces after their names, to be shown small.
    """
    return first_upper(_action_in_words(action, f" {{{format_cards(action.cards)}}}" if pictured else ""))


def _action_in_words(action: Action, minis: str) -> str:
    cards = cards_in_text(action.cards, "accusative") + minis
    match action.verb:
        case "draw" if action.cards:
            return gettext("Draw %(cards)s") % {"cards": cards}
        case "draw":
            return gettext("Draw from the stock")
        case "take":
            return _taking_in_words(action, minis)
        case "meld":
            return gettext("Meld %(cards)s") % {"cards": cards}
        case "add":
            # Whether a natural card goes to a sequence is decided by its suit.
            if "-" in action.target and not all(card.is_wild for card in action.cards):
                cards = cards_with_articles(action.cards, oblique=True) + minis
            return adding_in_words(cards, [action.target])
        case "merge":
            return join_in_words(action.target, action.source)
        case "move":
            return gettext("Move %(cards)s to another meld") % {"cards": cards}
        case "swap":
            facts = {"cards": cards, "others": cards_in_text(action.others, "accusative")}
            return gettext("Swap %(cards)s for %(others)s on the table") % facts
        case "expose" if action.others:
            facts = {"cards": cards, "drawn": cards_in_text(action.others, "accusative")}
            return gettext("Put %(cards)s on the table and draw %(drawn)s") % facts
        case "expose":
            return gettext("Put %(cards)s on the table") % {"cards": cards}
        case "ask":
            return gettext("Ask for permission to go out")
        case "discard":
            return gettext("Discard the %(card)s") % {"card": cards_listed(action.cards)}
        case _:
            return gettext("End the turn without a discard")


def adding_in_words(cards: str, targets: Sequence[str]) -> str:
    """Adding these cards, in words, to each of these melds."""
    melds = join_words([target_name(target) for target in targets])
    return gettext("Add %(cards)s to the %(meld)s") % {"cards": cards, "meld": melds}


def _taking_in_words(action: Action, minis: str) -> str:
    words = {"cards": cards_in_text(action.cards, "dative") + minis, "meld": target_name(action.target)}
    if action.top_only and action.cards:
        return gettext("Take only the top card with %(cards)s") % words
    if action.top_only and action.target:
        return gettext("Take only the top card, adding it to the %(meld)s") % words
    if action.top_only:
        return gettext("Take only the top card")
    if action.cards and action.target:
        return gettext("Take the pile, adding its top card to the %(meld)s together with %(cards)s") % words
    if action.cards:
        return gettext("Take the pile with %(cards)s") % words
    if action.target:
        return gettext("Take the pile, adding its top card to the %(meld)s") % words
    return gettext("Take the pile into your hand")


def target_name(target: str, *, first_of_several: bool = False) -> str:
    """The name of the meld that an action names, as it stands after "the": "kings", "second meld of kings".

    ``first_of_several`` tells a meld without a number from others of its rank.
    """
    if target.startswith("opp:"):
        return gettext("opposing %(meld)s") % {"meld": target_name(target.removeprefix("opp:"))}
    rank, _, place = target.partition("#")
    if "-" in rank:
        return sequence_name(rank)
    if place or first_of_several:
        return gettext("%(place)s meld of %(ranks)s") % {
            "place": ordinal(int(place or 1)), "ranks": _definite(rank),
        }  # fmt: skip
    return _definite(rank)


def _definite(rank: str) -> str:
    """The cards of a rank as they stand after "the"."""
    key = "3b" if rank == "3" else rank
    if key in RANK_PLURALS_DEFINITE:
        return str(RANK_PLURALS_DEFINITE[key])
    return rank_many(rank) if rank in RANK_NAMES else rank


def join_in_words(one: str, other: str) -> str:
    """Joining these two melds: "join the first and the second meld of kings"."""
    places = sorted(int(name.partition("#")[2] or 1) for name in (one, other))
    ranks = {name.partition("#")[0] for name in (one, other)}
    if len(ranks) > 1 or places[0] == places[1] or "-" in one:
        return gettext("Join two melds")
    return gettext("Join the %(one)s and %(other)s melds of %(ranks)s") % {
        "one": ordinal(places[0]), "other": ordinal(places[1]), "ranks": _definite(ranks.pop()),
    }  # fmt: skip
