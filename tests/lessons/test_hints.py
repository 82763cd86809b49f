"""What the hints say: a number only where the rule is about it, and "you" where everybody plays alone."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.utils.translation import override

from engine.notation.position_line import parse_position
from lessons.content import bank
from lessons.content.reading import Item, library
from lessons.kinds.asking.feedback import feedback_on
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import hints_of, numbers_here, rule_hint, worked
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.choosing import option_verdict
from lessons.kinds.common.playing import is_accepted
from lessons.kinds.compare import columns
from lessons.table.position_words import Seat
from tests.samples import share, some

ALONE = "classic-2p | play | hand 4d Qs | own 1600 | opp 0 | pile 9s | stock 20"


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ("wild.identity", ""),
        ("wild.no-swap", ""),
        ("wild.max-per-meld", ""),
        ("wild.add-to-canasta", ""),
        ("wild.majority", "At most three wild cards per meld."),
        (
            "initial.by-score",
            "Here you had 1,600 points before the deal, so your initial meld needs 90 points.",
        ),
        ("out.canastas-needed", "Here you have no canasta; going out requires two."),
        ("turn.keep-a-card", "Here you have no canasta; going out requires two."),
        ("turn.discard-one", ""),
        (
            "pickup.natural-pair",
            "Here the top card is the nine of spades. You hold no natural card of that rank.",
        ),
        ("pickup.one-card-rule", ""),
    ],
)
def test_numbers_of_a_rule_in_a_position(rule: str, text: str) -> None:
    # The pile is spoken of at the beginning of a turn only.
    position = parse_position(ALONE.replace("play", "draw") if rule.startswith("pickup.") else ALONE)
    with override("en"):
        assert numbers_here(rule, position, position.rules) == text


def test_value_of_another_rule_set_is_told_with_what_it_is_about() -> None:
    item = library().items["samba-melds-and-wild-cards/wild-card-first"]
    with override("en"):
        assert rule_hint(item).startswith("Wild cards on a canasta (Samba): never. [Rule 6.6")


def test_title_that_asks_is_told_as_what_it_is_about() -> None:
    items = (one for one in library().items.values() if one.rules.name == "spielregeln")
    item = next(one for one in items if one.task.rules[0] == "wild.majority")
    with override("en"):
        assert rule_hint(item).startswith("More natural cards than wild (Rules with readers’ questions): ")


def test_rule_that_names_the_number_keeps_it_for_the_third_hint() -> None:
    item = library().items["deck/how-many-cards"]
    with override("en"):
        _, second, third, fourth = hints_of(item, shown=4)
        wrong = feedback_on(item, grade(item, {"number": "104"}), misses=1)
        solved = feedback_on(item, grade(item, {"number": "104"}), misses=3)
    assert second == "This rule gives the number: [Rule 1.3](rule:deck.total)"
    assert third == "There are 108 cards in all."
    assert fourth.startswith("**The right answer:** **108**. ")
    assert (wrong.rule_title, solved.rule_title) == ("Classic", "108 cards (Classic)")


def test_number_that_is_counted_hides_no_rule() -> None:
    item = next(
        item for item in library().items.values() if getattr(item.task, "compute", "") == "card-points"
    )
    with override("en"):
        assert "This rule gives the number" not in rule_hint(item)


@pytest.mark.parametrize("top", ["3s", "2h", "JK"])
def test_card_on_top_that_has_no_natural_rank_asks_for_no_such_cards(top: str) -> None:
    position = parse_position(f"classic | draw | hand 3c 3c 4d | own 0 | opp 0 | pile 9s {top} | stock 20")
    with override("en"):
        told = numbers_here("pickup.top-black-three", position, position.rules)
    assert told.startswith("Here the top card is ")
    assert "natural" not in told


@pytest.mark.parametrize(
    ("slug", "german", "english"),
    [
        ("black-threes/all-ways-closed", "Eine der vier Möglichkeiten ist erlaubt.", "One of the four"),
        ("canastas/room-on-a-canasta", "Drei der fünf Möglichkeiten sind erlaubt.", "Three of the five"),
        ("red-threes/the-whole-set", "Hier zählen vier rote Dreien.", "Four red threes count here."),
        ("your-turn/one-more-try", "Sieh dir an, was in diesem Zug schon", "Look at what has already"),
        ("end-of-the-stock/no-way-to-refuse", "Auf diese Karte kommt es an: {8h}", "This is the card"),
        (
            "samba-deck-and-turn/wild-cards-in-three-packs",
            "Zähl sie in allen Kartenspielen",
            "Count them in all",
        ),
        ("canastas/nines-still-hidden", "Zieh von allen, die es im Spiel gibt", "From all that the deck has"),
        (
            "your-turn/how-deep-is-the-stock",
            "Zieh von allen Karten die ausgeteilten ab",
            "From all cards, take",
        ),
        ("first-meld/read-the-score", "Hier brauchst du nur eine Zahl aus der Regel", "Only one number from"),
        (
            "samba-melds-and-wild-cards/too-wild-together",
            "Auf diese Karten kommt es an: {2",
            "These are the cards that",
        ),
    ],
)
def test_third_hint_speaks_of_what_matters(slug: str, german: str, english: str) -> None:
    item = library().items[slug]
    for language, text in (("de", german), ("en", english)):
        with override(language):
            assert hints_of(item, shown=3)[2].startswith(text)


@pytest.mark.parametrize(("place", "language"), [(0, "de"), (1, "en")])
def test_worked_answer_has_one_colon_at_most_in_its_first_sentence(place: int, language: str) -> None:
    items = share(library().items.values(), place, of=3)
    with override(language):
        begun = [worked(item).partition("\n\n")[0].partition(". ")[0] for item in items]
    assert any("** – " in words for words in begun)
    assert [words for words in begun if re.search(r":\*\* .*:(?:\*\*)? ", words)] == []


def test_answers_under_two_rule_sets_stand_apart() -> None:
    with override("en"):
        compared = [worked(item) for item in library().items.values() if item.kind == "compare"]
    for words in compared:
        title, *answers = words.split("\n\n")
        assert title == "**The right answer:**"
        assert len(answers) == 2
        assert all(answer.endswith(".") for answer in answers)
    assert any(words.endswith(" points.") for words in compared)


COMPARED = [entry.slug for entry in bank.bank().index.values() if entry.kind == "compare"]


@pytest.mark.parametrize("slug", some(COMPARED, 40))
def test_tables_that_answer_otherwise_say_otherwise_in_the_third_hint(slug: str) -> None:
    item = bank.item(slug)
    assert item is not None
    first, second = columns(item.task)
    with override("en"):
        told = hints_of(item, shown=3)[2]
    values = re.fullmatch(r"What the two rule sets say: .* – (.*); .* – (.*)\.", told)
    assert values is not None
    assert values[1] != values[2] or first.answer == second.answer


def test_of_two_tables_the_second_hint_gives_the_numbers_of_neither() -> None:
    item = bank.item("puzzle/last-card-at-two-tables/last-card-at-two-tables-068e")
    assert item is not None
    with override("en"):
        assert "out.canastas-needed" in rule_hint(item)
        assert "Here your side has" not in rule_hint(item)


WAYS = {
    "pickup.natural-pair": "With two natural cards of the top card’s rank in your hand you may take",
    "pickup.natural-plus-wild": "you may also take it with one natural card of the top card’s rank and one wild card",
}


def items_about_ways() -> list[Item]:
    """Puzzles with options about a way to take the pile that their rule set has."""
    found = [entry for entry in bank.bank().index.values() if entry.rules[0] in WAYS]
    kinds, rule_sets = ("find-all", "predict"), ("classic", "classic-2p")
    slugs = [one.slug for one in found if one.kind in kinds and one.rule_set in rule_sets]
    return [item for item in map(bank.item, slugs) if item is not None]


def test_way_that_is_hinted_at_is_one_by_which_a_right_option_takes_the_pile() -> None:
    other = 0
    with override("en"):
        for item in items_about_ways():
            task: Any = item.task
            verdicts = [option_verdict(task.position, actions) for actions in task.options]
            cited = {found.rule for one in verdicts if one.legal for found in one.findings}
            told = next(rule for rule, words in WAYS.items() if words in rule_hint(item))
            assert told in cited, item.slug
            other += told != task.rules[0]
    assert other > 10


@pytest.mark.parametrize(
    ("slug", "told"),
    [
        ("samba-deck-and-turn/pair-or-nothing", "[Rule 10.4"),
        ("samba-pile/a-finished-canasta", "[Rule 10.6"),
        ("freeze-and-pile/only-one-way", "[Rule 10.4"),
    ],
)
def test_way_that_a_rule_set_does_not_have_is_hinted_at_as_what_it_forbids(slug: str, told: str) -> None:
    with override("en"):
        assert told in rule_hint(library().items[slug])


@pytest.mark.parametrize(
    ("rule", "seat", "en", "de"),
    [
        (
            "pickup.natural-pair",
            "partner",
            "Your partner holds two natural cards of that rank.",
            "Dein Partner hat zwei natürliche Karten dieses Ranges.",
        ),
        (
            "out.canastas-needed",
            "opponent",
            "Here the opponent’s side has no canasta; going out requires one.",
            "Hier hat die Partnerschaft des Gegners kein Canasta; zum Ausmachen braucht es eins.",
        ),
        (
            "initial.by-score",
            "opponent",
            "Here the opponent’s side had 1,600 points before the deal, so the initial meld needs 90",
            "Hier hatte die Partnerschaft des Gegners vor der Runde 1.600 Punkte, also braucht die Erstmeldung 90",
        ),
    ],
)
def test_numbers_are_told_of_whoever_plays(rule: str, seat: Seat, en: str, de: str) -> None:
    position = parse_position("classic | draw | hand 9d 9h Qs | own 1600 | opp 0 | pile 9s | stock 20")
    for language, text in (("en", en), ("de", de)):
        with override(language):
            assert text in numbers_here(rule, position, position.rules, seat=seat)


def test_hint_of_a_puzzle_about_the_partner_says_what_the_partner_holds() -> None:
    item = bank.item("puzzle/partner-at-the-pile/partner-at-the-pile-4a9c")
    assert item is not None
    with override("en"):
        assert "Your partner holds two natural cards of that rank." in rule_hint(item)


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Count rank by rank: seven queens and a two."),
        ("de", "Zähl Rang für Rang: sieben Damen und eine Zwei."),
    ],
)
def test_cards_to_count_are_all_named(language: str, told: str) -> None:
    with override(language):
        item = library().items["puzzle/wild-cards/what-the-two-costs"]
        assert hints_of(item, shown=3)[2] == told


def test_third_hint_of_cards_says_that_the_one_it_names_is_not_all() -> None:
    item = library().items["what-it-is-about/two-to-seven"]
    with override("de"):
        assert hints_of(item, shown=3)[2] == "Du brauchst zwei Karten. Eine davon ist diese: {Qc}"
    alone = library().items["what-it-is-about/a-stand-in"]
    with override("de"):
        assert hints_of(alone, shown=3)[2].startswith("Auf diese Karte kommt es an")


def built() -> list[Item]:
    return [
        step
        for stage in library().stages
        for step in stage.exercises
        if step.kind in ("cards", "melds", "turn")
    ]


def test_card_of_the_third_hint_lies_in_the_worked_answer() -> None:
    shown = re.compile(r"\{([^}]*)\}")
    with override("en"):
        for item in built():
            *_, third, answer = hints_of(item, shown=4)
            laid = " ".join(shown.findall(answer)).split()
            assert set(" ".join(shown.findall(third)).split()) <= set(laid), item.slug


def test_worked_answer_does_nothing_that_the_exercise_does_not_ask_for() -> None:
    for item in built():
        actions = (solution(item) or {}).get("actions", [])
        for place, action in enumerate(actions):
            without = [*actions[:place], *actions[place + 1 :]]
            if without and action.split()[0] in ("meld", "add", "merge"):
                assert not is_accepted(item, {"actions": without}), (item.slug, action)


@pytest.mark.parametrize(
    ("slug", "third", "fourth"),
    [
        (
            "taking-the-pile/what-lies-below",
            "Everything depends on the top card of the pile: begin with it.",
            "Take the pile, adding its top card to the kings. Meld three eights {8c 8h 8s}.",
        ),
        (
            "canastas/the-seventh-card",
            "This is the card that matters: {5d}",
            "Draw a five. Add a five {5d} to the fives.",
        ),
        (
            "scoring-a-deal/out-and-still-natural",
            "These are the cards that matter: {Ts 2h}",
            "Add a ten and a two {Ts 2h} to the tens.",
        ),
        (
            "samba-melds-and-wild-cards/join-the-nines",
            "What matters already lies on your side of the table: two melds of one rank.",
            "Join the first and second melds of nines.",
        ),
    ],
)
def test_hints_and_worked_answer_point_the_same_way(slug: str, third: str, fourth: str) -> None:
    with override("en"):
        hints = hints_of(library().items[slug], shown=4)
    assert hints[2] == third
    assert fourth in hints[3]
