"""Rounds of puzzles: each mode from its page to its result, and that nothing is lost, doubled or repeated."""

from __future__ import annotations

import itertools
import re
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from lessons.content import bank
from lessons.content.reading import library
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.registry import kind_of
from tests.browser.answers import right_answer, wrong_answer
from tests.lessons import pages
from tests.samples import share
from tests.tutor.puzzles.playing import Player, fields_of, is_explained
from tutor.learning.models import Attempt, Learner
from tutor.puzzles import circulation, rounds
from tutor.puzzles.choosing import _weights, choose, of_theme, pool_of
from tutor.puzzles.models import ItemRating, LearnerRating, RatedAnswer, Round
from tutor.puzzles.round_words import theme_title
from tutor.puzzles.rounds import Choice

pytestmark = pytest.mark.django_db

THEME = "frozen-pile"


def outcomes(row: Round) -> list[str | None]:
    return [question["outcome"] for question in row.questions]


# The modes, as learners meet them


@pytest.mark.parametrize(
    ("language", "htmx"), share([("de", False), ("en", False), ("de", True), ("en", True)], 0, of=2)
)
def test_theme_goes_on_until_it_is_ended_and_counts_first_answers(language: str, htmx: bool) -> None:
    player = Player(htmx=htmx)
    theme = player.open(f"/{language}/puzzles/{THEME}/")
    assert f'href="/{language}/practice/theme/{THEME}/"' in theme.source
    assert player.open(f"/{language}/practice/theme/{THEME}/").status == 200
    player.begin(f"/{language}/practice/theme/{THEME}/")
    player.answer(right=True)
    assert 'class="verdict right"' in player.page.source
    assert "hint" in player.look().buttons
    player.answer(right=False)
    assert (
        "1 von 2 beim ersten Versuch richtig" if language == "de" else "1 of 2 right on the first try"
    ) in (player.page.text)
    assert "place:on" in player.page.buttons
    second = player.item(2)
    player.press("check", **fields_of(second, right_answer(second)))
    assert outcomes(player.row) == ["right", "wrong", None]
    player.press("next")
    assert player.sent_to == f"/{language}/practice/rounds/{player.row.pk}/3/#goal"
    player.press("place:end")
    text = player.page.text
    assert ("1 von 2 richtig" if language == "de" else "1 of 2 right") in text
    assert f"/{language}/puzzles/{THEME}/" in player.page.source  # the missed puzzle, with its verdict
    assert f"/{language}/rules/classic/" in player.page.source
    assert Attempt.objects.count() == 3


@pytest.mark.parametrize(("language", "htmx"), share([("de", False), ("en", True)], 1, of=2))
def test_streak_ends_at_the_first_miss_and_skips_once(language: str, htmx: bool) -> None:
    player = Player(htmx=htmx)
    player.begin(f"/{language}/practice/streak/", choosing="1", family=["classic"])
    page = player.answer(right=True)
    assert 'class="verdict right"' in page.source
    assert "check" not in page.buttons
    page = player.look()
    assert "hint" not in page.buttons
    player.press("place:skip", on=page)
    player.press("place:skip", on=page)  # a second click
    assert outcomes(player.row) == ["right", "skipped", None]
    assert "place:skip" not in player.look().buttons
    page = player.answer(right=False)
    assert 'class="verdict wrong"' in page.source
    assert is_explained(page.verdict, language=language)
    player.press("next")
    assert player.sent_to == f"/{language}/practice/rounds/{player.row.pk}/"
    text = player.page.text
    assert ("1 hintereinander" if language == "de" else "1 in a row") in text
    assert ("bisher bestes Ergebnis" if language == "de" else "That is your best so far.") in text
    assert player.row.finished is not None
    page = player.open(f"/{language}/practice/streak/")
    assert (
        "Dein Bestwert bisher: 1 richtig." if language == "de" else "Your best so far: 1 right."
    ) in page.text


