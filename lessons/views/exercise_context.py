"""The one context of an exercise, for the whole page and for the fragment alike."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.template.defaultfilters import truncatechars
from django.utils.translation import gettext

from engine.cards import Card, sort_cards
from engine.errors import EngineError
from engine.position import SINGLE_PLAYERS, Position
from lessons import answer_form, answer_form_choice, presenting, words
from lessons.answers import AnswerError
from lessons.attempts import Progressing
from lessons.choosing import columns, seat_of
from lessons.comparing import agreed
from lessons.computing import score_side_of
from lessons.consequences import consequence_of, played_in
from lessons.content import Item, Library
from lessons.feedback import (
    MISSES_BEFORE_PARALLEL,
    Feedback,
    feedback_on,
    may_see_cards,
    parallel_to,
    rule_short,
    rule_title,
)
from lessons.grading import grade
from lessons.hints import HINT_COUNT, hints_of
from lessons.models import Attempt
from lessons.progress import Progress
from lessons.result import Result
from lessons.schema import (
    CardsTask,
    CompareTask,
    FindAllTask,
    LegalTask,
    MeldsTask,
    MistakeTask,
    NumberTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
    SheetTask,
    SideTable,
    TurnTask,
)
from lessons.sheets import RowResult
from lessons.sisters import MARK, sister_of
from lessons.templatetags.canasta import plain
from lessons.view_models import TableView
from lessons.views.paths import item_crumbs, item_place, item_url, next_place, position_url, worked_url
from lessons.working import Work, shown_cards, staged_of, work_from_json

MAY_BE_NEGATIVE = frozenset({"red-three-points", "side-total", "score-after"})
ChoiceTask = FindAllTask | PredictTask | MistakeTask | SheetMistakeTask | OrderTask | CompareTask


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an exercise is worked on, if not on its own page: a question of a test, for example.

    A test shows neither hints nor verdicts. ``answered`` is told of the checked answer and says where to go on.
    """

    url: str
    section: str
    crumbs: tuple[tuple[str, str], ...]
    label: str
    answered: Callable[[Attempt], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """An exercise as it is to be shown: the running answer, the last result, and what has just happened."""

    item: Item
    work: Work
    hints_shown: int = 0
    result: Result | None = None
    misses: int = 0
    error: AnswerError | None = None
    note: str = ""
    focus: str = ""
    announce: str = ""
    place: Place | None = None

    @property
    def url(self) -> str:
        return self.place.url if self.place else item_url(self.item)


def shown_from_draft(item: Item, standing: Progressing, *, place: Place | None = None) -> Shown:
    """The exercise as the learner left it."""
    if place is not None:
        return Shown(item=item, work=work_from_json(standing.answer, item), place=place)
    return Shown(
        item=item,
        work=work_from_json(standing.answer, item),
        hints_shown=standing.hints_shown,
        result=result_again(item, standing.last_result, misses=standing.misses),
        misses=standing.misses,
    )


def result_again(item: Item, attempt: Attempt | None, *, misses: int) -> Result | None:
    """The result of an earlier attempt, told in the language of today; None if the exercise has changed since."""
    if attempt is None or attempt.content_hash != item.content_hash:
        return None
    before = misses - (attempt.outcome == Attempt.Outcome.WRONG)
    try:
        return grade(item, attempt.answer, reveal=may_see_cards(before))
    except AnswerError:
        return None


def exercise_context(shown: Shown, *, library: Library, progress: Progress) -> dict[str, Any]:
    """Everything that ``lessons/exercise.html`` shows."""
    item, work, result = shown.item, shown.work, shown.result
    feedback = _feedback(item, result, misses=shown.misses) if result else None
    goal = plain(item.goal)
    place = shown.place
    label = place.label if place else item_place(item, library)
    return {
        "section": place.section if place else "puzzles" if item.is_puzzle else "course",
        "crumbs": place.crumbs if place else item_crumbs(item, library),
        "place": label,
        "dots": [] if place else _dots(item, library, progress),
        "page_title": f"{label}: {truncatechars(goal, 60)}",
        "is_test": place is not None,
        "item": item,
        "action_url": shown.url,
        "facts": _facts(item),
        "note": shown.note or (_one_answer() if place else _difficulty(item)),
        "feedback": feedback,
        "follows": _follows(item, result),
        "hints": [
            {"text": hint.text, "url": item_url(hint.sister) if hint.sister else ""}
            for hint in hints_of(item, shown=shown.hints_shown)
        ],
        "hints_left": 0 if place else HINT_COUNT - shown.hints_shown,
        "next": _next(item, library, feedback),
        "position_url": position_url(item.position) if item.position else None,
        "token": str(uuid.uuid4()),
        "content_hash": item.content_hash,
        "can_reset": bool(work.to_json()) or result is not None,
        "answer_error": shown.error,
        "focus": shown.focus,
        "announce": shown.announce,
        **_table(item, work),
        **_answer(item, work, result, shown.error, focus=shown.focus),
    }


def _feedback(item: Item, result: Result, *, misses: int) -> Feedback:
    feedback = feedback_on(item, result, misses=misses)
    if result.outcome != "wrong" or misses < MISSES_BEFORE_PARALLEL:
        return feedback
    if MARK not in item.slug and sister_of(item, 1) is not None:
        return replace(feedback, worked_url=worked_url(item))
    parallel = parallel_to(item)
    return replace(feedback, parallel_url=item_url(parallel)) if parallel else feedback


def _follows(item: Item, result: Result | None) -> dict[str, Any] | None:
    """What follows at the table from an answer that is not right, with the table as it stands then."""
    if result is None or result.outcome != "wrong" or result.verdict is None or item.position is None:
        return None
    consequence = consequence_of(
        item.position,
        played_in(item, result),
        result.verdict,
        next_cards=getattr(item.task, "next_cards", ()),
    )
    if consequence is None:
        return None
    after = consequence.position
    return {
        "sentences": consequence.sentences,
        "table": presenting.table(after),
        "hand": presenting.hand(after.hand, selectable=False, unknown=after.unknown_cards),
    }


def _dots(item: Item, library: Library, progress: Progress) -> list[str]:
    if item.is_puzzle:
        return []
    return ["now" if step.slug == item.slug else progress.of(step).state for step in library.siblings(item)]


def _facts(item: Item) -> list[str]:
    task = item.task
    if isinstance(task, CompareTask):
        both = [words.rule_set_name(column.rules) for column in columns(task)]
        return [gettext("%(first)s and %(second)s") % {"first": both[0], "second": both[1]}]
    if item.position is not None:
        return presenting.facts(
            item.position, one_action=isinstance(task, CardsTask) and bool(task.do), seat=seat_of(item)
        )
    facts = presenting.facts(rules=item.rules)
    side = getattr(task, "side", None)
    if side is not None:
        facts += _side_facts(side, alone=item.rules.default_players <= SINGLE_PLAYERS)
    return facts


def _side_facts(side: SideTable, *, alone: bool) -> list[str]:
    """Whether the side went out and what it had; where everybody plays alone, the side is "you"."""
    points = {"points": presenting.points_words(side.score_before)}
    if alone:
        went_out = {
            "no": gettext("You did not go out"),
            "yes": gettext("You went out"),
            "concealed": gettext("You went out concealed"),
        }
        return [went_out[side.went_out], gettext("Before the deal you had %(points)s") % points]
    went_out = {
        "no": gettext("Nobody of your side went out"),
        "yes": gettext("Somebody of your side went out"),
        "concealed": gettext("Somebody of your side went out concealed"),
    }
    return [went_out[side.went_out], gettext("Before the deal your side had %(points)s") % points]


def _difficulty(item: Item) -> str:
    if not item.is_puzzle or item.task.difficulty is None:
        return ""
    return gettext("Difficulty %(difficulty)s of 5") % {"difficulty": item.task.difficulty}


def _one_answer() -> str:
    return gettext("Your first answer counts. What was right you see at the end.")


def _next(item: Item, library: Library, feedback: Feedback | None) -> dict[str, str] | None:
    if feedback is None or (feedback.outcome != "right" and not feedback.solution):
        return None
    kind, label, _, _ = next_place(item, library)
    return {"kind": kind, "label": label}


def _table(item: Item, work: Work) -> dict[str, Any]:
    """The table before the staged actions, or the side whose deal is scored."""
    side = getattr(item.task, "side", None)
    if side is not None:
        scored = score_side_of(side, item.rules)
        titles = (gettext("Left in your hand"), gettext("Left in your partner’s hand"))
        hands = [{"title": title, "cards": cards} for title, cards in zip(titles, scored.hands, strict=False)]
        return {
            "table": None,
            "score_side": presenting.score_table(scored.melds, scored.red_threes, item.rules),
            "score_hands": hands,
        }
    if isinstance(item.task, CompareTask) and item.position is not None:
        return {"table": neutral_table(item.task), "score_side": None, "score_hands": ()}
    table = (
        presenting.table(item.position, staged=work.actions, seat=seat_of(item), asked=_asked(item, work))
        if item.position
        else None
    )
    return {"table": table, "score_side": None, "score_hands": ()}


def neutral_table(task: CompareTask) -> TableView | None:
    """The table of a comparison with only what both rule sets say of it."""
    one, other = (column.position for column in columns(task))
    if one is None or other is None:
        return None
    return agreed(presenting.table(one), presenting.table(other))


def _answer(
    item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
) -> dict[str, Any]:
    """The answer form with the hand that belongs to it."""
    marked = result.marked_cards if result and result.outcome == "wrong" else ()
    match item.task:
        case LegalTask() as task:
            return _still(task.position, marked) | {"form": _legal_form(item, task, work)}
        case CardsTask() as task:
            return _cards_answer(item, task, work, result, marked)
        case MeldsTask() | TurnTask() as task:
            return _staged_answer(item, task, work, marked)
        case NumberTask() as task:
            shown = task.cards or task.red_threes or ()
            values = {"number": work.number}
            hand = (
                _still(task.position, ())
                if task.position
                else {"hand": None, "selection_words": "", "tray": None}
            )
            signed = task.compute in MAY_BE_NEGATIVE
            form = answer_form.number_form(values, signed=signed)
            return hand | {"form": form, "shown": sort_cards(shown) or None}
        case (
            FindAllTask() | PredictTask() | MistakeTask() | SheetMistakeTask() | OrderTask() | CompareTask()
        ) as task:
            return _chosen_answer(item, task, work, result, focus=focus)
        case SheetTask():
            rows = result.rows if result else {}
            invalid = error.where.removeprefix("row-") if error and error.where.startswith("row-") else ""
            form = answer_form.sheet_form(
                work.rows, {key: _row(row) for key, row in rows.items()}, rules=item.rules, invalid=invalid
            )
            return {"hand": None, "selection_words": "", "tray": None, "form": form, "shown": None}


def _still(position: Position, marked: tuple[Card, ...], *, title: str = "") -> dict[str, Any]:
    """The hand of a position, to look at."""
    hand = presenting.hand(
        position.hand, marked=marked, selectable=False, unknown=position.unknown_cards, title=title
    )
    return {"hand": hand, "selection_words": "", "tray": None, "shown": None}


def _legal_form(item: Item, task: LegalTask, work: Work) -> answer_form.AnswerForm:
    reasons = [
        (rule, rule_title(rule, item.rules) or rule, rule_short(rule, item.rules)) for rule in task.reasons
    ]
    return answer_form.legal_form(task.actions, reasons, {"legal": work.legal, "reason": work.reason})


def _cards_answer(
    item: Item, task: CardsTask, work: Work, result: Result | None, marked: tuple[Card, ...]
) -> dict[str, Any]:
    cards = shown_cards(item, work)
    title = gettext("Cards") if task.cards else ""
    unknown = task.position.unknown_cards if task.position else 0
    top = task.position.upcard if task.position else None
    # Groups and gold edges say which cards are wild or threes: not before the question that asks it is answered.
    plain_cards = bool(task.find) and (result is None or result.outcome != "right")
    hand = presenting.hand(
        cards, selected=work.selected, marked=marked, title=title, unknown=unknown, plain=plain_cards
    )
    return {
        "hand": hand,
        "selection_words": answer_form.selection_words(cards),
        "tray": None,
        "shown": None,
        "form": answer_form.cards_form(
            do=task.do or "",
            top=top,
            typed=work.typed,
            suits_count=item.rules.sequences and not task.find,
            none_offered=bool(task.find),
            none_checked=work.none,
        ),
    }


def _staged_answer(
    item: Item, task: MeldsTask | TurnTask, work: Work, marked: tuple[Card, ...]
) -> dict[str, Any]:
    position = task.position
    try:
        staged = staged_of(item, work.actions)
    except EngineError:  # a draft of an exercise that has changed
        work = Work()
        staged = staged_of(item, ())
    opening = not position.own.opened
    # The verdict points at cards that are staged first of all, and at the rest of them in the hand.
    laid = Counter(card for action in staged.actions for card in action.cards)
    hand = presenting.hand(
        staged.hand,
        selected=work.selected,
        marked=(Counter(marked) - laid).elements(),
        new=staged.new,
        unknown=staged.unknown,
    )
    if isinstance(task, TurnTask):
        form = answer_form.turn_form(position, staged.actions, hand=staged.hand, typed=work.typed)
    else:
        form = answer_form.melds_form(position, staged.actions, typed=work.typed)
    return {
        "hand": hand,
        "selection_words": answer_form.selection_words(staged.hand),
        "tray": presenting.tray(
            staged.actions,
            have=staged.laid if opening else None,
            need=position.initial_minimum if opening else None,
            marked=marked,
        ),
        "shown": None,
        "form": form,
    }


def _chosen_answer(
    item: Item, task: ChoiceTask, work: Work, result: Result | None, *, focus: str
) -> dict[str, Any]:
    """The form of a task in which something shown is chosen, and the hand to look at."""
    rows = result.rows if result else {}
    reasons = [
        (rule, rule_title(rule, item.rules) or rule, rule_short(rule, item.rules))
        for rule in getattr(task, "reasons", ())
    ]
    match task:
        case FindAllTask():
            form = answer_form_choice.find_all_form(task, work, rows)
        case PredictTask():
            form = answer_form_choice.predict_form(task, work)
        case MistakeTask():
            form = answer_form_choice.mistake_form(task, work, reasons)
        case SheetMistakeTask():
            form = answer_form_choice.sheet_mistake_form(item, task, work, reasons)
        case OrderTask():
            form = answer_form_choice.order_form(item, task, work, focus=focus)
        case CompareTask():
            form = answer_form_choice.compare_form(task, work, columns(task), rows)
    still = {"hand": None, "selection_words": "", "tray": None, "shown": None}
    if item.position is not None:
        still = _still(item.position, (), title=_whose_hand(item))
    return still | {"form": form}


def _whose_hand(item: Item) -> str:
    return {
        "you": "",
        "partner": gettext("Your partner’s hand"),
        "opponent": gettext("The opponent’s hand"),
    }[seat_of(item)]


def _asked(item: Item, work: Work) -> presenting.Asked:
    """Whether the partner has answered before the turn of this exercise, answers in it, or is still to be asked."""
    actions = (*(getattr(item.task, "actions", None) or ()), *work.actions)
    if isinstance(item.task, TurnTask):
        begun = item.position is not None and item.position.phase == "play"
        return "yes" if begun or any(action.verb == "ask" for action in actions) else "hidden"
    return "if" if any(action.verb == "ask" for action in actions) else "yes"


def _row(row: RowResult) -> dict[str, str]:
    return {"mark": row.mark, "comment": row.comment, "rule_id": row.rule_id}
