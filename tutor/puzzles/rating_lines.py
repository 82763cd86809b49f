"""What an exercise says of the rating, under the verdict: what the answer moved, or in a short sentence why nothing."""

from __future__ import annotations

from dataclasses import replace

from django.urls import reverse
from django.utils.translation import gettext

from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from lessons.words import naming
from tutor.learning.companions import Beside, Link
from tutor.learning.models import Attempt, Learner
from tutor.puzzles.half_right import Half, right_half
from tutor.puzzles.models import ItemRating, LearnerRating, RatedAnswer
from tutor.puzzles.ratings import (
    PROVISIONAL,
    Standing,
    is_ratable,
    item_strength,
    standing_of,
    unrated_by_itself,
)

SECOND_TRY = 2


def beside_rating(*, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
    """The lines of an answer whose verdict is on the page; at most three queries. Pupils of a class work without them.

    What the puzzle itself is rated is said once it is solved.
    """
    if learner is None or attempt is None or learner.pass_number is not None:
        return Beside()
    own = _of_learner(item, attempt)
    if attempt.outcome != Attempt.Outcome.RIGHT or not is_ratable(item):
        return own
    return replace(own, lines=(*own.lines, _of_puzzle(item)))


def _of_learner(item: Item, attempt: Attempt) -> Beside:
    """What the answer did to the learner's own rating, or why it did nothing."""
    why = unrated_by_itself(item, attempt)
    if why == "later-try":
        is_told = attempt.try_number == SECOND_TRY and _first_counted(attempt)
        said = gettext("For your rating, only the first answer to this puzzle counts.")
        return Beside(lines=(said,)) if is_told else Beside()
    if why in ("no-puzzle", "undecided"):
        return Beside()
    if why == "shown":
        return Beside(lines=(gettext("Unrated: the hints have shown the answer."),))
    if why == "parallel":
        return Beside(lines=(gettext("Unrated: this position can be shown worked out."),))
    rated = RatedAnswer.objects.filter(attempt=attempt).select_related("learner__rating").first()
    if rated is None:
        is_off = LearnerRating.objects.filter(learner=attempt.learner_id, is_on=False).exists()
        under = (Link(gettext("Switch the rating on"), rating_url()),) if is_off else ()
        return Beside(lines=(gettext("Unrated."),), under=under)
    standing = standing_of(rated.learner.rating)
    line = _moved(rated, standing)
    if attempt.hints:
        line += " " + gettext("With hints an answer counts for less.")
    if half := right_half(item, attempt):
        line += " " + _half_in_words(half)
    under = (Link(gettext("What the question mark means"), rating_url()),) if standing.is_provisional else ()
    return Beside(lines=(line,), under=under)


def _half_in_words(half: Half) -> str:
    """Why a mistake costs half; only an answer of several parts has more than half of them right."""
    if half == "parts":
        return gettext("More than half of your answer was right, so the mistake costs only half as much.")
    if half == "verdict":
        return gettext(
            "Your verdict was right, only the reason was not, so the mistake costs only half as much."
        )
    return gettext("Your answer was nearly the best, so the mistake costs only half as much.")


def _of_puzzle(item: Item) -> str:
    """What the puzzle is rated; with a question mark as long as few have answered it."""
    row = ItemRating.objects.filter(item__slug=base_slug(item.slug)).first()
    strength = item_strength(base_slug(item.slug), row)
    sure = row is not None and row.count and row.deviation <= PROVISIONAL
    rating = naming.number(round(strength)) + ("" if sure else "?")
    return gettext("This puzzle is rated %(rating)s.") % {"rating": rating}


def rating_url() -> str:
    """Where the rating is explained, and switched."""
    return f"{reverse('practice:dashboard')}#rating"


def rating_words(rating: float, standing: Standing) -> str:
    """A rating as it is shown: rounded, with a question mark while it is provisional."""
    return naming.number(round(rating)) + ("?" if standing.is_provisional else "")


def signed(difference: int) -> str:
    """A difference with its sign: +8, −8, ±0."""
    return (
        f"+{naming.number(difference)}"
        if difference > 0
        else naming.number(difference)
        if difference
        else "±0"
    )


def _moved(rated: RatedAnswer, standing: Standing) -> str:
    return gettext("Your rating: %(rating)s (%(change)s)") % {
        "rating": rating_words(rated.after, standing),
        "change": signed(round(rated.after) - round(rated.before)),
    }


def _first_counted(attempt: Attempt) -> bool:
    return RatedAnswer.objects.filter(learner=attempt.learner_id, attempt__item=attempt.item_id).exists()
