"""The simulator plays what the deal that counts plays, move by move, and says which rule sets it does not play."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, KIND_COUNT
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, rule_set
from engine.play.game import deal_cards, shuffled_deck
from engine.play.simulator import ending, moves
from engine.play.simulator.looking import turn_of
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.state import Simulation
from engine.play.simulator.tables import CannotSimulate, why_not
from engine.reach import finishing
from engine.reach.finishing import can_go_out
from engine.reach.runs import Spend, nothing_counted
from engine.turn.state import Counts
from engine.turn.turn import Turn
from tests.lockstep import PLAYED, Parted, Seen, play_many, play_together, random_house_rules

HOUSE_RULE_SETS = 600


def new_simulation(seed: int, rules: RuleSet = CLASSIC) -> Simulation:
    players = rules.default_players
    dealt = deal_cards(shuffled_deck(rules, Random(seed)), rules, players=players)
    return Simulation.begin(dealt, rules, scores=(0, 1500))


@pytest.mark.parametrize("name", PLAYED)
def test_simulated_deals_are_those_that_count(name: str) -> None:
    seen = play_many(20, f"test {name}", rule_set(name))
    assert seen.deals == 20
    assert seen.steps > 1000


def test_simulated_deals_of_random_house_rule_sets_are_those_that_count() -> None:
    seen = play_many(160, "test house", None)
    assert seen.deals + seen.refused.total() == 160


def test_simulated_deals_of_house_rule_sets_with_sequences_are_those_that_count() -> None:
    seen = play_many(40, "test sequences", None, ("samba",))
    assert seen.deals + seen.refused.total() == 40
    assert seen.deals > 30


@pytest.mark.parametrize("most", [3, 4])
def test_nobody_goes_out_with_more_black_threes_than_lie_in_melds(most: int) -> None:
    """Five black threes are no two melds of three, nor one of so many: whoever asked with them could not go on."""
    rules = rule_set("samba").changed({"black_three_meld_max": most})
    sim = Simulation.begin(
        deal_cards(shuffled_deck(rules, Random(1)), rules, players=4), rules, scores=(0, 0)
    )
    turn = turn_of(sim)
    turn.phase, turn.opened = "play", True
    turn.melds = {8: (7, 0, 0), 9: (7, 0, 0)}
    turn.hand, turn.suited = [0] * KIND_COUNT, [0] * 44
    ways_out = []
    for threes in range(1, 9):
        turn.hand[BLACK_THREE_KIND] = threes
        ways_out.append(can_go_out(turn))
    # One may be the discard.
    lie = {0, 3, 6} if most == 3 else {0, 3, 4, 6, 7, 8}
    assert ways_out == [threes in lie or threes - 1 in lie for threes in range(1, 9)]


def test_house_deal_in_which_somebody_asked_with_five_black_threes_is_played_to_its_end() -> None:
    changes = {"jokers": 2, "black_three_meld_max": 3, "one_card_pile": "forbidden_while_stock"}
    seen = Seen()
    play_together(rule_set("samba").changed(changes), "0-54", seen)
    assert seen.deals == 1


def test_sets_are_not_joined_where_the_minimum_could_not_be_reached_then() -> None:
    """Two wild cards and one, and a joker in the hand: as one set they have no room for it, and 110 are no 120."""
    changes = {
        "wild_only_melds": "any",
        "bonus_wild": {"jokers": 2000, "twos": 1000, "mixed": 1500},
        "concealed_needs_own_canasta": False,
    }
    seen = Seen()
    play_together(rule_set("global-trade").changed(changes), "t13-3-636", seen)
    assert seen.deals == 1


def test_deal_ends_where_it_is_open_whether_the_last_pile_must_be_taken() -> None:
    """No text names the minimum of this side: taking the pile is not legal for certain, nor is leaving it."""
    rules = rule_set("overview").changed({"empty_stock_forced_take": "any_possible_meld"})
    seen = play_many(40, "stuck", rules)
    assert seen.deals == 40
    assert seen.ends["stock"] > 30


def test_refused_are_at_most_one_in_twenty_random_house_rule_sets() -> None:
    refused = [why_not(random_house_rules(Random(f"refusing {n}"))) for n in range(HOUSE_RULE_SETS)]
    assert set(refused) == {"", "colours-of-twos"}
    assert HOUSE_RULE_SETS - refused.count("") <= HOUSE_RULE_SETS / 20


@pytest.mark.parametrize(
    ("name", "reason"),
    [("house-sperr-1500", "colours-of-twos")],
)
def test_rule_sets_that_are_not_played_are_refused_by_name(name: str, reason: str) -> None:
    rules = rule_set(name)
    dealt = deal_cards(shuffled_deck(rules, Random(1)), rules, players=4)
    with pytest.raises(CannotSimulate, match=f"{name}: {reason}") as refusal:
        Simulation.begin(dealt, rules, scores=(0, 0))
    assert refusal.value.reason == reason


@pytest.mark.parametrize("name", ["classic", "wiener", "samba"])
def test_who_can_go_out_is_told_as_the_engine_tells_it(name: str) -> None:
    """The answer from counts is the one of :mod:`engine.reach.finishing`, also where no list of moves asks for it."""
    told: Counter[bool] = Counter()
    for seed in range(25):
        sim, rng = new_simulation(seed, rule_set(name)), Random(seed)
        while not sim.over:
            if sim.phase == "play":
                found = ending.can_go_out(sim, sim.hands[sim.seat], sim.melds[sim.side])
                assert found == can_go_out(turn_of(sim)), (seed, sim.hands[sim.seat], sim.melds[sim.side])
                told[found] += 1
            sim.apply(rng.choice(legal_moves(sim)), answer="yes")
    assert told[True] > 20
    assert told[False] > 200


@pytest.mark.parametrize(("name", "most"), [("classic", 6), ("samba", 11)])
def test_who_can_go_out_is_mostly_told_from_counts(
    name: str, most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To ask the engine takes as long as ten lists of moves; it is asked a few times a deal."""
    asked, ask, deals = [], finishing.can_go_out, 12

    def counted(turn: Turn, spend: Spend = nothing_counted) -> bool:
        asked.append(turn)
        return ask(turn, spend)

    monkeypatch.setattr(finishing, "can_go_out", counted)
    for seed in range(deals):
        sim, rng = new_simulation(seed, rule_set(name)), Random(seed)
        while not sim.over:
            sim.apply(rng.choice(legal_moves(sim)), answer="no")
    assert 0 < len(asked) <= most * deals


