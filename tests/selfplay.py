"""Whole deals by random play, every law looked at: ``python -m tests.selfplay --rules samba --deals 20000``.

Every step is chosen from the complete list. After each step the cards are counted, after each turn every single card;
a deal without a legal step, a card too many, a going out without its canastas or a top card that was taken and not
melded stops the run with the record of the deal. At some steps every action of a wide grid is judged: what is offered
must be accepted, what is not offered refused. At the end the score sheets are compared with a plain count of the cards
on the table.
"""

from __future__ import annotations

import argparse
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from engine.judging.judge import judge
from engine.law.actions import RANK_COUNT, Move, sequence_length, sequence_of
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, RED_THREE_KIND, TWO_KIND
from engine.law.melds import Meld
from engine.law.position import seating
from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, rule_set
from engine.play.deal import Deal
from engine.play.game import deal_cards, shuffled_deck
from engine.turn.table import realise

SCORES = (0, -50, 1480, 1500, 3000, 4600)
WEIGHTS = {"discard": 1, "draw": 1, "ask": 0.2}


class BrokenLaw(AssertionError):
    """A deal in which something came about that the rules do not allow."""


def play_deal(rules: RuleSet, seed: str, *, players: int | None = None, grid_every: int = 0) -> Deal:
    """A random deal to its end. Raises BrokenLaw with the record. ``grid_every`` steps a whole grid is tried."""
    rng = Random(seed)
    count = players or rules.default_players
    seats = seating(count)
    deck = shuffled_deck(rules, rng)
    hands = len(seats.at_table(0))
    dealt = deal_cards(deck, rules, players=count, hands=hands)
    deal = Deal.begin(dealt, rules, scores=[rng.choice(SCORES) for _ in seats.sides], players=count)
    whole = Counter(deck)
    _same(deal, Counter(deal.cards()), whole, "dealt cards")
    eager = rng.random() < 0.5
    while not deal.over:
        moves = deal.legal_moves()
        if not moves:
            _fail(deal, "there is no legal step")
        if len(moves) != len(set(moves)):
            _fail(deal, "a step is offered twice")
        if grid_every and rng.randrange(grid_every) == 0:
            try_grid(deal, moves)
        weights = [WEIGHTS.get(move.verb, 4) for move in moves] if eager else None
        move = rng.choices(moves, weights)[0]
        before, deal = (
            deal,
            deal.play_move(move, answer=rng.choice(("yes", "no")) if move.verb == "ask" else None),
        )
        if deal.steps:
            _count_step(deal, len(deck))
            if move.verb == "take":
                _top_is_melded(before, deal)
        else:
            _same(deal, Counter(deal.cards()), whole, "cards after the turn")
            if not deal.over and not all(deal.hands):
                _fail(deal, "a hand is empty while play goes on")
    check_end(deal)
    return deal


def _fail(deal: Deal, message: str) -> None:
    turns = "; ".join(str(step.to_action()) for turn in deal.played for step in turn)
    raise BrokenLaw(f"{message}: {deal.rules.name}, seat {deal.seat}, {deal.actions}\n{turns}")


def _same(deal: Deal, found: object, expected: object, what: str) -> None:
    if found != expected:
        _fail(deal, f"{what}: {found} instead of {expected}")


def _count_step(deal: Deal, deck_size: int) -> None:
    turn = deal.turn
    mine = deal.side_of(deal.seat)
    count = sum(turn.hand) + turn.pile_size + (turn.stock or 0)
    count += sum(len(hand) for seat, hand in enumerate(deal.hands) if seat != deal.seat)
    count += sum(map(sum, turn.melds.values())) + sum(map(sequence_length, turn.sequences))
    count += sum(len(meld.cards) for side, melds in enumerate(deal.melds) if side != mine for meld in melds)
    count += sum(map(len, deal.red_threes)) + sum(step.move.verb == "expose" for step in deal.steps)
    count += sum(card.is_red_three for step in deal.steps for card in step.come)
    if any(step.move.verb == "take" for step in deal.steps):
        count += sum(card.is_red_three for card in deal.pile)
    _same(deal, count, deck_size, "number of cards in the turn")
    if turn.suited is not None:
        sums = [sum(turn.suited[kind::RANK_COUNT]) for kind in range(RANK_COUNT)]
        _same(deal, sums, turn.hand[:BLACK_THREE_KIND], "cards by suit")


