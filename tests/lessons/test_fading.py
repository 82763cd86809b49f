"""A rule is seen, then done with help, then alone; the line that says it is gone by the third time."""

from __future__ import annotations

import pytest

from lessons.content.reading import library
from lessons.content.schema import BRANCHES, Branch
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.proving.fading import Met, Way, example_for, met_until, told_by, ways
from tests.lessons.pages import Learner, is_not_found


def way(*helps: str) -> Way:
    return Way(rule="meld.min-size", met=tuple(Met(f"{number}", one) for number, one in enumerate(helps)))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("helps", "faults"),
    [
        (("seen", "with help", "alone"), ()),
        (("seen", "with help", "with help", "alone"), ()),
        (("with help", "alone"), ("not seen first",)),
        (("seen", "alone", "with help"), ("first without help",)),
        (("seen", "with help", "seen", "with help"), ("never alone",)),
        (("seen", "with help", "alone", "with help", "with help"), ("still told in 3, 4",)),
    ],
)
def test_order_of_help_and_what_breaks_it(helps: tuple[str, ...], faults: tuple[str, ...]) -> None:
    assert way(*helps).faults == faults


def test_on_the_way_for_tonight_every_rule_is_seen_done_with_help_and_done_alone() -> None:
    found = ways(library(), "tonight")
    assert len(found) > 40
    assert {rule: one.faults for rule, one in found.items() if one.faults} == {}


@pytest.mark.parametrize(
    ("branch", "least"),
    [("main", 95), ("rummy", 10), ("tables", 35), ("players", 25), ("samba", 50), ("house", 10)],
)
def test_with_all_the_rules_and_on_every_branch_too(branch: Branch, least: int) -> None:
    found = ways(library(), branch)
    assert len(found) > least
    assert {rule: one.faults for rule, one in found.items() if one.faults} == {}


@pytest.mark.parametrize("branch", BRANCHES)
def test_no_way_says_a_rule_the_third_time(branch: Branch) -> None:
    found = ways(library(), branch)
    assert {rule: one.too_late for rule, one in found.items() if one.too_late} == {}


def test_introduction_tells_the_main_rule_and_what_is_new_unless_its_author_says_otherwise() -> None:
    told = library().items["frozen-solid/frozen-for-beginners"]
    assert told.task.rules == (
        "pickup.before-initial", "freeze.before-initial", "initial.top-card-counts", "initial.threshold-mid",
    )  # fmt: skip
    assert told_by(told, new=told.task.rules) == set(told.task.rules[:3])
    plain = library().items["how-a-turn-goes/a-red-three-arrives"]
    assert told_by(plain, new=()) == {plain.task.rules[0]}
    assert told_by(plain, new=plain.task.rules) == set(plain.task.rules)
    assert told_by(library().items["how-a-turn-goes/one-wild-too-many"], new=("wild.max-per-meld",)) == set()


def test_every_example_that_is_offered_can_be_worked_out() -> None:
    offered = {}
    for branch in ("tonight", "main"):
        for stage in library().branch(branch):  # type: ignore[arg-type]
            for step in stage.steps:
                number = example_for(library(), step)
                if number is not None:
                    sister = find_item(f"{step.slug}~{number}")
                    offered[step.slug] = sister is not None and solution(sister) is not None
    assert len(offered) > 60
    assert all(offered.values()), offered


STEP = "/en/course/how-a-turn-goes/two-and-a-joker/"


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said", "back"),
    [
        ("de", "Erst ein gelöstes Beispiel", "Zurück zur Aufgabe"),
        ("en", "See one solved first", "Back to the exercise"),
    ],
)
def test_first_step_about_a_rule_offers_it_worked_out_with_other_cards(
    language: str, said: str, back: str
) -> None:
    learner = Learner()
    address = STEP.replace("/en/", f"/{language}/")
    page = learner.open(address)
    assert said in page.text
    assert f'href="{address}example/"' in page.source
    shown = learner.open(f"{address}example/")
    assert back in shown.text
    assert f'href="{address}"' in shown.source


@pytest.mark.django_db
def test_example_of_a_verdict_has_the_other_verdict() -> None:
    """So nobody gets the answer by looking at the example."""
    page = Learner().open("/en/course/how-a-turn-goes/three-in-order/example/")
    assert "The right answer Yes. All the natural cards are queens." in page.text


@pytest.mark.django_db
def test_example_is_not_offered_once_the_step_was_answered_nor_where_nothing_is_new() -> None:
    learner = Learner()
    learner.open(STEP)
    learner.press("check", card=["Kc#0", "Kh#0", "JK#0"])
    assert "See one solved first" not in learner.page.text
    assert "See one solved first" not in learner.open("/en/course/how-a-turn-goes/three-in-order/").text
    assert is_not_found(learner.client.get("/en/course/how-a-turn-goes/nothing/example/"))


@pytest.mark.parametrize(
    ("slug", "rule"),
    [
        ("the-whole-pile/the-stopper", "pickup.top-black-three"),
        ("wild-cards/three-twos", "wild.only-with-naturals"),
        ("your-turn/help-your-partner", "turn.only-in-turn"),
        ("canastas/an-eighth-queen", "canasta.extend"),
    ],
)
def test_example_shows_the_rule_that_is_new_rather_than_another_verdict(slug: str, rule: str) -> None:
    number = example_for(library(), library().items[slug])
    shown = find_item(f"{slug}~{number}")
    assert shown is not None
    assert grade(shown, solution(shown) or {}, reveal=True).explanation.rule_id == rule


def test_what_has_been_met_grows_along_a_way_and_is_everything_beside_it() -> None:
    items = library().items
    first, later = (
        met_until(library(), items[slug])
        for slug in ("what-it-is-about/two-to-seven", "fifty-to-begin/two-melds-at-once")
    )
    assert first is not None
    assert later is not None
    assert first < later
    assert ("canasta.size" in first, "initial.several-melds" in first) == (True, False)
    assert "initial.several-melds" in later
    assert met_until(library(), items["two-players/two-for-one"]) is None
    puzzle = next(item for item in items.values() if item.is_puzzle)
    assert met_until(library(), puzzle) is None


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "word"), [("de", "rstmeldung"), ("en", "nitial meld")])
def test_first_verdict_speaks_of_no_rule_that_comes_later(language: str, word: str) -> None:
    learner = Learner()
    learner.open(f"/{language}/course/what-it-is-about/two-to-seven/")
    page = learner.press("check", card=["Qc#0", "Qh#0"])
    assert page.verdict.startswith("Richtig" if language == "de" else "Right")
    assert word not in page.text
