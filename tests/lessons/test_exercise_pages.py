"""An exercise in the browser: in both languages, with htmx and without, whole page and fragment alike."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from lessons.content.reading import Library
from tests.lessons.content_folder import changed
from tests.lessons.pages import Learner
from tutor.learning.models import Attempt, Draft
from tutor.learning.models import Learner as LearnerRow

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("small_content")]

STEPS = ("wild-ones", "one-meld", "is-it-legal", "frozen", "open", "sum")


@pytest.fixture(params=[False, True], ids=["plain", "htmx"])
def learner(request: pytest.FixtureRequest) -> Learner:
    return Learner(htmx=request.param)


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("path", [*(f"course/first/{step}/" for step in STEPS), "course/second/a-turn/",
                                  "puzzles/early/take-it/", "puzzles/late/a-deal/"])  # fmt: skip
def test_exercise_shows_its_goal_and_form(small_content: Library, language: str, path: str) -> None:
    page = Learner().open(f"/{language}/{path}")
    slug = path.strip("/").removeprefix("course/").replace("puzzles/", "puzzle/")
    goal = small_content.items[slug].goal.in_language(language)
    assert page.status == 200
    assert goal in page.text
    assert page.action == f"/{language}/{path}"
    assert {"check", "hint", "language:en" if language == "de" else "language:de"} <= set(page.buttons)
    assert page.values("hash") == [small_content.items[slug].content_hash]


def test_looking_writes_nothing_and_sets_no_learner_cookie() -> None:
    learner = Learner()
    learner.open("/de/course/first/sum/")
    assert "learner" not in learner.client.cookies
    assert LearnerRow.objects.count() == 0


@pytest.mark.parametrize(
    ("language", "headline", "why"),
    [
        ("de", "Noch nicht richtig.", "80 ist zu wenig. Ein Joker zählt 50 Punkte, Asse und Zweien je 20"),
        ("en", "Not right yet.", "80 is too low. A joker counts 50 points, aces and twos 20 each"),
    ],
)
def test_wrong_answer_is_a_page_with_a_verdict(
    learner: Learner, language: str, headline: str, why: str
) -> None:
    learner.open(f"/{language}/course/first/sum/")
    page = learner.press("check", number="80")
    assert page.status == 200
    assert page.verdict.startswith(headline)
    assert why in page.verdict
    assert page.values("number") == ["80"]
    assert "next" not in page.buttons
    assert Attempt.objects.get().outcome == "wrong"


def test_right_answer_gets_its_reason_and_the_way_on(learner: Learner) -> None:
    learner.open("/en/course/first/wild-ones/")
    page = learner.press("check", card=["2c#0", "JK#0"])
    assert page.verdict.startswith("Right. All jokers are wild, and so are all twos")
    assert "is wild, too." in page.verdict
    assert "Rule 6.1 · What is wild (Classic)" in page.verdict
    assert "next" in page.buttons


def test_after_a_right_answer_only_the_way_on_is_strong(learner: Learner) -> None:
    page = learner.open("/en/course/first/wild-ones/")
    assert re.findall(r'id="([\w-]+)"[^>]* class="primary"', page.source) == ["do-check"]
    page = learner.press("check", card=["2c#0", "JK#0"])
    assert re.findall(r'id="([\w-]+)"[^>]* class="primary"', page.source) == ["do-next"]
    assert page.finish == "Next step Check Start over"


def test_fragment_and_page_hold_the_same_exercise() -> None:
    plain, quick = Learner(), Learner(htmx=True)
    for one in (plain, quick):
        one.open("/de/course/first/one-meld/")
        one.press("check", card=["9c#0", "Kd#0"])
    assert "<html" in plain.page.source
    assert quick.page.source.lstrip().startswith('<div id="exercise"')
    assert plain.page.verdict == quick.page.verdict
    assert "HX-Request" in quick.page.response["Vary"]
    assert "no-store" in quick.page.response["Cache-Control"]


def test_back_button_of_htmx_gets_a_whole_page() -> None:
    page = Learner().open(
        "/de/course/first/sum/", **{"HX-Request": "true", "HX-History-Restore-Request": "true"}
    )
    assert "<html" in page.source


def test_wrong_cards_are_marked_in_words_and_stay_selected(learner: Learner) -> None:
    learner.open("/en/course/first/wild-ones/")
    page = learner.press("check", card=["2c#0", "Kd#0"])
    assert sorted(page.values("card")) == ["2c#0", "Kd#0"]
    assert "king of diamonds" in page.verdict
    assert "Marked: king of diamonds" in page.text


def test_change_is_a_condition_first_and_cards_at_the_third_miss(learner: Learner) -> None:
    learner.open("/en/course/first/one-meld/")
    for _ in range(2):
        page = learner.press("check", card=["9c#0", "9d#0"])
        assert (
            "What it would take One more card: a natural one of the same rank or a wild card." in page.verdict
        )
        assert "One right answer" not in page.verdict
    page = learner.press("check", card=["9c#0", "9d#0"])
    assert "For example: Meld" in page.verdict
    assert "One right answer" in page.verdict
    assert "next" in page.buttons


def test_second_miss_offers_the_same_worked_out_with_other_cards(learner: Learner) -> None:
    learner.open("/en/course/first/one-meld/")
    assert "worked out" not in learner.press("check", card=["9c#0", "9d#0"]).verdict
    page = learner.press("check", card=["9c#0", "9d#0"])
    assert "Show it worked out with other cards" in page.verdict
    assert 'href="/en/course/first/one-meld/worked/"' in page.source


def test_second_miss_offers_another_exercise_where_other_cards_ask_nothing_new(
    learner: Learner, tmp_path: Path, settings: Any
) -> None:
    task = 'compute = "card-points"\ncards = "Kc Kd Kh JK 9c"\nrules = ["value.eight-to-king"]'
    count = 'compute = "deck-count"\ncount = "wild"\nrules = ["pickup.natural-pair"]'
    settings.SEEDS_DIR = changed(tmp_path, "lessons/01-first/stage.toml", task, count)
    learner.open("/en/course/first/sum/")
    learner.press("check", number="1")
    page = learner.press("check", number="2")
    assert "Show a similar position" in page.verdict
    assert 'href="/en/course/third/ways-to-take/"' in page.source


def test_typed_cards_count_instead_of_ticked_ones(learner: Learner) -> None:
    learner.open("/de/course/first/one-meld/")
    page = learner.press("check", card=["4c#0"], typed="999")
    assert page.verdict.startswith("Richtig.")
    assert Attempt.objects.get().answer == {"cards": "9c 9d 9h"}


def test_bare_jk_is_asked_about_and_nothing_is_graded(learner: Learner) -> None:
    learner.open("/en/course/first/one-meld/")
    page = learner.press("check", typed="KKJK")
    assert page.status == 422
    assert "as a jack and a king, or as a joker" in page.problem
    assert page.values("typed") == ["KKJK"]
    assert Attempt.objects.count() == 0


def test_enter_selects_typed_cards_and_checks_a_number(learner: Learner) -> None:
    learner.open("/de/course/first/one-meld/")
    page = learner.press("enter", typed="KK*")
    assert page.values("card") == ["Kd#0", "Kh#0", "JK#0"]
    assert page.values("typed") == [""]
    assert page.verdict == ""
    learner.open("/de/course/first/sum/")
    assert learner.press("enter", number="90").verdict.startswith("Richtig.")


def test_legal_question_needs_answer_and_reason(learner: Learner) -> None:
    learner.open("/de/course/first/frozen/")
    page = learner.press("check", legal="no")
    assert page.status == 422
    assert page.problem == "Wähle auch den Grund."
    page = learner.press("check", legal="no", reason="freeze.take-natural-pair-only")
    assert page.verdict.startswith("Richtig, das ist nicht erlaubt. Der Ablagestapel ist eingefroren")
    assert page.values("answer") == ["no freeze.take-natural-pair-only"]


def test_sheet_has_a_verdict_per_row(learner: Learner) -> None:
    learner.open("/en/puzzles/late/a-deal/")
    page = learner.press(
        "check", row_melded_cards="110", row_natural_canasta="500", row_mixed_canasta="0", row_red_threes="-100",
        row_going_out="100", row_hand_cards="-15", row_total="595",
    )  # fmt: skip
    assert "5 of 7" not in page.text
    page = learner.press("place:show")
    assert page.verdict.startswith(
        "5 of 7 rows are right. Red threes: The side has melded, so its red threes count for it."
    )
    assert "follows from an earlier row" in page.text
    assert page.values("row-red-threes") == ["-100"]


def test_sheet_row_that_is_no_number_is_named(learner: Learner) -> None:
    learner.open("/de/puzzles/late/a-deal/")
    page = learner.press("check", row_total="viel")
    assert page.status == 422
    assert page.problem.startswith("„viel“ ist keine ganze Zahl.")
    assert 'id="row-total"' in page.source
    assert page.values("row-total") == ["viel"]


def test_hints_come_one_under_the_other_and_are_counted(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    page = learner.press("hint")
    assert page.hints == ["Count the card values."]
    page = learner.press("hint")
    assert page.hints[0] == "Count the card values."
    assert (
        "Here your side had 1,600 points before the deal, so its initial meld needs 90 points."
        in page.hints[1]
    )
    assert "Rule 9.4" in page.hints[1]
    page = learner.press("hint")
    assert page.hints[2].startswith("These are the cards that matter")
    page = learner.press("hint")
    assert page.hints[3].startswith("One right answer: Meld")
    assert page.hints[3].endswith("Try it with other cards")
    assert 'href="/en/course/first/open/again/1/"' in page.source
    assert "hint" not in page.buttons
    learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    learner.press("check")
    assert Attempt.objects.get().hints == 4


def test_melds_are_staged_taken_back_and_checked(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    page = learner.press("meld", card=["Ac#0", "Ad#0", "Ah#0"])
    assert page.tray == ["Meld three aces"]
    assert page.hand == ["4c", "9c", "9d", "9h", "2c"]
    assert "of 90 points" not in page.text  # what is needed is what is asked
    page = learner.press("meld", card=["9c#0", "9d#0"])
    assert page.tray == ["Meld three aces", "Meld two nines"]
    page = learner.press("undo:1")
    assert page.tray == ["Meld three aces"]
    learner.press("meld", typed="999")
    page = learner.press("check")
    assert page.verdict.startswith("Right. 90 points meet the minimum of 90")
    assert "90 of 90 points" in page.text


def test_illegal_thing_may_be_done_and_is_explained(learner: Learner) -> None:
    learner.open("/de/course/first/open/")
    assert learner.press("meld", card=["4c#0", "2c#0"]).tray == ["Eine Vier und eine Zwei melden"]
    page = learner.press("check")
    assert page.status == 200
    assert page.verdict.startswith(
        "Das ist nicht erlaubt. Eine Meldung hat mindestens drei Karten; diese hat zwei."
    )
    assert page.tray == ["Eine Vier und eine Zwei melden"]


def test_staging_without_cards_asks_for_them(learner: Learner) -> None:
    learner.open("/en/course/first/open/")
    page = learner.press("meld")
    assert page.status == 422
    assert page.problem == "Select the cards first, then press the button."


def test_draw_is_revealed_only_by_drawing_and_stays(learner: Learner) -> None:
    page = learner.open("/en/course/second/a-turn/")
    assert re.search(r"\bQh\b", page.source) is None
    assert "Queen" not in page.text
    page = learner.press("draw")
    assert "Qh" in page.hand
    page = learner.press("undo:0")
    assert page.status == 422
    assert page.problem.startswith("You have seen what you drew, so the draw stands.")
    page = learner.press("reset")
    assert page.values("action") == ["draw 3d Qh"]
    learner.press("discard", card=["4c#0"])
    page = learner.press("undo:1")
    assert page.values("action") == ["draw 3d Qh"]
    learner.press("discard", card=["Qh#0"])
    assert learner.press("check").verdict.startswith("Right.")


def test_draw_can_be_taken_back_once_the_try_was_checked(learner: Learner) -> None:
    learner.open("/en/puzzles/early/take-it/")
    learner.press("draw")
    learner.press("discard", card=["4c#0"])
    learner.press("check")
    assert "You did not take the pile." in learner.press("place:show").verdict
    page = learner.press("reset")
    assert page.tray == []
    learner.press("take", card=["Kc#0", "Kd#0"])
    learner.press("discard", card=["4c#0"])
    assert learner.press("check").verdict.startswith("Right.")


def test_taking_the_pile_puts_its_cards_into_the_hand(learner: Learner) -> None:
    learner.open("/de/puzzles/early/take-it/")
    page = learner.press("take", card=["Kc#0", "Kd#0"])
    assert page.tray == ["Ablagestapel mit zwei Königen aufnehmen"]
    assert page.hand == ["4c", "5h", "6d", "7c", "8h"]


def test_question_to_a_partner_whose_answer_is_not_known(learner: Learner) -> None:
    learner.open("/de/course/second/a-turn/")
    learner.press("draw")
    learner.press("ask")
    learner.press("discard", card=["4c#0"])
    page = learner.press("check")
    assert page.status == 422
    assert page.problem == "Was dein Partner antworten würde, ist hier nicht bekannt. Nimm die Frage zurück."
    learner.press("undo:1")
    assert learner.press("check").verdict.startswith("Richtig.")


def test_next_leads_on(learner: Learner) -> None:
    learner.open("/de/course/first/wild-ones/")
    learner.press("check", card=["2c#0", "JK#0"])
    page = learner.press("next")
    if learner.htmx:
        assert page.response["HX-Push-Url"] == "/de/course/first/one-meld/"
    else:
        assert learner.sent_to == "/de/course/first/one-meld/#goal"
    assert page.action == "/de/course/first/one-meld/"
    assert "Wähle eine Meldung." in page.text


def test_page_after_work_without_scripts_is_fetched_so_that_back_and_reload_send_nothing_again() -> None:
    learner = Learner()
    learner.open("/de/puzzles/early/take-it/")
    places = []
    for do in ("draw", "hint", "discard", "check", "reset"):
        learner.press(do, **({"card": ["4c#0"]} if do == "discard" else {}))
        places.append(learner.sent_to)
    there = ("tray", "hint-1", "tray", "feedback-title", "goal")
    assert places == [f"/de/puzzles/early/take-it/#{place}" for place in there]


def test_last_step_leads_to_the_end_of_the_stage(learner: Learner) -> None:
    learner.open("/de/course/first/sum/")
    assert "Lektion abschließen" in learner.press("check", number="90").text
    learner.press("next")
    assert learner.sent_to == "/de/course/first/"


def test_number_of_queries_of_a_check_does_not_grow(django_assert_max_num_queries: object) -> None:
    learner = Learner(htmx=True)
    learner.open("/de/course/first/sum/")
    for _ in range(4):
        learner.press("check", number="80")
    with django_assert_max_num_queries(17):  # type: ignore[operator]
        learner.press("check", number="81")
    with django_assert_max_num_queries(5):  # type: ignore[operator]
        learner.open("/de/course/first/sum/")


def test_page_without_a_learner_asks_the_database_for_nothing(django_assert_num_queries: object) -> None:
    client = Client()
    client.get("/de/course/first/is-it-legal/")  # what is known for all learners is known from now on
    with django_assert_num_queries(0):  # type: ignore[operator]
        client.get("/de/course/first/sum/")
    assert Draft.objects.count() == 0


@pytest.mark.parametrize("path", ["", "worked/"])
def test_number_about_a_lay_down_shows_what_is_laid(settings: object, path: str) -> None:
    settings.SEEDS_DIR = Path(settings.BASE_DIR) / "seeds"  # type: ignore[attr-defined]
    page = Learner().open(f"/en/puzzles/points-of-a-first-meld/points-of-a-first-meld-2ba5/{path}")
    assert page.status == 200
    told = page.part('<section class="claim"', "</section>")
    assert re.match(r"What is to be done Meld two \w+ and a joker", told)


def test_table_of_legal_or_not_names_what_is_asked_only_with_the_verdict(learner: Learner) -> None:
    before = learner.open("/de/course/first/frozen/")
    assert 'class="state frozen"' not in before.source
    after = learner.press("check", answer="no freeze.take-natural-pair-only")
    assert after.verdict.startswith("Richtig")
    assert 'class="state frozen"' in after.source


def test_refusal_and_verdict_are_heard_by_the_focus_alone() -> None:
    """Said besides, they would be heard twice."""
    learner = Learner(htmx=True)
    learner.open("/de/course/first/open/")
    page = learner.press("check")
    assert '<p class="problem" id="problem" tabindex="-1" data-focus autofocus>' in page.source
    assert "hx-swap-oob" not in page.source
    learner.press("meld", card=["4c#0", "2c#0"])
    page = learner.press("check")
    heading = '<h2 id="feedback-title" tabindex="-1" aria-describedby="feedback-why" data-focus autofocus>'
    assert heading in page.source
    assert 'id="feedback-why"><p>Eine Meldung hat mindestens drei Karten' in page.source
    assert "hx-swap-oob" not in page.source
