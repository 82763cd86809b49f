"""What comes back: after three misses at once, else by the schedule, always with other cards and with a reason."""

from __future__ import annotations

import datetime
import re
import uuid
from types import SimpleNamespace

import pytest
from django.utils import timezone
from django.utils.translation import override
from fsrs import Card

from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.saying.wording import rule_title
from tests.lessons.pages import Learner
from tutor.learning.attempts import record_attempt
from tutor.learning.models import Attempt, Skill
from tutor.learning.models import Learner as LearnerRow
from tutor.learning.review import count_due, due, note_answer, postpone, state_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
DAY = datetime.timedelta(days=1)


def missed_and_told() -> Learner:
    """Somebody who has picked a wrong answer among those offered, which tells the right one at once."""
    learner = Learner()
    learner.open("/en/course/first/is-it-legal/")
    learner.press("check", legal="no", reason="meld.same-rank")
    return learner


def missed_three_times(misses: int = 3) -> Learner:
    """Somebody who has entered a wrong number three times, after which it is told."""
    learner = Learner()
    learner.open("/en/course/first/sum/")
    for _ in range(misses):
        learner.press("check", number="1")
    return learner


def right_at_once(number: int | None = None) -> Learner:
    learner = Learner()
    answer_sister(learner, number)
    return learner


def answer_sister(learner: Learner, number: int | None, *, hint: bool = False) -> None:
    again = f"again/{number}/" if number else ""
    learner.open(f"/en/course/first/is-it-legal/{again}")
    item = find_item("first/is-it-legal" + (f"~{number}" if number else ""))
    assert item is not None
    if hint:
        learner.press("hint")
    learner.press("check", **(solution(item) or {}))


def days_until_due() -> int:
    return (Skill.objects.get().due - timezone.now() + DAY / 2).days


@pytest.mark.parametrize("misses", [1, 3])
def test_third_miss_of_a_number_brings_its_rule_back_at_once(misses: int) -> None:
    missed_three_times(misses)
    assert Skill.objects.filter(missed=True, rule="value.eight-to-king").exists() == (misses == 3)


def test_wrong_pick_whose_answer_is_told_brings_the_rule_back_at_once() -> None:
    learner = missed_and_told()
    assert "This comes back in your review" in learner.page.verdict
    learner.press("check", legal="no", reason="meld.same-rank")
    skill = Skill.objects.get()
    assert (skill.rule, skill.item.slug, skill.missed, skill.reviews) == (
        "meld.min-natural", "first/is-it-legal", True, 1,
    )  # fmt: skip
    assert skill.due <= timezone.now()


TWO_RULES = "first/one-meld"
MAIN, OTHER = "meld.min-size", "meld.min-natural"


def answer_two_rules(learner: Learner, number: int | None = None, *, outcome: str = "right") -> Attempt:
    """An answer to an exercise that needs two rules, as it is noted."""
    item = find_item(TWO_RULES + (f"~{number}" if number else ""))
    assert item is not None
    row = learner_row(learner)
    attempt = record_attempt(
        learner=row, item=item, result=grade(item, solution(item) or {}, reveal=False), hints=0, language="en",
        token=uuid.uuid4(),
    )  # fmt: skip
    attempt.outcome = outcome
    note_answer(learner=row, item=item, attempt=attempt, misses=3 if outcome == "wrong" else 0)
    return attempt


def learner_row(learner: Learner) -> LearnerRow:
    if not LearnerRow.objects.exists():
        learner.open("/en/course/first/sum/")
        learner.press("hint")
    return LearnerRow.objects.get()


def test_every_rule_that_a_step_needs_is_scheduled() -> None:
    answer_two_rules(Learner())
    skills = {skill.rule: skill for skill in Skill.objects.all()}
    assert set(skills) == {MAIN, OTHER}
    assert all(skill.due > timezone.now() for skill in skills.values())


def test_second_rule_is_pushed_away_by_its_own_schedule_only() -> None:
    learner = Learner()
    answer_two_rules(learner)
    answer_two_rules(learner, 2)
    reviews = dict(Skill.objects.values_list("rule", "reviews"))
    assert reviews == {MAIN: 2, OTHER: 1}
    Skill.objects.filter(rule=OTHER).update(due=timezone.now())
    answer_two_rules(learner, 3)
    assert Skill.objects.get(rule=OTHER).reviews == 2


def test_told_answer_brings_back_the_main_rule_only() -> None:
    answer_two_rules(Learner(), outcome="wrong")
    skill = Skill.objects.get()
    assert (skill.rule, skill.missed) == (MAIN, True)


def test_rules_of_one_exercise_come_back_in_one_and_are_put_off_together() -> None:
    learner = Learner()
    answer_two_rules(learner)
    Skill.objects.update(due=timezone.now())
    today, row = timezone.localdate(), LearnerRow.objects.get()
    [one] = due(row, today=today)
    assert count_due(row, today=today) == 1
    page = learner.open(f"/en/review/{one.skill.pk}/{one.item.slug}/")
    assert page.status == 200
    assert postpone(learner=row, skill=one.skill.pk, today=today)
    assert due(row, today=today) == []


