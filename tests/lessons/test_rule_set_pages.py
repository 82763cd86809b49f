"""Pages of the rule sets and of their comparison, with the project's own content, in both languages."""

from __future__ import annotations

import gzip
import re
from itertools import combinations
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.translation import override

from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS
from lessons.content.reading import library
from lessons.parting.probing import differing
from lessons.saying import comparing
from lessons.words.naming import rule_set_name
from tests.lessons.pages import Learner, Page
from tests.samples import some

PAIRS = list(combinations(RULE_SETS, 2))
LANGUAGES = ("de", "en")
ENGLISH = re.compile(r"\b(the|and|with|your|card|pile|meld|points|allowed)\b", re.IGNORECASE)


def compared(first: str, second: str, language: str = "de", **headers: str) -> Page:
    query = urlencode({"a": first, "b": second})
    return Learner().open(f"/{language}/rules/compare/?{query}", **headers)


def ids(page: Page) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', page.source)


@pytest.mark.parametrize("language", LANGUAGES)
def test_list_presents_every_rule_set(language: str) -> None:
    page = Learner().open(f"/{language}/rules/sets/")
    assert page.status == 200
    for name, entry in library().rule_sets.items():
        assert f'href="/{language}/rules/set/{name}/"' in page.source
        assert entry.title.in_language(language) in page.text
        assert entry.summary.in_language(language) in page.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_rule_set_has_one_name_on_its_page_and_in_sentences(name: str, language: str) -> None:
    with override(language):
        assert rule_set_name(RULE_SETS[name]) == library().rule_sets[name].title.in_language(language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", RULE_SETS)
def test_rule_set_shows_all_its_rules_its_parent_and_examples(name: str, language: str) -> None:
    entry = library().rule_sets[name]
    page = Learner().open(f"/{language}/rules/set/{name}/")
    assert page.status == 200
    assert f"<h1>{entry.title.in_language(language)}</h1>" in page.source
    assert entry.players.in_language(language) in page.text
    for rule in RULES:
        assert f'href="/{language}/rules/classic/{rule}/"' in page.source
    assert page.source.count('class="difference"') == len(entry.examples)
    if entry.parent:
        assert f'href="/{language}/rules/set/{entry.parent}/"' in page.source
        changed = page.part('<ul class="values changed">', "</ul>")
        for rule in differing(RULE_SETS[entry.parent], RULE_SETS[name]):
            assert RULES[rule].number in changed.split()
    assert len(ids(page)) == len(set(ids(page)))


def test_rule_set_says_what_differs_from_its_parent() -> None:
    page = Learner().open("/de/rules/set/wiener/")
    changed = page.part('<ul class="values changed">', "</ul>")
    assert "Pluspunkte mit einem Canasta" in changed
    assert "Klassisch: Pluspunkte nach der Erstmeldung" in changed
    assert page.source.count('<li class="differs">') == 3


def test_rule_set_says_where_its_text_is_silent_or_contradicts_itself() -> None:
    assert "not specified; the official rule applies" in Learner().open("/en/rules/set/overview/").text
    assert "the text gives no number" in Learner().open("/en/rules/set/overview/").text
    assert "the text contradicts itself" in Learner().open("/en/rules/set/global-trade/").text


@pytest.mark.parametrize(
    ("name", "said"), [("global-trade", "bis 7.500"), ("samba", "holländische Form desselben Namens")]
)
def test_different_game_of_the_same_name_is_mentioned(name: str, said: str) -> None:
    assert said in Learner().open(f"/de/rules/set/{name}/").text


@pytest.mark.parametrize(
    "path", ["/de/rules/set/rummy/", "/en/rules/compare/?a=classic&b=rummy", "/en/rules/compare/?a=x"]
)
def test_unknown_rule_set_is_a_readable_page(path: str) -> None:
    page = Learner().open(path)
    assert page.status == 404
    assert page.part("<h1", "</h1>")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule", ["wild.max-per-meld", "initial.boundaries", "deck.packs", "value.joker"])
def test_rule_page_shows_the_value_in_every_rule_set(rule: str, language: str) -> None:
    page = Learner().open(f"/{language}/rules/classic/{rule}/")
    values = page.source[page.source.index('id="values"') : page.source.index('id="sources"')]
    if rule == "value.joker":
        assert ("in allen" if language == "de" else "in all of them") in values
    else:
        assert [values.count(f'href="/{language}/rules/set/{name}/"') for name in RULE_SETS] == [1] * len(
            RULE_SETS
        )


def test_rulebook_leads_to_the_rule_sets() -> None:
    source = Learner().open("/en/rules/").source
    assert 'href="/en/rules/sets/"' in source
    assert 'href="/en/rules/compare/"' in source


@pytest.mark.django_db
def test_home_leads_to_the_rule_sets() -> None:
    assert 'href="/de/rules/sets/"' in Learner().open("/de/").source


@pytest.mark.parametrize("language", LANGUAGES)
def test_form_offers_every_rule_set_twice_and_compares_nothing_yet(language: str) -> None:
    page = Learner().open(f"/{language}/rules/compare/")
    assert [page.source.count(f'<option value="{name}"') for name in RULE_SETS] == [2] * len(RULE_SETS)
    assert page.source.count(" selected>") == 2
    assert 'class="difference"' not in page.source


@pytest.mark.parametrize(
    ("first", "second", "language"),
    some([(*pair, "de") for pair in PAIRS] + [(*pair, "en") for pair in PAIRS if "classic" in pair], 21),
)
def test_comparison_names_exactly_the_differences(first: str, second: str, language: str) -> None:
    page = compared(first, second, language)
    # The rule of Viennese red threes says in a word what the rule of their sign says with its values.
    expected = set(differing(RULE_SETS[first], RULE_SETS[second])) - {"house.wiener-red-threes"}
    linked = re.findall(rf'href="/{language}/rules/classic/([a-z0-9.-]+)/"><span class="num">', page.source)
    assert sorted(linked) == sorted(expected)
    for name in (first, second):
        assert library().rule_sets[name].title.in_language(language) in page.text
    assert len(ids(page)) == len(set(ids(page)))


def test_difference_is_told_once_though_two_rules_say_it() -> None:
    page = compared("classic", "wiener", "en")
    assert 'href="/en/rules/classic/red3.sign-condition/"' in page.source
    assert "house.wiener-red-threes" not in page.source


@pytest.mark.parametrize(("first", "second"), some(PAIRS, 21))
def test_positions_of_a_comparison_are_answered_differently(first: str, second: str) -> None:
    with override("de"):
        found = comparing.differences(library(), RULE_SETS[first], RULE_SETS[second])
    for difference in found:
        one, other = difference.values
        assert (one.value, one.note) != (other.value, other.note), difference.page.id
        if difference.shown is None:
            continue
        said = [(outcome.word, *map(str, outcome.sentences)) for outcome in difference.shown.outcomes]
        assert said[0] != said[1], difference.page.id
        for text in [*said[0], *said[1], difference.shown.actions]:
            assert not ENGLISH.search(re.sub(r"\{[^}]*\}", "", text)), text


def test_comparison_shows_position_verdicts_and_reasons() -> None:
    page = compared("classic", "samba", "en")
    text = page.part('id="rule-6.3"', 'id="rule-6.6"')
    assert "Meld four nines, two twos and a joker" in text
    assert "at most three wild cards Allowed" in text
    assert "at most two wild cards Not allowed" in text
    assert "Here there would be three." in text
    assert page.source.count('href="/en/position/?p=classic') >= 20


def test_comparison_shows_the_totals_where_points_differ() -> None:
    text = compared("samba", "samba-aces").text
    assert "640 Punkte Reine Canastas 500." in text
    assert "1.140 Punkte Reine Canastas 1.000." in text


def test_comparison_tells_a_concealed_hand_from_ordinary_going_out() -> None:
    text = compared("classic", "spielregeln").text
    assert "Erlaubt, aber nicht verdeckt" in text
    assert "Erlaubt, und zwar als verdecktes Ausmachen" in text


def test_state_of_the_pile_is_told_only_where_both_say_so() -> None:
    """The same pile is frozen in one rule set and free in the other."""
    with override("en"):
        found = comparing.differences(library(), RULE_SETS["classic"], RULE_SETS["spielregeln"])
        frozen = next(one for one in found if one.page.id == "freeze.wild-discard")
        both = comparing.differences(library(), RULE_SETS["classic"], RULE_SETS["global-trade"])
        on_top = next(one for one in both if one.page.id == "pickup.top-wild")
    assert frozen.shown is not None
    assert frozen.shown.table is not None
    assert frozen.shown.table.pile.states == ()
    assert on_top.shown is not None
    assert on_top.shown.table is not None
    assert {state.text for state in on_top.shown.table.pile.states} == {"frozen", "wild card on top"}


def test_minimum_of_one_rule_set_is_not_shown_on_the_table_of_both() -> None:
    with override("en"):
        found = comparing.differences(library(), RULE_SETS["samba"], RULE_SETS["samba-15000"])
    steps = next(one for one in found if one.page.id == "initial.boundaries")
    assert steps.shown is not None
    assert steps.shown.table is not None
    assert steps.shown.table.own.notes == ("not melded yet",)


def test_same_rule_set_twice_says_so() -> None:
    assert "That is the same rule set twice." in compared("samba", "samba", "en").text


def test_sides_can_be_swapped() -> None:
    page = compared("classic", "wiener", "en")
    assert 'href="/en/rules/compare/?a=wiener&amp;b=classic"' in page.source
    swapped = compared("wiener", "classic", "en")
    assert swapped.text.index("bonus with a canasta") < swapped.text.index("bonus after the initial meld")


def test_comparison_keeps_the_choice_when_the_language_changes() -> None:
    page = compared("overview", "wiener")
    assert 'href="/en/rules/compare/?a=overview&amp;b=wiener"' in page.source


@pytest.mark.parametrize(
    "path", ["/de/rules/sets/", "/de/rules/set/samba/", "/de/rules/compare/?a=classic&b=samba"]
)
def test_page_is_the_same_whole_page_with_htmx(path: str) -> None:
    plain, with_htmx = Learner().open(path), Learner().open(path, **{"hx-request": "true"})
    assert with_htmx.source == plain.source
    assert "<!doctype html>" in with_htmx.source
    assert "Cookie" in Client().get(path)["Vary"]


@pytest.mark.parametrize("path", ["course/rules/", "rules/compare/?a=classic&b=samba", "rules/set/samba/"])
def test_long_page_is_sent_compressed_to_those_who_take_it(path: str) -> None:
    packed = Client().get(f"/de/{path}", headers={"accept-encoding": "gzip"})
    plain = Client().get(f"/de/{path}")
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert len(packed.content) * 3 < len(plain.content)
    assert gzip.decompress(packed.content) == plain.content
