"""Assigning deals, playing them as a pupil, and keeping what came of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random, SystemRandom
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from lessons.content.deals import mini_deal
from lessons.deals.putting_up import PRINTED
from lessons.kinds.common import diagnoses
from tutor.classroom.dealing.models import MOST_SEED, AssignedDeal, DealTry
from tutor.classroom.models import Assignment, Classroom, Pupil
from tutor.classroom.services import ClassError
from tutor.play import services as playing
from tutor.play.models import PlayedGame
from tutor.play.sitting import ME

OTHER_CARDS = 997
"""So many sets of cards of a mini-deal are dealt to a class where everybody has other ones."""


def assign(
    *,
    classroom: Classroom,
    what: Mapping[str, Any],
    title: str = "",
    only: Sequence[Pupil] = (),
    **settings: Any,
) -> AssignedDeal:
    """A deal for a class, or ``only`` for some.

    ``what`` names the mini-deal; or the rule set and the styles of the others; or the rule set, the record and the
    styles of a deal that was played.
    """
    seed = SystemRandom().randint(1, MOST_SEED)
    made = AssignedDeal.objects.create(classroom=classroom, title=title, seed=seed, **what, **settings)
    made.only.set(only)
    return made


def copy(*, assigned: AssignedDeal, classroom: Classroom) -> AssignedDeal:
    """The same deal with the same cards for another class, not yet open and without a day."""
    plain = [field.attname for field in AssignedDeal._meta.concrete_fields if not field.primary_key]
    copied = AssignedDeal(**{name: getattr(assigned, name) for name in plain})
    copied.classroom, copied.opens, copied.due, copied.created = classroom, None, None, timezone.now()
    copied.save()
    return copied


def copy_all(classroom: Classroom, to: Classroom) -> None:
    """The deals of a class for its copy, in which those pupils are not whom some were for."""
    for assigned in classroom.deals.filter(only=None):
        copy(assigned=assigned, classroom=to)


def change(*, assigned: AssignedDeal, title: str, **settings: Any) -> None:
    """Other settings; the cards stay."""
    assigned.title = title
    for name, value in settings.items():
        setattr(assigned, name, value)
    assigned.save()


def give_to(*, assigned: AssignedDeal, only: Sequence[Pupil]) -> None:
    """For these pupils only, or for the whole class without any; what was played stays."""
    assigned.only.set(only)


@transaction.atomic
def begin(*, assigned: AssignedDeal, pupil: Pupil) -> PlayedGame:
    """A game of this pupil for the assignment. Raises ClassError where none may be begun."""
    Pupil.objects.select_for_update().get(pk=pupil.pk)  # a double tap begins one
    if assigned.is_over or not assigned.is_open:
        raise ClassError(gettext("Time is up."))
    number = assigned.games.filter(pupil=pupil).count()
    if assigned.tries and number >= assigned.tries:
        raise ClassError(gettext("All tries are used up."))
    game = _dealt(assigned, pupil, number)
    DealTry.objects.create(assigned=assigned, pupil=pupil, game=game)
    return game


def _dealt(assigned: AssignedDeal, pupil: Pupil, number: int) -> PlayedGame:
    """The cards are the same for everybody, or others for each pupil and each try."""
    own = assigned.variant == Assignment.Variant.OWN
    if assigned.record:
        return playing.begin_recorded(
            learner=pupil.learner, record=assigned.record, styles=list(assigned.styles)
        )
    if not assigned.mini:
        rng = Random(f"{assigned.seed} {pupil.pk} {number}" if own else f"{assigned.seed}")
        return playing.begin(
            learner=pupil.learner, rules=assigned.rules, partner=assigned.partner,
            opponents=assigned.opponents, rng=rng, single=True,
        )  # fmt: skip
    mini = mini_deal(assigned.mini)
    if mini is None:
        raise ClassError(gettext("This mini-deal is no longer there."))
    seed = 1 + (pupil.pk * 37 + number) % OTHER_CARDS if own else PRINTED
    return playing.begin_mini(learner=pupil.learner, mini=mini, seed=seed)


def note_played(game: PlayedGame) -> None:
    """Bring what is kept of an assigned game in line with it, unless the time is over."""
    found = DealTry.objects.select_related("assigned__classroom").filter(game=game).first()
    if found is None or found.assigned.is_over:
        return
    found.misconceptions = [
        [diagnoses.overlooks(rule) for rule in rules] or [diagnoses.OTHER]
        for rules in game.refused.values_list("rules", flat=True)
    ]
    deal = game.deals.last()
    if deal is not None:
        found.points = [deal.points[ME], max(deal.points[1:])]
    if game.finished is not None:
        found.ended = found.ended or timezone.now()
        found.outcome = game.outcome or _of_points(found.points)
    found.save()


def _of_points(points: list[int]) -> str:
    """A whole deal is reached by who makes more points in it than the others."""
    return PlayedGame.Outcome.REACHED if points and points[0] > points[1] else PlayedGame.Outcome.LOST


def export_deals(classroom: Classroom) -> list[dict[str, Any]]:
    """The assigned deals of a class and what came of them, ready for JSON."""
    plain = ("title", "mini", "rules", "opponents", "partner", "seed", "record", "styles", "variant", "tries")
    return [
        {
            "number": one.pk,
            **{name: getattr(one, name) for name in plain},
            "only": [pupil.pk for pupil in one.only.all()],
            "opens": _moment(one.opens),
            "due": _moment(one.due),
            "created": _moment(one.created),
            "games": [_exported(tried) for tried in one.games.select_related("game")],
        }
        for one in classroom.deals.prefetch_related("only")
    ]


def _exported(one: DealTry) -> dict[str, Any]:
    return {
        "pupil": one.pupil_id,
        "game": str(one.game.key) if one.game else None,
        "outcome": one.outcome,
        "points": one.points,
        "misconceptions": one.misconceptions,
        "begun": _moment(one.begun),
        "ended": _moment(one.ended),
    }


def _moment(value: Any) -> str | None:
    return value.isoformat() if value else None
