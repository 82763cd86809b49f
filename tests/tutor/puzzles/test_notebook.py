"""The mistake notebook: what comes in, what goes out, its order, and working through it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.utils import timezone
from django.utils.timezone import localdate

from lessons.fresh.sisters import MARK, base_slug, find_item
from lessons.kinds.asking.solving import solution
from tests.factories import LearnerFactory
from tests.lessons import pages
from tests.tutor.puzzles.test_ratings import SLUG, answer
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Learner, User
from tutor.puzzles import circulation, notebook
from tutor.puzzles.models import ItemRating
from tutor.puzzles.notebook import notebook_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
STEP = "first/sum"
DAY = timedelta(days=1)


def slugs(learner: Learner) -> list[str]:
    return [entry.item.slug for entry in notebook_of(learner).entries]


@pytest.mark.parametrize(
    ("later", "stays"),
    [
        ({"slug": SLUG}, True),  # the same cards on the same day
        # Surely on a later day, also where midnight comes between the making of this list and the first answer.
        ({"slug": SLUG, "created": timezone.now() + 2 * DAY}, False),
        ({"slug": SLUG, "created": timezone.now() + 2 * DAY, "hints": 1}, True),
        ({"slug": f"{SLUG}~2"}, False),
        ({"slug": f"{SLUG}~2", "hints": 1}, True),
        ({"slug": f"{SLUG}~2", "try_number": 2}, True),
        ({"slug": f"{SLUG}~2", "outcome": "undecided"}, True),
        ({"slug": f"{SLUG}~1"}, True),  # can be shown worked out
        ({"slug": "puzzle/late/a-deal"}, True),
    ],
)
def test_exercise_leaves_with_a_clean_answer_only(later: dict, stays: bool) -> None:
    learner = LearnerFactory()
    answer(learner, right=False)
    answer(learner, **later)
    assert slugs(learner) == ([SLUG] if stays else [])


def test_same_cards_count_on_a_later_day_only_as_its_first_answer() -> None:
    learner, tomorrow = LearnerFactory(), timezone.now() + DAY
    answer(learner, right=False)
    answer(learner, hints=4, created=tomorrow)
    answer(learner, created=tomorrow + timedelta(seconds=9))
    assert slugs(learner) == [SLUG]
    answer(learner, created=tomorrow + DAY)
    assert slugs(learner) == []


def test_missed_again_comes_in_again_and_counts_from_then() -> None:
    learner = LearnerFactory()
    for slug, right in ((SLUG, False), (f"{SLUG}~2", False), (f"{SLUG}~3", True), (f"{SLUG}~4", False)):
        answer(learner, slug, right=right)
    (entry,) = notebook_of(learner).entries
    assert (entry.item.slug, entry.missed) == (SLUG, 1)


def test_easiest_comes_first_and_what_is_withheld_or_gone_is_left_out() -> None:
    learner = LearnerFactory()
    for slug in (SLUG, "puzzle/late/a-deal", STEP):
        answer(learner, slug, right=False)
    assert slugs(learner) == [STEP, "puzzle/late/a-deal", SLUG]
    row = ItemRating.objects.get(item__slug=SLUG)
    row.rating = 900
    row.save()
    assert slugs(learner) == [SLUG, STEP, "puzzle/late/a-deal"]
    circulation.withhold(item=find_item(SLUG), why="by-hand", user=User.objects.create())  # type: ignore[arg-type]
    gone = item_row(find_item(STEP))  # type: ignore[arg-type]
    gone.slug = "first/gone"
    gone.save()
    assert slugs(learner) == ["puzzle/late/a-deal"]


def test_puzzle_without_other_cards_leaves_by_one_that_is_alike(
    settings: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    del settings.SEEDS_DIR  # type: ignore[attr-defined]
    learner = LearnerFactory()
    one, other = "puzzle/open-pile/open-pile-9ebc", "puzzle/frozen-pile"
    alike = next(iter(notebook._alike(one)))
    answer(learner, one, right=False)
    answer(learner, alike)
    assert slugs(learner) == [one]  # it has other cards of its own
    monkeypatch.setattr(notebook, "_has_sister", lambda slug: False)
    assert slugs(learner) == []
    assert not alike.startswith(other)


def wrong_then(learner: pages.Learner, *paths: str) -> None:
    """Miss these exercises on their pages."""
    for path in paths:
        learner.open(path)
        learner.press("check", number="5")


@pytest.mark.parametrize(
    ("language", "empty", "words"),
    [
        ("de", "Hier steht noch nichts.", "Fehlerheft"),
        ("en", "Nothing here yet.", "Mistake notebook"),
    ],
)
def test_page_says_how_to_get_clean_and_is_friendly_when_empty(language: str, empty: str, words: str) -> None:
    learner = pages.Learner()
    assert empty in learner.open(f"/{language}/practice/notebook/").text
    wrong_then(learner, f"/{language}/course/{STEP}/")
    page = learner.open(f"/{language}/practice/notebook/")
    assert words in page.text
    assert "einmal falsch" in page.text or "missed once" in page.text
    today = localdate()
    day = f"{today:%d.%m.%Y}" if language == "de" else f"{today.day} {today:%b %Y}"
    assert day in page.text
    assert f"/{language}/practice/notebook/{STEP}/" in page.source


def test_working_through_goes_from_one_to_the_next_with_other_cards() -> None:
    learner = pages.Learner()
    wrong_then(learner, f"/en/course/{STEP}/")
    one = Attempt.objects.get().learner
    answer(one, right=False)
    learner.open("/en/practice/notebook/")
    url = learner.client.get(f"/en/practice/notebook/{STEP}/")["Location"].partition("#")[0]
    cards = url.partition("/as/")[2].strip("/")
    assert base_slug(cards) == STEP
    assert MARK in cards
    page = learner.open(url)
    assert "2 exercises are in your notebook." in page.text
    assert page.action == url
    learner.press("place:skip")
    assert learner.sent_to == f"/en/practice/notebook/{SLUG}/"
    assert len(slugs(one)) == 2
    learner.open(url)
    item = find_item(cards)
    assert item is not None
    page = learner.press("check", **(solution(item) or {}))
    assert "This one is not in your notebook any more; 1 is left." in page.text
    assert "Next in the notebook" in page.finish
    learner.press("next")
    assert learner.sent_to == f"/en/practice/notebook/{SLUG}/"
    assert slugs(one) == [SLUG]
    answer(one, f"{SLUG}~2")
    page = learner.open(url)
    assert "Your notebook is empty." in page.text
    assert "Back to the notebook" in page.finish
    assert "no mistake is left open" in learner.open("/en/practice/notebook/").text


@pytest.mark.parametrize(
    "path", ["no/such", f"no/such/as/{STEP}", f"{STEP}/as/{SLUG}", f"{STEP}/as/{STEP}~999", f"{STEP}/as/~"]
)
def test_address_of_nothing_is_not_found(path: str) -> None:
    assert pages.is_not_found(pages.Learner().client.get(f"/en/practice/notebook/{path}/"))


def test_wrong_pick_in_the_notebook_is_followed_by_other_cards() -> None:
    somebody = pages.Learner()
    somebody.open("/en/course/first/is-it-legal/")
    somebody.press("check", legal="no", reason="wild.only-with-naturals")
    again = "/en/practice/notebook/first/is-it-legal/"
    path = somebody.client.get(again)["Location"].partition("#")[0]
    page = somebody.open(path)
    item = find_item(path.partition("/as/")[2].strip("/"))
    assert item is not None
    other = "no" if (solution(item) or {})["legal"] == "yes" else "yes"
    wrong = re.search(rf'name="answer" value="({other} [\w.-]+)"', page.source)
    assert wrong is not None
    page = somebody.press("check", answer=wrong[1])
    assert "Again with other cards" in page.finish
    assert "check" not in page.buttons
    somebody.press("next")
    assert somebody.sent_to == again
    assert somebody.client.get(again)["Location"].partition("#")[0] != path


def test_it_names_the_rule_that_the_verdict_led_to() -> None:
    learner = pages.Learner()
    learner.open("/en/course/first/open/")
    learner.press("meld", card=["4c#0", "2c#0"])
    assert "Rule 7.1" in learner.press("check").verdict
    listed = learner.open("/en/practice/notebook/").text
    assert "Rule 7.1" in listed
    assert "Rule 9.4" not in listed  # that of the exercise
