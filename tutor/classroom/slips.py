"""Slips of paper that let pupils in: QR code, short link, two words, and a line for the own name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.safestring import SafeString

from tutor.classroom.codes import folded, letters_of, words_of
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.wordlists import is_made_up
from tutor.site.qr import qr_code


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """One slip; with an alias of ours the pupil writes the own name on it.

    ``qr`` is an SVG picture of ``full_link``, ``link`` what a pupil types before the code.

    In ``full_link`` the code stands behind a ``#``: no server, log or other page gets to see it.
    """

    alias: str
    has_alias: bool
    until: date
    letters: str
    words: str
    link: str
    full_link: str
    qr: SafeString


def slips_of(classroom: Classroom, pupils: Iterable[Pupil], *, site: str) -> list[Slip]:
    """The slips of these pupils. ``site`` is the address of the site, such as ``https://canasta.example``.

    From now on somebody may have them.
    """
    pupils = list(pupils)
    Pupil.objects.filter(pk__in=[one.pk for one in pupils], slip_shown=False).update(slip_shown=True)
    short = f"{site}{reverse('join-short')}"
    found = []
    for pupil in pupils:
        letters, words = letters_of(pupil, classroom), words_of(pupil, classroom)
        full = f"{short}#{letters}-{'-'.join(map(folded, words))}"
        found.append(
            Slip(
                alias=pupil.alias, has_alias=is_made_up(pupil.alias), until=pupil.code_until,
                letters=letters, words=" ".join(words),
                link=short.partition("://")[2], full_link=full, qr=qr_code(full),
            )
        )  # fmt: skip
    return found
