"""Exercises under every rule set: sequences, second melds, joined melds, two cards drawn, and the rows of a sheet."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from django.utils.translation import override

from engine.law.melds import Meld
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position, parse_rules
from engine.notation.text import parse_action, parse_cards
from lessons.content.reading import Item, Library, library
from lessons.counting.sheet_rows import rows_of
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError, read_typed
from lessons.kinds.sheet import sheet_form
from lessons.kinds.turn import turn_form
from lessons.table import presenting
from lessons.words import naming
from tests.lessons.pages import Learner
from tests.samples import share

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

NEW_THEMES = ("samba", "joker-on-top", "two-players", "house-rules")
SAMBA = (
    "samba | draw | hand 4c 8h 9h Kh | own 1740: K=Kc Kd Kh K=Ks Kc 2c 5h-7h=5h 6h 7h"
    " | opp 1520: Q=Qc Qd Qh | pile 5s 8h | stock 90"
)


@pytest.fixture
def project() -> Library:
    """The project's own content: the puzzles that name the rule sets stand there."""
    return library()


def puzzles(project: Library) -> list[Item]:
    return [item for item in project.items.values() if item.is_puzzle and item.group in NEW_THEMES]


def test_the_puzzles_name_many_rule_sets_and_kinds(project: Library) -> None:
    found = puzzles(project)
    names = {item.rules.base or item.rules.name for item in found}
    assert len(names) >= 7
    assert any(item.rules.changes for item in found)
    assert {"legal", "turn", "melds", "sheet", "number"} <= {item.kind for item in found}


@pytest.mark.parametrize(("turn", "language"), [(0, "de"), (1, "en")])
def test_every_page_shows_its_rule_set_and_its_verdict_names_it(
    project: Library, turn: int, language: str
) -> None:
    for item in share(puzzles(project), turn, of=4):
        learner = Learner()
        page = learner.open(f"/{language}/puzzles/{item.group}/{item.name}/")
        with override(language):
            name = naming.rule_set_name(item.rules)
        assert page.status == 200
        assert name in page.text
        answer = solution(item)
        assert answer is not None
        page = learner.press("check", **fields(answer))
        assert page.status == 200, page.problem
        assert name in page.verdict
        assert page.verdict.startswith(("Richtig", "Alles richtig") if language == "de" else "Right")


def fields(answer: dict[str, Any]) -> dict[str, Any]:
    """An answer in its normal form as the fields of the page's form."""
    if "rows" in answer:
        return {f"row_{key.replace('-', '_')}": value for key, value in answer["rows"].items()}
    return {"action": answer["actions"]} if "actions" in answer else answer


