"""The exercises that the teachers of a class share."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from tutor.classroom import sharing
from tutor.classroom.access import for_teachers, teacher_of
from tutor.classroom.models import Classroom
from tutor.classroom.services import ClassError
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.editor.sharing import keep_copy
from tutor.site.heavy import heavy


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
@heavy
def exercises(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """What is shared in the class; sharing one's own, ending that, keeping a copy of a colleague's."""
    user, problem = teacher_of(request), ""
    if request.method == "POST":
        do, _, token = request.POST.get("do", "").partition(":")
        try:
            if do == "share":
                sharing.share(classroom=classroom, user=user, token=token)
            elif do == "end":
                sharing.end_sharing(classroom=classroom, user=user, token=token)
            elif do == "copy":
                return HttpResponseRedirect(_copied(request, classroom, token), status=303)
            return HttpResponseRedirect(request.path, status=303)
        except ClassError as error:
            problem = error.message
    context = {
        **class_context(request, classroom),
        "place": gettext("Shared exercises"),
        "lines": sharing.shared_in(classroom, reader=user),
        "own": sharing.to_share(classroom, reader=user),
        "problem": problem,
    }
    return render(request, "classroom/exercises.html", context, status=UNPROCESSABLE if problem else 200)


def _copied(request: HttpRequest, classroom: Classroom, token: str) -> str:
    """Keep a copy, and where it is then. Raises ClassError."""
    row = sharing.exercise_in(classroom, token)
    if row is None:
        raise ClassError(gettext("This exercise is no longer there."))
    made = keep_copy(row=row, owner=teacher_of(request))
    return f"{reverse('editor:items')}#item-{made.token}"
