"""Reviews of played deals: asked for by who played, thought about by the job queue."""

from __future__ import annotations

from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from engine.law.variants import RULE_SETS, rule_set
from engine.play.players.playout import why_not_played
from engine.play.record import watch_game
from engine.play.review.reviewing import review
from tutor.learning.models import Learner
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.play.sitting import ME
from tutor.reviewing.costing import keep_findings
from tutor.reviewing.items import keep_items
from tutor.reviewing.models import DealReview
from tutor.reviewing.returning import bring_back
from tutor.reviewing.storing import to_json
from tutor.site.queue.jobs import State, enqueue, state_of

JOB: Final = "reviewing.make"
MOST_WAITING: Final = 3
"""So many deals of a learner are thought about at the same time."""


class TooManyError(Exception):
    """The learner waits for so many reviews that another one cannot be asked for yet."""


def can_be_reviewed(game: PlayedGame) -> bool:
    """Whether deals of this game can be played on in thought.

    Not those by house rules: what a deal is worth where playing on stops was fitted to the rule sets of the rulebook.
    """
    rules = game.rule_set
    return not game.house_rules and rules in RULE_SETS and not why_not_played(rule_set(rules))


def review_of(deal: PlayedDeal) -> DealReview | None:
    """The review of a deal, made or being made; one query."""
    return DealReview.objects.filter(deal=deal).first()


@transaction.atomic
def ask(*, deal: PlayedDeal) -> DealReview:
    """Have a deal reviewed; asked for again it is the same, and one that failed is begun anew. Raises TooManyError."""
    learner = Learner.objects.select_for_update().get(
        pk=deal.game.learner_id
    )  # two tabs come one after the other
    found = review_of(deal)
    if found is not None and state_of_review(found) != State.FAILED:
        return found
    if _waiting(learner) >= MOST_WAITING:
        raise TooManyError
    found = found or DealReview(deal=deal)
    found.asked = timezone.now()
    found.save()
    found.job = enqueue(JOB, review=found.pk)
    found.save(update_fields=["job"])
    return found


def state_of_review(found: DealReview) -> State:
    """How far it is."""
    if found.made is not None:
        return State.DONE
    state = state_of(found.job)
    return state if state in (State.WAITING, State.RUNNING) else State.FAILED


def _waiting(learner: Learner) -> int:
    waits = DealReview.objects.filter(deal__game__learner=learner, made=None)
    return sum(state_of_review(one) != State.FAILED for one in waits)


def make(*, review: int) -> None:
    """The job. It may run twice, even at the same time: both come to the same result, and one of them keeps it."""
    found = DealReview.objects.select_related("deal__game__learner").filter(pk=review, made=None).first()
    if found is None:
        return
    found.result = thought_about(found.deal.record)
    with transaction.atomic():
        waits = DealReview.objects.filter(pk=review, made=None)
        if waits.update(result=found.result, made=timezone.now()):
            findings = keep_findings(found)
            keep_items(found.deal.record, findings)
            bring_back(found.deal.game, findings)


def thought_about(record: str) -> dict[str, Any]:
    """The review of the learner's seat, as it is stored."""
    moments = list(watch_game(record))
    return to_json(review(moments, moments[-1].game.finished[0].players.index(ME)))


def export_of(learner: Learner | None) -> list[dict[str, Any]]:
    """Everything that is kept here about a learner, ready for JSON."""
    if learner is None:
        return []
    rows = (
        DealReview.objects.filter(deal__game__learner=learner)
        .select_related("deal")
        .prefetch_related("findings__item")
    )
    return [
        {
            "deal": str(row.deal.key), "job": None if row.job is None else str(row.job), "result": row.result,
            "asked": row.asked, "made": row.made,
            "findings": [
                {
                    "turn": one.turn, "theme": one.theme, "cost": one.cost, "error": one.error,
                    "exercise": one.item.record if hasattr(one, "item") else None,
                }
                for one in row.findings.all()
            ],
        }
        for row in rows
    ]  # fmt: skip
