"""What a sentence claims of the rule set by which it is read, and whether that is so.

A claim is known by its words, in both languages, and is asked of the rule set itself, not of what the entry of the
rule or of the term declares: so a wrong declaration is found as well as a missing one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

from engine.law.ruleset import RuleSet

_WORDS: Final = {
    "no": 0, "kein": 0, "a": 1, "one": 1, "ein": 1, "eine": 1, "einer": 1, "two": 2, "zwei": 2, "three": 3, "drei": 3,
    "four": 4, "vier": 4, "five": 5, "fünf": 5, "six": 6, "sechs": 6, "seven": 7, "sieben": 7, "eight": 8, "acht": 8,
    "nine": 9, "neun": 9, "ten": 10, "zehn": 10, "eleven": 11, "elf": 11, "twelve": 12, "zwölf": 12, "thirteen": 13,
    "dreizehn": 13, "fifteen": 15, "fünfzehn": 15,
}  # fmt: skip
_NUMBER: Final = r"(\d[\d.,]*\d|\d|" + "|".join(sorted(_WORDS, key=len, reverse=True)) + r")"

Asked = Callable[[RuleSet, int], bool]
"""Whether the rule set says so; the number is the one that stands in the sentence, 0 where none does."""


@dataclass(frozen=True, eq=False)
class Claim:
    """Words that claim something; ``#`` stands for the number."""

    de: str
    en: str
    so: Asked

    @cached_property
    def patterns(self) -> dict[str, re.Pattern[str]]:
        said = {"de": self.de, "en": self.en}
        return {
            language: re.compile(rf"(?<![\w-])(?:{text.replace('#', _NUMBER)})(?!\w)", re.IGNORECASE)
            for language, text in said.items()
        }

    def false_words(self, text: str, rules: RuleSet, language: str) -> Iterator[str]:
        """The words of this text that claim this of a rule set in which it is not so."""
        for found in self.patterns[language].finditer(text):
            if not self.so(rules, next((number_of(group) for group in found.groups() if group), 0)):
                yield found[0]


def number_of(word: str) -> int:
    """The number that is written in figures or as a word."""
    word = word.casefold()
    return _WORDS[word] if word in _WORDS else int(re.sub(r"[.,]", "", word))


def false_claims(text: str, rules: RuleSet, language: str) -> Iterator[str]:
    """The words of this text that say of the rule set what is not so."""
    for words, so, number in _claimed(text, language):
        if not so(rules, number):
            yield words


@lru_cache(maxsize=4096)
def _claimed(text: str, language: str) -> tuple[tuple[str, Asked, int], ...]:
    """What the text claims: the words, what is to be asked of a rule set, and the number that they name."""
    return tuple(
        (found[0], claim.so, next((number_of(group) for group in found.groups() if group), 0))
        for claim in CLAIMS
        for found in claim.patterns[language].finditer(text)
    )


def _natural(rules: RuleSet, points: int) -> bool:
    return rules.bonus_natural == points


def _mixed(rules: RuleSet, points: int) -> bool:
    return rules.bonus_mixed == points


def _step(rules: RuleSet, minimum: int) -> bool:
    return minimum in [points for _, points in rules.initial_steps or ()]


def _plain_canastas(rules: RuleSet, points: int) -> bool:
    """Whether every natural canasta brings this bonus."""
    return rules.bonus_natural == points and rules.bonus_aces is None


