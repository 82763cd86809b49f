"""What each theme says of a move, and where it must be silent: the cases in ``cases``, a file a theme."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.utils.translation import override

from engine.law.variants import CLASSIC
from engine.play.simulator.moves import legal_moves
from engine.play.view import view_of_simulation
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, Theme, forget, register, remarks, say, theme_of, themes
from lessons.saying.wording import rule_title
from tests.engine.test_players import permuted
from tests.lessons.coaching.seeing import moment_of, moments_of_deals

FOLDER = Path(__file__).parent / "cases"
CASES = {path.stem: tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.toml"))}
SPEAKS = [(slug, case) for slug, cases in CASES.items() for case in cases["speaks"]]
SILENT = [(slug, case) for slug, cases in CASES.items() for case in cases["silent"]]


def named(cases: list[tuple[str, dict[str, Any]]]) -> list[str]:
    return [f"{slug}: {case['about']}" for slug, case in cases]


@pytest.mark.parametrize(("slug", "case"), SPEAKS, ids=named(SPEAKS))
def test_theme_speaks(slug: str, case: dict[str, Any]) -> None:
    remark = theme_of(slug).look(moment_of(case))
    assert remark is not None
    assert remark.theme == slug
    assert remark.tone == case.get("tone", "heed")
    assert {key: remark.facts[key] for key in case.get("facts", {})} == case.get("facts", {})
    if "rule" in case:
        assert remark.rule == case["rule"]
    least, most = case.get("chance", (None, None))
    if least is None:
        assert (remark.kind, remark.chance) == ("proved", None)
    else:
        assert remark.kind == "calibrated"
        assert remark.chance is not None
        assert least <= remark.chance <= most
    for language in ("en", "de"):
        with override(language):
            text = say(remark)
        assert text == case.get(language, text)


@pytest.mark.parametrize(("slug", "case"), SILENT, ids=named(SILENT))
def test_theme_is_silent(slug: str, case: dict[str, Any]) -> None:
    assert theme_of(slug).look(moment_of(case)) is None


def test_every_theme_has_cases_in_both_languages() -> None:
    assert set(CASES) == {theme.slug for theme in themes()}
    for slug, cases in CASES.items():
        assert len(cases["speaks"]) > 1, slug
        assert len(cases["silent"]) > 1, slug
        assert any("en" in case and "de" in case for case in cases["speaks"]), slug


def test_every_theme_has_a_title_in_both_languages_and_rules_that_have_a_page() -> None:
    for theme in themes():
        with override("de"):
            german = str(theme.title)
        with override("en"):
            assert str(theme.title) != german
        assert all(rule_title(rule) for rule in theme.rules), theme.slug


def test_what_is_hidden_changes_no_remark() -> None:
    rng, compared = Random("hidden"), 0
    for sim, memory, moment in moments_of_deals(CLASSIC, 3, "hidden"):
        other = permuted(sim, memory, rng)
        seen = Moment(view_of_simulation(other, memory), legal_moves(other), moment.move)
        found = remarks(moment)
        assert remarks(seen) == found
        compared += len(found)
    assert compared > 20


def test_every_remark_of_a_deal_is_said_in_both_languages() -> None:
    told = set()
    for _, _, moment in moments_of_deals(CLASSIC, 8, "said"):
        for remark in remarks(moment):
            told.add(remark.theme)
            assert Remark(**remark.to_json()) == remark
            with override("en"):
                english = say(remark)
            with override("de"):
                german = say(remark)
            assert english != german
            for text in (english, german):
                assert text[0].isupper()
                assert text.endswith(".")
                assert "%(" not in text
    assert len(told) > len(themes()) // 2


class MadeUp(Theme):
    """A theme that is made up here."""

    slug = "made-up"
    number = 99
    title = "Made up"
    rules = ("turn.discard-one",)

    def look(self, moment: Moment) -> Remark | None:
        return self.remark("heed", weight=1000) if moment.move.verb == "discard" else None

    def say(self, remark: Remark) -> str:
        return "A card was discarded."


def test_theme_that_is_registered_is_heard_everywhere() -> None:
    case = {"position": "classic | play | hand 4c 5d 9h | pile 8c | stock 40", "do": "discard 4c"}
    register(MadeUp)
    try:
        first, *_ = remarks(moment_of(case))
        assert (first.theme, first.kind, first.rule, say(first)) == (
            "made-up", "proved", "turn.discard-one", "A card was discarded.",
        )  # fmt: skip
        with pytest.raises(ValueError, match="made-up"):
            register(MadeUp)
    finally:
        forget("made-up")
    with pytest.raises(LookupError, match="made-up"):
        theme_of("made-up")
