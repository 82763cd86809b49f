"""Why a player made a move, as a sentence in both languages."""

from __future__ import annotations

from random import Random

import pytest
from django.utils.translation import override

from engine.law.actions import Move
from engine.law.variants import rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players.deciding import REASONS, Decision, ReasonId
from engine.play.players.player import RulePlayer
from engine.play.players.style import STYLES
from engine.play.players.table import play_deal
from engine.play.view import View
from lessons.saying.players import TELLERS, told

SENTENCES = [
    ("throw-safe", {"rank": "K", "pile": 4, "chance": 0.08},
     "With a king on top, the next player is unlikely to be able to take the pile.",
     "Mit einem König obenauf kann der nächste Spieler den Ablagestapel kaum aufnehmen."),
    ("throw-least-risk", {"rank": "8", "pile": 4, "chance": 0.32},
     "No discard is less risky than an eight. The chance that the next player can take the pile: about 30%.",
     ("Kein anderer Abwurf wäre weniger riskant als eine Acht. Die Chance, dass der nächste Spieler den Ablagestapel "
     "aufnehmen kann: etwa 30 %.")),
    ("throw-spare", {"rank": "J", "pile": 4, "chance": 0.32},
     "I can spare a jack most easily, though it may let the next player take the pile.",
     ("Auf einen Buben kann ich am leichtesten verzichten, auch wenn der nächste Spieler damit vielleicht den "
     "Ablagestapel aufnimmt.")),
    ("throw-stop", {"rank": "3", "pile": 6, "chance": 0},
     "A black three: the next player cannot take the pile of 7 cards.",
     "Eine schwarze Drei: Der nächste Spieler kann den Ablagestapel (7 Karten) nicht aufnehmen."),
    ("throw-least-use", {"rank": "3", "pile": 1, "chance": 0},
     "I can most easily do without a black three.", "Auf eine schwarze Drei kann ich am besten verzichten."),
    ("lay-canasta", {"rank": "K", "cards": 1, "lying": 6},
     "This completes a canasta of kings.", "Damit ist ein Canasta aus Königen fertig."),
    ("lay-natural", {"rank": "", "cards": 1, "lying": 4},
     "This brings the sequence closer to a samba.", "Das bringt die Folge einem Samba näher."),
    ("open", {"needed": 50, "have": 30, "laid": 60},
     "This makes the initial meld: 60 points, with 50 required.",
     "Damit liegt die Erstmeldung: 60 Punkte, verlangt sind 50."),
    ("ask-partner", {"partner": 9, "opponents": 12},
     "I could go out, but my partner still holds 9 cards, so I ask.",
     "Ich könnte ausmachen, aber mein Partner hat noch 9 Karten im Blatt, also frage ich."),
    ("go-out", {"partner": 0, "opponents": 6, "seats": 1},
     "I go out while my opponent still holds 6 cards.",
     "Ich mache aus, solange mein Gegner noch 6 Karten im Blatt hat."),
    ("go-out", {"partner": 4, "opponents": 12, "seats": 2},
     "I go out while the opponents still hold 12 cards.",
     "Ich mache aus, solange die Gegner noch 12 Karten im Blatt haben."),
    ("answer-yes", {"points": 25, "cards": 3, "worth": 0},
     "Yes: I hold only 25 points in my hand.", "Ja: Ich habe nur noch 25 Punkte im Blatt."),
    ("answer-yes", {"points": 95, "cards": 8, "worth": 0},
     "Yes: even with another turn I could meld little of my hand.",
     "Ja: Auch mit einem weiteren Zug könnte ich nur wenig aus meinem Blatt melden."),
    ("answer-no", {"points": 95, "cards": 8, "worth": 350},
     "No: I still hold 95 points in my hand.", "Nein: Ich habe noch 95 Punkte im Blatt."),
    ("sampled", {"worlds": 48, "gain": 63},
     ("I have played on from here with 48 possible layouts of the cards that I cannot see. "
     "On average this move left me better off than my usual one, by about 65 points."),
     ("Ich habe von hier aus 48 mögliche Verteilungen der Karten durchgespielt, die ich nicht sehe. Nach diesem "
     "Zug stand ich im Mittel um etwa 65 Punkte besser da als nach meinem üblichen.")),
    ("sampled", {"worlds": 24, "gain": 1},
     ("I have played on from here with 24 possible layouts of the cards that I cannot see. "
     "On average this move left me better off than my usual one, by about 5 points."),
     ("Ich habe von hier aus 24 mögliche Verteilungen der Karten durchgespielt, die ich nicht sehe. Nach diesem "
     "Zug stand ich im Mittel um etwa 5 Punkte besser da als nach meinem üblichen.")),
]  # fmt: skip


@pytest.mark.parametrize(("reason", "facts", "english", "german"), SENTENCES)
def test_reason_is_said_in_both_languages(
    reason: ReasonId, facts: dict[str, object], english: str, german: str
) -> None:
    decision = Decision(Move("discard", (0,)), reason, facts)
    with override("en"):
        assert told(decision) == english
    with override("de"):
        assert told(decision) == german


def test_every_reason_has_a_sentence() -> None:
    assert set(TELLERS) == set(REASONS)


@pytest.mark.parametrize("name", ["classic", "samba", "global-trade"])
def test_every_decision_of_a_deal_is_said(name: str) -> None:
    rules = rule_set(name)
    dealt = deal_cards(shuffled_deck(rules, Random("said")), rules, players=4)
    decisions: list[Decision] = []

    def watch(view: View, decision: Decision) -> None:
        decisions.append(decision)

    seats = [RulePlayer(style) for style in STYLES.values()]
    play_deal(Deal.begin(dealt, rules, scores=(0, 1500)), seats, watch=watch)
    for decision in decisions:
        with override("en"):
            english = told(decision)
        with override("de"):
            german = told(decision)
        assert english != german
        assert "%" not in english.replace("%.", "")
        assert english[0].isupper()
        assert english.endswith(".")
        assert german[0].isupper()
        assert german.endswith(".")
