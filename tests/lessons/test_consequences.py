"""What follows from a wrong answer: computed by doing it and by a legal reply."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.cards import CARDS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.kinds.asking.consequences import consequence_of
from lessons.table import presenting
from lessons.table.playing_out import PlayedOut, on_table
from tests.lessons.pages import Learner

BASE = (
    "classic | play | hand 9c 9d 9h Kd | own 980: A=Ac Ad Ah Q=Qc Qd Qh | opp 1240: 7=7c 7d 7h | pile 5h 8s "
    "| stock 40"
)


def said(position: str, *actions: str) -> tuple[str, ...]:
    table, played = parse_position(position), parse_actions(actions)
    with override("en"):
        found = consequence_of(table, played, judge(table, played, unfinished=True))
    return found.sentences if found else ()


def played(position: str, *actions: str) -> PlayedOut | None:
    table, done = parse_position(position), parse_actions(actions)
    found = consequence_of(table, done, judge(table, done, unfinished=True))
    return found.played if found else None


def test_player_who_empties_the_hand_sits_there_with_one_card() -> None:
    assert said(BASE, "meld 9c 9d 9h")[0] == (
        "You would be left with {Kd} alone. You would still have to discard, but that would mean going out, and your "
        "side has no canasta and needs one."
    )


def test_player_who_plays_alone_has_no_side() -> None:
    position = BASE.replace("classic", "classic-2p")
    assert said(position, "meld 9c 9d 9h")[0] == (
        "You would be left with {Kd} alone. You would still have to discard, but that would mean going out, and you "
        "have no canasta and need two."
    )


def test_pile_that_may_not_be_taken_stays() -> None:
    position = "classic | draw | hand 9c Kd 4c JK | own 980: A=Ac Ad Ah | opp 10 | pile 2h 8s 9s | stock 40"
    assert said(position, "take 9c JK") == (
        "So the pile stays where it is, with its three cards.", "All you can do is draw from the stock.",
    )  # fmt: skip


def test_cards_of_an_illegal_meld_go_back() -> None:
    position = "classic | play | hand 9c Kd Kh 4c 2d JK | own 980: A=Ac Ad Ah | opp 10 | pile 8s | stock 40"
    assert said(position, "meld 9c 2d JK")[0] == "So this goes back into your hand: {9c 2d JK}"


def test_too_little_for_the_minimum_takes_everything_back_and_shows_the_table_before() -> None:
    position = parse_position(
        "classic | play | hand 9c 9d 9h Kd Kh 4c | own 980 | opp 10 | pile 8s | stock 40"
    )
    actions = parse_actions(["meld 9c 9d 9h"])
    found = consequence_of(position, actions, judge(position, actions))
    assert found is not None
    assert found.position == position


@pytest.mark.parametrize(
    ("discard", "sentence"),
    [
        (
            "7s",
            (
                "Now the next player can put the {7s} on one of their side’s melds and take the pile, "
                "all three cards of it."
            ),
        ),
        ("Kd", "If the next player holds {Kc Kc}, they can take the pile with the {Kd} on top: three cards."),
        ("3c", "The next player cannot take the pile and has to draw."),
    ],
)
def test_reply_of_the_next_player_to_a_discard(discard: str, sentence: str) -> None:
    position = BASE.replace("9h Kd", "9h Kd 7s 3c")
    assert said(position, f"discard {discard}") == (sentence,)


def test_frozen_pile_is_not_taken_with_a_meld_on_the_table() -> None:
    position = BASE.replace("9h Kd", "9h 7s Kd").replace("pile 5h 8s", "pile 2h 8s")
    assert said(position, "discard 7s") == (
        "If the next player holds {7c 7d}, they can take the pile with the {7s} on top: three cards.",
    )


def test_undecided_answer_has_no_consequence() -> None:
    position = "overview | play | hand 9c 9d 9h Kd Kh 4c | own 980 | opp 10 | pile 8s | stock 40"
    table, actions = parse_position(position), parse_actions(["meld 9c 9d 9h", "discard Kd"])
    verdict = judge(table, actions)
    assert verdict.legal is None
    assert consequence_of(table, actions, verdict) is None


def test_what_remains_is_counted_with_the_cards_that_came_back() -> None:
    """The king alone could be added, so a discard is not all that remains."""
    position = (
        "classic-2p | play | hand 3c 7d Ks | own 300: 7=7c 7c 7d 2c JK K=Kc Kc Kd Kh | opp 0 | stock 40"
    )
    assert said(position, "add Ks to K", "add 7d to 7")[1:] == (
        "So everything you laid down in this turn goes back into your hand.",
    )


def test_pile_that_was_taken_for_too_small_an_initial_meld_stays() -> None:
    position = "classic | draw | hand 5c 5d 9c Td Jc Kd | own 0 | opp 10 | pile 8s 5h | stock 40"
    assert said(position, "take 5c 5d", "discard Td") == (
        "So the pile stays where it is, and what you laid down in this turn goes back into your hand.",
        "All you can do is draw from the stock.",
    )


def test_all_cards_that_go_back_are_named() -> None:
    position = (
        "samba | play | hand 9c 9d 9h 9s 2c 2d 2h 2s JK 4d 5c | own 980: A=Ac Ad Ah | opp 10 | stock 40"
    )
    meld = "9c 9d 9h 9s 2c 2d 2h 2s JK"
    assert said(position, f"meld {meld}")[0] == f"So this goes back into your hand: {{{meld}}}"


@pytest.mark.parametrize(
    ("position", "action"),
    [
        ("classic | draw | hand 5c 8d Ks | own 0: Q=Qc Qd Qh | opp 0: 9=9c 9d 9s | pile 9h | stock 0", "end"),
        (
            "classic | draw | hand 5c 8d Ks | own 0: Q=Qc Qd Qh | opp 0: 9=9c 9d 9s | pile 9h | stock 1",
            "draw 3h",
        ),
    ],
)
def test_turn_with_which_the_stock_ends_the_deal_has_no_reply(position: str, action: str) -> None:
    assert said(position, action) == ("That ends the deal, and everything is counted.",)


def test_next_player_draws_nothing_from_an_empty_stock() -> None:
    position = BASE.replace("9h Kd", "9h Kd 3c").replace("stock 40", "stock 0")
    assert said(position, "discard 3c") == (
        "The next player cannot take the pile, and the stock is empty: the deal is over.",
    )


def test_wild_card_on_top_stops_nobody_where_a_pair_may_take_it() -> None:
    position = BASE.replace("classic", "global-trade").replace("9h Kd", "9h Kd JK")
    (sentence,) = said(position, "discard JK")
    assert sentence.startswith(
        "If the next player holds two natural cards of the same rank, they can meld the {JK}"
    )


def test_canastas_are_those_that_the_verdict_counts() -> None:
    """Seven cards with four wild ones are no canasta, so there is none to sit there with."""
    position = "classic | play | hand 9c 9d 9h 2c 2d 2h 2s 5c | own 980: A=Ac Ad Ah | opp 10 | stock 40"
    table, played = parse_position(position), parse_actions(["meld 9c 9d 9h 2c 2d 2h 2s", "discard 5c"])
    with override("en"):
        found = consequence_of(table, played, judge(table, played))
    assert found is not None
    assert all("one canasta" not in sentence for sentence in found.sentences)


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("de", "Der Ablagestapel mit seinen drei Karten bleibt also liegen."),
        ("en", "So the pile stays where it is, with its three cards."),
    ],
)
def test_page_shows_what_follows_and_the_table_then(language: str, sentence: str) -> None:
    learner = Learner()
    learner.open(f"/{language}/course/first/frozen/")
    page = learner.press("check", legal="yes", reason="pickup.add-to-meld")
    assert sentence in page.text
    assert page.source.count('class="felt"') == 2
    somebody = Learner()
    somebody.open(f"/{language}/course/first/frozen/")
    right = somebody.press("check", legal="no", reason="freeze.take-natural-pair-only")
    assert sentence not in right.text


@pytest.mark.parametrize(
    ("hand", "actions", "shown"),
    [
        ("9h Kd 7s", ["discard 7s"], PlayedOut(pile="taken", top=CARDS["7s"], onto="7")),
        ("9h Kd", ["discard Kd"], PlayedOut(pile="taken", top=CARDS["Kd"], pair="K")),
        ("9h Kd 3c", ["discard 3c"], PlayedOut()),
        ("9h Kd", ["meld 9c 9d 9h"], PlayedOut(returns=True, lacking=1)),
        ("9h Kd 2c", ["meld Kd 2c"], PlayedOut(returns=True)),
    ],
)
def test_what_can_be_played_out_on_the_table(hand: str, actions: list[str], shown: PlayedOut) -> None:
    assert played(BASE.replace("9h Kd", hand), *actions) == shown


def test_table_shows_where_the_pile_goes_only_if_it_shows_that_pile() -> None:
    position = parse_position(BASE.replace("9h Kd", "9h Kd 7s"))
    [discard] = parse_actions(["discard 7s"])
    shown = PlayedOut(pile="taken", top=CARDS["7s"], onto="7")
    with override("en"):
        there = on_table(presenting.table(position, staged=[discard]), shown)
        not_there = on_table(presenting.table(position), shown)
    assert (there.pile.played, there.pile.played_words) == ("taken", "the next player takes it")
    assert [meld.look for meld in there.opponents[0].melds] == ["gets"]
    assert [meld.played_words for meld in there.opponents[0].melds] == ["the top card goes here"]
    assert not_there.pile.played_words == ""


def test_pile_that_stays_is_not_the_card_discarded_after_it_was_taken() -> None:
    position = parse_position(BASE.replace("9h Kd", "9h 9s Kd"))
    stays = PlayedOut(pile="stays")
    with override("en"):
        untouched = on_table(presenting.table(position), stays)
        taken = on_table(presenting.table(position, staged=parse_actions(["take", "discard Kd"])), stays)
    assert untouched.pile.played_words == "stays here"
    assert [one.card for one in taken.pile.cards] == [CARDS["Kd"]]
    assert (taken.pile.played, taken.pile.played_words) == ("", "")


def test_nearest_meld_is_shown_as_the_canasta_that_is_missing() -> None:
    position = parse_position(BASE.replace("A=Ac Ad Ah", "A=Ac Ad Ah As"))
    with override("en"):
        melds = on_table(presenting.table(position), PlayedOut(lacking=1)).own.melds
    looks = [meld.look for meld in melds]
    assert [meld.played_words for meld in melds] == ["not a canasta yet" if look else "" for look in looks]
    assert looks == ["", "lacking"] or looks == ["lacking", ""]
    assert looks.index("lacking") == [len(meld.cards) for meld in presenting.table(position).own.melds].index(
        4
    )


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "words"), [("de", "bleibt liegen"), ("en", "stays here")])
def test_page_plays_it_out_on_the_table_of_a_wrong_answer_only(language: str, words: str) -> None:
    learner = Learner()
    shown = f'<span class="state played">{words}</span>'
    assert shown not in learner.open(f"/{language}/course/frozen-pile/a-two-in-the-pile/").source
    wrong = learner.press("check", legal="yes", reason="freeze.take-natural-pair-only").source
    assert wrong.count(shown) == 1
    assert 'class="heap discard stays"' in wrong
