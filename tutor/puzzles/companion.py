"""What practising adds to every exercise: lines and links beside it, and what is noted of a checked answer."""

from __future__ import annotations

from lessons.content.reading import Item
from tutor.learning.companions import Beside
from tutor.learning.models import Attempt, Learner
from tutor.puzzles import circulation, ratings, rounds
from tutor.puzzles.rating_lines import beside_rating
from tutor.puzzles.reporting import beside_report


class PracticeCompanion:
    """Goes along with exercises wherever they are worked on."""

    def checked(self, *, learner: Learner, item: Item, attempt: Attempt, in_test: bool) -> None:
        """Rate the answer, and look whether the answers to this exercise say that something is wrong with it.

        In a test nothing is rated: a rating that moves would tell the verdict. Nor is it where a round is played so.
        """
        if in_test or rounds.is_unrated(learner=learner, slug=item.slug):
            return
        if ratings.rate(learner=learner, item=item, attempt=attempt) is not None:
            circulation.look_at(item)

    def beside(self, *, learner: Learner | None, item: Item, attempt: Attempt | None) -> Beside:
        rating, report = beside_rating(learner=learner, item=item, attempt=attempt), beside_report(item)
        return Beside(
            lines=rating.lines,
            under=(*rating.under, *report.under),
            notes=report.notes,
            links=report.links,
        )
