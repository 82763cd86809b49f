"""What the buttons of a sheet enter, besides the points of a deal: undoing, choosing between two, taking off."""

from __future__ import annotations

from uuid import UUID, uuid5

from tutor.evenings.forms import Head
from tutor.evenings.models import EveningEntry
from tutor.evenings.services import Said
from tutor.evenings.sheet import Sheet

Kind = EveningEntry.Kind


def said_by(sheet: Sheet, head: Head, do: str) -> tuple[Said, ...]:
    """The entries of a button such as ``undo:<token>``; none where an old page asks for what is no longer so."""
    verb, _, token = do.partition(":")
    entry = next((one for one in sheet.entries if str(one.token) == token), None)
    if entry is None:
        return ()
    match verb:
        case "undo":
            return _undone(sheet, head, entry)
        case "back":
            tokens = tuple(str(one.token) for one in sheet.undoing)
            return (_said(head, Kind.UNDO, entry.deal, tokens),) if token in tokens else ()
        case "choose":
            return _chosen(sheet, head, entry)
        case "also":
            return _also(sheet, head, entry)
    return ()


def _undone(sheet: Sheet, head: Head, entry: EveningEntry) -> tuple[Said, ...]:
    """Take back the last entry, with what was entered together with it."""
    if entry != sheet.last:
        return ()
    token = str(entry.token)
    together = [str(one.token) for one in sheet.standing if one.body.get("moved") == token]
    return (_said(head, Kind.UNDO, entry.deal, (token, *together)),)


def _chosen(sheet: Sheet, head: Head, entry: EveningEntry) -> tuple[Said, ...]:
    """Of several entries this one counts: it stands in the stead of all that the page showed."""
    row = sheet.row_of(entry.deal)
    if row is None or not row.is_asked or str(entry.token) not in row.parents:
        return ()
    body = {"pick": str(entry.token), "points": entry.body.get("points", [])}
    if entry.kind == Kind.CHOOSE:
        body["pick"] = entry.body.get("pick", "")
    if entry.kind == Kind.DROP:
        return (_said(head, Kind.DROP, entry.deal, head.parents or row.parents),)
    return (_said(head, Kind.CHOOSE, entry.deal, head.parents or row.parents, body),)


def _also(sheet: Sheet, head: Head, entry: EveningEntry) -> tuple[Said, ...]:
    """These were two deals: this one moves behind the others."""
    row = sheet.row_of(entry.deal)
    if row is None or not row.is_asked or str(entry.token) not in row.parents or "points" not in entry.body:
        return ()
    moved = uuid5(head.token, "moved")
    off = _said(head, Kind.DROP, entry.deal, (str(entry.token),), {"moved": str(moved)})
    again = _said(head, Kind.DEAL, sheet.next_deal, (), {**entry.body}, token=moved)
    return off, again


def _said(
    head: Head,
    kind: str,
    deal: int,
    parents: tuple[str, ...],
    body: dict[str, object] | None = None,
    *,
    token: UUID | None = None,
) -> Said:
    return Said(
        token=token or head.token,
        kind=kind,
        deal=deal,
        parents=parents,
        body=body or {},
        note=head.note,
        sequence=head.sequence,
    )
