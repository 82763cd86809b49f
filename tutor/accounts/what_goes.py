"""What is deleted with an account besides answers, in words, so that whoever deletes it knows before."""

from __future__ import annotations

from django.utils.translation import ngettext

from lessons.words import naming
from tutor.editor.models import OwnItem
from tutor.evenings.models import Evening
from tutor.learning.models import Learner, User
from tutor.play.models import PlayedGame


def goes_too(*, learner: Learner | None, user: User | None, stay: int) -> list[str]:
    """A line for each sort of which there is something, of the account and of this browser.

    ``stay`` counts the exercises of one's own that somebody else takes over.
    """
    learners = [learner] if learner is not None else []
    if user is not None:
        learners += Learner.objects.filter(user=user)
    games = PlayedGame.objects.filter(learner__in=learners).count()
    evenings = Evening.objects.filter(learner__in=learners).count()
    exercises = OwnItem.objects.filter(owner=user).count() - stay if user is not None else 0
    lines = (
        (
            games,
            ngettext("%(count)s game that you have played", "%(count)s games that you have played", games),
        ),
        (
            evenings,
            ngettext(
                "%(count)s score sheet of an evening that you have begun: nobody can open it any more",
                "%(count)s score sheets of evenings that you have begun: nobody can open them any more",
                evenings,
            ),
        ),
        (
            exercises,
            ngettext(
                "%(count)s exercise of your own: nobody can work on it any more; answers that others have given "
                "stay theirs",
                "%(count)s exercises of your own: nobody can work on them any more; answers that others have "
                "given stay theirs",
                exercises,
            ),
        ),
    )
    return [line % {"count": naming.number(count)} for count, line in lines if count]
