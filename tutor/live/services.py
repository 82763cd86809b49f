"""What teachers and pupils do with a live round: beginning it, going on step by step, coming in, answering.

A round is written only under its lock, so a button pressed twice, or on two devices, takes one step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.db import transaction
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.kinds.asking.working import work_from_form, work_from_json
from lessons.kinds.common.answers import AnswerError
from tutor.classroom.assigning import missed_rules
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.services import ClassError
from tutor.classroom.titles import MOST_TITLE
from tutor.learning.attempts import exported, save_draft, standing
from tutor.learning.models import Attempt, Draft, Learner, User
from tutor.live.models import LiveAnswer, LiveRound, LiveSeat

MOST_QUESTIONS: Final = 40
MOST_ROUNDS: Final = 400
"""Rounds of one class."""
_State = LiveRound.State
# From which states a step is taken, and which state follows; None leads to the next question, or to the end.
STEPS: Final[Mapping[str, tuple[tuple[str, ...], str | None]]] = {
    "close": ((_State.ASKING,), _State.CLOSED),
    "reopen": ((_State.CLOSED,), _State.ASKING),
    "reveal": ((_State.CLOSED,), _State.REVEALED),
    "next": ((_State.CLOSED, _State.REVEALED), None),
}


@transaction.atomic
def begin(
    *,
    classroom: Classroom,
    teacher: User,
    questions: Sequence[str],
    title: str = "",
    titles: Mapping[str, str] | None = None,
) -> LiveRound:
    """A new round; one that was still on in the class ends. ``titles`` are those of the site. Raises ClassError."""
    held = Classroom.objects.select_for_update().get(pk=classroom.pk)
    if held.archived is not None:
        raise ClassError(gettext("This class is archived. Take it out of the archive first."))
    if not questions:
        raise ClassError(gettext("A live round needs at least one exercise."))
    if len(questions) > MOST_QUESTIONS:
        message = gettext("A live round has room for %(most)s exercises; this would make %(count)s.")
        raise ClassError(message % {"most": MOST_QUESTIONS, "count": len(questions)})
    if held.live_rounds.count() >= MOST_ROUNDS:
        message = gettext("This class has had %(count)s live rounds; there is no room for more.")
        raise ClassError(message % {"count": MOST_ROUNDS})
    held.live_rounds.filter(ended=None).update(ended=timezone.now())
    return LiveRound.objects.create(
        classroom=classroom, teacher=teacher, questions=list(questions), title=title[:MOST_TITLE],
        titles=dict(titles or {}),
    )  # fmt: skip


@transaction.atomic
def step(*, live: LiveRound, do: str, place: int) -> bool:
    """Close, reopen or reveal the question at ``place``, or go on from it. False where it is not its turn."""
    row = LiveRound.objects.select_for_update().get(pk=live.pk)
    before, after = STEPS[do]
    is_due = row.ended is None and row.place == place and row.state in before
    if is_due:
        if after is not None:
            row.state = after
        elif row.place < len(row.questions):
            row.place, row.state = row.place + 1, _State.ASKING
        else:
            row.ended = timezone.now()
        row.changed += 1
        row.save(update_fields=["state", "place", "ended", "changed"])
    return is_due


def end(*, live: LiveRound) -> None:
    """End a round; ending it once more changes nothing."""
    LiveRound.objects.filter(pk=live.pk, ended=None).update(ended=timezone.now())


def end_rounds_of(teacher: User) -> None:
    """End the rounds that somebody has begun and that are still on."""
    LiveRound.objects.filter(teacher=teacher, ended=None).update(ended=timezone.now())


def come_in(*, live: LiveRound, pupil: Pupil) -> None:
    """Take a seat in a round, once."""
    if not LiveSeat.objects.filter(round=live, pupil=pupil).exists():
        LiveSeat.objects.get_or_create(round=live, pupil=pupil)


def record_answer(*, live: LiveRound, pupil: Pupil, place: int, attempt: Attempt) -> bool:
    """Count an attempt as the pupil's answer. False where the question is closed; of several the first one counts.

    Must be called in the transaction of the attempt.
    """
    row = LiveRound.objects.select_for_update().get(pk=live.pk)
    if row.ended is not None or row.place != place or row.state != _State.ASKING:
        return False
    if LiveAnswer.objects.filter(attempt=attempt).exists():
        return True
    LiveSeat.objects.get_or_create(round=row, pupil=pupil)
    LiveAnswer.objects.get_or_create(
        round=row,
        place=place,
        pupil=pupil,
        defaults={"attempt": attempt, "outcome": attempt.outcome, "rules": missed_rules(attempt)},
    )
    return True


def forget_earlier_work(*, item: Item, learner: Learner) -> None:
    """Let a question begin anew where the same exercise was answered elsewhere before."""
    Draft.objects.filter(learner=learner, item__slug=item.slug).exclude(last_result=None).delete()


@transaction.atomic
def keep_late_answer(*, item: Item, learner: Learner, form: QueryDict) -> None:
    """Keep what came after a question was closed as the running answer of the exercise, as far as it can be read."""
    before = standing(learner=learner, item=item)
    try:
        work = work_from_form(form, item, work_from_json(before.answer, item))
    except AnswerError:
        return
    save_draft(
        learner=learner,
        item=item,
        answer=work.to_json(),
        hints_shown=before.hints_shown,
        last_result=before.last_result,
    )


def export_live(classroom: Classroom) -> list[dict[str, Any]]:
    """Everything that is stored about the live rounds of a class, ready for JSON."""
    rounds = classroom.live_rounds.select_related("teacher").prefetch_related(
        "seats", "answers__attempt__item"
    )
    return [
        {
            "number": live.pk,
            "title": live.title,
            "titles": live.titles,
            "teacher": live.teacher.username if live.teacher else None,
            "questions": live.questions,
            "place": live.place,
            "state": live.state,
            "created": live.created.isoformat(),
            "ended": live.ended.isoformat() if live.ended else None,
            "seats": [{"pupil": seat.pupil_id, "came": seat.came.isoformat()} for seat in live.seats.all()],
            "answers": [_answer(one) for one in live.answers.all()],
        }
        for live in rounds
    ]


def _answer(one: LiveAnswer) -> dict[str, Any]:
    return {
        "pupil": one.pupil_id,
        "question": one.place,
        "rules": one.rules,
        "verdict": one.attempt.verdict,
        **exported(one.attempt),
    }
