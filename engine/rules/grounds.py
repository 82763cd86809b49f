"""The rules that decided in favour of a legal action: a right answer gets its reasons too."""

from __future__ import annotations

from engine.law.actions import Action
from engine.law.cards import BLACK_THREE_KIND
from engine.law.kinds import (
    FIRST_SEQUENCE,
    KIND_MASK,
    NAME_OF_KIND,
    RANK_COUNT,
    WILD_MELD,
    Move,
    sequence_grown,
    sequence_of,
)
from engine.law.rule_ids import ORDER
from engine.law.ruleset import NATURAL_PAIR
from engine.rules.closing import threshold_rule
from engine.rules.drawing import forced_take
from engine.rules.pickup import FREEZE_REASONS, hand_naturals, joins_meld, onto_run
from engine.rules.registry import Breach
from engine.turn.turn import Turn


def _draw_count(before: Turn, action: Action) -> Breach:
    """How many cards were to be drawn, or that the stock held fewer."""
    needed = before.rules.draw_count
    come = sum(not c.is_red_three for c in action.cards) if action.cards else needed
    if before.stock is not None:
        come = min(come, before.stock)
        if 0 < come < needed and before.stock <= max(len(action.cards), come):
            return "stock.short-draw", {"needed": needed, "have": come}
    return "turn.draw-count", {"needed": needed}


