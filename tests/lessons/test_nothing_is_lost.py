"""Double posts, two windows, lost cookies, tampered forms, a change of language: readable, and nothing is lost."""

from __future__ import annotations

import random
import re
import uuid
from itertools import product

import pytest
from django.test import Client

from tests.lessons.content_folder import changed
from tests.lessons.pages import Learner
from tests.samples import some
from tutor.learning.models import Attempt, Draft
from tutor.learning.models import Learner as LearnerRow

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("small_content")]


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def learner(request: pytest.FixtureRequest) -> Learner:
    return Learner(htmx=request.param)


def test_double_post_counts_once_and_shows_the_same(learner: Learner) -> None:
    form = learner.open("/de/course/first/sum/")
    first = learner.press("check", on=form, number="80")
    second = learner.press("check", on=form, number="80")
    assert first.verdict == second.verdict != ""
    assert Attempt.objects.count() == 1


def test_double_post_of_a_new_visitor_makes_one_learner() -> None:
    form = Learner().open("/de/course/first/sum/")
    for _ in range(2):
        Learner().press("check", on=form, number="80")
    assert LearnerRow.objects.count() == 1
    assert Attempt.objects.count() == 1


def test_browsers_back_with_another_answer_is_graded(learner: Learner) -> None:
    form = learner.open("/de/course/first/sum/")
    learner.press("check", on=form, number="80")
    assert learner.press("check", on=form, number="90").verdict.startswith("Richtig.")
    assert Attempt.objects.count() == 2


def test_third_miss_sent_twice_is_no_fourth(learner: Learner) -> None:
    learner.open("/en/course/first/one-meld/")
    for _ in range(2):
        form = learner.press("check", card=["9c#0", "9d#0"])
    again = [learner.press("check", on=form, card=["9c#0", "9d#0"]).verdict for _ in range(2)]
    assert again[0] == again[1]
    assert Attempt.objects.count() == 3


def test_reload_keeps_everything(learner: Learner) -> None:
    learner.open("/de/course/first/open/")
    learner.press("hint")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    learner.press("check", card=["9c#0"])
    page = learner.open("/de/course/first/open/")
    assert page.tray == ["Drei Asse melden"]
    assert page.values("card") == ["9c#0"]
    assert page.hints == ["Zähle die Kartenwerte."]
    assert "Noch 30 Punkte." in page.verdict


