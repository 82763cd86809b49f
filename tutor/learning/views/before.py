"""A question about what was learned before, on the way into a new stage."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import Item, Stage, library
from lessons.fresh.sisters import find_item
from tutor.learning.addresses import item_url, stage_url
from tutor.learning.again import follows, is_settled, with_other_cards
from tutor.learning.before import QUESTIONS, question_url
from tutor.learning.learner import learner_of
from tutor.learning.models import Attempt, Learner, Skill
from tutor.learning.progress import current_step, progress_of
from tutor.learning.shown import Onward, Place, PlaceButton
from tutor.learning.views.working_on import work_on
from tutor.site.private import keep_private


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def question(request: HttpRequest, stage: str, number: int, entries: str, slug: str) -> HttpResponse:
    """One of the questions: ``entries`` are the rules that are still to be asked, this one first."""
    learner, group, item = learner_of(request), library().stage(stage), find_item(slug)
    if learner is None or group is None or item is None:
        raise Http404(slug)
    wanted = [int(entry) for entry in entries.split("-")][:QUESTIONS]
    known = Skill.objects.filter(learner=learner, pk__in=wanted).select_related("item").in_bulk()
    skills = [known[pk] for pk in wanted if pk in known]
    if len(skills) < len(wanted) or skills[0].rule not in item.task.rules:
        raise Http404(slug)
    return work_on(request, item, place=_place(request.path, learner, group, skills, number, item))


def _place(url: str, learner: Learner, stage: Stage, skills: list[Skill], number: int, item: Item) -> Place:
    def onward() -> Onward:
        if follows(item, learner):
            another = question_url(learner, stage, skills, number=number)
            return Onward(with_other_cards(), f"{another}#goal")
        return past()

    def past() -> Onward:
        following = question_url(learner, stage, skills[1:], number=number + 1)
        if following:
            return Onward(gettext("Next question"), f"{following}#goal")
        step = current_step(stage, progress_of(learner)) or stage.steps[0]
        return Onward(gettext("On to what is new"), f"{item_url(step)}#goal")

    def buttons() -> tuple[PlaceButton, ...]:
        outcomes = Attempt.objects.filter(learner=learner, item__slug=item.slug)
        settled = is_settled(item, list(outcomes.values_list("outcome", flat=True)))
        is_done = settled and not follows(item, learner)
        return () if is_done else (PlaceButton(gettext("Skip this one"), "skip"),)

    facts = {"number": number, "count": number + len(skills) - 1}
    return Place(
        url=url,
        section="course",
        crumbs=(
            (gettext("Course"), reverse("lessons:course")),
            (str(stage.title), stage_url(stage)),
        ),
        label=gettext("Question %(number)s of %(count)s")
        % facts,  # the title of its rule would tell too much
        answered=lambda attempt: "",
        shows_verdict=True,
        hints=True,
        onward=onward,
        status=lambda: gettext("Before something new: a question about what you already know."),
        buttons=buttons,
        pressed=lambda value: past().url,
        closes=True,
    )
