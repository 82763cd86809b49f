"""What kinds have in common whose answer is a list of actions, staged one by one in a tray."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeVar

from django.utils.translation import gettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.position import Position
from engine.notation.text import parse_actions, parse_cards
from lessons.content.base import ActionTexts, PositionText
from lessons.content.reading import Item
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.accepting import PlayedTask, side_now
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.card_buttons import CardsForm, selection_words
from lessons.kinds.common.given import asks_for_minimum
from lessons.kinds.common.ideas import idea_in_words
from lessons.kinds.common.playing import is_accepted, these, unsolved
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import marked_in
from lessons.kinds.common.work import Work
from lessons.kinds.registry import MINIMUM_IS_ASKED, Fault, Judged, Kind
from lessons.saying.remedies import actions_in_words
from lessons.table import presenting
from lessons.table.laying import laid_on
from lessons.table.staging import Staged, stage


class StagedTask(PlayedTask):
    """What tasks have whose actions are staged: always a position.

    A puzzle with an idea names the ``tempting`` turn that does what is asked for but for one rule, or one number, and
    ``others`` that are allowed and bring about as much; the first of them is an answer.
    """

    position: PositionText
    tempting: ActionTexts = ()
    others: tuple[ActionTexts, ...] = ()

    @property
    def has_its_own_goal(self) -> bool:
        return bool(self.tempting)


StagedT = TypeVar("StagedT", bound=StagedTask)
MOST_STATES: Final = 4000
LAST: Final = ("discard", "end")
IN_TEXT: Final = re.compile(r"\{([^}]*)\}")
LAYING: Final = ("meld", "add", "merge")
WITH_WILDS: Final = ("take", "meld", "add")
_FIRST_VERBS = ("expose", "take", "meld", "add", "merge", "draw", "discard", "end", "ask")


class Building(Kind[StagedT]):
    """Actions are built and judged together. What a step may be, and when an answer is whole, differs."""

    takes_cards = True
    stages = True

    @abstractmethod
    def steps(self, task: StagedT, actions: tuple[Action, ...]) -> list[Action]:
        """What may be done next, while a solution is looked for."""

    @abstractmethod
    def is_whole(self, task: StagedT, actions: tuple[Action, ...]) -> bool:
        """Whether these actions may be an answer."""

    def next_cards(self, task: StagedT) -> tuple[Card, ...]:
        """What the stock will give."""
        return ()

    def has_many_answers(self, item: Item) -> bool:
        return True

    def solution(self, item: Item) -> dict[str, Any] | None:
        """One of those that the exercise names, else one that is found, without what it can do without."""
        others = self.task(item).others
        known = next((told_actions(one) for one in others if is_accepted(item, told_actions(one))), None)
        if known is not None:
            return known
        found = self._found(item)
        return None if found is None else told_actions(pared(item, found))

    def _found(self, item: Item) -> tuple[Action, ...] | None:
        """Depth-first through legal steps: laying before discarding, so that an answer is found early."""
        task = self.task(item)
        position = task.position
        seen: set[object] = set()
        stack: list[tuple[Action, ...]] = [()]
        while stack and len(seen) < MOST_STATES:
            actions = stack.pop()
            if actions and self.is_whole(task, actions) and is_accepted(item, told_actions(actions)):
                return actions
            if actions and actions[-1].verb in LAST:
                continue
            hand = stage(position, actions).hand
            for step in sorted(self.steps(task, actions), key=lambda step: _turn(step, hand), reverse=True):
                try:
                    following = stage(position, (*actions, step), next_cards=self.next_cards(task)).actions
                except EngineError:
                    continue
                key = _state(position, following)
                if key not in seen:
                    seen.add(key)
                    stack.append(following)
        return None

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return self.answer_in_words(item, answer)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return actions_in_words(parse_actions(answer["actions"]))

    def concerned(self, item: Item) -> str:
        actions = parse_actions((solution(item) or {}).get("actions", ()))
        laying = [action for action in actions if _lays(action)]
        if not laying:
            return gettext("Nothing needs to be melded here.")
        # The first hint may have asked where a wild card goes.
        asked = wild_cards_in(str(item.task.look))
        begin = next((action for action in laying if asked.intersection(action.cards)), laying[0])
        if begin.verb == "merge":
            return gettext("What matters already lies on your side of the table: two melds of one rank.")
        return these(begin.cards) or gettext("Everything depends on the top card of the pile: begin with it.")

    def played(self, item: Item, result: Result) -> tuple[Action, ...]:
        return parse_actions(result.answer["actions"])

    @abstractmethod
    def buttons(self, task: StagedT, staged: Staged, work: Work) -> CardsForm:
        """The form, with the buttons that stage an action."""

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task, marked = self.task(item), marked_in(result)
        position = task.position
        try:
            staged = self.staged(item, work.actions)
        except EngineError:  # a draft of an exercise that has changed
            work = Work()
            staged = self.staged(item, ())
        is_asked = task.rules[0].startswith(MINIMUM_IS_ASKED) or (item.is_puzzle and asks_for_minimum(task))
        counts = work.is_told or not is_asked
        opening = counts and not position.own.opened
        # The verdict points at cards that are staged first of all, and at the rest of them in the hand.
        laid = Counter(card for action in staged.actions for card in action.cards)
        hand = presenting.hand(
            staged.hand,
            selected=work.selected,
            marked=(Counter(marked) - laid).elements(),
            new=staged.new,
            unknown=staged.unknown,
        )
        tray = presenting.tray(
            staged.actions,
            have=staged.laid if opening else None,
            need=position.initial_minimum if opening else None,
            marked=marked,
            seen_stays=not work.checked,
            lying=laid_on(position, staged.actions).taken_back_there,
        )
        words, form = selection_words(staged.hand), self.buttons(task, staged, work)
        return {"hand": hand, "selection_words": words, "tray": tray, "shown": None, "form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return told_actions(work.actions)

    def shown_cards(self, item: Item, work: Work) -> tuple[Card, ...]:
        return self.staged(item, work.actions).hand

    def staged(self, item: Item, actions: Sequence[Action]) -> Staged:
        task = self.task(item)
        return stage(task.position, actions, next_cards=self.next_cards(task))

    def judged(self, item: Item) -> Iterator[Judged]:
        answer = solution(item) or {}
        if "actions" in answer:
            yield self.task(item).position, parse_actions(answer["actions"]), False
        task = self.task(item)
        yield from ((task.position, actions, False) for actions in (task.tempting, *task.others) if actions)

    def scored(self, item: Item) -> Iterator[Mapping[str, Any]]:
        """Where the sheet is compared: what each turn that is named leaves to be scored."""
        task = self.task(item)
        if task.accept is None or task.accept.sheet_min is None:
            return
        for actions in (task.tempting, *task.others):
            verdict = judge(task.position, actions, remedy=False)
            if verdict.legal:
                yield side_now(verdict)

    def renamed(self, item: Item, rename: Callable[[str], str]) -> dict[str, Any]:
        accept = self.task(item).accept
        if accept is None or accept.keeps_pair is None:
            return {}
        return {"accept": accept.model_copy(update={"keeps_pair": rename(accept.keeps_pair)})}

    def after_solving(self, item: Item) -> str:
        return idea_in_words(self.task(item)) or super().after_solving(item)

    def faults(self, item: Item) -> Iterator[Fault]:
        return unsolved(item)

    def needs_a_person(self, item: Item) -> bool:
        return True

    def takes_others(self, item: Item) -> bool:
        return True


def wild_cards_in(text: str) -> set[Card]:
    """The wild cards that a text shows: ``{2h}``."""
    shown = (card for group in IN_TEXT.findall(text) for card in parse_cards(group))
    return {card for card in shown if card.is_wild}


def pared(item: Item, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """The same answer without the actions, and then without the wild cards, that nothing asks for."""
    for place in reversed(range(len(actions))):
        if actions[place].verb not in LAYING:
            continue
        without = (*actions[:place], *actions[place + 1 :])
        if without and is_accepted(item, told_actions(without)):
            actions = without
    for place, action in enumerate(actions):
        for card in filter(lambda card: card.is_wild, action.cards if action.verb in WITH_WILDS else ()):
            cards = list(actions[place].cards)
            cards.remove(card)
            without = (*actions[:place], replace(actions[place], cards=tuple(cards)), *actions[place + 1 :])
            if is_accepted(item, told_actions(without)):
                actions = without
    return actions


def told_actions(actions: Sequence[Action]) -> dict[str, Any]:
    """Actions as an answer."""
    return {"actions": [str(action) for action in actions]}


def _turn(step: Action, hand: tuple[Card, ...]) -> tuple[int, ...]:
    """When to try a step: by its verb, and among discards first what a player parts with most easily."""
    verb = _FIRST_VERBS.index(step.verb)
    if step.verb != "discard":
        return (verb,)
    discard = step.cards[0]
    return (
        verb,
        discard.is_wild,
        sum(card.kind == discard.kind for card in hand),
        discard.points,
        discard.kind,
    )


def _state(position: Position, actions: tuple[Action, ...]) -> object:
    verdict = judge(position, actions, unfinished=True, remedy=False)
    return verdict.after if verdict.legal else actions


def _lays(action: Action) -> bool:
    return action.verb in ("take", "meld", "add", "merge")
