"""The kinds of exercises. Each is a module of this room that holds all of it; everything else asks here.

A kind is a class that is registered. What has no default here it must have: otherwise registering fails and names what
is missing.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, cast

from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from lessons.content import tasks
from lessons.content.base import Task
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.counting.opposing import Opposing
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.given import Given, asks_for_minimum, given_in
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.reason_words import Reason
from lessons.kinds.common.result import Result
from lessons.kinds.common.work import Work
from lessons.table import presenting
from lessons.table.position_words import Asked
from lessons.table.staging import Staged
from lessons.table.view_models import HandView, TableView

TaskT = TypeVar("TaskT", bound=Task)
Pace = Literal["seconds", "minute", "minutes", "long"]
Fault = tuple[str, str]
"""The key below the item, and what is wrong there."""
MINIMUM_IS_ASKED: Final = "initial.threshold-"
READ_OFF_THE_TABLE: Final = (
    MINIMUM_IS_ASKED,
    "freeze.",
    "black3.stop-card",
    "pickup.top-wild",
    "pickup.top-black-three",
    "out.ask-binding",
)
"""How the rules begin that a label on the table would answer: an exercise about one of them goes without."""
Player = Literal["you", "partner", "opponent"]
"""From whose seat a position is seen."""
Judged = tuple[Position, tuple[Action, ...], bool]
"""A position, what is done in it, and whether the turn is unfinished."""


@dataclass(frozen=True, slots=True)
class Own:
    """How a kind is offered where somebody makes an exercise of a table: in which place, and called what."""

    place: int
    title: Promise | str


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A table that somebody has laid, what is done on it, and what the stock would give.

    ``reasons`` are the wrong reasons to offer, where the kind has a claim judged; ``right`` is the rule that decides.
    """

    position: Position
    actions: tuple[Action, ...] = ()
    next_cards: tuple[Card, ...] = ()
    reasons: tuple[str, ...] = ()
    right: str = ""


