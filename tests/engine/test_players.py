"""The players by rules: lawful, blind to what is hidden, and with the sense that their styles claim."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from engine.law.actions import NATURAL_KINDS, RANK_COUNT, Move
from engine.law.cards import KIND_COUNT, KIND_NAMES, RED_THREE_KIND, Card, card
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS, rule_set
from engine.play.deal import Deal, DealtCards
from engine.play.game import deal_cards, shuffled_deck
from engine.play.players import going_out
from engine.play.players.deciding import Decision, chance_of
from engine.play.players.fearing import Fear, Risk
from engine.play.players.player import RulePlayer
from engine.play.players.style import BEGINNER, CAREFUL, QUICK, SLOW, STYLES, Style
from engine.play.players.table import play_deal, play_simulation
from engine.play.simulator.moves import legal_moves
from engine.play.simulator.runs import SuitedSimulation
from engine.play.simulator.state import Simulation
from engine.play.view import Memory, View, view_of_simulation
from tests import calibration
from tests.duplicate import play_match
from tests.mixtures import play_one

FILLER = "4c 5c 6c 8c 9c Tc Jc Qc 7d 4d"
STOCK = "5d 6d 8d 9d Td Jd Qd Kd 7h 4h 5h 6h"


def mixture(seed: str, seats: int) -> list[RulePlayer]:
    rng = Random(seed)
    return [RulePlayer(rng.choice(list(STYLES.values()))) for _ in range(seats)]


def dealt_by(rules: RuleSet, seed: str) -> DealtCards:
    return deal_cards(shuffled_deck(rules, Random(seed)), rules, players=rules.default_players)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(card(each) for each in text.split())


def kind(name: str) -> int:
    return KIND_NAMES.index(name)


def table(
    hand: str,
    pile: str,
    *,
    own: dict[str, tuple[int, int, int]] | None = None,
    theirs: dict[str, tuple[int, int, int]] | None = None,
    partner: str = FILLER,
    opponents: str = FILLER,
    score: int = 0,
) -> Simulation:
    """A classic deal in the middle: the player's hand, the pile, and what lies before both sides."""
    dealt = DealtCards(
        (cards(hand), cards(opponents), cards(partner), cards(opponents)), cards(pile), cards(STOCK)
    )
    sim = Simulation.begin(dealt, CLASSIC, scores=(score, 0))
    sim.melds = [{kind(name): counts for name, counts in (melds or {}).items()} for melds in (own, theirs)]
    sim.opened = bool(own)
    return sim


def decide(sim: Simulation, style: Style = CAREFUL, *, memory: Memory | None = None) -> Decision:
    view = view_of_simulation(sim, memory or Memory.of_table(4))
    return RulePlayer(style).choose(view, legal_moves(sim))


def after_draw(sim: Simulation) -> Simulation:
    sim.apply(Move("draw"))
    return sim


def discard_of(sim: Simulation, style: Style = CAREFUL) -> tuple[str, str]:
    """The rank that the style discards in the end, and its reason."""
    while True:
        decision = decide(sim, style)
        if decision.move.verb == "discard":
            return KIND_NAMES[decision.move.kinds[0]], decision.reason
        sim.apply(decision.move, answer="no")


# Lawful, and the same on both tables


@pytest.mark.parametrize("name", RULE_SETS)
def test_mixtures_of_styles_end_lawfully_under_the_engine(name: str) -> None:
    reasons: Counter[str] = Counter()
    for number in range(2):
        play_one(rule_set(name), f"test {name} {number}", reasons)
    assert reasons["throw-safe"]


def test_proof_that_does_not_hold_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Fear, "risk", lambda fear, discard: Risk(0.0, proved=True))
    with pytest.raises(AssertionError, match="was called impossible"):
        play_one(CLASSIC, "unproved", Counter())


@pytest.mark.parametrize("name", ["classic", "global-trade", "classic-2p"])
def test_players_play_the_same_deal_in_the_simulator(name: str) -> None:
    rules = rule_set(name)
    for number in range(4):
        dealt = dealt_by(rules, f"both {number}")
        seats = mixture(f"both {number}", len(dealt.hands))
        sim = Simulation.begin(dealt, rules, scores=(0, 1500))
        play_simulation(sim, seats)
        deal = play_deal(Deal.begin(dealt, rules, scores=(0, 1500)), seats)
        assert sim.totals() == tuple(sheet.total for sheet in deal.score().sheets)


class Cheat:
    """A player that discards a red three."""

    def choose(self, view: View, moves: Sequence[Move]) -> Decision:
        return Decision(Move("discard", (RED_THREE_KIND,)), "only-move")

    def answer(self, view: View) -> bool:
        return True


