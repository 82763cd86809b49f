"""Sequences of a suit and melds of wild cards: what Samba and its options add. Ledger sections 18 to 20."""

from __future__ import annotations

from engine.law.actions import Action
from engine.law.kinds import Move
from engine.rules.pickup import combines_for_a_run
from engine.rules.registry import Facts, judges
from engine.rules.shape import Shape, shape_of
from engine.turn.turn import Turn


def _faults(turn: Turn, action: Action, move: Move) -> tuple[Shape | None, dict[str, str]]:
    """What is wrong with the sequence that the action makes or extends.

    Cards of the hand that are combined with the top card of the pile break another rule, whatever they would make.
    """
    shape = shape_of(turn, action, move)
    if shape is None or (action.verb == "take" and action.cards):
        return None, {}
    return shape, shape.sequence_faults()


def _texts(shape: Shape | None) -> str:
    return " ".join(map(str, (*shape.sequence, *shape.cards))) if shape else ""


@judges("samba.sequence-shape", "meld", "add", "take")
def samba_sequence_shape(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence is three to seven consecutive cards of one suit without duplicates. Ledger 18.1."""
    shape, faults = _faults(turn, action, move)
    reason = faults.get("samba.sequence-shape")
    return {"cards": _texts(shape), "reason": reason} if reason else None


@judges("samba.sequence-no-wild-no-three", "meld", "add", "take")
def samba_sequence_no_wild_no_three(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence contains no wild card and no three. Ledger 18.2."""
    shape, faults = _faults(turn, action, move)
    if shape is None or "samba.sequence-no-wild-no-three" not in faults:
        return None
    cards = [str(c) for c in shape.cards if not c.is_natural and not c.is_red_three]
    return {"cards": " ".join(cards)} if cards else None  # what lies there already was told before


@judges("samba.sequence-ace-high", "meld", "add", "take")
def samba_sequence_ace_high(turn: Turn, action: Action, move: Move) -> Facts | None:
    """In sequences the ace is high and the four low, with no turning the corner. Official Samba books; ledger 18.3."""
    shape, faults = _faults(turn, action, move)
    return {"cards": _texts(shape)} if "samba.sequence-ace-high" in faults else None


@judges("samba.sequence-max-seven", "meld", "add", "take")
def samba_sequence_max_seven(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A sequence has at most seven cards; a complete samba is closed. Ledger 18.4."""
    shape, faults = _faults(turn, action, move)
    if shape is None or "samba.sequence-max-seven" not in faults:
        return None
    return {"have": len(shape.sequence) + len(shape.cards), "max": turn.rules.sequence_max}


@judges("samba.sequence-no-start-from-pile", "take")
def samba_sequence_no_start_from_pile(turn: Turn, action: Action, move: Move) -> Facts | None:
    """The top card neither starts a sequence nor extends one together with cards of the hand.

    Official Samba books; ledger 18.8.
    """
    if not combines_for_a_run(turn, action, move):
        return None
    return {"card": str(turn.pile[-1]), "cards": " ".join(map(str, action.cards))}


@judges("sambaopt.wild-melds", "add", "take")
def sambaopt_wild_melds(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld of wild cards holds nothing else. Ledger 19.1."""
    shape = shape_of(turn, action, move)
    if shape is None or shape.sort != "wild":
        return None
    others = [c for c in shape.cards if not c.is_wild and not c.is_red_three]
    return {"cards": " ".join(map(str, others))} if others else None


@judges("house.joker-canasta-1000", "meld", "add")
def house_joker_canasta_1000(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Seven wild cards laid at once are a canasta; whether one may grow from fewer nobody says. Ledger 20.1."""
    shape = shape_of(turn, action, move)
    if shape is None or shape.sort != "wild" or turn.rules.wild_only_melds != "canasta_only":
        return None
    size = turn.rules.canasta_size
    grows = 0 < shape.before < size or (not shape.before and turn.rules.meld_min_size <= shape.wilds < size)
    return {"have": shape.wilds, "needed": size, "open": True} if grows and shape.wilds_added else None
