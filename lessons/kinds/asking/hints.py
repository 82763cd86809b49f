"""The ladder of hints: where to look, the rule in this case, the cards or the line concerned, a worked answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.law.position import Position
from engine.law.ruleset import RuleSet
from lessons.content.reading import Item
from lessons.kinds.asking.feedback import answer_title, names_answer, solution_in_words
from lessons.kinds.registry import kind_of
from lessons.saying.base import Told, some_canastas, some_points, wild_cards
from lessons.saying.wording import rule_short, rule_title
from lessons.table.position_words import Seat
from lessons.words import naming

HINT_COUNT: Final = 4
_ABOUT_WILDS: Final = "wild.majority"
"""The rule about how many wild cards lie in a meld that does not name the number itself."""
_KEEPING: Final = "turn.keep-a-card"
"""The one rule about the turn that depends on the canastas of the side."""
_ONE_CARD: Final = "pickup.one-card-rule"
"""The one rule about the pile that does not depend on the rank of its top card."""


def hints_of(item: Item, *, shown: int) -> list[str]:
    """The first hints in order; the last of all is a worked answer."""
    makers: tuple[Callable[[Item], str], ...] = (_where_to_look, rule_hint, _concerned, worked)
    return [make(item) for make in makers[:shown]]


def _where_to_look(item: Item) -> str:
    return str(item.task.look)


def _concerned(item: Item) -> str:
    """The cards or the line on which it depends."""
    return kind_of(item).concerned(item)


def worked(item: Item) -> str:
    """A right answer, and how it is counted where a number was asked for."""
    words = {"title": answer_title(item), "answer": solution_in_words(item)}
    first = words["answer"].partition(". ")[0]
    if "\n\n" in words["answer"]:  # a paragraph for each option or rule set
        text = "**%(title)s:**\n\n%(answer)s"
    elif ": " in first or ":** " in first:  # else two colons would follow each other
        text = gettext("**%(title)s** – %(answer)s")
    else:
        text = gettext("**%(title)s:** %(answer)s")
    answer = text % words
    counted = kind_of(item).how_counted(item)
    return f"{answer}. {counted}" if counted else answer


def rule_hint(item: Item) -> str:
    """The main rule in one sentence, with the numbers of this position where the engine knows them, and a link."""
    rule_id = kind_of(item).rule_to_hint_at(item)
    alone = item.plays_alone
    title, told = rule_title(rule_id, item.rules) or rule_id, rule_short(rule_id, item.rules, alone=alone)
    if told != rule_short(rule_id, alone=alone):
        # In the words of the rule set it is only a value: "Samba: never".
        name = naming.rule_set_name(item.rules)
        value = told.removeprefix(f"{name}: ")
        if value != told:
            words = {"title": title.rstrip("?"), "rules": name, "value": value}
            told = gettext("%(title)s (%(rules)s): %(value)s") % words
    if names_answer(item, f"{told} {title}"):
        link = gettext("Rule %(number)s") % {"number": naming.rule_number(rule_id)}
        return gettext("This rule gives the number: %(rule)s") % {"rule": f"[{link}](rule:{rule_id})"}
    seat, is_one_table = kind_of(item).seat(item), len(kind_of(item).rule_sets(item)) == 1
    # Of two tables the next hint says it.
    numbers = numbers_here(rule_id, item.position, item.rules, seat=seat) if is_one_table else ""
    link = gettext("Rule %(number)s · %(title)s") % {"number": naming.rule_number(rule_id), "title": title}
    return " ".join(filter(None, [told, numbers, f"[{link}](rule:{rule_id})"]))


def numbers_here(rule_id: str, position: Position | None, rules: RuleSet, *, seat: Seat = "you") -> str:
    """What the rule means in this position, in which ``seat`` is to play."""
    topic = rule_id.partition(".")[0]
    if rule_id == _ABOUT_WILDS and rules.max_wilds is not None:
        return gettext("At most %(wilds)s per meld.") % {"wilds": wild_cards(rules.max_wilds)}
    if position is None:
        return ""
    told = Told(facts={}, position=position, seat=seat)
    if topic == "initial" and not position.own.opened and position.initial_minimum is not None:
        text = told.say(
            gettext("Here you had %(score)s before the deal, so your initial meld needs %(needed)s."),
            gettext("Here %(side)s had %(score)s before the deal, so the initial meld needs %(needed)s."),
            side=gettext(
                "Here your side had %(score)s before the deal, so its initial meld needs %(needed)s."
            ),
        )
        return text % {
            "score": some_points(position.own.score),
            "needed": some_points(position.initial_minimum),
        }
    if topic in ("pickup", "freeze") and rule_id != _ONE_CARD and position.phase == "draw":
        return _pile_numbers(position, told)
    if topic in ("out", "concealed") or rule_id == _KEEPING:
        have = position.own.canastas(rules)
        text = told.say(
            gettext("Here you have %(have)s; going out requires %(needed)s."),
            gettext("Here %(side)s has %(have)s; going out requires %(needed)s."),
            side=gettext("Here your side has %(have)s; going out requires %(needed)s."),
        )
        return text % {
            "have": some_canastas(have),
            "needed": naming.number_word(rules.canastas_to_go_out),
        }
    return ""


def _pile_numbers(position: Position, told: Told) -> str:
    top = position.upcard
    if top is None:
        return ""
    here = gettext("Here the top card is %(card)s.") % {"card": naming.card_with_article(top)}
    if not top.is_natural:
        return here
    matching = sum(card.rank == top.rank and card.is_natural for card in position.hand)
    held = (
        told.say(
            ngettext(
                "You hold one natural card of that rank.",
                "You hold %(count)s natural cards of that rank.",
                matching,
            ),
            ngettext(
                "%(Who)s holds one natural card of that rank.",
                "%(Who)s holds %(count)s natural cards of that rank.",
                matching,
            ),
        )
        % {"count": naming.number_word(matching)}
        if matching
        else told.say(
            gettext("You hold no natural card of that rank."),
            gettext("%(Who)s holds no natural card of that rank."),
        )
    )
    return f"{here} {held}"
