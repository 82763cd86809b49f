"""The way for tonight: short, with a turn in every part, and a mini-deal that asks only what was told."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.law.variants import rule_set
from lessons.content.base import LANGUAGES
from lessons.content.deals import mini_deal
from lessons.content.reading import Stage, library
from tests.lessons.pages import Learner
from tests.returns import FEWEST, returns
from tests.tonight import FEWEST_TURNS, MOST_MINUTES, MOST_STEPS, parts, words_of
from tutor.reference.views.card import boxes_of, lines_of


def stages() -> tuple[Stage, ...]:
    return library().branch("tonight")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_takes_no_longer_than_is_said(language: str) -> None:
    assert sum(part.minutes for part in parts(language)) <= MOST_MINUTES
    assert sum(len(stage.steps) for stage in stages()) <= MOST_STEPS


def test_minutes_count_every_word_of_a_stage() -> None:
    stage = stages()[0]
    without_scenes = words_of(stage) - sum(len(str(scene.text).split()) for scene in stage.scenes)
    assert words_of(stage) > without_scenes > 100


def test_every_part_has_a_whole_turn_and_the_way_a_third() -> None:
    turns = [sum(step.kind == "turn" for step in stage.steps) for stage in stages()]
    assert all(turns)
    assert sum(turns) >= FEWEST_TURNS * sum(len(stage.steps) for stage in stages())


def test_the_first_part_says_what_a_canasta_is_and_how_a_deal_ends_before_it_asks() -> None:
    first = stages()[0]
    said = " ".join(scene.text.en for scene in first.scenes)
    assert "**canasta**" in said
    assert "The **deal** is then over" in said
    assert all(step.kind not in ("number", "sheet") for stage in stages()[:2] for step in stage.steps)


def test_the_deal_after_each_part_meets_only_rules_that_were_told() -> None:
    told: set[str] = set()
    for stage in stages():
        told |= {*stage.rules, *(rule for step in stage.steps for rule in step.task.rules)}
        mini = mini_deal(stage.deal or "")
        assert mini is not None, stage.slug
        assert set(mini.rules) <= told, stage.slug


def test_stages_come_a_branch_after_the_other() -> None:
    numbers = [stage.number for stage in library().stages]
    assert numbers == list(range(1, len(numbers) + 1))
    assert [stage.branch for stage in library().stages][:8] == ["tonight"] * 7 + ["main"]


ADDRESS = f"/en/course/{stages()[0].slug}/"


@pytest.mark.django_db
def test_stage_shows_its_scenes_before_it_asks_and_folds_them_afterwards() -> None:
    stage, learner = stages()[0], Learner()
    page = learner.open(ADDRESS)
    assert "those who sit opposite each other are" in page.text
    assert page.source.count('class="felt"') == len(stage.scenes)
    assert "Look at the beginning again" not in page.text
    learner.open(f"/en/course/{stage.steps[3].slug}/")
    learner.press("check", legal="no", reason="out.canastas-needed")
    assert "Look at the beginning again" in learner.open(ADDRESS).text


@pytest.mark.django_db
def test_what_a_step_says_for_the_first_time_stands_open_until_it_is_answered() -> None:
    learner = Learner()
    learner.open("/en/course/fifty-to-begin/the-richer-the-harder/")
    assert '<details class="intro" id="intro" open>' in learner.page.source
    learner.press("check", number="90")
    assert '<details class="intro" id="intro" open>' not in learner.page.source


@pytest.mark.django_db
def test_with_all_the_rules_it_stands_open_too_but_not_with_other_cards() -> None:
    """Whoever plays the whole deal reads at each step what has happened meanwhile."""
    learner = Learner()
    opened = '<details class="intro" id="intro" open>'
    page = learner.open("/en/course/a-whole-deal/through-the-ice/")
    assert opened in page.source
    assert "your partner added one more nine" in page.text
    assert opened in learner.open("/en/course/samba-pile/onto-the-eights/").source
    assert opened not in learner.open("/en/course/melds/a-pair-of-twins/again/1/").source


@pytest.mark.django_db
def test_home_begins_with_the_first_part_and_the_part_leads_to_its_deal() -> None:
    learner = Learner()
    page = learner.open("/en/")
    assert f'href="{ADDRESS}"' in page.source
    assert "Half an hour from nothing to a seat at the table" in page.text
    assert "Finish a canasta" in learner.open(ADDRESS).text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said", "custom"),
    [
        ("de", "Zu viert bekommt jeder Spieler elf Karten.", "Ein fertiges Canasta wird zusammengeschoben"),
        ("en", "With four players everybody is dealt eleven cards.", "A finished canasta is squared up"),
    ],
)
def test_card_to_take_along_says_every_rule_of_the_table(language: str, said: str, custom: str) -> None:
    learner = Learner()
    assert f'href="/{language}/course/card/"' in learner.open(f"/{language}/course/").source
    page = learner.open(f"/{language}/course/card/")
    assert said in page.text
    assert custom in page.text
    for number in (
        "1.1", "1.2", "2.5", "6.2", "7.2", "7.9", "8.4", "9.8", "9.9", "9.11", "11.6", "13.1", "13.2", "13.3", "13.4",
        "14.1", "14.2",
    ):  # fmt: skip
        assert f'<span class="num">{number}</span>' in page.source


@pytest.mark.django_db
def test_card_of_a_rule_set_says_no_number_that_is_not_its_own() -> None:
    with override("de"):
        for name, said in (
            ("classic", "Zu den beiden Kartenspielen kommen vier Joker."),
            ("global-trade", "Sechs Joker kommen dazu."),
            ("samba", "Canasta wird mit drei vollständigen Kartenspielen zu je 52 Karten gespielt."),
        ):
            rules = rule_set(name)
            texts = [str(line["text"]) for box in boxes_of(rules).values() for line in lines_of(box, rules)]
            assert said in texts
            assert any(text.startswith("Ist der Talon leer") for text in texts)
            assert not (name == "samba" and any("statt der gewöhnlichen 100" in text for text in texts))
            assert (name == "samba") == (not any("Wer verdeckt ausmacht" in text for text in texts))


def test_rules_come_back_after_they_were_taught() -> None:
    told = returns()
    assert len(told) > 90
    pair = told["pickup.natural-pair"]
    assert pair.steps > FEWEST
    assert pair.themes > FEWEST
    assert pair.tests > 0


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "rummy", "said"),
    [("de", "Ich kenne Rommé", "Wie beim Rommé ziehst du"), ("en", "I know rummy", "As in rummy you draw")],
)
def test_who_knows_rummy_has_a_short_way(language: str, rummy: str, said: str) -> None:
    learner = Learner()
    page = learner.open(f"/{language}/course/")
    assert rummy in page.text
    assert f'href="/{language}/rules/compare/"' in page.source
    assert said in learner.open(f"/{language}/course/from-rummy/").text
