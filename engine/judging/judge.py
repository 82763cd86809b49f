"""The public face of the law: is that allowed, which rule decides, with which numbers, what would make it legal?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from engine.judging.moves import Budget, legal_moves
from engine.judging.remedy import Remedy, find_remedy
from engine.law.actions import VERBS, Action, move_of
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.rule_ids import STEP_RULES, STEPS, RuleId
from engine.law.rulebook import ORDER
from engine.law.ruleset import RuleSet
from engine.law.verdict import Finding, Verdict, WentOut
from engine.notation.text import parse_actions
from engine.reach.finishing import must_go_out
from engine.rules.drawing import cards_left, may_be_mended, unnamed_cards_may_force, worlds_of
from engine.rules.pickup import onto_run
from engine.rules.registry import (
    Breach,
    breaches,
    closing_breaches,
    closing_grounds,
    grounds,
    is_open,
    is_sound,
    legality,
)
from engine.turn.table import Table, realisations
from engine.turn.turn import Turn


def judge(
    position: Position,
    actions: Iterable[str | Action],
    *,
    unfinished: bool = False,
    remedy: bool = True,
    stay: int = 0,
    budget: Budget | None = None,
) -> Verdict:
    """Judge a list of actions as the player's whole lay-down so far.

    With ``unfinished`` more may follow, and a fault is forgiven if cards still in hand could mend it.
    ``remedy`` False leaves out the search for the smallest legal change, which stops when ``budget`` is spent; several
    questions may share one. The change leaves the first ``stay`` actions, legal ones, as they are.

    Never raises for a learner's mistake; raises EngineError where the question cannot be asked: a card that is not
    held, a meld that is not there, something unknown that decides.
    """
    listed = parse_actions(actions)
    run = _Run(position, listed)
    closing = run.owed(unfinished=unfinished)
    findings = [Finding(rule, False, index, facts) for index, rule, facts in run.broken]
    findings += [Finding(rule, False, None, facts) for rule, facts in closing]
    rules = position.rules
    legal = legality(rules, [(finding.rule, finding.facts) for finding in findings])
    if legal and run.declines_unnamed:
        raise EngineError("request", "pile", "unknown-cards-decide")
    if legal:
        findings = [Finding(rule, True, index, facts) for index, rule, facts in run.allowed]
        findings += [Finding(rule, True, None, facts) for rule, facts in closing_grounds(run.start, run.turn)]
    undecided = _undecided(rules, findings)
    if (legal and run.declines_openly) or (
        legal is not None and run.takes_onto_run and _other_reading(position, listed, unfinished) is not legal
    ):
        legal = None
        undecided = list(dict.fromkeys([*undecided, "samba.sequence-pickup"]))
    mended = Remedy(None)
    if remedy and legal is False:
        mended = find_remedy(position, listed, unfinished=unfinished, stay=stay, budget=budget)
    cited = list(dict.fromkeys(finding.rule for finding in findings))
    return Verdict(
        legal=legal,
        findings=tuple(findings),
        undecided=tuple(undecided),
        fallback=tuple(rule for rule in cited if rules.standing(rule) == "fallback"),
        remedy=mended.actions,
        remedy_limit=mended.limited,
        went_out=_went_out(run.turn) if legal else "no",
        after=run.tables[-1 if legal else run.legal_length()].to_position(),
    )


def _undecided(rules: RuleSet, findings: Sequence[Finding]) -> list[RuleId]:
    """The rules whose text leaves open what they are cited for, but for those that are broken for certain besides."""
    certain = {f.rule for f in findings if not f.holds and not is_open(rules, (f.rule, f.facts))}
    undecided = dict.fromkeys(f.rule for f in findings if is_open(rules, (f.rule, f.facts)))
    return [rule for rule in undecided if rule not in certain]


def _other_reading(position: Position, actions: Sequence[Action], unfinished: bool) -> bool:
    """Whether the list is legal too if the rest of the pile stays when its top card extends a sequence. Ledger 18.7."""
    start = Turn.start(position)
    other = [
        replace(action, top_only=True) if onto_run(start, move_of(action, position.rules)) else action
        for action in actions
    ]
    try:
        run = _Run(position, other)
        closing = run.owed(unfinished=unfinished)
    except EngineError:
        return False  # a card of the pile is used that would not have come
    return not closing and all(facts.get("open") for _, _, facts in run.broken)


class _Run:
    """All actions done one after another, as if each had been legal, with what each broke or was allowed by."""

    def __init__(self, position: Position, actions: Sequence[Action]) -> None:
        asks = any(action.verb == "ask" for action in actions)
        self.tables = [Table(position, asks=asks)]
        self.turn = self.start = self.tables[0].turn
        self.turns = [self.start]
        self.broken: list[tuple[int, RuleId, dict[str, object]]] = []
        self.allowed: list[tuple[int, RuleId, dict[str, object]]] = []
        self.actions = actions
        self.declines_unnamed = False
        """Whether a pile is declined that must be taken or not, as cards decide that nobody has named."""
        for index, action in enumerate(actions):
            self._do(index, action)

    def _do(self, index: int, action: Action) -> None:
        table = self.tables[-1].copy()
        table.check(action, where=f"actions[{index}]")
        move = move_of(action, self.turn.rules)
        before = self.turn
        found = breaches(before, action, move)
        table.do(action)
        if not before.over:
            self.turn = table.turn
        elif (
            not found
        ):  # the cards of what comes too late move; the turn knows only what may still be done in it
            self.turn = before.copy()
            self.turn.apply(move, drawn=action.cards, replacements=action.others)
        self.broken += [(index, rule, facts) for rule, facts in found]
        if action.verb == "end" and before.phase == "draw" and unnamed_cards_may_force(before):
            self.declines_unnamed = True
        if not found:
            self.allowed += [(index, rule, facts) for rule, facts in grounds(before, action, move, self.turn)]
        self.tables.append(table)
        self.turns.append(self.turn)

    @property
    def takes_onto_run(self) -> bool:
        """Whether the top card of a larger pile was laid on a sequence: the text does not say where the rest goes."""
        return any("declined" not in facts for facts in self._open_rests())

    @property
    def declines_openly(self) -> bool:
        """Whether a pile is declined that must be taken if its rest comes along, or only if it stays."""
        return any("declined" in facts for facts in self._open_rests())

    def _open_rests(self) -> Iterator[dict[str, object]]:
        for _, rule, facts in self.allowed:
            if rule == "samba.sequence-pickup" and "open" in facts:
                yield facts

    @property
    def so_far(self) -> bool | None:
        """Whether the actions by themselves are legal."""
        return legality(self.turn.rules, [(rule, facts) for _, rule, facts in self.broken])

    def owed(self, *, unfinished: bool) -> list[Breach]:
        """The rules that the lay-down as a whole breaks for certain, in the ledger's order."""
        found = certain_breaches(
            self.turn,
            unfinished=unfinished,
            left=self.cards_left(),
            unseen_at=self.unseen_at(),
            so_far=self.so_far,
        )
        return sorted(found, key=lambda breach: ORDER[breach[0]])

    def cards_left(self) -> list[Card]:
        """The cards of which somebody may hold one unseen; only asked for where an unnamed card was drawn."""
        if not self.turn.unknown:
            return []
        return cards_left(self.turn.rules, self.tables[-1].seen())

    def unseen_at(self) -> str:
        """Where cards came without their names."""
        for index, (before, after) in enumerate(pairwise(self.tables)):
            if after.unknown > before.unknown:
                return "pile" if self.actions[index].verb == "take" else f"actions[{index}]"
        return "unknown_cards"

    def legal_length(self) -> int:
        """How many of the first actions stand: they break nothing and the turn could still end well after them."""
        first_broken = min((index for index, _, _ in self.broken), default=len(self.actions))
        for length in range(first_broken, 0, -1):
            if is_sound(self.turns[length]):
                return length
        return 0


