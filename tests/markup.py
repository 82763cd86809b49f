"""The markup of an answer, however its template is laid out."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_EDGE_OF_A_VALUE = re.compile(r"(?<==\")\s*\n\s*|\s*\n\s*(?=\"(?:[\s>]|/>))")
_END_OF_A_TAG = re.compile(r" (?=/?>)")
_BESIDE_A_TAG = re.compile(r" ?(<[^>]*>) ?")
_ATTRIBUTE = re.compile(r"""([^\s"'>/=]+)(?:="([^"]*)")?""")


def flat(source: str) -> str:
    """The same markup with blanks only within texts and between attributes, and none beside a tag.

    Thousands of tests ask for it, so it does not read the markup as a parser would.
    """
    text = _EDGE_OF_A_VALUE.sub("", _COMMENT.sub("", source))
    text = _END_OF_A_TAG.sub("", " ".join(text.split()))
    return _BESIDE_A_TAG.sub(r"\1", text.replace("<!DOCTYPE", "<!doctype")).strip()


def tags(source: str, *names: str) -> Iterator[tuple[str, Mapping[str, str]]]:
    """Tags of these names in their order, with what their attributes say; an end as ``/form``."""
    for tag in re.finditer(rf"<(/?(?:{'|'.join(names)}))(?=[\s>])([^>]*)>", source):
        yield tag[1], {one[1]: html.unescape(one[2] or "") for one in _ATTRIBUTE.finditer(tag[2])}
