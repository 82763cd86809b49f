"""What a rule is said to be under a rule set, where the words of the classic law would not be so, or not be known."""

from __future__ import annotations

from typing import Final

import pytest
from django.utils.translation import override

from engine.law.variants import RULE_SETS
from lessons.content.reading import library
from lessons.saying.rule_values import said
from lessons.saying.wording import rule_on_card, term_text

SAMBAS: Final = "samba samba-wild samba-15000 samba-aces"
PAGE: Final = "spielregeln house-joker-1000"
"""The page with readers' questions, and what is derived from it."""
JOINING: Final = f"global-trade {SAMBAS}"
NO_SEQUENCES: Final = f"classic classic-2p overview global-trade wiener house-sperr-1500 {PAGE}"

TOLD: Final = (
    # rule sets, rule, German and English words that must stand, and that must not
    ("global-trade", "freeze.until-taken", "bleibt offen", "left open", "eingefroren, bis", "stays frozen until"),
    ("classic samba", "freeze.until-taken", "bleibt eingefroren, bis", "stays frozen until", "offen", "left open"),
    ("global-trade", "red3.forgotten-penalty", "im ersten Zug", "in your first turn", "am Ende", "when the deal ends"),
    (f"classic classic-2p wiener overview {PAGE} {SAMBAS}", "red3.forgotten-penalty",
     "nur aus zweiter Hand", "only second-hand", "kostet", "costs"),
    (PAGE, "initial.threshold-high", "bei genau 3.000 Punkten 90 oder 120", "at exactly 3,000", "oder mehr", "or more"),
    (PAGE, "initial.top-card-counts", "nichts vom Ablagestapel", "Nothing from the discard pile",
     "zählt seine oberste Karte", "its top card counts"),
    (f"overview {PAGE}", "stock.forced-take", "Karten im Blatt hast, mit denen man ihn hier aufnimmt",
     "hold cards that take it here", "eingefroren", "frozen"),
    (SAMBAS, "stock.forced-take", "natürlichen Paar dazu im Blatt", "natural pair of its rank", "eurer", "your side"),
    (SAMBAS, "pickup.whole-pile", "bei einer Folge bleibt das offen", "for a sequence this is left open",
     "des Ablagestapels verwendet", "discard pile takes"),
    ("global-trade", "freeze.take-natural-pair-only", "von einem beliebigen Rang", "of any one rank",
     "Blatt auf, die", "that match"),
    (SAMBAS, "pickup.add-to-meld", "die noch kein Canasta ist", "not yet a canasta", "eurer", "your side"),
    (f"classic classic-2p overview global-trade {SAMBAS} {PAGE}", "pickup.natural-pair", "aus deinem Blatt",
     "in your hand", "Karten vom Rang", "on the table"),
    ("classic-2p", "concealed.no-partner-add", "gibt es hier nicht", "there is no partner", "verdeckt", "concealed"),
    (PAGE, "pickup.natural-plus-wild", "selbst wenn weiter unten", "even if a wild card lies further down",
     "eingefroren", "frozen"),
    (PAGE, "freeze.take-natural-pair-only", "friert den Ablagestapel hier nicht ein", "does not freeze",
     "Einen eingefrorenen", "take a frozen"),
    ("overview", "freeze.take-natural-pair-only", "immer nur mit einem natürlichen Paar", "only ever taken",
     "Einen eingefrorenen", "take a frozen"),
    (JOINING, "wild.no-swap", "einzeln in eine andere", "moved by itself", "noch in eine", "nor moved to"),
    (JOINING, "meld.stays-on-table", "nur ganze Meldungen", "only whole melds", "Meldung.", "deal ends."),
    (NO_SEQUENCES, "samba.sequence-no-wild-no-three", "Beim Samba liegen", "In Samba", "In einer Folge", "A sequence"),
    (NO_SEQUENCES, "samba.sequence-ace-high", "Beim Samba ist", "sequences of Samba", "In Folgen", "In sequences the"),
    (NO_SEQUENCES, "samba.sequence-max-seven", "Beim Samba hat", "In Samba", "Eine Folge", "A sequence"),
    (NO_SEQUENCES, "samba.sequence-pickup", "beim Samba", "In Samba", "anlegen.", "sequences."),
    (NO_SEQUENCES, "samba.sequence-no-start-from-pile", "Beim Samba", "In Samba", "Mit der", "The top"),
    ("house-sperr-1500", "black3.meld-size", "nur das Sperrcanasta", "only a blocking canasta",
     "vier Karten.", "four cards."),
    ("house-sperr-1500", "canasta.mixed-bonus", "außer einem Sperrcanasta", "but a blocking canasta",
     "ein bis drei", "one to three"),
    ("house-sperr-1500", "canasta.built-in-stages", "das Sperrcanasta wird immer auf einmal", "melded all at once.",
     "wachsen.", "turns."),
    ("house-joker-1000", "canasta.built-in-stages", "ob auch ein Jokercanasta wachsen darf, bleibt offen",
     "whether a joker canasta may grow too", "Meldung wachsen.", "turns."),
    ("house-joker-1000", "canasta.card-values-extra", "sagt die Hausregel das nicht", "does not say so",
     "zum Bonus.", "its bonus."),
    ("overview", "value.black-three", "Blatt ist, zählt 5 Punkte minus", "5 points against you", "plus", "in a meld"),
    (PAGE, "pickup.top-wild", "für einen Joker, den die Seite nicht nennt", "which the page does not mention",
     "Liegt eine wilde Karte", "a wild card"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "rule", "language", "stands", "never"),
    [
        (name, rule, language, stands, never)
        for names, rule, german, english, not_german, not_english in TOLD
        for name in names.split()
        for language, stands, never in (("de", german, not_german), ("en", english, not_english))
    ],
)
def test_rule_is_told_as_the_text_of_the_rule_set_has_it(
    name: str, rule: str, language: str, stands: str, never: str
) -> None:
    with override(language):
        told = rule_on_card(rule, RULE_SETS[name])
    assert stands in told
    assert never not in told