CLAIMS: Final = (
    Claim(
        r"mit # vollständigen Kartenspielen|^# Kartenspiele$",
        r"with # complete packs|^# packs$",
        lambda r, n: r.packs == n,
    ),
    Claim(
        r"Zu den beiden Kartenspielen",
        r"to the two packs",
        lambda r, n: r.packs == 2,
    ),
    Claim(
        r"kommen # Joker|^# Joker$|die # Joker|Eine der # Karten ohne",
        r"# jokers are added|^# jokers$|the # jokers|One of the # cards without",
        lambda r, n: r.jokers == n,
    ),
    Claim(
        r"(?:die|der) # Zweien",
        r"the # twos",
        lambda r, n: 4 * r.packs == n,
    ),
    Claim(
        r"^(zwölf) wilde Karten$|^# Karten sind wild",
        r"^(twelve) wild cards$|^# cards are wild",
        lambda r, n: 4 * r.packs + r.jokers == n,
    ),
    Claim(
        r"^# Karten$|insgesamt # Karten",
        r"^# cards$|There are # cards in all",
        lambda r, n: r.deck_size == n,
    ),
    Claim(
        r"zieht genau # Karten?|# Karten? ziehen|mit # Karte vom Talon",
        r"exactly # cards? from the stock|Draw # cards?",
        lambda r, n: r.draw_count == n,
    ),
    Claim(
        r"kein Canasta hat|ein Canasta fehlt|mindestens ein Canasta hat|^Erst ein Canasta",
        r"(?<!Here )your side has no canasta|(?<!Here )you have no canasta|at least one canasta|^A canasta before",
        lambda r, n: r.canastas_to_go_out == 1,
    ),
    Claim(
        r"brauchst du zwei Canastas|^Zu zweit: zwei Canastas",
        r"you need two canastas|^Two players: two canastas",
        lambda r, n: 2 not in r.player_counts or r.canastas_to_go_out == 2,
    ),
    Claim(
        r"das Canasta, das du zum Ausmachen brauchst",
        r"the canasta you need for going out",
        lambda r, n: r.canastas_to_go_out == 1,
    ),
    Claim(
        r"reines Canasta, also eines ohne wilde Karte, bringt # Punkte|"
        r"ohne wilde Karte\. Es bringt # Punkte|Reines Canasta: #",
        r"without any wild card, earns a bonus of # points|"
        r"without wild cards\. It earns a bonus of # points|Natural canasta: #",
        _plain_canastas,
    ),
    Claim(
        r"ein reines Canasta # Punkte",
        r"any other natural canasta (?:brings|earns|scores) # points",
        _natural,
    ),
    Claim(
        r"einer? bis drei wilden Karten",
        r"one to three wild cards",
        lambda r, n: r.max_wilds == 3,
    ),
    Claim(
        r"wilden Karten, bringt # Punkte|wilden Karten\. Es bringt # Punkte|Gemischtes Canasta: #",
        r"wild cards, earns a bonus of # points|"
        r"one to three wild cards\. It earns a bonus of # points|Mixed canasta: #",
        lambda r, n: _mixed(r, n) and r.bonus_aces is None,
    ),
    Claim(
        r"Meldung aus mindestens # Karten|^# Karten sind ein Canasta",
        r"meld of at least # cards|^# cards make a canasta",
        lambda r, n: r.canasta_size == n,
    ),
    Claim(
        r"höchstens # wilden? Karten",
        r"at most # wild cards?",
        lambda r, n: r.max_wilds == n,
    ),
    Claim(
        r"^In einer Meldung liegen höchstens",
        r"^A meld holds at most",
        lambda r, n: r.wild_only_melds == "no",
    ),
    Claim(
        r"In jeder Meldung liegen mindestens",
        r"Every meld contains at least",
        lambda r, n: r.wild_only_melds == "no",
    ),
    Claim(
        r"mindestens # natürliche",
        r"at least # natural cards?",
        lambda r, n: r.min_naturals == n,
    ),
    Claim(
        r"Wilde Karten allein sind keine Meldung|^Nie wilde Karten allein",
        r"Wild cards alone are not a meld|^Never wild cards alone",
        lambda r, n: r.wild_only_melds == "no",
    ),
    Claim(
        r"^Alle natürlichen Karten einer Meldung haben denselben|^Alle vom selben Rang",
        r"^All natural cards of a meld are of the same|^One rank in a meld",
        lambda r, n: not r.sequences,
    ),
    Claim(
        r"Mindestens drei Karten eines Ranges",
        r"At least three cards of one rank, face up",
        lambda r, n: not r.sequences,
    ),
    Claim(
        r"dürfen in einer Meldung jede Karte",
        r"stand in for any card from four to ace in a meld(?! of)",
        lambda r, n: not r.sequences,
    ),
    Claim(
        r"einer Farbe, sind keine Meldung|Folgen sind keine Meldungen|Nur beim Samba",
        r"of one suit, are not a meld|Sequences are not melds|a meld only in Samba",
        lambda r, n: not r.sequences or r.wild_only_melds == "any",
    ),
    Claim(
        r"von jedem Rang nur eine Meldung|von jedem Rang gibt es bei euch nur eine|^Jeder Rang nur einmal",
        r"only one meld of each rank|only one of each rank|^Each rank only once",
        lambda r, n: not r.several_melds_per_rank,
    ),
    Claim(
        r"legst du nie zwei Meldungen zusammen",
        r"you never join two melds",
        lambda r, n: not r.merge_melds,
    ),
    Claim(
        r"nicht in der Überzahl sein",
        r"need not outnumber",
        lambda r, n: not r.naturals_must_outnumber,
    ),
    Claim(
        r"Nach den klassischen Regeln",
        r"Under the classic rules",
        lambda r, n: r.name == "classic" and not r.changes,
    ),
    Claim(
        r"nie mit wilden Karten kombiniert|^Schwarze Dreien: ohne wilde Karten$",
        r"never combined with wild cards|^Black threes: no wild cards$",
        lambda r, n: not r.sperr_canasta,
    ),
    Claim(
        r"Kartenwerte kommen dazu|Canasta zählen zusätzlich zum Bonus\.",
        r"Card values count as well|count in addition to its bonus\.",
        lambda r, n: not r.sperr_canasta,
    ),
    Claim(
        r"nur in dem Zug melden, in dem|Gemeldet wird sie nur beim Ausmachen|^Nur beim Ausmachen",
        r"only in the turn in which you go out\.|It is melded only when going out|^Melded only when going out",
        lambda r, n: r.black_three_meld == "going_out",
    ),
    Claim(
        r"schwarzer Dreien besteht aus drei oder vier|^Schwarze Dreien: drei oder vier$",
        r"black threes has three or four|^Black threes: three or four$",
        lambda r, n: r.black_three_meld_max == 4 and r.black_three_meld != "never",
    ),
    Claim(
        r"Jede rote Drei .*? # Punkte|# Punkte je Drei|Tisch und zählt # Punkte",
        r"each red three .*? # points|^# points each|once and counts # points",
        lambda r, n: r.red_three_value == n,
    ),
    Claim(
        r"Alle vier: |alle vier (?:roten Dreien|zusammen)",
        r"All four: |all four (?:red threes|together)",
        lambda r, n: r.red_three_set[0] == 4,
    ),
    Claim(
        r"Alle \w+: # Punkte|zählen sie zusammen # Punkte|alle vier zusammen #",
        r"All \w+: # points|they count # points together|all four together #",
        lambda r, n: r.red_three_set[1] == n,
    ),
    Claim(
        r"zusammen \S+ Punkte statt #",
        r"points together instead of #",
        lambda r, n: r.red_three_set[0] * r.red_three_value == n,
    ),
    Claim(
        r"plus, wenn eure Partnerschaft in der Runde gemeldet",
        r"count for you if your side has melded in the deal",
        lambda r, n: r.red_three_plus_if == "melded",
    ),
    Claim(
        r"soll das # Punkte kosten",
        r"when the deal ends is said to cost # points",
        lambda r, n: r.red_three_forgotten == n,
    ),
    Claim(
        r"15, 50, 90 oder 120",
        r"15, 50, 90 or 120",
        lambda r, n: [m for _, m in r.initial_steps or ()] == [15, 50, 90, 120],
    ),
    Claim(
        r"Erstmeldung mindestens # Punkte wert|(?:Unter|Ab) \S+: # Punkte",
        r"initial meld must be worth at least # points|(?:Below|From) \S+: # points",
        _step,
    ),
    Claim(
        r"bringt seiner Partnerschaft # Punkte|# Punkte fürs Ausmachen",
        r"Going out scores # points for|# points for going out",
        lambda r, n: r.going_out_bonus == n,
    ),
    Claim(
        r"zusammen # Punkte statt der|Das bringt # statt|^# statt \d+ Punkte",
        r"concealed scores # points|It scores # points instead|^# points instead",
        lambda r, n: r.concealed_total == n and r.concealed_is_special,
    ),
    Claim(
        r"statt der gewöhnlichen #|statt # Punkte\.",
        r"instead of the usual #|instead of #\.",
        lambda r, n: r.going_out_bonus == n or r.red_three_set[0] * r.red_three_value == n,
    ),
    Claim(
        r"muss ein ganzes Canasta aus dem eigenen Blatt",
        r"you must lay a complete canasta from your own hand",
        lambda r, n: r.concealed_needs_own_canasta,
    ),
    Claim(
        r"nichts an Meldungen des Partners anlegen",
        r"not add anything to your partner’s melds in that",
        lambda r, n: r.concealed_forbids_partner_add,
    ),
    Claim(
        r"^Mit zwei natürlichen Karten aus deinem Blatt, die den Rang der obersten Karte haben, darfst",
        r"With two natural cards of the top card’s rank in your hand you may",
        lambda r, n: r.pickup_before_initial == "with_pair",
    ),
    Claim(
        r"einer natürlichen Karte desselben Ranges und einer wilden",
        r"with one natural card of the same rank and one wild",
        lambda r, n: r.pickup_natural_plus_wild and r.min_naturals <= 2 and r.max_wilds != 0,
    ),
    Claim(
        r"Liegt eine wilde Karte im Ablagestapel, ist er eingefroren",
        r"wild card in it is frozen|wild card lies in the discard pile, the pile is frozen",
        lambda r, n: r.wild_discard_effect == "freeze",
    ),
    Claim(
        r"Liegt eine wilde Karte oben .*?niemand",
        r"With a wild card on top.*?nobody",
        lambda r, n: r.wild_top_takeable == "never",
    ),
    Claim(
        r"Mit nur einer Karte im Blatt darfst du keinen",
        r"With only one card in your hand you may not",
        lambda r, n: r.one_card_pile == "forbidden",
    ),
    Claim(
        r"Wer fragt, ist an|Du fragst nach dem Ziehen|Hast du gefragt, musst|Du darfst deinen Partner",
        r"Whoever asks is bound|You ask after drawing|Once you have asked, a yes|You may ask your partner",
        lambda r, n: r.permission == "optional_binding",
    ),
    Claim(
        r"mindestens # Punkte hat|eine Partnerschaft # Punkte hat",
        r"a side has(?: at least)? # points",
        lambda r, n: r.target == n,
    ),
    Claim(
        r"hat eine Folge höchstens # Karten",
        r"a sequence has at most # cards",
        lambda r, n: r.sequence_max in (n, None),
    ),
    Claim(
        r"ein Samba, bringt # Punkte|^Ein Samba: #",
        r"a samba, scores # points|^A samba: #",
        lambda r, n: r.bonus_samba in (n, None),
    ),
    Claim(
        r"Zu zweit bekommt jeder # Karten",
        r"With two players, each is dealt # cards",
        lambda r, n: dict(r.hand_size).get(2, n) == n,
    ),
    Claim(
        r"Zu dritt bekommt jeder # Karten",
        r"With three players, each is dealt # cards",
        lambda r, n: dict(r.hand_size).get(3, n) == n,
    ),
    Claim(
        r"Zu viert bekommt jeder Spieler # Karten",
        r"With four players everybody is dealt # cards",
        lambda r, n: dict(r.hand_size).get(4, n) == n,
    ),
    Claim(
        r"zieht zwei und wirft eine ab",
        r"draws two and discards one",
        lambda r, n: 2 not in r.player_counts or r.draw_count == 2,
    ),
    Claim(
        r"höchsten spielen zusammen gegen die beiden|^Das klassische Canasta spielt man",
        r"two highest play together against|^Classic Canasta is played by four",
        lambda r, n: r.player_counts == (4,),
    ),
)
"""Every claim that the words of a rule or of a term make of a rule set."""
