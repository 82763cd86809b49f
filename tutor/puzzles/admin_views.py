"""The administrators' page: release and withhold exercises, close reports. Nobody else learns that it exists."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import Resolver404, resolve, reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from lessons.content.reading import PUZZLE_PREFIX, Item
from lessons.fresh.sisters import base_slug, find_item
from tutor.learning.learner import user_of
from tutor.learning.models import User
from tutor.puzzles import admin, circulation, reports
from tutor.puzzles.models import ItemRating, Report
from tutor.site.private import keep_private

MOST_NOTE: Final = 300
UNPROCESSABLE: Final = 422


@keep_private
@require_http_methods(["GET", "HEAD", "POST"])
def desk(request: HttpRequest) -> HttpResponse:
    """What is withheld and reported, and the buttons that decide."""
    user = user_of(request)
    if user is None:
        return HttpResponseRedirect(f"{reverse('accounts:account')}?next={request.path}")
    if not user.is_staff:
        raise Http404("admin")
    if request.method == "POST":
        return _decide(request, user)
    return _page(request)


def _decide(request: HttpRequest, user: User) -> HttpResponse:
    """Do what the button says. Done already is as good as done: the page shows how it stands."""
    do, note = request.POST.get("do", ""), request.POST.get("note", "").strip()[:MOST_NOTE]
    if do == "close":
        number = request.POST.get("report", "")
        report = Report.objects.filter(pk=int(number)).first() if _is_number(number) else None
        if report is None:
            return _page(request, problem=gettext("There is no such report any more."))
        reports.close(report=report, user=user)
        return _done(request, "closed", report.item.slug)
    if do not in ("release", "withhold"):
        return _page(
            request, problem=gettext("The form did not arrive intact: this button is not known here.")
        )
    item = _item(request.POST.get("item", ""))
    if item is None:
        problem = gettext(
            "There is no exercise “%(text)s”. Paste the address of the exercise, or its name as it "
            "appears below."
        )
        return _page(request, problem=problem % {"text": request.POST.get("item", "")[:100]}, note=note)
    if do == "release":
        circulation.release(item=item, user=user, note=note)
        return _done(request, "released", item.slug)
    circulation.withhold(item=item, why=ItemRating.Withheld.BY_HAND, user=user, note=note)
    return _done(request, "withheld", item.slug)


def _done(request: HttpRequest, what: str, slug: str) -> HttpResponse:
    request.session["practice-decided"] = [what, slug]
    return HttpResponseRedirect(reverse("practice:admin"), status=303)


def _page(request: HttpRequest, *, problem: str = "", note: str = "") -> HttpResponse:
    what, slug = request.session.pop("practice-decided", ("", ""))
    said = {
        "released": gettext("%(slug)s is offered again."),
        "withheld": gettext("%(slug)s is not offered any more."),
        "closed": gettext("The report about %(slug)s is closed."),
    }.get(what, "")
    context = {
        "section": "account",
        "problem": problem,
        "said": said % {"slug": slug} if said else "",
        "withheld": admin.withheld(),
        "reported": admin.reported(),
        "decisions": admin.decisions(),
        "typed": request.POST.get("item", "") if problem else "",
        "note": note,
    }
    return render(request, "practice/admin.html", context, status=UNPROCESSABLE if problem else 200)


def _item(text: str) -> Item | None:
    """The exercise of a slug, or of an address as it is copied from the browser; of a sister its base."""
    text = text.strip()[:500]
    path = text.partition("://")[2].partition("/")[2] if "://" in text else text.lstrip("/")
    path = "/" + path.partition("?")[0].partition("#")[0]
    try:
        with translation.override(translation.get_language_from_path(path) or translation.get_language()):
            match = resolve(path)
    except Resolver404:
        return find_item(base_slug(text)) if text else None
    names = match.kwargs
    if "step" in names:
        return find_item(f"{names['stage']}/{names['step']}")
    if "theme" in names and "slug" in names:
        return find_item(f"{PUZZLE_PREFIX}{names['theme']}/{names['slug']}")
    return None


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 16
