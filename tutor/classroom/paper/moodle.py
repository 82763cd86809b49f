"""Exercises as Moodle XML: one answer of several, several of several, numbers, and texts with gaps.

What is right is asked of the same grader that judges on the site. Answers that are a list of melds or a whole turn can
be given in so many ways that no platform can check them: those become questions with a text field, and the person who
marks them gets the answer of the key. Cards are words with suit signs, so no pictures are needed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final
from xml.etree import ElementTree

from django.utils.html import escape, format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from engine.notation.text import parse_cards
from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.registry import kind_of
from tutor.classroom.paper.blocks import (
    Block,
    Run,
    asking,
    card_sign,
    option_rows,
    reasons,
    situation,
    solved,
)
from tutor.classroom.paper.sets import PaperSet, key_entries, sheet_items
from tutor.puzzles.printing import KeyEntry, SheetItem
from tutor.site.templatetags.canasta import plain

MOST_SHARES: Final = 10
"""Moodle knows shares of a question down to a tenth."""
_MARKS: Final = re.compile(r"([\\}#~/\"])")


@dataclass(frozen=True, slots=True, kw_only=True)
class Exported:
    """The file; ``by_hand`` are the numbers that have to be marked by a person, ``missing`` those left out."""

    xml: bytes
    by_hand: tuple[int, ...]
    missing: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    kind: str
    text: str
    answers: Sequence[tuple[str, float]] = ()
    settings: dict[str, str] = field(default_factory=dict)
    grader: str = ""


def export(chosen: PaperSet, *, host: str) -> Exported:
    """All exercises of a set, in the active language."""
    root = ElementTree.Element("quiz")
    by_hand = []
    _category(root, f"Canasta: {chosen.title}")
    for one, entry in zip(sheet_items(chosen, host=host), key_entries(chosen), strict=True):
        question = _question(one, entry)
        if question.kind == "essay":
            by_hand.append(one.number)
        _append(root, question, one, entry)
    for number in chosen.missing:
        root.append(ElementTree.Comment(f" {_left_out(number)} "))
    ElementTree.indent(root)
    xml = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return Exported(xml=xml, by_hand=tuple(by_hand), missing=chosen.missing)


def needs_a_person(item: Item) -> bool:
    """Whether an exercise becomes a question that nobody but a person can mark."""
    return kind_of(item).needs_a_person(item)


def html_of(blocks: Iterable[Block]) -> SafeString:
    """Blocks as plain HTML: paragraphs and lists."""
    return format_html_join("\n", "{}", ((_html(block),) for block in blocks))


def _question(one: SheetItem, entry: KeyEntry) -> _Question:
    made = None if needs_a_person(one.item) else _marked(one)
    if made is not None:
        return made
    ringed = one.paper.instruction  # what is done to cards with a pen
    asked = [] if ringed else [block for block in asking(one) if block.kind != "lines"]
    if one.drawn:
        said = gettext("Whoever draws from the stock gets, in this order:")
        asked.append(Block("text", (Run(f"{said} "), Run(cards=one.drawn))))
    text = html_of([*situation(one), *asked])
    settings = {
        "responseformat": "editor",
        "responserequired": "1",
        "responsefieldlines": "10",
        "attachments": "0",
    }
    return _Question(kind="essay", text=text, settings=settings, grader=_solution(entry))


def _marked(one: SheetItem) -> _Question | None:
    """The question that the platform can mark, by what the form asks for; None where it cannot."""
    form = one.form
    if form.sheets:
        return _sheet(one)
    if form.columns:
        return _columns(one)
    if form.choices:
        return _verdict(one)
    if form.options and form.reasons:
        return _mistake(one)
    if form.options:
        return _several_options(one) if form.several else _one_option(one)
    return _cards(one) if form.takes_cards else _number(one)


def _verdict(one: SheetItem) -> _Question:
    kind = kind_of(one.item)
    answers = [
        (choice.label, 100.0 if _is_right(one, **kind.of_choice(one.item, choice.value)) else 0)
        for choice in one.form.choices
    ]
    return _choosing(one, answers)


def _one_option(one: SheetItem) -> _Question:
    rows = zip(one.form.options, option_rows(one), strict=True)
    return _choosing(
        one, [(_words(row), 100.0 if _is_right(one, choice=option.value) else 0) for option, row in rows]
    )


def _several_options(one: SheetItem) -> _Question | None:
    right = set(_solved(one).get("ticks", ()))
    rows = zip(one.form.options, option_rows(one), strict=True)
    return _several(one, [(_words(row), option.value in right) for option, row in rows])


def _cards(one: SheetItem) -> _Question | None:
    if one.hand is None:
        return None
    right = parse_cards(_solved(one).get("cards", ""))
    held = [slot.card for group in one.hand.groups for slot in group.cards]
    return _several(one, [(card_sign(card), card in right) for card in held])


def _number(one: SheetItem) -> _Question | None:
    if "number" not in _solved(one):
        return None
    answers = [(_solved(one)["number"], 100.0)]
    return _Question(kind="numerical", text=html_of(situation(one)), answers=answers)


def _mistake(one: SheetItem) -> _Question:
    found = [
        (option.value, reason.value)
        for option, reason in product(one.form.options, one.form.reasons)
        if _is_right(one, choice=option.value, reason=reason.value)
    ]
    rows = zip(one.form.options, option_rows(one), strict=True)
    options = [(_words(row), option.value in {choice for choice, _ in found}) for option, row in rows]
    why = [(plain(reason.label), reason.value in {one for _, one in found}) for reason in one.form.reasons]
    return _gaps(one, [(one.form.question, _choice_gap(options)), (gettext("Why?"), _choice_gap(why))])


def _columns(one: SheetItem) -> _Question:
    right, gaps = _solved(one), []
    for column in one.form.columns:
        answer = right[column.side]
        choices = [(str(choice.label), choice.value == answer) for choice in column.choices]
        gaps.append((column.headed, _choice_gap(choices) if choices else _number_gap(answer)))
    return _gaps(one, gaps)


def _sheet(one: SheetItem) -> _Question:
    rows, gaps = _solved(one)["rows"], []
    for sheet in one.form.sheets:
        for row in (*sheet.rows, *sheet.sums):
            note = f" ({row.note})" if row.note else ""
            label = f"{sheet.title}: {row.label}{note}" if sheet.title else f"{row.label}{note}"
            gaps.append((label, _number_gap(rows.get(row.key, "0"))))
    return _gaps(one, gaps)


def _choosing(one: SheetItem, answers: Sequence[tuple[str, float]]) -> _Question:
    settings = {"single": "true", "shuffleanswers": "true", "answernumbering": "abc"}
    blocks = situation(one)
    if one.form.question:
        blocks.append(Block("text", (Run(one.form.question, bold=True),)))
    return _Question(kind="multichoice", text=html_of(blocks), answers=answers, settings=settings)


def _several(one: SheetItem, options: Sequence[tuple[str, bool]]) -> _Question | None:
    """Several of several; where none is right, "None of them" is. None if there are too many to share the points."""
    options = [
        *options,
        *(
            [(gettext("None of them"), not any(right for _, right in options))]
            if one.form.none_offered
            else []
        ),
    ]
    hits = sum(right for _, right in options)
    if not 0 < hits <= MOST_SHARES:
        return None
    share, loss = 100 / hits, 100 / min(max(len(options) - hits, 1), MOST_SHARES)
    made = _choosing(one, [(label, share if right else -loss) for label, right in options])
    return _Question(
        kind=made.kind, text=made.text, answers=made.answers,
        settings=made.settings | {"single": "false", "shuffleanswers": "false"},
    )  # fmt: skip


def _gaps(one: SheetItem, gaps: Sequence[tuple[str, str]]) -> _Question:
    lines = [format_html("<p>{}<br>{}</p>", label, gap) for label, gap in gaps]
    options = [Block("list", rows=option_rows(one))] if one.form.options else []
    text = "\n".join([html_of([*situation(one), *options]), *lines])
    return _Question(kind="cloze", text=text)


def _choice_gap(options: Sequence[tuple[str, bool]]) -> SafeString:
    parts = (f"{'=' if right else ''}{_in_gap(label)}" for label, right in options)
    return mark_safe("{1:MULTICHOICE_V:" + "~".join(parts) + "}")


def _in_gap(label: str) -> str:
    """A label within a gap. Only what HTML needs is escaped: the sign of a numbered entity begins a comment there."""
    html = label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKS.sub(_escaped, html)


def _number_gap(value: str) -> str:
    return f"{{1:NUMERICAL:={value}:0}}"


def _escaped(match: re.Match[str]) -> str:
    return f"\\{match[1]}"


def _is_right(one: SheetItem, **answer: Any) -> bool:
    try:
        return grade(one.item, answer).outcome == "right"
    except AnswerError:
        return False


def _solved(one: SheetItem) -> dict[str, Any]:
    found = solution(one.item)
    assert found is not None  # the key could not be made otherwise
    return found


def _append(root: ElementTree.Element, question: _Question, one: SheetItem, entry: KeyEntry) -> None:
    made = ElementTree.SubElement(root, "question", {"type": question.kind})
    name = plain(one.item.goal)
    _text(ElementTree.SubElement(made, "name"), f"{one.number:02}. {name[:200]}")
    twin = format_html("<p><small>{}</small></p>", one.address)
    _html_text(made, "questiontext", f"{question.text}\n{twin}")
    why = html_of(reasons(entry))
    _html_text(made, "generalfeedback", f"{_solution(entry)}\n{why}")
    if question.kind != "cloze":  # a question with gaps has as many points as gaps
        ElementTree.SubElement(made, "defaultgrade").text = "1"
    ElementTree.SubElement(made, "penalty").text = "0.3333333"
    ElementTree.SubElement(made, "hidden").text = "0"
    for name, value in question.settings.items():
        ElementTree.SubElement(made, name).text = value
    if question.kind == "essay":
        _html_text(made, "graderinfo", question.grader)
    for label, fraction in question.answers:
        numerical = question.kind == "numerical"
        share = {"fraction": f"{fraction:.5f}".rstrip("0").rstrip(".")}
        answer = ElementTree.SubElement(
            made, "answer", share | {"format": "moodle_auto_format" if numerical else "html"}
        )
        _text(answer, label if numerical else f"<p>{escape(label)}</p>")
        if numerical:
            ElementTree.SubElement(answer, "tolerance").text = "0"
        _html_text(answer, "feedback", "")


def _category(root: ElementTree.Element, title: str) -> None:
    made = ElementTree.SubElement(root, "question", {"type": "category"})
    # A slash would begin a category within a category; two stand for one.
    _text(ElementTree.SubElement(made, "category"), f"$course$/top/{title.replace('/', '//')}")


def _html_text(parent: ElementTree.Element, name: str, html: str) -> None:
    _text(ElementTree.SubElement(parent, name, {"format": "html"}), html)


def _text(parent: ElementTree.Element, text: str) -> None:
    ElementTree.SubElement(parent, "text").text = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text)


def _solution(entry: KeyEntry) -> SafeString:
    return html_of(solved(entry))


def _left_out(number: int) -> str:
    return gettext("Exercise %(number)s is left out: it is no longer on the site.") % {"number": number}


def _html(block: Block) -> SafeString:
    if block.rows:
        lines = format_html_join("", "<li>{}</li>", ((_line(row),) for row in block.rows))
        tag = "ol" if block.kind == "claim" else "ul"
        head = format_html("<p>{}</p>", _line(block.runs)) if block.runs else SafeString()
        return format_html(f"{{}}<{tag}>{{}}</{tag}>", head, lines)
    return format_html("<p>{}</p>", _line(block.runs))


def _line(runs: Iterable[Run]) -> SafeString:
    return format_html_join("", "{}", ((_run(run),) for run in runs))


def _run(run: Run) -> SafeString:
    if run.cards:
        return format_html("<span>{}</span>", "\u00a0 ".join(map(card_sign, run.cards)))
    return format_html("<b>{}</b>", run.text) if run.bold else format_html("{}", run.text)


def _words(row: Iterable[Run]) -> str:
    return "".join(" ".join(map(card_sign, run.cards)) if run.cards else run.text for run in row)
