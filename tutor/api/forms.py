"""The shapes of questions and answers, for the OpenAPI description; the engine itself reads every question."""

from __future__ import annotations

from typing import Any, Literal

from ninja import Schema
from pydantic import Field

POSITION = (
    "classic | draw | hand 4c 4d 9d Kd 2c | own 620: Q=Qc Qd Qs Qh | opp 480 | pile 5h 2d Kh | stock 42"
)
RULE_SET = 'Name of a rule set, or `{"base": name, "changes": {parameter: value}}` for a house rule set.'


class JudgeQuestion(Schema):
    """May these actions be done in this position?"""

    position: str | dict[str, Any] = Field(description="One-line text or JSON object.", examples=[POSITION])
    actions: list[str] = Field(description="In the order in which they are done.", examples=[["take Kd 2c"]])
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
    went_out: Literal["no", "yes", "concealed"]
    after: dict[str, Any] = Field(description="The position after the legal part.")


class ScoreQuestion(Schema):
    """What does a side score, or what do all sides score, at the end of a deal?"""

    rules: str | dict[str, Any] = Field(description=RULE_SET, examples=["samba"])
    players: int | None = None
    side: dict[str, Any] | None = Field(
        None,
        description="melds, red_threes, hands, went_out, score_before.",
        examples=[{"melds": ["5h 6h 7h 8h 9h Th Jh"], "red_threes": "3h", "hands": ["Kc", "4d 4s"]}],
    )
    sides: list[dict[str, Any]] | None = None


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


class ActionsQuestion(Schema):
    """What can be done next?"""

    position: str | dict[str, Any] = Field(examples=[POSITION])
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
    complete: bool
    highest_initial_meld: PlayForm | None


class RulesQuestion(Schema):
    """What does a rule set say?"""

    rules: str | dict[str, Any] = Field(description=RULE_SET, examples=["spielregeln"])
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
