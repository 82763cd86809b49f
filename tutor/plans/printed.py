"""A plan on paper: the guide for the teacher, the sheets for the pupils and the tables, and the key to them."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from engine.play.seen import seen_by
from lessons.content.deals import MiniDeal
from lessons.content.plans import Cards, Exit, Live, Plan
from lessons.content.reading import Item
from tutor.classroom.paper import files, pdf
from tutor.classroom.paper.blocks import Block, Run, done, laid_out, reasons, runs_of, solved
from tutor.classroom.paper.files import PDF, File
from tutor.classroom.paper.pdf import Section
from tutor.classroom.paper.sets import PaperSet, key_entries
from tutor.plans.selectors import Row, rows_of


def guide(plan: Plan, *, note: str, site: str, large: bool) -> File:
    """Aims, material and every part with its minutes; what is asked in the live round and at the end with answers."""
    content = pdf.handout(
        title=str(plan.title), note=note, sections=list(_guide(plan)), site=site, large=large
    )
    return files.file_of(content, PDF, gettext("guide"), str(plan.title), "pdf")


def sheets(plan: Plan, *, note: str, site: str, large: bool) -> File:
    """A page for each part: the exercises where some are asked, what to do at the table where there are cards."""
    content = pdf.handout(
        title=str(plan.title), note=note, sections=list(_sheets(plan)), site=site, large=large
    )
    return files.file_of(content, PDF, gettext("sheets"), str(plan.title), "pdf")


def key(plan: Plan, *, note: str, large: bool) -> File:
    """The answers to all exercises of the sheets, with the same numbers."""
    numbered = tuple(one for _, items in _numbered(plan) for one in items)
    return files.key(PaperSet(title=str(plan.title), note=note, items=numbered), large=large)


def _numbered(plan: Plan) -> Iterator[tuple[Row, tuple[tuple[int, Item], ...]]]:
    """The parts with their exercises, which are counted through the whole lesson."""
    count = 0
    for row in rows_of(plan, None):
        yield row, tuple(enumerate(row.items, count + 1))
        count += len(row.items)


def _guide(plan: Plan) -> Iterator[Section]:
    yield Section(
        heading=gettext("Aims"),
        aside=_minutes(plan.minutes),
        blocks=(
            Block("text", runs_of(plan.summary)),
            Block("list", rows=tuple(runs_of(aim.text) for aim in plan.aims)),
        ),
    )
    yield Section(heading=gettext("What has to be ready"), blocks=(Block("text", runs_of(plan.material)),))
    for row, items in _numbered(plan):
        aside = f"{row.begins}–{row.ends} · {_minutes(row.part.minutes)}"
        yield Section(heading=str(row.part.title), aside=aside, blocks=tuple(_blocks(row, items)))


def _blocks(row: Row, items: tuple[tuple[int, Item], ...]) -> Iterator[Block]:
    part = row.part
    yield Block("text", runs_of(part.text))
    if isinstance(part, Cards):
        yield Block("claim", rows=tuple(runs_of(step) for step in part.steps))
    elif row.mini is not None:
        yield Block("goal", runs_of(row.mini.goal))
        yield Block("text", runs_of(row.mini.about))
        yield Block("text", (Run(gettext("One way to the goal, if the others play as they usually do:")),))
        yield done(row.mini.model)
    elif isinstance(part, Live | Exit):
        for entry, (number, item) in zip(
            key_entries(PaperSet(title="", note="", items=items)), items, strict=True
        ):
            yield Block("heading", (Run(f"{number}. ", bold=True), *runs_of(item.goal)))
            yield from solved(entry)
            yield from reasons(entry)
    elif row.stage is not None:
        words = ngettext("%(count)s exercise", "%(count)s exercises", len(row.items)) % {
            "count": len(row.items)
        }
        yield Block("given", (Run(f"{row.stage.title}: {words}"),))


def _sheets(plan: Plan) -> Iterator[Section]:
    for row, items in _numbered(plan):
        heading = str(row.part.title)
        if isinstance(row.part, Cards):
            steps = Block("claim", rows=tuple(runs_of(step) for step in row.part.steps))
            yield Section(heading=heading, aside=_minutes(row.part.minutes), blocks=(steps,), apart=True)
        elif row.mini is not None:
            yield Section(
                heading=heading, aside=_minutes(row.part.minutes), blocks=tuple(_on_paper(row.mini)),
                apart=True, named=True,
            )  # fmt: skip
        elif items:
            yield Section(heading=heading, items=items, apart=True, named=True)


def _on_paper(mini: MiniDeal) -> Iterator[Block]:
    """The table of a mini-deal, and lines for the turn that somebody plans there before it is played."""
    yield Block("goal", runs_of(mini.goal))
    yield Block("text", runs_of(mini.about))
    yield from laid_out(seen_by(mini.table.deal(), mini.seat))
    yield Block("lines", (Run(gettext("What do you do on your first turn, and why?")),), count=3)


def _minutes(count: int) -> str:
    return gettext("%(count)s min") % {"count": count}
