"""What is printed stays on the paper, however long a word is."""

from __future__ import annotations

import struct
import zlib
from typing import Any

import pytest
import typst

from lessons.content.reading import library
from tutor.classroom.paper import pdf
from tutor.classroom.paper.sets import PaperSet

PPI = 24
MARGIN = round(15 / 25.4 * PPI)
"""Of the 17 mm beside the text, in pixels."""
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def lines_of(png: bytes) -> list[bytes]:
    """The lines of pixels of an 8-bit picture, four bytes to a pixel."""
    width, height = struct.unpack(">II", png[16:24])
    assert png[24:26] == b"\x08\x06", "not 8 bits of red, green, blue and alpha"
    packed, at = b"", 8
    while at < len(png):
        size = int.from_bytes(png[at : at + 4], "big")
        if png[at + 4 : at + 8] == b"IDAT":
            packed += png[at + 8 : at + 8 + size]
        at += size + 12
    raw, step = zlib.decompress(packed), width * 4
    found = [bytes(step)]
    for row in range(height):
        start = row * (step + 1)
        found.append(_unfiltered(raw[start], raw[start + 1 : start + 1 + step], found[-1]))
    return found[1:]


def _unfiltered(kind: int, line: bytes, above: bytes) -> bytes:
    """A line as it was before it was told by what differs from the pixels to its left and above."""
    if kind == 0:
        return line
    out = bytearray(line)
    for at in range(len(out)):
        left = out[at - 4] if at >= 4 else 0
        up, corner = above[at], above[at - 4] if at >= 4 else 0
        near = (
            min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            if kind == 4
            else (0, left, up, (left + up) // 2)[kind]
        )
        out[at] = (out[at] + near) % 256
    return bytes(out)


@pytest.mark.parametrize("large", [False, True])
@pytest.mark.parametrize("word", ["Donaudampfschifffahrtsgesellschaftskapitänsgymnasium", "x" * 90])
def test_long_words_of_a_title_stay_on_the_paper(
    monkeypatch: pytest.MonkeyPatch, word: str, *, large: bool
) -> None:
    seen: list[bytes] = []

    def drawn(*args: Any, **options: Any) -> bytes:
        pages = typst_compile(*args, **{**options, "format": "png", "ppi": PPI})
        seen.append(pages if isinstance(pages, bytes) else pages[0])
        return b""

    typst_compile = typst.compile
    monkeypatch.setattr(typst, "compile", drawn)
    item = next(item for item in library().items.values() if item.kind == "number")
    chosen = PaperSet(title=word, note=word, items=((1, item),))
    pdf.worksheet(chosen, site="https://canasta.example", large=large)
    pdf.key(chosen, large=large)
    for page in seen:
        margin = [line[-MARGIN * 4 :] for line in lines_of(page)]
        assert {byte for line in margin for byte in line} == {255}
