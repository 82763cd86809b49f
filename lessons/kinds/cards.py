"""Pick cards: all that have a property, or those that make one legal action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Annotated, Any, Final, Literal, Self

from django.http import QueryDict
from django.utils.translation import gettext, gettext_lazy, ngettext
from pydantic import StringConstraints, model_validator

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, Card, sort_cards
from engine.law.melds import is_run
from engine.law.position import Position
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.content.base import Cards as CardsText
from lessons.content.base import RuleSetName
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.asking.solving import solution
from lessons.kinds.common import diagnoses
from lessons.kinds.common.accepting import PlayedTask
from lessons.kinds.common.answers import AnswerError, chosen_among
from lessons.kinds.common.card_buttons import CardsForm, one_action_button, selection_words
from lessons.kinds.common.conditions import with_conditions
from lessons.kinds.common.forms import AnswerForm
from lessons.kinds.common.on_paper import OnPaper
from lessons.kinds.common.options import check_button
from lessons.kinds.common.playing import action_of, grade_actions, is_accepted, read_cards, these, unsolved
from lessons.kinds.common.result import Result
from lessons.kinds.common.shown import marked_in
from lessons.kinds.common.work import Work
from lessons.kinds.registry import Fault, Judged, Kind, register
from lessons.saying.cards import found_right, found_wrong, property_of, rule_behind
from lessons.saying.remedies import actions_in_words
from lessons.table import presenting
from lessons.table.view_models import HandView
from lessons.words import naming

MOST_APART: Final = 3
"""Cards of one suit that are no row are tried up to so many at once: they may go to both ends of a sequence."""


FIND: Final = (
    r"^(wild|joker|red-three|black-three|natural|points:\d{1,3}|worth-more-than:\d{1,3}|rank:[4-9TJQKA23])$"
)
MELD_NAME: Final = r"([4-9TJQKA3W](#[1-9])?|[4-9TJQKA][cdhs]-[4-9TJQKA][cdhs])"
DO: Final = rf"^(meld|take|take-onto|discard|(add|take-onto):{MELD_NAME})$"


class CardsTask(PlayedTask):
    """Choose cards: all that have a property, or those that make one legal action."""

    kind: Literal["cards"]
    find: Annotated[str, StringConstraints(pattern=FIND)] | None = None
    do: Annotated[str, StringConstraints(pattern=DO)] | None = None
    cards: CardsText = ()
    rule_set: RuleSetName = "classic"

    @property
    def has_its_own_goal(self) -> bool:
        return self.find is not None

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
        return self


@register
class Cards(Kind[CardsTask]):
    """Cards are ticked: with ``find`` all that have a property, with ``do`` those that are played."""

    name = KindName("cards")
    title = gettext_lazy("Pick cards")
    place = 2
    model = CardsTask
    pace = "seconds"
    takes_cards = True

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        chosen = sort_cards(read_cards(answer.get("cards", "")))
        if task.find:
            return _grade_found(task, chosen, nothing=bool(answer.get("none")), reveal=reveal)
        if not chosen and not (task.do or "").startswith("take-onto"):
            raise AnswerError("cards", gettext("Select at least one card first."))
        assert task.position is not None
        return grade_actions(
            task,
            (action_of(task.do or "", chosen, task.position),),
            reveal=reveal,
            unfinished=task.do != "discard",
            answer={"cards": format_cards(chosen)},
            read_on="" if item.is_puzzle else task.rules[0],
            where="cards",
        )

    def has_many_answers(self, item: Item) -> bool:
        return self.task(item).find is None

    def solution(self, item: Item) -> dict[str, Any] | None:
        task = self.task(item)
        if task.find:
            cards = [card for card in shown_of(task) if property_of(task.find)(card)]
            return {"cards": format_cards(cards)} if cards else {"cards": "", "none": True}
        assert task.position is not None
        for choice in _choices(task.position):
            answer = {"cards": format_cards(choice)}
            if is_accepted(item, answer):
                return answer
        return None

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return self.answer_in_words(item, answer)

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        task, cards = self.task(item), parse_cards(answer["cards"])
        if task.do and task.position is not None:
            return actions_in_words([action_of(task.do, cards, task.position)])
        return f"{{{answer['cards']}}}" if cards else gettext("None of them.")

    def concerned(self, item: Item) -> str:
        cards = parse_cards((solution(item) or {}).get("cards", ""))
        if not self.task(item).find:
            if len(cards) > 1:
                facts = {"count": naming.number_word(len(cards)), "card": format_cards(cards[:1])}
                return gettext("You need %(count)s cards. This is one of them: {%(card)s}") % facts
            return these(cards) or gettext("You need no cards from your hand here.")
        return ngettext(
            "You are looking for one card.", "You are looking for %(count)s cards.", len(cards)
        ) % {"count": naming.number_word(len(cards))}

    def rule_to_hint_at(self, item: Item) -> str:
        task = self.task(item)
        return _rule_behind(task) if task.find else super().rule_to_hint_at(item)

    def goal(self, item: Item, *, alone: bool) -> str:
        task = self.task(item)
        if task.find:
            return _find(task.find)
        return with_conditions(_do(task.do or "", alone=alone), task.accept, alone=alone)

    def played(self, item: Item, result: Result) -> tuple[Action, ...]:
        task = self.task(item)
        if not task.do or task.position is None:
            return ()
        return (action_of(task.do, parse_cards(result.answer["cards"]), task.position),)

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task, cards = self.task(item), self.shown_cards(item, work)
        # Groups and gold edges say which cards are wild or threes: not before the question that asks it is answered.
        plain_cards = bool(task.find) and (result is None or result.outcome != "right")
        hand = presenting.hand(
            cards,
            selected=work.selected,
            marked=marked_in(result),
            title=_title(task),
            unknown=task.position.unknown_cards if task.position else 0,
            plain=plain_cards,
        )
        hand = _counted_once(hand, task)
        form = cards_form(
            do=task.do or "",
            top=task.position.upcard if task.position else None,
            typed=work.typed,
            suits_count=item.rules.sequences and not task.find,
            none_offered=bool(task.find),
            none_checked=bool(work.entered.get("none")),
        )
        words = selection_words(cards)
        return {"hand": hand, "selection_words": words, "tray": None, "shown": None, "form": form}

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        chosen = chosen_among(self.shown_cards(item, work), work, suits_count=item.rules.sequences)
        return {"cards": format_cards(chosen), "none": bool(work.entered.get("none"))}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        return {"none": bool(form.get("none"))}

    def from_draft(self, item: Item, data: Mapping[str, Any]) -> dict[str, Any]:
        return {"none": bool(data.get("none"))}

    def shown_cards(self, item: Item, work: Work) -> tuple[Card, ...]:
        return shown_of(self.task(item))

    def one_action(self, item: Item) -> bool:
        return bool(self.task(item).do)

    def renamed(self, item: Item, rename: Callable[[str], str]) -> dict[str, Any]:
        task, found = self.task(item), {}
        if task.do:
            verb, colon, target = task.do.partition(":")
            found["do"] = f"{verb}{colon}{rename(target)}"
        if task.find and task.find.startswith("rank:") and task.find[5:] in NATURAL_RANKS:
            found["find"] = f"rank:{rename(task.find[5:])}"
        return found

    def needs_a_person(self, item: Item) -> bool:
        return self.one_action(item)

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        if task.position is not None and task.do:
            answer = solution(item) or {}
            chosen = parse_actions([f"meld {answer['cards']}"])[0].cards if answer.get("cards") else ()
            yield task.position, (action_of(task.do, chosen, task.position),), task.do != "discard"

    def faults(self, item: Item) -> Iterator[Fault]:
        if not self.task(item).find:
            yield from unsolved(item)
        elif not (solution(item) or {}).get("cards"):
            yield "find", "no card shown has this property"

    def on_paper(self, form: AnswerForm) -> OnPaper:
        return OnPaper(instruction=gettext("Circle the cards."))

    def hand_on_paper(self, item: Item, *, title: str) -> HandView:
        task = self.task(item)
        hand = presenting.hand(shown_of(task), selectable=False, title=title, plain=bool(task.find))
        return _counted_once(hand, task)

    def takes_others(self, item: Item) -> bool:
        return bool(self.task(item).do)


def cards_form(
    *,
    do: str = "",
    top: Card | None = None,
    typed: str = "",
    suits_count: bool = False,
    none_offered: bool = False,
    none_checked: bool = False,
) -> CardsForm:
    """Pick cards. With ``do`` they become one action and the button that names it is the check."""
    return CardsForm(
        kind="cards",
        check=one_action_button(do, top) if do else check_button(gettext("Check the selection")),
        typed=typed,
        suits_count=suits_count,
        none_offered=none_offered,
        none_checked=none_checked,
    )


def shown_of(task: CardsTask) -> tuple[Card, ...]:
    """The cards among which is chosen."""
    return task.cards or (task.position.hand if task.position else ())


def _title(task: CardsTask) -> str:
    """Cards that are nobody's hand are called by their number."""
    return naming.card_count(len(task.cards)) if task.cards else ""