def test_lockstep_notices_a_move_that_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = moves._list_adds

    def all_but_the_first(
        sim: Simulation, hand: list[int], melds: dict[int, Counts], found: list[Move]
    ) -> None:
        before = len(found)
        complete(sim, hand, melds, found)
        del found[before : before + 1]

    monkeypatch.setattr(moves, "_list_adds", all_but_the_first)
    with pytest.raises(Parted, match="moves"):
        play_many(5, "missing", CLASSIC)


def test_lockstep_notices_a_card_that_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    counted = Simulation._total
    monkeypatch.setattr(Simulation, "_total", lambda sim, side: counted(sim, side) + 5 * side)
    with pytest.raises(Parted, match="scores"):
        play_many(2, "uncounted", CLASSIC)


def test_copy_is_a_deal_of_its_own() -> None:
    sim, rng = new_simulation(3), Random(3)
    for _ in range(30):
        sim.apply(rng.choice(legal_moves(sim)), answer="no")
    kept = sim.copy()
    before = (kept.hands[0][:], dict(kept.melds[0]), kept.pile[:], kept.seat, kept.totals())
    while not sim.over:
        sim.apply(rng.choice(legal_moves(sim)), answer="no")
    assert (kept.hands[0], kept.melds[0], kept.pile, kept.seat, kept.totals()) == before
    assert not kept.over
    assert legal_moves(sim) == []


def test_cards_are_kept_through_a_deal() -> None:
    sim, rng = new_simulation(4), Random(4)
    while not sim.over:
        sim.apply(rng.choice(legal_moves(sim)), answer="yes")
        cards = sum(map(sum, sim.hands)) + len(sim.pile) + sim.stock_left + sum(sim.red_threes)
        assert (
            cards + sum(sum(counts) for melds in sim.melds for counts in melds.values()) == CLASSIC.deck_size
        )
