"""Checks of the mini-deals: their shape, their texts, that each can be played to its end and its point reached."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from engine.law.errors import EngineError
from engine.play.players.style import STYLES
from lessons.content import deals
from lessons.content.deals import MiniDeal
from lessons.content.files import Problem
from lessons.content.reading import Library
from lessons.deals.points import reached
from lessons.deals.putting_up import begin
from lessons.deals.trying import by_model, played_by
from lessons.proving.checks_texts import text_problems


def deal_problems(root: Path, library: Library) -> Iterator[Problem]:
    """Every fault of the mini-deals below this folder."""
    found, problems = deals.read(root)
    yield from problems
    for mini in found.values():
        yield from _texts(mini)
        if library.stages and library.stage(mini.lesson) is None:
            yield Problem(mini.source, "lesson", f"there is no stage “{mini.lesson}”")
        for place, rule in enumerate(mini.rules):
            if library.rules and rule not in library.rules:
                yield Problem(mini.source, f"rules[{place}]", f"the rulebook has no page “{rule}”")
        unknown = [place for place, style in enumerate(mini.styles) if style not in STYLES]
        for place in unknown:
            known = ", ".join(STYLES)
            yield Problem(mini.source, f"styles[{place}]", f"“{mini.styles[place]}” is none of {known}")
        if not unknown:
            yield from _played(mini)


def _texts(mini: MiniDeal) -> Iterator[Problem]:
    for key, text in (("title", mini.title), ("goal", mini.goal), ("about", mini.about)):
        yield from text_problems(mini.source, key, text)
        if "{" in text.de + text.en:
            yield Problem(mini.source, key, "names cards, but it is played with other cards too")


def _played(mini: MiniDeal) -> Iterator[Problem]:
    if reached(mini, begin(mini)).is_decided:
        yield Problem(mini.source, "point", "is decided before anything has happened")
    try:
        told = by_model(mini, mini.model)
        if told.state != "reached":
            yield Problem(mini.source, "model", f"does not reach the point: {told.state}, {told.reason}")
    except EngineError as error:
        yield Problem(mini.source, error.where, error.args[0])
    for style in STYLES:
        try:
            over = played_by(mini, style)
        except ValueError as error:
            yield Problem(mini.source, "table", f"{style} cannot play it to its end: {error}")
            continue
        if not over.finished or not reached(mini, over).is_decided:
            yield Problem(mini.source, "point", f"is still open where {style} has played to the end")
