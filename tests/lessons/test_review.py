"""What was missed three times comes back with other cards, until it is right at the first try."""

from __future__ import annotations

import datetime

import pytest
from django.utils import timezone

from lessons.models import Attempt, ReviewEntry
from lessons.sisters import find_item
from lessons.solving import solution
from tests.lessons.pages import Learner

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


def missed_three_times() -> Learner:
    learner = Learner()
    learner.open("/en/course/first/is-it-legal/")
    for _ in range(3):
        learner.press("check", legal="no", reason="meld.same-rank")
    return learner


def test_third_miss_puts_the_rule_on_the_list_once() -> None:
    learner = missed_three_times()
    assert "This comes back in your review" in learner.page.verdict
    learner.press("check", legal="no", reason="meld.same-rank")
    entry = ReviewEntry.objects.get()
    assert (entry.rule, entry.item.slug, entry.done) == ("meld.min-natural", "first/is-it-legal", None)


def test_review_says_why_and_offers_other_cards() -> None:
    learner = missed_three_times()
    page = learner.open("/en/review/")
    assert "You missed it three times today, at: You meld two kings and a joker: is that legal?" in page.text
    assert 'href="/en/course/first/is-it-legal/again/2/"' in page.source
    ReviewEntry.objects.update(created=timezone.now() - datetime.timedelta(days=6))
    assert "Vor 6 Tagen dreimal verfehlt" in learner.open("/de/review/").text


def test_right_at_the_first_try_with_other_cards_takes_it_off() -> None:
    learner = missed_three_times()
    learner.open("/en/course/first/is-it-legal/again/2/")
    sister = find_item("first/is-it-legal~2")
    assert sister is not None
    learner.press("check", **(solution(sister) or {}))
    assert ReviewEntry.objects.get().done is not None
    assert "Nothing is waiting for you." in learner.open("/en/review/").text


def test_right_after_a_hint_or_in_the_same_exercise_leaves_it_there() -> None:
    learner = missed_three_times()
    learner.press("check", legal="yes", reason="meld.min-natural")
    learner.open("/en/course/first/is-it-legal/again/2/")
    learner.press("hint")
    learner.press("check", legal="yes", reason="meld.min-natural")
    assert Attempt.objects.filter(outcome="right").count() == 2
    assert ReviewEntry.objects.get().done is None


def test_cards_seen_in_the_review_are_not_shown_again() -> None:
    learner = missed_three_times()
    learner.open("/en/course/first/is-it-legal/again/2/")
    learner.press("check", legal="no", reason="meld.same-rank")
    assert "/again/3/" in learner.open("/en/review/").source


def test_entry_can_be_put_off_until_tomorrow() -> None:
    learner = missed_three_times()
    entry = ReviewEntry.objects.get()
    response = learner.client.post(f"/en/review/{entry.pk}/later/")
    assert response.status_code == 303
    page = learner.open("/en/review/")
    assert "Nothing for today. One rule is put off until tomorrow." in page.text.replace("To the course ", "")
    ReviewEntry.objects.update(postponed_until=timezone.localdate())
    assert "Try it now" in learner.open("/en/review/").text


def test_nobody_puts_off_what_belongs_to_somebody_else() -> None:
    missed_three_times()
    entry = ReviewEntry.objects.get()
    assert Learner().client.post(f"/en/review/{entry.pk}/later/").status_code == 404
    assert ReviewEntry.objects.get().postponed_until is None