@pytest.mark.parametrize(("language", "htmx"), [("de", True), ("en", False)])
def test_storm_asks_short_questions_until_its_time_is_up(language: str, htmx: bool) -> None:
    player = Player(htmx=htmx)
    assert "3 " in player.open(f"/{language}/practice/storm/").text
    assert Round.objects.count() == 0  # only when asked for
    player.begin(f"/{language}/practice/storm/")
    assert "data-left=" in player.look().source
    assert ("Endet um" if language == "de" else "Ends at") in player.page.text
    costs = "Ein Fehler kostet nur Zeit." if language == "de" else "A miss costs nothing but time."
    assert costs in player.page.text
    page = player.answer(right=True)
    assert costs not in page.text  # it is known by now, and the answers need the room
    assert ("Am Ende" if language == "de" else "At the end") not in page.part('class="facts"', "</ul>")
    assert player.sent_to.endswith(("/2/#goal", "/2/#number"))
    assert ("Richtig." if language == "de" else "Right.") in page.part('id="round-status"', "</p>")
    page = player.answer(right=False)
    assert ("Falsch." if language == "de" else "Wrong.") in page.part('id="round-status"', "</p>")
    assert 'class="verdict' not in page.source
    assert "hint" not in page.buttons
    asked = [find_item(question["slug"]) for question in player.row.questions]
    assert {kind_of(item).pace for item in asked if item} == {"seconds"}
    Round.objects.update(ends=timezone.now() - timedelta(seconds=3))
    player.press("check", **fields_of(player.item(), right_answer(player.item())))
    assert outcomes(player.row) == ["right", "wrong", None]
    assert Attempt.objects.count() == 3  # what comes too late is kept, and does not count
    assert ("1 von 2 richtig" if language == "de" else "1 of 2 right") in player.page.text


def test_storm_leads_to_the_field_where_a_number_is_asked_for_and_else_to_the_question() -> None:
    """A page that is opened at one of its places has the focus there, whatever else asks for it."""
    player = Player()
    player.begin("/en/practice/storm/")
    for kind, place in (("number", "number"), ("legal", "goal")):
        slug = next(item.slug for item in library().items.values() if item.kind == kind)
        row = player.row
        row.questions = [{**row.questions[0], "slug": slug}]
        row.save(update_fields=["questions"])
        opened = player.client.get(f"/en/practice/rounds/{row.pk}/")
        assert opened["Location"].endswith(f"/1/#{place}")
        assert f'id="{place}"' in player.open(f"/en/practice/rounds/{row.pk}/1/").source


def test_answer_within_the_grace_after_the_deadline_counts() -> None:
    player = Player()
    player.begin("/en/practice/storm/")
    player.look()
    Round.objects.update(ends=timezone.now() - timedelta(seconds=0.5))
    player.press("check", **fields_of(player.item(), right_answer(player.item())))
    assert outcomes(player.row)[0] == "right"


@pytest.mark.parametrize("language", ["de", "en"])
def test_mixed_round_asks_of_the_chosen_rule_sets_at_the_chosen_level(language: str) -> None:
    player = Player()
    player.begin(f"/{language}/practice/mixed/", choosing="1", family=["samba"], level="harder", unrated="1")
    row = player.row
    assert rounds.choice_of(row.choice) == Choice(families=("samba",), level="harder")
    assert not row.rated
    assert rounds.is_unrated(learner=row.learner, slug=row.questions[0]["slug"])
    assert player.item().rules.name.startswith("samba")
    assert theme_title(player.item().group) not in player.look().text  # that would answer many questions
    page = player.open(f"/{language}/practice/mixed/")
    assert 'value="harder" id="level-harder" checked' in page.source


@pytest.mark.parametrize("language", share(["de", "en"], 0, of=2))
def test_chosen_rule_set_is_kept_for_storm_streak_mixed_and_topics(language: str) -> None:
    player = Player()
    box = 'value="{key}" id="family-{key}" checked'
    before = player.open(f"/{language}/practice/storm/").source
    assert box.format(key="classic") in before
    assert box.format(key="samba") not in before
    player.begin(f"/{language}/practice/storm/", choosing="1", family=["samba"])
    for path in ("mixed", "streak", "storm", "theme/partner-at-the-pile", "theme/the-next-minimum"):
        kept = player.open(f"/{language}/practice/{path}/").source
        there = path == "theme/the-next-minimum"
        assert (box.format(key="samba") in kept) is (there or "theme" not in path), path
        assert (box.format(key="classic") in kept) is ("partner" in path), path
    player.begin(f"/{language}/practice/theme/the-next-minimum/", choosing="1", family=["samba"])
    for _ in range(3):
        assert player.item().rules.name.startswith("samba")
        player.answer(right=True)


def test_topic_s_button_leads_to_the_rule_set_that_was_chosen() -> None:
    player = Player()
    player.begin("/en/practice/storm/", choosing="1", family=["samba"])
    page = player.open("/en/puzzles/enough-to-open/")
    link = re.search(r'class="button primary" href="/en/puzzles/enough-to-open/([^/]+)/"', page.source)
    assert link is not None
    assert bank.bank().index[f"puzzle/enough-to-open/{link[1]}"].rule_set.startswith("samba")


def test_topic_asks_about_all_its_rule_sets_where_none_was_chosen() -> None:
    player = Player()
    player.begin("/en/practice/theme/the-next-minimum/")
    assert player.row.choice == {}
    pool = rounds.pool_for("theme", theme="the-next-minimum", choice=rounds.choice_for(player.row))
    assert pool == of_theme("the-next-minimum")
    assert rounds.kept_choice(player.row.learner, "storm") == Choice()


