"""How a file leaves the site: at once where it is small, else by a page that waits for the job queue."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBase,
    HttpResponseRedirect,
    StreamingHttpResponse,
)
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.models import Classroom
from tutor.classroom.paper import making
from tutor.classroom.paper.files import KINDS, File
from tutor.classroom.paper.models import Export
from tutor.classroom.views.classes import class_context
from tutor.site.htmx import HtmxRequest
from tutor.site.queue.jobs import State
from tutor.site.queue.living import living_workers


def answer(request: HttpRequest, classroom: Classroom, kind: str, **options: Any) -> HttpResponse:
    """The file, or where it is large the way to the page where it will be."""
    chosen = KINDS[kind]
    if not chosen.is_large(classroom, options):
        return sent(chosen.make(classroom, options))
    export = making.ask(
        classroom=classroom,
        user=teacher_of(request),
        kind=kind,
        options=options,
        language=get_language() or "en",
    )
    return HttpResponseRedirect(reverse("paper:made", args=[classroom.token, export.pk]), status=303)


def sent(file: File) -> HttpResponse:
    """A file as an answer."""
    response = HttpResponse(b"".join(file.parts), content_type=file.media)
    response["Content-Disposition"] = f'attachment; filename="{file.name}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def made(request: HtmxRequest, classroom: Classroom, pk: uuid.UUID) -> HttpResponse:
    """The page of a large file: that it is being made, then the file; a failed one can be begun anew."""
    export = _export(request, classroom, pk)
    if request.method == "POST":
        if making.state_of_export(export) == State.FAILED:
            making.begin(export)
        return HttpResponseRedirect(request.path, status=303)
    state = making.state_of_export(export)
    is_open = state in (State.WAITING, State.RUNNING)
    context = {
        "export": export,
        "state": state.value,
        "is_open": is_open,
        "is_asleep": is_open and not living_workers(),
    }
    if request.htmx:
        return render(request, "classroom/paper/made.html#making", {"classroom": classroom, **context})
    context |= class_context(request, classroom) | {"place": gettext("A large file")}
    return render(request, "classroom/paper/made.html", context)


@require_safe
@for_teachers()
def file(request: HttpRequest, classroom: Classroom, pk: uuid.UUID) -> HttpResponseBase:
    """The large file itself, for whoever asked for it."""
    export = _export(request, classroom, pk)
    if export.made is None:
        raise Http404("file")
    response = StreamingHttpResponse(making.content_of(export), content_type=export.media)
    response["Content-Disposition"] = f'attachment; filename="{export.name}"'
    response["Content-Length"] = str(export.size)
    return response


def _export(request: HttpRequest, classroom: Classroom, pk: uuid.UUID) -> Export:
    found = making.of_teacher(classroom, teacher_of(request), pk)
    if found is None:
        raise Http404("file")
    return found
