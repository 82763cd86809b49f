"""Puzzles without end: who has met all of a theme gets new ones, or is told that there are no more."""

from __future__ import annotations

from random import Random

import pytest
from django.test import Client

from lessons.content import bank
from lessons.fresh.sisters import MARK, base_item
from lessons.mining import endless
from lessons.mining.canonical import canonical
from lessons.mining.mine import MAKERS
from lessons.mining.proving import faults_of
from lessons.mining.shares import parts_from_classic
from lessons.proving.could_happen import miscounts
from tests.factories import AttemptFactory
from tests.samples import some
from tests.second_judge import ORACLE
from tests.tutor.puzzles.playing import Player
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Learner
from tutor.puzzles.choosing import choose, of_theme
from tutor.puzzles.models import ItemRating

ENDLESS = [theme.slug for theme in bank.themes() if endless.is_endless(theme.slug)]


@pytest.mark.parametrize("theme", some(ENDLESS, 5))
def test_new_puzzles_are_proved_by_both_judges_and_never_the_same(theme: str) -> None:
    met = [item for entry in bank.entries_of(theme)[:20] if (item := bank.item(entry.slug)) is not None]
    for place in range(4):
        puzzle = endless.new_puzzle(
            theme, rule_sets=MAKERS[theme].rule_sets, met=met, rng=Random(f"{theme} {place}")
        )
        assert puzzle is not None
        found = faults_of(puzzle, ORACLE)
        if puzzle.kind == "compare":  # it asks only whether both tables allow it, not why
            found = [fault for fault in found if ": broken is" not in fault]
        assert found == []
        assert puzzle.position is None or miscounts(puzzle.position) == []
        assert base_item(puzzle.slug) == puzzle
        shapes = {canonical(item.task, item.rules) for item in met}
        assert canonical(puzzle.task, puzzle.rules) not in shapes
        met.append(puzzle)


def test_every_theme_but_those_of_played_deals_is_without_end() -> None:
    left = {theme.slug for theme in bank.themes()} - set(ENDLESS)
    assert left == {slug for slug, maker in MAKERS.items() if maker.played_only}


def test_puzzle_that_was_made_up_before_tables_added_up_stays_what_it_was() -> None:
    item = base_item("puzzle/enough-to-open/enough-to-open-x2-ecebc6be6a52")
    assert item is not None
    assert item.position is not None
    assert miscounts(item.position) == ["hand 16, not 18", "opponents 77, not 16"]
    assert item.content_hash == "884c59ad51349e42e1a95ab5b7cf2a711a8e8c429535ff2a48c96973133d31a0"


def test_rule_set_of_a_new_puzzle_is_one_of_those_asked_for() -> None:
    found = [
        endless.new_puzzle("open-pile", rule_sets=["classic-2p"], met=(), rng=Random(place))
        for place in range(4)
    ]
    assert {item and item.rules.name for item in found} == {"classic-2p"}
    assert endless.new_puzzle("open-pile", rule_sets=["samba-15000"], met=(), rng=Random(1)) is None


def test_new_puzzle_of_another_table_parts_it_from_classic_where_one_can() -> None:
    for place in range(3):
        theme = ("red-threes-in-the-total", "score-house-rules", "score-with-red-threes")[place]
        item = endless.new_puzzle(theme, rule_sets=["wiener"], met=(), rng=Random(place))
        assert item is not None
        record = endless.record_of(item.slug)
        assert record is not None
        assert parts_from_classic(record, theme)
    # Whose meld it is, is the same everywhere; who asks for this table gets a puzzle all the same.
    assert endless.new_puzzle("whose-meld", rule_sets=["wiener"], met=(), rng=Random(1)) is not None


@pytest.mark.parametrize(
    "name",
    [
        "open-pile-x1-000000000000",
        "open-pile-x9999999-000000000000",
        "whose-meld-x1-000000000000",
        "open-pile-x-0",
        "open-pile-xx",
    ],
)
def test_address_of_no_puzzle_is_a_readable_page(name: str, client: Client, db: None) -> None:
    response = client.get(f"/en/puzzles/open-pile/{name}/")
    assert response.status_code == 404
    assert "There is no such page" in response.content.decode()


def all_met(learner: Learner, theme: str) -> None:
    rows = [item_row(item) for one in of_theme(theme) if (item := base_item(one.slug)) is not None]
    Attempt.objects.bulk_create(AttemptFactory.build(learner=learner, item=row) for row in rows)


@pytest.mark.django_db
def test_who_has_met_a_whole_topic_gets_a_new_puzzle_that_counts() -> None:
    player = Player()
    player.begin("/en/practice/theme/score-the-deal/")
    all_met(Learner.objects.get(), "score-the-deal")
    page = player.answer()
    assert "Right" in page.verdict
    player.press("place:on") if "place:on" in page.source else player.look()
    fresh = player.item()
    assert endless.shape_of(fresh.slug)
    assert "You have met every puzzle" not in player.look().text
    assert "Right" in player.answer().verdict
    rated = ItemRating.objects.get(item__slug=fresh.slug)
    assert rated.count == 1
    assert player.open(f"/en/puzzles/score-the-deal/{fresh.slug.rpartition('/')[2]}/").status == 200
    assert player.item().slug != fresh.slug


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "You have met every puzzle of this topic."), ("de", "Du kennst alle Aufgaben dieses Themas.")],
)
def test_topic_that_is_exhausted_says_so(language: str, said: str) -> None:
    player = Player()
    player.begin(f"/{language}/practice/theme/and-the-pair-stays/")
    assert said not in player.look().text
    all_met(Learner.objects.get(), "and-the-pair-stays")
    player.press("place:skip")
    assert MARK in player.item().slug
    assert said in player.look().text


@pytest.mark.django_db
def test_what_was_not_met_comes_before_anything_new() -> None:
    learner = Learner.objects.create()
    pool = of_theme("open-pile")[:5]
    for one in pool[:4]:
        item = base_item(one.slug)
        assert item is not None
        AttemptFactory(learner=learner, item=item_row(item))
    found = choose(pool, learner=learner, target=3000.0, rng=Random(1))
    assert found is not None
    assert found.slug == pool[4].slug