class Kind(ABC, Generic[TaskT]):
    """One kind of exercise: what it asks, what is right, and how both are said. It has no state.

    ``name`` is the word for it in files and in what is stored, ``title`` the one on the screen; ``place`` orders kinds
    where they are listed; ``model`` is the shape of its tasks. Answers are in their normal form, as attempts keep them.
    """

    name: ClassVar[KindName]
    title: ClassVar[Promise | str]
    place: ClassVar[int]
    model: ClassVar[type[Task]]
    fields: ClassVar[Mapping[str, int]] = {}
    """The texts that the form has of its own, and how many characters of each are kept."""
    one_step: ClassVar[Literal["", "tap", "number"]] = ""
    """What the whole answer is, where it is one thing."""
    takes_cards: ClassVar[bool] = False
    """Whether cards are ticked or typed."""
    stages: ClassVar[bool] = False
    """Whether actions are staged one by one in a tray."""
    pace: ClassVar[Pace] = "minutes"
    """How long an answer takes: where many are asked in a row, or the clock runs, only quick ones are."""
    fills_sheet: ClassVar[bool] = False
    """Whether a whole score sheet is filled in."""
    is_play: ClassVar[bool] = True
    """Whether it asks for play at a table, and not for numbers or for what another table does."""
    order_is_asked: ClassVar[bool] = False
    """Whether the order of its actions is what is asked."""
    ranks_are_free: ClassVar[bool] = False
    """Whether other cards may be of any rank, so that another number comes out."""
    effort: ClassVar[float] = 0.0
    """How much harder it is than a verdict or a number, up to 1 for a whole turn."""
    total_is_asked: ClassVar[bool] = False
    """Whether a deal is asked for as one number, so that its rows have to be added up in mind."""
    table_is_asked: ClassVar[bool] = False
    """Whether reading the table is what is asked: what it says in words comes with the verdict."""
    judges_claim: ClassVar[bool] = False
    """Whether actions are put forward to be judged, with rules to choose the reason from."""
    turned_share: ClassVar[float] = 1.0
    """How many of its sisters are to have another right answer, where that can be made; of verdicts about half."""
    own: ClassVar[Own | None] = None
    """How it is offered to those who make exercises of their own; None where no laid table makes one."""
    actions_are_judged: ClassVar[bool] = True
    """Whether the actions that it names are judged, not only counted."""

    @property
    def is_short(self) -> bool:
        """Whether it is answered in a minute at most."""
        return self.pace in ("seconds", "minute")

    def task(self, item: Item) -> TaskT:
        """What an exercise of this kind asks."""
        assert isinstance(item.task, self.model)
        return cast("TaskT", item.task)

    def chance_of_guessing(self, item: Item) -> float:
        """How likely somebody who knows nothing hits the answer, 0 to 1: 0 where none are offered."""
        return 0.0

    def reasons(self, item: Item) -> tuple[Reason, ...]:
        """The reasons to choose from besides what is chosen, in the active language; none where none is asked for."""
        return ()

    def given(self, task: TaskT) -> Given:
        """What everybody may ask of a task. A kind whose task names its parts otherwise says here which they are."""
        return given_in(task)

    @abstractmethod
    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        """Whether an answer is right; ``reveal`` is explained in :func:`lessons.kinds.asking.grading.grade`."""

    @abstractmethod
    def solution(self, item: Item) -> dict[str, Any] | None:
        """An answer that is graded right; None where none is found."""

    def has_many_answers(self, item: Item) -> bool:
        """Whether other answers may be right as well."""
        return False

    def answer_title(self, item: Item) -> str:
        """What the answer that is shown is called: the right one, or one of those that are accepted."""
        return gettext("One right answer") if self.has_many_answers(item) else gettext("The right answer")

    @abstractmethod
    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        """The answer that was found, in words and with its cards."""

    @abstractmethod
    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        """What somebody answered. May raise whatever an answer brings that was kept before the exercise changed."""

    def rule_to_hint_at(self, item: Item) -> str:
        """The rule that the second hint tells: the main one, unless it would lead past the answer."""
        return self.task(item).rules[0]

    @abstractmethod
    def concerned(self, item: Item) -> str:
        """The cards or the line on which it depends, as a hint."""

    @abstractmethod
    def goal(self, item: Item, *, alone: bool) -> str:
        """What is asked, for any cards; ``alone`` says that there are no partnerships."""

    def undecided(self, item: Item) -> str:
        """Why nothing has to be thought about in it, in English, for makers of puzzles; empty where something has."""
        return ""

    def is_picked(self, item: Item) -> bool:
        """Whether the answer is picked from answers that are offered, so that a second try would only cross one out."""
        return False

    def lists_of_actions(self, item: Item) -> tuple[tuple[Action, ...], ...]:
        """The lists of actions among which somebody looks for the answer."""
        return self.given(self.task(item)).options

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        """What a wrong answer shows of whoever gave it, by the verdict that is read: ids of diagnoses."""
        if result.verdict is None:
            return ()
        if result.verdict.broken:
            return (diagnoses.overlooks(result.explanation.rule_id),)
        return (diagnoses.UNMET,)

    def how_counted(self, item: Item) -> str:
        """How a right answer is counted, where it is a number."""
        return ""

    def after_solving(self, item: Item) -> str:
        """What is said once it is solved, besides the verdict: the author's line, or what the idea was."""
        return str(item.task.right or "")

    def lines(self, item: Item) -> tuple[str, ...]:
        """How the right answer comes about line by line, shown with the solution."""
        return ()

    def number_of_rule(self, item: Item) -> int | None:
        """The number that is asked for, where it stands in a rule as it is."""
        return None

    def played(self, item: Item, result: Result) -> tuple[Action, ...]:
        """The actions whose consequence an answer shows; none where the answer speaks of something else."""
        return ()

    def seat(self, item: Item) -> Player:
        """From whose seat the position is seen."""
        return "you"

    @abstractmethod
    def faults(self, item: Item) -> Iterator[Fault]:
        """What the engine finds wrong with what the author wrote. Raises EngineError for what is impossible."""

    @abstractmethod
    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        """The answer form with the hand that belongs to it: see :mod:`lessons.kinds.common.shown`."""

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        """The running answer as grading takes it. Raises AnswerError."""
        return {name: work.text(name) for name in self.fields}

    def of_choice(self, item: Item, value: str) -> dict[str, Any]:
        """The answer that a choice of the form stands for, by its value."""
        return {"choice": value}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        """What the form says in the fields of its own."""
        return {name: form.get(name, "")[:most] for name, most in self.fields.items()}

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        """What a draft kept of the fields of its own."""
        return {name: str(data.get(name, "")) for name in self.fields}

    def shown_cards(self, item: Item, work: Work) -> tuple[Card, ...]:
        """The cards that can be ticked at this moment."""
        return ()

    def staged(self, item: Item, actions: Sequence[Action]) -> Staged:
        """The turn after these actions. Raises EngineError for what is not there."""
        return Staged(actions=(), hand=(), new=(), unknown=0, laid=0, drawn=0)

    def order(self, item: Item, work: Work) -> tuple[int, ...]:
        """The order in which the actions stand at this moment, where they can be moved."""
        return ()

    def table(self, item: Item, work: Work, *, marked: tuple[Card, ...] = ()) -> TableView | None:
        """The table as the staged actions leave it; of the cards they laid some may be ``marked``."""
        if item.position is None:
            return None
        seat, asked = self.seat(item), self.asked(item, work)
        labelled = work.is_told or not self.reads_table(item)
        return presenting.table(
            item.position, staged=work.actions, seat=seat, asked=asked, labelled=labelled, marked=marked
        )

    def reads_table(self, item: Item) -> bool:
        """Whether the table says in no words, before the verdict, whether the pile is frozen, what a meld needs or to
        what the partner's answer obliges.
        """
        asked = self.table_is_asked or (item.is_puzzle and asks_for_minimum(item.task))
        return asked or item.task.rules[0].startswith(READ_OFF_THE_TABLE)

    def asked(self, item: Item, work: Work) -> Asked:
        """Whether the partner has answered before the turn, answers in it, or is still to be asked."""
        actions = (*given(item.task).actions, *work.actions)
        return "if" if any(action.verb == "ask" for action in actions) else "yes"

    def rule_sets(self, item: Item) -> tuple[RuleSet, ...]:
        """The rule sets by which it is answered."""
        return (item.rules,)

    def one_action(self, item: Item) -> bool:
        """Whether one action is asked for, not what the whole turn needs."""
        return False

    def judged(self, item: Item) -> Iterator[Judged]:
        """Every list of actions that is judged, the solution's too."""
        return iter(())

    def scored(self, item: Item) -> Iterator[Mapping[str, Any]]:
        """Every side that is scored, as the engine reads it."""
        for side in given(item.task).sides.values():
            yield side.to_json()

    def opposing(self, item: Item) -> Opposing | None:
        """The opponents' side, where both are scored."""
        return None

    def numbers(self, item: Item) -> frozenset[int]:
        """Numbers that its texts may speak of besides those of the rules, the table and the answer."""
        return frozenset()

    def is_legal(self, item: Item) -> bool | None:
        """Whether what it claims is legal, where that is what it asks; None elsewhere."""
        return None

    def length(self, item: Item) -> int:
        """How many actions have to be followed, of the longest list that it shows."""
        return max(map(len, given(item.task).lists), default=0)

    def can_be_made(self, laid: Laid) -> bool:
        """Whether somebody can make an exercise of this kind of a laid table; only where it says how it is offered."""
        return False

    def record(self, laid: Laid, *, name: str) -> dict[str, Any]:
        """The keys of a task made of a laid table, as its file writes them, besides the position.

        ``name`` decides what is decided by lot, so that the same exercise comes out each time.
        """
        return {}

    def needs_a_person(self, item: Item) -> bool:
        """Whether only a person can mark an answer where the rules engine is not at hand."""
        return False

    def has_sisters(self, item: Item) -> bool:
        """Whether other cards can make another exercise of it."""
        return True

    def renamed(self, item: Item, rename: Callable[[str], str]) -> dict[str, Any]:
        """What of a task names ranks or melds in a text, with other names, where other cards are to stand in it."""
        return {}

    def is_other(self, item: Item, found: Item) -> bool:
        """Whether an exercise made of other cards is another one."""
        if item.position is not None and found.position is not None:
            return item.position != found.position
        here, there = given(item.task), given(found.task)
        return here.cards != there.cards or here.side != there.side

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        """Parts of the task to change so that something else is right, by lot; the texts fit any of its kind."""
        return iter(())

    def is_turned(self, item: Item, found: Item) -> bool:
        """Whether an exercise made of another one has another right answer, and can be put as it is."""
        return self.solution(item) != self.solution(found)

    def on_paper(self, form: AnswerForm) -> OnPaper:
        """What its form needs on paper."""
        return OnPaper(question=form.question)

    def hand_on_paper(self, item: Item, *, title: str) -> HandView:
        """The hand to look at instead of to tick: in a question for cards they are ringed with a pen."""
        assert item.position is not None
        cards, unknown = sort_cards(item.position.hand), item.position.unknown_cards
        return presenting.hand(cards, selectable=False, title=title, unknown=unknown)

    def takes_others(self, item: Item) -> bool:
        """Whether answers that differ from the solution may be as right."""
        return False

    def in_essence(self, answer: dict[str, Any]) -> dict[str, Any]:
        """An answer as it is counted with others that say the same."""
        return answer