def _went_out(turn: Turn) -> WentOut:
    if turn.phase != "play" or not turn.hand_is_empty:
        return "no"
    if not turn.rules.concealed_is_special:
        return "yes"
    if turn.has_melded is None and turn.fresh_canastas and not turn.touched_old:
        raise EngineError("position", "player_has_melded", "missing-key", key="player_has_melded")
    return "concealed" if turn.may_be_concealed else "yes"


def only_going_out_is_left(position: Position, actions: Iterable[str | Action]) -> bool:
    """Whether after these actions the turn is legal only if it goes out. Raises EngineError as judge does."""
    return must_go_out(_Run(position, parse_actions(actions)).turn)


def legal_actions(position: Position, actions: Iterable[str | Action] = ()) -> list[Action]:
    """Every legal next action after these, once, canonical and in a stable order.

    Legal means that :func:`judge` accepts the list with it as unfinished. Raises EngineError as judge does.
    """
    listed = parse_actions(actions)
    run = _Run(position, listed)
    if run.broken:
        return []
    table = run.tables[-1]
    early = run.turn.held is not None
    doubtful = run.takes_onto_run
    found = [
        action
        for move in legal_moves(run.turn)
        for action in realisations(table, move, early=early)
        # What only one reading of a taking onto a sequence allows is not accepted for certain.
        if not (doubtful or onto_run(run.turn, move))
        or judge(position, (*listed, action), unfinished=True, remedy=False).legal
    ]
    if position.permission is not None and not any(action.verb == "ask" for action in listed):
        # The answer counts as given to an earlier question, until the list asks it itself.
        ask = Action(verb="ask")
        if judge(position, (*listed, ask), unfinished=True, remedy=False).legal:
            place = sum(VERBS.index(action.verb) < VERBS.index("ask") for action in found)
            found.insert(place, ask)
    return found


def apply(position: Position, actions: Iterable[str | Action]) -> Position:
    """The position after these actions, seen by the same player.

    For legal actions only: raises ValueError, a programming error, if the list is not accepted as unfinished.
    """
    verdict = judge(position, actions, unfinished=True, remedy=False)
    if not verdict.legal:
        raise ValueError(f"not a legal list of actions: {[str(finding.rule) for finding in verdict.broken]}")
    return verdict.after


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


def _broken_in(world: list[Breach]) -> set[RuleId]:
    """The rules broken; a minimum that is not reached in any reading is not reached in one of them either."""
    broken = {rule for rule, _ in world}
    return broken | {STEPS} if broken.intersection(STEP_RULES) else broken


def _answer_is_open(turn: Turn) -> bool:
    ended = turn.over in ("discard", "end") or (turn.phase == "play" and turn.hand_is_empty)
    return turn.asked and turn.permission is None and ended and turn.may_ask


def _answers(turn: Turn) -> Iterator[Turn]:
    for answer in ("yes", "no"):
        world = turn.copy()
        world.permission = answer
        yield world
