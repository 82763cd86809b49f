"""The sheet of an evening as a table that spreadsheets read."""

from __future__ import annotations

import csv
import io
import re
from typing import Final

from django.utils.translation import get_language, gettext

from tutor.evenings.sheet import Sheet

_CONTROL: Final = re.compile(r"[\x00-\x1f]")
_FORMULA: Final = ("=", "+", "-", "@")


def as_csv(sheet: Sheet) -> bytes:
    """A row for each deal, separated as spreadsheets of the active language expect it, with the mark of UTF-8."""
    german = (get_language() or "").startswith("de")
    file = io.StringIO()
    writer = csv.writer(file, delimiter=";" if german else ",", lineterminator="\r\n")
    heads = [gettext("Deal"), gettext("Dealer")]
    heads += [name for side in sheet.sides for name in (side, gettext("%(side)s: total") % {"side": side})]
    writer.writerow([safe(head) for head in [*heads, gettext("Note")]])
    for row in sheet.rows:
        numbers = [number for pair in zip(row.points, row.after, strict=True) for number in pair]
        writer.writerow([row.place, safe(row.dealer), *numbers, safe(row.entry.note)])
    return file.getvalue().encode("utf-8-sig")


def safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    text = _CONTROL.sub("", text)
    return f"'{text}" if text.startswith(_FORMULA) else text