def test_second_rule_that_is_due_is_asked_and_then_due_no_more() -> None:
    learner = Learner()
    answer_two_rules(learner)
    Skill.objects.filter(rule=OTHER).update(due=timezone.now())
    [one] = due(LearnerRow.objects.get(), today=timezone.localdate())
    assert one.skill.rule == OTHER
    assert learner.open(f"/en/review/{one.skill.pk}/{one.item.slug}/").status == 200
    answer_two_rules(learner, 2)
    assert due(LearnerRow.objects.get(), today=timezone.localdate()) == []


def test_review_says_why_and_offers_other_cards() -> None:
    learner = missed_and_told()
    page = learner.open("/en/review/")
    assert "You missed it today, at: You meld two kings and a joker: is that legal?" in page.text
    assert re.search(r'first/is-it-legal~(2|102)/"', page.source)
    Skill.objects.update(seen=timezone.now() - 6 * DAY)
    assert "Vor 6 Tagen falsch beantwortet" in learner.open("/de/review/").text


@pytest.mark.parametrize(("language", "label"), [("de", "Heute fällig"), ("en", "Due today")])
def test_the_page_of_a_rule_names_it_only_once_it_is_answered(
    settings: object, language: str, label: str
) -> None:
    del settings.SEEDS_DIR  # type: ignore[attr-defined]
    learner, wrong = Learner(), {"legal": "yes", "reason": "freeze.take-natural-pair-only"}
    learner.open("/en/course/frozen-pile/a-two-in-the-pile/")
    for _ in range(3):
        learner.press("check", **wrong)
    one = due(LearnerRow.objects.get(), today=timezone.localdate())[0]
    skill = one.skill
    with override(language):
        title = rule_title(skill.rule)
    page = learner.open(f"/{language}/review/{skill.pk}/{one.item.slug}/")
    assert f"<title>{label}: " in page.source
    assert title not in page.text
    assert title in learner.press("check", **wrong).text


def test_right_answer_comes_back_later_and_later() -> None:
    learner = right_at_once()
    first = days_until_due()
    assert first >= 1
    assert "Nothing for today." in learner.open("/en/review/").text
    skill = Skill.objects.get()
    Skill.objects.update(due=timezone.now(), seen=timezone.now() - 3 * DAY)
    assert "You last met it 3 days ago, at:" in learner.open("/en/review/").text
    # As if the three days had passed for the schedule as well.
    card = Card.from_json(skill.card)
    card.last_review = card.last_review - 3 * DAY if card.last_review else None
    Skill.objects.update(card=card.to_json())
    answer_sister(learner, 2)
    assert days_until_due() > first
    assert "Nothing for today." in learner.open("/en/review/").text


def test_review_with_nothing_due_says_what_comes_next_and_when() -> None:
    learner = right_at_once()
    title = rule_title(Skill.objects.get().rule)
    Skill.objects.update(due=timezone.now() + DAY)
    assert f"Nothing for today. Coming back tomorrow: {title}." in learner.open("/en/review/").text
    Skill.objects.update(postponed_until=datetime.date(2100, 11, 5))
    assert f"Coming back on 5 November 2100: {title}." in learner.open("/en/review/").text
    assert "Am 5. November 2100 kommt wieder:" in learner.open("/de/review/").text


def test_hints_and_misses_bring_it_back_sooner() -> None:
    right_at_once()
    at_once = Skill.objects.get().due
    Skill.objects.all().delete()
    answer_sister(Learner(), None, hint=True)
    assert Skill.objects.get().due < at_once


def test_right_with_other_cards_ends_what_was_missed() -> None:
    learner = missed_and_told()
    answer_sister(learner, 2)
    skill = Skill.objects.get()
    assert not skill.missed
    assert skill.due > timezone.now()


def test_the_exercise_whose_answer_was_shown_proves_nothing() -> None:
    learner = missed_three_times()
    learner.press("check", **(solution(find_item("first/sum")) or {}))
    assert Attempt.objects.filter(outcome="right").count() == 1
    assert Skill.objects.get().missed


def test_solving_the_same_again_changes_nothing() -> None:
    learner = right_at_once()
    before = Skill.objects.get()
    learner.press("check", legal="yes", reason="meld.same-rank")
    assert Skill.objects.get().card == before.card


def test_cards_seen_in_the_review_are_not_shown_again() -> None:
    learner = missed_and_told()
    learner.open("/en/course/first/is-it-legal/again/2/")
    learner.press("check", legal="no", reason="meld.same-rank")
    assert "first/is-it-legal~3/" in learner.open("/en/review/").source


