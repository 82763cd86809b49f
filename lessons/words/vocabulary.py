"""Every form of the words for ranks, suits, numbers and rule sets, marked for translation.

German needs three cases ("ein König", "einen König", "mit einem König"), so every rank carries its forms, told apart by
a message context. How they are put together is the matter of :mod:`lessons.words`.
"""

from __future__ import annotations

from typing import Final

from django.utils.translation import gettext_lazy, pgettext_lazy

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

# A meld among those of its rank, with "meld" in mind (feminine in German).
ORDINALS: Final = (
    pgettext_lazy("meld", "first"), pgettext_lazy("meld", "second"), pgettext_lazy("meld", "third"),
    pgettext_lazy("meld", "fourth"), pgettext_lazy("meld", "fifth"), pgettext_lazy("meld", "sixth"),
    pgettext_lazy("meld", "seventh"), pgettext_lazy("meld", "eighth"), pgettext_lazy("meld", "ninth"),
)  # fmt: skip

INDEX_LETTERS: Final = {
    "T": "10",
    "J": pgettext_lazy("card corner", "J"),
    "Q": pgettext_lazy("card corner", "Q"),
    "K": pgettext_lazy("card corner", "K"),
    "A": pgettext_lazy("card corner", "A"),
}
