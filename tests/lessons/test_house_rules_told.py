"""Two tables, one of which has a house rule: nobody can know it, so the page says it, on paper too."""

from __future__ import annotations

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import override

from lessons.content import bank
from lessons.content.reading import Item
from lessons.kinds.common.work import Work
from lessons.kinds.registry import kind_of
from tests.lessons import pages
from tutor.learning.exercise_facts import facts_of
from tutor.puzzles.printing import sheet_item

THEMES = (
    "red-threes-at-two-tables",
    "house-rules-at-two-tables",
    "samba-at-two-tables",
    "last-card-at-two-tables",
)


def with_house_rules() -> list[Item]:
    found = [bank.item(entry.slug) for theme in THEMES for entry in bank.entries_of(theme)]
    return [item for item in found if item is not None and "{" in item.task.against]  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", ["de", "en"])
def test_each_puzzle_of_two_tables_says_its_house_rule(language: str) -> None:
    told = {}
    with override(language):
        for item in with_house_rules():
            form = kind_of(item).form(item, Work(), None, None, focus="")["form"]
            assert [bool(column.note) for column in form.columns] == [False, True], item.slug
            assert form.columns[1].headed.endswith(f"({form.columns[1].note})")
            told[item.task.against] = form.columns[1].note  # type: ignore[attr-defined]
    assert len(told) >= 8
    for changed, note in told.items():
        number = changed.rpartition("=")[2].rstrip("}")
        said = note.replace(",", "").replace(".", "")
        assert number in said or number in ("two_canastas", "2"), note


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "note"),
    [("de", "Bonus für ein reines Canasta: 600 Punkte"), ("en", "Bonus for a natural canasta: 600 points")],
)
def test_page_says_it_and_whether_somebody_went_out(language: str, note: str) -> None:
    item = next(
        one
        for one in with_house_rules()
        if one.task.against == "classic{bonus_natural=600}" and one.task.side.went_out == "yes"  # type: ignore[attr-defined]
    )
    page = pages.Learner().open(f"/{language}/puzzles/{item.group}/{item.name}/")
    assert note in page.part('<div class="columns">', "</form>")
    with override(language):
        assert str(facts_of(item)[1]) in page.text


@pytest.mark.django_db
@pytest.mark.parametrize("template", ["practice/_item_to_see.html", "practice/_sheet_item.html"])
@pytest.mark.parametrize("language", ["de", "en"])
def test_wall_and_paper_say_it_beside_the_name_of_the_rule_set(template: str, language: str) -> None:
    of_each_theme = {item.group: item for item in with_house_rules()}
    with override(language):
        for item in of_each_theme.values():
            one = sheet_item(item, number=1, host="testserver")
            text = pages.Page(HttpResponse(render_to_string(template, {"one": one}))).text
            assert one.form.columns[1].headed in text, item.slug