KINDS: Final[dict[KindName, Kind[Any]]] = {}
"""The kinds that are registered, by name."""
KindT = TypeVar("KindT", bound=type[Kind[Any]])


def register(kind: KindT) -> KindT:
    """Let there be exercises of this kind from now on. Raises TypeError naming what it lacks."""
    declared = (name for base in kind.__mro__ for name in vars(base).get("__annotations__", ()))
    lacking = [name for name in declared if not hasattr(kind, name)]
    if lacking:
        raise TypeError(f"the kind {kind.__name__} says nothing of {', '.join(lacking)}")
    KINDS[kind.name] = kind()
    tasks.register(kind.name, kind.model)
    return kind


def forget(name: KindName) -> None:
    """Let there be no exercises of this kind any more."""
    del KINDS[name]
    tasks.forget(name)


def kind_of(item: Item) -> Kind[Any]:
    """The kind of an exercise. Raises LookupError for one that is not registered."""
    if item.kind not in KINDS:
        raise LookupError(f"no kind of exercise is registered as “{item.kind}”")
    return KINDS[item.kind]


def given(task: Task) -> Given:
    """What of a task everybody may ask for, as its kind says."""
    return KINDS[KindName(task.kind)].given(task)


def kind_names() -> dict[KindName, str | Promise]:
    """How the kinds are called, in the order in which they are listed."""
    return {kind.name: kind.title for kind in kinds()}


def kinds() -> tuple[Kind[Any], ...]:
    """All kinds, in the order in which they are listed."""
    return tuple(sorted(KINDS.values(), key=lambda kind: kind.place))
