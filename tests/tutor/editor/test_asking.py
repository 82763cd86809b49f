"""What the page of a move says beside the verdict: whether the turn is over."""

from __future__ import annotations

import pytest

from tests.tutor.editor.pages import Editor

pytestmark = pytest.mark.django_db
SEVENS = "own 300: 7=7c 7d 7h 7s 7s 7d 7h"


@pytest.mark.parametrize(
    ("language", "so_far"), [("en", "So far that is allowed."), ("de", "Bis hierher ist das erlaubt.")]
)
@pytest.mark.parametrize(
    ("position", "coming", "action", "is_over"),
    [
        (f"classic | draw | hand 4c 5d 6h | {SEVENS} | pile 9s | stock 1", "3h", "draw 3h", True),
        (f"global-trade | draw | hand 4c 5d 6h | {SEVENS} | pile 9s | stock 1", "3h", "draw 3h", False),
        (f"classic | play | hand 4c 4d 4h | {SEVENS} | stock 9", "", "meld 4c 4d 4h", True),
        (f"classic | play | hand 4c 4d 4h 5s Kc | {SEVENS} | stock 9", "", "meld 4c 4d 4h", False),
    ],
)
def test_turn_that_is_over_is_not_allowed_only_so_far(
    position: str, coming: str, action: str, is_over: bool, language: str, so_far: str
) -> None:
    page = Editor(language, path=f"/{language}/ask/turn/", p=position, n=coming, action=action)
    allowed = {"en": "That is allowed.", "de": "Das ist erlaubt."}[language]
    assert (allowed if is_over else so_far) in page.verdict
    assert (so_far in page.verdict) is not is_over
