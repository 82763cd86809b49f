"""One can always go on: a puzzle is skipped unanswered, and what that costs is said before."""

from __future__ import annotations

import pytest

from lessons.content import bank
from lessons.fresh.sisters import find_item
from tests.browser.answers import right_answer, wrong_answer
from tests.factories import LearnerFactory, UserFactory
from tests.tutor.puzzles.playing import Player, fields_of
from tests.tutor.puzzles.test_ratings import answer
from tutor.learning.learner import merge_learners
from tutor.learning.models import Learner
from tutor.puzzles import daily, ratings
from tutor.puzzles.models import ItemRating, LearnerRating, RatedAnswer

pytestmark = pytest.mark.django_db

SLUG = bank.entries_of("partner-lays-down")[0].slug
MODES = ("mixed", "theme/partner-lays-down", "storm")


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("language", "htmx"), [("de", False), ("en", True)])
def test_unanswered_puzzle_is_skipped_and_another_one_comes(mode: str, language: str, htmx: bool) -> None:
    player = Player(htmx=htmx)
    player.begin(f"/{language}/practice/{mode}/", unrated="1")
    page = player.look()
    assert ("Auslassen" if language == "de" else "Skip") in page.finish
    player.press("place:skip")
    row = player.row
    assert [question["outcome"] for question in row.questions] == ["skipped", None]
    assert row.questions[0]["slug"] != row.questions[1]["slug"]
    assert not RatedAnswer.objects.exists()
    player.look()
    player.press("place:skip")
    assert len(player.row.questions) == 3


def test_skipping_costs_half_a_miss_and_says_so() -> None:
    player = Player()
    player.begin("/de/practice/theme/partner-lays-down/")
    assert "Auslassen (½ Fehler)" in player.look().finish
    LearnerRating.objects.create(learner=Learner.objects.get(), rating=1500, deviation=60, count=40)
    item = player.item()
    cost = ratings.cost_of_skip(learner=Learner.objects.get(), item=item)
    assert cost is not None
    assert cost.points > 0
    assert f"Auslassen (Wertung −{cost.points})" in player.look().finish
    player.press("place:skip")
    skipped = RatedAnswer.objects.get()
    assert round(skipped.before) - round(skipped.after) == cost.points
    assert skipped.weight == 0.5
    assert skipped.attempt is None
    assert not ItemRating.objects.filter(count__gt=0).exists()  # it was not shown to be difficult
    assert "übersprungen" in player.open("/de/practice/").text


def test_whole_miss_costs_twice_as_much_as_a_skip() -> None:
    one, other = LearnerFactory(), LearnerFactory()
    item = find_item(SLUG)
    assert item is not None
    ratings.skip(learner=one, item=item)
    answer(other, SLUG, right=False)
    lost = [1500 - ratings.strength_of(learner).rating for learner in (one, other)]
    assert lost[0] * 2 == pytest.approx(lost[1])


def test_puzzle_is_skipped_once_and_its_answer_counts_no_more() -> None:
    player = Player()
    player.begin("/en/practice/mixed/", choosing="1", family="classic")
    first = player.look()
    item = player.item(1)
    player.press("place:skip")
    player.press("place:skip", on=first)
    assert RatedAnswer.objects.count() == 1
    player.press("check", on=first, **fields_of(item, right_answer(item)))
    assert RatedAnswer.objects.count() == 1
    assert player.row.right == 0


def test_rating_that_is_off_and_pupils_of_a_class_lose_nothing() -> None:
    item = find_item(SLUG)
    assert item is not None
    off, pupil = LearnerFactory(), LearnerFactory(pass_number=1)
    ratings.switch(learner=off, on=False)
    for learner in (off, pupil):
        assert ratings.cost_of_skip(learner=learner, item=item) is None
        assert ratings.skip(learner=learner, item=item) is None


def test_two_learners_who_are_one_have_skipped_a_puzzle_once() -> None:
    keep, other = LearnerFactory(user=UserFactory()), LearnerFactory()
    item = find_item(SLUG)
    assert item is not None
    for learner in (keep, other):
        ratings.skip(learner=learner, item=item)
    merge_learners(keep, other)
    assert RatedAnswer.objects.get().learner == keep


@pytest.mark.parametrize("language", ["de", "en"])
def test_day_that_nothing_was_tried_at_is_left_for_later(language: str) -> None:
    player = Player()
    page = player.open(f"/{language}/practice/daily/")
    assert ("Später weitermachen" if language == "de" else "Leave it for later") in page.finish
    player.press("place:later")
    assert player.sent_to == f"/{language}/puzzles/"
    assert daily.standing(Learner.objects.first()).states == {}


@pytest.mark.parametrize(("language", "htmx"), [("de", False), ("en", True)])
def test_puzzle_on_its_own_page_lets_go_on_unanswered(language: str, htmx: bool) -> None:
    """A link that somebody was sent: one can go on before it is solved, after a miss too, and nothing is rated."""
    first, second = bank.entries_of("partner-lays-down")[:2]
    item = find_item(first.slug)
    assert item is not None
    player = Player(htmx=htmx)
    page = player.open(f"/{language}/puzzles/{first.theme}/{first.name}/")
    skip = "Auslassen" if language == "de" else "Skip"
    assert skip in page.finish
    player.press("check", **fields_of(item, wrong_answer(item)))
    assert skip in player.open(f"/{language}/puzzles/{first.theme}/{first.name}/").finish
    player.press("next")
    assert second.name in (player.sent_to or player.page.action)
    player.open(f"/{language}/puzzles/{first.theme}/{first.name}/")
    solved = player.press("check", **fields_of(item, right_answer(item)))
    assert skip not in solved.finish


def test_step_of_the_course_is_not_skipped() -> None:
    page = Player().open("/en/course/frozen-pile/a-two-in-the-pile/")
    assert "Skip" not in page.finish