def test_mixed_round_without_a_rule_set_is_told_and_keeps_the_choice() -> None:
    page = pages.Page(Client().post("/de/practice/mixed/", {"choosing": "1", "level": "harder"}))
    assert page.status == 422
    assert "Wähle mindestens" in page.text
    assert 'value="harder" id="level-harder" checked' in page.source
    assert Round.objects.count() == 0


def test_answers_are_rated_unless_the_round_is_played_without() -> None:
    player = Player()
    for choice, count in (({}, 1), ({"unrated": "1"}, 1)):
        player.begin(f"/en/practice/theme/{THEME}/", anew="1", **choice)
        player.answer(right=True)
        assert RatedAnswer.objects.count() == count
    assert "Unrated." in player.page.verdict
    player.begin("/en/practice/storm/")
    player.answer(right=True)
    player.begin("/en/practice/streak/")
    player.answer(right=True)
    assert RatedAnswer.objects.count() == 2  # of the streak, not of the storm


# Nothing is lost or doubled


@pytest.mark.parametrize("htmx", [False, True])
def test_form_sent_twice_and_two_tabs_count_the_first_answer_only(htmx: bool) -> None:
    player = Player(htmx=htmx)
    player.begin("/en/practice/streak/")
    first, tab = player.look(), player.look()
    item = player.item()
    right = fields_of(item, right_answer(item))
    player.press("check", on=first, **right)
    player.press("check", on=first, **right)
    player.press("check", on=tab, **fields_of(item, wrong_answer(item)))
    assert outcomes(player.row) == ["right", None]
    assert player.row.right == 1
    assert player.row.finished is None
    page = player.open(f"/en/practice/rounds/{player.row.pk}/1/")
    assert 'class="verdict right"' in page.source  # the reload shows the verdict that counted


def test_round_is_resumed_from_its_page_and_begun_only_once() -> None:
    player = Player()
    url = player.begin("/de/practice/mixed/")
    assert player.begin("/de/practice/mixed/", anew="1") == url  # a second click
    player.answer(right=True)
    page = player.open("/de/practice/mixed/")
    assert f'href="/de/practice/rounds/{player.row.pk}/2/#goal"' in page.source
    assert "1 von 1 richtig" in page.text
    assert player.begin("/de/practice/mixed/") == f"/de/practice/rounds/{player.row.pk}/2/"
    old = player.row
    player.begin("/de/practice/mixed/", anew="1")
    old.refresh_from_db()
    assert player.row.pk != old.pk
    assert old.finished is not None
    assert Round.objects.filter(finished=None).count() == 1


def test_question_that_the_content_has_no_more_is_replaced() -> None:
    player = Player()
    url = player.begin(f"/en/practice/theme/{THEME}/")
    row = player.row
    row.questions[0]["slug"] = f"puzzle/{THEME}/gone"
    row.save()
    assert player.open(url).status == 200
    assert player.row.questions[0]["slug"] != f"puzzle/{THEME}/gone"


def test_answers_of_an_ended_round_are_kept_without_counting() -> None:
    player = Player()
    player.begin(f"/en/practice/theme/{THEME}/")
    tab = player.look()
    player.client.post(f"/en/practice/rounds/{player.row.pk}/end/")
    item = player.item()
    player.press("check", on=tab, **fields_of(item, right_answer(item)))
    assert Attempt.objects.count() == 1
    assert outcomes(player.row) == [None]
    assert "Ended before the first answer" in player.open(f"/en/practice/rounds/{player.row.pk}/").text


@pytest.mark.parametrize(
    "path", ["rounds/99999/", "rounds/99999/1/", "theme/nothing/", "tempest/", "rounds/99999/end/"]
)
def test_what_does_not_exist_is_not_found(path: str) -> None:
    client = Client()
    response = (
        client.post(f"/de/practice/{path}") if path.endswith("end/") else client.get(f"/de/practice/{path}")
    )
    assert pages.is_not_found(response, "de")


def test_round_of_somebody_else_is_not_found_and_numbers_lead_to_the_open_question() -> None:
    player = Player()
    url = player.begin(f"/en/practice/theme/{THEME}/")
    assert Client().get(url).status_code == 404
    for number in (0, 2, 10**9):
        response = player.client.get(f"/en/practice/rounds/{player.row.pk}/{number}/")
        assert response["Location"] == f"{url}#goal"
    assert player.client.get(f"/en/practice/rounds/{player.row.pk}/")["Location"] == f"{url}#goal"


def test_queries_do_not_grow_with_the_round(django_assert_max_num_queries: Any) -> None:
    player = Player()
    player.begin(f"/en/practice/theme/{THEME}/")
    for _ in range(3):
        player.answer(right=False)
    with django_assert_max_num_queries(14):
        player.look()
    player.press("place:end")
    with django_assert_max_num_queries(6):
        player.open(f"/en/practice/rounds/{player.row.pk}/")


