"""Tasks that are answered by choosing among things shown: options, actions of a turn, rows of a sheet, an order."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, Self

from pydantic import (
    AfterValidator,
    BeforeValidator,
    StrictBool,
    StrictInt,
    StringConstraints,
    model_validator,
)

from engine.law.actions import Action
from engine.notation.text import parse_actions
from lessons.content.base import (
    SHEET_ROWS,
    ActionTexts,
    PositionText,
    RuleId,
    RuleSetName,
    SideTable,
    Task,
    three_or_four,
)

Player = Literal["you", "partner", "opponent"]
MOST_OPTIONS: Final = 6


def _read_options(value: Any) -> tuple[tuple[Action, ...], ...]:
    if not isinstance(value, list) or not all(isinstance(one, list) and one for one in value):
        raise ValueError('this must be a list of lists of actions, such as [["take Kh Kd"], ["draw"]]')
    if not 3 <= len(value) <= MOST_OPTIONS:
        raise ValueError(f"three to {MOST_OPTIONS} options are offered")
    options = tuple(parse_actions([str(text) for text in one]) for one in value)
    if len(set(options)) < len(options):
        raise ValueError("an option is offered twice")
    return options


Options = Annotated[tuple[tuple[Action, ...], ...], BeforeValidator(_read_options)]
Reasons = Annotated[tuple[RuleId, ...], AfterValidator(three_or_four)]


def _read_wrong(value: Any) -> Any:
    if not isinstance(value, dict) or len(value) != 1:
        raise ValueError("this must name exactly one row, such as {red-threes = 200}")
    return next(iter(value.items()))


SheetRowName = Annotated[str, StringConstraints(pattern=f"^({'|'.join(SHEET_ROWS)})$")]
WrongRow = Annotated[tuple[SheetRowName, StrictInt], BeforeValidator(_read_wrong)]


class FindAllTask(Task):
    """Tick all that are allowed. Every option is a list of actions, judged by itself as an unfinished turn."""

    kind: Literal["find-all"]
    position: PositionText
    options: Options


class PredictTask(Task):
    """What may the partner do: the position is the table from the partner's seat, and one option is legal."""

    kind: Literal["predict"]
    position: PositionText
    options: Options


class MistakeTask(Task):
    """Which action of a turn that was played breaks a rule, and which rule. The position is that of ``player``."""

    kind: Literal["mistake"]
    position: PositionText
    player: Player = "you"
    actions: ActionTexts
    reasons: Reasons


class SheetMistakeTask(Task):
    """Which row of a filled score sheet is wrong, and which rule was overlooked.

    ``wrong`` names the row and its wrong number; the other rows are computed, and the total follows the wrong row.
    """

    kind: Literal["sheet-mistake"]
    side: SideTable
    rule_set: RuleSetName = "classic"
    wrong: WrongRow
    reasons: Reasons

    @property
    def wrong_row(self) -> str:
        return self.wrong[0]

    @property
    def wrong_number(self) -> int:
        return self.wrong[1]


class OrderTask(Task):
    """Put the actions of a turn in order. They are given in a legal order and shown in another one."""

    kind: Literal["order"]
    position: PositionText
    actions: ActionTexts

    @model_validator(mode="after")
    def _enough(self) -> Self:
        if not 3 <= len(self.actions) <= MOST_OPTIONS:
            raise ValueError(f"three to {MOST_OPTIONS} actions are put in order")
        return self


class CompareTask(Task):
    """The same position, or the same side at the end of a deal, under two rule sets: two answers."""

    kind: Literal["compare"]
    position: PositionText | None = None
    actions: ActionTexts | None = None
    unfinished: StrictBool = False
    side: SideTable | None = None
    rule_set: RuleSetName = "classic"
    against: RuleSetName

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if (self.position is None) == (self.side is None):
            raise ValueError("give either a position with actions or a side to score")
        if (self.position is None) != (self.actions is None):
            raise ValueError("a position and actions go together")
        return self
