"""From a rule to a position that shows it and to something to try, under each rule set."""

from __future__ import annotations

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest

from engine.judging.judge import judge
from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS
from engine.notation.position_line import parse_position
from lessons.content.reading import library
from lessons.content.rulebook import Probe
from lessons.parting.probing import judged_under
from lessons.proving.coverage import exercise_for, rule_sets_of
from tests.lessons.pages import Learner
from tutor.learning.addresses import position_url
from tutor.reference.views.rule_sets import _example_url

LANGUAGES = ("de", "en")


def rows(name: str, language: str) -> dict[str, str]:
    """The markup of each row of the page of a rule set, by rule."""
    source = Learner().open(f"/{language}/rules/set/{name}/").source
    source = source[source.index('<section aria-labelledby="all"') :]
    found = re.findall(
        r"<li[^>]*>(<a href=\"[^\"]*/rules/classic/([a-z0-9.-]+)/\">.*?)</li>", source, re.DOTALL
    )
    return {rule: row for row, rule in found}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["classic", "samba", "wiener", "house-sperr-1500"])
def test_every_rule_has_its_number_and_leads_to_what_asks_it(name: str, language: str) -> None:
    found = rows(name, language)
    assert list(found) == list(RULES)
    word = "Ausprobieren" if language == "de" else "Try it"
    for rule, row in found.items():
        assert f'<span class="num">{RULES[rule].number}</span>' in row
        item = exercise_for(library(), rule, RULE_SETS[name])
        assert (word in row) == (item is not None)
        if item is not None:
            place = f"puzzles/{item.group}" if item.is_puzzle else f"course/{item.group}"
            assert f'href="/{language}/{place}/{item.name}/"' in row


@pytest.mark.parametrize("name", RULE_SETS)
def test_exercise_is_under_the_rule_set_and_about_the_rule(name: str) -> None:
    for rule in RULES:
        item = exercise_for(library(), rule, RULE_SETS[name])
        if item is not None:
            assert rule in item.task.rules
            assert RULE_SETS[name] in rule_sets_of(item)


def test_exercise_is_rather_mainly_about_the_rule_and_rather_a_step() -> None:
    content = library()
    item = exercise_for(content, "freeze.take-natural-pair-only", RULE_SETS["classic"])
    assert item is not None
    assert item.task.rules[0] == "freeze.take-natural-pair-only"
    assert not item.is_puzzle
    assert exercise_for(content, "game.tie", RULE_SETS["house-sperr-1500"]) is None


@pytest.mark.parametrize("name", RULE_SETS)
def test_example_is_a_position_of_the_rule_set(name: str) -> None:
    for page in library().rules.values():
        url = _example_url(page, RULE_SETS[name])
        if not url or url.endswith("#example"):
            assert not url or page.example is not None
            continue
        position = parse_position(parse_qs(urlsplit(html.unescape(url)).query)["p"][0])
        assert position.rules == RULE_SETS[name]


def test_example_that_would_be_answered_differently_is_not_shown() -> None:
    """In the outline's rules, one natural card and a wild one never take the pile; classic's example says they do."""
    page = library().rules["pickup.natural-plus-wild"]
    own, overview = page.example, RULE_SETS["overview"]
    assert own is not None
    assert own.legal
    assert judge(own.position, own.legal).legal
    found = judged_under(Probe.model_construct(position=own.position, actions=own.legal), overview)
    assert found is not None
    assert found.verdict.legal is False
    assert _example_url(page, overview) != position_url(found.position)


@pytest.mark.parametrize("language", LANGUAGES)
def test_example_of_classic_stands_on_the_page_of_the_rule(language: str) -> None:
    row = rows("classic", language)["freeze.take-natural-pair-only"]
    assert f'href="/{language}/rules/classic/freeze.take-natural-pair-only/#example"' in row
    assert (
        'id="example"' in Learner().open(f"/{language}/rules/classic/freeze.take-natural-pair-only/").source
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_page_leads_to_exercises_of_other_rule_sets_by_name(language: str) -> None:
    page = Learner().open(f"/{language}/rules/classic/out.canastas-needed/")
    practice = page.source[page.source.index('id="practise"') :]
    samba = exercise_for(library(), "out.canastas-needed", RULE_SETS["samba"])
    assert samba is not None
    assert '<span class="mark-word">Samba</span>' in practice
    links = re.findall(r'<li><a href="([^"]+)">', practice)
    assert len(links) == len(set(links))
    assert f"/{samba.group}/{samba.name}/" in practice