def test_player_that_names_a_move_which_is_not_legal_is_a_programming_error() -> None:
    dealt = dealt_by(CLASSIC, "cheat")
    with pytest.raises(ValueError, match="is not legal here"):
        play_deal(Deal.begin(dealt, CLASSIC, scores=(0, 0)), [Cheat()] * 4)
    with pytest.raises(ValueError, match="is not legal here"):
        play_simulation(Simulation.begin(dealt, CLASSIC, scores=(0, 0)), [Cheat()] * 4)


# What is hidden


def permuted(sim: Simulation, memory: Memory, rng: Random) -> Simulation:
    """The deal with the cards that the player to act cannot know dealt anew; red threes stay in the stock."""
    other = sim.copy()
    unknown: dict[int, list[int]] = {}
    for seat, hand in enumerate(sim.hands):
        if seat != sim.seat:
            free = [hand[k] - memory.known[seat][k] for k in range(RED_THREE_KIND)]
            assert min(free) >= 0, "a card is known that is not there"
            unknown[seat] = [k for k, count in enumerate(free) for _ in range(count)]
    stock = list(sim.stock[sim.drawn :])
    pool = [k for kinds in unknown.values() for k in kinds] + [k for k in stock if k != RED_THREE_KIND]
    rng.shuffle(pool)
    for seat, kinds in unknown.items():
        reds = sim.hands[seat][RED_THREE_KIND]
        other.hands[seat] = [*memory.known[seat][:RED_THREE_KIND], reds]
        for _ in kinds:
            other.hands[seat][pool.pop()] += 1
    dealt = [k if k == RED_THREE_KIND else pool.pop() for k in stock]
    other.stock = (*sim.stock[: sim.drawn], *dealt)
    if isinstance(sim, SuitedSimulation) and isinstance(other, SuitedSimulation):
        permute_suits(sim, other, rng)
    return other


def permute_suits(sim: SuitedSimulation, other: SuitedSimulation, rng: Random) -> None:
    """Deal the suits of the hidden cards anew."""
    hidden = [fine for fine in sim.fine_stock[sim.drawn :] if fine >= 0]
    for seat, suited in enumerate(sim.suited):
        if seat != sim.seat:
            hidden += [fine for fine, count in enumerate(suited) for _ in range(count)]
    rng.shuffle(hidden)
    pools = [[fine for fine in hidden if fine % RANK_COUNT == kind] for kind in NATURAL_KINDS]
    for seat, hand in enumerate(other.hands):
        if seat != sim.seat:
            other.suited[seat] = [0] * len(other.suited[seat])
            for kind in NATURAL_KINDS:
                for _ in range(hand[kind]):
                    other.suited[seat][pools[kind].pop()] += 1
    stock = [pools[kind].pop() if kind < RANK_COUNT else -1 for kind in other.stock[sim.drawn :]]
    other.fine_stock = (*sim.fine_stock[: sim.drawn], *stock)


@pytest.mark.parametrize("style", STYLES.values(), ids=list(STYLES))
def test_what_is_hidden_changes_no_decision(style: Style) -> None:
    rng, player, compared = Random("hidden"), RulePlayer(style), 0
    for number, rules in enumerate((CLASSIC, CLASSIC, rule_set("samba"))):
        sim = Simulation.begin(dealt_by(rules, f"hidden {number}"), rules, scores=(0, 1500))
        memory = Memory.of_table(4)
        while not sim.over:
            moves = legal_moves(sim)
            decision = player.choose(view_of_simulation(sim, memory), moves)
            other = permuted(sim, memory, rng)
            assert legal_moves(other) == moves
            assert player.choose(view_of_simulation(other, memory), moves) == decision
            compared += 1
            memory.note(sim.seat, decision.move, sim.pile)
            sim.apply(decision.move, answer="no")
    assert compared > 100


def test_cards_that_came_with_the_pile_are_remembered_until_they_are_played() -> None:
    memory = Memory.of_table(4)
    king, five = kind("K"), kind("5")
    memory.note(1, Move("take", (five, five)), [king, king, five])
    assert memory.known[1][king] == 2
    assert memory.known[1][five] == 0
    memory.note(1, Move("discard", (king,)), [])
    assert memory.known[1][king] == 1
    assert memory.thrown == [(1, king)]


# Sense


def test_large_pile_is_taken_and_a_small_one_is_left() -> None:
    own = {"K": (3, 0, 0)}
    large = decide(table(f"Ks {FILLER}", "7c 9h 9d 8s 8h Ac Kh", own=own))
    assert (large.move.verb, large.reason) == ("take", "take-large")
    small = decide(table(f"4s {FILLER}", "Kh", own=own))
    assert (small.move.verb, small.reason) == ("draw", "draw-small")
    none = decide(table(f"4s {FILLER}", "Ah", own=own))
    assert (none.move.verb, none.reason) == ("draw", "draw-not-possible")


