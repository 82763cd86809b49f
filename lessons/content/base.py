"""What all content files are made of: texts in both languages, notation that is read once, and what every task has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from django.utils.translation import get_language
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictInt,
    StringConstraints,
)

from engine.law import rule_ids
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.law.rulebook import RULES
from engine.notation.position_line import parse_position, parse_rules
from engine.notation.text import parse_actions, parse_cards

LANGUAGES: Final = ("de", "en")
SHEET_ROWS: Final = (
    "melded-cards", "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta", "red-threes",
    "going-out", "hand-cards",
)  # fmt: skip
"""Every row of a score sheet to fill in, without the total; named as the items of the engine's score sheet."""


class Shape(BaseModel):
    """Frozen, and an unknown key is an error: a typing mistake must not silently switch something off."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True, defer_build=True)


Words = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1)]
Slug = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$", max_length=60)]


class Text(Shape):
    """One text in both languages. ``str()`` follows the active language."""

    de: Words
    en: Words

    def in_language(self, language: str) -> str:
        return self.de if language.startswith("de") else self.en

    def __str__(self) -> str:
        return self.in_language(get_language() or "en")


def _read_cards(value: Any) -> tuple[Card, ...]:
    return parse_cards(_text(value))


def _read_position(value: Any) -> Position:
    return parse_position(_text(value))


def _read_actions(value: Any) -> tuple[Action, ...]:
    if not isinstance(value, list) or not value:
        raise ValueError('this must be a list of actions, such as ["take Kh Kd"]')
    return parse_actions([_text(entry) for entry in value])


def _read_rule_set(value: Any) -> str:
    """The text of a rule set: a name, or a name with changes such as ``samba{bonus_samba=2000}``."""
    try:
        parse_rules(_text(value))
    except EngineError as error:
        raise ValueError(f"there is no rule set “{value}”: {error.args[0]}") from error
    return str(value)


def _read_rule_id(value: Any) -> Any:
    if value not in RULES:
        raise ValueError(f"there is no rule “{value}”")
    return str(value)


def not_empty(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if not value:
        raise ValueError("there must be at least one")
    return value


def three_or_four(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(value) not in (3, 4):
        raise ValueError("three or four are offered")
    return value


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError("this must be a text")
    return value


Cards = Annotated[tuple[Card, ...], BeforeValidator(_read_cards)]
PositionText = Annotated[Position, BeforeValidator(_read_position)]
ActionTexts = Annotated[tuple[Action, ...], BeforeValidator(_read_actions)]
RuleSetName = Annotated[str, BeforeValidator(_read_rule_set)]
RuleId = Annotated[rule_ids.RuleId, BeforeValidator(_read_rule_id)]
Rank = Annotated[str, StringConstraints(pattern=r"^[4-9TJQKA]$")]


class Task(Shape):
    """What all kinds of items share. ``slug`` is permanent; the first of ``rules`` is the main one.

    ``tells`` are the rules that its introduction or its question says, so that they need not be known. Where nothing
    stands there, an introduction tells what :mod:`tests.fading` takes for granted.
    """

    kind: str
    slug: Slug
    goal: Text
    intro: Text | None = None
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]
    look: Text
    right: Text | None = None
    tells: tuple[RuleId, ...] | None = None
    difficulty: Annotated[StrictInt, Field(ge=1, le=5)] | None = None

    @classmethod
    def texts_from_theme(cls, raw: Mapping[str, Any]) -> tuple[str, ...]:
        """The texts that its theme lends to a task which is written without any."""
        return ("goal", "look")

    @property
    def has_its_own_goal(self) -> bool:
        """Whether what is asked differs from task to task, so that no theme can say it for all."""
        return False


class SideTable(Shape):
    """One side at the end of a deal. ``hands`` are the player's, then the partner's."""

    melds: tuple[str, ...] = ()
    red_threes: str = ""
    hands: tuple[str, ...] = ("",)
    went_out: Literal["yes", "no", "concealed"] = "no"
    score_before: StrictInt = 0

    def to_json(self) -> dict[str, Any]:
        """The interchange form, as the engine reads it."""
        return self.model_dump(mode="json")
