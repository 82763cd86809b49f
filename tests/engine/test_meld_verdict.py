"""Cards judged by themselves agree with the same cards laid in a turn where nothing else can be wrong."""

from __future__ import annotations

from random import Random

import pytest

from engine.judging.judge import judge
from engine.judging.meld_verdict import judge_meld
from engine.law.cards import full_deck
from engine.law.errors import EngineError
from engine.law.variants import RULE_SETS, rule_set
from engine.notation.position_line import parse_position
from engine.notation.text import format_cards

SHAPE = ("meld.", "wild.", "samba.", "black3.meld-size", "black3.no-wild", "red3.not-a-meld", "house.joker")


def random_cards(rng: Random, rules) -> tuple:
    """Few ranks of few suits, so that many of them make a meld or nearly do."""
    deck = full_deck(packs=rules.packs, jokers=rules.jokers)
    kind = rng.choice(("rank", "run", "threes", "wild", "mixed"))
    suit, low = rng.choice("cdhs"), rng.randint(0, 8)
    ranks = rng.sample("3456789TJQKA2", 3)
    chosen = {
        "rank": [c for c in deck if c.rank == ranks[0] or (c.is_wild and rng.random() < 0.2)],
        "run": [c for c in deck if c.suit == suit and low <= c.kind < low + 6],
        "threes": [c for c in deck if c.is_black_three or (c.is_wild and rng.random() < 0.1)],
        "wild": [c for c in deck if c.is_wild],
        "mixed": [c for c in deck if c.rank in ranks or c.is_wild],
    }[kind]
    return tuple(rng.sample(chosen, min(len(chosen), rng.randint(2, 8))))


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_meld_by_itself_is_judged_as_in_a_turn(name):
    rules = rule_set(name)
    rng = Random(name)
    legal = 0
    for _ in range(400):
        cards = random_cards(rng, rules)
        position = parse_position(
            f"{name} | play | hand {format_cards(cards)} | own 300 opened | stock 30 | melded yes"
        )
        judged = judge(position, [f"meld {format_cards(cards)}"], remedy=False, unfinished=True)
        expected = {f.rule for f in judged.broken if f.action == 0 and f.rule.startswith(SHAPE)}
        found = judge_meld(cards, rules)
        if rules.black_three_meld == "never" and found.sort == "threes":
            assert found.legal is False
            continue
        assert {f.rule for f in found.findings if not f.holds} == expected, format_cards(cards)
        legal += found.legal is True
    assert legal > 20


def test_text_that_is_not_cards_is_refused():
    with pytest.raises(EngineError, match="is not a card"):
        judge_meld("Kh Kd Kx", rule_set("classic"))
