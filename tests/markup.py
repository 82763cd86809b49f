"""The markup of an answer, however its template is laid out."""

from __future__ import annotations

import re
from html.parser import HTMLParser


class _Flat(HTMLParser):
    """Writes what it reads on one line; entities, and the order of attributes, stay as they are."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.parts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        text = re.sub(r"(?<==\")\s*\n\s*|\s*\n\s*(?=\"(?:[\s>]|/>))", "", self.get_starttag_text() or "")
        text = re.sub(r"\s+", " ", text)
        self.parts.append(re.sub(r" (?=/?>$)", "", text))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        self.parts.append(f"</{tag}>")

    def handle_decl(self, decl: str) -> None:
        self.parts.append(f"<!{decl.lower()}>")

    def handle_data(self, data: str) -> None:
        self.parts.append(re.sub(r"\s+", " ", data))

    def handle_entityref(self, name: str) -> None:
        self.parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        self.parts.append(f"&#{name};")


def flat(source: str) -> str:
    """The same markup with blanks only within texts and between attributes, and none beside a tag."""
    parser = _Flat()
    parser.feed(source)
    parser.close()
    return re.sub(r" ?(<[^>]*>) ?", r"\1", "".join(parser.parts)).strip()
