"""A live round as its teacher leads it: choosing, the page with the buttons, the projector, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRefresh

from lessons.content.reading import Item
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.choosing import samples
from tutor.classroom.drawing import Draw
from tutor.classroom.models import Assignment, Classroom
from tutor.classroom.services import ClassError
from tutor.classroom.views import drawing
from tutor.classroom.views.classes import class_context
from tutor.learning.addresses import item_url
from tutor.live import selectors, services
from tutor.live.forms import NewRoundForm
from tutor.live.models import LiveRound
from tutor.puzzles.printing import key_entry, sheet_item
from tutor.site.numbers import number_in

if TYPE_CHECKING:
    from tutor.live.selectors import CountedRound

UNPROCESSABLE = 422
_THEME = Assignment.Kind.THEME
NO_CONTENT = 204


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def new(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Choosing what a round asks, looking at what was drawn, and beginning it; the rounds there were."""
    form = NewRoundForm(request.POST or None, classroom=classroom)
    draws: list[Draw] = []
    if request.method == "POST" and form.is_valid():
        sources = [form.source] if form.source else []
        try:
            draws = drawing.on_page(request, _THEME, sources)
            makes = not draws or request.POST.get("do", drawing.MAKE) == drawing.MAKE
            if makes and not drawing.is_unseen(request, draws):
                return HttpResponseRedirect(
                    _url("control", _begun(request, classroom, form, draws)), status=303
                )
        except ClassError as error:
            form.add_error(None, error.message)
            draws = draws or drawing.kept_of(request, _THEME, sources)
    rounds = selectors.rounds_of(classroom)
    context = {
        **class_context(request, classroom),
        "place": gettext("Live round"),
        "form": form,
        "draws": draws,
        "samples": [] if draws else [(*one, item_url(one[1])) for one in samples(classroom.rules)],
        "on": next((one for one in rounds if one.ended is None), None),
        "over": [one for one in rounds if one.ended is not None],
    }
    status = UNPROCESSABLE if form.is_bound and form.errors else 200
    return render(request, "live/new.html", context, status=status)


def _begun(request: HttpRequest, classroom: Classroom, form: NewRoundForm, draws: list[Draw]) -> LiveRound:
    """The round, with what was drawn where it was. Raises ClassError."""
    return services.begin(
        classroom=classroom, teacher=teacher_of(request), title=form.cleaned_data["title"],
        titles=form.cleaned_data["titles"],
        questions=draws[0].slugs if draws else form.cleaned_data["questions"],
    )  # fmt: skip


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def control(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The page with the buttons. A button that came too late, or twice, changes nothing."""
    live = _round(classroom, number)
    if request.method == "POST":
        do, place = request.POST.get("do", ""), number_in(request.POST.get("place", ""))
        if do == "end":
            services.end(live=live)
        elif do in services.STEPS and place is not None:
            services.step(live=live, do=do, place=place)
        back = "projector" if request.POST.get("back") == "projector" and do != "end" else "control"
        return HttpResponseRedirect(_url(back, live), status=303)
    context = {**class_context(request, classroom), **_context(live)}
    context["crumbs"].append((gettext("Live round"), reverse("live:new", args=[classroom.token])))
    context["place"] = live.name
    return render(request, "live/control.html", context)


@require_safe
@for_teachers()
def projector(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """The page for the projector: the question, then the histogram, then the answer. No names."""
    live = _round(classroom, number)
    context = {**class_context(request, classroom), **_context(live), "back": "projector"}
    context["join_address"] = f"{request.get_host()}{reverse('join-short')}"
    return render(request, "live/projector.html", context)


@require_safe
@for_teachers()
def poll(request: HttpRequest, classroom: Classroom, number: int) -> HttpResponse:
    """How many have answered. Nothing where nothing is new; a new page where the round has gone on elsewhere."""
    live = _round(classroom, number)
    seen = request.GET.get("seen", "")
    if seen == _seen(live):
        return HttpResponse(status=NO_CONTENT)
    if seen.partition(".")[0] != _seen(live).partition(".")[0]:
        return HttpResponseClientRefresh()
    return render(
        request, "live/control.html#count", {"classroom": classroom, "live": live, "seen": _seen(live)}
    )


def _round(classroom: Classroom, number: int) -> CountedRound:
    live = selectors.with_counts(classroom, number)
    if live is None:
        raise Http404("round")
    live.classroom = classroom
    return live


def _context(live: CountedRound) -> dict[str, Any]:
    item = selectors.item_at(live, live.place)
    total = len(live.questions)
    is_on = live.ended is None
    tells = is_on and live.state != LiveRound.State.ASKING and item is not None
    return {
        "live": live,
        "item": item,
        "total": total,
        "is_on": is_on,
        "is_told": is_on and live.state == LiveRound.State.REVEALED,
        "is_last": live.place >= total,
        "number_words": gettext("Question %(number)s of %(count)s") % {"number": live.place, "count": total},
        "one": sheet_item(item, number=live.place, host="") if is_on and item else None,
        "counted": selectors.counted(live, live.place, item) if tells and item else None,
        "key": _key(item, live) if is_on and item else None,
        "lines": () if is_on else selectors.summary(live),
        "by_name": () if is_on else selectors.by_name(live),
        "seen": _seen(live),
    }


def _key(item: Item, live: LiveRound) -> Any:
    try:
        return key_entry(item, number=live.place)
    except LookupError:  # somebody's own exercise on which the rules do not decide
        return None


def _seen(live: CountedRound) -> str:
    """What a page shows of a round: the step, then the numbers."""
    return f"{live.changed}{'' if live.ended is None else 'e'}.{live.answered}.{live.present}"


def _url(name: str, live: LiveRound) -> str:
    return reverse(f"live:{name}", args=[live.classroom.token, live.pk])
