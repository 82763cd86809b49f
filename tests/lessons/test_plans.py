"""The plans for lessons: what there is, and what the content check says of one that is not sound."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from lessons.content import plans, reading
from lessons.content.plans import Cards, DealWork, Exit, Live, StageWork, Tell, plan
from lessons.content.reading import library, seeds_folder
from lessons.proving.checks_plans import plan_problems
from tests.lessons.content_folder import SMALL

FIRST, SECOND, OPENING = "01-first-lesson.toml", "02-wild-cards-and-a-turn.toml", "03-the-opening.toml"


@pytest.fixture(scope="module")
def seeds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the bank and the mini-deals, which are read once for all tests."""
    folder = tmp_path_factory.mktemp("plans") / "seeds"
    folder.mkdir()
    for name in ("puzzles", "deals"):
        (folder / name).symlink_to(seeds_folder() / name)
    return folder


@pytest.fixture
def folder(seeds: Path) -> Iterator[Path]:
    """The first three plans alone, beside the bank."""
    (seeds / "plans").mkdir()
    for name in (FIRST, SECOND, OPENING):
        shutil.copy(seeds_folder() / "plans" / name, seeds / "plans")
    yield seeds
    shutil.rmtree(seeds / "plans")
    plans.load.cache_clear()


def test_there_are_plans_for_both_lengths_and_a_term_of_ten_lessons_that_teach_all_that_was_asked_for() -> (
    None
):
    found = plans.plans().values()
    assert len(found) >= 12
    assert {one.minutes for one in found} == {45, 90}
    assert [one.term for one in found if one.term] == list(range(1, 11))
    stages = {part.stage for one in found for part in one.parts if isinstance(part, StageWork)}
    assert stages >= {"first-meld", "taking-the-pile", "frozen-pile", "going-out", "scoring-a-deal"}
    assert {one.rule_set for one in found} == {"classic", "samba"}
    deals = {part.deal for one in found for part in one.parts if isinstance(part, DealWork)}
    assert deals >= {"open-with-fifty", "finish-a-canasta", "take-a-pile", "break-the-ice", "go-out"}
    for one in found:
        assert {Live, StageWork, Cards, Exit} <= set(map(type, one.parts))
        assert sum(part.minutes for part in one.parts) == one.minutes


def test_a_plan_is_found_by_its_slug_and_knows_when_its_parts_begin() -> None:
    first = plan("first-lesson")
    assert first is not None
    assert isinstance(first.parts[0], Tell)
    assert [first.begins_at(part) for part in first.parts] == [0, 7, 13, 25, 40]
    assert plan("nothing") is None
    assert dict(plans.load(SMALL)) == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "message"),
    [
        (FIRST, "minutes = 45", "minutes = 46", "minutes", "45 or 90"),
        (FIRST, "minutes = 6", "minutes = 7", "minutes", "take 46 minutes"),
        (FIRST, 'stage = "melds"', 'stage = "nowhere"', "part[2].stage", "no stage “nowhere”"),
        (FIRST, '"deck/how-many-wild"', '"deck/nothing"', "part[1].items[0]", "no exercise “deck/nothing”"),
        (FIRST, '"deck/how-many-wild"', '"deck/which-are-wild"', "part[1].items[1]", "asked twice"),
        (FIRST, '"deck/how-many-wild"', '"puzzle/samba/three-in-a-row"', "part[1].items[0]", "rule set classic"),
        (FIRST, '"deck/how-many-wild"', '"keep-a-card/two-must-stay"', "part[1]", "was not told: meld.add-own-p"),
        (FIRST, '"deck.wild-total", ', "", "part[1]", "asks what was not told: deck.wild-total"),
        (FIRST, '["puzzle/pick-the-cards/pick-the-cards-3427", ', "[", "aim[0]", "asks none of its rules"),
        (FIRST, 'rules = ["meld.min-size"]', 'rules = ["out.bonus"]', "aim[2].rules", "nothing in the plan tells"),
        (FIRST, 'rules = ["meld.min-size"]', 'rules = ["meld.never"]', "aim[2].rules[0]", "no rule “meld.never”"),
        (FIRST, 'kind = "exit"', 'kind = "live"', "part", "exit ticket is one part, and the last"),
        (FIRST, "zusammen 108 Karten", "zusammen Karten", "material", "the numbers differ"),
        (FIRST, ', en = "Warm-up"', "", "part[1].live.title.en", "Field required"),
        (FIRST, "{JK} 50 Punkte, {As", "{JX} 50 Punkte, {As", "part[0].text.de", "are not one to 8 cards"),
        (FIRST, 'rule_set = "classic"', 'rule_set = "classic{target=7000}"', "rule_set", "without changes"),
        (SECOND, "After 15 minutes", "After 17 minutes", "part[3]", "17 minutes are not over within the 17"),
        (SECOND, "term = 2", "term = 3", "term", "this would be 2"),
        (SECOND, 'after = "first-lesson"', "", "after", "does not follow “first-lesson”"),
        (SECOND, 'after = "first-lesson"', 'after = "nothing"', "after", "no plan “nothing”"),
        (FIRST, "term = 1", 'term = 1\nafter = "wild-cards-and-a-turn"', "after", "in a circle"),
        (SECOND, '"turn.discard-one", ', "", "part[4]", "was not told: turn.discard-one"),
        (OPENING, 'deal = "open-with-fifty"', 'deal = "none"', "part[2].deal", "no mini-deal “none”"),
        (OPENING, 'deal = "open-with-fifty"', 'deal = "two-players-open"', "part[2].deal", "rule set classic"),
        (OPENING, 'deal = "open-with-fifty"', 'deal = "go-out"', "part[2]", "“go-out” asks what was not told"),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_file_and_key(
    folder: Path, file: str, old: str, new: str, key: str, message: str
) -> None:
    path = folder / "plans" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    found = [
        (problem.file, problem.key)
        for problem in plan_problems(folder, library())
        if message in problem.message
    ]
    assert (f"seeds/plans/{file}", key) in found


def test_sound_plans_have_no_fault(folder: Path) -> None:
    assert list(plan_problems(folder, library())) == []
    assert list(plans.load(folder)) == ["first-lesson", "wild-cards-and-a-turn", "the-opening"]
    assert list(plan_problems(seeds_folder(), library())) == []


def test_plans_with_a_fault_are_not_loaded(folder: Path) -> None:
    (folder / "plans" / "04-broken.toml").write_text("title = 3", encoding="utf-8")
    with pytest.raises(reading.ContentError, match=r"04-broken\.toml"):
        plans.load(folder)