def test_first_meld_is_opened_with_naturals_before_wild_cards() -> None:
    sim = after_draw(table("Kc Kd Kh Ks Qc Qd Qh 2c JK 4c 6d", "9c"))
    laid = []
    while (decision := decide(sim)).move.verb != "discard":
        laid.append(decision)
        sim.apply(decision.move)
    assert {k for decision in laid for k in decision.move.kinds} == {kind("K"), kind("Q")}
    assert [decision.reason for decision in laid[:2]] == ["open-towards", "open"]


def test_first_meld_of_120_takes_the_wild_cards_that_it_needs() -> None:
    sim = after_draw(table("Ac Ad Kh Ks Qc Qd 7h 2c JK 4c 6d 8c 9s", "9c", score=3000))
    laid = []
    while (decision := decide(sim)).move.verb != "discard":
        laid.append(decision)
        sim.apply(decision.move)
    assert sim.laid >= 120
    assert laid[-1].reason == "open"


def test_canasta_is_completed_also_with_a_wild_card() -> None:
    sim = after_draw(table(f"Kh 2c {FILLER}", "9c", own={"K": (5, 0, 0)}))
    sim.apply(Move("add", (kind("K"),), kind("K")))
    decision = decide(sim)
    assert (decision.move.kinds, decision.reason) == ((kind("2"),), "lay-canasta")


def test_discard_that_fits_a_meld_of_the_next_side_is_feared_by_all_but_beginners() -> None:
    hand = "4h 9c 9d 9h Jc Jd Jh Qs Qh Qd"
    pile = "7c 8h Ad Tc 5s 6h"
    theirs = {"4": (4, 0, 0), "5": (3, 0, 0)}
    assert discard_of(after_draw(table(hand, pile, theirs=theirs, own={"A": (3, 0, 0)}, score=0)))[0] != "4"
    assert discard_of(after_draw(table(hand, pile, theirs=theirs, own={"A": (3, 0, 0)})), BEGINNER)[0] in (
        "4",
        "5",
    )


def test_large_pile_is_stopped_with_a_black_three() -> None:
    hand = "3c 4h 6d 8s Tc Qh 9s 7d"
    theirs = dict.fromkeys("46T8Q975", (3, 0, 0))
    pile = "Kc Ah Ad Jc Js Kh"
    assert discard_of(after_draw(table(hand, pile, theirs=theirs))) == ("3", "throw-stop")


def test_large_pile_is_frozen_where_nothing_else_is_safe() -> None:
    hand = "2c 4h 6d 8s Tc Qh 9s 7d"
    theirs = dict.fromkeys("46T8Q975", (3, 0, 0))
    pile = "Kc Ah Ad Jc Js Kh As Ac"
    assert discard_of(after_draw(table(hand, pile, theirs=theirs))) == ("2", "throw-freeze")
    assert discard_of(after_draw(table(hand, pile, theirs=theirs)), BEGINNER)[0] != "2"


def test_hand_that_fits_goes_out_and_a_slow_player_waits_for_the_partner() -> None:
    own = {"K": (7, 0, 0)}
    ready = "Kh 9c 9d 9h"
    out = after_draw(table(ready, "8c", own=own, partner="4c"))
    steps = []
    while not out.over and out.seat == 0:
        decision = decide(out, QUICK)
        steps.append(decision.reason)
        out.apply(decision.move)
    assert out.out_seat == 0
    assert steps[-1] == "go-out"
    slow = after_draw(table(ready, "8c", own=own, opponents="4c 5c"))
    assert discard_of(slow, SLOW)[0]
    assert not slow.over


def test_partner_answers_by_the_own_hand() -> None:
    sim = after_draw(table("Kh 9c 9d 9h 4s", "8c", own={"K": (7, 0, 0)}, partner="4c 5c"))
    few = view_of_simulation(sim, Memory.of_table(4), 2)
    assert going_out.answer(few, CAREFUL)[0]
    full = table("Kh 9c 9d", "8c", own={"K": (7, 0, 0)}, partner="JK JK 2c 2d 2h 2s Ac Ad Ah", opponents="4c")
    yes, decision = going_out.answer(view_of_simulation(full, Memory.of_table(4), 2), CAREFUL)
    assert (yes, decision.reason) == (False, "answer-no")