# Choosing


def asked(learner: Learner, pool: Any, count: int, target: float = 1300) -> list[str]:
    """What a round of so many questions asks."""
    row = Round.objects.create(learner=learner, mode="mixed", questions=[])
    for seed in range(count):
        slugs = [base_slug(question["slug"]) for question in row.questions]
        item = choose(pool, learner=learner, target=target, asked=slugs, rng=Random(seed))
        assert item is not None
        row.questions.append({"slug": item.slug, "outcome": None})
        row.save()
    return [question["slug"] for question in row.questions]


def test_nothing_comes_again_while_others_are_left() -> None:
    learner, pool = Learner.objects.create(), of_theme("two-players")
    slugs = [base_slug(slug) for slug in asked(learner, pool, 3 * len(pool))]
    for begin in range(0, len(slugs), len(pool)):
        assert len(set(slugs[begin : begin + len(pool)])) >= len(pool) - 1
    assert set(slugs[: len(pool)]) == {one.slug for one in pool}


def test_mixed_themes_never_come_twice_in_a_row() -> None:
    slugs = asked(Learner.objects.create(), pool_of(families=("classic",)), 20)
    themes = [slug.split("/")[1] for slug in slugs]
    assert all(one != other for one, other in itertools.pairwise(themes))
    assert len(set(themes)) > 8


def test_mixed_rounds_ask_oftener_where_there_is_an_idea_and_seldom_for_counting_alone() -> None:
    learner, pool = Learner.objects.create(), pool_of(families=("classic",), drills=False)
    by_slug = {one.slug: one for one in pool}
    found = [
        by_slug[item.slug]
        for seed in range(200)
        if (item := choose(pool, learner=learner, target=1800, rng=Random(seed))) is not None
    ]
    ideas = sum(one.has_idea for one in found)
    assert ideas > 40
    assert sum(not one.has_position for one in found) < ideas
    storm = pool_of(families=("classic",), one_step=True)
    assert not any(one.has_idea for one in storm)
    assert set(_weights(storm).values()) == {1}


def test_what_was_answered_comes_with_other_cards() -> None:
    player = Player(htmx=True)
    pool = of_theme("joker-on-top")
    player.begin("/en/practice/theme/joker-on-top/")
    met = set()
    for _ in range(2 * len(pool)):
        met.add(player.item().slug)
        player.answer(right=True)
    assert len(met) == 2 * len(pool)


def test_withheld_puzzles_are_not_offered() -> None:
    pool = of_theme("two-players")
    for one in pool[1:]:
        item = find_item(one.slug)
        assert item is not None
        circulation.withhold(item=item, why=ItemRating.Withheld.BY_HAND)
    slugs = asked(Learner.objects.create(), pool, 3)
    assert {base_slug(slug) for slug in slugs} == {pool[0].slug}
    item = find_item(pool[0].slug)
    assert item is not None
    circulation.withhold(item=item, why=ItemRating.Withheld.BY_HAND)
    response = Client().post("/en/practice/theme/two-players/")
    assert response.status_code == 422
    assert "no puzzle to offer" in response.content.decode()


def test_level_follows_the_learner_and_streaks_rise() -> None:
    weak, strong = Learner.objects.create(), Learner.objects.create()
    LearnerRating.objects.create(learner=weak, rating=1150, deviation=60, count=20)
    LearnerRating.objects.create(learner=strong, rating=1850, deviation=60, count=20)
    levels = {}
    for learner in (weak, strong):
        row = rounds.begin(learner=learner, mode="mixed", rng=Random(1))
        item = rounds.item_of(row, 1) if row else None
        assert item is not None
        levels[learner] = item.task.difficulty
    assert levels[weak] == 1
    assert levels[strong] >= 4
    row = Round(learner=weak, mode="streak", questions=[])
    first = rounds.target_of(row)
    row.questions = [{"slug": "x", "outcome": outcome} for outcome in ("right", "skipped", "right")]
    assert rounds.target_of(row) == first + 2 * rounds.STREAK_STEP


def test_every_choice_of_rule_sets_has_puzzles_for_every_mode() -> None:
    for family in ("classic", "wiener", "samba", "other"):
        for mode in ("mixed", "streak", "storm"):
            pool = rounds.pool_for(mode, choice=Choice(families=(family,)))
            assert len({one.theme for one in pool}) > 3, (family, mode)
            assert {one.family for one in pool} == {family}
            assert any(one.is_drill for one in pool) == (mode == "storm")


def test_markup_of_the_clock_is_only_in_a_storm() -> None:
    player = Player()
    player.begin("/en/practice/streak/")
    assert not re.search(r'id="clock"|clock\.js', player.look().source)
