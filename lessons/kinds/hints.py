"""The ladder of hints: where to look, the rule in this case, the cards or the line concerned, a worked answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from engine.law.position import Position
from engine.law.ruleset import RuleSet
from engine.notation.text import format_cards, parse_actions, parse_cards
from lessons.content.choices import (
    CompareTask,
    FindAllTask,
    MistakeTask,
    OrderTask,
    PredictTask,
    SheetMistakeTask,
)
from lessons.content.reading import Item
from lessons.content.schema import CardsTask, LegalTask, MeldsTask, NumberTask, SheetTask, TurnTask
from lessons.counting.computing import sheet_of
from lessons.kinds import sheets
from lessons.kinds.choosing import columns, legal_options, mistake_verdict, option_verdict
from lessons.kinds.feedback import names_answer, rule_short, rule_title, solution_in_words
from lessons.kinds.solving import solution
from lessons.saying.base import some_canastas, some_points, wild_cards
from lessons.saying.numbers import counted, how_counted
from lessons.saying.rule_values import said
from lessons.saying.verdicts import deciding_breach, offending_cards
from lessons.words import naming

HINT_COUNT: Final = 4
_MOST_CARDS: Final = 8
_ABOUT_WILDS: Final = "wild.majority"
"""The rule about how many wild cards lie in a meld that does not name the number itself."""
_KEEPING: Final = "turn.keep-a-card"
"""The one rule about the turn that depends on the canastas of the side."""
_ONE_CARD: Final = "pickup.one-card-rule"
"""The one rule about the pile that does not depend on the rank of its top card."""


def hints_of(item: Item, *, shown: int) -> list[str]:
    """The first hints in order; the last of all is a worked answer."""
    makers: tuple[Callable[[Item], str], ...] = (_where_to_look, rule_hint, concerned, worked)
    return [make(item) for make in makers[:shown]]


def _where_to_look(item: Item) -> str:
    return str(item.task.look)


def worked(item: Item) -> str:
    """A right answer, and how it is counted where a number was asked for."""
    answer = gettext("One right answer: %(answer)s") % {"answer": solution_in_words(item)}
    return f"{answer}. {how_counted(item)}" if isinstance(item.task, NumberTask) else answer


def concerned(item: Item) -> str:
    """The cards or the line on which it depends."""
    task = item.task
    match task:
        case LegalTask():
            return _cards_of_claim(task)
        case CardsTask() if task.find:
            return _how_many_to_find(item, task)
        case CardsTask() | MeldsTask() | TurnTask():
            return _cards_to_begin_with(item)
        case NumberTask():
            return _rule_that_names(item) or _cards_to_count(task)
        case SheetTask():
            return _line_to_begin_with(item, task)
        case FindAllTask():
            return _how_many_are_allowed(task)
        case PredictTask():
            return _one_that_is_not(task)
        case MistakeTask():
            verdict = mistake_verdict(task)
            cards = offending_cards(deciding_breach(verdict), task.actions)
            return _these(cards) or gettext("It is one of the last actions.")
        case SheetMistakeTask():
            return _two_rows(item, task)
        case OrderTask():
            first = naming.action_in_words(task.actions[0])
            return gettext("This comes first: %(action)s.") % {"action": first}
        case CompareTask():
            return _what_both_say(task)


def _these(cards: tuple[Card, ...]) -> str:
    if not cards:
        return ""
    return gettext("It depends on these cards: {%(cards)s}") % {
        "cards": format_cards(sort_cards(cards)[:_MOST_CARDS])
    }


def _cards_of_claim(task: LegalTask) -> str:
    verdict = judge(task.position, task.actions, unfinished=task.unfinished, remedy=False)
    breach = deciding_breach(verdict) if verdict.broken else None
    cards = offending_cards(breach, task.actions) if breach else ()
    if breach is not None and breach.rule == "red3.expose-at-once":
        cards = tuple(card for card in task.position.hand if card.is_red_three)
    top = task.position.upcard
    if any(action.verb == "take" for action in task.actions) and top is not None:
        cards = tuple(dict.fromkeys((*cards, top)))
    return _these(cards or task.actions[0].cards or _cards_of_action(task)) or (
        gettext("Look at what has already happened in this turn.")
        if len(task.actions) == 1
        else gettext("Go through the actions one by one.")
    )


def _cards_of_action(task: LegalTask) -> tuple[Card, ...]:
    """What matters for an action that plays no card: the wild cards of melds that are joined, the card on top."""
    action, top = task.actions[0], task.position.upcard
    if action.verb == "merge":
        rank = action.target.partition("#")[0]
        return tuple(card for meld in task.position.own.melds if meld.rank == rank for card in meld.wilds)
    return (top,) if action.verb == "end" and task.position.phase == "draw" and top is not None else ()


def _how_many_to_find(item: Item, task: CardsTask) -> str:
    count = len(parse_cards((solution(item) or {}).get("cards", "")))
    return ngettext("You are looking for one card.", "You are looking for %(count)s cards.", count) % {
        "count": naming.number_word(count)
    }


def _cards_to_begin_with(item: Item) -> str:
    answer = solution(item) or {}
    if "cards" in answer:
        cards = parse_cards(answer["cards"])
        return _these(cards[:1]) or gettext("You need no card of your hand for it.")
    actions = parse_actions(answer.get("actions", ()))
    begin = next((action for action in actions if _lays(action)), None)
    if begin is None:
        return gettext("Nothing needs to be melded here.")
    return _these(begin.cards) or gettext("The top card of the pile decides: begin with it.")


def _lays(action: Action) -> bool:
    return action.verb in ("take", "meld", "add", "merge")


def _rule_that_names(item: Item) -> str:
    """The rule in its words, where the hint before has left them out because they name the number."""
    told = rule_short(item.task.rules[0], item.rules)
    return told if not getattr(item.task, "cards", None) and names_answer(item, told) else ""


def _cards_to_count(task: NumberTask) -> str:
    if task.red_threes is not None:
        count = len(task.red_threes)
        told = ngettext("One red three counts here.", "%(count)s red threes count here.", count)
        return naming.first_upper(told % {"count": naming.number_word(count)})
    cards = task.cards or ()
    if cards:
        return gettext("Count rank by rank: {%(cards)s}") % {
            "cards": format_cards(sort_cards(dict.fromkeys(cards))[:_MOST_CARDS])
        }
    if task.side is not None:
        return gettext(
            "Count line by line: melded cards, canastas, red threes, going out, cards in the hands."
        )
    if task.actions:
        laid = tuple(card for action in task.actions for card in action.cards)
        return _these(laid) or gettext("Only what is laid on the table counts.")
    return gettext("Only one number of the rule is needed here; no card has to be counted.")


def _line_to_begin_with(item: Item, task: SheetTask) -> str:
    sheet = sheet_of(task.side, item.rules)
    cards = [card for line in sheet.lines if line.item == "melded-cards" for card in line.cards]
    if not cards:
        return gettext("Nothing is melded: begin with the cards in the hands.")
    return gettext("Begin with the melded cards: %(counted)s.") % {"counted": counted(cards)}


def _how_many_are_allowed(task: FindAllTask) -> str:
    count = len(legal_options(task))
    if not count:
        return gettext("You need not tick any of them: “None of them” can be right, too.")
    told = ngettext(
        "One of the %(all)s possibilities is allowed.",
        "%(count)s of the %(all)s possibilities are allowed.",
        count,
    )
    return naming.first_upper(
        told % {"all": naming.number_word(len(task.options)), "count": naming.number_word(count)}
    )


def _one_that_is_not(task: PredictTask) -> str:
    """The first option that is not allowed, as one less to think about."""
    for actions in task.options:
        if not option_verdict(task.position, actions).legal:
            action = naming.first_upper(naming.action_in_words(actions[-1]))
            return gettext("This is not allowed: %(action)s.") % {"action": action}
    return ""


def _two_rows(item: Item, task: SheetMistakeTask) -> str:
    """The wrong row and another one, in the order of the sheet."""
    keys = sheets.rows_of(item.rules)
    filled = [key for key in keys if sheet_of(task.side, item.rules).points_of(key)]  # type: ignore[arg-type]
    other = next((key for key in filled if key != task.wrong_row), keys[0])
    pair = sorted({task.wrong_row, other}, key=keys.index)
    return gettext("It is one of these rows: %(rows)s.") % {
        "rows": naming.join_words([sheets.row_name(key) for key in pair])
    }


def _what_both_say(task: CompareTask) -> str:
    parts = []
    for column in columns(task):
        told = said(column.rules, task.rules[0])
        value = f"{told.value} ({told.note})" if told.note else told.value
        parts.append(f"{naming.rule_set_name(column.rules)}: {value}")
    return gettext("What the two say of this rule: %(both)s.") % {"both": "; ".join(parts)}


def rule_hint(item: Item) -> str:
    """The main rule in one sentence, with the numbers of this position where the engine knows them, and a link."""
    rule_id = item.task.rules[0]
    title, told = rule_title(rule_id, item.rules) or rule_id, rule_short(rule_id, item.rules)
    if told != rule_short(rule_id):
        # In the words of the rule set it is only a value: "Samba: never".
        told = gettext("%(title)s – %(told)s") % {"title": title, "told": told}
    if names_answer(item, f"{told} {title}"):
        link = gettext("Rule %(number)s") % {"number": naming.rule_number(rule_id)}
        return gettext("This rule names the number: %(rule)s") % {"rule": f"[{link}](rule:{rule_id})"}
    numbers = numbers_here(rule_id, item.position, item.rules)
    link = gettext("Rule %(number)s · %(title)s") % {"number": naming.rule_number(rule_id), "title": title}
    return " ".join(filter(None, [told, numbers, f"[{link}](rule:{rule_id})"]))


def numbers_here(rule_id: str, position: Position | None, rules: RuleSet) -> str:
    """What the rule means in this position."""
    topic = rule_id.partition(".")[0]
    if rule_id == _ABOUT_WILDS and rules.max_wilds is not None:
        return gettext("At most %(wilds)s per meld.") % {"wilds": wild_cards(rules.max_wilds)}
    if position is None:
        return ""
    if topic == "initial" and not position.own.opened and position.initial_minimum is not None:
        text = (
            gettext("Here your side has %(score)s before the deal, so it needs %(needed)s.")
            if position.has_partner
            else gettext("Here you have %(score)s before the deal, so you need %(needed)s.")
        )
        return text % {
            "score": some_points(position.own.score),
            "needed": some_points(position.initial_minimum),
        }
    if topic in ("pickup", "freeze") and rule_id != _ONE_CARD and position.phase == "draw":
        return _pile_numbers(position)
    if topic in ("out", "concealed") or rule_id == _KEEPING:
        have = position.own.canastas(rules)
        text = (
            gettext("Here your side has %(have)s; going out takes %(needed)s.")
            if position.has_partner
            else gettext("Here you have %(have)s; going out takes %(needed)s.")
        )
        return text % {
            "have": some_canastas(have),
            "needed": naming.number_word(rules.canastas_to_go_out),
        }
    return ""


def _pile_numbers(position: Position) -> str:
    top = position.upcard
    if top is None:
        return ""
    if not top.is_natural:
        return gettext("Here the top card is %(card)s.") % {"card": naming.card_in_text(top)}
    matching = sum(card.rank == top.rank and card.is_natural for card in position.hand)
    facts: dict[str, Any] = {
        "card": naming.card_in_text(top),
        "count": naming.number_word(matching),
    }
    if not matching:
        return gettext("Here the top card is %(card)s. You hold no natural card of that rank.") % facts
    return (
        ngettext(
            "Here the top card is %(card)s. You hold one natural card of that rank.",
            "Here the top card is %(card)s. Natural cards of that rank in your hand: %(count)s.",
            matching,
        )
        % facts
    )
