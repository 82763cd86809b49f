"""Offers and verdicts agree both ways, no turn ends in a dead end, and a remedy is always legal and never missed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations_with_replacement
from random import Random

import pytest

from engine.judging.judge import apply, judge, legal_actions
from engine.judging.moves import candidate_moves
from engine.law.actions import Action
from engine.law.cards import CARDS, NATURAL_RANKS, full_deck
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.variants import rule_set
from engine.notation.as_json import position_from_json
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import parse_actions
from engine.reach.finishing import can_go_out, can_stop
from engine.turn.table import Table
from engine.turn.turn import Turn
from tests.agree_actions import random_actions
from tests.agree_positions import random_position
from tests.samples import sample

PARTS = 8
ILLEGAL_LISTS = sample(480, 10_000)  # in all parts together


def positions(count: int, seed: int) -> Iterator[tuple[Random, dict, Position]]:
    for number in range(count):
        rng = Random(f"{seed}-{number}")
        data = random_position(rng)
        yield rng, data, position_from_json(data)


def grid(position: Position) -> set[str]:
    """A generous grid of next actions: every number of naturals, twos and jokers, in every place, legal or not."""
    counts = {rank: sum(c.rank == rank for c in position.hand) for rank in ("3", *NATURAL_RANKS, "2", "JK")}
    actions = {"draw", "end", "ask", "take"}
    targets = [meld.rank for meld in position.own.melds]
    for naturals in (*NATURAL_RANKS, "3"):
        suits = [str(c) for c in position.hand if c.rank == naturals and not c.is_red_three]
        twos = [str(c) for c in position.hand if c.rank == "2"]
        for n in range(min(len(suits), 7) + 1):
            for t in range(min(len(twos), 4) + 1):
                for j in range(counts["JK"] + 1):
                    cards = " ".join(suits[:n] + twos[:t] + ["JK"] * j)
                    if not cards:
                        continue
                    actions |= {f"meld {cards}", f"take {cards}"}
                    actions |= {f"add {cards} to {target}" for target in targets}
                    actions |= {f"take {cards} onto {target}" for target in targets}
    actions |= {f"take onto {target}" for target in targets}
    actions |= {f"discard {c}" for c in position.hand}
    actions |= {f"expose {c}" for c in position.hand if c.is_red_three}
    return actions


def canonical(position: Position, action: str) -> str:
    """The action as the list of offers writes it: the first cards of each kind, joining the meld that is there."""
    (read,) = parse_actions([action])
    hand = list(position.hand)
    chosen = []
    for card in read.cards:
        found = next(c for c in hand if c.kind == card.kind)
        hand.remove(found)
        chosen.append(found)
    from dataclasses import replace

    target = read.target
    ranks = {meld.rank for meld in position.own.melds}
    if read.verb == "take" and position.upcard and position.upcard.rank in ranks and (read.cards or target):
        target = position.upcard.rank
    return str(replace(read, cards=tuple(chosen), target=target))


def accepted(position: Position, actions: list[str]) -> bool:
    """Whether the judge accepts the list as unfinished; what cannot be asked is not accepted."""
    try:
        return judge(position, actions, unfinished=True, remedy=False).legal is True
    except EngineError:
        return False


def test_every_offer_is_accepted_and_what_is_not_offered_is_refused():
    for _, data, position in positions(sample(120, 250), seed=1):
        offers = [str(action) for action in legal_actions(position)]
        assert len(offers) == len(set(offers)), data
        for offer in offers:
            assert accepted(position, [offer]), (format_position(position), offer)
        for action in grid(position):
            if accepted(position, [action]):
                assert canonical(position, action) in offers, (format_position(position), action)


def test_offers_lead_to_the_end_of_the_turn_with_the_cards_conserved():
    for rng, _, position in positions(150, seed=2):
        if not position.my_turn:
            continue
        actions: list[str] = []
        before = count_cards(position)
        while offers := legal_actions(position, actions):
            chosen = str(rng.choice(offers))
            actions.append(f"draw {unseen(rng, position)}" if chosen == "draw" else chosen)
            after = apply(position, actions)
            assert count_cards(after) == before, (format_position(position), actions)
            assert len(actions) < 40
        ended = not actions or not apply(position, actions).my_turn
        assert ended or not offers_possible(position), (format_position(position), actions)


def test_a_remedy_begins_with_what_cannot_be_changed_any_more():
    """Where the turn has begun there is always one: no legal beginning leads into a dead end."""
    would_change = 0
    for rng, _, position in positions(sample(60, 400), seed=7):
        actions = begun_turn(rng, position)
        left = apply(position, actions).hand if actions else ()
        for stay in range(1, len(actions) + 1) if left else ():
            done = parse_actions([*actions, f"discard {left[0]}"])
            verdict = judge(position, done, stay=stay)
            if verdict.legal is not False or verdict.remedy_limit:
                continue
            assert verdict.remedy is not None, (format_position(position), actions)
            assert verdict.remedy[:stay] == tuple(done[:stay])
            assert judge(position, verdict.remedy, remedy=False).legal, (format_position(position), actions)
            smallest = judge(position, done).remedy
            would_change += smallest is not None and smallest[:stay] != tuple(done[:stay])
    assert would_change


def begun_turn(rng: Random, position: Position) -> list[str]:
    """A legal beginning of a turn, of four actions at most."""
    actions: list[str] = []
    while len(actions) < 4 and (offers := legal_actions(position, actions)):
        ways = [str(offer) for offer in offers if offer.verb not in ("discard", "end", "ask")]
        if not ways:
            break
        chosen = rng.choice(ways)
        actions.append(f"draw {unseen(rng, position)}" if chosen == "draw" else chosen)
    return actions


def unseen(rng: Random, position: Position) -> str:
    """A card, not a red three, of which a copy may still lie in the stock."""
    seen = [*position.hand, *position.pile]
    for side in (position.own, *position.opponents):
        seen += [card for meld in side.melds for card in meld.cards]
    left = Counter(full_deck(packs=2, jokers=4)) - Counter(seen)
    return str(rng.choice([card for card in left if not card.is_red_three]))


def offers_possible(position: Position) -> bool:
    """Whether the turn could be begun at all; a player without cards, or barred by an answer, may be stuck at once."""
    return bool(legal_actions(position))


def count_cards(position: Position) -> int | None:
    """Cards in sight of the player; None where the stock is unknown, because drawn cards come out of it."""
    if position.stock is None:
        return None
    melds = sum(len(meld.cards) for meld in position.own.melds)
    reds = len(position.own.red_threes)
    return len(position.hand) + position.unknown_cards + melds + reds + position.pile_size + position.stock


def goes_on(turn: Turn, *, out: bool, seen: set) -> bool:
    """Slow and plain: whether some sequence of steps ends this turn, by going out or by stopping with a card left."""
    if turn.key() in seen:
        return False
    seen.add(turn.key())
    for move in candidate_moves(turn):
        after = turn.copy()
        after.apply(move)
        ended = bool(after.over) or after.hand_is_empty
        if ended:
            from engine.rules.registry import closing_breaches

            if not closing_breaches(after) and after.hand_is_empty is out:
                return True
        elif goes_on(after, out=out, seen=seen):
            return True
    return False


def test_the_closed_forms_agree_with_a_slow_search():
    compared = {True: 0, False: 0}
    for _, data, position in positions(900, seed=3):
        if position.phase != "play" or len(position.hand) > 7 or not position.my_turn or not position.hand:
            continue
        if any(c.is_red_three for c in position.hand) or position.unknown_cards:
            continue
        turn = Turn.start(position)
        assert can_go_out(turn) == goes_on(turn, out=True, seen=set()), data
        assert can_stop(turn) == goes_on(turn, out=False, seen=set()), data
        compared[can_go_out(turn)] += 1
        for move in list(candidate_moves(turn))[:6]:
            after = turn.copy()
            after.apply(move)
            if not after.over and not after.hand_is_empty:
                assert can_go_out(after) == goes_on(after, out=True, seen=set()), (data, move)
                assert can_stop(after) == goes_on(after, out=False, seen=set()), (data, move)
    assert min(compared.values()) > 20


def test_a_card_that_needs_two_wild_cards_may_be_the_discard():
    # Where one natural card is enough for a meld: the fours take one wild card, the canasta the other.
    rules = rule_set("classic").changed({"min_naturals": 1, "bonus_mixed": 200})
    turn = Turn.begun(rules, [CARDS[name] for name in ("4c", "4d", "7h", "2h", "JK")], score=1500)
    turn.phase, turn.drew, turn.opened, turn.stock = "play", "stock", True, 20
    turn.melds = {10: (5, 2, 0)}
    assert can_go_out(turn)
    assert goes_on(turn, out=True, seen=set())


def test_taking_the_pile_to_open_and_going_out_agrees_with_a_slow_search():
    # The one question in which the order of laying matters: until the minimum is reached the pile's cards may not help.
    compared = {True: 0, False: 0}
    for number in range(400):
        rng = Random(number)
        rank, other = rng.sample(NATURAL_RANKS, 2)
        hand = [f"{rank}c", f"{rank}d", *(f"{other}{s}" for s in "cdhs"[: rng.randint(0, 3)])]
        hand += rng.sample(["2c", "2d", "JK", "JK", "2h"], rng.randint(0, 3))
        pile = [f"{other}{s}" for s in "cdhs"[: rng.randint(0, 4)]] + [f"{rank}h", f"{rank}s", f"{rank}c"]
        score = rng.choice((-5, 0, 1500, 3000))
        position = parse_position(
            f"classic | draw | hand {' '.join(hand)} | own {score} | pile {' '.join(pile)} {rank}d"
        )
        for move in [m for m in candidate_moves(Turn.start(position)) if m.verb == "take"][:4]:
            turn = Turn.start(position)
            turn.apply(move)
            if turn.hand_is_empty:
                continue
            assert can_go_out(turn) == goes_on(turn, out=True, seen=set()), (format_position(position), move)
            assert can_stop(turn) == goes_on(turn, out=False, seen=set()), (format_position(position), move)
            compared[can_go_out(turn)] += 1
    assert min(compared.values()) > 20


def some_list_is_legal(position: Position, *, may_end: bool) -> bool:
    """Whether any list of actions at all is legal, by trying every action of the grid after every beginning."""
    beginnings: list[list[str]] = [[]]
    while beginnings:
        beginning = beginnings.pop()
        now = apply(position, beginning) if beginning else position
        for action in sorted(grid(now)):
            actions = [*beginning, action]
            if not accepted(position, actions):
                continue
            try:
                verdict = judge(position, actions, remedy=False)
            except EngineError:
                continue
            ended = not verdict.after.my_turn
            if verdict.legal and (may_end or not ended):
                return True
            if not ended and len(actions) < 6:
                beginnings.append(actions)
    return False


@pytest.mark.parametrize("part", range(PARTS))
def test_a_remedy_is_always_legal_and_missing_only_where_nothing_is(part):
    illegal = without = number = 0
    while illegal < ILLEGAL_LISTS // PARTS:
        rng = Random(f"remedy-{part}-{number}")
        number += 1
        data = random_position(rng)
        actions = random_actions(rng, data)[:5]
        try:
            position = position_from_json(data)
            verdict = judge(position, actions)
        except EngineError:
            continue
        if verdict.legal is not False:
            continue
        illegal += 1
        if verdict.remedy is not None:
            assert verdict.remedy, data
            again = judge(position, verdict.remedy, remedy=False)
            assert again.legal is True, (format_position(position), actions, verdict.remedy)
            ends = may_end(verdict.remedy, position)
            assert may_end(actions, position) or not ends, (format_position(position), actions)
        else:
            without += 1
            assert not some_list_is_legal(position, may_end=may_end(actions, position)), (data, actions)
    assert 0 < without < illegal / 2


def may_end(actions: Iterable[str | Action], position: Position) -> bool:
    """Whether the player ended the turn: with a discard, with ``end``, or with no card left."""
    read = parse_actions(actions)
    if any(action.verb in ("discard", "end") for action in read):
        return True
    table = Table(position)
    for action in read:
        table.do(action)
    return table.is_out


@pytest.mark.parametrize(
    ("position", "actions", "remedy"),
    [
        # One natural alone takes no pile; with the two it does.
        ("classic | draw | hand 9c 2c 5h 6h | own 0: K=Kc Kd Kh | pile 4c 9d", ["take 9c"], ["take 9c 2c"]),
        # A new meld of a rank that lies there already joins it.
        (
            "classic | play | hand Kh Ks 5h 6h | own 0: K=Kc Kd Kh",
            ["meld Kh Ks 5h", "discard 6h"],
            ["add Kh Ks to K", "discard 6h"],
        ),
        # Forty points of fifty: the smallest change puts one two to the kings.
        ("classic | play | hand Kc Kd Kh Ks 2c 5h 6h", ["meld Kc Kd Kh Ks"], ["meld Kc Kd Kh Ks 2c"]),
        # Whoever forgot to draw draws.
        ("classic | draw | hand 5h 6h 7h | stock 9", ["discard 5h"], ["draw", "discard 5h"]),
        # The drawn card stays as it was.
        (
            "classic | draw | hand 5h 6h 7h | stock 9",
            ["draw Ks", "meld 5h 6h 7h", "discard Ks"],
            ["draw Ks", "discard Ks"],
        ),
    ],
)
def test_the_remedy_is_the_smallest_change(position, actions, remedy):
    verdict = judge(parse_position(position), actions)
    assert [str(action) for action in verdict.remedy or ()] == remedy


def test_apply_refuses_an_illegal_list():
    with pytest.raises(ValueError, match="not a legal list"):
        apply(parse_position("classic | draw | hand 5h 6h"), ["discard 5h"])


def test_the_verdict_does_not_depend_on_the_suits_of_ordinary_cards():
    for rng, data, position in positions(200, seed=7):
        text = format_position(position)
        actions = random_actions(rng, data)
        if "3" in text or any("3" in action for action in actions):
            continue
        try:
            first = judge(position, actions, remedy=False)
        except EngineError:
            continue
        words = [turn_cards(action) for action in actions]
        head, *rest = text.split(" | ")
        other = parse_position(" | ".join([head, *(turn_section(part) for part in rest)]))
        try:
            second = judge(other, words, remedy=False)
        except EngineError:
            pytest.fail(f"refused after turning suits: {text} {actions}")
        assert (first.legal, [f.rule for f in first.findings]) == (
            second.legal,
            [f.rule for f in second.findings],
        )


def turn_cards(text: str) -> str:
    import re

    return re.sub(r"\b([2-9TJQKA])([cdhs])\b", lambda m: m[1] + "shdc"["cdhs".index(m[2])], text)


turn_section = turn_cards


def test_combinations_are_listed_once():
    position = parse_position("classic | play | hand Kc Kd Kh 2c 2d JK 5h 6h | own 0: Q=Qc Qd Qh")
    melds = [str(a) for a in legal_actions(position) if a.verb == "meld"]
    wilds = {tuple(c) for n in range(4) for c in combinations_with_replacement(("2", "2", "JK"), n)}
    assert len(melds) == len(set(melds))
    assert len(melds) <= 2 * len(wilds)


EMPTY_HAND = (
    "global-trade | draw | hand 7d Qd JK | own 0: 9=9c 9d 9s 9s 2c 2c 2s 7=7c 7d 7h 7=7h 7s 2h "
    "| pile Qh 9h | stock 0"
)


def test_melds_can_be_joined_with_an_empty_hand():
    position = parse_position(EMPTY_HAND)
    actions = ["take onto 9", "meld Qd Qh JK", "add 7d to 7"]
    assert [str(a) for a in legal_actions(position, actions)] == ["merge 7 and 7#2", "end"]


def test_laying_goes_on_after_the_last_red_three_in_global_trade():
    position = parse_position("global-trade | draw | hand 8d 8d 8s 9s 2h | own 0: K=Kc Kd Kh | stock 2")
    offers = [str(a) for a in legal_actions(position, ["draw 3h 3d", "meld 8d 8d 2h"])]
    assert offers == ["add 8s to 8", "end"]
    assert legal_actions(position, ["draw 3h 3d", "meld 8d 8d 2h", "end"]) == []


def test_where_suits_matter_each_red_three_can_be_put_down():
    position = parse_position("samba | play | hand 3d 3h 4c 5c 9d | own 5: K=Kc Kd Kh | stock 40")
    assert {"expose 3d", "expose 3h"} <= {str(action) for action in legal_actions(position)}


def test_taking_that_only_one_reading_allows_is_not_offered():
    """If the rest of the pile stays, the player is left with one card, which may not be discarded."""
    position = parse_position(
        "samba | draw | hand 5s | own 5: 5d-Td=5d 6d 7d 8d 9d Td | pile 4d 4d Jd | stock 0"
    )
    assert judge(position, ["take onto 5d-Td"], unfinished=True).legal is None
    assert legal_actions(position) == []


def test_taking_that_every_reading_allows_is_offered():
    position = parse_position(
        "samba | draw | hand 5s 6s | own 5: 5d-Td=5d 6d 7d 8d 9d Td | pile 4d Jd | stock 0"
    )
    assert [str(action) for action in legal_actions(position)] == ["take onto 5d-Td"]
