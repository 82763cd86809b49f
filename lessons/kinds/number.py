"""Work out a number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Literal, Self

from django.utils.translation import gettext, gettext_lazy, ngettext
from pydantic import StrictBool, StrictInt, StringConstraints, model_validator

from engine.law.actions import Action
from engine.law.cards import points_of, sort_cards
from lessons.content.base import ActionTexts, Cards, PositionText, RuleSetName, SideTable, Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.counting.computing import Compute, Quantity, computed
from lessons.kinds.asking.feedback import names_answer
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button
from lessons.kinds.common.playing import these
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import check_sides
from lessons.kinds.common.shown import still
from lessons.kinds.common.work import MOST_TEXT, Work
from lessons.kinds.registry import Fault, Judged, Kind, register
from lessons.saying.base import Sentence
from lessons.saying.mistakes import what_is_missing
from lessons.saying.numbers import how_counted
from lessons.saying.verdicts import Explanation
from lessons.saying.wording import rule_short
from lessons.words import naming

ARGUMENTS: Final[Mapping[Compute, tuple[str, ...]]] = {
    "card-points": ("cards",),
    "meld-points": ("cards",),
    "canasta-bonus": ("cards",),
    "initial-minimum": ("score",),
    "points-laid": ("position", "actions"),
    "missing-points": ("position", "actions"),
    "last-score": ("position", "actions"),
    "deck-count": ("count",),
    "unseen": ("count", "position"),
    "first-stock": (),
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
_ARGUMENT_NAMES: Final = ("cards", "position", "actions", "score", "count", "red_threes", "opened", "side")
NAMED_BY_RULE: Final = frozenset(
    {"deck-count", "hand-size", "max-wild-in-meld", "canasta-size", "canasta-bonus", "initial-minimum"}
)
"""Numbers that stand in a rule as they are; all others are counted."""
MAY_BE_NEGATIVE: Final = frozenset({"red-three-points", "side-total", "score-after", "last-score"})
WITHOUT_SISTERS: Final = frozenset(
    {
        "deck-count",
        "unseen",
        "first-stock",
        "hand-size",
        "max-wild-in-meld",
        "canasta-size",
        "initial-minimum",
        "red-three-points",
        "last-score",
    }
)
"""Numbers that no other cards change."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberForm(AnswerForm):
    """One number to type; ``signed`` says that it may be below zero, ``laid`` what is laid to be counted."""

    template: str = "lessons/_answer_number.html"
    number: str = ""
    signed: bool = False
    laid: tuple[Action, ...] = ()


@register
class Number(Kind[NumberTask]):
    """One number that the engine computes."""

    name = KindName("number")
    title = gettext_lazy("Work out a number")
    place = 7
    model = NumberTask
    is_play = False
    total_is_asked = True
    pace = "seconds"
    one_step = "number"
    fields = {"number": MOST_TEXT}
    ranks_are_free = True
    actions_are_judged = False

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        given = read_number(str(answer.get("number", "")))
        if self.task(item).compute not in MAY_BE_NEGATIVE:
            # An amount that is taken off is the same amount with a minus sign; no sum is asked for that could differ.
            given = abs(given)
        rule = item.task.rules[0]
        one = quantity_of(item)
        counted = Sentence(how_counted(one), rule)
        if given == computed(one):
            explanation = Explanation(headline=gettext("Right."), deciding=counted, rule_id=rule)
            return Result(outcome="right", answer={"number": str(given)}, explanation=explanation)
        missing = what_is_missing(one, given, rule=rule)
        why = counted if reveal else Sentence(missing.text, missing.rule_id)
        return Result(
            outcome="wrong",
            answer={"number": str(given)},
            explanation=Explanation(
                headline=gettext("Not right yet."), deciding=why, rule_id=missing.rule_id
            ),
            slips={"number": missing.slips} if missing.slips else {},
            diagnoses=tuple(map(diagnoses.count, missing.read)) or (diagnoses.MISCOUNTED,),
        )

    def solution(self, item: Item) -> dict[str, Any] | None:
        return {"number": str(number_of(item))}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return f"**{naming.number(number_of(item))}**"

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return naming.number(int(answer["number"]))

    def how_counted(self, item: Item) -> str:
        return how_counted(quantity_of(item))

    def number_of_rule(self, item: Item) -> int | None:
        return number_of(item) if self.task(item).compute in NAMED_BY_RULE else None

    def concerned(self, item: Item) -> str:
        return _rule_that_names(item) or _cards_to_count(self.task(item))

    def goal(self, item: Item, *, alone: bool) -> str:
        goals = _GOALS | _GOALS_ALONE if alone else _GOALS
        return goals[self.task(item).compute]()

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task = self.task(item)
        form = number_form(
            work.text("number"), signed=task.compute in MAY_BE_NEGATIVE, laid=task.actions or ()
        )
        shown = sort_cards(task.cards or task.red_threes or ()) or None
        return still(task.position) | {"form": form, "shown": shown}

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        if task.position is not None and task.actions:
            yield task.position, task.actions, False

    def scored(self, item: Item) -> Iterator[Mapping[str, Any]]:
        yield from super().scored(item)
        task = self.task(item)
        if task.compute in ("meld-points", "canasta-bonus"):
            yield {"melds": [" ".join(map(str, task.cards))]}

    def numbers(self, item: Item) -> frozenset[int]:
        task = self.task(item)
        return frozenset({number_of(item), task.score or 0, points_of(task.cards)})

    def has_sisters(self, item: Item) -> bool:
        return self.task(item).compute not in WITHOUT_SISTERS

    def is_other(self, item: Item, found: Item) -> bool:
        return number_of(item) != number_of(found)

    def faults(self, item: Item) -> Iterator[Fault]:
        number_of(item)
        check_sides(item)
        return iter(())

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(line=gettext("Your answer"))


