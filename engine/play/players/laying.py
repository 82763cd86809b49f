"""What to lay: the first meld, and what a side that has opened puts on the table."""

from __future__ import annotations

from collections.abc import Sequence

from engine.law.actions import Move
from engine.law.cards import BLACK_THREE_KIND, JOKER_KIND, KIND_POINTS, TWO_KIND
from engine.play.players.by_suit import run_moves
from engine.play.players.deciding import Asked, Decision, ReasonId, lying, points_of, rank_of_meld, wilds_of
from engine.play.view import View
from engine.reach.laying import usable_cards, usable_suited
from engine.reach.points import USUAL_NATURALS

MOST_JOKERS = 3
TWO_COST, JOKER_COST, PAIR_COST = 1.0, 1.6, 0.2
"""What an opening that uses them costs, against each other."""
LAST_CARDS = 4
"""With so few cards in the stock, or in an opponent's hand, everything is laid that can be."""


def lay(asked: Asked) -> Decision | None:
    """The next lay; None where nothing more is laid."""
    turn = asked.turn
    if not turn.opened and turn.laid < turn.minimum:
        return open_side(asked)
    best: tuple[float, int] | None = None
    moves = asked.of("meld", "add", "merge")
    for place, move in enumerate(moves):
        worth = worth_laying(asked, move)
        if worth > 0 and (best is None or worth > best[0]):
            best = worth, place
    if best is None:
        return None
    move = moves[best[1]]
    return Decision(move, _why(asked, move), _facts(asked, move))


# The first meld


def open_side(asked: Asked) -> Decision | None:
    """The next step towards the minimum; None where the side does not open in this turn."""
    turn, view = asked.turn, asked.view
    moves = asked.of("meld", "add")
    if not moves:
        return None
    needed = turn.minimum - turn.laid
    wanted = plan(asked, needed)
    if wanted is None and turn.suited is not None:
        wanted = _with_sequences(asked, needed)
    facts: dict[str, object] = {"needed": turn.minimum, "have": turn.laid}
    if not turn.owes_minimum:
        if wanted is None:
            return None
        cards = sum(len(kinds) for kinds in wanted)
        if sum(asked.hand) - cards - 1 < asked.style.keep_cards and not in_a_hurry(view):
            return None
    for kinds in wanted or ():
        move = next((move for move in moves if move.kinds == kinds), None)
        if move is not None:
            laid = turn.laid + points_of(kinds)
            return Decision(move, "open" if laid >= turn.minimum else "open-towards", facts | {"laid": laid})
    if not turn.owes_minimum:
        return None
    move = max(moves, key=lambda move: (points_of(move.kinds) - 15 * sum(wilds_of(move)), len(move.kinds)))
    return Decision(move, "open-towards", facts | {"laid": turn.laid + points_of(move.kinds)})


Melds = list[tuple[int, ...]]  # the cards of each, by kind


def _with_sequences(asked: Asked, needed: int) -> Melds | None:
    """Sequences, those with most points first, and sets where they are not enough; None where both are not."""
    rest, found = list(usable_cards(asked.turn)), []
    runs = run_moves(usable_suited(asked.turn) or (), asked.view.rules.sequence_max or 0)
    for run in sorted(runs, key=lambda run: -points_of(run.kinds)):
        found.append(run.kinds)
        needed -= points_of(run.kinds)
        for kind in run.kinds:
            rest[kind] -= 1
        sets = plan(asked, needed, rest) if needed > 0 else []
        if sets is not None:
            return found + sets
    return None


def plan(asked: Asked, needed: int, usable: Sequence[int] | None = None) -> Melds | None:
    """Melds worth so many points, with as few wild cards as possible; None where there are none.

    They are of the cards that may be laid, or of those that are given.

    Natural melds come first, the dearest of them before the others; then the dearest pairs with a wild card each.
    """
    turn, rules = asked.turn, asked.view.rules
    usable = usable_cards(turn) if usable is None else usable
    ranks = [kind for kind in range(BLACK_THREE_KIND) if kind not in turn.melds]
    ranks.sort(key=lambda kind: -KIND_POINTS[kind])
    sets: Melds = [(kind,) * usable[kind] for kind in ranks if usable[kind] > USUAL_NATURALS]
    if sum(map(points_of, sets)) >= needed:
        return _enough(sets, needed)
    if rules.min_naturals > USUAL_NATURALS or rules.max_wilds == 0:
        return None
    pairs = [kind for kind in ranks if usable[kind] == USUAL_NATURALS]
    best: tuple[float, Melds] | None = None
    for twos in range(usable[TWO_KIND] + 1):
        for jokers in range(min(usable[JOKER_KIND], MOST_JOKERS) + 1):
            wilds = (JOKER_KIND,) * jokers + (TWO_KIND,) * twos
            melds = _with_wilds(sets, pairs, wilds)
            if sum(map(points_of, melds)) < needed:
                continue
            cost = TWO_COST * twos + JOKER_COST * jokers + PAIR_COST * (len(melds) - len(sets))
            if best is None or cost < best[0]:
                best = cost, melds
    return None if best is None else best[1]


