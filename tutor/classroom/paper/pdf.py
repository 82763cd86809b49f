"""Worksheet, key and handouts as PDF: A4, black on white. The fonts come with the typesetter; nothing is fetched."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import typst
from django.utils.translation import get_language, gettext, pgettext

from engine.law.cards import Card
from lessons.content.reading import Item
from lessons.words import naming
from tutor.classroom.paper.blocks import SUIT_SIGNS, Block, Run, asking, reasons, situation, solved
from tutor.classroom.paper.sets import PaperSet, key_entries, sheet_items

_FOLDER: Final = Path(__file__).parent
NORMAL, LARGE = 10.5, 16.0
"""Sizes of print, in points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a handout: ``aside`` stands at the right of its heading. ``items`` are asked, each with its number.

    With ``apart`` it begins a page, with ``named`` there is a line for the name.
    """

    heading: str
    aside: str = ""
    blocks: tuple[Block, ...] = ()
    items: tuple[tuple[int, Item], ...] = ()
    apart: bool = False
    named: bool = False


def worksheet(chosen: PaperSet, *, site: str, large: bool) -> bytes:
    """The exercises, each with a code that leads to it. ``site`` is such as ``https://canasta.example``."""
    items = _exercises(chosen, site=site)
    return _compiled("sheet.typ", chosen, {"items": items, "large": large, **_labels()})


def key(chosen: PaperSet, *, large: bool) -> bytes:
    """The answers with their reasons and rules, as a document of its own."""
    entries = [
        {
            "number": entry.number,
            "code": entry.code,
            "answer": [_block(block) for block in solved(entry)],
            "why": [_block(block) for block in reasons(entry)],
        }
        for entry in key_entries(chosen)
    ]
    return _compiled("key.typ", chosen, {"items": entries, "large": large, **_labels()})


def handout(*, title: str, note: str, sections: Sequence[Section], site: str, large: bool) -> bytes:
    """Sections with texts and exercises. ``site`` is such as ``https://canasta.example``."""
    drawn = [
        {
            "heading": one.heading,
            "aside": one.aside,
            "blocks": [_block(block) for block in one.blocks],
            "items": _exercises(PaperSet(title=title, note=note, items=one.items), site=site),
            "apart": one.apart,
            "named": one.named,
        }
        for one in sections
    ]
    chosen = PaperSet(title=title, note=note, items=())
    return _compiled("handout.typ", chosen, {"sections": drawn, "large": large, **_labels()})


def _exercises(chosen: PaperSet, *, site: str) -> list[dict[str, Any]]:
    scheme, _, host = site.partition("://")
    return [
        {
            "number": one.number,
            "situation": [_block(block) for block in situation(one)],
            "asking": [_block(block) for block in asking(one)],
            "drawn": [_card(card) for card in one.drawn],
            "address": one.address,
            "qr": _qr_code(f"{scheme}://{one.address}"),
        }
        for one in sheet_items(chosen, host=host)
    ]


def _compiled(template: str, chosen: PaperSet, data: dict[str, Any]) -> bytes:
    data |= {
        "title": chosen.title,
        "note": chosen.note,
        "language": (get_language() or "en")[:2],
        "size": LARGE if data["large"] else NORMAL,
    }
    return typst.compile(
        str(_FOLDER / template),
        root=str(_FOLDER),
        ignore_system_fonts=True,
        format="pdf",
        sys_inputs={"data": json.dumps(data)},
    )


def _labels() -> dict[str, Any]:
    return {
        "labels": {
            "name": gettext("Name"),
            "key": pgettext("answers", "Key"),
            "joker": gettext("Joker"),
            "drawn": gettext("If you draw from the stock, turn the sheet round and read:"),
            "page": gettext("Page"),
        }
    }


def _block(block: Block) -> dict[str, Any]:
    return {
        "kind": block.kind,
        "runs": _runs(block.runs),
        "rows": [_runs(row) for row in block.rows],
        "count": block.count,
    }


def _runs(runs: Iterable[Run]) -> list[dict[str, Any]]:
    return [asdict(run) | {"cards": [_card(card, plain=run.plain) for card in run.cards]} for run in runs]


def _card(card: Card, *, plain: bool = False) -> dict[str, Any]:
    return {
        "rank": naming.index_letter(card.rank) if card.suit else gettext("Joker"),
        "suit": SUIT_SIGNS.get(card.suit, ""),
        "wild": card.is_wild and not plain,
    }


def _qr_code(text: str) -> str:
    import segno  # as in tutor/site/qr.py

    picture = io.BytesIO()
    segno.make(text, error="m", micro=False).save(picture, kind="svg", border=0, omitsize=True)
    return picture.getvalue().decode()
