"""Where an exercise is worked on, and how it stands there: what the page shows and its actions change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from lessons.content.providers import provider_of
from lessons.content.reading import Item
from lessons.fresh.sisters import MARK
from lessons.kinds.asking.feedback import MISSES_BEFORE_SOLUTION, may_see_cards
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.working import work_from_json
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from tutor.learning.addresses import item_url
from tutor.learning.again import closes
from tutor.learning.attempts import Progressing
from tutor.learning.companions import Link
from tutor.learning.models import Attempt


@dataclass(frozen=True, slots=True)
class Onward:
    """Where Next leads from a place: what the button says, and the address."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class PlaceButton:
    """A button of a place beside Check: what it says, and the word that ``Place.pressed`` is told."""

    label: str
    value: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an exercise is worked on, if not on its own page: a question of a test, or of a round of puzzles.

    ``answered`` is told of every checked answer, in its transaction. A test (``shows_verdict`` False) shows neither
    hints nor verdicts, and goes on at once to the address that ``answered`` gives back. Elsewhere the verdict is shown,
    ``hints`` may be asked for, and Next leads to ``onward`` once the answer is right, or known, or if
    ``first_answer_ends`` any answer was given. ``status`` is one line about the round, such as how many were right, and
    ``note`` one beside the exercise; both are asked when it is shown, after an answer has been counted.
    ``tries_used`` says the same of answers later than the first, where a number of them is allowed.
    ``told`` is asked with the misses so far whether a wrong answer is explained by now: before, a miss names only the
    kind of thing that was overlooked. ``pressed`` is then told ``show`` by who wants the explanation; ``show_costs``
    says what that costs. ``buttons`` are the place's own; ``pressed`` does what one says and gives back where to go.
    ``ends`` is when a clock runs out, and ``over_url`` where to go then. ``watch_url`` is what a page that is
    shown asks every ``watch_seconds``: whether the place has gone on without this learner; its fragment takes the place
    of ``#watch``. With ``one_order`` answers whose order means nothing stand in the same for everybody. With
    ``next_in_page`` every address that follows, except ``over_url``, is one of such exercises, and comes into the page
    that is there.
    """

    url: str
    section: str
    crumbs: tuple[tuple[str, str], ...]
    label: str
    answered: Callable[[Attempt], str]
    shows_verdict: bool = False
    hints: bool = False
    first_answer_ends: bool = False
    tries_used: Callable[[], bool] | None = None
    told: Callable[[int], bool] | None = None
    show_costs: str = ""
    onward: Callable[[], Onward | None] | None = None
    status: Callable[[], str] | None = None
    buttons: Callable[[], tuple[PlaceButton, ...]] | None = None
    pressed: Callable[[str], str] | None = None
    ends: datetime | None = None
    over_url: str = ""
    missed_url: str = ""
    """Where it is said that an answer was not in when the clock ran out; the page sends by itself what stands there."""
    watch_url: Callable[[], str] | None = None
    watch_seconds: int = 2
    one_order: bool = False
    closes: bool = False
    """Whether a wrong pick among answers that are offered closes the position; ``onward`` leads to other cards then."""
    next_in_page: bool = False
    one_step: bool = False
    """Whether a tap on an answer sends it, and a number can be typed without going to its field first."""
    note: Callable[[], str] | None = None
    links: tuple[Link, ...] = ()

    @property
    def takes_no_more(self) -> bool:
        """Whether no other answer is taken once there is one."""
        return self.first_answer_ends or (self.tries_used is not None and self.tries_used())


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An exercise as it is to be shown: the running answer, the last result, and what has just happened.

    ``focus`` is where the focus goes, and so what is heard; ``announce`` is what is said besides.
    """

    item: Item
    work: Work
    hints_shown: int = 0
    result: Result | None = None
    misses: int = 0
    error: AnswerError | None = None
    note: str = ""
    focus: str = ""
    announce: str = ""
    place: Place | None = None
    attempt: Attempt | None = None

    @property
    def url(self) -> str:
        return self.place.url if self.place else item_url(self.item)

    @property
    def in_test(self) -> bool:
        """Whether the learner is not told here what was right."""
        return self.place is not None and not self.place.shows_verdict

    @property
    def may_hint(self) -> bool:
        return self.place is None or self.place.hints

    @property
    def is_closed(self) -> bool:
        """Whether a wrong pick among answers that are offered has closed the position, and other cards follow."""
        if self.result is None or self.result.outcome != "wrong" or self.explains_later:
            return False
        return (self.place is None or self.place.closes) and closes(self.item)

    @property
    def misses_told(self) -> int:
        """The misses that decide what the verdict tells: where the first answer ends it, the answer is told at once."""
        place = self.place
        tells = (
            self.work.told
            or self.is_closed
            or (place is not None and (place.takes_no_more or bool(place.told and place.told(self.misses))))
        )
        return max(self.misses, MISSES_BEFORE_SOLUTION) if tells and self.misses else self.misses

    @property
    def keeps_back(self) -> bool:
        """Whether the answer is wrong and its explanation waits: in rounds, and for a puzzle on its own page."""
        if self.result is None or self.result.outcome != "wrong":
            return False
        if self.place is None:
            return self.explains_later and not self.work.told and self.misses < MISSES_BEFORE_SOLUTION
        return self.place.told is not None and not self.place.told(self.misses)

    @property
    def explains_later(self) -> bool:
        """Whether this is a puzzle on its own page, which counts for the rating: with other cards it does not."""
        item = self.item
        return (
            self.place is None and item.is_puzzle and MARK not in item.slug and provider_of(item.slug) is None
        )

    @property
    def result_told(self) -> Result | None:
        """The result as far as table and answer may show it: marks would tell what the feedback keeps back."""
        return None if self.keeps_back else self.result

    @property
    def is_changed(self) -> bool:
        """Whether other actions are staged by now than those that the verdict is about."""
        checked = self.result.answer.get("actions") if self.result else None
        return checked is not None and list(checked) != list(map(str, self.work.actions))

    @property
    def may_try_again(self) -> bool:
        return not self.is_closed and (self.place is None or not self.place.takes_no_more)


def shown_from_draft(item: Item, standing: Progressing, *, place: Place | None = None) -> Shown:
    """The exercise as the learner left it."""
    if standing.untold or (place is not None and not place.shows_verdict):
        return Shown(item=item, work=work_from_json(standing.answer, item), place=place)
    return Shown(
        item=item,
        work=work_from_json(standing.answer, item),
        hints_shown=standing.hints_shown,
        result=result_again(item, standing.last_result, misses=standing.misses),
        misses=standing.misses,
        place=place,
        attempt=standing.last_result,
    )


def result_again(item: Item, attempt: Attempt | None, *, misses: int) -> Result | None:
    """The result of an earlier attempt, told in the language of today; None if the exercise has changed since."""
    if attempt is None or attempt.content_hash != item.content_hash:
        return None
    before = misses - (attempt.outcome == Attempt.Outcome.WRONG)
    try:
        return grade(item, attempt.answer, reveal=may_see_cards(before))
    except AnswerError:
        return None
