"""Writing down what learners do: every checked answer, and the answer being worked on."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction

from engine.law.ruleset import ABOUT, RuleSet
from engine.notation.as_json import verdict_to_json
from engine.notation.position_line import format_position
from lessons.content import reading
from lessons.kinds.common.result import Result
from tutor.learning.loading import row_values
from tutor.learning.models import Attempt, Draft, Item, Learner
from tutor.learning.untold import untold


@dataclass(frozen=True, slots=True, kw_only=True)
class Progressing:
    """Where a learner stands with one item. ``misses`` counts wrong answers since the last right one, as far as they
    are told; ``untold`` says that the last result is not.
    """

    draft: Draft | None = None
    misses: int = 0
    untold: bool = False

    @property
    def answer(self) -> dict[str, Any]:
        return dict(self.draft.answer) if self.draft else {}

    @property
    def hints_shown(self) -> int:
        return self.draft.hints_shown if self.draft else 0

    @property
    def last_result(self) -> Attempt | None:
        return self.draft.last_result if self.draft else None


def standing(*, learner: Learner | None, item: reading.Item) -> Progressing:
    """The learner's draft and misses for this item; two queries, and those of `untold` where something was answered.

    None without a learner.
    """
    if learner is None:
        return Progressing()
    draft = (
        Draft.objects.select_related("last_result", "item")
        .filter(learner=learner, item__slug=item.slug)
        .first()
    )
    outcomes = _outcomes(learner, item)
    kept_back = untold(learner) if outcomes else set()
    return Progressing(
        draft=draft,
        misses=_misses(outcomes, kept_back),
        untold=draft is not None and draft.last_result_id in kept_back,
    )


def count_misses(*, learner: Learner, item: reading.Item) -> int:
    """Wrong answers since the last right one, of those that are told; undecided ones cost nothing."""
    outcomes = _outcomes(learner, item)
    return _misses(outcomes, untold(learner) if outcomes else set())


def _outcomes(learner: Learner, item: reading.Item) -> list[tuple[int, str]]:
    """Of every answer, by its primary key; the last one first."""
    answers = Attempt.objects.filter(learner=learner, item__slug=item.slug).order_by("-created", "-id")
    return list(answers.values_list("pk", "outcome"))


def _misses(outcomes: Iterable[tuple[int, str]], kept_back: Set[int]) -> int:
    misses = 0
    for attempt, outcome in outcomes:
        if attempt in kept_back:
            continue
        if outcome == Attempt.Outcome.RIGHT:
            break
        misses += outcome == Attempt.Outcome.WRONG
    return misses


def earlier_attempt(*, token: uuid.UUID) -> Attempt | None:
    """The attempt that this submission has made already, if it has been sent before."""
    return Attempt.objects.select_related("learner", "item").filter(token=token).first()


def record_attempt(
    *, learner: Learner, item: reading.Item, result: Result, hints: int, language: str, token: uuid.UUID
) -> Attempt:
    """Keep a checked answer. The same submission sent twice makes one attempt.

    The same form sent with another answer (after the browser's Back) is another submission.
    """
    answer = result.answer
    for one in (token, uuid.uuid5(token, f"{learner.pk} {item.slug} {json.dumps(answer, sort_keys=True)}")):
        known = earlier_attempt(token=one)
        if known is None:
            try:
                return _create(
                    learner=learner, item=item, result=result, hints=hints, language=language, token=one
                )
            except IntegrityError:  # sent twice at the same moment
                known = earlier_attempt(token=one)
        if known is not None and _is_same(known, learner=learner, item=item, answer=answer):
            return known
    return _create(
        learner=learner, item=item, result=result, hints=hints, language=language, token=uuid.uuid4()
    )


def _is_same(known: Attempt, *, learner: Learner, item: reading.Item, answer: Mapping[str, Any]) -> bool:
    return known.learner_id == learner.pk and known.item.slug == item.slug and known.answer == answer


@transaction.atomic
def _create(
    *, learner: Learner, item: reading.Item, result: Result, hints: int, language: str, token: uuid.UUID
) -> Attempt:
    row = item_row(item)
    counted = (
        Attempt.objects.filter(learner=learner, item=row).exclude(outcome=Attempt.Outcome.UNDECIDED).count()
    )
    rules = item.rules
    return Attempt.objects.create(
        learner=learner,
        item=row,
        content_hash=item.content_hash,
        position=format_position(item.position) if item.position else "",
        answer=result.answer,
        rule_set=rules.base or rules.name,
        rule_set_version=rules.version,
        rule_set_changes=_changes(rules),
        outcome=result.outcome,
        verdict=_verdict(result),
        diagnoses=list(result.diagnoses),
        hints=hints,
        try_number=counted + 1,
        language=language,
        token=token,
    )


def save_draft(
    *,
    learner: Learner,
    item: reading.Item,
    answer: Mapping[str, Any],
    hints_shown: int,
    last_result: Attempt | None,
) -> None:
    """Keep the answer being worked on, with the hints shown and the result that is on the screen; one query besides
    that for the item."""
    values = {"answer": dict(answer), "hints_shown": hints_shown, "last_result": last_result}
    Draft.objects.bulk_create(
        [Draft(learner=learner, item=item_row(item), **values)],
        update_conflicts=True,
        unique_fields=("learner", "item"),
        update_fields=(*values, "updated"),
    )


def item_row(item: reading.Item) -> Item:
    """The row of an item; made if the content is newer than the database."""
    row, _ = Item.objects.get_or_create(slug=item.slug, defaults=row_values(item))
    return row


def _changes(rules: RuleSet) -> dict[str, Any]:
    return {name: ABOUT[name].to_json(value) for name, value in rules.changes}


def _verdict(result: Result) -> dict[str, Any] | None:
    if result.verdict is not None:
        off = {"distance": result.distance.to_json()} if result.distance else {}
        return verdict_to_json(result.verdict) | off
    told: dict[str, Any] = {}
    if result.rows:
        told["rows"] = {key: row.mark for key, row in result.rows.items()}
    if result.slips:
        told["slips"] = {key: list(slips) for key, slips in result.slips.items()}
    return told or None


def exported(attempt: Attempt) -> dict[str, Any]:
    """What was answered where, by which rules and with what outcome, as every export of answers tells it."""
    return {
        "exercise": attempt.item.slug,
        "position": attempt.position,
        "answer": attempt.answer,
        "outcome": attempt.outcome,
        "diagnoses": attempt.diagnoses,
        "rule_set": attempt.rule_set,
        "language": attempt.language,
        "created": attempt.created.isoformat(),
    }
