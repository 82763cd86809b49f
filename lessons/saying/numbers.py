"""How a number is counted, in sentences: what stands beside a right answer or a solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.law.cards import Card, points_of, sort_cards
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreLine, ScoreSheet
from lessons.content.reading import Item
from lessons.content.schema import NumberTask
from lessons.counting import computing
from lessons.saying.base import some_points, wild_cards
from lessons.table.staging import laid_cards
from lessons.words import naming


def how_counted(item: Item) -> str:
    """One sentence that counts the right number."""
    task = number_task(item)
    return naming.first_upper(_REASONS[task.compute](task, item.rules))


def counted(cards: Iterable[Card]) -> str:
    """The cards by rank with what they are worth: "three kings 30 and one joker 50"."""
    groups: dict[str, list[Card]] = {}
    for one in sort_cards(cards):
        groups.setdefault(naming.word_key(one), []).append(one)
    return naming.join_words(
        [
            f"{naming.rank_count(key, len(group))} {naming.number(points_of(group))}"
            for key, group in groups.items()
        ]
    )


def line_in_words(line: ScoreLine) -> str:
    """A line of a score sheet: its name and what it counts."""
    name = line_name(line.item)
    cards = f": {counted(line.cards)}" if line.item in ("melded-cards", "hand-cards") else ""
    return f"{name} {naming.number(line.points)}{cards}"


def line_name(item: str) -> str:
    return {
        "melded-cards": gettext("melded cards"),
        "natural-canasta": gettext("natural canastas"),
        "mixed-canasta": gettext("mixed canastas"),
        "samba": gettext("sambas"),
        "wild-canasta": gettext("wild canastas"),
        "blocking-canasta": gettext("blocking canasta"),
        "red-threes": gettext("red threes"),
        "forgotten-red-three": gettext("forgotten red threes"),
        "going-out": gettext("going out"),
        "hand-cards": gettext("cards in hand"),
    }.get(item, item)


def sheet_in_words(sheet: ScoreSheet) -> str:
    """The whole sheet in one sentence, each item once."""
    sums: dict[str, int] = {}
    for line in sheet.lines:
        sums[line.item] = sums.get(line.item, 0) + line.points
    parts = [f"{line_name(item)} {naming.number(points)}" for item, points in sums.items()]
    return (
        _together(naming.join_words(parts), sheet.total)
        if parts
        else _together(gettext("nothing on the table"), 0)
    )


def number_task(item: Item) -> NumberTask:
    assert isinstance(item.task, NumberTask)
    return item.task


def _together(parts: str, total: int) -> str:
    return gettext("%(parts)s: together %(total)s.") % {
        "parts": naming.first_upper(parts),
        "total": some_points(total),
    }


# How each number is counted


def _card_points(task: NumberTask, rules: RuleSet) -> str:
    return _together(counted(task.cards), points_of(task.cards))


def _meld_points(task: NumberTask, rules: RuleSet) -> str:
    bonus = computing.compute_bonus(task.cards, rules)
    if not bonus:
        return _card_points(task, rules)
    if rules.sperr_canasta and Meld(task.cards).is_blocking:
        return _canasta_bonus(task, rules)
    text = (
        gettext("%(parts)s; with the bonus of %(bonus)s for the samba together %(total)s.")
        if Meld(task.cards).is_sequence
        else gettext("%(parts)s; with the bonus of %(bonus)s for the canasta together %(total)s.")
    )
    return text % {
        "parts": naming.first_upper(counted(task.cards)),
        "bonus": naming.number(bonus),
        "total": some_points(points_of(task.cards) + bonus),
    }


def _canasta_bonus(task: NumberTask, rules: RuleSet) -> str:
    meld = Meld(task.cards)
    facts = {
        "size": naming.first_upper(naming.number_word(len(task.cards))),
        "bonus": naming.number(computing.compute_bonus(task.cards, rules)),
    }
    if rules.sperr_canasta and meld.is_blocking:
        return gettext("A blocking canasta counts %(bonus)s points with all its cards.") % facts
    if not meld.is_canasta(rules):
        return (
            ngettext(
                "One card is not yet a canasta: no bonus.",
                "%(size)s cards are not yet a canasta: no bonus.",
                len(task.cards),
            )
            % facts
        )
    if meld.is_sequence:
        return gettext("A complete sequence of seven cards is a samba: %(bonus)s points.") % facts
    if not meld.naturals:
        return gettext("A canasta of wild cards only: %(bonus)s points.") % facts
    if rules.bonus_aces is not None and meld.rank == "A":
        return gettext("A canasta of aces has a bonus of its own here: %(bonus)s points.") % facts
    if meld.is_natural:
        return gettext("A canasta without wild cards is natural: %(bonus)s points.") % facts
    return gettext("A canasta with wild cards is mixed: %(bonus)s points.") % facts


def _initial_minimum(task: NumberTask, rules: RuleSet) -> str:
    score = task.score or 0
    return gettext("With %(score)s before the deal the initial meld must be worth at least %(minimum)s.") % {
        "score": some_points(score),
        "minimum": naming.number(rules.initial_minimum(score) or 0),
    }


def _points_laid(task: NumberTask, rules: RuleSet) -> str:
    assert task.position is not None
    cards = laid_cards(task.position, task.actions or ())
    return _together(counted(cards), points_of(cards))


def _missing_points(task: NumberTask, rules: RuleSet) -> str:
    assert task.position is not None
    needed, have = task.position.initial_minimum or 0, computing.laid_points(task)
    return gettext("%(needed)s are needed and %(have)s are laid, so %(missing)s.") % {
        "needed": some_points(needed),
        "have": naming.number(have),
        "missing": _are_missing(max(0, needed - have)),
    }


def _last_score(task: NumberTask, rules: RuleSet) -> str:
    last = computing.computed(task, rules)
    return gettext(
        "These cards lay %(laid)s. From %(next)s on the initial meld needs %(more)s, so they are enough up to %(last)s."
    ) % {
        "laid": some_points(computing.laid_points(task)),
        "next": naming.number(last + computing.POINT_STEP),
        "more": naming.number(rules.initial_minimum(last + computing.POINT_STEP) or 0),
        "last": naming.number(last),
    }


def _are_missing(count: int) -> str:
    if not count:
        return gettext("none are missing")
    return ngettext("%(count)s is missing", "%(count)s are missing", count) % {"count": naming.number(count)}


def _deck_count(task: NumberTask, rules: RuleSet) -> str:
    total = len(computing.counted_cards(task.count or "", rules))
    facts = {
        "packs": naming.number_word(rules.packs),
        "jokers": naming.number_word(rules.jokers),
        "twos": naming.number_word(len(computing.counted_cards("rank:2", rules))),
        "each": naming.number_word(total // rules.packs),
        "total": naming.number(total),
    }
    match (task.count or "").partition(":")[0]:
        case "total":
            return gettext("%(packs)s packs of 52 cards and %(jokers)s jokers make %(total)s cards.") % facts
        case "jokers":
            return gettext("There are %(total)s jokers in the deck.") % facts
        case "wild":
            return gettext("%(jokers)s jokers and %(twos)s twos make %(total)s wild cards.") % facts
        case "red-threes":
            return gettext("Each of the %(packs)s packs has %(each)s red threes: %(total)s in all.") % facts
        case "black-threes":
            return gettext("Each of the %(packs)s packs has %(each)s black threes: %(total)s in all.") % facts
    rank = naming.rank_many((task.count or "").partition(":")[2])
    return gettext("Each of the %(packs)s packs has %(each)s %(rank)s: %(total)s in all.") % {
        **facts,
        "rank": rank,
    }


def _hand_size(task: NumberTask, rules: RuleSet) -> str:
    size = dict(rules.hand_size)[rules.default_players]
    return gettext("Each of the %(players)s players is dealt %(size)s cards.") % {
        "players": naming.number_word(rules.default_players),
        "size": naming.number(size),
    }


def _max_wild(task: NumberTask, rules: RuleSet) -> str:
    return gettext("A meld holds at most %(wilds)s, a canasta too.") % {
        "wilds": wild_cards(rules.max_wilds or 0)
    }


def _canasta_size(task: NumberTask, rules: RuleSet) -> str:
    return gettext("A canasta is a meld of at least %(size)s cards.") % {
        "size": naming.number_word(rules.canasta_size)
    }


def _red_three_points(task: NumberTask, rules: RuleSet) -> str:
    sheet = computing.red_three_lines(task.red_threes or (), rules, opened=bool(task.opened))
    count, points = len(task.red_threes or ()), sheet.points_of("red-threes")
    facts = {"red_threes": naming.rank_count("3r", count), "points": some_points(points)}
    if rules.red_three_plus_if != "melded":
        counted_as = gettext("%(red_threes)s: %(points)s.") % facts
        return f"{_condition(rules, met=points >= 0)} {naming.first_upper(counted_as)}"
    if points < 0:
        return (
            ngettext(
                "The side has not melded, so %(red_threes)s counts against it: %(points)s.",
                "The side has not melded, so %(red_threes)s count against it: %(points)s.",
                count,
            )
            % facts
        )
    if count == rules.red_three_set[0]:
        return (
            gettext("The side has melded and holds all red threes: together they bring %(points)s.") % facts
        )
    return (
        ngettext(
            "The side has melded, so %(red_threes)s counts for it: %(points)s.",
            "The side has melded, so %(red_threes)s count for it: %(points)s.",
            count,
        )
        % facts
    )


def _condition(rules: RuleSet, *, met: bool) -> str:
    """Why red threes count for a side or against it, where canastas decide."""
    if rules.red_three_plus_if == "one_canasta":
        return (
            gettext("With a canasta on the table red threes count for the side.")
            if met
            else gettext("Without a canasta on the table red threes count against the side.")
        )
    return (
        gettext("With two canastas on the table red threes count for the side.")
        if met
        else gettext("With fewer than two canastas on the table red threes count against the side.")
    )


def _side_total(task: NumberTask, rules: RuleSet) -> str:
    return sheet_in_words(computing.side_sheet(task, rules))


def _score_after(task: NumberTask, rules: RuleSet) -> str:
    sheet = computing.side_sheet(task, rules)
    return gettext("%(before)s before the deal and %(deal)s in this deal make %(after)s.") % {
        "before": naming.number(sheet.score_after - sheet.total),
        "deal": naming.number(sheet.total),
        "after": some_points(sheet.score_after),
    }


def _next_minimum(task: NumberTask, rules: RuleSet) -> str:
    return minimum_in_words(computing.side_sheet(task, rules))


def minimum_in_words(sheet: ScoreSheet) -> str:
    """What the next initial meld needs, and why."""
    return gettext(
        "%(before)s and %(deal)s make %(after)s, and with that the next initial meld needs %(minimum)s."
    ) % {
        "before": naming.number(sheet.score_after - sheet.total),
        "deal": naming.number(sheet.total),
        "after": some_points(sheet.score_after),
        "minimum": naming.number(sheet.next_minimum or 0),
    }


_REASONS: Final[dict[str, Callable[[NumberTask, RuleSet], str]]] = {
    "card-points": _card_points,
    "meld-points": _meld_points,
    "canasta-bonus": _canasta_bonus,
    "initial-minimum": _initial_minimum,
    "points-laid": _points_laid,
    "missing-points": _missing_points,
    "last-score": _last_score,
    "deck-count": _deck_count,
    "hand-size": _hand_size,
    "max-wild-in-meld": _max_wild,
    "canasta-size": _canasta_size,
    "red-three-points": _red_three_points,
    "side-total": _side_total,
    "score-after": _score_after,
    "next-minimum": _next_minimum,
}