def _counted_once(hand: HandView, task: CardsTask) -> HandView:
    return replace(hand, count_words="") if task.cards else hand


def _rule_behind(task: CardsTask) -> str:
    find = task.find or ""
    return rule_behind(find, [card for card in shown_of(task) if property_of(find)(card)], task.rules[0])


def _grade_found(task: CardsTask, chosen: tuple[Card, ...], *, nothing: bool, reveal: bool) -> Result:
    shown = task.cards or (task.position.hand if task.position else ())
    assert task.find is not None
    has = property_of(task.find)
    wanted = Counter(card for card in shown if has(card))
    given = Counter(chosen)
    if given - Counter(shown):
        raise AnswerError("cards", gettext("You can choose only from the cards shown."))
    if not chosen and not nothing:
        raise AnswerError("cards", gettext("Select the cards first, or “None of them”."))
    if chosen and nothing:
        raise AnswerError("cards", gettext("Select cards or choose “None of them”, not both."))
    extra, missing = sort_cards((given - wanted).elements()), sort_cards((wanted - given).elements())
    answer = {"cards": format_cards(chosen), **({"none": True} if nothing else {})}
    rule = _rule_behind(task)
    if not extra and not missing:
        return Result(
            outcome="right",
            answer=answer,
            explanation=found_right(task.find, rule),
        )
    return Result(
        outcome="wrong",
        answer=answer,
        explanation=found_wrong(task.find, extra=extra, missing=missing, rule=rule, reveal=reveal),
        marked_cards=extra,
        diagnoses=tuple(
            shown(task.find)
            for shown, cards in ((diagnoses.takes_in, extra), (diagnoses.leaves_out, missing))
            if cards
        ),
    )


