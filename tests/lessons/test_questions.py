"""Readers' questions: the position on the table, an answer for every rule set, and something to try."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings as project
from django.test import Client

from engine.law.variants import RULE_SETS
from lessons.content.reading import Library, load
from lessons.parting.probing import Judged, Scored, under
from lessons.proving import checks
from tests.lessons.pages import Learner, is_not_found
from tests.samples import share

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
SEEDS = Path(project.BASE_DIR) / "seeds"


@pytest.fixture(scope="module")
def content() -> Library:
    return load(SEEDS)


def answers(content: Library, slug: str, case: int = 0) -> dict[str, object]:
    """What each rule set answers: true, false, None or points; left out where the position is impossible."""
    found = {
        name: under(content.questions[slug].case[case].probe, rules) for name, rules in RULE_SETS.items()
    }
    return {
        name: one.verdict.legal if isinstance(one, Judged) else one.sheet.total
        for name, one in found.items()
        if isinstance(one, Judged | Scored)
    }


@pytest.mark.parametrize(
    ("slug", "case", "expected"),
    [
        ("canasta-and-the-minimum", 0, {"classic": False, "overview": None, "spielregeln": False, "samba": False}),
        ("canasta-and-the-minimum", 1, {"classic": True, "spielregeln": True, "global-trade": True}),
        ("canasta-and-the-minimum", 2, {"classic": True, "global-trade": False}),
        ("joker-canasta", 0, {"classic": False, "house-joker-1000": True, "samba-wild": True}),
        ("joker-canasta", 1, {"house-joker-1000": None, "samba-wild": True}),
        ("wild-card-in-the-pile", 0, {"classic": False, "overview": False, "global-trade": False, "samba": False}),
        ("wild-card-in-the-pile", 1, {"classic": True, "overview": True, "spielregeln": True, "samba": True}),
        ("wild-card-in-the-pile", 2, {"classic": False, "global-trade": True}),
        ("three-plus-three", 0, {"classic": True, "overview": True, "spielregeln": False, "samba": False}),
        ("three-plus-three", 1, {"classic": True, "spielregeln": True, "samba": False}),
        ("red-threes-need-a-canasta", 0, {"classic": 225, "wiener": -175, "samba": -175}),
        ("cards-inside-a-canasta", 0, {"classic": 570, "samba": 570}),
        ("cards-inside-a-canasta", 1, {"classic": 380, "overview": 380}),
        ("how-to-reach-fifty", 0, {"classic": True, "samba": True, "overview": None}),
        ("three-wild-cards-left", 0, {"classic": True, "spielregeln": False}),
        ("out-with-a-second-joker", 0, {"classic": True, "overview": True, "spielregeln": True, "samba": False}),
        ("exchange-a-joker", 0, {"classic": False, "overview": False, "samba": False}),
        ("pile-onto-a-canasta", 0, {"classic": True, "overview": False, "spielregeln": False, "samba": False}),
        ("pile-onto-a-canasta", 1, {"classic": True, "overview": True}),
        ("knocking", 0, dict.fromkeys(["classic", "overview", "spielregeln", "global-trade", "samba"], False)),
        ("freeze-threes-and-blocking-canasta", 0, {"classic": False, "house-sperr-1500": True}),
        ("freeze-threes-and-blocking-canasta", 1, {"classic": -815}),
        ("black-three-and-the-next-player", 0, dict.fromkeys(["classic", "overview", "spielregeln", "samba"], False)),
    ],
)  # fmt: skip
def test_answer_under_each_rule_set(
    content: Library, slug: str, case: int, expected: dict[str, object]
) -> None:
    found = answers(content, slug, case)
    assert {name: found.get(name) for name in expected} == expected


def test_every_question_of_the_readers_is_there(content: Library) -> None:
    assert len(content.questions) == 16


@pytest.mark.parametrize(("turn", "language"), [(0, "de"), (1, "en")])
def test_every_question_is_a_page_with_position_answers_and_something_to_try(
    content: Library, turn: int, language: str
) -> None:
    client = Client()
    listed = client.get(f"/{language}/questions/").content.decode()
    assert [slug for slug in content.questions if f"/{language}/questions/{slug}/" not in listed] == []
    for slug, entry in share(content.questions.items(), turn, of=2):
        page = client.get(f"/{language}/questions/{slug}/")
        text = page.content.decode()
        assert page.status_code == 200
        assert text.count('class="outcome') >= len(entry.case)
        assert text.count('class="felt"') >= 1
        assert ("Zur Aufgabe" if language == "de" else "Go to the exercise") in text


def test_silence_of_a_text_is_said() -> None:
    page = Learner().open("/en/questions/exchange-a-joker/")
    assert "Overview rules (the text is silent; the official rule applies)" in page.text.replace(" * (", " (")


def test_unknown_question_is_not_found() -> None:
    assert is_not_found(Client().get("/de/questions/nothing/"), "de")


FAULTS = (
    (
        'try_it = "your-turn/help-your-partner"',
        'try_it = "your-turn/nothing"',
        "try_it",
        "there is no exercise",
    ),
    ('try_it = "wild-cards/half-and-half"', 'try_it = "deck/add-them-up"', "try_it", "about none of these"),
    ('rules = ["turn.only-in-turn"]', 'rules = ["meld.merge"]', "rules", "decides any of the cases"),
)
"""What stands in the file, what is put in its place, the key that is at fault then, and what is said of it."""


def test_faults_of_questions_name_their_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # What is wrong with everything else is for other tests, and takes long.
    monkeypatch.setattr(checks, "item_faults", lambda item: ())
    for name in ("_texts", "_rulebook", "quarrel_problems"):
        monkeypatch.setattr(checks, name, lambda library: ())
    for name in ("deal_problems", "plan_problems"):
        monkeypatch.setattr(checks, name, lambda root, library: ())
    root = tmp_path / "seeds"
    root.mkdir()
    for path in SEEDS.iterdir():
        (root / path.name).symlink_to(path)
    text = (SEEDS / "questions.toml").read_text(encoding="utf-8")
    for old, new, _, _ in FAULTS:
        assert text.count(old) == 1
        text = text.replace(old, new)
    (root / "questions.toml").unlink()
    (root / "questions.toml").write_text(text, encoding="utf-8")
    told = checks.problems(root)
    for _, _, key, said in FAULTS:
        assert [one.key.partition(".")[2] for one in told if said in one.message] == [key]
