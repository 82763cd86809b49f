"""Slips of paper that let pupils in: QR code, short link, two words, and a line for the own name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe

from tutor.classroom.codes import folded, letters_of, words_of
from tutor.classroom.models import Classroom, Pupil

ERROR_LEVEL: Final = "m"
MASK: Final = 1
"""Which of the eight patterns is laid over the squares. Comparing all of them takes three quarters of the time, two
seconds for a large class; readers are told which one it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One slip. ``qr`` is an SVG picture of ``full_link``, ``link`` what a pupil types before the code.

    In ``full_link`` the code stands behind a ``#``: no server, log or other page gets to see it.
    """

    alias: str
    until: date
    letters: str
    words: str
    link: str
    full_link: str
    qr: SafeString


def slips_of(classroom: Classroom, pupils: Iterable[Pupil], *, site: str) -> list[Slip]:
    """The slips of these pupils. ``site`` is the address of the site, such as ``https://canasta.example``."""
    short = f"{site}{reverse('join-short')}"
    found = []
    for pupil in pupils:
        letters, words = letters_of(pupil, classroom), words_of(pupil, classroom)
        full = f"{short}#{letters}-{'-'.join(map(folded, words))}"
        found.append(
            Slip(
                alias=pupil.alias, until=pupil.code_until, letters=letters, words=" ".join(words),
                link=short.partition("://")[2], full_link=full, qr=qr_code(full),
            )
        )  # fmt: skip
    return found


def qr_code(text: str) -> SafeString:
    """An SVG picture without size, colours or scripts of its own: the style sheet says how large and how black."""
    code = segno.make(text, error=ERROR_LEVEL, micro=False, mask=MASK)
    return mark_safe(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None))
