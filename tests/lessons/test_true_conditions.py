"""What a verdict says it would take can be done in the position that it is said in."""

from __future__ import annotations

import pytest

from tests.lessons.test_true_verdicts import said, told

KEPT = {
    "en": "Two cards should have stayed in your hand before this",
    "de": "Vorher hätten zwei Karten in deinem Blatt",
}
ONE = "classic | play | hand %s | own 300: K=%s | opp 200 | pile 5h | stock 30%s"
SIX = "Kc Kd Kh Ks Kc Kd"


@pytest.mark.parametrize(
    ("position", "action"),
    [
        (ONE % ("4d", "Kc Kd Kh", ""), "discard 4d"),
        (ONE % ("4d", SIX, ""), "discard 4d"),
        (ONE % ("Kh", "Kc Kd Kh", ""), "add Kh to K"),
        (ONE % ("4d", "Kc Kd Kh", " | permission no"), "ask"),
        (ONE % ("4d", f"{SIX} Kh", " | permission no"), "ask"),
    ],
)
def test_who_holds_one_card_is_not_told_to_keep_some(position: str, action: str) -> None:
    for language in ("en", "de"):
        explanation = told(position, action, language=language, reveal=False)
        assert str(explanation.fix).startswith(KEPT[language])
    two = position.replace("hand ", "hand 9c 9d ")
    assert KEPT["en"] not in said(told(two, action))


@pytest.mark.parametrize(
    ("card", "meld"), [("4d", SIX), ("JK", SIX)], ids=["that does not fit", "that completes the canasta"]
)
def test_one_card_that_completes_the_canasta_is_told_to_do_so(card: str, meld: str) -> None:
    fix = str(told(ONE % (card, meld, ""), f"discard {card}", reveal=False).fix)
    assert fix.startswith("Complete a canasta with your last card." if card == "JK" else KEPT["en"])


@pytest.mark.parametrize(
    ("hand", "own", "rules", "en", "de"),
    [
        ("4d 5h 6s Kd", "K=Kc Kh Ks", "overview", "You hold no natural nines.", "keine natürlichen Neunen"),
        ("9d 5h 6s JK", "K=Kc Kh Ks", "overview", "only one natural card of this rank.", "nur eine natürliche"),
        ("9d 5h 6s 4d", "K=Kc Kh Ks", "classic", "of this rank and no wild card.", "dieses Ranges im Blatt und keine"),
        ("9d 5h 6s 4d", "", "classic", "You hold only one natural card of this rank.", "nur eine natürliche Karte"),
        ("9d 5h 6s JK", "K=Kc Kh Ks", "classic", "", ""),
        ("4d 5h 6s 4d", "9=9c 9d 9s", "classic", "", ""),
        ("9d 9h 6s 4d", "K=Kc Kh Ks", "overview", "", ""),
    ],
)  # fmt: skip
def test_what_the_hand_lacks_is_named_where_nothing_else_takes_the_pile(
    hand: str, own: str, rules: str, en: str, de: str
) -> None:
    position = f"{rules} | draw | hand {hand} | own 300{f': {own}' if own else ''} | pile 5c 9s | stock 40"
    for language, text, lacks in (("en", en, "You hold"), ("de", de, "Du hast")):
        fix = str(told(position, "take", language=language, reveal=False).fix)
        assert (text in fix) if text else (lacks not in fix)


def test_nothing_is_said_of_a_hand_that_has_changed_before_the_pile_is_taken() -> None:
    position = "overview | draw | hand 3h 9d 5h 6s | own 300: K=Kc Kh Ks | pile 5c 9s | stock 40"
    assert "You hold only one natural card" in said(told(position, "take 9d"))
    assert "You hold" not in said(told(position, "expose 3h 9c", "take 9d"))


@pytest.mark.parametrize(
    ("position", "action", "en", "de"),
    [
        (
            "classic | play | hand Td 5h 6s | own 300: T=Tc Th Ts | stock 40", "meld Td",
            "Do not begin a new meld; natural tens may be added to those on the table.",
            "Fang keine neue Meldung an: Natürliche Zehnen darfst du an die gemeldeten anlegen.",
        ),
        (
            "classic | play | hand Td JK JK 6s | own 300: T=Tc Th Ts | stock 40", "meld Td JK JK",
            "Do not begin a new meld;", "Fang keine neue Meldung an:",
        ),
        (
            "samba | play | hand Td 5h 6s | own 300: T=Tc Th Ts | stock 40", "meld Td",
            "natural cards of the same rank in all. Or at least three consecutive cards of one suit.",
            "Oder mindestens drei aufeinanderfolgende Karten einer Farbe.",
        ),
        (
            "classic{min_naturals=1,max_wilds=1} | play | hand Td JK 6s | own 300: 4=4c 4d 4h | stock 40",
            "meld Td JK", "One more card: a natural one of the same rank.", "eine natürliche desselben Ranges.",
        ),
        (
            "samba | play | hand 2c 2d JK 6s 7d | own 300: 4=4c 4d 4h | stock 40", "meld 2c 2d JK",
            "At most two wild cards, and with them at least two natural cards of the same rank.",
            "Erlaubt sind höchstens zwei wilde Karten, und dazu gehören mindestens zwei natürliche Karten desselben",
        ),
        (
            "spielregeln | play | hand 2c 2d JK 6s 7d | own 300: 4=4c 4d 4h | stock 40", "meld 2c 2d JK",
            "Lay the wild cards with at least four natural cards of the same rank.",
            "mindestens vier natürliche Karten desselben Ranges.",
        ),
        (
            "classic | draw | hand Kd Kh 6s 7d | own 300: 4=4c 4d 4h | pile 2c 9s | stock 40", "take Kd Kh",
            "Two natural nines from your hand. You hold no natural nines.", "Zwei natürliche Neunen",
        ),
    ],
)  # fmt: skip
def test_condition_leads_to_something_that_is_allowed(position: str, action: str, en: str, de: str) -> None:
    for language, text in (("en", en), ("de", de)):
        assert text in str(told(position, action, language=language, reveal=False).fix)


@pytest.mark.parametrize(
    ("rules", "canastas", "en", "de"),
    [
        ("samba", "K=Kc Kc Kd Kd Kh Kh Ks", "it has only one.", "hat aber nur eins."),
        ("samba", "K=Kc Kd Kh", "it has none.", "hat aber keins."),
        ("classic-2p", "K=Kc Kc Kd Kd Kh Kh Ks", "you have only one.", "hast aber nur eins."),
    ],
)
def test_canastas_that_are_there_are_told_as_too_few(rules: str, canastas: str, en: str, de: str) -> None:
    position = f"{rules} | play | hand 4c 4d | own 300: 4=4h 4s 4s {canastas} | pile 5h | stock 30"
    for language, text in (("en", en), ("de", de)):
        assert text in str(told(position, "add 4c 4d to 4", language=language).deciding)


@pytest.mark.parametrize("rules", ["classic", "classic-2p"])
def test_points_of_an_initial_meld_that_is_too_small_are_told_alike_with_a_partner_and_without(
    rules: str,
) -> None:
    position = f"{rules} | play | hand 4c 4d 4h 9c Kd | own 300 | pile 5h | stock 30"
    words = str(told(position, "meld 4c 4d 4h", language="de").deciding)
    assert words.startswith("Vor der Runde hatte")
    assert words.endswith("was du auslegst, ist nur 15 Punkte wert.")
