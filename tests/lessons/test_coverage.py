"""The course teaches and asks every rule of classic Canasta and of Samba that decides something."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.law.rulebook import RULES
from engine.law.variants import RULE_SETS
from lessons.content.reading import Item, Library, library
from lessons.parting.probing import differing
from lessons.proving.coverage import COURSES, Covered, coverage, rule_sets_of, rules_to_cover
from tests.lessons.pages import Learner

LANGUAGES = ("de", "en")


def found(content: Library, name: str) -> dict[str, Covered]:
    return {one.rule: one for one in coverage(content, name)}


def only(*slugs: str) -> Library:
    """The course with these steps alone, in this order."""
    content = library()
    stages = []
    for slug in slugs:
        stage = content.stage(slug.split("/")[0])
        assert stage is not None
        stages.append(replace(stage, steps=(content.items[slug],), more=()))
    return replace(content, stages=tuple(stages))


def first(content: Library, rule: str, *, base: str, intro: bool) -> Item:
    """A step about this rule under this rule set, with or without an intro."""
    return next(
        step
        for stage in content.stages
        for step in stage.steps
        if rule in step.task.rules and step.rules.name == base and (step.intro is not None) is intro
    )


@pytest.mark.parametrize("name", COURSES)
def test_every_rule_is_taught(name: str) -> None:
    assert [one.rule for one in coverage(library(), name) if one.teaching is None] == []


@pytest.mark.parametrize("name", COURSES)
def test_every_rule_is_asked_after_it_is_taught(name: str) -> None:
    assert [one.rule for one in coverage(library(), name) if not one.asking] == []


def test_rules_to_cover_are_those_that_decide_something() -> None:
    classic, samba = (set(rules_to_cover(name)) for name in COURSES)
    assert all(RULES[rule].sort != "informative" for rule in classic | samba)
    assert not any(rule.startswith(("samba.", "sambaopt.", "house.", "players.")) for rule in classic)
    assert {rule for rule in samba if rule.startswith("samba.")} == {
        rule for rule in RULES if rule.startswith("samba.") and RULES[rule].sort != "informative"
    }
    assert "freeze.wild-discard" in classic & samba
    assert "wild.majority" not in classic | samba
    assert "stock.short-draw" in samba - classic


def test_rules_that_samba_has_differently_are_special() -> None:
    special = {one.rule for one in coverage(library(), "samba") if one.is_special}
    assert special == set(differing(RULE_SETS["classic"], RULE_SETS["samba"])) & set(rules_to_cover("samba"))
    assert not any(one.is_special for one in coverage(library(), "classic"))


def test_first_step_with_an_intro_teaches_and_only_later_ones_ask() -> None:
    content = library()
    order = [step.slug for stage in content.stages for step in stage.exercises]
    for name in COURSES:
        for one in coverage(content, name):
            if one.teaching is None:
                continue
            assert one.teaching.intro is not None
            slugs = [one.teaching.slug, *(step.slug for step in one.asking)]
            assert slugs == sorted(slugs, key=order.index)


def test_step_without_an_intro_does_not_teach() -> None:
    rule = "freeze.take-natural-pair-only"
    teaching = first(library(), rule, base="classic", intro=True)
    asking = first(library(), rule, base="classic", intro=False)
    content = only(asking.slug, teaching.slug)
    assert found(content, "classic")[rule].teaching == teaching
    assert found(content, "classic")[rule].asking == ()
    assert found(only(teaching.slug, asking.slug), "classic")[rule].asking == (asking,)
    assert found(only(asking.slug), "classic")[rule].teaching is None


def test_rule_that_both_share_is_taught_by_a_classic_step() -> None:
    rule = "freeze.take-natural-pair-only"
    teaching = first(library(), rule, base="classic", intro=True)
    assert found(only(teaching.slug), "samba")[rule].teaching == teaching


def test_rule_that_differs_is_taught_by_a_samba_step_alone() -> None:
    rule = "out.canastas-needed"
    classic = first(library(), rule, base="classic", intro=True)
    content = only(classic.slug)
    assert found(content, "classic")[rule].teaching == classic
    assert found(content, "samba")[rule].teaching is None


def test_step_under_another_value_does_not_serve() -> None:
    """Two players need two canastas, as in Samba, but that is not Samba."""
    two = next(
        step
        for stage in library().stages
        for step in stage.steps
        if step.rules.name == "classic-2p" and "out.canastas-needed" in step.task.rules
    )
    for name in COURSES:
        assert found(only(two.slug), name)["out.canastas-needed"].teaching is None


def test_comparison_is_answered_under_both_rule_sets() -> None:
    compared = next(item for item in library().items.values() if item.kind == "compare")
    assert [rules.name for rules in rule_sets_of(compared)] == [compared.rules.name, compared.task.against]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("language", "rule", "said"),
    [
        (
            "de",
            "concealed.bonus",
            "Verdecktes Ausmachen bringt 200 Punkte, so viel wie jedes andere Ausmachen.",
        ),
        ("en", "concealed.bonus", "200 points, the same as any other way of going out."),
        ("en", "turn.keep-a-card", "Until all the canastas needed for going out are complete"),
        ("en", "canasta.mixed-bonus", "A mixed canasta, one of natural cards and wild cards"),
        ("en", "concealed.definition", "There is no such rule."),
        ("en", "concealed.pile-allowed", "There is no such rule."),
        ("en", "meld.min-size", "as in classic Canasta"),
    ],
)
def test_page_says_what_samba_has_otherwise_though_its_value_is_the_same(
    language: str, rule: str, said: str
) -> None:
    source = Learner().open(f"/{language}/course/rules/").source
    row = source.partition(f'/rules/classic/{rule}/"')[2].partition("/rules/classic/")[0]
    samba = row.partition(">Samba<")[2]
    assert said in samba
    assert ("as in classic" in samba) == ("as in classic" in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_shows_every_rule_with_the_step_that_teaches_it(language: str) -> None:
    page = Learner().open(f"/{language}/course/rules/")
    assert page.status == 200
    for one in coverage(library(), "classic"):
        assert f'href="/{language}/rules/classic/{one.rule}/"' in page.source
        if one.teaching is not None:
            assert f'href="/{language}/course/{one.teaching.group}/{one.teaching.name}/"' in page.source
    for one in coverage(library(), "samba"):
        assert f'href="/{language}/rules/classic/{one.rule}/"' in page.source
    ids = re.findall(r'\sid="([^"]+)"', page.source)
    assert len(ids) == len(set(ids))


def test_page_says_what_no_step_teaches_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    empty = replace(library(), stages=())
    monkeypatch.setattr("tutor.reference.views.matrix.library", lambda: empty)
    assert "Not taught in the course yet" in Learner().open("/en/course/rules/").text


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["course/", "rules/"])
def test_course_and_rulebook_lead_to_it(path: str) -> None:
    assert 'href="/de/course/rules/"' in Learner().open(f"/de/{path}").source
