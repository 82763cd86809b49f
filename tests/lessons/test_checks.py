"""The content checks find what only the engine can tell, and name file and key."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.checks import run_checks

from lessons.content import reading
from lessons.proving import checks
from tests.lessons.content_folder import SMALL, changed

STAGE = "lessons/01-first/stage.toml"


def faults(root: Path) -> list[tuple[str, str, str]]:
    """Problems but for the pages that the small rulebook does not have."""
    return [
        (problem.file, problem.key, problem.message)
        for problem in checks.problems(root)
        if "no page" not in problem.message
    ]


def test_sound_content_has_no_fault() -> None:
    assert faults(SMALL) == []


def test_content_of_the_project_has_no_fault() -> None:
    assert [str(problem) for problem in checks.problems(reading.seeds_folder())] == []


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "message"),
    [
        (
            STAGE, '"meld.min-natural", "meld.same-rank", "wild.only-with-naturals"',
            '"meld.one-per-rank", "wild.no-swap", "meld.merge"', "step[2].reasons", "none of the offered reasons fits",
        ),
        (
            STAGE, '"meld.min-natural", "meld.same-rank", "wild.only-with-naturals"',
            '"meld.min-natural", "meld.same-rank", "meld.min-size"', "step[2].reasons", "nothing to choose",
        ),
        (STAGE, '["freeze.take-natural-pair-only"]\nlook', '["meld.merge"]\nlook', "step[3].rules", "none of the"),
        (STAGE, "hand 4c 9c 9d 9h Kd Kh 2c JK", "hand 4c 5c 9d Kh", "step[1].position", "no answer was found"),
        (STAGE, "own 1600 | opp 100 | stock 40", "own 3600 | opp 100 | stock 40", "step[4].position", "no answer"),
        (STAGE, 'find = "wild"', 'find = "rank:7"', "step[0].find", "no card shown"),
        (STAGE, 'actions = ["meld Kd Kh JK"]', 'actions = ["meld Kd Ks JK"]', "step[2].actions[0]", "does not hold Ks"),
        (STAGE, "**wild**", "**wild", "step[0].intro.de", "not closed"),
        (STAGE, "(rule:wild.identity)", "(rule:wild.what)", "step[0].intro.de", "no rule “wild.what”"),
        (STAGE, "(rule:wild.identity)", "(https://example.org)", "step[0].intro.de", "no link"),
        (STAGE, "Auch {2c} ist", "Auch {2x} ist", "step[0].right.de", "are not one to"),
        ("puzzles/01-early.toml", "took_pile = true", 'went_out = "yes"', "puzzle[0].accept", "no answer was found"),
        ("puzzles/02-late.toml", '"8h 4c"', '"8h 3d"', "puzzle[0].side.hands", "forgotten red"),
        ("puzzles/02-late.toml", '"9c 9d 2c"', '"9c 2d 2c"', "puzzle[0].side.melds[1]", "cannot lie on the table"),
        ("puzzles/02-late.toml", '"9c 9d 2c"', '"Ks Kh 2c"', "puzzle[0].side.melds[1]", "two of K"),
        ("rules.toml", '["meld Kd Kh"]', '["meld 9c 9d 9h"]', "meld.min-size.example.illegal", "says legal"),
        ("rules.toml", 'source = "official"', 'source = "hearsay"', "wild.identity.sources[0].source", "hearsay"),
    ],
)  # fmt: skip
def test_fault_is_named_with_file_and_key(
    tmp_path: Path, file: str, old: str, new: str, key: str, message: str
) -> None:
    found = faults(changed(tmp_path, file, old, new))
    assert len(found) == 1, found
    in_file, at_key, said = found[0]
    assert in_file == (f"seeds/{file}" if file != "rules.toml" else "rulebook")
    assert at_key == key
    assert message in said


def test_two_equal_items_of_a_stage(tmp_path: Path) -> None:
    text = (SMALL / STAGE).read_text(encoding="utf-8")
    step = text[text.rindex("[[step]]") :].replace('slug = "sum"', 'slug = "sum-again"')
    root = changed(tmp_path, STAGE, text, text + "\n" + step)
    assert faults(root) == [(f"seeds/{STAGE}", "step[6].slug", "asks the same as “sum”")]


def test_rule_without_a_page_is_named() -> None:
    messages = [str(problem) for problem in checks.problems(SMALL)]
    assert "rulebook: pickup.top-wild: this rule has no page" in messages
    assert f"content/{STAGE}: step[4].rules[0]: the rulebook has no page “initial.threshold-mid”" in messages


def test_django_runs_the_checks_only_for_their_tag(tmp_path: Path, settings: object) -> None:
    settings.SEEDS_DIR = changed(tmp_path, STAGE, "Kd JK 3h", "Kd XX")  # type: ignore[attr-defined]
    assert not [error for error in run_checks() if error.id == "content.E001"]
    found = run_checks(tags=["content"], include_deployment_checks=True)
    assert "seeds/lessons/01-first/stage.toml: step[0].cards" in found[0].msg
