"""Reports about exercises: writing them down, within limits, and finding those that are open."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from engine.notation.position_line import format_position
from lessons.content import reading
from lessons.fresh.sisters import MARK, base_slug
from lessons.kinds.asking.working import answer_of, work_from_json
from lessons.kinds.common.answers import AnswerError
from tutor.learning.attempts import item_row, standing
from tutor.learning.models import Attempt, Learner, User
from tutor.learning.untold import told_to
from tutor.puzzles import circulation
from tutor.puzzles.models import Decision, ItemRating, Report
from tutor.site.throttling import Allowance

MOST_TEXT: Final = 2000  # characters
MOST_A_DAY: Final = 10
"""Reports of one learner within a day."""
OF_NEWCOMERS: Final = Allowance(kind="report", most=60, within=timedelta(days=1))
"""Reports from one address by learners who have never answered anything: whoever deletes the cookie is new.

A school has one address; what comes from another one keeps nobody there from reporting.
"""
MOST_OPEN: Final = 30
"""Open reports about one exercise by newcomers, and as many by who has answered; more of them tell nothing new."""
ENOUGH_LEARNERS: Final = 3
"""Open reports about the answer, each of another learner who has answered, that take an exercise out of circulation.

One may be mistaken, two may sit side by side.
"""


class TooManyReportsError(Exception):
    """A limit is reached; nothing was stored. ``of_item`` says that it is the one of this exercise."""

    def __init__(self, *, of_item: bool) -> None:
        super().__init__("of this exercise" if of_item else "of this learner today")
        self.of_item = of_item


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """The answer that a report speaks of: with its outcome where it was checked."""

    answer: Mapping[str, Any]
    outcome: str = ""


def given_answer(*, learner: Learner | None, item: reading.Item) -> Given | None:
    """The learner's last answer whose verdict was told, or the one in work; None where there is neither."""
    if learner is None:
        return None
    told = told_to(learner).filter(item__slug=item.slug)
    last = told.order_by("-created", "-id").first()
    if last is not None:
        return Given(answer=last.answer, outcome=last.outcome)
    before = standing(learner=learner, item=item)
    if before.draft is None:
        return None
    try:
        answer = answer_of(item, work_from_json(before.answer, item))
    except AnswerError:
        return None
    return Given(answer=answer) if any(answer.values()) else None


def earlier_report(*, token: uuid.UUID) -> Report | None:
    """The report that this form has made already, if it was sent before."""
    return Report.objects.select_related("learner", "item").filter(token=token).first()


def check_limits(*, learner: Learner | None, item: reading.Item, address: str) -> None:
    """Raises TooManyReportsError. A learner who is None is one that this report would make."""
    answered = Exists(Attempt.objects.filter(learner=OuterRef("learner")))
    is_new = _is_new(learner)
    if _about(item).filter(~answered if is_new else answered, closed=None).count() >= MOST_OPEN:
        raise TooManyReportsError(of_item=True)
    today = Report.objects.filter(created__gt=timezone.now() - timedelta(days=1))
    if learner is not None and today.filter(learner=learner).count() >= MOST_A_DAY:
        raise TooManyReportsError(of_item=False)
    if is_new and OF_NEWCOMERS.is_used_up(address):
        raise TooManyReportsError(of_item=False)


def _is_new(learner: Learner | None) -> bool:
    return learner is None or not learner.attempts.exists()


@transaction.atomic
def report(
    *,
    learner: Learner,
    item: reading.Item,
    reason: str,
    text: str,
    language: str,
    token: uuid.UUID,
    address: str,
) -> Report:
    """Keep a report. The same once more, while the first is open, is the first. Raises TooManyReportsError."""
    Learner.objects.select_for_update().get(pk=learner.pk)  # two at the same moment come one after the other
    text = text.strip()[:MOST_TEXT]
    same = Report.objects.filter(
        Q(token=token) | Q(learner=learner, item__slug=item.slug, reason=reason, text=text, closed=None)
    ).first()
    if same is not None:
        return same
    check_limits(learner=learner, item=item, address=address)
    if _is_new(learner) and not OF_NEWCOMERS.take(address):
        raise TooManyReportsError(of_item=False)
    given = given_answer(learner=learner, item=item)
    made = Report.objects.create(
        item=item_row(item), learner=learner, reason=reason, text=text, language=language, token=token,
        position=format_position(item.position) if item.position else "",
        answer=dict(given.answer) if given else None,
    )  # fmt: skip
    if reason == Report.Reason.ANSWER and learners_doubting(item) >= ENOUGH_LEARNERS:
        circulation.withhold(item=item, why=ItemRating.Withheld.REPORTS)
    return made


def learners_doubting(item: reading.Item) -> int:
    """How many learners who have answered the exercise or a sister say that its answer is wrong.

    Open reports only, and only those since it was released.
    """
    slug = base_slug(item.slug)
    found = _about(item).filter(reason=Report.Reason.ANSWER, closed=None)
    released = ItemRating.objects.filter(item__slug=slug).values_list("released", flat=True).first()
    if released is not None:
        found = found.filter(created__gt=released)
    answered = Attempt.objects.filter(_same_question(slug), learner=OuterRef("learner"))
    return found.filter(Exists(answered)).values("learner").distinct().count()


def open_reports() -> QuerySet[Report]:
    """All reports that nobody has closed, the latest first."""
    return Report.objects.filter(closed=None).select_related("item")


@transaction.atomic
def close(*, report: Report, user: User) -> bool:
    """Note that a report has been looked at. False, and nothing changes, where it was closed before."""
    if not Report.objects.filter(pk=report.pk, closed=None).update(closed=timezone.now()):
        return False
    Decision.objects.create(item=report.item, what=Decision.What.CLOSED, note=report.reason, user=user)
    return True


def _about(item: reading.Item) -> QuerySet[Report]:
    return Report.objects.filter(_same_question(base_slug(item.slug)))


def _same_question(slug: str) -> Q:
    """The exercise and its sisters."""
    return Q(item__slug=slug) | Q(item__slug__startswith=f"{slug}{MARK}")


def reason_words(reason: str) -> str:
    """What a reason is called."""
    return {
        Report.Reason.ANSWER: gettext("The answer or the reason given for it is wrong"),
        Report.Reason.TEXT: gettext("The text is unclear or has a mistake"),
        Report.Reason.DISPLAY: gettext("Something is shown wrongly or does not work"),
        Report.Reason.OTHER: gettext("Something else"),
    }[Report.Reason(reason)]
