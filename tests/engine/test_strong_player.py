"""The player that samples, the worlds it looks at, the policy that plays them on and the value where they stop."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.law.actions import Move
from engine.law.cards import RED_THREE_KIND
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.players.deciding import Decision
from engine.play.players.player import RulePlayer
from engine.play.players.playout import Playout
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.style import CAREFUL
from engine.play.players.table import play_deal
from engine.play.players.valuing import FEATURES, WEIGHTS, worth
from engine.play.players.worlds import Worlds
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import CannotSimulate, why_not
from engine.play.view import Memory, View, view_of_simulation
from tests import fitting
from tests.engine.test_players import dealt_by, permuted
from tests.lockstep import BY_RANK, random_house_rules

LITTLE = Sampling(batches=(3, 3), turns=2)


def begun(rules: RuleSet, seed: str) -> Simulation:
    """A deal before its first turn."""
    dealt = dealt_by(rules, seed)
    return Simulation.begin(dealt, rules, scores=[0, 1500, 0, 0, 0, 0][: rules_sides(dealt.hands)])


def rules_sides(hands: Sequence[object]) -> int:
    return 3 if len(hands) == 3 else 2


def turns_of(rules: RuleSet, seed: str) -> list[tuple[Simulation, Memory]]:
    """Every decision of a deal between careful players: the deal and what is remembered."""
    sim, memory, found = begun(rules, seed), Memory.of_table(len(dealt_by(rules, seed).hands)), []
    player = RulePlayer(CAREFUL)
    while not sim.over:
        found.append((sim.copy(), memory.copy()))
        move = player.choose(view_of_simulation(sim, memory), legal_moves(sim)).move
        memory.note(sim.seat, move, sim.pile)
        sim.apply(move, answer="no")
    return found


# The policy


class Checked(Simulation):
    """A deal that refuses what is not legal."""

    __slots__ = ()

    def apply(self, move: Move, *, answer: str | None = None) -> None:
        assert move in legal_moves(self), f"{move} is not legal here: {self.hands[self.seat]}"
        super().apply(move, answer=answer)


@pytest.mark.parametrize("name", BY_RANK)
def test_policy_makes_only_legal_moves(name: str) -> None:
    for number in range(3):
        _play_checked(rule_set(name), f"{name} {number}")


def test_policy_makes_only_legal_moves_under_random_house_rule_sets() -> None:
    played = 0
    for number in range(40):
        rules = random_house_rules(Random(f"policy {number}"))
        if not why_not(rules):
            _play_checked(rules, f"house {number}")
            played += 1
    assert played > 30


def _play_checked(rules: RuleSet, seed: str) -> None:
    sim = begun(rules, seed)
    checked = object.__new__(Checked)
    for name in Simulation.__slots__:
        setattr(checked, name, getattr(sim, name))
    Playout(rules).play(checked)
    assert checked.over


def test_policy_plays_so_many_turns() -> None:
    sim = begun(CLASSIC, "turns")
    Playout(CLASSIC).play(sim, turns=6)
    assert (sim.seat, sim.phase, sim.over) == (2, "draw", False)


# Worlds


@pytest.mark.parametrize("name", ["classic", "classic-2p", "global-trade"])
def test_worlds_show_the_player_what_the_deal_shows(name: str) -> None:
    rng, reds_in_hands = Random(name), 0
    for sim, memory in turns_of(rule_set(name), name):
        view = view_of_simulation(sim, memory)
        world = Worlds(view).deal(rng)
        seen = view_of_simulation(world, memory)
        assert replace(seen, turn=None) == replace(view, turn=None)
        assert legal_moves(world) == legal_moves(sim)
        for seat, known in enumerate(memory.known):
            assert all(a >= b for a, b in zip(world.hands[seat], known, strict=True)) or seat == sim.seat
        assert _cards(world) == _cards(sim)
        reds_in_hands += sum(hand[RED_THREE_KIND] for hand in world.hands[1:])
    assert reds_in_hands or name != "classic"


def _cards(sim: Simulation) -> Counter[int]:
    """The cards that are not on the table."""
    found = Counter(sim.stock[sim.drawn :])
    for hand in sim.hands:
        found.update({kind: count for kind, count in enumerate(hand) if count})
    return found


def test_red_threes_lie_in_the_stock_once_everybody_has_played() -> None:
    sim, memory = turns_of(CLASSIC, "reds")[-1]
    worlds, rng = Worlds(view_of_simulation(sim, memory)), Random(1)
    assert not any(hand[RED_THREE_KIND] for _ in range(20) for hand in worlds.deal(rng).hands)


def test_worlds_are_for_who_is_to_act() -> None:
    sim, memory = turns_of(CLASSIC, "mine")[3]
    with pytest.raises(ValueError, match="only who is to act"):
        Worlds(view_of_simulation(sim, memory, (sim.seat + 1) % 4))


# The value


def test_value_of_a_deal_that_is_over_is_what_it_was_won_by() -> None:
    sim = begun(CLASSIC, "over")
    Playout(CLASSIC).play(sim)
    first, second = sim.totals()
    assert (worth(sim, 0), worth(sim, 1)) == (first - second, second - first)


def test_value_tells_more_than_the_bare_points() -> None:
    assert len(WEIGHTS) == len(FEATURES)
    rows = fitting.rows(CLASSIC, 60, "test")
    said = [(sum(a * b for a, b in zip(WEIGHTS, row, strict=True)), end) for row, end in rows]
    bare = [(row[0], end) for row, end in rows]
    assert fitting.correlation(said) > fitting.correlation(bare) > 0


def test_fitting_finds_the_weights_that_made_the_data() -> None:
    rng = Random("weights")
    wanted = [rng.uniform(-5, 5) for _ in FEATURES]
    rows = [[rng.uniform(-9, 9) for _ in FEATURES] for _ in range(300)]
    data = [(row, sum(a * b for a, b in zip(row, wanted, strict=True))) for row in rows]
    assert fitting.fitted(data) == pytest.approx(wanted, abs=0.05)


# The player


def test_strong_player_plays_the_same_whatever_is_hidden_and_however_often_it_is_asked() -> None:
    rng, player, reasons = Random("hidden"), StrongPlayer(sampling=LITTLE), Counter[str]()
    for sim, memory in turns_of(CLASSIC, "strong")[::3]:
        moves = legal_moves(sim)
        decision = player.choose(view_of_simulation(sim, memory), moves)
        other = permuted(sim, memory, rng)
        assert player.choose(view_of_simulation(other, memory), moves) == decision
        assert player.choose(view_of_simulation(sim, memory), moves) == decision
        reasons[decision.reason] += 1
    assert reasons["sampled"]
    assert len(reasons) > 2


def test_strong_player_leaves_the_usual_move_only_where_another_is_clearly_better() -> None:
    wary, eager = Sampling(batches=(4,), clear=1e9), Sampling(batches=(4,), clear=-1e9)
    left = 0
    for sim, memory in turns_of(CLASSIC, "clear")[::5]:
        view, moves = view_of_simulation(sim, memory), legal_moves(sim)
        usual = RulePlayer(CAREFUL).choose(view, moves)
        assert StrongPlayer(sampling=wary).choose(view, moves) == usual
        left += StrongPlayer(sampling=eager).choose(view, moves) != usual
    assert left > 3


def test_strong_player_says_by_how_much_and_in_how_many_worlds() -> None:
    player = StrongPlayer(sampling=LITTLE)
    decisions = [
        player.choose(view_of_simulation(sim, memory), legal_moves(sim))
        for sim, memory in turns_of(CLASSIC, "said")[::2]
    ]
    said = [decision.facts for decision in decisions if decision.reason == "sampled"]
    assert said
    assert all(facts["worlds"] in (3, 6) and facts["gain"] >= 0 for facts in said)


@pytest.mark.parametrize("name", RULE_SETS)
def test_strong_player_plays_lawfully_in_every_rule_set(name: str) -> None:
    rules = rule_set(name)
    dealt = dealt_by(rules, f"lawful {name}")
    seats = [StrongPlayer(sampling=Sampling(batches=(2,), turns=1)) for _ in dealt.hands]
    deal = Deal.begin(dealt, rules, scores=[0] * rules_sides(dealt.hands))
    assert play_deal(deal, seats).over


@pytest.mark.parametrize("name", ["samba", "house-sperr-1500"])
def test_strong_player_is_the_careful_one_where_nothing_can_be_simulated(name: str) -> None:
    rules = rule_set(name)
    careful, strong = RulePlayer(CAREFUL), StrongPlayer()

    class Both:
        def choose(self, view: View, moves: Sequence[Move]) -> Decision:
            assert strong.choose(view, moves) == careful.choose(view, moves)
            return careful.choose(view, moves)

        def answer(self, view: View) -> bool:
            assert strong.answer(view) == careful.answer(view)
            return True

    with pytest.raises(CannotSimulate):
        Playout(rules)
    deal = Deal.begin(dealt_by(rules, "both"), rules, scores=(0, 0))
    assert play_deal(deal, [Both()] * 4).over
