"""Cards that are typed in place of selecting them: which counts, where the focus goes, what is said."""

from __future__ import annotations

import pytest

from tests.lessons.pages import Learner
from tutor.learning.models import Attempt

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("small_content")]
MELD = "/de/course/first/one-meld/"
NINES = ["9c#0", "9d#0", "9h#0"]


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def learner(request: pytest.FixtureRequest) -> Learner:
    return Learner(htmx=request.param)


def test_cards_that_are_selected_after_a_refused_text_count(learner: Learner) -> None:
    learner.open(MELD)
    assert learner.press("check", typed="XYZ").problem.startswith("„XYZ“ ist keine Karte.")
    learner.open(MELD)
    page = learner.press("check", card=NINES)
    assert page.problem == ""
    assert page.verdict.startswith("Richtig.")
    assert page.values("typed") == [""]


def test_none_of_them_that_is_ticked_after_a_refused_text_counts(learner: Learner) -> None:
    learner.open("/de/course/first/wild-ones/")
    learner.press("check", typed="XYZ")
    page = learner.press("check", none="1")
    assert page.problem == ""
    assert Attempt.objects.get().answer == {"cards": "", "none": True}


def test_refused_text_that_is_sent_once_more_is_refused_once_more(learner: Learner) -> None:
    learner.open(MELD)
    learner.press("check", typed="XYZ", card=["4c#0"])
    assert learner.press("check").problem.startswith("„XYZ“ ist keine Karte.")
    assert learner.press("check", typed="WWW", card=NINES).problem.startswith("„WWW“ ist keine Karte.")


@pytest.mark.parametrize("do", ["select", "enter"])
def test_typed_cards_have_the_focus_once_they_are_selected_and_are_named(do: str) -> None:
    learner = Learner(htmx=True)
    learner.open(MELD)
    page = learner.press(do, typed="KK*")
    first = '<input type="checkbox" id="card-4" name="card" value="Kd#0" data-word="K" checked data-focus autofocus>'
    assert first in page.source
    assert page.source.count("data-focus") == 1
    assert "Ausgewählt: Karo-König, Herz-König und Joker." in page.text


def test_enter_on_a_card_leaves_the_focus_there() -> None:
    learner = Learner(htmx=True)
    learner.open(MELD)
    page = learner.press("enter", card=NINES)
    assert "data-focus" not in page.source
    assert "Ausgewählt: noch nichts." in learner.press("enter", card=[]).text


def test_without_scripts_the_page_is_shown_at_the_hand() -> None:
    learner = Learner()
    learner.open(MELD)
    learner.press("select", typed="KK*")
    assert learner.sent_to == f"{MELD}#hand"
