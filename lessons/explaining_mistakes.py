"""What to look at after a wrong number: a mistake that explains it, or the rule; never the number itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, get_args

from django.utils.translation import gettext

from engine.cards import card, points_of
from engine.ruleset import RuleSet
from lessons import computing, words
from lessons.content import Item
from lessons.explaining_numbers import number_task
from lessons.schema import Compute, NumberTask


def what_is_missing(item: Item, given: int) -> str:
    """What to look at after a wrong number: a mistake that explains it, or the rule and the direction."""
    task = number_task(item)
    right = computing.compute(item)
    told = _HINTS[task.compute](task, item.rules, given)
    return told or f"{_direction(given, right)} {_GENERAL[task.compute](task, item.rules)}"


def card_values() -> str:
    """What every card is worth, in one sentence."""
    return gettext(
        "A joker counts %(joker)s, aces and twos %(ace)s, eight to king %(king)s, four to seven and "
        "black threes %(four)s."
    ) % {name: words.number(card(code).points) for name, code in _EXAMPLES.items()}


_EXAMPLES: Final = {"joker": "JK", "ace": "Ah", "king": "Kh", "four": "4h"}


def _direction(given: int, right: int) -> str:
    if given > right:
        return gettext("%(given)s is too much.") % {"given": words.number(given)}
    return gettext("%(given)s is too little.") % {"given": words.number(given)}


# Mistakes that explain a wrong number; an empty text where none does


def _no_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    return ""


def _card_points_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    points = points_of(task.cards)
    reds = [one for one in task.cards if one.is_red_three]
    if reds and given == points + len(reds) * rules.red_three_value:
        return gettext("A red three has no card value: it is a bonus, counted at the end of the deal.")
    if given == points + computing.compute_bonus(task.cards, rules):
        return gettext(
            "That includes the bonus of the canasta. Here only the values of the cards are asked for."
        )
    return ""


def _meld_points_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    bonus, points = computing.compute_bonus(task.cards, rules), points_of(task.cards)
    if bonus and given == points:
        return gettext("These are the values of the cards. A canasta brings a bonus besides.")
    if bonus and given == bonus:
        return gettext("That is the bonus. The values of the cards count in addition to it.")
    return ""


def _missing_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    assert task.position is not None
    if given == computing.laid_points(task):
        return gettext("So much is laid. Asked for is what is missing to the minimum.")
    if given == task.position.initial_minimum:
        return gettext("That is the minimum itself. Asked for is what is missing to it.")
    return ""


def _red_three_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    right = computing.red_three_lines(task.red_threes or (), rules, opened=bool(task.opened)).points_of(
        "red-threes"
    )
    count = len(task.red_threes or ())
    if given == -right:
        return gettext("The amount is right, the sign is not: it depends on whether the side has melded.")
    if count == rules.red_three_set[0] and abs(given) == count * rules.red_three_value:
        return gettext("All red threes together count more than one by one.")
    return ""


def _score_after_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    if given == computing.side_sheet(task, rules).total:
        return gettext("That is this deal alone. Add what the side had before.")
    return ""


def _side_total_hint(task: NumberTask, rules: RuleSet, given: int) -> str:
    sheet = computing.side_sheet(task, rules)
    hands = sheet.points_of("hand-cards")
    if hands and given == sheet.total - hands:
        return gettext("The cards left in the hands are still missing. They count minus.")
    if hands and given == sheet.total - 2 * hands:
        return gettext("The cards left in the hands count minus, not plus.")
    bonus = computing.canasta_points(sheet)
    if bonus and given == sheet.total - bonus:
        return gettext("The bonus for canastas is still missing.")
    return ""


# What to look at where no known mistake explains the number


def _values(task: NumberTask, rules: RuleSet) -> str:
    return card_values()


def _meld_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("Add the values of the cards and, for a canasta, its bonus.")


def _bonus_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("Count the cards and look for wild cards among them.")


def _steps_general(task: NumberTask, rules: RuleSet) -> str:
    scores = [words.number(start) for start, _ in rules.initial_steps if start is not None]
    return gettext("The side’s total before the deal decides; a step begins at %(scores)s points.") % {
        "scores": words.join_words(scores)
    }


def _laid_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("Only cards that are laid count: those from the hand and, of the pile, the top card.")


def _deck_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("The deck is made of %(packs)s packs and their jokers.") % {
        "packs": words.number_word(rules.packs)
    }


def _rule_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("The rule below names the number.")


def _red_three_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("How many are there, are they all, and has the side melded?")


def _sheet_general(task: NumberTask, rules: RuleSet) -> str:
    return gettext("Go through it in order: melded cards, canastas, red threes, going out, cards in hand.")


_HINTS: Final[dict[str, Callable[[NumberTask, RuleSet, int], str]]] = dict.fromkeys(
    get_args(Compute), _no_hint
) | {
    "card-points": _card_points_hint,
    "meld-points": _meld_points_hint,
    "missing-points": _missing_hint,
    "red-three-points": _red_three_hint,
    "side-total": _side_total_hint,
    "score-after": _score_after_hint,
}
_GENERAL: Final[dict[str, Callable[[NumberTask, RuleSet], str]]] = {
    "card-points": _values,
    "meld-points": _meld_general,
    "canasta-bonus": _bonus_general,
    "initial-minimum": _steps_general,
    "points-laid": _laid_general,
    "missing-points": _laid_general,
    "deck-count": _deck_general,
    "hand-size": _rule_general,
    "max-wild-in-meld": _rule_general,
    "canasta-size": _rule_general,
    "red-three-points": _red_three_general,
    "side-total": _sheet_general,
    "score-after": _sheet_general,
    "next-minimum": _steps_general,
}
