"""The shapes of questions and answers, for the OpenAPI description; the engine itself reads every question.

What is left out of a question may also be null. A question that has not the form of its class is answered with 400, one
that has it and cannot be with 422, so that the description and the answers cannot disagree.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from engine.law.parameters import MAX_NUMBER, About
from engine.law.rulebook import RULES
from engine.law.ruleset import ABOUT
from engine.law.variants import RULE_SETS
from engine.notation.text import MAX_ACTIONS, MAX_TEXT
from tutor.api import patterns

POSITION = (
    "classic | draw | hand 4c 4d 9d Kd 2c | own 620: Q=Qc Qd Qs Qh | opp 480 | pile 5h 2d Kh | stock 42"
)
MANY = 1_000_000

CardText = Annotated[str, Field(pattern=patterns.CARDS, max_length=MAX_TEXT)]
Cards = CardText | list[CardText]
SomeCardText = Annotated[str, Field(pattern=patterns.SOME_CARDS, max_length=MAX_TEXT)]
SomeCards = SomeCardText | Annotated[list[SomeCardText], Field(min_length=1)]
ActionText = Annotated[str, Field(pattern=patterns.ACTION, max_length=MAX_TEXT)]
PositionText = Annotated[str, Field(pattern=patterns.POSITION, max_length=MAX_TEXT, examples=[POSITION])]
RuleSetName = Literal[*RULE_SETS]  # type: ignore[valid-type]  # known at start only
Points = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
Score = Annotated[int, Field(ge=-MANY, le=MANY)]
Count = Annotated[int, Field(ge=0, le=MANY)]
Players = Annotated[int, Field(ge=2, le=6, description="Without it, four or what the rule set allows.")]


class QuestionForm(BaseModel):
    """A part of a question: no other keys, and no other types in place of those named."""

    model_config = ConfigDict(extra="forbid", strict=True)


class InitialStep(QuestionForm):
    """From this score on, so many points; the first step from null."""

    from_: int | None = Field(alias="from", ge=-MAX_NUMBER, le=MAX_NUMBER)
    minimum: Points


def _parameter(about: About) -> Any:
    """The type of a parameter's value."""
    if about.is_switch:
        return bool
    if about.choices:
        return Literal[*about.choices]
    if about.name == "hand_size":
        return Annotated[dict[Literal["2", "3", "4", "5", "6"], Points], Field(min_length=1)]
    if about.name == "initial_steps":
        return Annotated[list[InitialStep], Field(min_length=1)]
    if about.keys:
        parts: dict[str, Any] = dict.fromkeys(about.keys, (Points, ...))
        return create_model(about.name, __base__=QuestionForm, **parts)
    return Points


def _changes() -> type[QuestionForm]:
    """Every parameter of a rule set, each of which may be left out, and some of which may be null."""
    values: dict[str, Any] = {}
    for name, about in ABOUT.items():
        kind = _parameter(about)
        told = f"{about.says}{f' ({about.unit})' if about.unit else ''}, rule {RULES[about.rule].number}"
        field = Field(default_factory=lambda: None, description=told)
        values[name] = (kind | None if about.may_be_none else kind, field)
    return create_model("Changes", __base__=QuestionForm, **values)


Changes = _changes()


class HouseRules(QuestionForm):
    """A rule set with changed parameters."""

    base: RuleSetName
    changes: Changes | None = None  # type: ignore[valid-type]  # a model made at start
    version: int | None = Field(None, description="Without one the current version.")


Rules = Annotated[RuleSetName | HouseRules, Field(description="A rule set, or a house rule set.")]


class MeldForm(QuestionForm):
    cards: SomeCards
    by: Literal["self", "partner", "opponent"] | None = None


Meld = SomeCards | MeldForm


class SideForm(QuestionForm):
    """A side of a position."""

    score: Score | None = Field(None, description="Total before the deal.")
    melds: list[Meld] | None = None
    red_threes: Cards | None = None
    opened: bool | None = None


class PositionForm(QuestionForm):
    """A position. What is left out is unknown or empty."""

    rules: Rules
    version: int | None = None
    players: Players | None = None
    phase: Literal["draw", "play"] | None = None
    drew: Literal["stock", "pile"] | None = None
    my_turn: bool | None = None
    hand: Cards | None = None
    unknown_cards: Count | None = None
    own: SideForm | None = None
    opponents: list[SideForm] | None = None
    player_has_melded: bool | None = Field(
        None, description='Must be given with "drew": "pile" where the own side has melds.'
    )
    pile: Cards | None = Field(None, description="From bottom to top.")
    pile_size: Count | None = None
    frozen: bool | None = None
    stock: Count | None = None
    partner_hand: Count | None = None
    permission: Literal["yes", "no"] | None = None


