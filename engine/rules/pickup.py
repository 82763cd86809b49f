"""Taking the discard pile: which top cards can be taken, with what, frozen or not."""

from __future__ import annotations

from engine.law.actions import FIRST_SEQUENCE, Action, Move
from engine.law.rule_ids import RuleId
from engine.law.ruleset import NATURAL_PAIR
from engine.rules.melding import canasta_reasons, wild_reasons
from engine.rules.registry import Breach, Facts, allows, judges
from engine.rules.shape import shape_of
from engine.turn.turn import Turn, taken_kind


def takeable_top(turn: Turn) -> bool:
    """Whether the pile shows a card that can be taken: a natural one or, where the rule set says so, a wild one."""
    if not turn.pile:
        return False
    top = turn.pile[-1]
    return top.is_natural or (top.is_wild and turn.rules.wild_top_takeable == "with_pair")


def hand_naturals(turn: Turn, action: Action, move: Move) -> int:
    """Natural cards from the hand of the rank that the top card plays."""
    kind = taken_kind(turn, move)
    return sum(c.kind == kind and c.is_natural for c in action.cards)


def joins_meld(turn: Turn, move: Move) -> bool:
    """Whether the top card goes to a meld that the side has already: named by the action, or of the same rank."""
    return turn.has_meld(move.target) or (bool(move.kinds) and turn.has_meld(turn.taken_onto(move)))


def combines_for_a_run(turn: Turn, action: Action, move: Move) -> bool:
    """Whether cards of the hand and the top card are to make or extend a sequence together."""
    if not action.cards:
        return False
    shape = shape_of(turn, action, move)
    return shape is not None and shape.sort == "sequence"


def _way_is_judged(turn: Turn, action: Action) -> bool:
    """Whether it matters with what the pile is taken: the top card can be taken and something is melded with it."""
    if not takeable_top(turn) or action.target.startswith("opp:"):
        return False
    return bool(action.cards or action.target)


def _lacks_pair(turn: Turn, action: Action, move: Move) -> bool:
    return _way_is_judged(turn, action) and hand_naturals(turn, action, move) < NATURAL_PAIR


