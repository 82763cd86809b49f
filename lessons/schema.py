"""The shape of the content files: every key, its type and what may stand in it.

Files are TOML; pydantic reports every error with its path. Notation is read here, once, so that the rest of
the program only sees cards, positions and actions of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, Self, TypeVar

from django.utils.translation import get_language
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictBool,
    StrictInt,
    StringConstraints,
    model_validator,
)

from engine.actions import Action
from engine.cards import Card
from engine.errors import EngineError
from engine.notation import parse_actions, parse_cards, parse_position, parse_rules
from engine.position import Position
from engine.rule_ids import RULES

LANGUAGES: Final = ("de", "en")
SHEET_ROWS: Final = (
    "melded-cards", "natural-canasta", "mixed-canasta", "samba", "wild-canasta", "blocking-canasta", "red-threes",
    "going-out", "hand-cards",
)  # fmt: skip
"""Every row of a score sheet to fill in, without the total; named as the items of the engine's score sheet."""


class Shape(BaseModel):
    """Frozen, and an unknown key is an error: a typing mistake must not silently switch something off."""

    model_config = ConfigDict(frozen=True, extra="forbid", arbitrary_types_allowed=True)


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


def _read_rule_id(value: Any) -> str:
    if value not in RULES:
        raise ValueError(f"there is no rule “{value}”")
    return str(value)


def _not_empty(value: tuple[Any, ...]) -> tuple[Any, ...]:
    if not value:
        raise ValueError("there must be at least one")
    return value


def _three_or_four(value: tuple[Any, ...]) -> tuple[Any, ...]:
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
RuleId = Annotated[str, BeforeValidator(_read_rule_id)]
Rank = Annotated[str, StringConstraints(pattern=r"^[4-9TJQKA]$")]


class Accept(Shape):
    """What an answer must do besides being legal. The engine computes every condition from the answer."""

    took_pile: StrictBool | None = None
    went_out: Literal["yes", "no", "concealed"] | None = None
    opens: StrictBool | None = None
    min_points: StrictInt | None = None
    canasta: Literal["natural", "mixed", "samba", "wild", "any"] | None = None
    cards_left: StrictInt | None = None
    cards_left_max: StrictInt | None = None
    melds_min: StrictInt | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("no condition is given")
        return self


class Task(Shape):
    """What all kinds of items share. ``slug`` is permanent; the first of ``rules`` is the main one."""

    slug: Slug
    goal: Text
    intro: Text | None = None
    rules: Annotated[tuple[RuleId, ...], AfterValidator(_not_empty)]
    look: Text
    right: Text | None = None
    difficulty: Annotated[StrictInt, Field(ge=1, le=5)] | None = None


class LegalTask(Task):
    """Legal or not, and why. ``reasons`` are the rules offered as reasons."""

    kind: Literal["legal"]
    position: PositionText
    actions: ActionTexts
    unfinished: StrictBool = False
    reasons: Annotated[tuple[RuleId, ...], AfterValidator(_three_or_four)]

    @model_validator(mode="after")
    def _reasons_differ(self) -> Self:
        if len(set(self.reasons)) < len(self.reasons):
            raise ValueError("a reason is offered twice")
        return self


FIND: Final = (
    r"^(wild|joker|red-three|black-three|natural|points:\d{1,3}|worth-more-than:\d{1,3}|rank:[4-9TJQKA23])$"
)
MELD_NAME: Final = r"([4-9TJQKA3W](#[1-9])?|[4-9TJQKA][cdhs]-[4-9TJQKA][cdhs])"
DO: Final = rf"^(meld|take|take-onto|discard|(add|take-onto):{MELD_NAME})$"


_WithAccept = TypeVar("_WithAccept", "CardsTask", "MeldsTask", "TurnTask")


class CardsTask(Task):
    """Choose cards: all that have a property, or those that make one legal action."""

    kind: Literal["cards"]
    find: Annotated[str, StringConstraints(pattern=FIND)] | None = None
    do: Annotated[str, StringConstraints(pattern=DO)] | None = None
    cards: Cards = ()
    position: PositionText | None = None
    rule_set: RuleSetName = "classic"
    accept: Accept | None = None
    accept_text: Text | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.find is None) == (self.do is None):
            raise ValueError("give either “find” or “do”")
        if self.do and self.position is None:
            raise ValueError("“do” needs a position")
        if self.do and self.cards:
            raise ValueError("with “do” the cards are those of the position's hand")
        if self.find and bool(self.cards) == (self.position is not None):
            raise ValueError("“find” needs either “cards” or a position")
        if self.find and self.accept:
            raise ValueError("“accept” goes with “do” only")
        return _accept_has_text(self)


