"""Tasks answered by choosing: what is right follows from the engine, and a wrong choice says why."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from django.test import Client
from django.utils.translation import override

from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import Item, load
from lessons.fresh.shapes import shape_of
from lessons.kinds.asking.feedback import solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.reasons import offered_reasons
from lessons.kinds.order import shown_order
from lessons.proving import checks
from tests.lessons.content_folder import changed
from tests.lessons.pages import Learner

Find = Callable[[str], Item]
STAGE = "lessons/03-third/stage.toml"
KINDS = (
    "ways-to-take",
    "partners-turn",
    "one-wild-too-many",
    "a-wrong-row",
    "in-order",
    "two-tables",
    "two-sums",
)


@pytest.mark.parametrize("slug", KINDS)
def test_solution_is_right_and_told_in_both_languages(item: Find, slug: str) -> None:
    found = item(f"third/{slug}")
    answer = solution(found)
    assert answer is not None
    assert grade(found, answer).outcome == "right"
    told = set()
    for language in ("de", "en"):
        with override(language):
            told.add(solution_in_words(found))
    assert len(told) == 2
    assert all(told)


# Find all


def test_everything_that_is_allowed_must_be_ticked(item: Find, in_english: None) -> None:
    result = grade(item("third/ways-to-take"), {"ticks": ["0", "1", "4"]})
    assert result.outcome == "wrong"
    assert result.explanation.deciding is not None
    assert result.explanation.deciding.text == "One allowed option is not ticked."
    assert set(result.rows) == {"0", "1", "4"}


def test_ticked_option_that_is_not_allowed_says_why(item: Find, in_english: None) -> None:
    result = grade(item("third/ways-to-take"), {"ticks": ["3", "4"]})
    assert result.outcome == "wrong"
    assert result.rows["3"].mark == "no"
    assert result.rows["3"].comment.startswith("Not allowed. ")
    assert result.rows["3"].rule_id == "meld.same-rank"
    assert result.rows["4"].mark == "ok"


def test_revealed_options_tell_the_missing_ones_too(item: Find, in_english: None) -> None:
    result = grade(item("third/ways-to-take"), {"ticks": ["3"]}, reveal=True)
    assert {key: row.mark for key, row in result.rows.items()} == {
        "0": "no", "1": "no", "2": "no", "3": "no", "4": "no",
    }  # fmt: skip
    assert result.rows["0"].comment.startswith("Allowed. ")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"ticks": []}, "First tick what is allowed"),
        ({"ticks": ["0"], "none": True}, "not both"),
        ({"ticks": ["9"]}, "not among those offered"),
    ],
)
def test_ticks_that_are_no_answer(item: Find, in_english: None, answer: dict, said: str) -> None:
    with pytest.raises(AnswerError, match=said):
        grade(item("third/ways-to-take"), answer)


# Predict


def test_what_the_partner_may_not_do_says_why(item: Find, in_english: None) -> None:
    result = grade(item("third/partners-turn"), {"choice": "0"})
    assert result.outcome == "wrong"
    assert result.explanation.headline == "No, your partner may not do that."
    assert result.explanation.rule_id == "freeze.take-natural-pair-only"
    assert grade(item("third/partners-turn"), {"choice": "2"}).outcome == "right"


# Find the mistake


@pytest.mark.parametrize(
    ("choice", "reason", "outcome", "headline"),
    [
        ("2", "meld.min-natural", "right", "Right, that is the mistake."),
        ("2", "wild.max-per-meld", "wrong", "Half right: that is the mistake, but for a different reason."),
        ("1", "meld.min-natural", "wrong", "Not this one."),
    ],
)
def test_mistake_needs_the_action_and_the_reason(
    item: Find, in_english: None, choice: str, reason: str, outcome: str, headline: str
) -> None:
    result = grade(item("third/one-wild-too-many"), {"choice": choice, "reason": reason})
    assert (result.outcome, result.explanation.headline) == (outcome, headline)


def test_harmless_action_says_what_allows_it(item: Find, in_english: None) -> None:
    result = grade(item("third/one-wild-too-many"), {"choice": "1", "reason": "meld.min-natural"})
    assert result.explanation.deciding is not None
    assert "breaks no rule" in result.explanation.deciding.text
    assert not re.search(r"“(.+)” breaks no rule\. \1:", result.explanation.deciding.text)


@pytest.mark.parametrize(
    ("choice", "reason", "outcome"),
    [
        ("red-threes", "red3.sign-condition", "right"),
        ("red-threes", "red3.value-each", "wrong"),
        ("hand-cards", "red3.sign-condition", "wrong"),
    ],
)
def test_wrong_row_needs_the_row_and_the_rule(item: Find, choice: str, reason: str, outcome: str) -> None:
    assert grade(item("third/a-wrong-row"), {"choice": choice, "reason": reason}).outcome == outcome


# Put in order


def test_shown_order_is_never_a_right_one(item: Find) -> None:
    found = item("third/in-order")
    order = [str(place) for place in shown_order(found)]
    assert sorted(order) == ["0", "1", "2"]
    assert grade(found, {"order": order}).outcome == "wrong"
    assert grade(found, {"order": []}).outcome == "wrong"


def test_every_order_that_is_a_legal_turn_is_right(tmp_path: Path, settings: object) -> None:
    root = changed(
        tmp_path, STAGE, 'actions = ["draw 2c", "meld 9c 9d 9h 2c", "discard Kc"]',
        'actions = ["draw 2c", "meld 9c 9d 9h", "meld Kc Kd Ks", "discard 4c"]',
    )  # fmt: skip
    path = root / STAGE
    path.write_text(path.read_text().replace("5s 7s Kc |", "5s 7s Kc Kd Ks |"), encoding="utf-8")
    settings.SEEDS_DIR = root  # type: ignore[attr-defined]

    found = load(root).items["third/in-order"]
    assert grade(found, {"order": ["0", "1", "2", "3"]}).outcome == "right"
    assert grade(found, {"order": ["0", "2", "1", "3"]}).outcome == "right"
    assert grade(found, {"order": ["1", "0", "2", "3"]}).outcome == "wrong"


def test_wrong_order_is_told_once_at_the_first_place_that_is_wrong(item: Find, in_english: None) -> None:
    result = grade(item("third/in-order"), {"order": ["1", "2", "0"]})
    assert {key: row.mark for key, row in result.rows.items()} == {"1": "no", "2": "open", "0": "open"}
    told = result.explanation
    assert [sentence.text for sentence in (told.deciding, *told.further) if sentence] == [
        "Your turn has not begun: you begin it by drawing from the stock or taking the pile."
    ]
    assert told.rule_id == "turn.draw-or-take"


@pytest.mark.parametrize(
    ("position", "actions", "order", "rule"),
    [
        ("play | hand 9c 9d 9h 9s 4h 5d", ("meld 9c 9d 9h", "add 9s to 9", "discard 4h"), "102", ""),
        ("draw | hand 3h 5s 6s", ("expose 3h 5d", "draw 9c", "discard 5d"), "120", "red3.expose-at-once"),
        ("draw | hand 3h 5s 6s", ("draw 9c", "expose 3h 4d", "discard 9c"), "201", "turn.draw-or-take"),
    ],
)
def test_impossible_order_links_the_rule_that_it_breaks_and_no_other(
    item: Find, in_english: None, position: str, actions: tuple[str, ...], order: str, rule: str
) -> None:
    found = item("third/in-order")
    table = parse_position(f"classic | {position} | own 620: Q=Qc Qd Qs | stock 30")
    task = found.task.model_copy(update={"position": table, "actions": parse_actions(actions)})
    told = grade(replace(found, task=task), {"order": list(order)}).explanation
    assert told.rule_id == rule
    assert told.further == ()
    assert told.deciding is not None
    assert ("is not possible at this point: " in told.deciding.text) == (rule != "turn.draw-or-take")


# Two rule sets


@pytest.mark.parametrize(
    ("first", "second", "outcome", "headline"),
    [
        ("yes", "no", "right", "Right, under both rule sets."),
        ("yes", "yes", "wrong", "Half right: one of the two answers fits."),
        ("no", "yes", "wrong", "Not right under either rule set."),
    ],
)
def test_each_rule_set_has_its_own_answer(
    item: Find, in_english: None, first: str, second: str, outcome: str, headline: str
) -> None:
    result = grade(item("third/two-tables"), {"first": first, "second": second})
    assert (result.outcome, result.explanation.headline) == (outcome, headline)
    assert result.rows["second"].comment.startswith("Not allowed. ")


def test_side_is_scored_under_both_rule_sets(item: Find, in_english: None) -> None:
    right = grade(item("third/two-sums"), {"first": "125", "second": "-75"})
    assert right.outcome == "right"
    wrong = grade(item("third/two-sums"), {"first": "125", "second": "125"})
    assert wrong.rows["first"].mark == "ok"
    assert wrong.rows["second"].comment == "The side has no canasta, so its red threes count against it."
    assert wrong.slips["second"][0] == "red-threes-sign"
    unknown = grade(item("third/two-sums"), {"first": "125", "second": "123"})
    assert unknown.rows["second"].comment == "Count this one again."


def test_answer_for_one_rule_set_only_is_no_answer(item: Find, in_english: None) -> None:
    with pytest.raises(AnswerError) as caught:
        grade(item("third/two-tables"), {"first": "yes"})
    assert caught.value.where == "second"


# On the page


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slug", KINDS)
def test_page_takes_the_right_answer(item: Find, slug: str, language: str) -> None:
    learner = Learner()
    learner.open(f"/{language}/course/third/{slug}/")
    answer = solution(item(f"third/{slug}"))
    assert answer is not None
    sent = {key: value for key, value in answer.items() if key not in ("ticks", "none", "order")}
    if "ticks" in answer:
        sent["tick"] = answer["ticks"]
    if "order" in answer:
        sent["order"] = answer["order"]
    page = learner.press("check", **sent)
    assert page.status == 200
    assert ("Richtig" if language == "de" else "Right") in page.verdict


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
@pytest.mark.parametrize("htmx", [False, True])
def test_order_is_moved_and_kept(item: Find, htmx: bool) -> None:
    learner = Learner(htmx=htmx)
    page = learner.open("/en/course/third/in-order/")
    before = page.values("order")
    page = learner.press("down:0")
    assert page.values("order") == [before[1], before[0], before[2]]
    again = Learner(htmx=htmx)
    again.client = learner.client
    assert again.open("/de/course/third/in-order/").values("order") == [before[1], before[0], before[2]]


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_order_takes_an_action_that_was_dragged_past_others() -> None:
    learner = Learner()
    first, second, third = learner.open("/en/course/third/in-order/").values("order")
    assert learner.press("down:0:2").values("order") == [second, third, first]
    assert learner.press("up:2:0").values("order") == [first, second, third]
    page = learner.press("up:1:7")
    assert page.problem == "This action cannot be moved any further."
    assert page.values("order") == [first, second, third]


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_move_beyond_the_end_is_a_sentence_and_loses_nothing() -> None:
    learner = Learner()
    before = learner.open("/en/course/third/in-order/").values("order")
    page = learner.press("up:0")
    assert page.status == 422
    assert page.problem == "This action cannot be moved any further."
    assert page.values("order") == before


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_hand_of_the_partner_is_named() -> None:
    page = Client().get("/de/course/third/partners-turn/").content.decode()
    assert "Das Blatt deines Partners" in page


# Faults of the content


@pytest.mark.parametrize(
    ("old", "new", "key", "said"),
    [
        ('["take onto A"], ["draw"]]', '["take onto A"], ["take 9d"]]', "options", "exactly one must be allowed"),
        ('"meld Kc 2d 2h", "discard 5c"]', '"meld Kc Kd 2h", "discard 5c"]', "actions", "there is no mistake"),
        ("wrong = {red-threes = 200}", "wrong = {red-threes = -200}", "wrong.red-threes", "the right number"),
        ("wrong = {red-threes = 200}", "wrong = {samba = 200}", "wrong.samba", "no such row"),
        ('"meld 9c 9d 9h 2c", "discard Kc"]', '"discard Kc", "meld 9c 9d 9h 2c"]', "actions", "whole legal turn"),
        ('against = "wiener"', 'against = "classic"', "against", "same rule set"),
        ('rules = ["wild.majority"]', 'rules = ["meld.merge"]', "rules", "none of the item"),
    ],
)  # fmt: skip
def test_fault_of_a_task_names_file_and_key(tmp_path: Path, old: str, new: str, key: str, said: str) -> None:
    found = [
        problem for problem in checks.problems(changed(tmp_path, STAGE, old, new)) if said in problem.message
    ]
    assert [(problem.file, problem.key.partition(".")[2]) for problem in found] == [(f"seeds/{STAGE}", key)]


def test_same_kind_three_times_in_a_row_is_a_fault(tmp_path: Path) -> None:
    root = changed(tmp_path, STAGE, 'slug = "in-order"', 'slug = "two-tables-first"')
    path = root / STAGE
    text = path.read_text(encoding="utf-8")
    start, end = (
        text.index('[[step]]\nslug = "two-tables-first"'),
        text.index('[[step]]\nslug = "two-tables"'),
    )
    twin = text[end : text.index('[[step]]\nslug = "two-sums"')].replace('"two-tables"', '"two-tables-first"')
    path.write_text(
        text[:start] + twin.replace("meld 9c 9d 2c 2d", "meld 9c 9d 2c") + text[end:], encoding="utf-8"
    )
    said = [problem.message for problem in checks.problems(root)]
    assert "“compare” three times in a row" in said


def test_step_with_other_suits_and_shifted_ranks_is_a_fault(tmp_path: Path, item: Find) -> None:
    root = changed(tmp_path, "lessons/01-first/stage.toml", 'slug = "sum"', 'slug = "total"')
    path = root / "lessons/01-first/stage.toml"
    twin = """
