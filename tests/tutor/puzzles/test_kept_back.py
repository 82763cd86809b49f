"""A miss names the kind of thing that was overlooked; the explanation waits for the last try, or until it is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils.timezone import localdate

from engine.law.rulebook import RULES
from lessons.content.reading import Item
from lessons.fresh.sisters import find_item, sister_of
from lessons.kinds.asking.feedback import kept_back, solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.saying.looking_again import LOOK_AGAIN, look_again
from tests.browser.answers import right_answer, wrong_answer
from tests.lessons import pages
from tests.tutor.puzzles.playing import Player, fields_of, is_explained
from tutor.learning.addresses import item_url
from tutor.learning.models import Attempt, Skill
from tutor.puzzles import daily
from tutor.puzzles.choosing import Candidate, candidates, of_theme
from tutor.puzzles.models import LearnerRating, Round

pytestmark = pytest.mark.django_db


def item_of(one: Candidate) -> Item:
    found = find_item(one.slug)
    assert found is not None
    return found


LOOK = {"de": "Schau dir noch einmal", "en": "Look again at"}


def plain(text: str) -> str:
    return text.replace("**", "")


@pytest.mark.parametrize(("language", "htmx"), [("de", False), ("en", True)])
def test_round_keeps_the_explanation_until_it_is_asked_for(language: str, htmx: bool) -> None:
    player = Player(htmx=htmx)
    player.begin(f"/{language}/practice/theme/frozen-pile/")
    page = player.answer(right=False)
    item = player.item(1)
    assert ("Nicht richtig" if language == "de" else "Not right") in page.verdict
    assert LOOK[language] in page.verdict
    assert "/rules/" not in page.part('id="feedback"', "</section>")
    assert 'class="follows"' not in page.source
    assert {"place:show", "place:on", "check"} <= set(page.buttons)
    assert "next" not in page.buttons
    assert 'class="fix"' not in page.source
    before = LearnerRating.objects.get().rating
    page = player.press("place:show")
    assert is_explained(page.verdict, language=language)
    assert "place:show" not in page.buttons
    assert "next" in page.buttons
    assert (LearnerRating.objects.get().rating, Attempt.objects.count()) == (before, 1)
    assert Skill.objects.get(rule=item.task.rules[0]).missed  # the page says that it comes back
    player.press("next")
    assert player.sent_to.endswith("/2/#goal")


@pytest.mark.parametrize(("language", "htmx"), [("de", False), ("en", True)])
def test_puzzle_on_its_own_page_keeps_the_explanation_until_it_is_asked_for(
    language: str, htmx: bool
) -> None:
    one = of_theme("whose-meld")[0]
    item = item_of(one)
    wrong = fields_of(item, wrong_answer(item))
    learner = pages.Learner(htmx=htmx)
    learner.open(f"/{language}/{one.slug.replace('puzzle/', 'puzzles/', 1)}/")
    page = learner.press("check", **wrong)
    assert LOOK[language] in page.verdict
    assert "/rules/" not in page.part('id="feedback"', "</section>")
    assert {"place:show", "check", "next"} <= set(page.buttons)
    page = learner.press("place:show")
    assert LOOK[language] not in page.verdict
    assert "/rules/" in page.source
    assert is_explained(page.verdict, language=language)
    assert "place:show" not in page.buttons
    assert Attempt.objects.count() == 1
    # It stays told, and another learner's third miss tells it too.
    assert is_explained(learner.press("check", **wrong).verdict, language=language)
    other = pages.Learner(htmx=htmx)
    other.open(f"/{language}/{one.slug.replace('puzzle/', 'puzzles/', 1)}/")
    told = [is_explained(other.press("check", **wrong).verdict, language=language) for _ in range(3)]
    assert told == [False, False, True]


def test_puzzle_with_other_cards_explains_at_once_as_nothing_is_rated_there() -> None:
    one = of_theme("whose-meld")[0]
    sister = sister_of(item_of(one), 1)
    assert sister is not None
    learner = pages.Learner()
    learner.open(item_url(sister))
    page = learner.press("check", **fields_of(sister, wrong_answer(sister)))
    assert LOOK["en"] not in page.verdict
    assert "Your rating" not in page.text


def test_third_miss_of_a_round_explains_and_one_can_go_on_before() -> None:
    player = Player()
    player.begin("/en/practice/theme/frozen-pile/")
    player.answer(right=False)
    item = player.item(1)
    wrong = fields_of(item, wrong_answer(item))
    page = player.press("check", **wrong)
    assert not is_explained(page.verdict)
    assert "worked out with other cards" not in page.verdict
    page = player.press("check", **wrong)
    assert is_explained(page.verdict)
    assert "place:show" not in page.buttons
    player.press("next")
    player.answer(right=False)
    player.press("place:on")
    assert player.sent_to.endswith("/3/#goal")


def test_question_that_is_not_answered_cannot_be_shown() -> None:
    player = Player()
    player.begin("/en/practice/theme/frozen-pile/")
    page = player.look()
    assert "place:show" not in page.buttons
    page = player.press("place:show", on=page)
    assert 'class="verdict' not in page.source
    assert "shown" not in player.row.questions[0]


@pytest.mark.parametrize("language", ["de", "en"])
def test_day_is_left_for_later_or_shown_and_then_not_solved(language: str) -> None:
    learner = pages.Learner()
    learner.open(f"/{language}/practice/daily/")
    item = daily.item_of_day(localdate())
    assert item is not None
    page = learner.press("check", **fields_of(item, wrong_answer(item)))
    solved = plain(solution_in_words(item)) if language == "en" else ""
    assert not solved or solved not in page.text
    assert ("nicht gelöst" if language == "de" else "not solved") in page.verdict  # what it costs to be shown
    learner.press("place:later")
    assert learner.sent_to == f"/{language}/puzzles/"
    assert Round.objects.get().finished is None
    learner.open(f"/{language}/practice/daily/")
    page = learner.press("place:show")
    row = Round.objects.get()
    assert (row.finished is not None, row.right, len(row.questions[0]["tries"])) == (True, 0, 1)
    assert is_explained(page.verdict, language=language)
    learner.press("check", **fields_of(item, right_answer(item)))
    assert Round.objects.get().right == 0


def test_day_cannot_be_given_up_before_a_miss() -> None:
    learner = pages.Learner()
    learner.open("/en/practice/daily/")
    page = learner.press("place:show")
    assert "place:show" not in page.buttons
    assert Round.objects.count() == 0


def test_streak_is_explained_at_once() -> None:
    player = Player()
    player.begin("/en/practice/streak/", choosing="1", family=["classic"])
    assert is_explained(player.answer(right=False).verdict)


# What is said


def test_every_topic_of_the_rulebook_has_its_question(in_german: Any) -> None:
    assert {rule.partition(".")[0] for rule in RULES} == set(LOOK_AGAIN)
    german = [look_again(rule) for rule in RULES]
    assert all(said.startswith("Schau dir") for said in german)
    assert len(set(german)) == len(LOOK_AGAIN)


def test_what_is_said_names_no_number_and_nothing_of_the_answer() -> None:
    tried = 0
    for theme in sorted({one.theme for one in candidates()}):
        item = item_of(of_theme(theme)[0])
        result = grade(item, wrong_answer(item))
        said = kept_back(item, result)
        tried += 1
        assert said.why.startswith("Look again at"), item.slug
        assert not any(letter.isdigit() for letter in said.why), item.slug
        assert (said.rule_id, said.fix, said.solution, said.further, said.lines) == ("", "", "", (), ())
    assert tried > 20


def test_question_is_about_what_the_answer_shows() -> None:
    item = item_of(of_theme("frozen-pile")[0])
    result = grade(item, wrong_answer(item))
    assert kept_back(item, result).why == look_again("freeze.take-natural-pair-only")
