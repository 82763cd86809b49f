"""The player that samples, the worlds it looks at, the policy that plays them on and the value where they stop."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.law.actions import (
    FIRST_SEQUENCE,
    NATURAL_KINDS,
    RANK_COUNT,
    Move,
    Run,
    meant_as_run,
    sequence_length,
)
from engine.law.cards import RED_THREE_KIND
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.players.deciding import Asked, Decision
from engine.play.players.player import RulePlayer
from engine.play.players.playing_on import playout_of
from engine.play.players.playout import Playout
from engine.play.players.strong import Sampling, StrongPlayer
from engine.play.players.style import CAREFUL
from engine.play.players.table import play_deal
from engine.play.players.valuing import FEATURES, WEIGHTS, WEIGHTS_WITH_SEQUENCES, worth
from engine.play.players.worlds import Worlds
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import CannotSimulate, why_not
from engine.play.view import Memory, View, view_of_simulation
from tests import fitting, foretelling
from tests.engine.test_players import dealt_by, kind, permuted, table
from tests.lockstep import BY_RANK, PLAYED, WITH_SEQUENCES, random_house_rules

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


class CheckedWithSuits(Checked, SuitedSimulation):
    """The same where there are sequences."""

    __slots__ = ()


@pytest.mark.parametrize("name", PLAYED)
def test_policy_makes_only_legal_moves(name: str) -> None:
    for number in range(3):
        _play_checked(rule_set(name), f"{name} {number}")


def test_policy_makes_only_legal_moves_under_random_house_rule_sets() -> None:
    played = 0
    for number in range(50):
        rules = random_house_rules(Random(f"policy {number}"), WITH_SEQUENCES if number < 10 else BY_RANK)
        if not why_not(rules):
            _play_checked(rules, f"house {number}")
            played += 1
    assert played > 40


def _play_checked(rules: RuleSet, seed: str) -> None:
    dealt = dealt_by(rules, seed)
    checked = (CheckedWithSuits if rules.sequences else Checked)()
    checked.lay_out(dealt, rules, scores=[0, 1500, 0, 0, 0, 0][: rules_sides(dealt.hands)])
    playout_of(rules).play(checked)
    assert checked.over
    if isinstance(checked, SuitedSimulation):
        by_rank = [[sum(suited[kind::RANK_COUNT]) for kind in NATURAL_KINDS] for suited in checked.suited]
        assert by_rank == [hand[: len(NATURAL_KINDS)] for hand in checked.hands]


def test_policy_lays_sequences_completes_them_and_takes_the_pile_onto_them() -> None:
    policy, found = playout_of(rule_set("samba")), Counter[str]()
    for number in range(40):
        sim = begun(rule_set("samba"), f"sequences {number}")
        while not sim.over:
            before = sim.sequences[:]
            policy.play_turn(sim)
            for side in range(2):
                found["longer"] += (
                    len(before[side]) == len(sim.sequences[side]) and before[side] != sim.sequences[side]
                )
        lengths = [sequence_length(number) for side in range(2) for number in sim.sequences[side]]
        found["begun"] += len(lengths)
        found["whole"] += lengths.count(7)
    assert found["whole"] > 5
    assert found["begun"] > 80
    assert found["longer"] > 40


def test_policy_without_sequences_refuses_a_rule_set_with_them() -> None:
    with pytest.raises(CannotSimulate, match="sequences"):
        Playout(rule_set("samba"))


def test_policy_plays_so_many_turns() -> None:
    sim = begun(CLASSIC, "turns")
    Playout(CLASSIC).play(sim, turns=6)
    assert (sim.seat, sim.phase, sim.over) == (2, "draw", False)


# Worlds


@pytest.mark.parametrize("name", ["classic", "classic-2p", "global-trade", "samba"])
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
        if isinstance(world, SuitedSimulation):
            assert isinstance(sim, SuitedSimulation)
            _same_suits(world, sim)
        reds_in_hands += sum(hand[RED_THREE_KIND] for hand in world.hands[1:])
    assert reds_in_hands or name != "classic"


def _same_suits(world: SuitedSimulation, sim: SuitedSimulation) -> None:
    """What is seen has its suits; every card has one, and none is there more often than the deck has it."""
    assert world.suited[sim.seat] == sim.suited[sim.seat]
    assert (world.fine_pile, world.fresh_sequences) == (sim.fine_pile, sim.fresh_sequences)
    for hand, suited in zip(world.hands, world.suited, strict=True):
        assert [sum(suited[kind::RANK_COUNT]) for kind in NATURAL_KINDS] == hand[: len(NATURAL_KINDS)]
    kinds = [
        fine % RANK_COUNT if fine >= 0 else kind
        for fine, kind in zip(world.fine_stock, world.stock, strict=True)
    ]
    assert kinds == list(world.stock)
    every = [sum(each) for each in zip(*world.suited, strict=True)]
    seen = Counter([fine for fine in (*world.fine_stock, *world.fine_pile) if fine >= 0])
    for sequences in world.sequences:
        for number in sequences:
            seen.update(Run.lying(number).fine)
    assert all(count + seen[fine] <= sim.rules.packs for fine, count in enumerate(every))


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


def test_worlds_give_the_next_side_what_it_melded_and_nobody_what_was_thrown() -> None:
    """Kings lie before the own side, eights before the next one, and the partner has thrown a nine away."""
    sim = table("Ah Jc", "4c", own={"K": (4, 0, 0)}, theirs={"8": (4, 0, 0)})
    sim.apply(Move("draw"))
    memory = Memory.of_table(4)
    memory.note(2, Move("discard", (kind("9"),)), [])
    view, held = view_of_simulation(sim, memory), Counter[tuple[bool, int, str]]()
    for weighted in (False, True):
        worlds, rng = Worlds(view, weighted=weighted), Random("weighted")
        for _ in range(300):
            world = worlds.deal(rng)
            for seat, name in ((2, "K"), (3, "8"), (2, "8"), (2, "9"), (3, "9")):
                held[weighted, seat, name] += world.hands[seat][kind(name)]
    assert held[True, 2, "K"] < 0.5 * held[False, 2, "K"]
    assert held[True, 2, "8"] > 1.2 * held[False, 2, "8"]
    assert held[True, 3, "8"] < 0.5 * held[False, 3, "8"]
    assert held[True, 2, "9"] < 0.7 * held[False, 2, "9"]
    assert held[True, 3, "9"] == pytest.approx(held[False, 3, "9"], rel=0.25)


@pytest.mark.parametrize("name", ["classic", "classic-2p", "samba"])
def test_hidden_hands_are_foretold_better_than_by_the_cards_alone(name: str) -> None:
    looked_at = list(foretelling.turns(rule_set(name), 8, "test"))
    for view, cards in looked_at:
        assert len(cards) == sum(view.unseen()[:RED_THREE_KIND])
    gains = foretelling.gains(looked_at)
    assert sum(gains) / len(gains) > 0.5


# The value


@pytest.mark.parametrize("name", ["classic", "samba"])
def test_value_of_a_deal_that_is_over_is_what_it_was_won_by(name: str) -> None:
    sim = begun(rule_set(name), "over")
    playout_of(rule_set(name)).play(sim)
    first, second = sim.totals()
    assert (worth(sim, 0), worth(sim, 1)) == (first - second, second - first)


@pytest.mark.parametrize(("name", "weights"), [("classic", WEIGHTS), ("samba", WEIGHTS_WITH_SEQUENCES)])
def test_value_tells_more_than_the_bare_points(name: str, weights: Sequence[float]) -> None:
    rows = fitting.rows(rule_set(name), 60, "test")
    said = [(sum(a * b for a, b in zip(weights, row, strict=True)), end) for row, end in rows]
    bare = [(row[0], end) for row, end in rows]
    assert fitting.correlation(said) > fitting.correlation(bare) > 0


def test_fitting_finds_the_weights_that_made_the_data() -> None:
    rng = Random("weights")
    wanted = [rng.uniform(-5, 5) for _ in FEATURES]
    rows = [[rng.uniform(-9, 9) for _ in FEATURES] for _ in range(300)]
    data = [(row, sum(a * b for a, b in zip(row, wanted, strict=True))) for row in rows]
    assert fitting.fitted(data) == pytest.approx(wanted, abs=0.05)


# The player


@pytest.mark.parametrize("name", ["classic", "samba"])
def test_strong_player_plays_the_same_whatever_is_hidden_and_however_often_it_is_asked(name: str) -> None:
    rng, player, reasons = Random("hidden"), StrongPlayer(sampling=LITTLE), Counter[str]()
    for sim, memory in turns_of(rule_set(name), "strong")[::3]:
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
    for sim, memory in turns_of(CLASSIC, "clearly")[::2]:
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


def test_strong_player_tries_every_sequence_and_one_suit_of_a_rank() -> None:
    tried = Counter[str]()
    deals = [turns_of(rule_set("samba"), seed) for seed in ("tries", "tries more")]
    for sim, memory in itertools.chain(*deals):
        view, moves = view_of_simulation(sim, memory), legal_moves(sim)
        usual = RulePlayer(CAREFUL).choose(view, moves)
        others = StrongPlayer().candidates(Asked(view, moves, CAREFUL), usual.move)
        discards = [move.kinds[0] for move in others if move.verb == "discard"]
        assert len(set(discards)) == len(discards)
        runs = [move for move in others if move.target >= FIRST_SEQUENCE or meant_as_run(move.fine)]
        tried["sequences"] += bool(runs)
        tried["discards"] += bool(discards)
    assert tried["sequences"] > 2
    assert tried["discards"] > 15


def test_strong_player_is_the_careful_one_where_nothing_can_be_simulated() -> None:
    rules = rule_set("house-sperr-1500")
    careful, strong = RulePlayer(CAREFUL), StrongPlayer()

    class Both:
        def choose(self, view: View, moves: Sequence[Move]) -> Decision:
            assert strong.choose(view, moves) == careful.choose(view, moves)
            return careful.choose(view, moves)

        def answer(self, view: View) -> bool:
            assert strong.answer(view) == careful.answer(view)
            return True

    with pytest.raises(CannotSimulate):
        playout_of(rules)
    deal = Deal.begin(dealt_by(rules, "both"), rules, scores=(0, 0))
    assert play_deal(deal, [Both()] * 4).over
