"""Before anything new: up to three questions about what was learned in other stages, chosen by what is due."""

from __future__ import annotations

import datetime
import re
from dataclasses import replace

import pytest
from django.utils import timezone

from lessons.content.reading import library
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.solving import solution
from tests.lessons.pages import Learner, is_not_found
from tutor.learning.attempts import item_row
from tutor.learning.before import skills_before
from tutor.learning.models import Learner as LearnerRow
from tutor.learning.models import Skill

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
DAY = datetime.timedelta(days=1)
LEARNED = {
    "initial.threshold-mid": "first/open",
    "meld.min-natural": "first/is-it-legal",
    "freeze.take-natural-pair-only": "first/frozen",
    "value.eight-to-king": "first/sum",
}


def learned(learner: Learner) -> LearnerRow:
    """A learner who has learned four rules of the first stage; the first of them is due last."""
    learner.open("/en/course/first/sum/")
    learner.press("hint")
    row = LearnerRow.objects.get()
    for days, (rule, slug) in enumerate(reversed(LEARNED.items()), start=1):
        item = find_item(slug)
        assert item is not None
        Skill.objects.create(
            learner=row, rule=rule, card="", due=timezone.now() + days * DAY, item=item_row(item), reviews=1
        )
    return row


def asked(learner: Learner) -> str:
    """The slug of the exercise that the last form has led to."""
    found = re.search(r"/before/\d/[\d-]+/(.+?)/(?:#goal)?$", learner.sent_to or learner.page.action)
    assert found is not None, learner.sent_to
    return found[1]


def begin(learner: Learner, language: str = "en") -> None:
    """Open the stage and follow its main button."""
    source = learner.open(f"/{language}/course/third/").source
    found = re.search(rf'href="(/{language}/course/third/before/[^"]+)"', source)
    assert found is not None
    learner.open(found[1])
    learner.sent_to = found[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ("with 3 questions about what you", "Question 1 of 3", "Next question", "On to what is new")),
        ("de", ("stehen 3 Fragen zu dem, was du schon kannst", "Frage 1 von 3", "Nächste Frage", "Weiter zum Neuen")),
    ],
)  # fmt: skip
def test_new_stage_begins_with_three_questions_that_are_due_first(
    language: str, words: tuple[str, ...]
) -> None:
    learner = Learner()
    learned(learner)
    assert words[0] in learner.open(f"/{language}/course/third/").text
    begin(learner, language)
    assert words[1] in learner.page.text
    slugs = []
    for last in (False, False, True):
        slugs.append(asked(learner))
        page = learner.press("check", **(solution(find_item(slugs[-1])) or {}))  # type: ignore[arg-type]
        assert words[3 if last else 2] in page.finish
        learner.press("next")
    assert [base_slug(slug) for slug in slugs] == ["first/sum", "first/frozen", "first/is-it-legal"]
    assert learner.sent_to == f"/{language}/course/third/ways-to-take/#goal"


def test_questions_may_be_skipped_and_passed_by() -> None:
    learner = Learner()
    learned(learner)
    page = learner.open("/en/course/third/")
    assert "Go straight to what is new" in page.text
    assert 'href="/en/course/third/ways-to-take/"' in page.source
    begin(learner)
    for _ in range(3):
        learner.press("place:skip")
    assert learner.sent_to == "/en/course/third/ways-to-take/#goal"


@pytest.mark.parametrize("skipped", [False, True])
def test_wrong_pick_is_followed_by_other_cards_before_the_next_question(skipped: bool) -> None:
    learner = Learner()
    learned(learner)
    begin(learner)
    learner.press("place:skip")  # the sum, which is no pick
    slug = asked(learner)
    assert base_slug(slug) == "first/frozen"
    other = "no" if (solution(find_item(slug)) or {})["legal"] == "yes" else "yes"  # type: ignore[arg-type]
    wrong = re.search(rf'name="answer" value="({other} [\w.-]+)"', learner.page.source)
    assert wrong is not None
    page = learner.press("check", answer=wrong[1])
    assert "Again with other cards" in page.finish
    learner.press("place:skip" if skipped else "next")
    assert (base_slug(asked(learner)) == "first/frozen") != skipped
    assert asked(learner) != slug


def test_answer_moves_the_rule_on_in_the_review() -> None:
    learner = Learner()
    learned(learner)
    begin(learner)
    before = Skill.objects.get(rule="value.eight-to-king")
    learner.press("check", **(solution(find_item(asked(learner))) or {}))  # type: ignore[arg-type]
    after = Skill.objects.get(pk=before.pk)
    assert after.reviews == before.reviews + 1
    assert after.due > before.due


def test_what_was_missed_comes_first_and_own_steps_and_what_is_put_off_do_not(small_content: object) -> None:
    row = learned(Learner())
    third, today = small_content.stage("third"), timezone.localdate()  # type: ignore[attr-defined]
    Skill.objects.filter(rule="meld.min-natural").update(missed=True)
    Skill.objects.filter(rule="value.eight-to-king").update(postponed_until=today + DAY)
    rules = [skill.rule for skill in skills_before(row, third, today=today)]
    assert rules == ["meld.min-natural", "freeze.take-natural-pair-only", "initial.threshold-mid"]
    first = small_content.stage("first")  # type: ignore[attr-defined]
    assert skills_before(row, first, today=today) == []
    row.review_on = False
    assert skills_before(row, third, today=today) == []


def test_stage_that_was_begun_and_a_new_learner_are_asked_nothing_before() -> None:
    learner = Learner()
    assert "/before/" not in learner.open("/en/course/third/").source
    learned(learner)
    learner.open("/en/course/third/ways-to-take/")
    learner.press("check", none="1")
    assert "/before/" not in learner.open("/en/course/third/").source


def test_questions_of_somebody_else_are_not_found() -> None:
    learner = Learner()
    learned(learner)
    begin(learner)
    path = learner.page.action
    assert is_not_found(Learner().client.get(path))
    other = Learner()
    other.open("/en/course/first/sum/")
    other.press("hint")
    assert is_not_found(other.client.get(path))


def test_way_for_tonight_asks_only_what_was_missed_or_is_due() -> None:
    row = learned(Learner())
    stage = replace(library().stages[-1], branch="tonight")
    today = timezone.localdate()
    assert skills_before(row, replace(stage, branch="main"), today=today)
    assert skills_before(row, stage, today=today) == []
    Skill.objects.filter(rule="value.eight-to-king").update(missed=True)
    assert [skill.rule for skill in skills_before(row, stage, today=today)] == ["value.eight-to-king"]
    assert len(skills_before(row, stage, today=today + 2 * DAY)) == 2


def test_who_walks_on_at_once_is_asked_something_else_before_the_next_stage(small_content: object) -> None:
    row = learned(Learner())
    third, today = small_content.stage("third"), timezone.localdate()  # type: ignore[attr-defined]
    first = skills_before(row, third, today=today)[0]
    Skill.objects.filter(pk=first.pk).update(seen=timezone.now() + datetime.timedelta(minutes=5))
    assert first not in skills_before(row, third, today=today)
    Skill.objects.filter(pk=first.pk).update(due=timezone.now() - DAY)
    assert skills_before(row, third, today=today)[0] == first