@pytest.mark.parametrize("name", RULE_SETS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_position_of_every_rule_set_has_a_page(name: str, language: str) -> None:
    text = f"{name} | draw | hand 5c 9d Kh | own 0 | pile 8c | stock 20"
    response = Client().get(f"/{language}/position/?p={quote(text)}")
    with override(language):
        assert naming.rule_set_name(RULE_SETS[name]) in response.content.decode()


# Names


@pytest.mark.parametrize(
    ("target", "german", "english"),
    [
        ("K", "Könige", "kings"),
        ("K#2", "zweite Meldung der Könige", "second meld of kings"),
        ("W#3", "dritte Meldung der wilden Karten", "third meld of wild cards"),
        ("Th-Qh", "Herz-Folge Zehn bis Dame", "sequence of hearts from ten to queen"),
        ("opp:K#2", "zweite Meldung der Könige der Gegenseite", "opposing second meld of kings"),
    ],
)
def test_name_of_a_meld_as_target(target: str, german: str, english: str) -> None:
    with override("de"):
        assert naming.target_name(target) == german
    with override("en"):
        assert naming.target_name(target) == english


@pytest.mark.parametrize(
    ("action", "german", "english"),
    [
        (
            "merge K#2 and K", "Die erste und die zweite Meldung der Könige zusammenlegen",
            "Join the first and second melds of kings",
        ),
        ("merge K and Q", "Zwei Meldungen zusammenlegen", "Join two melds"),
        (
            "add 8h to 5h-7h",
            "Herz-Acht an die Herz-Folge Fünf bis Sieben anlegen",
            "Add the eight of hearts to the sequence",
        ),
    ],
)  # fmt: skip
def test_action_in_words(action: str, german: str, english: str) -> None:
    with override("de"):
        assert naming.action_in_words(parse_action(action)) == german
    with override("en"):
        assert naming.action_in_words(parse_action(action)).startswith(english)


# What lies on the table


def test_melds_on_the_table_say_what_they_are(in_english: None) -> None:
    position = parse_position(SAMBA.replace("own 1740:", "own 1740: A=Ac Ad Ah"))
    found = {meld.name: meld.tag for meld in presenting.table(position).own.melds}
    assert found["Kings, first meld"] == "3 of 7"
    assert found["Kings, second meld"] == "3 of 7 · mixed"
    assert found["Sequence of hearts from five to seven"] == "3 of 7"
    assert found["Aces"] == "3 of 7"


@pytest.mark.parametrize(
    ("rules", "cards", "tag", "look"),
    [
        ("samba", "5h 6h 7h 8h 9h Th Jh", "samba, complete", "sequence canasta natural"),
        ("samba-wild", "2c 2c 2d 2h 2s JK JK", "wild canasta", "canasta mixed"),
        ("samba-wild", "2c JK JK", "3 of 7", "mixed"),
        ("house-sperr-1500", "3c 3c 3s 3s JK JK JK", "blocking canasta", "canasta mixed"),
    ],
)
def test_complete_melds_are_marked(in_english: None, rules: str, cards: str, tag: str, look: str) -> None:
    position = parse_position(f"{rules} | play | hand 5c | own 0 | stock 40")
    side = presenting.score_table([_meld(cards)], (), position.rules)
    assert (side.melds[0].tag, side.melds[0].look) == (tag, look)


def _meld(cards: str) -> Meld:
    return Meld(parse_cards(cards))


def test_a_sequence_is_drawn_in_order(in_english: None) -> None:
    view = presenting.meld(_meld("Jh 9h Th"), RULE_SETS["samba"])
    assert [str(one) for one in view.cards] == ["9h", "Th", "Jh"]


# Buttons


def test_samba_turn_offers_two_cards_and_every_meld(in_english: None) -> None:
    form = turn_form(parse_position(SAMBA))
    assert form.opening[0].label == "Draw two cards"
    assert [(one.do, one.id) for one in form.onto] == [("take-onto:5h-7h", "do-take-onto-5h-7h")]
    assert [(one.do, one.id) for one in form.targets] == [
        ("add:K", "do-add-K"), ("add:K#2", "do-add-K-2"), ("add:5h-7h", "do-add-5h-7h"),
    ]  # fmt: skip
    assert [one.label for one in form.targets][:2] == [
        "Add to the first meld of kings",
        "Add to the second meld of kings",
    ]
    assert [(one.do, one.id) for one in form.joins] == [("merge:K:K#2", "do-merge-K-K-2")]


def test_melds_laid_in_this_turn_are_targets_and_joined_ones_are_not(in_english: None) -> None:
    position = parse_position(
        SAMBA.replace("draw", "play").replace("hand 4c 8h 9h Kh", "hand 4c 8h 9h Th Kh Ks Kd")
    )
    staged = [parse_action("meld Kd Kh Ks"), parse_action("meld 8h 9h Th"), parse_action("merge K and K#3")]
    form = turn_form(position, staged)
    assert [one.do for one in form.targets] == ["add:K", "add:K#2", "add:5h-7h", "add:8h-Th"]


def test_where_melds_are_never_joined_nothing_offers_it() -> None:
    position = parse_position("classic | play | hand 5c 9d | own 0: K=Kc Kd Kh | stock 20")
    assert turn_form(position).joins == ()


def test_a_wild_top_card_may_go_onto_each_set(in_english: None) -> None:
    position = parse_position(
        "global-trade | draw | players 3 | hand Kd Kh 9c | own 0: Q=Qc Qd Qh K=Kc Ks Kc | opp 0 | opp 0"
        " | pile 4c JK | stock 9"
    )
    form = turn_form(position)
    assert [one.do for one in form.onto] == ["take-onto:Q", "take-onto:K"]
    assert [one.do for one in form.more] == ["end"]  # nobody to ask


# Typed cards


@pytest.mark.parametrize(
    ("typed", "held", "cards"),
    [
        ("567", "5h 6h 7h 5c 7s", "5h 6h 7h"),
        ("KKK", "Kc Kd Kh 5h", "Kc Kd Kh"),
        ("KK", "Kc Kc Kc 5h", "Kc Kc"),
        ("5c", "5c 5h", "5c"),
        ("K2", "Kh 2c 2d", "Kh 2c"),
    ],
)
def test_typed_ranks_find_the_only_suits(typed: str, held: str, cards: str) -> None:
    assert read_typed(typed, held=parse_cards(held), suits_count=True) == parse_cards(cards)


@pytest.mark.parametrize(
    ("typed", "held"), [("KK", "Kc Kd Kh"), ("567", "5h 6h 7h 5c 6c 7c"), ("5", "5h 5c")]
)
def test_typed_ranks_with_several_suits_are_asked_back(in_english: None, typed: str, held: str) -> None:
    with pytest.raises(AnswerError) as error:
        read_typed(typed, held=parse_cards(held), suits_count=True)
    assert "the suit matters" in error.value.message
    assert len(read_typed(typed, held=parse_cards(held))) == len(typed)


# Score sheets


@pytest.mark.parametrize(
    ("rules", "extra"),
    [
        ("classic", []),
        ("samba", ["samba"]),
        ("samba-wild", ["samba", "wild-canasta"]),
        ("house-joker-1000", ["wild-canasta"]),
        ("house-sperr-1500", ["blocking-canasta"]),
        ("classic{sperr_canasta=true}", ["blocking-canasta"]),
    ],
)
def test_rows_of_the_sheet_follow_the_rule_set(rules: str, extra: list[str]) -> None:
    keys = list(rows_of(parse_rules(rules)))
    assert [key for key in keys if key in ("samba", "wild-canasta", "blocking-canasta")] == extra


def test_notes_of_the_rows_carry_the_numbers_of_the_rule_set(in_english: None) -> None:
    notes = {row.key: row.note for row in sheet_form({}, rules=RULE_SETS["samba-aces"]).sheets[0].rows}
    assert notes["natural-canasta"] == "500 each, canastas of aces 1,000"
    assert notes["samba"] == "complete sequences, 1,500 each"
    assert notes["red-threes"] == "100 each, 1,000 for all six"
    assert notes["going-out"] == "200"


@pytest.mark.parametrize(
    ("name", "row", "value", "comment"),
    [
        ("samba/aces-pay-double", "samba", "500", "A complete sequence has a higher one of its own."),
        ("samba/aces-pay-double", "natural-canasta", "500", "A canasta of aces scores more at this table."),
        ("samba/aces-pay-double", "going-out", "100", "That is the amount in classic Canasta."),
        ("house-rules/the-blocking-canasta-pays", "melded-cards", "190", "are already counted in its own row."),
        ("house-rules/the-blocking-canasta-pays", "blocking-canasta", "1000", "three wild cards of one kind"),
        ("house-rules/viennese-threes", "red-threes", "200",
         "The side has no canasta, so its red threes count against it."),
    ],
)  # fmt: skip
def test_wrong_row_says_why(
    project: Library, in_english: None, name: str, row: str, value: str, comment: str
) -> None:
    item = project.item(f"puzzle/{name}")
    rows = solution(item)["rows"]  # type: ignore[index]
    result = grade(item, {"rows": {**rows, row: value}})
    assert result.rows[row].mark == "no"
    assert comment in result.rows[row].comment
    assert [key for key, one in result.rows.items() if one.mark == "no"] == [row]


# Turns, with htmx and without


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def learner(request: pytest.FixtureRequest) -> Learner:
    return Learner(htmx=request.param)


def test_sequence_is_extended_at_both_ends(project: Library, learner: Learner) -> None:
    page = learner.open("/de/puzzles/samba/seven-hearts/")
    assert 'aria-label="Zwei Karten ziehen"' in page.source
    page = learner.press("draw")
    assert {"4h", "Kc"} <= set(page.hand)
    page = learner.press("add:5h-9h", card=["4h#0", "Th#0"])
    assert page.tray[-1] == "Herz-Vier und Herz-Zehn an die Herz-Folge Fünf bis Neun anlegen"
    assert "add:4h-Th" in page.buttons
    learner.press("discard", card=["4c#0"])
    page = learner.press("check")
    assert "Richtig" in page.verdict


def test_the_wrong_suit_does_not_extend_a_sequence(project: Library, learner: Learner) -> None:
    learner.open("/en/puzzles/samba/seven-hearts/")
    learner.press("draw")
    learner.press("add:5h-9h", card=["4c#0", "Th#0"])
    learner.press("discard", card=["4d#0"])
    learner.press("check")
    page = learner.press("place:show")
    assert "A sequence consists of cards of one suit." in page.verdict
    assert "four of clubs" in page.text
    assert len(page.tray) == 3
    assert (
        page.part('id="marked-note"', "</p>") == ""
    )  # the cards of the sequence lie on the table, not in the hand


def test_melds_are_joined_and_taken_back(project: Library, learner: Learner) -> None:
    page = learner.open("/en/puzzles/samba/one-canasta-too-few/")
    learner.press("draw")
    page = learner.press("merge:K:K#2")
    assert page.tray[-1] == "Join the first and second melds of kings"
    assert "add:K#2" not in page.buttons
    page = learner.press("undo:1")
    assert "merge:K:K#2" in page.buttons
    learner.press("merge:K:K#2")
    learner.press("meld", card=["7c#0", "7d#0", "7h#0"])
    learner.press("discard", card=["Qs#0"])
    page = learner.press("check")
    assert "Right." in page.verdict


def test_sequence_is_melded_with_typed_cards(project: Library, learner: Learner) -> None:
    learner.open("/en/puzzles/samba/one-hundred-and-twenty/")
    page = learner.press("meld", typed="89T")
    assert page.tray == ["Meld an eight, a nine and a ten"]
    page = learner.press("meld", typed="AA2")
    assert page.tray[-1] == "Meld two aces and a two"
    page = learner.press("meld", typed="KKK")
    page = learner.press("check")
    assert "Right." in page.verdict


def test_the_joker_on_top_goes_onto_the_kings(project: Library, learner: Learner) -> None:
    page = learner.open("/en/puzzles/joker-on-top/the-joker-closes-it/")
    assert "You have melded" in page.text
    assert "Opponent 2" in page.text
    assert "Your side" not in page.part('<section class="felt"', "</section>")
    learner.press("take-onto:K", card=["Kd#0", "Kh#0"])
    learner.press("discard", card=["As#0"])
    page = learner.press("check")
    assert "Right." in page.verdict


@pytest.mark.parametrize("do", ["merge:K", "merge:K:Q", "merge::", "take-onto:Z", "add:K#99"])
def test_a_damaged_button_is_answered_with_a_sentence(project: Library, learner: Learner, do: str) -> None:
    learner.open("/en/puzzles/samba/seven-hearts/")
    page = learner.press(do, card=["4c#0"])
    assert page.status == 422
    assert page.problem
    assert page.tray == []
