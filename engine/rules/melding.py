"""What lies in a meld: its shape, wild cards, threes, adding to it, and what cannot be changed once it lies there."""

from __future__ import annotations

from engine.law.actions import FIRST_SEQUENCE, KIND_MASK, NAME_OF_KIND, WILD_MELD, Action, Move
from engine.law.cards import BLACK_THREE_KIND, Card
from engine.law.melds import is_run
from engine.law.rule_ids import RuleId
from engine.law.ruleset import NATURAL_PAIR
from engine.rules.registry import Breach, Ending, Facts, allows, judges, owes
from engine.rules.shape import Shape, new_shape, shape_of
from engine.turn.turn import Turn


@judges("red3.not-a-meld", "meld", "add", "take")
def red3_not_a_meld(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Red threes are never part of a meld. Official laws; ledger 4.4."""
    reds = [c for c in action.cards if c.is_red_three]
    return {"cards": " ".join(map(str, reds))} if reds else None


@judges("black3.meld-only-going-out", "meld")
def black3_meld_only_going_out(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Where a rule set knows no melds of black threes, none may be laid.

    Whether the player goes out is judged last.
    """
    shape = new_shape(turn, action, move)
    never = turn.rules.black_three_meld == "never"
    return {"reason": "never"} if never and shape.sort == "threes" else None


@judges("black3.meld-size", "meld", "add", "take")
def black3_meld_size(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld of black threes has three or four cards, with three packs up to six. Official laws; ledger 5.4."""
    shape = shape_of(turn, action, move)
    if shape is None or "black3.meld-size" not in shape.faults_as("threes"):
        return None
    if action.verb == "take" and shape.naturals < NATURAL_PAIR:
        return None  # the ways to take the pile speak
    most = turn.rules.black_three_meld_max
    return {"min": turn.rules.meld_min_size, "max": most, "have": shape.naturals + shape.wilds}


@judges("black3.no-wild", "meld", "add", "take")
def black3_no_wild(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Black threes are never combined with wild cards, but in a blocking canasta. Official laws; ledger 5.5, 20.2."""
    shape = shape_of(turn, action, move)
    if shape is None or "black3.no-wild" not in shape.faults_as("threes"):
        return None
    return {"wilds": shape.wilds}


@judges("wild.only-with-naturals", "meld")
def wild_only_with_naturals(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Wild cards alone are not a meld. Official laws; ledger 6.2."""
    shape = new_shape(turn, action, move)
    if shape.reds or "wild.only-with-naturals" not in shape.faults_as("wild"):
        return None
    return shape.facts(needed=turn.rules.min_naturals)


@judges("wild.max-per-meld", "meld", "add", "take", "merge")
def wild_max_per_meld(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld, canastas included, holds at most this many wild cards. Official laws; ledger 6.3."""
    if action.verb == "merge":
        return _merged_wilds(turn, move) if "wild.max-per-meld" in merged_faults(turn, move) else None
    shape = shape_of(turn, action, move)
    if shape is None or not shape.wilds_added or "wild.max-per-meld" not in shape.faults_as("set", "wild"):
        return None
    return {"have": shape.wilds, "max": turn.rules.max_wilds}


def merged_faults(turn: Turn, move: Move) -> tuple[RuleId, ...]:
    """The rules that keep the two melds apart that a ``merge`` names."""
    if not (move.target in turn.melds and move.source in turn.melds):
        return ("meld.merge",)
    return merge_faults(turn, move.target, move.source)


def merge_faults(turn: Turn, one: int, other: int) -> tuple[RuleId, ...]:
    """Ids of the rules that keep these two melds apart, in the ledger's order. Ledger 7.7."""
    rules = turn.rules
    same = (one ^ other) & KIND_MASK == 0 and one != other and max(one, other) < FIRST_SEQUENCE
    if not rules.merge_melds or not same or one & KIND_MASK == BLACK_THREE_KIND:
        return ("meld.merge",)
    a, b = turn.melds[one], turn.melds[other]
    naturals, wilds = a[0] + b[0], a[1] + a[2] + b[1] + b[2]
    size = rules.canasta_size
    if one & KIND_MASK == WILD_MELD:
        return ("wild.add-to-canasta",) if not rules.wilds_on_canasta and wilds > size else ()
    faults: list[RuleId] = []
    if rules.max_wilds is not None and wilds > rules.max_wilds:
        faults.append("wild.max-per-meld")
    if rules.naturals_must_outnumber and wilds >= naturals:
        faults.append("wild.majority")
    on_canasta = any(sum(canasta) >= size and more[1] + more[2] for canasta, more in ((a, b), (b, a)))
    if on_canasta and not rules.wilds_on_canasta:
        faults.append("wild.add-to-canasta")
    return tuple(faults)


def _merged_wilds(turn: Turn, move: Move) -> Facts:
    naturals, twos, jokers = (
        a + b for a, b in zip(turn.melds[move.target], turn.melds[move.source], strict=True)
    )
    return {"have": twos + jokers, "max": turn.rules.max_wilds, "naturals": naturals, "wilds": twos + jokers}


@judges("wild.majority", "meld", "add", "take", "merge")
def wild_majority(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Where a rule set asks for it, naturals outnumber wild cards in every meld. Ledger 6.4."""
    if action.verb == "merge":
        return _merged_wilds(turn, move) if "wild.majority" in merged_faults(turn, move) else None
    shape = shape_of(turn, action, move)
    if shape is None or not shape.wilds_added or "wild.majority" not in shape.faults_as("set"):
        return None
    return shape.facts()


@judges("wild.no-swap", "move", "swap")
def wild_no_swap(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A wild card in a meld is never exchanged for a natural card nor moved to another meld. Ledger 6.5."""
    leaving = action.others if action.verb == "swap" else action.cards
    wilds = [c for c in leaving if c.is_wild]
    return {"cards": " ".join(map(str, wilds)), "verb": action.verb} if wilds else None


@judges("wild.add-to-canasta", "meld", "add", "take", "merge")
def wild_add_to_canasta(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A wild card may be added to a completed canasta only where the rule set allows it. Ledger 6.6."""
    if action.verb == "merge":
        return _merged_wilds(turn, move) if "wild.add-to-canasta" in merged_faults(turn, move) else None
    shape = shape_of(turn, action, move)
    if shape is None or turn.rules.wilds_on_canasta or not shape.wilds_added:
        return None
    alone = shape.sort == "wild" and turn.rules.wild_only_melds != "no"
    if not alone and shape.sort != "set":
        return None
    # Laid first, the wild cards complete the canasta at most.
    return shape.facts() if shape.before + shape.wilds_added > turn.rules.canasta_size else None


@judges("meld.min-size", "meld")
def meld_min_size(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A meld has at least three cards. Official laws; ledger 7.1."""
    shape = new_shape(turn, action, move)
    if shape.sort in ("threes", "sequence") or shape.reds or len(action.cards) >= turn.rules.meld_min_size:
        return None
    return {"needed": turn.rules.meld_min_size, "have": len(action.cards)}


@judges("meld.same-rank", "meld", "add", "take")
def meld_same_rank(turn: Turn, action: Action, move: Move) -> Facts | None:
    """All natural cards of a set have one rank. Official laws; ledger 7.2."""
    shape = shape_of(turn, action, move)
    if shape is None or shape.sort != "set" or len(shape.ranks) < 2:
        return None
    if _new_row(shape):
        return None  # meld.no-sequence says it
    return {"ranks": shape.ranks}


@judges("meld.min-natural", "meld", "add", "take")
def meld_min_natural(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A set contains at least two natural cards. Official laws; ledger 7.3.

    A pile taken without any natural card from the hand is judged by the ways to take it.
    """
    shape = shape_of(turn, action, move)
    if shape is None or shape.reds or shape.strangers or "meld.min-natural" not in shape.faults_as("set"):
        return None
    if action.verb == "take" and shape.naturals < NATURAL_PAIR:
        return None
    if action.verb == "add" and not shape.wilds_added:
        return None
    return shape.facts(needed=turn.rules.min_naturals, have=shape.naturals)


@judges("meld.natural-ranks", "meld", "add", "take")
def meld_natural_ranks(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Natural cards of a set are four to ace; a black three never joins them. Official laws; ledger 7.4."""
    shape = shape_of(turn, action, move)
    if shape is None or not shape.strangers:
        return None
    return {"cards": " ".join(map(str, shape.strangers))}


@judges("meld.no-sequence", "meld", "take")
def meld_no_sequence(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Where there are no sequences, cards in a row are no meld. Official laws; ledger 7.5."""
    row = () if turn.rules.sequences else _new_row(shape_of(turn, action, move))
    return {"cards": " ".join(map(str, row))} if row else None


def _new_row(shape: Shape | None) -> tuple[Card, ...]:
    """The cards of a new meld that stand in a row, none where they do not."""
    return shape.cards if shape is not None and not shape.before and is_run(shape.cards) else ()


@judges("meld.one-per-rank", "meld")
def meld_one_per_rank(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A side keeps only one meld of each rank; further cards join it. Official laws; ledger 7.6."""
    if turn.rules.several_melds_per_rank:
        return None
    # A red three has a rule of its own; the others are looked at without it.
    kinds = {c.kind for c in action.cards if not c.is_wild and not c.is_red_three}
    if turn.rules.wild_only_melds != "no" and all(c.is_wild for c in action.cards):
        kinds = {WILD_MELD}
    if len(kinds) != 1:
        return None
    kind = kinds.pop()
    return {"rank": NAME_OF_KIND[kind]} if kind in turn.melds else None


@judges("meld.merge", "merge")
def meld_merge(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Two melds of a rank are joined only where a rule set allows it. Ledger 7.7."""
    if "meld.merge" not in merged_faults(turn, move):
        return None
    return {"melds": [action.target, action.source]}


@judges("meld.no-opponent", "add", "take", "move", "swap")
def meld_no_opponent(turn: Turn, action: Action, move: Move) -> Facts | None:
    """Cards may never be added to the opponents' melds. Official laws; ledger 7.9."""
    return {"meld": action.target.removeprefix("opp:")} if action.target.startswith("opp:") else None


@judges("meld.stays-on-table", "move", "swap")
def meld_stays_on_table(turn: Turn, action: Action, move: Move) -> Facts | None:
    """A melded card stays in its meld until the deal ends. Official laws; ledger 7.10."""
    leaving = action.others if action.verb == "swap" else action.cards
    naturals = [c for c in leaving if not c.is_wild]
    return {"cards": " ".join(map(str, naturals)), "verb": action.verb} if naturals else None


@owes("black3.meld-only-going-out")
def black3_laid_without_going_out(ending: Ending) -> Breach | None:
    """Black threes are melded only by who goes out. Official laws; ledger 5.3.

    Where none may be melded at all, that is said when they are laid.
    """
    turn = ending.turn
    if not turn.black_threes_melded or turn.rules.black_three_meld != "going_out":
        return None
    if ending.how not in ("stopped", "on") or (ending.how == "on" and ending.can_keep_to_it):
        return None
    return "black3.meld-only-going-out", {
        "reason": "not-out",
        "threes": turn.melds[BLACK_THREE_KIND][0],
        "cards_left": turn.cards_in_hand,
        "canastas": turn.canastas,
        "canastas_needed": turn.rules.canastas_to_go_out,
    }


@allows("add")
def _reasons_to_add(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """What allows an addition: the meld is the side's own, and what holds it afterwards."""
    found: list[Breach] = [("meld.add-own-partner", {"meld": action.target})]
    found += wild_reasons(after, move, move.target)
    found += canasta_reasons(before, move.target, move)
    if move.target >= FIRST_SEQUENCE:
        # A sequence that grows: what it was, and with how many cards.
        facts = {"meld": action.target, "added": len(action.cards), "max": before.rules.sequence_max}
        found.append(("samba.sequence-shape", facts))
    return found


@allows("merge")
def _reasons_to_merge(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    return [("meld.merge", {"melds": [action.target, action.source]})]


@allows("meld")
def _reasons_to_meld(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """What allows a new meld: its size, its shape and its wild cards."""
    if after.sequences != before.sequences or after.broken_runs:
        facts = {
            "cards": " ".join(map(str, action.cards)),
            "have": len(move.kinds),
            "max": after.rules.sequence_max,
        }
        return [("samba.sequence-shape", facts)]
    kind = next((kind for kind in move.kinds if kind <= BLACK_THREE_KIND), WILD_MELD)
    number = (after.numbers_of(kind) or [kind])[-1]
    naturals, twos, jokers = after.melds[number]
    if kind == WILD_MELD:
        return [_wild_meld(after, twos + jokers)]
    if kind == BLACK_THREE_KIND and twos + jokers:
        return [("house.sperr-canasta-1500", {"threes": naturals, "wilds": twos + jokers})]
    if kind == BLACK_THREE_KIND:
        facts = {"have": naturals, "min": after.rules.meld_min_size, "max": after.rules.black_three_meld_max}
        return [("black3.meld-size", facts), ("black3.meld-only-going-out", {"threes": naturals})]
    facts = {"rank": NAME_OF_KIND[kind], "have": len(move.kinds), "needed": after.rules.meld_min_size}
    found: list[Breach] = [("meld.min-size", facts), ("meld.same-rank", {"ranks": [NAME_OF_KIND[kind]]})]
    if twos + jokers:
        found.append(("meld.min-natural", {"have": naturals, "needed": after.rules.min_naturals}))
    return found + wild_reasons(after, move, number)


def _wild_meld(after: Turn, have: int) -> Breach:
    """The rule that knows melds of nothing but wild cards."""
    option: RuleId = (
        "sambaopt.wild-melds" if after.rules.wild_only_melds == "any" else "house.joker-canasta-1000"
    )
    return option, {"have": have}


def wild_reasons(after: Turn, move: Move, kind: int) -> list[Breach]:
    if not move.wilds or kind not in after.melds:
        return []
    naturals, twos, jokers = after.melds[kind]
    if kind & KIND_MASK == WILD_MELD:
        return [_wild_meld(after, twos + jokers)] if after.rules.wild_only_melds == "any" else []
    rules = after.rules
    found: list[Breach] = []
    if rules.max_wilds is not None or not rules.naturals_must_outnumber:
        facts = {"have": twos + jokers, "max": rules.max_wilds, "naturals": naturals}
        found.append(("wild.max-per-meld", facts))
    if rules.naturals_must_outnumber:
        found.append(("wild.majority", {"naturals": naturals, "wilds": twos + jokers}))
    return found


def canasta_reasons(before: Turn, number: int, move: Move) -> list[Breach]:
    """What an addition does to a canasta that was complete before."""
    if number not in before.melds or not before.is_canasta(number):
        return []
    kind = number & KIND_MASK
    naturals, twos, jokers = before.melds[number]
    if not move.wilds:
        return [("canasta.extend", {"rank": NAME_OF_KIND[kind]})]
    found: list[Breach] = [
        ("wild.add-to-canasta", {"have": twos + jokers + move.wilds, "naturals": naturals})
    ]
    if not twos + jokers:
        found.append(("canasta.natural-to-mixed", {"rank": NAME_OF_KIND[kind]}))
    return found