class MeldsTask(Task):
    """Build melds from the hand."""

    kind: Literal["melds"]
    position: PositionText
    accept: Accept | None = None
    accept_text: Text | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.position.phase != "play":
            raise ValueError("melds are built in phase play")
        return _accept_has_text(self)


class TurnTask(Task):
    """Play a whole turn. ``next_cards`` are the cards that the stock will give, in order."""

    kind: Literal["turn"]
    position: PositionText
    next_cards: Cards = ()
    accept: Accept | None = None
    accept_text: Text | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        position = self.position
        if position.stock is not None and len(self.next_cards) > position.stock:
            raise ValueError("next_cards names more cards than the stock holds")
        if position.phase == "draw" and position.stock != 0 and not self.next_cards:
            raise ValueError("the player can draw, so next_cards is needed")
        return _accept_has_text(self)


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


Compute = Literal[
    "card-points",
    "meld-points",
    "canasta-bonus",
    "initial-minimum",
    "points-laid",
    "missing-points",
    "deck-count",
    "hand-size",
    "max-wild-in-meld",
    "canasta-size",
    "red-three-points",
    "side-total",
    "score-after",
    "next-minimum",
]

ARGUMENTS: Final[Mapping[str, tuple[str, ...]]] = {
    "card-points": ("cards",),
    "meld-points": ("cards",),
    "canasta-bonus": ("cards",),
    "initial-minimum": ("score",),
    "points-laid": ("position", "actions"),
    "missing-points": ("position", "actions"),
    "deck-count": ("count",),
    "hand-size": (),
    "max-wild-in-meld": (),
    "canasta-size": (),
    "red-three-points": ("red_threes", "opened"),
    "side-total": ("side",),
    "score-after": ("side",),
    "next-minimum": ("side",),
}
"""What each computation needs. ``cards`` and ``position`` may be given besides: then they are only shown."""


COUNT: Final = r"^(total|jokers|wild|red-threes|black-threes|rank:[2-9TJQKA])$"


class NumberTask(Task):
    """One number that the engine computes from the arguments."""

    kind: Literal["number"]
    compute: Compute
    cards: Cards = ()
    position: PositionText | None = None
    actions: ActionTexts | None = None
    score: StrictInt | None = None
    count: Annotated[str, StringConstraints(pattern=COUNT)] | None = None
    red_threes: Cards | None = None
    opened: StrictBool | None = None
    side: SideTable | None = None
    rule_set: RuleSetName = "classic"

    @model_validator(mode="after")
    def _has_its_arguments(self) -> Self:
        needed = ARGUMENTS[self.compute]
        missing = [name for name in needed if getattr(self, name) in (None, ())]
        if missing:
            raise ValueError(f"“{self.compute}” needs {', '.join(missing)}")
        shown = {"cards", "position"}
        extra = sorted(self.model_fields_set & set(_ARGUMENT_NAMES) - set(needed) - shown)
        if extra:
            raise ValueError(f"“{self.compute}” does not use {', '.join(extra)}")
        return self


_ARGUMENT_NAMES: Final = ("cards", "position", "actions", "score", "count", "red_threes", "opened", "side")


class SheetTask(Task):
    """Score a deal: one number for each row and the total."""

    kind: Literal["sheet"]
    side: SideTable
    rule_set: RuleSetName = "classic"


AnyTask = Annotated[
    LegalTask | CardsTask | MeldsTask | TurnTask | NumberTask | SheetTask, Field(discriminator="kind")
]


def _accept_has_text(task: _WithAccept) -> _WithAccept:
    if (task.accept is None) != (task.accept_text is None):
        raise ValueError("“accept” and “accept_text” go together")
    return task


class StageFile(Shape):
    """A stage of the course: ``seeds/lessons/<nn-slug>/stage.toml``."""

    title: Text
    summary: Text
    rules: tuple[RuleId, ...] = ()
    can_do: Annotated[tuple[Text, ...], AfterValidator(_not_empty)]
    step: Annotated[tuple[AnyTask, ...], AfterValidator(_not_empty)]


class ThemeFile(Shape):
    """Puzzles of one theme: ``seeds/puzzles/<theme>.toml``."""

    title: Text
    summary: Text
    puzzle: Annotated[tuple[AnyTask, ...], AfterValidator(_not_empty)]
