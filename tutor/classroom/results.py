"""Results: the class table, one pupil's tries, and one exercise's answers.

Each of them takes a number of queries that does not grow with the class or the assignment.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any, Final, Literal

from django.utils import timezone

from lessons.content.providers import read_ahead
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug, find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.asking.diagnosing import diagnosis
from lessons.saying.wording import rule_title
from tutor.classroom.choosing import item_for
from tutor.classroom.models import Assignment, AssignmentAnswer, Pupil
from tutor.classroom.selectors import asked_pupils, of_asked, started_in
from tutor.classroom.telling import Entry, entries_of
from tutor.classroom.terms import (
    State,
    is_counted_right,
    is_right_in_vain,
    outcome_of,
    right_at,
    state_of,
    terms_for,
)
from tutor.learning.addresses import item_url
from tutor.learning.models import Attempt
from tutor.learning.shown import result_again
from tutor.site.numbers import number_in

CELLS: Final = 6_000
"""How many cells of the class table stand on one page, about; most classes have all their pupils on one."""
Clock = Literal["", "running", "over"]
SORTS: Final = ("class", "alias", "right", "open")


@dataclass(frozen=True, slots=True)
class Cell:
    """A pupil at a question: how it stands, after how many tries, and whether one was right that does not count."""

    number: int
    state: State
    tries: int
    in_vain: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A pupil in the class table. ``right`` counts the tries that count; ``clock`` is how that of the pupil stands,
    empty where none has begun, or nothing is open."""

    pupil: Pupil
    cells: tuple[Cell, ...]
    right: int
    open: int
    clock: Clock


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A question in the class table: how many had it right at once, later, wrong, or have not tried it.

    Whoever copied the worked answer had it right later.
    """

    number: int
    entry: Entry
    at_once: int
    later: int
    wrong: int
    open: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One page of the class table, of ``pages``; the columns count the whole class. ``gone`` questions have none."""

    rows: tuple[Row, ...]
    columns: tuple[Column, ...]
    page: int
    pages: int
    pupils: int
    gone: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Try:
    """One try of a pupil: the answer in words, and why it was right or not."""

    answer: AssignmentAnswer
    outcome: str
    given: str
    reason: str
    hints: int
    created: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question of an assignment as one pupil had it, with the tries in order.

    With ``in_vain`` one of them was right, but not the one that counts.
    """

    entry: Entry
    state: State
    in_vain: bool
    tries: tuple[Try, ...]

    @property
    def number(self) -> int:
        return self.entry.number


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerGroup:
    """Equal answers to one question, with what they show, the rules they missed and who gave them.

    ``entry`` is the exercise that these pupils saw, with its cards; ``url`` shows it whole, where the content has it.
    """

    answer: AssignmentAnswer
    outcome: str
    given: str
    rules: tuple[str, ...]
    reasons: tuple[str, ...]
    aliases: tuple[str, ...]
    count: int
    entry: Entry
    url: str


def class_table(
    assignment: Assignment, *, sort: str = "class", descending: bool = False, page: int = 1
) -> Table:
    """Aliases by questions; three queries, and two more with a clock. Sorted by alias, by what is right or
    open, or by a question's number.

    The order is that of the whole class; only the rows of this page are worked out.
    """
    pupils = asked_pupils(assignment)
    with read_ahead(map(base_slug, assignment.questions)):
        entries = [one for one in entries_of(map(find_item, assignment.questions)) if one.item]
    asked = tuple(entry.number for entry in entries)
    tries = _outcomes(AssignmentAnswer.objects.filter(assignment=assignment, number__in=asked))
    standings = [_standing(pupil, tries.get(pupil.pk, {}), assignment, len(asked)) for pupil in pupils]
    clocks = _clocks(assignment)
    ordered = _sorted(standings, sort, descending=descending, asked=asked)
    most = max(1, CELLS // max(1, len(asked)))
    pages = max(1, -(-len(ordered) // most))
    page = min(max(page, 1), pages)
    return Table(
        rows=tuple(_row(standing, asked, clocks) for standing in ordered[(page - 1) * most : page * most]),
        columns=tuple(_columns(standings, entries)),
        page=page,
        pages=pages,
        pupils=len(pupils),
        gone=len(assignment.questions) - len(asked),
    )


def tries_of(assignment: Assignment, pupil: Pupil) -> list[Question]:
    """Every question as the pupil had it, with each try and its reason; one query."""
    answers = (
        AssignmentAnswer.objects.filter(assignment=assignment, pupil=pupil)
        .select_related("attempt__item")
        .order_by("id")
    )
    by_number: dict[int, list[AssignmentAnswer]] = defaultdict(list)
    for answer in answers:
        by_number[answer.number].append(answer)
    with read_ahead(map(base_slug, assignment.questions)):
        entries = entries_of(
            item_for(assignment, number, pupil) for number in range(1, len(assignment.questions) + 1)
        )
        return [_question(entry, by_number[entry.number], assignment) for entry in entries]


def _question(entry: Entry, answers: Sequence[AssignmentAnswer], assignment: Assignment) -> Question:
    outcomes = [_counted(answer) for answer in answers]
    return Question(
        entry=entry,
        state=state_of(outcomes),
        in_vain=is_right_in_vain(outcomes, assignment.counts),
        tries=tuple(map(_try, answers)),
    )


def answers_to(assignment: Assignment, number: int) -> list[AnswerGroup]:
    """The answers of those whom a question is still for, equal ones together, wrong ones and the most frequent first.

    One query.
    """
    answers = (
        of_asked(AssignmentAnswer.objects.filter(assignment=assignment, number=number))
        .select_related("attempt__item", "pupil")
        .order_by("id")
    )
    groups: dict[str, list[AssignmentAnswer]] = defaultdict(list)
    for answer in answers:
        groups[f"{answer.attempt.item.slug} {answer.attempt.answer!r}"].append(answer)
    with read_ahead([base_slug(assignment.questions[number - 1])]):
        found = [_group(same) for same in groups.values()]
    return sorted(found, key=lambda one: (one.outcome == Attempt.Outcome.RIGHT, -one.count))


def reason_of(answer: AssignmentAnswer) -> str:
    """Why an answer was right or not, in one sentence, in the language of today."""
    return reason_for(answer.attempt, answer.rules)


def reason_for(attempt: Attempt, rules: Sequence[str] = ()) -> str:
    """The same of any attempt; ``rules`` are those that were noted with it."""
    told = sentence_for(attempt)  # none where the exercise has changed since, or is gone
    return told or ", ".join(_shown_by(attempt, rules, find_item(attempt.item.slug)))


def sentence_for(attempt: Attempt) -> str:
    """What the pupil read under the answer; empty where it cannot be said again."""
    item = find_item(attempt.item.slug)
    result = result_again(item, attempt, misses=1) if item else None
    if result is None:
        return ""
    deciding = result.explanation.deciding
    return deciding.text if deciding is not None else result.explanation.headline


def _outcomes(answers: Any) -> dict[int, dict[int, list[str]]]:
    found: dict[int, dict[int, list[str]]] = defaultdict(dict)
    rows = answers.order_by("id").values_list("pupil_id", "number", "outcome", "attempt__hints")
    for pupil, number, outcome, hints in rows.iterator(chunk_size=5000):
        found[pupil].setdefault(number, []).append(outcome_of(outcome, hints=hints))
    return found


def _counted(answer: AssignmentAnswer) -> str:
    return outcome_of(answer.outcome, hints=answer.attempt.hints)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Standing:
    """A pupil with the states of what was answered, the tries until then, and what was right in vain, by number."""

    pupil: Pupil
    tries: dict[int, int]
    states: dict[int, State]
    in_vain: frozenset[int]
    right: int
    open: int


def _standing(pupil: Pupil, tries: dict[int, list[str]], assignment: Assignment, asked: int) -> _Standing:
    told = {number: _told(tuple(outcomes), assignment.counts) for number, outcomes in tries.items()}
    states = {number: state for number, (state, *_) in told.items()}
    begun = sum(state != "open" for state in states.values())
    return _Standing(
        pupil=pupil,
        tries={number: count for number, (_, _, count) in told.items()},
        states=states,
        in_vain=frozenset(
            number
            for number, (state, is_right, _) in told.items()
            if not is_right and state not in ("wrong", "open")
        ),
        right=sum(is_right for _, is_right, _ in told.values()),
        open=asked - begun,
    )


@lru_cache(maxsize=1024)
def _told(outcomes: tuple[str, ...], counts: str) -> tuple[State, bool, int]:
    """Kept, because in a large class many thousand times the same few lists of outcomes are asked for."""
    return state_of(outcomes), is_counted_right(outcomes, counts), right_at(outcomes)


def _row(standing: _Standing, asked: Iterable[int], clocks: Mapping[int, Clock]) -> Row:
    cells = (
        Cell(
            number,
            standing.states.get(number, "open"),
            standing.tries.get(number, 0),
            number in standing.in_vain,
        )
        for number in asked
    )
    return Row(
        pupil=standing.pupil,
        cells=tuple(cells),
        right=standing.right,
        open=standing.open,
        clock=clocks.get(standing.pupil.pk, "") if standing.open else "",
    )


def _clocks(assignment: Assignment) -> dict[int, Clock]:
    """How the clocks of those stand who have begun, by pupil; two queries, none where there is no clock."""
    started = started_in([assignment])
    overrides = {one.pupil_id: one for one in assignment.overrides.all()} if started else {}
    now, found = timezone.now(), dict[int, Clock]()
    for (_, pupil), one in started.items():
        terms = terms_for(assignment, now=now, override=overrides.get(pupil), started=one)
        found[pupil] = "over" if terms.is_over else "running"
    return found


def _columns(standings: Sequence[_Standing], entries: Iterable[Entry]) -> Iterator[Column]:
    found = Counter(place for standing in standings for place in standing.states.items())
    for entry in entries:
        at_once, later, wrong = (
            found[entry.number, "at-once"],
            found[entry.number, "later"] + found[entry.number, "copied"],
            found[entry.number, "wrong"],
        )
        rest = len(standings) - at_once - later - wrong
        yield Column(number=entry.number, entry=entry, at_once=at_once, later=later, wrong=wrong, open=rest)


_ORDER: Final = {"wrong": 0, "open": 1, "copied": 2, "later": 3, "at-once": 4}


def _sorted(rows: list[_Standing], sort: str, *, descending: bool, asked: Sequence[int]) -> list[_Standing]:
    if sort == "alias":
        return sorted(rows, key=lambda row: row.pupil.alias.casefold(), reverse=descending)
    if sort == "right":
        return sorted(rows, key=lambda row: row.right, reverse=descending)
    if sort == "open":
        return sorted(rows, key=lambda row: row.open, reverse=descending)
    number = number_in(sort) or 0
    if number in asked:
        return sorted(rows, key=lambda row: _ORDER[row.states.get(number, "open")], reverse=descending)
    return rows[::-1] if descending else rows


def _try(answer: AssignmentAnswer) -> Try:
    item = find_item(answer.attempt.item.slug)
    return Try(
        answer=answer,
        outcome=answer.outcome,
        given=answer_in_words(item, answer.attempt.answer) if item else "",
        reason=reason_of(answer),
        hints=answer.attempt.hints,
        created=answer.attempt.created,
    )


def _group(same: Sequence[AssignmentAnswer]) -> AnswerGroup:
    first = same[0]
    item = find_item(first.attempt.item.slug)
    return AnswerGroup(
        answer=first,
        outcome=first.outcome,
        given=answer_in_words(item, first.attempt.answer) if item else "",
        rules=tuple(first.rules),
        reasons=_shown_by(first.attempt, first.rules, item),
        aliases=tuple(dict.fromkeys(answer.pupil.alias for answer in same)),
        count=len(same),
        entry=entries_of([item], always=True)[0],
        url=item_url(item) if item else "",
    )


def _shown_by(attempt: Attempt, noted: Iterable[str], item: Item | None) -> tuple[str, ...]:
    """What an answer shows, in words; for one kept without ids the rules that were noted."""
    if attempt.diagnoses is None:
        return tuple(map(rule_title, noted))
    rules = {"rules": item.rules} if item else {}
    return tuple(diagnosis(one, **rules).text for one in attempt.diagnoses)