def _top_is_melded(before: Deal, deal: Deal) -> None:
    laid_on, top = deal.steps[-1].laid_on, before.turn.pile[-1]
    turn = deal.turn
    if laid_on in turn.melds:
        there = sum(before.turn.melds.get(laid_on, (0, 0, 0)))
        added = sum(turn.melds[laid_on]) - there
    else:
        suit, low, high = sequence_of(laid_on)
        if laid_on not in turn.sequences or top.fine // RANK_COUNT != suit or not low <= top.kind <= high:
            _fail(deal, f"the top card {top} was taken and not melded")
        return
    _same(deal, added, len(deal.steps[-1].move.kinds) + 1, "cards melded with the top card")


def check_end(deal: Deal) -> None:
    """Nobody went out without the canastas, and each sheet is what the cards on the table and in the hands say."""
    rules = deal.rules
    game = deal.score()
    out = None if deal.out_seat is None else deal.side_of(deal.out_seat)
    for side, sheet in enumerate(game.sheets):
        melds = [Meld(meld.cards) for meld in deal.melds[side]]
        canastas = [meld for meld in melds if meld.is_canasta(rules)]
        if out == side and len(canastas) < rules.canastas_to_go_out:
            _fail(deal, f"went out with {len(canastas)} canastas")
        blocking = [meld for meld in melds if rules.sperr_canasta and meld.is_blocking]
        total = sum(card.points for meld in melds if meld not in blocking for card in meld.cards)
        total += 1500 * len(blocking) + sum(_bonus(meld, rules) for meld in canastas)
        if out == side:
            total += rules.concealed_total if deal.went_out == "concealed" else rules.going_out_bonus
        hands = [hand for seat, hand in enumerate(deal.hands) if deal.side_of(seat) == side]
        total -= sum(card.points for hand in hands for card in hand)
        number, whole = rules.red_three_set
        reds = len(deal.red_threes[side])
        plus = {"melded": bool(melds), "one_canasta": bool(canastas), "two_canastas": len(canastas) > 1}
        total += (whole if reds == number else rules.red_three_value * reds) * (
            1 if plus[rules.red_three_plus_if] else -1
        )
        total -= rules.red_three_forgotten * sum(card.is_red_three for hand in hands for card in hand)
        _same(deal, sheet.total, total, f"total of side {side}")
        _same(deal, sheet.score_after, deal.scores[side] + total, f"score of side {side}")


def _bonus(meld: Meld, rules: RuleSet) -> int:
    ranks = {card.rank for card in meld.cards if not card.is_wild}
    if len(ranks) > 1:
        return rules.bonus_samba or 0
    if not ranks:
        jokers = sum(card.rank == "JK" for card in meld.cards)
        return (rules.bonus_wild or (0, 0, 0))[0 if jokers == len(meld.cards) else 2 if jokers else 1]
    natural, mixed = rules.bonus_natural, rules.bonus_mixed
    if ranks == {"A"} and rules.bonus_aces:
        natural, mixed = rules.bonus_aces
    return mixed if any(card.is_wild for card in meld.cards) else natural


def try_grid(deal: Deal, offered: list[Move]) -> None:
    """Judge every action of a wide grid as the next one: exactly the offered ones are accepted."""
    table, actions = deal._table_and_actions()
    position = deal.position()
    listed = set(offered)
    for move in sorted(set(grid(deal)) | listed, key=repr):
        action = realise(table, move)
        verdict = judge(position, (*actions, action), unfinished=True, remedy=False)
        # After the top card went to a run the deal goes on with the whole pile: the text leaves that open.
        accepted = verdict.legal or (
            verdict.legal is None and verdict.undecided == ("samba.sequence-pickup",)
        )
        if accepted != (move in listed) and move.verb != "ask":
            _fail(deal, f"{action} is {'' if move in listed else 'not '}offered, but judged {verdict.legal}")