[[step]]
slug = "frozen-again"
kind = "legal"
goal = {de = "Du legst die Zehn an: erlaubt?", en = "You add the ten: is that legal?"}
position = "classic | draw | hand 5s 6d 7h Qh | own 940: T=Tc Td Th | opp 200 | pile 3: 2d 9h Ts | stock 30"
actions = ["take onto T"]
reasons = ["freeze.take-natural-pair-only", "pickup.add-to-meld", "pickup.top-wild"]
rules = ["freeze.take-natural-pair-only"]
look = {de = "Was liegt im Ablagestapel?", en = "What lies in the pile?"}
"""
    path.write_text(path.read_text(encoding="utf-8") + twin, encoding="utf-8")
    assert shape_of(item("first/frozen")) is not None
    said = [problem.message for problem in checks.problems(root)]
    assert "is “frozen” with other ranks or suits" in said


def test_rules_about_partners_are_no_reason_where_everybody_plays_alone(item: Find) -> None:
    found = item("first/frozen")
    reasons = ("out.ask-timing", "meld.add-own-partner", "freeze.take-natural-pair-only", "pickup.top-wild")
    asked = replace(found, task=found.task.model_copy(update={"reasons": reasons}))
    assert offered_reasons(asked) == reasons
    alone = parse_position("classic-2p | draw | hand 4c 5h 9c Kc | own 100 | opp 200 | pile 3: 9s | stock 54")
    asked = replace(asked, task=asked.task.model_copy(update={"position": alone}))
    assert offered_reasons(asked) == reasons[2:]
