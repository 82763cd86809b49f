"""What the page of a move says beside the verdict: that a turn is over, an open point, the answer of a partner."""

from __future__ import annotations

import re
from html import unescape

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


ASKED = "classic | play | hand Kc Kd Kh 7c 7d 9s | own 620: Q=Qc Qc Qd Qd Qh Qs Qs | stock 42 | partner 5"


@pytest.mark.parametrize(
    ("language", "cannot", "yes", "no", "bound"),
    [
        ("en", "That depends on what your partner answers.", "yes", "no", "Your partner has said yes"),
        ("de", "Das hängt davon ab, was dein Partner antwortet.", "Ja", "Nein", "Dein Partner hat Ja gesagt"),
    ],
)
def test_what_the_partner_answered_can_be_chosen(
    language: str, cannot: str, yes: str, no: str, bound: str
) -> None:
    there = f"/{language}/ask/turn/"
    page = Editor(language, path=there, p=ASKED, action=["ask", "meld Kc Kd Kh", "discard 9s"])
    assert cannot in page.verdict
    links = {words: unescape(url) for url, words in re.findall(r'href="([^"]*)"\s*>([^<]*)</a>', page.source)}
    assert bound in page.go(links[yes]).verdict
    assert {"en": "That is allowed.", "de": "Das ist erlaubt."}[language] in page.go(links[no]).verdict
    assert f"<b>{no}</b>" in page.source


def test_without_a_question_no_answer_can_be_chosen() -> None:
    page = Editor("en", path="/en/ask/turn/", p=ASKED, action="discard 9s")
    assert "Your partner answers" not in page.text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The text of this rule set contradicts itself"),
        ("de", "Der Text dieser Regeln widerspricht sich"),
    ],
)
def test_open_point_stands_beside_what_is_allowed(language: str, said: str) -> None:
    table = (
        "global-trade | draw | hand 9c 9d 4c 4d Kd | own 1500: 7=7c 7d 7h | pile 9h 9s | stock 42 | partner 5"
    )
    page = Editor(language, path=f"/{language}/ask/turn/", p=table, action="take 9c 9d")
    assert page.verdict.count(said) == 1
    classic = Editor(
        language,
        path=f"/{language}/ask/turn/",
        p=table.replace("global-trade", "classic"),
        action="take 9c 9d",
    )
    assert said not in classic.verdict
    assert said in classic.text  # in the answer of the other rule set
