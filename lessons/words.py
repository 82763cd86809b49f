"""Names of cards, ranks, amounts and rules in the active language.

The engine speaks in notation (``Kh``, ``JK``); a person reads "King, hearts" or "Herz-König". German needs three cases
("ein König", "einen König", "mit einem König"), so every rank carries its forms, told apart by a message context.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, Literal

from django.utils import formats
from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from engine.actions import Action
from engine.cards import CARDS, Card
from engine.rule_ids import RULES
from engine.ruleset import RuleSet

Case = Literal["nominative", "accusative", "dative"]
SUIT_NAMES: Final = {
    "c": gettext_lazy("clubs"),
    "d": gettext_lazy("diamonds"),
    "h": gettext_lazy("hearts"),
    "s": gettext_lazy("spades"),
}

# One card named by rank alone, as the first word of an accessible name or of a list entry.
RANK_NAMES: Final = {
    "3r": gettext_lazy("red three"),
    "3b": gettext_lazy("black three"),
    "3": gettext_lazy("three"),
    "4": gettext_lazy("four"),
    "5": gettext_lazy("five"),
    "6": gettext_lazy("six"),
    "7": gettext_lazy("seven"),
    "8": gettext_lazy("eight"),
    "9": gettext_lazy("nine"),
    "T": gettext_lazy("ten"),
    "J": gettext_lazy("jack"),
    "Q": gettext_lazy("queen"),
    "K": gettext_lazy("king"),
    "A": gettext_lazy("ace"),
    "2": gettext_lazy("two"),
    "JK": gettext_lazy("joker"),
    "W": gettext_lazy("wild card"),
}

# Several cards of a rank; nominative and accusative are alike in both languages.
RANK_PLURALS: Final = {
    "3r": gettext_lazy("red threes"),
    "3b": gettext_lazy("black threes"),
    "3": gettext_lazy("threes"),
    "4": gettext_lazy("fours"),
    "5": gettext_lazy("fives"),
    "6": gettext_lazy("sixes"),
    "7": gettext_lazy("sevens"),
    "8": gettext_lazy("eights"),
    "9": gettext_lazy("nines"),
    "T": gettext_lazy("tens"),
    "J": gettext_lazy("jacks"),
    "Q": gettext_lazy("queens"),
    "K": gettext_lazy("kings"),
    "A": gettext_lazy("aces"),
    "2": gettext_lazy("twos"),
    "JK": gettext_lazy("jokers"),
    "W": gettext_lazy("wild cards"),
}

RANK_PLURALS_DATIVE: Final = {
    "3r": pgettext_lazy("dative", "red threes"),
    "3b": pgettext_lazy("dative", "black threes"),
    "3": pgettext_lazy("dative", "threes"),
    "4": pgettext_lazy("dative", "fours"),
    "5": pgettext_lazy("dative", "fives"),
    "6": pgettext_lazy("dative", "sixes"),
    "7": pgettext_lazy("dative", "sevens"),
    "8": pgettext_lazy("dative", "eights"),
    "9": pgettext_lazy("dative", "nines"),
    "T": pgettext_lazy("dative", "tens"),
    "J": pgettext_lazy("dative", "jacks"),
    "Q": pgettext_lazy("dative", "queens"),
    "K": pgettext_lazy("dative", "kings"),
    "A": pgettext_lazy("dative", "aces"),
    "2": pgettext_lazy("dative", "twos"),
    "JK": pgettext_lazy("dative", "jokers"),
    "W": pgettext_lazy("dative", "wild cards"),
}
# "the black threes": German bends the adjective after the article.
RANK_PLURALS_DEFINITE: Final = {
    "3r": pgettext_lazy("after the", "red threes"),
    "3b": pgettext_lazy("after the", "black threes"),
    "W": pgettext_lazy("after the", "wild cards"),
}

# "a king" with its article, in the three cases a sentence can ask for.
ONE: Final = {
    "3r": gettext_lazy("a red three"),
    "3b": gettext_lazy("a black three"),
    "3": gettext_lazy("a three"),
    "4": gettext_lazy("a four"),
    "5": gettext_lazy("a five"),
    "6": gettext_lazy("a six"),
    "7": gettext_lazy("a seven"),
    "8": gettext_lazy("an eight"),
    "9": gettext_lazy("a nine"),
    "T": gettext_lazy("a ten"),
    "J": gettext_lazy("a jack"),
    "Q": gettext_lazy("a queen"),
    "K": gettext_lazy("a king"),
    "A": gettext_lazy("an ace"),
    "2": gettext_lazy("a two"),
    "JK": gettext_lazy("a joker"),
    "W": gettext_lazy("a wild card"),
}
# Only masculine words differ in the accusative; the others fall back to ONE.
ONE_ACCUSATIVE: Final = {
    "J": pgettext_lazy("accusative", "a jack"),
    "K": pgettext_lazy("accusative", "a king"),
    "JK": pgettext_lazy("accusative", "a joker"),
}
ONE_DATIVE: Final = {
    "3r": pgettext_lazy("dative", "a red three"),
    "3b": pgettext_lazy("dative", "a black three"),
    "3": pgettext_lazy("dative", "a three"),
    "4": pgettext_lazy("dative", "a four"),
    "5": pgettext_lazy("dative", "a five"),
    "6": pgettext_lazy("dative", "a six"),
    "7": pgettext_lazy("dative", "a seven"),
    "8": pgettext_lazy("dative", "an eight"),
    "9": pgettext_lazy("dative", "a nine"),
    "T": pgettext_lazy("dative", "a ten"),
    "J": pgettext_lazy("dative", "a jack"),
    "Q": pgettext_lazy("dative", "a queen"),
    "K": pgettext_lazy("dative", "a king"),
    "A": pgettext_lazy("dative", "an ace"),
    "2": pgettext_lazy("dative", "a two"),
    "JK": pgettext_lazy("dative", "a joker"),
    "W": pgettext_lazy("dative", "a wild card"),
}

NUMBER_WORDS: Final = (
    pgettext_lazy("number", "no"), pgettext_lazy("number", "one"), pgettext_lazy("number", "two"),
    pgettext_lazy("number", "three"), pgettext_lazy("number", "four"), pgettext_lazy("number", "five"),
    pgettext_lazy("number", "six"), pgettext_lazy("number", "seven"), pgettext_lazy("number", "eight"),
    pgettext_lazy("number", "nine"), pgettext_lazy("number", "ten"), pgettext_lazy("number", "eleven"),
    pgettext_lazy("number", "twelve"),
)  # fmt: skip

INDEX_LETTERS: Final = {
    "T": "10",
    "J": pgettext_lazy("card corner", "J"),
    "Q": pgettext_lazy("card corner", "Q"),
    "K": pgettext_lazy("card corner", "K"),
    "A": pgettext_lazy("card corner", "A"),
}


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


def card_in_text(card: Card) -> str:
    """A card inside a sentence: "nine of spades", "Pik-Neun", "joker"."""
    if not card.suit:
        return gettext("joker")
    suit = str(SUIT_NAMES[card.suit])
    return gettext("%(rank)s of %(suit)s") % {"rank": rank_one(card.rank), "suit": suit}


def join_words(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    first, last = ", ".join(parts[:-1]), parts[-1]
    return gettext("%(first)s and %(last)s") % {"first": first, "last": last}


def cards_in_text(cards: Iterable[Card], case: Case = "nominative") -> str:
    """Cards counted by rank in the order in which the ranks first come: "two kings and a joker"."""
    counts: dict[str, int] = {}
    for card in cards:
        key = word_key(card)
        counts[key] = counts.get(key, 0) + 1
    return join_words([rank_count(key, count, case) for key, count in counts.items()])


def cards_listed(cards: Iterable[Card]) -> str:
    """Every card by its own name: "nine of spades, nine of hearts and joker"."""
    return join_words([card_in_text(card) for card in cards])


def meld_name(rank: str) -> str:
    """What a meld is called: "kings", "black threes" (rank "3"), "wild cards" (rank "W"), "cards from 5♥ to 7♥"."""
    if "-" in rank:
        low, _, high = rank.partition("-")
        return gettext("cards of the sequence from %(low)s to %(high)s") % {
            "low": card_in_text(CARDS[low]), "high": card_in_text(CARDS[high]),
        }  # fmt: skip
    return rank_many("3b" if rank == "3" else rank)


def rule_number(rule_id: str) -> str:
    """Section and row of the rule as people read it: "11.4"."""
    return RULES[rule_id].number


def rule_set_name(rules: RuleSet) -> str:
    """The rule set in words; a house rule set is named after the one that it changes."""
    name = {
        "classic": pgettext("rule set", "Classic"),
        "classic-2p": pgettext("rule set", "Classic for two"),
        "overview": pgettext("rule set", "Overview"),
        "spielregeln": pgettext("rule set", "Rules with readers’ questions"),
        "wiener": pgettext("rule set", "Vienna"),
    }[rules.base or rules.name]
    return gettext("%(rules)s with house rules") % {"rules": name} if rules.changes else name


def action_in_words(action: Action) -> str:
    """What the action does, as an infinitive fit for a button or a list: "Meld three kings and a joker"."""
    return first_upper(_action_in_words(action))


def _action_in_words(action: Action) -> str:
    cards = cards_in_text(action.cards, "accusative")
    match action.verb:
        case "draw" if action.cards:
            return gettext("Draw %(cards)s") % {"cards": cards}
        case "draw":
            return gettext("Draw a card")
        case "take":
            return _taking_in_words(action)
        case "meld":
            return gettext("Meld %(cards)s") % {"cards": cards}
        case "add":
            return gettext("Add %(cards)s to the %(meld)s") % {
                "cards": cards,
                "meld": target_name(action.target),
            }
        case "merge":
            return gettext("Join two melds")
        case "move":
            return gettext("Move %(cards)s to another meld") % {"cards": cards}
        case "swap":
            return gettext("Swap %(cards)s for a card on the table") % {"cards": cards}
        case "expose":
            return gettext("Put %(cards)s on the table") % {"cards": cards}
        case "ask":
            return gettext("Ask your partner whether you may go out")
        case "discard":
            return gettext("Discard the %(card)s") % {"card": cards_listed(action.cards)}
        case _:
            return gettext("End the turn without a discard")


def _taking_in_words(action: Action) -> str:
    words = {"cards": cards_in_text(action.cards, "dative"), "meld": target_name(action.target)}
    if action.top_only:
        return gettext("Take only the top card")
    if action.cards and action.target:
        return gettext("Take the pile with %(cards)s onto the %(meld)s") % words
    if action.cards:
        return gettext("Take the pile with %(cards)s") % words
    if action.target:
        return gettext("Take the pile, top card onto the %(meld)s") % words
    return gettext("Take the pile into the hand")


def target_name(target: str) -> str:
    """The name of the meld that an action names, as it stands after "the": ``K`` "kings", ``opp:K`` ..."""
    if target.startswith("opp:"):
        return gettext("opponents’ %(meld)s") % {"meld": target_name(target.removeprefix("opp:"))}
    rank = target.partition("#")[0]
    key = "3b" if rank == "3" else rank
    if key in RANK_PLURALS_DEFINITE:
        return str(RANK_PLURALS_DEFINITE[key])
    return meld_name(rank) if rank in RANK_NAMES else rank
