"""Everything that was entered in an evening, in words: also what was corrected, undone or not chosen."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext

from tutor.evenings.models import EveningEntry
from tutor.evenings.sheet import Sheet
from tutor.evenings.showing import entered_by, points_words

Kind = EveningEntry.Kind


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """An entry in words. ``is_gone`` says that it was undone later."""

    text: str
    points: str
    note: str
    who: str
    when: datetime
    is_gone: bool


def told(sheet: Sheet, *, viewer: object) -> list[Told]:
    """Every entry, the last one first."""
    standing = {entry.token for entry in sheet.standing}
    return [
        Told(
            text=_in_words(sheet, entry),
            points=" : ".join(points_words(entry)),
            note=entry.note,
            who=entered_by(entry, viewer),
            when=entry.created,
            is_gone=entry.kind != Kind.UNDO and entry.token not in standing,
        )
        for entry in reversed(sheet.entries)
    ]


def _in_words(sheet: Sheet, entry: EveningEntry) -> str:
    words = {
        Kind.DEAL: gettext("Deal %(number)s entered"),
        Kind.CORRECT: gettext("Deal %(number)s corrected"),
        Kind.DROP: gettext("Deal %(number)s taken off the sheet"),
        Kind.CHOOSE: gettext("Deal %(number)s: this counts"),
        Kind.UNDO: _undoing(sheet, entry),
    }[Kind(entry.kind)]
    return words % {"number": sheet.place_then(entry)}


def _undoing(sheet: Sheet, entry: EveningEntry) -> str:
    """What undoing says: that it took back the last entry, or that it put back what had been undone."""
    undoing = sheet.entry_of(entry.parents)
    if undoing is None or undoing.kind != Kind.UNDO:
        return gettext("Deal %(number)s: the last entry undone")
    back = sheet.entry_of(undoing.parents)
    if back is not None and back.kind == Kind.DEAL:
        return gettext("Deal %(number)s put back")
    return gettext("Deal %(number)s: what was undone put back")
