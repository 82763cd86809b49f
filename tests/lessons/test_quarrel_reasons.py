"""Why the answer to a quarrel is what it is: told is what the table quarrels about, in every rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest
from django.utils.translation import override

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from lessons.content.quarrels import QuarrelEntry
from lessons.content.reading import library
from lessons.parting.probing import Judged
from lessons.parting.settling import standing
from lessons.saying.quarrels import Reason, reason_for
from lessons.saying.wording import rule_on_card
from tests.samples import share

QUARRELS = library().quarrels


def reason(slug: str, rules: str = "classic", **chosen: str) -> Reason:
    return reason_for(standing(QUARRELS[slug], RULE_SETS[rules], chosen))


def texts(told: Reason) -> str:
    return " ".join(sentence.text for sentence in told.sentences)


@pytest.mark.parametrize("entry", share(list(QUARRELS.values()), 0, of=3), ids=lambda entry: entry.slug)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_is_allowed_is_so_by_a_rule_of_the_quarrel(entry: QuarrelEntry, language: str) -> None:
    with override(language):
        for name, rules in RULE_SETS.items():
            for way in entry.ways():
                now = standing(entry, rules, way)
                if now.found is None:
                    continue
                told = reason_for(now)
                assert told.rule, (name, way)
                assert texts(told), (name, way)
                if isinstance(now.found, Judged) and now.found.verdict.legal:
                    named = {told.rule, *(sentence.rule_id for sentence in told.sentences)}
                    assert named <= set(entry.rules), (name, way, told)


@pytest.mark.parametrize(
    ("slug", "chosen", "rule", "said"),
    [
        (
            "canasta-bonus-to-open",
            {"besides": "out"},
            "concealed.minimum",
            {"de": "keine Mindestpunktzahl", "en": "need not reach any minimum"},
        ),
        (
            "canasta-bonus-to-open",
            {"besides": "enough"},
            "initial.threshold-high",
            {"de": "140 Punkte", "en": "140 points meet the minimum of 120"},
        ),
        (
            "canasta-bonus-to-open",
            {"besides": "nothing"},
            "initial.card-values-only",
            {"de": "nur die Kartenwerte", "en": "not the bonus of a canasta"},
        ),
        (
            "enough-to-open",
            {"score": "low", "points": "hundred-twenty"},
            "initial.threshold-low",
            {"de": "120 Punkte", "en": "120 points meet the minimum of 50"},
        ),
        (
            "enough-to-open",
            {"score": "minus", "points": "fifteen"},
            "initial.threshold-negative",
            {"de": "15 Punkte", "en": "15 points meet the minimum of 15"},
        ),
        (
            "out-without-a-canasta",
            {"canastas": "now"},
            "out.canastas-needed",
            {"de": "ein Canasta", "en": "it has one canasta, and one is enough"},
        ),
        (
            "jokers-to-open",
            {"wilds": "one"},
            "initial.wild-allowed",
            {"de": "Wilde Karten", "en": "Wild cards may be part of the initial meld"},
        ),
        (
            "red-threes-to-open",
            {},
            "initial.card-values-only",
            {"de": "30", "en": "the cards you lay down are worth 30"},
        ),
        (
            "cards-in-a-canasta",
            {"canasta": "natural"},
            "canasta.natural-bonus",
            {"de": "Reine Canastas 500", "en": "Natural canastas 500"},
        ),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_reason_is_what_the_table_quarrels_about(
    language: str, slug: str, chosen: dict[str, str], rule: str, said: dict[str, str]
) -> None:
    with override(language):
        told = reason(slug, **chosen)
        assert told.rule == rule
        assert said[language] in texts(told)


def test_what_was_not_chosen_is_not_told() -> None:
    with override("en"):
        assert texts(reason("how-many-wild-cards")) == (
            "A meld holds at most three wild cards, and so does a canasta."
        )
        assert "holds two wild cards" in texts(reason("how-many-wild-cards", wilds="two", naturals="three"))


def test_of_two_broken_rules_the_one_that_holds_whatever_else_was_so_is_told() -> None:
    assert reason("pile-with-a-joker", frozen="yes").rule == "freeze.take-natural-pair-only"
    assert standing(QUARRELS["pile-with-a-joker"], CLASSIC, {"frozen": "yes"}).is_settled


@pytest.mark.parametrize(
    ("slug", "rules", "chosen", "rule", "said"),
    [
        (
            "cards-in-a-canasta",
            "classic",
            {"canasta": "jokers"},
            "wild.only-with-naturals",
            {"de": "Wilde Karten allein sind keine Meldung.", "en": "Wild cards alone are not a meld."},
        ),
        (
            "second-joker-to-go-out",
            "samba",
            {"canastas": "yes", "wilds": "three"},
            "wild.max-per-meld",
            {"de": "höchstens zwei wilde Karten", "en": "at most two wild cards"},
        ),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_what_cannot_come_up_is_told_by_the_rule_that_keeps_it_from_lying_there(
    language: str, slug: str, rules: str, chosen: dict[str, str], rule: str, said: dict[str, str]
) -> None:
    with override(language):
        told = reason(slug, rules, **chosen)
        assert told.rule == rule
        assert said[language] in texts(told)


ALONE = (RULE_SETS["classic-2p"], replace(CLASSIC, hand_size=((3, 13),), permission="none"))


@pytest.mark.parametrize("rules", ALONE, ids=["two", "three"])
@pytest.mark.parametrize(
    ("slug", "chosen"),
    [
        ("partner-said-no", {}),
        ("partner-said-no", {"answer": "no"}),
        ("partner-has-opened", {"opened": "yes"}),
        ("partner-has-opened", {"opened": "no"}),
        ("add-to-the-opponents", {"whose": "partner"}),
    ],
)
def test_who_plays_alone_has_no_quarrel_about_a_partner(
    slug: str, chosen: dict[str, str], rules: RuleSet
) -> None:
    now = standing(QUARRELS[slug], rules, chosen)
    assert now.is_settled
    assert now.found is None
    for language, said in {"de": "hat niemand einen Partner", "en": "nobody has a partner"}.items():
        with override(language):
            assert said in texts(reason_for(now))
    theirs = standing(QUARRELS["add-to-the-opponents"], rules, {"whose": "theirs"})
    assert theirs.found is not None


def test_no_word_of_a_partner_is_asked_where_nobody_has_one() -> None:
    """What is asked of everybody holds for everybody."""
    for entry in QUARRELS.values():
        if entry.with_partner:
            continue
        for one in entry.decide:
            assert "partner" not in f"{one.ask.de} {one.ask.en}".lower(), entry.slug
            for choice in one.choice:
                told = f"{choice.words.de} {choice.words.en}".lower()
                assert ("partner" in told) is choice.with_partner, (entry.slug, choice.key)


def test_the_rule_to_read_on_speaks_of_no_partnership_where_nobody_has_a_partner() -> None:
    with override("en"):
        told = rule_on_card("pickup.add-to-meld", RULE_SETS["classic-2p"])
        assert "side" not in told, told
        assert "your side’s melds" in rule_on_card("pickup.add-to-meld", CLASSIC)


def test_score_beyond_the_target_cannot_come_up_because_the_game_is_over() -> None:
    told = reason("enough-to-open", score="top", points="ninety")
    assert told.rule == "game.target"
