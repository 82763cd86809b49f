"""Deals that were written down without a network, as they come in later: put on the sheet, and what there is to say.

They are kept as they come, in the order in which they come; nobody can be asked back about them before. What would
have been asked is told afterwards, and stands on the sheet until somebody has looked at it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from django.conf import settings
from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict
from django.utils.translation import gettext, override

from lessons.words import naming
from tutor.evenings import counting, services
from tutor.evenings.forms import read_head, read_points
from tutor.evenings.models import Evening, EveningEntry
from tutor.evenings.services import EveningError, Said
from tutor.evenings.sheet import Row, Sheet, sheet_of
from tutor.evenings.showing import opens_words, points_words
from tutor.learning.models import Learner
from tutor.site.numbers import number_in

MOST_AT_ONCE: Final = 60
"""Entries that one device may send together; an evening has a third of them."""
MOST_TOKEN: Final = 40
Kind = EveningEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Arrived:
    """What became of an entry. ``is_kept``: it is on the sheet; ``is_clear``: there is nothing to see to.

    ``text`` says it in each language, for the device may show another one by then.
    """

    token: str
    is_kept: bool
    is_clear: bool
    text: Mapping[str, str]


def arrive(*, evening: Evening, forms: Sequence[str], learner: Learner) -> list[Arrived]:
    """Put these on the sheet, one after the other; each is a form of the sheet, or of counting, as it was filled in.

    One that is there already is only told again. Besides the fields of the pages a form has ``how``, "counted" for one
    of counting, ``shown-0`` and on for the totals that the device showed after it, and ``sum-0`` and on for the sums
    of a counted one.
    """
    return [_arrive(evening, form, learner) for form in forms]


def _arrive(evening: Evening, text: str, learner: Learner) -> Arrived:
    before = sheet_of(evening)
    form = _read(text)
    refused = in_each_language(lambda: _refusal(form, before))
    if not any(refused.values()):
        try:
            entry = services.enter(evening=evening, said=_said(form, before), learner=learner)
        except EveningError:  # nothing else is refused there
            refused = in_each_language(services.full_sheet)
    token = form.get("token", "")[:MOST_TOKEN]
    if any(refused.values()):
        return Arrived(token=token, is_kept=False, is_clear=False, text=refused)
    sheet = sheet_of(evening)
    return Arrived(
        token=token,
        is_kept=True,
        is_clear=not list(_to_look_at(form, sheet, entry)),
        text=in_each_language(lambda: " ".join(_to_look_at(form, sheet, entry)) or _confirmed(sheet, entry)),
    )


def _read(text: str) -> QueryDict:
    """The form, empty where nothing can be made of it: no database takes NUL or half a letter."""
    try:
        form = QueryDict(text.encode(errors="replace").decode())
    except TooManyFieldsSent:
        return QueryDict()
    return QueryDict() if any("\0" in value for values in form.lists() for value in values[1]) else form


def in_each_language(say: Callable[[], str]) -> dict[str, str]:
    """What is said, by the code of the language in which it is."""
    found = {}
    for code, _ in settings.LANGUAGES:
        with override(code):
            found[code] = say()
    return found


def _refusal(form: QueryDict, sheet: Sheet) -> str:
    """Why there is no entry in a form; empty where there is one."""
    try:
        _said(form, sheet)
    except EveningError as error:
        return error.message
    return ""


def _said(form: QueryDict, sheet: Sheet) -> Said:
    """The entry that a form holds. Raises EveningError where there is none."""
    try:
        UUID(form.get("token", ""))
    except ValueError:
        raise EveningError(_damaged()) from None
    head, sides = read_head(form), len(sheet.sides)
    agreed = form.get("do") == "agree"
    if form.get("how") == "counted":
        found = counting.read_counted(form, sheet, before=sheet.totals)
        if found.wrong:
            raise EveningError(next(iter(found.wrong.values())))
        body = found.body()
    else:
        entered = read_points(form, sheet.rules, sides=sides)
        if not entered.points:
            wrong = [field.problem for field in entered.fields if field.problem]
            raise EveningError(wrong[0])
        body = {"points": list(entered.points)}
    return head.said(Kind.DEAL, {**body, "agreed": agreed, "late": True})


def _damaged() -> str:
    return gettext("The entry for this deal was damaged on the way. Write the deal down once more.")


def _confirmed(sheet: Sheet, entry: EveningEntry) -> str:
    text = gettext("Deal %(number)s has arrived: %(points)s. Points and totals agree with the server’s.")
    row = sheet.row_of(entry.deal)
    return text % {"number": row.place if row else entry.deal + 1, "points": " : ".join(points_words(entry))}


def _to_look_at(form: QueryDict, sheet: Sheet, entry: EveningEntry) -> Iterator[str]:
    """What is otherwise than the device thought, in sentences; none where it was right."""
    row = sheet.row_of(entry.deal)
    if row is None or entry not in sheet.standing:
        text = gettext("Deal %(number)s has arrived, but it has been taken off the sheet in the meantime.")
        yield text % {"number": entry.deal + 1}
        return
    found = [
        *_also_entered(row, entry),
        *_sums(form, sheet, entry),
        *_totals(form, sheet, row),
        *_doubts(row, sheet),
    ]
    if found:
        yield gettext("Deal %(number)s has arrived.") % {"number": row.place}
    yield from found


def _also_entered(row: Row, entry: EveningEntry) -> Iterator[str]:
    """Whether another device has entered the same deal meanwhile."""
    if row.is_asked:
        yield gettext("Another device has entered this deal differently: the sheet asks which counts.")
    elif row.entry.token != entry.token:
        yield gettext("It was on the sheet already, with the same points.")


def _doubts(row: Row, sheet: Sheet) -> Iterator[str]:
    """What would have been asked about the deal."""
    doubts = counting.doubts_left(row, sheet)
    if doubts:
        yield gettext("Can that be right?")
    yield from (doubt.text for doubt in doubts)


def _sums(form: QueryDict, sheet: Sheet, entry: EveningEntry) -> Iterator[str]:
    """Where the engine counts otherwise than the device has added up."""
    for side, (name, points) in enumerate(zip(sheet.sides, entry.body["points"], strict=True)):
        shown = _shown(form, f"sum-{side}")
        if shown is not None and shown != points:
            text = gettext("%(name)s: the sum is %(points)s, not %(shown)s.")
            yield text % {"name": name, "points": naming.number(points), "shown": naming.number(shown)}


def _totals(form: QueryDict, sheet: Sheet, row: Row) -> Iterator[str]:
    """Where others have entered something meanwhile, so that totals and minimums are others than the device said."""
    shown = [_shown(form, f"shown-{side}") for side in range(len(row.after))]
    totals = [total for total in shown if total is not None]
    if len(totals) < len(shown) or tuple(totals) == row.after:
        return
    text = gettext("After this deal the sheet says %(now)s; this device said %(shown)s.")
    yield text % {"now": _numbers(row.after), "shown": _numbers(totals)}
    if tuple(map(sheet.rules.initial_readings, totals)) != row.minima:
        needs = [f"{name}: {opens_words(one)}" for name, one in zip(sheet.sides, row.minima, strict=True)]
        yield gettext("The minimum for the initial meld differs as well: %(needs)s.") % {
            "needs": "; ".join(needs)
        }


def _numbers(totals: Sequence[int]) -> str:
    return " : ".join(map(naming.number, totals))


def _shown(form: QueryDict, name: str) -> int | None:
    text = form.get(name, "")
    number = number_in(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