def test_card_with_a_neighbour_in_its_suit_is_not_called_alone() -> None:
    samba, alone, beside = rule_set("samba"), 0, 0
    for number in range(6):
        sim = Simulation.begin(dealt_by(samba, f"alone {number}"), samba, scores=(0, 0))
        memory = Memory.of_table(4)
        while not sim.over:
            view, moves = view_of_simulation(sim, memory), legal_moves(sim)
            decision = RulePlayer(BEGINNER).choose(view, moves)
            if decision.reason == "throw-lone":
                (fine,) = decision.move.fine
                assert view.turn is not None
                assert view.turn.suited is not None
                alone += 1
                for near in (fine - 1, fine + 1):
                    beside += near // RANK_COUNT == fine // RANK_COUNT and view.turn.suited[near] > 0
            memory.note(sim.seat, decision.move, sim.pile)
            sim.apply(decision.move, answer="no")
    assert alone > 5
    assert not beside


def test_partner_says_no_with_a_canasta_in_the_hand() -> None:
    """Four sevens beside three on the table are a natural canasta, and few points."""
    own = {"7": (3, 0, 0)}
    sim = after_draw(table("Kh 9c", "8c", own=own, partner="7c 7d 7h 7s"))
    view = view_of_simulation(sim, Memory.of_table(4), 2)
    assert going_out.worth_of_a_turn(view) == CLASSIC.bonus_natural + 2 * 4 * 5
    assert not going_out.answer(view, CAREFUL)[0]
    wild = view_of_simulation(
        after_draw(table("Kh", "8c", own=own, partner="7c 7d 2c 2d 4c")), Memory.of_table(4), 2
    )
    assert going_out.worth_of_a_turn(wild) == CLASSIC.bonus_mixed + 2 * 2 * 5 + 2 * 2 * 20
    nothing = view_of_simulation(
        after_draw(table("Kh", "8c", own=own, partner="Ac Ad 2c")), Memory.of_table(4), 2
    )
    assert going_out.answer(nothing, CAREFUL)[0]


def test_partner_with_many_cards_is_asked_and_one_with_few_is_not() -> None:
    own, ready = {"K": (7, 0, 0)}, "Kh 9c 9d 9h 4s 5s 5d 5c"
    many = after_draw(table(ready, "8c", own=own, partner=FILLER, opponents="4c 5c 6c 8c"))
    assert decide(many).reason == "ask-partner"
    few = after_draw(table(ready, "8c", own=own, partner="4c", opponents="4c 5c 6c 8c"))
    assert decide(few).reason == "go-out-towards"


# Chances


def test_chance_of_a_pair_is_exact() -> None:
    assert chance_of(4, 10, 10, 2) == 1
    assert chance_of(1, 10, 5, 2) == 0
    assert chance_of(2, 4, 2, 2) == pytest.approx(1 / 6)


def test_card_that_fits_a_meld_of_the_next_side_is_certain_and_a_dead_one_is_proved() -> None:
    view: View = view_of_simulation(table("4h 9c", "8c", theirs={"4": (4, 0, 0)}), Memory.of_table(4))
    assert Fear(view).risk(Move("discard", (kind("4"),))).chance == 1
    gone = table("Kh 9c", "8c", theirs={"4": (4, 0, 0)}, own={"K": (7, 0, 0)})
    risk = Fear(view_of_simulation(gone, Memory.of_table(4))).risk(Move("discard", (kind("K"),)))
    assert (risk.chance, risk.proved) == (0, True)


@pytest.mark.parametrize("name", ["classic", "global-trade"])
def test_what_is_proved_comes_true_and_chances_do_about_as_often_as_said(name: str) -> None:
    said = calibration.compare(rule_set(name), 25, "test")
    assert len([risk for risk, _ in said if risk.proved]) > 100
    assert all(came == bool(risk.chance) for risk, came in said if risk.proved)
    for _, chance, came in calibration.classes(said):
        assert came == pytest.approx(chance, abs=0.2)


def test_deck_is_seen_or_unseen() -> None:
    sim = Simulation.begin(dealt_by(CLASSIC, "unseen"), CLASSIC, scores=(0, 0))
    view = view_of_simulation(sim, Memory.of_table(4))
    hidden = [0] * KIND_COUNT
    for hand in sim.hands[1:]:
        for each, count in enumerate(hand):
            hidden[each] += count
    for each in sim.stock:
        hidden[each] += 1
    assert view.unseen() == hidden


# Strength, on a few fixed deals


def test_careful_player_beats_a_random_one_and_a_beginner() -> None:
    assert _gain(("careful", "random"), 12) > 500
    assert _gain(("careful", "beginner"), 40) > 0


def _gain(names: tuple[str, str], pairs: int) -> float:
    gains: Sequence[float] = play_match(names, CLASSIC, pairs=pairs, seed="test").gains
    return sum(gains) / len(gains)
