"""The basket: putting things in, its page, and giving it to a class."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.basket import giving, services
from tutor.basket.on_pages import teaches
from tutor.basket.selectors import Basket, basket_of
from tutor.classroom import grouping
from tutor.classroom.access import for_teachers, sign_in_first, teacher_of
from tutor.classroom.assignment_forms import SettingsForm
from tutor.classroom.models import Classroom
from tutor.classroom.paper import file_views, files
from tutor.classroom.paper.sets import PaperSet
from tutor.classroom.selectors import classes_of
from tutor.classroom.services import ClassError
from tutor.classroom.views.assigning import assignment_url
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.site.heavy import heavy
from tutor.site.htmx import HtmxRequest
from tutor.site.numbers import number_in
from tutor.site.posting import form_of
from tutor.site.private import keep_private


def for_any_teacher(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page for whoever teaches a class; others find nothing, and who is not signed in is asked to."""

    @keep_private
    @wraps(view)
    def page(request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if not request.user.is_authenticated:
            return sign_in_first(request)
        if not teaches(request):
            raise Http404("basket")
        return view(request, **kwargs)

    return page


def _basket_url() -> str:
    return reverse("basket:basket")


@for_any_teacher
@form_of(_basket_url)
@heavy
def add(request: HtmxRequest) -> HttpResponse:
    """Put something in, and back to where the button stood; with scripts only the button changes."""
    named, back = request.POST.get("add", ""), request.POST.get("back", "")
    user = teacher_of(request)
    try:
        services.add(user=user, named=named)
    except ClassError as error:
        if request.htmx:
            return render(request, "basket/_add.html", {"named": named, "problem": error.message})
        return _page(request, problem=error.message)
    if request.htmx:
        return render(request, "basket/_add.html", {"named": named, "is_in": True, "is_new": True})
    ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return HttpResponseRedirect(back if ours else reverse("basket:basket"), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@for_any_teacher
def basket(request: HttpRequest) -> HttpResponse:
    """What is in it, in order; taking out, emptying, and where to go on."""
    if request.method != "POST":
        return _page(request)
    user = teacher_of(request)
    do, _, of = request.POST.get("do", "").partition(":")
    number = number_in(of)
    if do in ("up", "down"):
        services.move(user=user, number=number, up=do == "up")
    elif do == "remove":
        services.remove(user=user, number=number)
    elif do == "empty":
        services.empty(user=user)
    at = f"#{do}-{number}" if do in ("up", "down") else ""
    return HttpResponseRedirect(f"{reverse('basket:basket')}{at}", status=303)


def _page(request: HttpRequest, *, problem: str = "") -> HttpResponse:
    user = teacher_of(request)
    lines = classes_of(user)
    context = {
        "section": "class",
        "basket": basket_of(user),
        "most": services.MOST_ENTRIES,
        "classes": [line.classroom for line in lines if line.classroom.archived is None],
        "problem": problem,
    }
    return render(request, "basket/basket.html", context, status=UNPROCESSABLE if problem else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def give(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The basket for one class: as an assignment for all or for some, on one level or two, or asked live."""
    found = basket_of(teacher_of(request))
    posted = request.POST if request.method == "POST" else None
    form = SettingsForm(posted)
    form.fields["opens"].initial = timezone.localtime().replace(second=0, microsecond=0)
    problem = ""
    if posted is not None and (posted.get("do") == "live" or form.is_valid()):
        try:
            return HttpResponseRedirect(_given(request, classroom, found, form), status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **class_context(request, classroom),
        "place": gettext("Basket"),
        "basket": found,
        "form": form,
        "choice": grouping.choice_of(classroom, posted),
        "second": grouping.choice_of(classroom, posted, name="second"),
        "levels": [(line, _level(request, line.row.pk)) for line in found.exercises],
        "has_levels": posted is not None and bool(posted.getlist("second") or posted.getlist("second-group")),
        "problem": problem,
    }
    status = UNPROCESSABLE if problem or (posted is not None and form.errors) else 200
    return render(request, "basket/give.html", context, status=status)


def _given(request: HttpRequest, classroom: Classroom, found: Basket, form: SettingsForm) -> str:
    """Do what the pressed button says, and where to go then. Raises ClassError."""
    if request.POST.get("do") == "live":
        live = giving.ask_live(classroom=classroom, basket=found, teacher=teacher_of(request))
        return reverse("live:control", args=[classroom.token, live.pk])
    made = giving.assign(
        classroom=classroom, basket=found,
        only=grouping.whom_of(classroom, request.POST),
        second=grouping.whom_of(classroom, request.POST, name="second"),
        levels={line.row.pk: _level(request, line.row.pk) for line in found.exercises},
        settings={"title": form.cleaned_data["title"], **form.settings},
    )  # fmt: skip
    if made.assignment is None or made.deals:
        return reverse("classroom:class", args=[classroom.token])
    return assignment_url(made.assignment)


def _level(request: HttpRequest, number: int) -> str:
    said = request.POST.get(f"level-{number}", "")
    return said if said in (giving.ON_FIRST, giving.ON_SECOND) else giving.ON_BOTH


@require_safe
@for_any_teacher
def worksheet(request: HttpRequest) -> HttpResponse:
    """The exercises on paper, in large print where ``large=1``."""
    site = f"{request.scheme}://{request.get_host()}"
    large = request.GET.get("large") == "1"
    return file_views.sent(files.worksheet(_paper(request), site=site, large=large))


@require_safe
@for_any_teacher
def key(request: HttpRequest) -> HttpResponse:
    """The key to them."""
    return file_views.sent(files.key(_paper(request), large=False))


@require_safe
@for_any_teacher
def moodle(request: HttpRequest) -> HttpResponse:
    """The same exercises for Moodle's question bank."""
    return file_views.sent(files.questions(_paper(request), host=request.get_host()))


def _paper(request: HttpRequest) -> PaperSet:
    items = basket_of(teacher_of(request)).items
    if not items:
        raise Http404("exercises")
    return PaperSet(title=gettext("Exercises"), note="", items=tuple(enumerate(items, 1)))