@pytest.mark.parametrize("htmx", [False, True])
def test_what_is_due_is_worked_through_one_after_the_other(htmx: bool) -> None:
    learner = right_at_once()
    learner.open("/en/course/first/sum/")
    learner.press("check", **(solution(find_item("first/sum")) or {}))
    learner.htmx = htmx
    Skill.objects.update(due=timezone.now())
    links = re.findall(r'href="(/en/review/\d+/[^"]+)"', learner.open("/en/review/").source)
    assert len(links) == 2
    page = learner.open(links[0])
    assert "After this one, another rule is due." in page.text
    assert "place:skip" in page.buttons
    learner.press("check", **(solution(find_item(links[0].split("/", 4)[4].strip("/"))) or {}))
    assert "Next in the review" in learner.page.text
    assert "place:skip" not in learner.page.buttons
    learner.press("next")
    assert learner.sent_to == f"{links[1]}#goal"
    assert "After this one, nothing more is due." in learner.page.text
    learner.press("check", **(solution(find_item(links[1].split("/", 4)[4].strip("/"))) or {}))
    learner.press("next")
    assert learner.sent_to == "/en/review/"
    assert "Nothing for today." in learner.page.text
    assert Learner().open(links[0]).status == 404
    assert learner.open(links[0].replace("first/is-it-legal", "first/sum")).status == 404


def test_wrong_pick_in_the_review_is_followed_by_other_cards_up_to_twice() -> None:
    learner = right_at_once()
    Skill.objects.update(due=timezone.now())
    found = re.search(r'href="(/en/review/\d+/[^"]+)"', learner.open("/en/review/").source)
    assert found is not None
    path, seen = found[1], []
    for onward in ("Again with other cards", "Again with other cards", "Back to the review"):
        page = learner.open(path)
        seen.append(path.split("/", 4)[4].strip("/"))
        item = find_item(seen[-1])
        assert item is not None
        other = "no" if (solution(item) or {})["legal"] == "yes" else "yes"
        wrong = re.search(rf'name="answer" value="({other} [\w.-]+)"', page.source)
        assert wrong is not None
        page = learner.press("check", answer=wrong[1])
        assert "This comes back in your review" in page.verdict
        assert "check" not in page.buttons
        assert onward in page.finish
        learner.press("next")
        path = learner.sent_to.removesuffix("#goal")
    assert len(set(seen)) == 3
    assert Skill.objects.get().missed


def test_exercise_out_of_circulation_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    learner = right_at_once()
    Skill.objects.update(due=timezone.now())
    entries = [SimpleNamespace(slug=slug) for slug in ("first/is-it-legal", "first/sum")]
    monkeypatch.setattr("lessons.content.bank.alike", lambda slug: entries)
    monkeypatch.setattr("lessons.content.bank.item", find_item)
    monkeypatch.setattr("tutor.learning.review.left_out", lambda: frozenset({"first/is-it-legal"}))
    assert re.findall(r'href="/en/review/\d+/([^"]+)/"', learner.open("/en/review/").source) == ["first/sum"]


def test_rule_can_be_put_off_until_tomorrow() -> None:
    learner = missed_and_told()
    response = learner.client.post(f"/en/review/{Skill.objects.get().pk}/later/")
    assert response.status_code == 303
    assert response["Location"].endswith("#put-off")
    page = learner.open(response["Location"])
    said = re.search(r'<p class="saved" id="put-off" role="status" tabindex="-1">.*?</p>', page.source)
    assert said
    assert "Put off until tomorrow:" in said.group()
    assert 'id="put-off"' not in learner.open("/en/review/").source
    assert "Nothing for today." in page.text
    assert "One rule is put off until tomorrow." in page.text
    Skill.objects.update(postponed_until=timezone.localdate())
    assert "Try it now" in learner.open("/en/review/").text


def test_nobody_puts_off_what_belongs_to_somebody_else() -> None:
    missed_and_told()
    assert Learner().client.post(f"/en/review/{Skill.objects.get().pk}/later/").status_code == 404
    assert Skill.objects.get().postponed_until is None


def test_review_can_be_switched_off_and_on_and_forgets_nothing() -> None:
    learner = missed_and_told()
    learner.client.post("/en/review/switch/", {"review": "off"})
    assert "Review is switched off." in learner.open("/en/review/").text
    assert "Review: one rule" not in learner.open("/en/").text
    learner.client.post("/en/review/switch/", {"review": "on"})
    assert "Try it now" in learner.open("/en/review/").text
    assert "Review: one rule" in learner.open("/en/").text


@pytest.mark.parametrize(
    ("stability", "reviews", "missed", "state"),
    [
        (20.0, 3, False, "solid"),
        (3.0, 3, False, "shaky"),
        (20.0, 1, False, "unclear"),
        (20.0, 3, True, "shaky"),
    ],
)
def test_rule_is_solid_shaky_or_unclear(stability: float, reviews: int, missed: bool, state: str) -> None:
    card = Card(stability=stability).to_json()
    assert state_of(Skill(card=card, reviews=reviews, missed=missed)) == state


@pytest.mark.parametrize(("language", "word"), [("de", "wackelig"), ("en", "shaky")])
def test_page_tells_how_every_rule_stands(language: str, word: str) -> None:
    learner = missed_and_told()
    Skill.objects.update(rule="meld.min-size")
    part = learner.open(f"/{language}/review/").part('id="known-title"', "</section>")
    assert word in part
