"""The catalogue of puzzles: the ways to practise, and themes narrowed by rule set, kind and word."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.http import HttpResponse

from lessons.content import bank
from lessons.content.reading import library
from lessons.kinds.registry import kind_names
from lessons.parting.families import FAMILIES, families_among, family_of
from lessons.words.choices import FAMILY_NAMES
from tests.lessons.pages import Learner, Page

pytestmark = pytest.mark.django_db


def themes_of(page: Page) -> dict[str, int]:
    """The themes on the page, each with how many puzzles it counts."""
    found = re.findall(r'<a href="/../puzzles/([\w-]+)/(?:\?rules=\w+)?">.*?<small>(\d+|\w+)', page.source)
    return {slug: int(count) if count.isdecimal() else 1 for slug, count in found}


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_way_to_practise_and_every_theme_is_there(language: str) -> None:
    page = Learner().open(f"/{language}/puzzles/")
    for way in ("practice/daily", "practice/mixed", "practice/streak", "practice/storm", "review"):
        assert f'href="/{language}/{way}/"' in page.source
    found = themes_of(page)
    assert set(found) == {theme.slug for theme in (*library().themes, *bank.themes())}
    assert sum(found.values()) == len(bank.bank().offered) + sum(len(t.puzzles) for t in library().themes)
    lesson = library().stage("frozen-pile")
    assert lesson is not None
    assert f'class="lesson" href="/{language}/course/frozen-pile/"' in page.source
    assert lesson.title.in_language(language) in page.text


def test_catalogue_is_narrowed_by_rule_set_and_kind() -> None:
    page = Learner().open("/de/puzzles/?rules=samba&kind=predict")
    entries = [e for e in bank.bank().offered if e.kind == "predict" and e.rule_set in FAMILIES["samba"]]
    assert themes_of(page) == {"partner-in-samba": len(entries)}
    assert f"1 Thema, Aufgaben: {len(entries)}." in page.text
    assert '<option value="samba" selected>' in page.source
    assert 'href="/de/puzzles/#topics"' in page.source


def test_chosen_rule_set_goes_along_from_the_list_to_the_topic_and_its_round() -> None:
    learner = Learner()
    line = '/en/puzzles/the-next-minimum/?rules=samba"'
    assert line in learner.open("/en/puzzles/?rules=samba").source
    topic = learner.open(f"{line[:-1]}")
    shown = re.findall(r"/en/puzzles/the-next-minimum/([\w-]+)/", topic.source)
    samba = [one.name for one in bank.entries_of("the-next-minimum") if one.rule_set in FAMILIES["samba"]]
    assert list(dict.fromkeys(shown)) == samba
    assert "Samba" in topic.text
    assert 'href="/en/practice/theme/the-next-minimum/?rules=samba"' in topic.source
    begin = learner.open("/en/practice/theme/the-next-minimum/?rules=samba").source
    assert 'value="samba" id="family-samba" checked' in begin
    assert 'value="classic" id="family-classic" checked' not in begin
    assert 'value="classic" id="family-classic"' in begin


@pytest.mark.parametrize("language", ["de", "en"])
def test_collection_stands_by_kind_of_question_with_a_way_to_each(language: str) -> None:
    page = Learner().open(f"/{language}/puzzles/")
    jumps = re.findall(r'<a href="#kind-([\w-]+)">', page.source)
    drills = {theme.slug for theme in bank.themes() if theme.drill}
    assert set(jumps) == {entry.kind for entry in bank.bank().offered if entry.theme not in drills}
    assert len(jumps) == len(set(jumps))
    for kind in jumps:
        group = re.search(
            rf'<h4 class="topic-title" id="kind-{kind}">(.*?)(<h4 |<h3 |</section>)', page.source, re.DOTALL
        )
        assert group
        themes = themes_of(Page(HttpResponse(group[1])))
        assert themes
        assert {entry.kind for theme in themes for entry in bank.entries_of(theme)} == {kind}


@pytest.mark.parametrize(("language", "heading"), [("de", "Übungen zu einer Regel"), ("en", "Drills")])
def test_drills_stand_apart_and_on_the_page_of_their_stage(language: str, heading: str) -> None:
    page = Learner().open(f"/{language}/puzzles/")
    collection, _, drilled = page.source.partition('<h3 id="drills">')
    assert heading in drilled
    assert set(themes_of(Page(HttpResponse(drilled)))) == {
        theme.slug for theme in bank.themes() if theme.drill
    }
    assert "frozen-pile" not in themes_of(Page(HttpResponse(collection)))
    stage = Learner().open(f"/{language}/course/frozen-pile/")
    assert f'href="/{language}/puzzles/frozen-pile/"' in stage.source
    assert f'href="/{language}/puzzles/open-pile/"' not in stage.source


@pytest.mark.parametrize(("word", "found"), [("eingefrorene", True), ("FROZEN pile", True), ("zyx", False)])
def test_catalogue_is_searched_in_both_languages(word: str, found: bool) -> None:
    page = Learner().open(f"/de/puzzles/?q={word}")
    assert ("frozen-pile" in themes_of(page)) is found
    assert ("Zu dieser Auswahl passt nichts." in page.text) is not found


@pytest.mark.parametrize(
    "query", ["rules=poker&kind=blitz", "rules=%01&q=%3Cb%3E", "q=" + "x" * 500, "kind=%FF"]
)
def test_nonsense_in_the_address_is_harmless(query: str) -> None:
    page = Learner().open(f"/en/puzzles/?{query}")
    assert page.status == 200
    assert 'value="<b>"' not in page.source


def test_every_rule_set_and_kind_has_a_name_to_choose() -> None:
    rule_sets = {entry.rule_set for entry in bank.bank().offered}
    assert rule_sets == {name for names in FAMILIES.values() for name in names}
    assert set(FAMILY_NAMES) == set(families_among(rule_sets)) == set(FAMILIES)
    assert {entry.kind for entry in bank.bank().offered} <= set(kind_names())
    assert family_of("house-of-my-own") == "other"
    assert family_of("samba wild-max 2") == "samba"


@pytest.mark.parametrize("language", ["de", "en"])
def test_theme_offers_practice_and_a_sheet(language: str, django_assert_max_num_queries: Any) -> None:
    learner = Learner()
    with django_assert_max_num_queries(6):
        page = learner.open(f"/{language}/puzzles/frozen-pile/")
    assert f'href="/{language}/practice/theme/frozen-pile/"' in page.source
    assert f'href="/{language}/practice/sheet/frozen-pile/"' in page.source