def test_verdict_says_that_the_answer_is_another_one_by_now(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    said = "You have changed your answer since."
    assert said not in learner.press("check").verdict
    page = learner.press("meld", card=["9c#0", "9d#0", "9h#0"])
    assert said in page.verdict
    assert said not in learner.press("check").verdict


def test_second_device_with_the_same_cookie_goes_on(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    other = Client()
    other.cookies["learner"] = learner.client.cookies["learner"].value
    page = Learner(client=other).open("/de/course/first/open/")
    assert page.tray == ["Drei Asse melden"]


@pytest.mark.parametrize(
    ("path", "entered", "field", "kept"),
    [
        ("first/wild-ones", {"card": ["2c#0", "Kd#0"]}, "card", ["2c#0", "Kd#0"]),
        ("first/one-meld", {"typed": "KK*"}, "typed", ["KK*"]),
        (
            "first/frozen",
            {"answer": "no freeze.take-natural-pair-only"},
            "answer",
            ["no freeze.take-natural-pair-only"],
        ),
        ("first/sum", {"number": "sechzig"}, "number", ["sechzig"]),
        ("first/open", {"card": ["9c#0"]}, "card", ["9c#0"]),
    ],
)
def test_change_of_language_keeps_the_running_answer(
    learner: Learner, path: str, entered: dict[str, object], field: str, kept: list[str]
) -> None:
    learner.open(f"/de/course/{path}/")
    page = learner.press("language:en", **entered)
    assert learner.sent_to == f"/en/course/{path}/"
    assert sorted(page.values(field)) == kept
    assert Attempt.objects.count() == 0


def test_change_of_language_keeps_sheet_rows_and_staged_actions(learner: Learner) -> None:
    learner.open("/en/puzzles/late/a-deal/")
    learner.press("language:de", row_going_out="100", row_total="?")
    assert learner.open("/de/puzzles/late/a-deal/").values("row-going-out") == ["100"]
    learner.open("/en/puzzles/early/take-it/")
    learner.press("draw")
    learner.press("language:de", card=["4c#0"])
    page = learner.open("/de/puzzles/early/take-it/")
    assert page.values("action") == ["draw Qh"]
    assert page.values("card") == ["4c#0"]


def test_verdict_is_told_in_the_language_of_the_page(learner: Learner) -> None:
    learner.open("/de/course/first/sum/")
    learner.press("check", number="80")
    assert "80 is too low." in learner.open("/en/course/first/sum/").verdict


def test_lost_cookie_loses_nothing_that_the_form_holds() -> None:
    learner = Learner()
    learner.open("/en/puzzles/early/take-it/")
    form = learner.press("take", card=["Kc#0", "Kd#0"])
    learner.client.cookies.clear()
    page = learner.press("discard", on=form, card=["7c#0"])
    assert page.tray == ["Take the pile with two kings", "Discard the seven of clubs"]
    assert learner.press("check").verdict.startswith("Right.")


def test_two_windows_each_go_on_with_what_they_show(learner: Learner) -> None:
    first = learner.open("/en/course/first/open/")
    second = learner.open("/en/course/first/open/")
    aces = learner.press("meld", on=first, card=["Ac#0", "Ad#0", "Ah#0"])
    nines = learner.press("meld", on=aces, card=["9c#0", "9d#0", "9h#0"])
    page = learner.press("meld", on=second, card=["Ac#0", "Ad#0", "Ah#0"])
    assert page.status == 422
    assert "You do not hold the ace of clubs at the moment." in page.problem
    assert page.tray == ["Meld three aces", "Meld three nines"]
    assert learner.press("check", on=nines).verdict.startswith("Right.")


def test_card_drawn_in_another_window_stays_drawn(learner: Learner) -> None:
    old = learner.open("/en/puzzles/early/take-it/")
    took = learner.press("take", on=old, card=["Kc#0", "Kd#0"])
    learner.press("draw", on=old, action=["ask"])
    page = learner.press("discard", on=took, card=["7c#0"])
    assert page.status == 422
    assert "You have drawn a card in another window." in page.problem
    assert "draw Qh" in page.values("action")


@pytest.mark.parametrize(
    ("path", "form", "said"),
    [
        ("course/first/one-meld", {"card": ["As#0"]}, "You do not hold the ace of spades"),
        ("course/first/one-meld", {"card": ["nonsense"]}, "one of the selected cards cannot be read"),
        ("course/first/open", {"action": ["meld Xx"]}, "is not a card"),
        ("course/first/open", {"action": ["conquer"]}, "is not an action"),
        ("course/first/open", {"action": ["meld Ks Kh Kd"]}, "You do not hold the"),
        ("course/first/open", {"action": ["add 9c to Q"]}, "This meld is not on the table: queens."),
        ("course/first/is-it-legal", {"legal": "yes", "reason": "made.up"}, "is not among those offered"),
        (
            "course/first/is-it-legal",
            {"legal": "perhaps", "reason": "meld.merge"},
            "Choose one of the answers",
        ),
        ("course/first/sum", {"number": "9" * 400}, "is not a whole number"),
        (
            "course/first/sum",
            {"number": "90", "token": "not-a-token"},
            "The form did not arrive intact.",
        ),
    ],
)
def test_tampered_form_is_answered_in_words_and_graded_by_nobody(
    learner: Learner, path: str, form: dict[str, object], said: str
) -> None:
    learner.open(f"/en/{path}/")
    page = learner.press("check", **form)
    assert page.status == 422
    assert said in page.problem
    assert 'id="goal"' in page.source
    assert Attempt.objects.count() == 0


@pytest.mark.parametrize(
    "do", ["explode", "undo:7", "undo:x", "add:", "add:K;DROP", "language:xx", "", "stage:meld"]
)
def test_unknown_button_never_crashes(learner: Learner, do: str) -> None:
    learner.open("/de/course/first/open/")
    page = learner.press(do)
    assert page.status in (200, 204, 303, 422)
    assert learner.open("/de/course/first/open/").hand  # the exercise is still there


def test_button_of_another_kind_of_exercise(learner: Learner) -> None:
    learner.open("/de/course/first/sum/")
    page = learner.press("meld")
    assert page.status == 422
    assert "gehört nicht zu dieser Aufgabe" in page.problem


def test_form_of_an_older_text_is_not_graded(learner: Learner, tmp_path: object, settings: object) -> None:
    form = learner.open("/de/course/first/sum/")
    settings.SEEDS_DIR = changed(  # type: ignore[attr-defined]
        tmp_path, "lessons/01-first/stage.toml", "Kc Kd Kh JK 9c", "Kc Kd Kh JK"  # type: ignore[arg-type]
    )  # fmt: skip
    page = learner.press("check", on=form, number="90")
    assert page.status == 422
    assert page.problem.startswith("Diese Aufgabe ist geändert worden")
    assert page.values("number") == ["90"]
    assert learner.press("check", number="80").verdict.startswith("Richtig.")


def test_draft_that_no_longer_fits_the_exercise_is_dropped_quietly(
    learner: Learner, tmp_path: object, settings: object
) -> None:
    learner.open("/de/course/first/open/")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    settings.SEEDS_DIR = changed(  # type: ignore[attr-defined]
        tmp_path, "lessons/01-first/stage.toml", "9h Ac Ad Ah 2c | own 1600", "9h Kc Kd Kh JK JK | own 1600"  # type: ignore[arg-type]
    )  # fmt: skip
    page = learner.open("/de/course/first/open/")
    assert page.status == 200
    assert page.tray == []


@pytest.mark.parametrize(
    "path", ["course/first/nothing", "course/nowhere/sum", "puzzles/early/nothing", "puzzles/x/y"]
)
def test_unknown_address_is_a_readable_page(path: str) -> None:
    page = Learner().open(f"/de/{path}/")
    assert page.status == 404
    assert "Es gibt" in page.text or "gibt es nicht" in page.text


def test_missing_csrf_token_is_said_in_the_language_of_the_page() -> None:
    learner = Learner(client=Client(enforce_csrf_checks=True))
    learner.open("/de/course/first/sum/")
    page = learner.press("check", without=("csrfmiddlewaretoken",), number="90")
    assert page.status == 403
    assert "zu lange offen" in page.text
    assert Attempt.objects.count() == 0


def test_csrf_token_of_the_form_is_accepted() -> None:
    learner = Learner(client=Client(enforce_csrf_checks=True))
    learner.open("/de/course/first/sum/")
    assert learner.press("check", number="90").verdict.startswith("Richtig.")


def test_start_over_keeps_hints_and_forgets_the_answer(learner: Learner) -> None:
    learner.open("/de/course/first/open/")
    learner.press("hint")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    learner.press("check")
    page = learner.press("reset")
    assert (page.tray, page.verdict) == ([], "")
    assert page.hints == ["Zähle die Kartenwerte."]
    assert Attempt.objects.count() == 1


def test_right_verdict_goes_when_the_answer_changes_and_a_wrong_one_stays(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    learner.press("check")
    page = learner.press("meld", card=["9c#0", "9d#0", "9h#0"])
    assert "30 more points." in page.verdict
    assert learner.press("check").verdict.startswith("Right.")
    assert learner.press("undo:0").verdict == ""


def test_other_methods_are_refused() -> None:
    assert Client().put("/de/course/first/sum/").status_code == 405


def test_drafts_belong_to_their_learner(learner: Learner) -> None:
    learner.open("/de/course/first/sum/")
    learner.press("check", number="80")
    stranger = Learner().open("/de/course/first/sum/")
    assert stranger.values("number") == [""]
    assert stranger.verdict == ""
    assert Draft.objects.count() == 1


def test_forged_learner_cookie_is_a_new_visitor() -> None:
    client = Client()
    client.cookies["learner"] = f"{uuid.uuid4()}:forged"
    page = Learner(client=client).open("/de/course/first/sum/")
    assert (page.status, page.verdict) == (200, "")
    assert "number" in dict(page.fields)


@pytest.mark.parametrize(
    ("seed", "path"),
    some(product(range(6), ["course/second/a-turn", "puzzles/early/take-it", "course/first/open"]), 2),
)
def test_no_order_of_buttons_breaks_a_turn(seed: int, path: str) -> None:
    """Learners do illegal things in any order: every answer is a page with the exercise on it."""
    chance = random.Random(seed)
    learner = Learner()
    learner.open(f"/de/{path}/")
    for _ in range(25):
        page = learner.page
        cards = re.findall(r'name="card" value="([^"]+)"', page.source)
        chosen = chance.sample(cards, min(len(cards), chance.randint(0, 4)))
        buttons = [do for do in page.buttons if not do.startswith(("language:", "next"))]
        do = chance.choice(
            [*buttons, "add:9", "add:opp:Q", "take-onto", "expose", "draw", "take", "clear", "ask", "end"]
        )
        page = learner.press(do, card=chosen)
        assert page.status in (200, 422), (do, chosen)
        assert 'id="exercise"' in page.source
        assert page.status == 200 or page.problem
