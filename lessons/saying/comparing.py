"""Two rule sets side by side, for people: the rules on which they differ, and a position for each that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal

from django.utils.translation import gettext

from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreLine
from lessons.content.reading import Library, RulePage
from lessons.parting.probing import Judged, Parting, Scored, differing, parting
from lessons.saying.base import Sentence, some_points
from lessons.saying.numbers import line_in_words
from lessons.saying.remedies import actions_in_words
from lessons.saying.rule_values import Said, said
from lessons.saying.verdicts import explain, is_about_laying
from lessons.table import presenting
from lessons.table.view_models import HandView, SideView, TableView
from lessons.words import naming

_SAME_AS: Final[Mapping[str, str]] = {"house.wiener-red-threes": "red3.sign-condition"}
"""Rules that say in a word what another says with its values."""

State = Literal["may", "maynot", "open", "points"]
WORDS_OF_STATE: Final[Mapping[bool | None, State]] = {True: "may", False: "maynot", None: "open"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What one rule set says to the position: in a word, and the sentence that decides."""

    state: State
    word: str
    sentences: tuple[Sentence, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A position on which two rule sets part. Either a table with actions, or what a side has when the deal ends."""

    outcomes: tuple[Outcome, ...]
    actions: str = ""
    table: TableView | None = None
    hand: HandView | None = None
    side: SideView | None = None
    facts: tuple[str, ...] = ()
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """One answer and the rule sets that give it: their names, and whether the official rule serves because a text is
    silent there.
    """

    outcome: Outcome
    rule_sets: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One rule, what each of the two says of it, and the position that shows it, if one does."""

    page: RulePage
    values: tuple[Said, Said]
    shown: Shown | None

    @property
    def columns(self) -> list[tuple[Said, Outcome | None]]:
        """Value and outcome of the first rule set, then of the second."""
        outcomes: Iterable[Outcome | None] = self.shown.outcomes if self.shown else (None, None)
        return list(zip(self.values, outcomes, strict=True))


def differences(library: Library, first: RuleSet, second: RuleSet) -> tuple[Difference, ...]:
    """All rules on which the two differ, in the order of the rulebook, in the active language."""
    apart = differing(first, second)
    pages = [
        library.rules[rule]
        for rule in apart
        if rule in library.rules and _SAME_AS.get(rule) not in apart  # it would be told twice
    ]
    found = []
    for page in pages:
        part = parting(page, first, second)
        values = (said(first, page.id), said(second, page.id))
        found.append(Difference(page=page, values=values, shown=show(page.id, part) if part else None))
    return tuple(found)


def show(rule: str, apart: Parting) -> Shown:
    """A parting in words and pictures."""
    match apart:
        case Parting(Judged() as one, Judged() as other):
            return _show_judged(rule, one, other)
        case Parting(Scored() as one, Scored() as other):
            return _show_scored(one, other)
    raise TypeError("a probe is either judged or scored under both rule sets")


def show_one(rule: str, found: Judged | Scored) -> Shown:
    """A probe under one rule set alone."""
    outcomes = (outcome_of(rule, found),)
    if isinstance(found, Judged):
        return _show_table(found, outcomes=outcomes)
    return _show_side(found, outcomes=outcomes)


def outcome_of(rule: str, found: Judged | Scored) -> Outcome:
    """What a probe comes to under a rule set, without the table that shows it."""
    if isinstance(found, Judged):
        return _judged_outcome(rule, found)
    return _scored_outcome(found, lines=found.sheet.lines)


def grouped(rule: str, found: Mapping[str, Judged | Scored | None]) -> tuple[list[Answered], list[str]]:
    """What rule sets say, the same answers together, and the rule sets where the position is impossible.

    ``found`` holds by name of the rule set what came out there, None where it is impossible.
    """
    told = {}
    for name, one in found.items():
        if one is not None:
            outcome = outcome_of(rule, one)
            told[name] = outcome, is_silent(one, outcome)
    return together(told), [name for name, one in found.items() if one is None]


def together(told: Mapping[str, tuple[Outcome, bool]]) -> list[Answered]:
    """The same outcomes together. ``told`` holds by rule set its outcome, and whether its text is silent."""
    answers: dict[tuple[str, str], Answered] = {}
    for name, (outcome, silent) in told.items():
        key = (outcome.word, " ".join(str(sentence) for sentence in outcome.sentences))
        said = answers.get(key, Answered(outcome=outcome))
        answers[key] = replace(said, rule_sets=(*said.rule_sets, (name, silent)))
    return list(answers.values())


def is_silent(found: Judged | Scored, outcome: Outcome) -> bool:
    """Whether the official rule serves because the text of the rule set is silent: on a rule that is told."""
    cited = {one.rule_id for one in outcome.sentences}
    if isinstance(found, Judged):
        rules = found.position.rules
    else:
        rules = found.rules
        if found.side.red_threes and any(rule.startswith("red3.") for rule in cited):
            cited.add("red3.sign-condition")
    return any(rules.standing(rule) == "fallback" for rule in cited)


def _show_judged(rule: str, one: Judged, other: Judged) -> Shown:
    going_out = one.verdict.legal is other.verdict.legal and one.verdict.went_out != other.verdict.went_out
    outcomes = tuple(_judged_outcome(rule, found, going_out=going_out) for found in (one, other))
    table = agreed(presenting.table(one.position), presenting.table(other.position))
    return replace(_show_table(one, outcomes=outcomes), table=table)


def agreed(table: TableView, other: TableView) -> TableView:
    """The table with only what both rule sets say of it: what the pile is called and what a side needs differ."""
    said = {state.text for state in other.pile.states}
    pile = replace(table.pile, states=tuple(state for state in table.pile.states if state.text in said))
    own = table.own
    if own.notes != other.own.notes:
        own = replace(own, notes=(gettext("not melded yet"),))
    return replace(table, pile=pile, own=own)


def show_position(position: Position) -> Shown:
    """A table and a hand without a question."""
    hand = presenting.hand(position.hand, selectable=False) if position.hand else None
    return Shown(outcomes=(), table=presenting.table(position), hand=hand, position=position)


def _show_table(found: Judged, *, outcomes: tuple[Outcome, ...]) -> Shown:
    return replace(show_position(found.position), outcomes=outcomes, actions=actions_in_words(found.actions))


def _judged_outcome(rule: str, found: Judged, *, going_out: bool = False) -> Outcome:
    verdict = found.verdict
    told = explain(verdict, position=found.position, actions=found.actions, about=[rule], reveal=False)
    word = gettext("Allowed so far") if told.so_far else word_of(verdict.legal)
    if going_out and verdict.went_out == "concealed":
        word = gettext("Allowed, as going out concealed")
    elif going_out and verdict.went_out == "yes":
        word = gettext("Allowed, but not as going out concealed")
    sentences = [told.deciding, told.so_far, *told.open_points]
    if told.so_far and (told.rule_id != rule or is_about_laying(rule)):
        sentences = [told.so_far]  # that the cards are a meld goes without saying
    return Outcome(
        state=WORDS_OF_STATE[verdict.legal],
        word=word,
        sentences=tuple(dict.fromkeys(sentence for sentence in sentences if sentence is not None)),
    )


def word_of(legal: bool | None) -> str:
    """Whether something is allowed, in a word or two."""
    return {
        True: gettext("Allowed"),
        False: gettext("Not allowed"),
        None: gettext("The text does not decide"),
    }[legal]


def _show_scored(one: Scored, other: Scored) -> Shown:
    lines = [{line.item: line for line in found.sheet.lines} for found in (one, other)]
    parting_items = [
        item for item in lines[0] | lines[1] if _points(lines[0].get(item)) != _points(lines[1].get(item))
    ]
    outcomes = tuple(
        _scored_outcome(found, lines=[named[item] for item in parting_items if item in named])
        for found, named in zip((one, other), lines, strict=True)
    )
    return _show_side(one, outcomes=outcomes)


def _show_side(found: Scored, *, outcomes: tuple[Outcome, ...]) -> Shown:
    side = found.side
    facts = []
    if side.score_before:
        facts.append(gettext("Before the deal: %(points)s") % {"points": some_points(side.score_before)})
    if side.went_out != "no":
        facts.append(gettext("Your side has gone out"))
    return Shown(
        outcomes=outcomes,
        actions=gettext("The deal is over. What does your side score?"),
        side=presenting.score_table(side.melds, side.red_threes, found.rules),
        facts=tuple(facts),
    )


def _scored_outcome(found: Scored, *, lines: Iterable[ScoreLine]) -> Outcome:
    sheet = found.sheet
    sentences = list(lines_told(lines))
    if found.side.score_before:
        after = {"points": some_points(sheet.score_after)}
        text = (
            gettext("New score: %(points)s. The game is over.")
            if sheet.game_over
            else gettext("New score: %(points)s. The game goes on.")
        )
        sentences.append(Sentence(text % after, "game.target"))
    return Outcome(state="points", word=some_points(sheet.total), sentences=tuple(sentences))


def lines_told(lines: Iterable[ScoreLine]) -> tuple[Sentence, ...]:
    """Lines of a score sheet, each as a sentence."""
    return tuple(Sentence(naming.first_upper(line_in_words(line)) + ".", line.rule) for line in lines)


def _points(line: ScoreLine | None) -> int:
    return line.points if line else 0
