"""What a table is asked about its rules: the questions by topic, in the active language."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from engine.law.ruleset import ABOUT
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.base import Text
from lessons.content.rulebook import Probe, ScoreQuestion

FILE: Final = Path(__file__).with_name("questions.toml")
STEPS: Final = "initial_steps"
HANDS: Final = "hand_size"


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers that there are, as JSON data, and in words."""

    value: Any
    words: Text

    @property
    def text(self) -> str:
        """What the form sends for it."""
        return text_of_value(self.value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A question about a parameter. One without ``options`` is answered with numbers, one for each of its ``parts``.

    ``only_if`` names answers to other questions without which there is none. ``none`` is what an empty field means,
    ``note`` what to know before answering. ``probe`` is a position of its own, where the rulebook has none that shows
    the difference.
    """

    parameter: str
    ask: Text
    options: tuple[Option, ...] = ()
    parts: tuple[tuple[str, Text], ...] = ()
    none: Text | None = None
    note: Text | None = None
    only_if: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    example: Any = None
    probe: Probe | ScoreQuestion | None = None

    @property
    def rule(self) -> str:
        """The rule of the rulebook that it is about."""
        return ABOUT[self.parameter].rule

    @property
    def unit(self) -> str:
        """Of its numbers: cards, points, packs, canastas."""
        return ABOUT[self.parameter].unit


@dataclass(frozen=True, slots=True, kw_only=True)
class Topic:
    """Questions that belong together."""

    key: str
    title: Text
    questions: tuple[Question, ...]


@lru_cache(maxsize=1)
def topics() -> tuple[Topic, ...]:
    """All questions, in the order in which they are asked."""
    record = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return tuple(
        Topic(key=one["key"], title=_words(one["title"]), questions=tuple(map(_question, one["question"])))
        for one in record["topic"]
    )


def questions() -> Iterator[Question]:
    """All questions without their topics."""
    for topic in topics():
        yield from topic.questions


@lru_cache(maxsize=1)
def questions_by_parameter() -> Mapping[str, Question]:
    return {one.parameter: one for one in questions()}


def text_of_value(value: Any) -> str:
    """A value with a name, or a switch, as a form sends it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _question(record: dict[str, Any]) -> Question:
    example = record.get("example")
    if isinstance(example, list):
        example = [{"from": step.get("from"), "minimum": step["minimum"]} for step in example]
    return Question(
        parameter=record["parameter"],
        ask=_words(record["ask"]),
        options=tuple(Option(value, Text(de=de, en=en)) for value, de, en in record.get("options", ())),
        parts=tuple((key, Text(de=de, en=en)) for key, de, en in record.get("parts", ())),
        none=_words(record["none"]) if "none" in record else None,
        note=_words(record["note"]) if "note" in record else None,
        only_if={name: tuple(values) for name, values in record.get("only_if", {}).items()},
        example=example,
        probe=_probe(record),
    )


def _probe(record: dict[str, Any]) -> Probe | ScoreQuestion | None:
    if "side" in record:
        return {"side": json.loads(record["side"])}
    if "position" in record:
        position, actions = parse_position(record["position"]), parse_actions(record["actions"])
        return Probe.model_construct(position=position, actions=tuple(actions))
    return None


def _words(pair: list[str]) -> Text:
    return Text(de=pair[0], en=pair[1])