@judges("pickup.top-must-be-melded", "take")
def pickup_top_must_be_melded(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Whoever takes the pile must meld its top card at once. Official laws; ledger 10.1."""
    if takeable_top(turn) and not action.cards and not action.target:
        return {"card": str(turn.pile[-1])}
    return None


@judges("pickup.whole-pile", "take")
def pickup_whole_pile(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Whoever uses the top card takes the whole pile. Official laws; ledger 10.2."""
    return {"pile_size": turn.pile_size} if action.top_only and not onto_run(turn, move) else None


def onto_run(turn: Turn, move: Move) -> bool:
    """Whether the top card alone is to extend a sequence on the table."""
    return move.target >= FIRST_SEQUENCE and turn.has_meld(move.target) and not move.kinds


@judges("samba.sequence-pickup", "take")
def samba_sequence_pickup(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Whether the rest of the pile comes along when its top card extends a sequence, the text does not say.

    Ledger 18.7.
    """
    if not action.top_only or not onto_run(turn, move) or turn.pile_size == 1:
        return None
    return {"card": str(turn.pile[-1]), "meld": action.target, "pile_size": turn.pile_size, "open": True}


@judges("pickup.natural-pair", "take")
def pickup_natural_pair(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A natural pair in the hand matching the top card takes the pile; one natural card alone does not.

    Ledger 10.3.
    """
    if not _lacks_pair(turn, action, move) or _special_case(turn, action, move) or move.wilds:
        return None
    return {"needed": NATURAL_PAIR, "have": hand_naturals(turn, action, move), "card": str(turn.pile[-1])}


@judges("pickup.natural-plus-wild", "take")
def pickup_natural_plus_wild(turn: Turn, action: Action, move: Move) -> Facts | None:
    """One natural card of the rank plus one wild card takes an unfrozen pile; wild cards alone never do.

    Ledger 10.4.
    """
    if not _lacks_pair(turn, action, move) or not move.wilds:
        return None
    naturals = hand_naturals(turn, action, move)
    if naturals and turn.rules.pickup_natural_plus_wild:
        return None
    if _special_case(turn, action, move) and not (naturals and _joins_in_vain(turn, action, move)):
        return None
    return {"naturals": naturals, "wilds": move.wilds, "card": str(turn.pile[-1])}


def _special_case(turn: Turn, action: Action, move: Move) -> bool:
    """Whether a more special rule speaks: a frozen pile, a side that has not melded, a meld that is joined."""
    return (
        turn.freeze_cause is not None
        or not turn.opened
        or joins_meld(turn, move)
        or bool(action.target)
        or combines_for_a_run(turn, action, move)
    )


@judges("pickup.add-to-meld", "take")
def pickup_add_to_meld(turn: Turn, action: Action, move: Move) -> Facts | None:
    """While the pile is not frozen, the top card may be added to an own meld of its rank. Ledger 10.5."""
    if not _only_joins_in_vain(turn, action, move) or turn.is_canasta(turn.taken_onto(move)):
        return None
    return {"card": str(turn.pile[-1])}


@judges("pickup.add-to-canasta", "take")
def pickup_add_to_canasta(turn: Turn, action: Action, move: Move) -> Facts | None:
    """The same holds when the own meld of that rank is already a canasta. Ledger 10.6."""
    if not _only_joins_in_vain(turn, action, move) or not turn.is_canasta(turn.taken_onto(move)):
        return None
    return {"card": str(turn.pile[-1])}


def _joins_in_vain(turn: Turn, action: Action, move: Move) -> bool:
    """Whether the top card goes to a set on the table that does not let the pile be taken."""
    if not _lacks_pair(turn, action, move) or turn.freeze_cause is not None or not joins_meld(turn, move):
        return False
    if combines_for_a_run(turn, action, move) or turn.taken_onto(move) >= FIRST_SEQUENCE:
        return False  # sequences have rules of their own
    return _way_onto_a_meld(turn, turn.taken_onto(move)) is None


def _only_joins_in_vain(turn: Turn, action: Action, move: Move) -> bool:
    """The same without the way that needs no meld: a natural and a wild card of the hand, which 10.4 judges."""
    two_cards = hand_naturals(turn, action, move) > 0 and move.wilds > 0
    return not two_cards and _joins_in_vain(turn, action, move)


@judges("pickup.before-initial", "take")
def pickup_before_initial(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Before a side's first meld the pile is taken only with a natural pair. Official laws; ledger 10.7."""
    if turn.opened or not _way_is_judged(turn, action):
        return None
    if turn.rules.pickup_before_initial == "never":
        return {"reason": "never"}
    if not _lacks_pair(turn, action, move):
        return None
    return {
        "reason": "no-pair", "needed": NATURAL_PAIR, "have": hand_naturals(turn, action, move), "wilds": move.wilds,
        "card": str(turn.pile[-1]), "because": ["freeze.before-initial"],
    }  # fmt: skip


@judges("pickup.top-wild", "take")
def pickup_top_wild(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A pile with a wild card on top cannot be taken. Official laws; ledger 10.8.

    Where a natural pair takes it, the freeze says what is missing.
    """
    top = turn.pile[-1]
    return {"card": str(top)} if top.is_wild and turn.rules.wild_top_takeable == "never" else None


@judges("pickup.top-black-three", "take")
def pickup_top_black_three(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A pile with a black three on top cannot be taken. Official laws; ledger 10.9."""
    if not turn.pile[-1].is_black_three:
        return None
    return {"card": str(turn.pile[-1]), "because": ["black3.stop-card"]}


@judges("pickup.top-red-three", "take")
def pickup_top_red_three(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A pile with a red three on top cannot be taken. Official laws; ledger 10.10."""
    return {"card": str(turn.pile[-1])} if turn.pile[-1].is_red_three else None


@judges("pickup.one-card-rule", "take")
def pickup_one_card_rule(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A player with one card in hand may not take a pile of one card. Official laws; ledger 10.11."""
    return {"hand": 1, "pile_size": 1} if turn.one_card_pile_barred else None


FREEZE_REASONS = {
    "wild": ["freeze.wild-discard", "freeze.for-everyone", "freeze.until-taken"],
    "opening-card": ["freeze.opening-card", "freeze.until-taken"],
    "unlisted": ["freeze.until-taken"],
}


@judges("freeze.take-natural-pair-only", "take")
def freeze_take_natural_pair_only(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A frozen pile is taken only with two natural cards of the top card's rank from the hand.

    Ledger 11.4.
    """
    cause = turn.freeze_cause
    if cause is None or not _lacks_pair(turn, action, move):
        return None
    freezing = next((c for c in turn.pile if (c.is_wild if cause == "wild" else c.is_red_three)), None)
    return {
        "needed": NATURAL_PAIR, "have": hand_naturals(turn, action, move), "wilds": move.wilds,
        "card": str(turn.pile[-1]),
        "cause": cause, "freezing_card": str(freezing) if freezing else "",
        "onto_meld": joins_meld(turn, move), "because": FREEZE_REASONS[cause],
    }  # fmt: skip


@judges("samba.sequence-no-start-from-pile", "take")
def samba_sequence_no_start_from_pile(turn: Turn, action: Action, move: Move) -> Facts | None:
    """The top card neither starts a sequence nor extends one together with cards of the hand.

    Official Samba books; ledger 18.8.
    """
    if not combines_for_a_run(turn, action, move):
        return None
    return {"card": str(turn.pile[-1]), "cards": " ".join(map(str, action.cards))}


@allows("take")
def _reasons_to_take(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    top = before.pile[-1]
    naturals = hand_naturals(before, action, move)
    joins = joins_meld(before, move)
    target = before.taken_onto(move)
    facts = {"card": str(top), "naturals": naturals, "wilds": move.wilds, "pile_size": before.pile_size}
    found: list[Breach] = [("turn.draw-or-take", {"way": "take"}), ("pickup.top-must-be-melded", facts)]
    if naturals >= NATURAL_PAIR:
        found.append(("pickup.natural-pair", facts))
    elif onto_run(before, move):
        more = {"meld": action.target, "open": True} if before.pile_size > 1 else {"meld": action.target}
        found.append(("samba.sequence-pickup", facts | more))
    elif joins and (way := _way_onto_a_meld(before, target)):
        found.append((way, facts))
    else:
        found.append(("pickup.natural-plus-wild", facts))
    if not before.opened:
        found.append(("pickup.before-initial", facts | {"because": ["freeze.before-initial"]}))
    cause = before.freeze_cause
    if cause is not None:
        facts = facts | {"cause": cause, "because": FREEZE_REASONS[cause]}
        found.append(("freeze.take-natural-pair-only", facts))
    elif any(c.is_black_three for c in before.pile[:-1]):
        found.append(("black3.no-lasting-freeze", {"card": str(top)}))
    if before.pile_size > 1 and not onto_run(before, move):
        found.append(("pickup.whole-pile", facts))
    return (
        found
        + wild_reasons(after, move, target if target >= 0 else top.kind)
        + canasta_reasons(before, target, move)
    )


def _way_onto_a_meld(turn: Turn, target: int) -> RuleId | None:
    """The rule that lets the top card join this meld; None where only cards of the hand can take the pile."""
    if turn.is_canasta(target):
        return "pickup.add-to-canasta" if turn.rules.pickup_add_to_canasta else None
    return "pickup.add-to-meld" if turn.rules.pickup_add_to_meld else None