@pytest.mark.parametrize(
    ("name", "term", "language", "stands", "never"),
    [
        ("global-trade", "frozen", "de", "einem beliebigen Rang", "hier nur für den nächsten"),
        ("global-trade", "frozen", "en", "of any one rank", "the next player only"),
        ("spielregeln", "frozen", "de", "Eingefroren ist er nie", "Ein eingefrorener"),
        ("spielregeln", "frozen", "en", "It is never frozen", "A frozen pile"),
        ("overview", "frozen", "de", "ohnehin nur mit zwei natürlichen", "Ein eingefrorener"),
        ("overview", "frozen", "en", "In any case", "A frozen pile"),
        ("spielregeln", "blocked", "de", "oder eine wilde Karte obenauf", "bis ihn jemand aufnimmt"),
        ("overview", "blocked", "en", "or a wild card on top", "until somebody takes"),
        ("classic", "blocked", "en", "until somebody takes", "or a wild card on top"),
    ],
)
def test_term_is_told_as_the_rule_set_has_it(
    name: str, term: str, language: str, stands: str, never: str
) -> None:
    entry = next(one for one in library().glossary if one.key == term)
    with override(language):
        told = term_text(entry, RULE_SETS[name])
    assert stands in told
    assert never not in told


def test_hand_of_the_example_for_going_out_concealed_has_as_many_cards_as_a_player_holds() -> None:
    rule = library().rules["concealed.minimum"]
    assert "sieben vieren und vier fünfen" in rule.text.de.casefold()
    assert "die zwölfte Karte" in rule.text.de
    assert "Seven fours and four fives count only 55 points" in rule.text.en
    assert "twelfth card" in rule.text.en


def test_nothing_is_claimed_of_card_values_where_a_house_rule_does_not_name_them() -> None:
    rule = library().rules["house.joker-canasta-1000"].text
    answer = library().questions["thousand-for-jokers"].answer
    for text in (rule, answer):
        assert "sagt" in text.de
        assert "does not say whether the card values come on top" in text.en


@pytest.mark.parametrize("rule", ["black3.no-lasting-freeze", "initial.wild-allowed", "game.winner"])
@pytest.mark.parametrize("name", PAGE.split())
def test_what_only_comments_say_is_not_taken_from_the_text_of_the_page(name: str, rule: str) -> None:
    assert RULE_SETS[name].standing(rule) == "fallback"
    standing = next(one.standing for one in library().rules[rule].sources if one.source == "spielregeln")
    assert standing in ("comment", "silent")
    with override("en"):
        assert said(RULE_SETS[name], rule).note == "not specified; the official rule applies"
