"""What the coach says is held against what is really there."""

from __future__ import annotations

import pytest

from engine.law.variants import CLASSIC, rule_set
from engine.notation.position_line import parse_rules
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark
from lessons.coaching.themes.dead_rank import DeadRank
from tests import coached


@pytest.mark.parametrize("name", ["classic", "samba", "classic-2p"])
def test_what_is_proved_is_true(name: str) -> None:
    made, possible, spoken = coached.watch(rule_set(name), 4, "true")
    assert len(made) > 20
    assert possible
    assert sum(spoken.values()) > 20


@pytest.mark.parametrize(
    "rules",
    [
        "classic{naturals_must_outnumber=true,canastas_to_go_out=2}",
        "classic{wild_discard_effect=block_next,pickup_before_initial=never}",
        "samba{max_wilds=1}",
        "classic-2p{permission=none,black_three_meld=never}",
        "global-trade{target=3000}",
    ],
)
def test_under_house_rules_it_is_true_too_and_no_chance_is_stated(rules: str) -> None:
    made, possible, spoken = coached.watch(parse_rules(rules), 3, "true")
    assert not made
    assert not possible
    assert sum(spoken.values()) > 10


def test_an_untrue_sentence_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def look(theme: DeadRank, moment: Moment) -> Remark | None:
        return theme.remark("good", rank="K", seen=8, of=8) if moment.move.verb == "discard" else None

    monkeypatch.setattr(DeadRank, "look", look)
    with pytest.raises(AssertionError, match="dead-rank"):
        coached.watch(CLASSIC, 4, "true")


def test_a_chance_that_does_not_come_true_is_far_off() -> None:
    assert coached.furthest([(10, 0.5, 0.46), (10, 0.7, 0.79)]) == pytest.approx(0.09)