def _choices(position: Position) -> Iterator[tuple[Card, ...]]:
    """Selections of hand cards, small ones first: cards of a rank, each once up to suits, and rows of a suit."""
    suits_count = position.rules.sequences
    seen: set[tuple[int, ...]] = set()
    for size in range(min(len(position.hand), 8) + 1):
        for cards in combinations(position.hand, size):
            ranks = {card.kind for card in cards if not card.is_wild}
            key = tuple(sorted(card.order if suits_count else card.kind for card in cards))
            one_suit = suits_count and len({card.suit for card in cards if card.is_natural}) == 1
            one_kind = len(ranks) <= 1 or (suits_count and is_run(cards)) or (one_suit and size <= MOST_APART)
            if one_kind and key not in seen:
                seen.add(key)
                yield cards


def _find(find: str) -> str:
    name, _, value = find.partition(":")
    match name:
        case "wild":
            return gettext("Choose all wild cards.")
        case "joker":
            return gettext("Choose all jokers.")
        case "red-three":
            return gettext("Choose all red threes.")
        case "black-three":
            return gettext("Choose all black threes.")
        case "natural":
            return gettext("Choose all natural cards.")
        case "points":
            return gettext("Choose all cards worth %(points)s points.") % {"points": value}
        case "worth-more-than":
            return gettext("Choose all cards worth more than %(points)s points.") % {"points": value}
    return gettext("Choose all %(rank)s.") % {"rank": naming.rank_many(value)}


def _do(do: str, *, alone: bool) -> str:
    verb, _, target = do.partition(":")
    match verb:
        case "take":
            return gettext("Choose the cards with which you take the pile.")
        case "take-onto":
            return (
                gettext(
                    "Take the pile, adding its top card to one of your melds: choose what you need for that."
                )
                if alone
                else gettext(
                    "Take the pile, adding its top card to one of your side’s melds: choose what you need "
                    "for that."
                )
            )
        case "add":
            return gettext("Choose the cards to add to the %(meld)s.") % {"meld": naming.target_name(target)}
        case "discard":
            return gettext("Choose the card to discard.")
    return gettext("Choose cards that make a legal meld.")