def grid(deal: Deal) -> Iterator[Move]:
    """Actions that could be tried: ranks with any number of wild cards, runs good and bad, onto every meld."""
    turn = deal.turn
    hand = turn.hand
    wilds = [(twos, jokers) for twos in range(hand[TWO_KIND] + 1) for jokers in range(hand[JOKER_KIND] + 1)]
    wilds = [pair for pair in wilds if sum(pair) < 5]
    targets = [*turn.melds, *turn.sequences]
    yield from (Move("draw"), Move("end"))
    groups: list[tuple[tuple[int, ...], tuple[int, ...]]] = []
    for kind in range(BLACK_THREE_KIND + 1):
        for naturals in range(hand[kind] + 1):
            fine = _first_fine(turn.suited, kind, naturals) if kind < BLACK_THREE_KIND else ()
            groups += [
                ((*(kind,) * naturals, *(TWO_KIND,) * twos, *(JOKER_KIND,) * jokers), fine)
                for twos, jokers in wilds
                if naturals or kind == 0
            ]
    groups += _runs(turn.suited) if turn.suited is not None else []
    for kinds, fine in groups:
        if kinds and turn.phase == "play":
            yield Move("meld", kinds, fine=fine)
            yield from (Move("add", kinds, target, fine=fine) for target in targets)
        if turn.phase == "draw" and turn.pile:
            several = turn.rules.several_melds_per_rank
            move = Move("take", kinds, fine=fine)
            if kinds and (several or turn.taken_onto(move) < 0):
                yield move
            yield from (Move("take", kinds, target, fine=fine) for target in targets)
    if turn.phase == "play" and turn.rules.several_melds_per_rank:
        numbers = sorted(turn.melds)
        yield from (Move("merge", target=a, source=b) for a in numbers for b in numbers if a < b)
    for kind, count in enumerate(hand):
        if count and kind != RED_THREE_KIND:
            fine = _first_fine(turn.suited, kind, 1) if kind < BLACK_THREE_KIND else ()
            yield Move("discard", (kind,), fine=fine)


def _first_fine(suited: list[int] | None, kind: int, number: int) -> tuple[int, ...]:
    if suited is None:
        return ()
    every = [fine for fine in range(kind, len(suited), RANK_COUNT) for _ in range(suited[fine])]
    return tuple(every[:number])


def _runs(suited: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Cards of one suit, from each rank the next two to eight that are held, gaps or not."""
    found = []
    for suit in range(4):
        held = [fine for fine in range(suit * RANK_COUNT, (suit + 1) * RANK_COUNT) if suited[fine]]
        for start in range(len(held)):
            for end in range(start + 1, min(start + 9, len(held) + 1)):
                fine = tuple(held[start:end])
                found.append((tuple(one % RANK_COUNT for one in fine), fine))
    return [run for run in found if len(run[0]) != 1] + [run for run in found if len(run[0]) == 1]


def _part(task: tuple[str, int | None, str, int, int]) -> Counter[str]:
    name, players, seed, count, grid_every = task
    ends: Counter[str] = Counter()
    for number in range(count):
        deal = play_deal(rule_set(name), f"{seed}-{number}", players=players, grid_every=grid_every)
        ends[f"went out: {deal.went_out}"] += 1
        ends["steps"] += sum(map(len, deal.played))
    return ends


def main() -> None:
    parser = argparse.ArgumentParser(description="Play random deals and look at every law.")
    parser.add_argument("--rules", default="classic", choices=list(RULE_SETS))
    parser.add_argument("--players", type=int, help="how many play, where the rule set leaves a choice")
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", default="0")
    parser.add_argument("--processes", type=int, default=multiprocessing.cpu_count())
    parser.add_argument("--grid-every", type=int, default=1000, help="steps between whole grids, 0 for none")
    options = parser.parse_args()
    size = max(1, min(200, options.deals // options.processes or 1))
    tasks = [
        (
            options.rules,
            options.players,
            f"{options.seed}-{first}",
            min(size, options.deals - first),
            options.grid_every,
        )
        for first in range(0, options.deals, size)
    ]
    began, ends, done = time.monotonic(), Counter(), 0
    with multiprocessing.Pool(options.processes) as pool:
        for part in pool.imap_unordered(_part, tasks):
            ends += part
            done = sum(count for name, count in ends.items() if name != "steps")
            print(f"\r{done} of {options.deals} deals, {time.monotonic() - began:.0f} s", end="", flush=True)
    print(f"\n{options.rules}: {done} deals, no broken law")
    for name, count in sorted(ends.items()):
        print(f"{count:12} {name}")


if __name__ == "__main__":
    main()