Position = Annotated[PositionText | PositionForm, Field(description="One-line text or JSON object.")]


class JudgeQuestion(QuestionForm):
    """May these actions be done in this position?"""

    position: Position
    actions: list[ActionText] = Field(
        description="In the order in which they are done.", examples=[["take Kd 2c"]], max_length=MAX_ACTIONS
    )
    unfinished: bool = Field(
        False, description="More may follow; what cards in the hand could mend is forgiven."
    )


class FindingForm(Schema):
    rule: str = Field(description="Id of the rule.")
    holds: bool = Field(description="False where the rule is broken, true where it decided in favour.")
    action: int | None = Field(description="Index of the action, null for the list as a whole.")
    facts: dict[str, Any] = Field(description="Numbers and card texts, never sentences.")


class RemedyForm(Schema):
    actions: list[str]


class VerdictForm(Schema):
    legal: bool | None = Field(description="Null where the text of the rule set does not decide.")
    findings: list[FindingForm]
    undecided: list[str] = Field(description="Rules that the text leaves open.")
    fallback: list[str] = Field(description="Rules on which it is silent, so that the official one serves.")
    remedy: RemedyForm | None = Field(description="The smallest change that makes the actions legal.")
    remedy_limit: Literal[True] | None = Field(
        None, description="The search stopped at its limit: the remedy is null or may not be the smallest."
    )
    went_out: Literal["no", "yes", "concealed"]
    after: dict[str, Any] = Field(description="The position after the legal part.")


class ScoreSideForm(QuestionForm):
    """What lies and what is held at the end of a deal."""

    melds: list[Meld] | None = None
    red_threes: Cards | None = None
    hands: list[Cards] | None = Field(None, description="The player's, then the partners'.")
    went_out: Literal["no", "yes", "concealed"] | None = None
    score_before: Score | None = None


SIDE = {"melds": ["5h 6h 7h 8h 9h Th Jh"], "red_threes": "3h", "hands": ["Kc", "4d 4s"]}


class ScoreOfASide(QuestionForm):
    """What does this side score at the end of a deal?"""

    rules: Rules
    version: int | None = None
    players: Players | None = None
    side: ScoreSideForm = Field(examples=[SIDE])
    sides: None = None


class ScoreOfAllSides(QuestionForm):
    """What do all sides score, and who has won?"""

    rules: Rules
    version: int | None = None
    players: Players | None = None
    side: None = None
    sides: list[ScoreSideForm] = Field(min_length=1, examples=[[SIDE, {}]])


class ScoreQuestion(RootModel[ScoreOfASide | ScoreOfAllSides]):
    """What does a side score, or what do all sides score, at the end of a deal? Either `side` or `sides` is asked."""


class LineForm(Schema):
    item: str
    count: int
    points: int
    rule: str
    cards: str


class SheetForm(Schema):
    lines: list[LineForm] = Field(description="Signed points that add up to the total.")
    total: int
    score_after: int
    next_minimum: int | None = Field(description="Null where the text names no number.")
    game_over: bool


class GameForm(Schema):
    sides: list[SheetForm]
    game_over: bool
    winner: int | None = Field(description="Index of the side that has won; null for none or a tie.")


class ActionsQuestion(QuestionForm):
    """What can be done next?"""

    position: Position
    turns: bool = Field(False, description="Ask for whole ways to take the pile or to open instead.")


class ActionsForm(Schema):
    actions: list[str] = Field(description="Every legal next action, each once.")


class PlayForm(Schema):
    points: int
    actions: list[str]


class TurnsForm(Schema):
    turns: list[list[str]] = Field(
        description="Ways to take the pile and first melds without a card too many."
    )
    complete: bool = Field(
        description="False where there are more than 1,000, or where the search stopped at its limit of steps: "
        "there may be more then, and a higher first meld."
    )
    highest_initial_meld: PlayForm | None


class RulesQuestion(QuestionForm):
    """What does a rule set say?"""

    rules: Rules
    version: int | None = None


class RuleForm(Schema):
    value: Any
    status: Literal["text", "fallback", "contradiction"]
    sources: list[str]


class RulesForm(Schema):
    parameters: dict[str, Any]
    ids: dict[str, RuleForm]


class Problem(Schema):
    kind: Literal["notation", "position", "request"]
    where: str = Field(description="The key or the action that is wrong.")
    message: str = Field(description="In German where the request prefers it, else in English.")


class ProblemForm(Schema):
    error: Problem