def _with_wilds(sets: Melds, pairs: list[int], wilds: tuple[int, ...]) -> Melds:
    """The natural melds, and these wild cards with a pair each; those left over go to the first natural meld."""
    melds: Melds = [(kind, kind, wild) for kind, wild in zip(pairs, wilds, strict=False)]
    spare = sorted(wilds[len(melds) :])
    if spare and sets:
        return [*melds, (*sets[0], *spare), *sets[1:]]
    return [*melds, *sets]


def _enough(chosen: Melds, needed: int) -> Melds:
    """The first of these melds that are enough together."""
    found: Melds = []
    for kinds in chosen:
        if needed <= 0:
            break
        found.append(kinds)
        needed -= points_of(kinds)
    return found


# A side that has opened


def in_a_hurry(view: View) -> bool:
    """Whether the deal may end before the next turn: the stock is nearly gone, or an opponent nearly out."""
    if view.stock <= LAST_CARDS:
        return True
    return any(
        view.cards[seat] <= LAST_CARDS and view.canastas(seat % view.sides) >= view.rules.canastas_to_go_out
        for seat in range(len(view.cards))
        if seat % view.sides != view.side
    )


def worth_laying(asked: Asked, move: Move) -> float:
    """What laying these cards now is worth, in points; nothing is laid that is worth nothing."""
    view, style, turn, hand = asked.view, asked.style, asked.turn, asked.hand
    size = view.rules.canasta_size
    if move.verb == "merge":
        one, other = sum(turn.melds[move.target]), sum(turn.melds[move.source])
        return 100 if one < size and other < size <= one + other else -1
    kinds = move.kinds
    completing = completes(asked, move)
    left = sum(hand) - len(kinds)
    twos, jokers = wilds_of(move)
    wilds = twos + jokers
    hurry = in_a_hurry(view)
    worth = points_of(kinds) / 4 + 2 * (len(kinds) - wilds)
    if completing and not rank_of_meld(move):
        worth += view.rules.bonus_samba or 0
    elif completing:
        worth += 150 + (100 if not view.canastas(view.side) else 0)
    elif left - 1 < style.hold_cards and not hurry:
        return -1
    if hurry:
        return worth + points_of(kinds)
    worth -= twos * style.two + jokers * style.joker
    if wilds and move.target in turn.melds:
        naturals, lying, more = turn.melds[move.target]
        if naturals > 3 and not lying + more and not (completing and naturals < size - 1):
            worth -= 80  # it could still become a natural canasta
    if not wilds and style.keeps_pairs and not completing:
        worth -= _pair_lost(asked, kinds)
    return worth


def _pair_lost(asked: Asked, kinds: tuple[int, ...]) -> float:
    """What is lost with a pair that leaves the hand while only a natural pair takes the pile."""
    view = asked.view
    kind = kinds[0]
    if not view.frozen or kind >= BLACK_THREE_KIND or asked.hand[kind] - len(kinds) > 1:
        return 0
    return asked.style.pair + 2 * len(view.pile) if asked.hand[kind] > 1 else 0


def completes(asked: Asked, move: Move) -> bool:
    """Whether the move makes a canasta, or a whole sequence, of what was none."""
    before = lying(asked.turn, move.target)
    sequence = not rank_of_meld(move)
    size = (asked.view.rules.sequence_max or 0) if sequence else asked.view.rules.canasta_size
    return before < size <= before + len(move.kinds)


def _why(asked: Asked, move: Move) -> ReasonId:
    if move.verb == "merge":
        return "join"
    if completes(asked, move):
        return "lay-canasta"
    if in_a_hurry(asked.view):
        return "lay-before-the-end"
    if sum(wilds_of(move)):
        return "lay-wild"
    if move.target < 0:
        return "lay-new"
    full = asked.turn.is_canasta(move.target)
    return "lay-onto-canasta" if full else "lay-natural"


def _facts(asked: Asked, move: Move) -> dict[str, object]:
    return {"rank": rank_of_meld(move), "cards": len(move.kinds), "lying": lying(asked.turn, move.target)}
