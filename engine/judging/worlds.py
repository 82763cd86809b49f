"""What is certain although something is not known: the partner's answer, or a card that was drawn unseen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.law.cards import CARDS, Card, copies_in_deck
from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.reach.needed_runs import Spend, nothing_counted
from engine.rules.closing import STEP_RULES, closing_breaches, is_open, is_sound, legality
from engine.rules.drawing import forced_take, takes_to_force
from engine.rules.registry import Breach
from engine.turn.turn import Turn

OPEN_STEP = "initial.boundaries"


def certain_breaches(
    turn: Turn, *, unfinished: bool, left: Iterable[Card], unseen_at: str, so_far: bool | None
) -> list[Breach]:
    """The rules that the lay-down as a whole breaks whatever is true of what is not known.

    ``left`` are the cards, each once, that may have been drawn; ``unseen_at`` names the place where a card came
    unnamed. ``so_far`` says whether the actions by themselves are legal. Raises EngineError naming the place where the
    verdict hangs on what is not known.
    """
    found = closing_breaches(turn, unfinished=unfinished)
    open_answer = _answer_is_open(turn) and not unfinished
    if not open_answer and not (found and turn.unknown and not turn.over):
        return found
    if turn.unknown > 1 and not turn.over:
        worlds = [
            [breach for breach in found if not may_be_mended(turn, breach, unfinished=unfinished)],
            found,
        ]
    else:
        worlds = [
            closing_breaches(world, unfinished=unfinished)
            for answered in (_answers(turn) if open_answer else (turn,))
            for world in worlds_of(answered, left)
        ]
    common = set.intersection(*(_broken_in(world) for world in worlds))
    verdicts = {legality(turn.rules, world) for world in worlds}
    nothing_sure = so_far and any(worlds) and not common
    if nothing_sure or (so_far is not False and False in verdicts and len(verdicts) > 1):
        if open_answer:
            raise EngineError("position", "permission", "missing-key", key="permission")
        raise EngineError("request", unseen_at, "unknown-cards-decide")
    # What is broken in every reading with one card and in one reading with another is open.
    weakest = {}
    for breach in (breach for world in worlds for breach in world if breach[0] in common):
        if breach[0] not in weakest or is_open(turn.rules, breach):
            weakest[breach[0]] = breach
    return list(weakest.values())


def _broken_in(world: list[Breach]) -> set[str]:
    """The rules broken; a minimum that is not reached in any reading is not reached in one of them either."""
    broken = {rule for rule, _ in world}
    return broken | {OPEN_STEP} if broken.intersection(STEP_RULES) else broken


def cards_left(rules: RuleSet, seen: Iterable[Card]) -> list[Card]:
    """The cards, each once, of which somebody may hold one that the player has not seen."""
    counts = Counter(seen)
    return [
        c for c in CARDS.values() if counts[c] < copies_in_deck(c, packs=rules.packs, jokers=rules.jokers)
    ]


def _answer_is_open(turn: Turn) -> bool:
    ended = turn.over in ("discard", "end") or (turn.phase == "play" and turn.hand_is_empty)
    return turn.asked and turn.permission is None and ended and turn.rules.permission != "none"


def _answers(turn: Turn) -> Iterator[Turn]:
    for answer in ("yes", "no"):
        world = turn.copy()
        world.permission = answer
        yield world


def worlds_of(turn: Turn, left: Iterable[Card]) -> Iterator[Turn]:
    """The turn with the one unnamed card turned over, for every card that is left; the turn itself without one."""
    if turn.unknown != 1 or turn.over:
        yield turn
        return
    for card in left:
        if not card.is_red_three:
            world = turn.copy()
            world.unknown = 0
            world.gain(card)
            yield world


def may_be_mended(turn: Turn, breach: Breach, *, unfinished: bool) -> bool:
    """Whether several unnamed cards could mend this: nobody can tell without their names."""
    rule, facts = breach
    if rule == "black3.meld-only-going-out" or (rule == "out.ask-binding" and facts["answer"] == "yes"):
        return True
    return unfinished and turn.drew == "stock" and (rule in STEP_RULES or rule == OPEN_STEP)


def may_decline(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """With an empty stock: whether the player may leave the pile, whatever its unnamed cards are."""
    return forced_take(turn, spend) == "free" and not unnamed_cards_may_force(turn, spend)


def unnamed_cards_may_force(turn: Turn, spend: Spend = nothing_counted) -> bool:
    """Whether a pile that by what is known may be declined has to be taken if its unnamed cards are the right ones."""
    if turn.stock != 0 or not turn.pile or forced_take(turn, spend) != "free":
        return False
    return any(_may_lead_on(after, spend) for after in takes_to_force(turn, rest_comes=True))


def _may_lead_on(turn: Turn, spend: Spend) -> bool:
    """Whether cards that came unnamed with the pile could bring the turn to a legal end."""
    if not turn.unknown:
        return False
    if turn.unknown > 1:
        broken = closing_breaches(turn, unfinished=True, spend=spend)
        return all(may_be_mended(turn, breach, unfinished=True) for breach in broken)
    seen = turn.position.seen() if turn.position is not None else ()
    return any(is_sound(world, spend) for world in worlds_of(turn, cards_left(turn.rules, seen)))
