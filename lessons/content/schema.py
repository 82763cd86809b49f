"""The shape of the content files: every key, its type and what may stand in it.

Files are TOML; pydantic reports every error with its path. Notation is read here, once, so that the rest of
the program only sees cards, positions and actions of the engine.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal, Self

from pydantic import AfterValidator, Field, StrictBool, StrictInt, StringConstraints, model_validator

from lessons.content.base import (
    ActionTexts,
    Cards,
    PositionText,
    RuleId,
    RuleSetName,
    Shape,
    SideTable,
    Slug,
    Task,
    Text,
    not_empty,
    three_or_four,
)
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)


class Accept(Shape):
    """What an answer must do besides being legal. The engine computes every condition from the answer."""

    took_pile: StrictBool | None = None
    went_out: Literal["yes", "no", "concealed"] | None = None
    opens: StrictBool | None = None
    min_points: StrictInt | None = None
    max_points: StrictInt | None = None
    canasta: Literal["natural", "mixed", "samba", "wild", "any"] | None = None
    cards_left: StrictInt | None = None
    cards_left_max: StrictInt | None = None
    melds_min: StrictInt | None = None

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("no condition is given")
        return self


class LegalTask(Task):
    """Legal or not, and why. ``reasons`` are the rules offered as reasons."""

    kind: Literal["legal"]
    position: PositionText
    actions: ActionTexts
    unfinished: StrictBool = False
    reasons: Annotated[tuple[RuleId, ...], AfterValidator(three_or_four)]

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
        _check_accept_has_text(self)
        return self


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
        _check_accept_has_text(self)
        return self


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
        _check_accept_has_text(self)
        return self


Compute = Literal[
    "card-points",
    "meld-points",
    "canasta-bonus",
    "initial-minimum",
    "points-laid",
    "missing-points",
    "last-score",
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
    "last-score": ("position", "actions"),
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
    """Score a deal: one number for each row and the total.

    With ``other``, the opponents' side, both sides are scored, and each one's minimum in the next deal is asked for.
    """

    kind: Literal["sheet"]
    side: SideTable
    other: SideTable | None = None
    rule_set: RuleSetName = "classic"


AnyTask = Annotated[
    LegalTask
    | CardsTask
    | MeldsTask
    | TurnTask
    | NumberTask
    | SheetTask
    | FindAllTask
    | PredictTask
    | MistakeTask
    | SheetMistakeTask
    | OrderTask
    | CompareTask,
    Field(discriminator="kind"),
]

Branch = Literal["main", "tables", "players", "samba", "house"]
BRANCHES: Final[tuple[Branch, ...]] = ("main", "tables", "players", "samba", "house")


def _check_accept_has_text(task: CardsTask | MeldsTask | TurnTask) -> None:
    if (task.accept is None) != (task.accept_text is None):
        raise ValueError("“accept” and “accept_text” go together")


class StageFile(Shape):
    """A stage of the course: ``seeds/lessons/<nn-slug>/stage.toml``."""

    title: Text
    summary: Text
    branch: Branch = "main"
    rules: tuple[RuleId, ...] = ()
    can_do: Annotated[tuple[Text, ...], AfterValidator(not_empty)]
    step: Annotated[tuple[AnyTask, ...], AfterValidator(not_empty)]


class ThemeFile(Shape):
    """Puzzles of one theme: ``seeds/puzzles/<theme>.toml``; ``lesson`` is the stage that teaches what they ask."""

    title: Text
    summary: Text
    lesson: Slug | None = None
    puzzle: Annotated[tuple[AnyTask, ...], AfterValidator(not_empty)]
