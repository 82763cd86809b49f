"""A step that was missed, asked again with other cards: at once, and once more at the end of its stage."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import Item, Stage, library
from lessons.fresh.sisters import MARK, base_item, find_item
from tutor.learning.addresses import item_crumbs, item_place, item_url, stage_url
from tutor.learning.again import When, again_url, is_settled, next_after_again, with_other_cards
from tutor.learning.learner import learner_of
from tutor.learning.models import Attempt, Learner
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import work_on
from tutor.site.private import keep_private


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def again(request: HttpRequest, stage: str, step: str, when: When, number: int) -> HttpResponse:
    """The step with the cards of its sister of this number; Next leads on to where the learner was."""
    base, sister = base_item(f"{stage}/{step}"), find_item(f"{stage}/{step}{MARK}{number}")
    group = library().stage(stage)
    if base is None or sister is None or group is None:
        raise Http404(stage)
    learner = learner_of(request)
    if learner is None:  # nobody has missed anything yet
        return HttpResponseRedirect(item_url(base))
    return work_on(request, sister, place=_place(base, sister, group, when, learner))


def _place(base: Item, sister: Item, stage: Stage, when: When, learner: Learner) -> Place:
    def onward() -> Onward:
        _, label, url, following = next_after_again(base, when, library=library(), learner=learner)
        return Onward(label, f"{url}#goal" if following else url)

    def buttons() -> tuple[PlaceButton, ...]:
        rows = Attempt.objects.filter(learner=learner, item__slug=sister.slug)
        outcomes = list(rows.values_list("outcome", flat=True))
        settled = is_settled(sister, outcomes)
        label = next_after_again(base, when, library=library(), learner=learner)[1] if settled else ""
        is_done = Attempt.Outcome.RIGHT in outcomes or (settled and label != with_other_cards())
        return () if is_done else (PlaceButton(gettext("Skip this one"), "skip"),)

    def skipped() -> str:
        _, _, url, following = next_after_again(base, when, library=library(), learner=learner, skipping=True)
        return f"{url}#goal" if following else url

    return Place(
        url=again_url(base, sister, when),
        section="course",
        crumbs=tuple(item_crumbs(base, library())),
        label=item_place(base, library()),
        answered=lambda attempt: "",
        shows_verdict=True,
        hints=True,
        onward=onward,
        status=lambda: _why(base, when),
        buttons=buttons,
        pressed=lambda value: skipped(),
        closes=True,
        over_url=stage_url(stage),
        next_in_page=True,
    )


def _why(step: Item, when: When) -> str:
    """Why it is asked again, in a line."""
    if when == "now":
        return gettext(
            "Not right on the first try, so here it is again with other cards. The answer may be different."
        )
    return gettext(
        "Step %(number)s was not right on the first try, so here it is once more before the stage ends. "
        "The answer may be different."
    ) % {"number": step.number}