def grounds(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
    """The rules that allow this action, in the ledger's order, with the facts."""
    found: list[Breach] = []
    match action.verb:
        case "draw":
            found = [("turn.draw-or-take", {"way": "draw"}), _draw_count(before, action)]
            replaced = sum(c.is_red_three for c in action.cards) - after.last_red_three
            if replaced > 0:
                found.append(("red3.replace-from-stock", {"count": replaced}))
            if after.last_red_three:
                found.append(("stock.last-red-three", {}))
        case "expose":
            found = [("red3.expose-at-once", {"card": str(action.cards[0])})]
            if before.stock != 0 and not after.last_red_three:
                found.append(
                    ("red3.replace-from-stock", {"count": 1 + sum(c.is_red_three for c in action.others)})
                )
        case "ask":
            found = [("out.ask-timing", {}), ("out.ask-optional", {})]
        case "take":
            found = _take(before, action, move, after)
        case "meld":
            found = _meld(before, after, action, move)
        case "add":
            found = [
                ("meld.add-own-partner", {"meld": action.target}),
                *_wild_facts(after, move, move.target),
            ]
            found += _canasta(before, move.target, move)
            if move.target >= FIRST_SEQUENCE:
                found += _run(action.target, len(action.cards), before)
        case "merge":
            found = [("meld.merge", {"melds": [action.target, action.source]})]
        case "discard":
            found = [("turn.discard-one", {"card": str(action.cards[0])})]
            if action.cards[0].is_black_three:
                found.append(("black3.stop-card", {"card": str(action.cards[0])}))
            elif action.cards[0].is_wild and before.rules.wild_discard_effect == "freeze":
                found.append(("freeze.wild-discard", {"card": str(action.cards[0])}))
        case "end":
            if before.phase == "draw":
                found = [
                    ("stock.play-on", {"way": "declined"}),
                    ("stock.end-no-bonus", {}),
                    *_why_not_forced(before),
                ]
            elif before.hand_is_empty:
                found = [("turn.discard-one", {"reason": "gone-out"})]
    return sorted(found, key=lambda entry: ORDER[entry[0]])


def _why_not_forced(turn: Turn) -> list[Breach]:
    """Why a player may decline the pile, also where its top card would fit an own meld."""
    if forced_take(turn) == "rest-open":
        # Whether the pile must be taken hangs on where its rest goes when the top card extends a sequence.
        facts = {"card": str(turn.pile[-1]), "pile_size": turn.pile_size, "declined": True, "open": True}
        return [("samba.sequence-pickup", facts)]
    return [("stock.forced-take", {}), *_why_it_may_be_declined(turn)]


def _why_it_may_be_declined(turn: Turn) -> list[Breach]:
    if not turn.pile or not _fits_own_meld(turn):
        return []
    cause = turn.freeze_cause
    if cause is not None:
        return [
            ("freeze.take-natural-pair-only", {"card": str(turn.pile[-1]), "cause": cause, "declined": True})
        ]
    if turn.one_card_pile_barred:
        return [("pickup.one-card-rule", {"hand": 1, "pile_size": 1, "declined": True})]
    return []


def _fits_own_meld(turn: Turn) -> bool:
    top = turn.pile[-1]
    if top.kind in turn.melds:
        return True
    runs = (number for number in turn.sequences if sequence_of(number)[0] == top.fine // RANK_COUNT)
    return top.is_natural and any(sequence_grown(number, top.kind) >= 0 for number in runs)


def _take(before: Turn, action: Action, move: Move, after: Turn) -> list[Breach]:
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
        found + _wild_facts(after, move, target if target >= 0 else top.kind) + _canasta(before, target, move)
    )


def _way_onto_a_meld(turn: Turn, target: int) -> str:
    """The rule that lets the top card join this meld; empty where only cards of the hand can take the pile."""
    if turn.is_canasta(target):
        return "pickup.add-to-canasta" if turn.rules.pickup_add_to_canasta else ""
    return "pickup.add-to-meld" if turn.rules.pickup_add_to_meld else ""


def _wild_facts(after: Turn, move: Move, kind: int) -> list[Breach]:
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


def _run(name: str, count: int, before: Turn) -> list[Breach]:
    """A sequence that grows: what it was, and with how many cards."""
    return [("samba.sequence-shape", {"meld": name, "added": count, "max": before.rules.sequence_max})]


def _meld(before: Turn, after: Turn, action: Action, move: Move) -> list[Breach]:
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
    return found + _wild_facts(after, move, number)


def _wild_meld(after: Turn, have: int) -> Breach:
    """The rule that knows melds of nothing but wild cards."""
    option = "sambaopt.wild-melds" if after.rules.wild_only_melds == "any" else "house.joker-canasta-1000"
    return option, {"have": have}


def _canasta(before: Turn, number: int, move: Move) -> list[Breach]:
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


def closing_grounds(start: Turn, turn: Turn) -> list[Breach]:
    """The rules that allow the lay-down as a whole, in the ledger's order."""
    found: list[Breach] = []
    if turn.laid_anything:
        found += _opening(turn)
    elif start.opened and turn.laid:
        found.append(("initial.per-side", {}))
    out = turn.hand_is_empty and turn.phase == "play"
    if out:
        found += _going_out(start, turn)
    elif turn.over == "discard" and turn.laid and turn.canastas < turn.rules.canastas_to_go_out:
        found.append(("turn.keep-a-card", {"cards_left": turn.cards_in_hand}))
    if turn.binding_answer is not None and (out or turn.over):
        found.append(("out.ask-binding", {"answer": turn.binding_answer}))
    return sorted(found, key=lambda entry: ORDER[entry[0]])


def _opening(turn: Turn) -> list[Breach]:
    facts = {"needed": turn.minimum, "have": turn.laid, "score": turn.score}
    if turn.laid < turn.minimum:
        return [("concealed.minimum", facts)] if turn.hand_is_empty else []
    found: list[Breach] = [(threshold_rule(turn), facts)]
    melds = len(turn.fresh) + len(turn.fresh_sequences)
    if melds > 1:
        found.append(("initial.several-melds", {"melds": melds}))
    if any(twos + jokers for _, twos, jokers in (turn.melds[kind] for kind in turn.fresh)):
        found.append(("initial.wild-allowed", {}))
    if turn.drew == "pile":
        found.append(("initial.top-card-counts", facts))
    return found


def _going_out(start: Turn, turn: Turn) -> list[Breach]:
    rules = turn.rules
    found: list[Breach] = [
        ("out.canastas-needed", {"needed": rules.canastas_to_go_out, "have": turn.canastas}),
        ("out.final-discard-optional", {"discard": turn.over == "discard"}),
    ]
    if start.canastas < rules.canastas_to_go_out:
        found.append(("out.canasta-same-turn", {"had": start.canastas}))
    if not turn.asked and turn.may_ask:
        found.append(("out.ask-optional", {"asked": False}))
    if turn.may_be_concealed and rules.concealed_is_special:
        found.append(("concealed.definition", {}))
        if rules.concealed_needs_own_canasta:
            found.append(("concealed.own-canasta", {"have": turn.fresh_canastas}))
        if turn.drew == "pile":
            found.append(("concealed.pile-allowed", {}))
    return found