def quantity_of(item: Item) -> Quantity:
    """What an exercise of this kind asks for."""
    task = item.task
    assert isinstance(task, NumberTask)
    return Quantity(
        compute=task.compute, rules=item.rules, cards=task.cards, position=task.position, actions=task.actions or (),
        score=task.score or 0, count=task.count or "", red_threes=task.red_threes or (), opened=bool(task.opened),
        side=task.side,
    )  # fmt: skip


def number_of(item: Item) -> int:
    """The right answer. Raises EngineError or ValueError where it cannot be computed."""
    return computed(quantity_of(item))


def number_form(number: str = "", *, signed: bool = False, laid: tuple[Action, ...] = ()) -> NumberForm:
    """One number, with a numeric keypad; where it may be below zero with letters, as some keypads have no minus."""
    return NumberForm(kind="number", check=check_button(), number=number, signed=signed, laid=laid)


def _rule_that_names(item: Item) -> str:
    """The rule in its words, where the hint before has left them out because they name the number."""
    told = rule_short(item.task.rules[0], item.rules, alone=item.plays_alone)
    return told if not quantity_of(item).cards and names_answer(item, told) else ""


def _cards_to_count(task: NumberTask) -> str:
    if task.red_threes is not None:
        count = len(task.red_threes)
        told = ngettext("One red three counts here.", "%(count)s red threes count here.", count)
        return naming.first_upper(told % {"count": naming.number_word(count)})
    cards = task.cards or ()
    if cards:
        counted = naming.cards_in_text(sort_cards(cards), "accusative")
        return gettext("Count rank by rank: %(cards)s.") % {"cards": counted}
    if task.side is not None:
        return gettext("Count row by row: melded cards, canastas, red threes, going out, cards left in hand.")
    if task.actions:
        laid = tuple(card for action in task.actions for card in action.cards)
        return these(laid) or gettext("Only what is laid on the table counts.")
    if way := _WAYS.get(task.compute):
        return way()
    return gettext("Only one number from the rule is needed here; no cards have to be counted.")


_WAYS: Final[dict[str, Callable[[], str]]] = {
    "deck-count": lambda: gettext("Count them in all packs together."),
    "unseen": lambda: gettext("From all that the deck has, take those that you can see."),
    "first-stock": lambda: gettext(
        "From all cards, take those that were dealt and the one that is turned up."
    ),
}
"""What is counted where the question gives no cards."""

_GOALS: Final[dict[str, Callable[[], str]]] = {
    "card-points": lambda: gettext("How many points are these cards worth together?"),
    "meld-points": lambda: gettext(
        "How many points is this meld worth at the end, including its bonus if it has one?"
    ),
    "canasta-bonus": lambda: gettext("What bonus does this meld earn?"),
    "points-laid": lambda: gettext("How many points count towards the initial meld?"),
    "missing-points": lambda: gettext("How many points are still needed for the initial meld?"),
    "side-total": lambda: gettext("What does this side score in this deal?"),
    "score-after": lambda: gettext("What is this side’s total after the deal?"),
    "next-minimum": lambda: gettext("What minimum applies to this side’s initial meld in the next deal?"),
}

_GOALS_ALONE: Final[dict[str, Callable[[], str]]] = {
    "side-total": lambda: gettext("What do you score in this deal?"),
    "score-after": lambda: gettext("What is your total after the deal?"),
    "next-minimum": lambda: gettext("What minimum applies to your initial meld in the next deal?"),
}
"""The same where everybody plays alone."""
