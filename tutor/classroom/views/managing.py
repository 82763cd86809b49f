"""Pupils and teachers of a class, and the class itself: codes, sessions, invitations, archive, copy, data."""

from __future__ import annotations

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_safe

from tutor.classroom import keeping, services
from tutor.classroom.access import Role, for_teachers, role_in, teacher_of
from tutor.classroom.audit import words_of
from tutor.classroom.forms import CodesForm, NameForm, PupilsForm, RetentionForm, RulesForm
from tutor.classroom.models import Classroom, ClassTeacher, Pupil
from tutor.classroom.paper import file_views
from tutor.classroom.selectors import chosen_pupils, pupils_of, teachers_of
from tutor.classroom.services import ClassError
from tutor.classroom.views.classes import UNPROCESSABLE, class_context
from tutor.site.numbers import number_in, row_numbered
from tutor.site.posting import form_of

BAD_REQUEST = 400
FORBIDDEN = 403


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def pupils(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The pupils with their codes; renewing codes, signing out, deleting, for some or all of them."""
    if request.method != "POST":
        return _pupils_page(request, classroom)
    everybody = request.POST.get("all") == "1"
    chosen = (
        list(pupils_of(classroom)) if everybody else chosen_pupils(classroom, request.POST.getlist("pupil"))
    )
    form = CodesForm(request.POST)
    if not chosen:
        problem = gettext("Nobody is ticked. Tick pupils, or “Everybody”.")
        return _pupils_page(request, classroom, problem=problem, status=UNPROCESSABLE)
    do = request.POST.get("do")
    if do == "delete" and role_in(request, classroom) != Role.OWNER:
        return _pupils_page(request, classroom, problem=_owner_alone(), status=FORBIDDEN)
    if do == "renew":  # the slip of an account lets nobody in
        chosen = [pupil for pupil in chosen if not pupil.has_account]
        if not chosen:
            return _pupils_page(request, classroom, problem=_own_accounts(), status=UNPROCESSABLE)
    if do == "renew" and form.is_valid():
        services.renew_codes(
            classroom=classroom, pupils=chosen, user=teacher_of(request), days=form.cleaned_data["days"]
        )
        query = "" if everybody else "?" + "&".join(f"pupil={pupil.pk}" for pupil in chosen)
        return HttpResponseRedirect(_url("slips", classroom) + query, status=303)
    if do == "sign-out":
        services.sign_out(classroom=classroom, pupils=chosen, user=teacher_of(request))
        return HttpResponseRedirect(f"{_url('pupils', classroom)}?out={len(chosen)}", status=303)
    if do == "delete" and request.POST.get("sure") != "1":
        context = {**class_context(request, classroom), "place": gettext("Delete pupils"), "pupils": chosen}
        return render(request, "classroom/delete_pupils.html", context)
    if do == "delete":
        for pupil in chosen:
            pupil.classroom = classroom
            services.delete_pupil(pupil=pupil, user=teacher_of(request))
        return HttpResponseRedirect(f"{_url('pupils', classroom)}?deleted={len(chosen)}", status=303)
    return _pupils_page(request, classroom, problem=_damaged(), status=BAD_REQUEST)


def _pupils_url(classroom: Classroom, **_: Any) -> str:
    return _url("pupils", classroom)


@for_teachers()
@form_of(_pupils_url)
def add_pupils(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """More pupils."""
    if request.POST.get("do") == "language":
        typed = {name: request.POST.get(name, "") for name in PupilsForm.base_fields}
        return _pupils_page(request, classroom, form=PupilsForm(initial=typed), switching="add-form")
    form = PupilsForm(request.POST)
    if form.is_valid():
        wanted = form.cleaned_data
        try:
            added = services.add_pupils(
                classroom=classroom,
                user=teacher_of(request),
                labels=wanted["labels"],
                aliases=wanted["aliases"] or 0,
            )
        except ClassError as error:
            form.add_error(None, error.message)
        else:
            query = "&".join(f"pupil={pupil.pk}" for pupil in added)
            return HttpResponseRedirect(f"{_url('slips', classroom)}?{query}", status=303)
    return _pupils_page(request, classroom, form=form, switching="add-form", status=UNPROCESSABLE)


@for_teachers()
@form_of(_pupils_url)
def rename(request: HttpRequest, classroom: Classroom, pk: int) -> HttpResponse:
    """Another alias for a pupil."""
    pupil = _pupil(classroom, pk)
    if request.POST.get("do") == "language":
        return _pupils_page(request, classroom, renaming=pupil)
    try:
        services.rename_pupil(pupil=pupil, alias=request.POST.get("alias", ""))
    except ClassError as error:
        return _pupils_page(request, classroom, problem=error.message, renaming=pupil, status=UNPROCESSABLE)
    return HttpResponseRedirect(_url("pupils", classroom), status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def teachers(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """The teachers of a class: inviting, and for owners removing and letting others own it."""
    problem = ""
    if request.method == "POST":
        do = request.POST.get("do")
        owns = class_context(request, classroom)["role"] == "owner"
        number = request.POST.get("teacher", "")
        teacher = row_numbered(number, classroom.teachers.all())
        if do == "invite" and owns:
            services.invite(classroom=classroom, user=teacher_of(request))
            return HttpResponseRedirect(_url("teachers", classroom), status=303)
        # Everybody may leave; who removes others owns the class.
        if do == "remove" and teacher is not None and (owns or teacher.user_id == request.user.pk):
            try:
                return _remove_teacher(request, classroom, teacher)
            except ClassError as error:
                problem = error.message
        elif do == "owner" and teacher is not None and owns:
            services.make_owner(teacher=teacher, user=teacher_of(request))
            return HttpResponseRedirect(_url("teachers", classroom), status=303)
        if not problem:
            problem = _owner_alone() if do in ("invite", "remove", "owner") and not owns else _damaged()
    is_open = services.invited_to(classroom.invite_key) is not None
    page = request.build_absolute_uri(reverse("classroom:invited"))
    context = {
        **class_context(request, classroom),
        "place": gettext("Teachers"),
        "teachers": teachers_of(classroom),
        "invite_link": f"{page}#{classroom.invite_key}" if is_open else "",
        "days": services.INVITE_DAYS,
        "removed": "removed" in request.GET,
        "problem": problem,
    }
    return render(request, "classroom/teachers.html", context, status=UNPROCESSABLE if problem else 200)


def _remove_teacher(request: HttpRequest, classroom: Classroom, teacher: ClassTeacher) -> HttpResponse:
    """Ask once more, then do it and say so. Raises ClassError for the last owner."""
    leaves = teacher.user_id == request.user.pk
    services.check_removal(classroom=classroom, teacher=teacher)
    if request.POST.get("sure") != "1":
        place = gettext("Leave this class") if leaves else gettext("Remove a teacher")
        context = {
            **class_context(request, classroom), "place": place, "teacher": teacher, "leaves": leaves
        }  # fmt: skip
        return render(request, "classroom/remove_teacher.html", context)
    services.remove_teacher(classroom=classroom, teacher=teacher, user=teacher_of(request))
    to = f"{reverse('classroom:classes')}?left=1" if leaves else f"{_url('teachers', classroom)}?removed=1"
    return HttpResponseRedirect(to, status=303)


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers()
def settings(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Name, day of deletion, archive, copy, export, deletion, and what was done with the data so far."""
    do = request.POST.get("do", "")
    bound = request.POST if request.method == "POST" else None
    named = NameForm(bound if do == "name" else None, initial={"name": classroom.name}, prefix="name")
    kept = RetentionForm(bound if do == "keep" else None, initial={"delete_on": classroom.delete_on})
    copied = NameForm(bound if do == "copy" else None, initial={"name": classroom.name}, prefix="copy")
    played = RulesForm(bound if do == "rules" else None, initial={"rules": classroom.rules})
    here, problem = _url("settings", classroom), ""
    if do == "rules" and played.is_valid():
        services.set_rules(classroom=classroom, rules=played.cleaned_data["rules"])
        return HttpResponseRedirect(here, status=303)
    if do == "name" and named.is_valid():
        services.rename_class(classroom=classroom, name=named.cleaned_data["name"])
        return HttpResponseRedirect(here, status=303)
    context = class_context(request, classroom)
    if do == "keep" and context["role"] != "owner":
        problem = _owner_alone()
    elif do == "keep" and kept.is_valid():
        try:
            services.set_retention(
                classroom=classroom, delete_on=kept.cleaned_data["delete_on"], user=teacher_of(request)
            )
            return HttpResponseRedirect(here, status=303)
        except ClassError as error:
            kept.add_error("delete_on", error.message)
    if do in ("archive", "restore"):
        services.set_archived(classroom=classroom, archived=do == "archive")
        return HttpResponseRedirect(here, status=303)
    if do == "copy" and copied.is_valid():
        new = services.copy_class(
            classroom=classroom, user=teacher_of(request), name=copied.cleaned_data["name"]
        )
        return HttpResponseRedirect(f"{_url('class', new)}?new=1", status=303)
    context |= {
        "place": gettext("Class and data"),
        "named": named,
        "played": played,
        "kept": kept,
        "copied": copied,
        "audit": [(line, words_of(line)) for line in keeping.audit_of(classroom)],
        "problem": problem,
    }
    status = FORBIDDEN if problem else UNPROCESSABLE if bound else 200
    return render(request, "classroom/settings.html", context, status=status)


@require_safe
@for_teachers()
def export(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Everything that is stored about the class, as a file."""
    keeping.note_export(classroom, user=teacher_of(request))
    return file_views.answer(request, classroom, "class-data")


@require_http_methods(["GET", "HEAD", "POST"])
@for_teachers(Role.OWNER)
def delete(request: HttpRequest, classroom: Classroom) -> HttpResponse:
    """Delete the class and everything of it, after asking once more."""
    if request.method != "POST":
        context = {
            **class_context(request, classroom),
            "place": gettext("Delete the class"),
            "pupils": classroom.pupils.count(),
            "taken": classroom.pupils.exclude(learner__user=None).count(),
        }
        return render(request, "classroom/delete.html", context)
    keeping.delete_class(classroom=classroom, user=teacher_of(request))
    return HttpResponseRedirect(f"{reverse('classroom:classes')}?deleted=1", status=303)


def _pupil(classroom: Classroom, pk: int) -> Pupil:
    pupil = pupils_of(classroom).filter(pk=pk).first()
    if pupil is None:
        raise Http404("pupil")
    pupil.classroom = classroom
    return pupil


def _pupils_page(
    request: HttpRequest,
    classroom: Classroom,
    *,
    form: PupilsForm | None = None,
    problem: str = "",
    renaming: Pupil | None = None,
    switching: str = "",
    status: int = 200,
) -> HttpResponse:
    context: dict[str, Any] = {
        **class_context(request, classroom),
        "place": gettext("Pupils and codes"),
        "pupils": pupils_of(classroom),
        "codes": CodesForm(),
        "form": form or PupilsForm(initial={"aliases": 1}),
        "problem": problem,
        "renaming": renaming,
        "switching": switching or (f"rename-{renaming.pk}" if renaming is not None else ""),
        "typed": request.POST.get("alias", ""),
        "signed_out": _counted(request, "out"),
        "deleted": _counted(request, "deleted"),
    }
    return render(request, "classroom/pupils.html", context, status=status)


def _counted(request: HttpRequest, name: str) -> int:
    return number_in(request.GET.get(name, "")) or 0


def _url(name: str, classroom: Classroom) -> str:
    return reverse(f"classroom:{name}", args=[classroom.token])


def _owner_alone() -> str:
    return gettext("Only an owner of the class can do that. Nothing was changed.")


def _own_accounts() -> str:
    return gettext("Who comes in with an account of their own needs no slip. Nothing was changed.")


def _damaged() -> str:
    return gettext("The form did not arrive intact. Nothing was changed.")
