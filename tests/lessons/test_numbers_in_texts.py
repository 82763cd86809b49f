"""Numbers in the texts of the content: the same in both languages, and none that the engine contradicts."""

from __future__ import annotations

from pathlib import Path

import pytest

from lessons.proving import checks
from tests.lessons.content_folder import changed
from tutor.site.templatetags.canasta import plain, rich

STAGE = "lessons/01-first/stage.toml"
ONE_MELD = 'goal = {de = "Wähle eine Meldung.", en = "Choose a meld."}'


def said(root: Path) -> list[str]:
    return [f"{problem.key}: {problem.message}" for problem in checks.problems(root)]


@pytest.mark.parametrize(
    ("german", "english", "message"),
    [
        ("Du hast 640 Punkte.", "You have 640 points.", None),
        ("Du hast 645 Punkte.", "You have 645 points.", "step[1].goal: nothing here is worth 645 points"),
        ("Die drei sind 30 Punkte: {9c 9d 9h}.", "The three are 30 points: {9c 9d 9h}.", None),
        ("Es sind 35 Punkte: {9c 9d 9h}.", "It is 35 points: {9c 9d 9h}.", "nothing here is worth 35 points"),
        ("Du brauchst 1.500.", "You need 1,500.", None),
        ("Du brauchst 1.500.", "You need 1,550.", "the numbers differ: [1500] in German, [1550] in English"),
        ("Es wären [65](points:Kc 5d JK) Punkte.", "It would be [65](points:Kc 5d JK) points.", None),
        ("Es wären [70](points:Kc 5d JK) Punkte.", "It would be [70](points:Kc 5d JK) points.", "are not worth 70"),
        ("Das sind [570](points:Kc Kc Kd Kd Kh Kh Ks).", "It is [570](points:Kc Kc Kd Kd Kh Kh Ks).", None),
    ],
)  # fmt: skip
def test_number_that_the_engine_contradicts_is_a_fault(
    tmp_path: Path, german: str, english: str, message: str | None
) -> None:
    root = changed(tmp_path, STAGE, ONE_MELD, f'goal = {{de = "{german}", en = "{english}"}}')
    found = [one for one in said(root) if "points" in one or "numbers" in one or "worth" in one]
    assert (found == []) if message is None else any(message in one for one in found)


def test_sum_is_shown_without_its_cards() -> None:
    assert str(rich("Es wären [65](points:Kc 5d JK) Punkte.")) == "Es wären 65 Punkte."
    assert plain("It would be [1,065](points:Kc) points.") == "It would be 1,065 points."
