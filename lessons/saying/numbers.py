"""How a number is counted, in sentences: what stands beside a right answer or a solution."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.law.cards import Card, points_of, sort_cards
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreLine, ScoreSheet
from lessons.counting import computing
from lessons.counting.computing import Compute, Quantity
from lessons.saying.base import some_points, wild_cards
from lessons.table.staging import laid_cards
from lessons.words import naming


def how_counted(one: Quantity) -> str:
    """One sentence that counts the right number."""
    return naming.first_upper(_REASONS[one.compute](one))


def counted(cards: Iterable[Card]) -> str:
    """The cards by rank with what they are worth: "three kings (30) and one joker (50)"."""
    groups: dict[str, list[Card]] = {}
    for one in sort_cards(cards):
        groups.setdefault(naming.word_key(one), []).append(one)
    return naming.join_words(
        [
            naming.with_points(naming.rank_count(key, len(group)), points_of(group))
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
    """The whole sheet, each item once, as it follows a colon."""
    sums: dict[str, int] = {}
    for line in sheet.lines:
        sums[line.item] = sums.get(line.item, 0) + line.points
    parts = [naming.with_points(line_name(item), points) for item, points in sums.items()]
    return (
        _together(naming.join_words(parts), sheet.total)
        if parts
        else _together(gettext("nothing on the table"), 0)
    )


def _together(parts: str, total: int) -> str:
    return gettext("%(parts)s, for a total of %(total)s.") % {
        "parts": parts,
        "total": some_points(total),
    }


# How each number is counted


def _card_points(one: Quantity) -> str:
    return _together(counted(one.cards), points_of(one.cards))


def _meld_points(one: Quantity) -> str:
    bonus = computing.compute_bonus(one.cards, one.rules)
    if not bonus:
        return _card_points(one)
    if one.rules.sperr_canasta and Meld(one.cards).is_blocking:
        return _canasta_bonus(one)
    text = (
        gettext("%(parts)s; with the bonus of %(bonus)s for the samba, that makes %(total)s.")
        if Meld(one.cards).is_sequence
        else gettext("%(parts)s; with the bonus of %(bonus)s for the canasta, that makes %(total)s.")
    )
    return text % {
        "parts": naming.first_upper(counted(one.cards)),
        "bonus": naming.number(bonus),
        "total": some_points(points_of(one.cards) + bonus),
    }


def _canasta_bonus(one: Quantity) -> str:
    meld = Meld(one.cards)
    facts = {
        "size": naming.first_upper(naming.number_word(len(one.cards))),
        "bonus": naming.number(computing.compute_bonus(one.cards, one.rules)),
    }
    if one.rules.sperr_canasta and meld.is_blocking:
        return gettext("A blocking canasta counts %(bonus)s points with all its cards.") % facts
    if not meld.is_canasta(one.rules):
        return (
            ngettext(
                "One card is not yet a canasta: no bonus.",
                "%(size)s cards are not yet a canasta: no bonus.",
                len(one.cards),
            )
            % facts
        )
    if meld.is_sequence:
        return gettext("A complete sequence is a samba: %(bonus)s points.") % facts
    if not meld.naturals:
        return gettext("A canasta of wild cards only: %(bonus)s points.") % facts
    if one.rules.bonus_aces is not None and meld.rank == "A":
        return gettext("A canasta of aces has a bonus of its own here: %(bonus)s points.") % facts
    if meld.is_natural:
        return gettext("A canasta without wild cards is natural: %(bonus)s points.") % facts
    return gettext("A canasta with wild cards is mixed: %(bonus)s points.") % facts


def _initial_minimum(one: Quantity) -> str:
    score = one.score
    return gettext(
        "A side with %(score)s before the deal needs an initial meld worth at least %(minimum)s points."
    ) % {
        "score": some_points(score),
        "minimum": naming.number(one.rules.initial_minimum(score) or 0),
    }


def _points_laid(one: Quantity) -> str:
    cards = laid_cards(one.on_table, one.actions)
    return _together(counted(cards), points_of(cards))


def _missing_points(one: Quantity) -> str:
    needed, have = one.on_table.initial_minimum or 0, computing.laid_points(one)
    return gettext("The minimum is %(needed)s, and the cards laid are worth %(have)s, so %(missing)s.") % {
        "needed": some_points(needed),
        "have": naming.number(have),
        "missing": _are_missing(max(0, needed - have)),
    }


def _last_score(one: Quantity) -> str:
    last = computing.computed(one)
    return gettext(
        "These cards are worth %(laid)s. From a score of %(next)s on, the initial meld needs %(more)s "
        "points, so these cards are enough up to a score of %(last)s."
    ) % {
        "laid": some_points(computing.laid_points(one)),
        "next": naming.number(last + computing.POINT_STEP),
        "more": naming.number(one.rules.initial_minimum(last + computing.POINT_STEP) or 0),
        "last": naming.number(last),
    }


def _are_missing(count: int) -> str:
    if not count:
        return gettext("that is enough")
    return ngettext("%(count)s more is needed", "%(count)s more are needed", count) % {
        "count": naming.number(count)
    }


def counted_name(count: str) -> str:
    """What is counted of a deck, of several: "jokers", "kings"."""
    if count == "total":
        return gettext("cards")
    keys = {"jokers": "JK", "wild": "W", "red-threes": "3r", "black-threes": "3b"}
    return naming.rank_many(keys.get(count) or count.partition(":")[2])


def _unseen(one: Quantity) -> str:
    left, seen = computing.computed(one), len(computing.seen_cards(one))
    told = ngettext(
        "The deck has %(total)s %(name)s, and you can see %(seen)s of them: one is still hidden.",
        "The deck has %(total)s %(name)s, and you can see %(seen)s of them: %(left)s are still hidden.",
        left,
    )
    if not seen:
        told = gettext("The deck has %(total)s %(name)s, and you can see none of them yet.")
    return told % {
        "total": naming.number_word(len(computing.counted_cards(one.count, one.rules))),
        "name": counted_name(one.count),
        "seen": naming.number_word(seen),
        "left": naming.number_word(left),
    }


def _first_stock(one: Quantity) -> str:
    told = gettext(
        "Of %(total)s cards, %(dealt)s are dealt and one is turned up: the stock begins with %(left)s cards."
    )
    return told % {
        "total": naming.number(len(computing.counted_cards("total", one.rules))),
        "dealt": naming.number(computing.dealt_cards(one.rules)),
        "left": naming.number(computing.computed(one)),
    }


def _deck_count(one: Quantity) -> str:
    total = len(computing.counted_cards(one.count, one.rules))
    facts = {
        "packs": naming.number_word(one.rules.packs),
        "jokers": naming.number_word(one.rules.jokers),
        "twos": naming.number_word(len(computing.counted_cards("rank:2", one.rules))),
        "each": naming.number_word(total // one.rules.packs),
        "total": naming.number_word(total),
    }
    match one.count.partition(":")[0]:
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
    rank = counted_name(one.count)
    return gettext("Each of the %(packs)s packs has %(each)s %(rank)s: %(total)s in all.") % {
        **facts,
        "rank": rank,
    }


def _hand_size(one: Quantity) -> str:
    size = dict(one.rules.hand_size)[one.rules.default_players]
    return gettext("Each of the %(players)s players is dealt %(size)s cards.") % {
        "players": naming.number_word(one.rules.default_players),
        "size": naming.number(size),
    }


def _max_wild(one: Quantity) -> str:
    if one.rules.wild_only_melds == "no":
        text = gettext("A meld holds at most %(wilds)s, and so does a canasta.")
    else:
        text = gettext("Alongside natural cards, a meld holds at most %(wilds)s, and so does a canasta.")
    return text % {"wilds": wild_cards(one.rules.max_wilds or 0)}


def _canasta_size(one: Quantity) -> str:
    return gettext("A canasta is a meld of at least %(size)s cards.") % {
        "size": naming.number_word(one.rules.canasta_size)
    }


def _red_three_points(one: Quantity) -> str:
    sheet = computing.red_three_lines(one.red_threes, one.rules, opened=one.opened)
    count, points = len(one.red_threes), sheet.points_of("red-threes")
    facts = {"red_threes": naming.rank_count("3r", count), "points": some_points(points)}
    if one.rules.red_three_plus_if != "melded":
        counted_as = gettext("%(red_threes)s: %(points)s.") % facts
        return f"{_condition(one.rules, met=points >= 0)} {naming.first_upper(counted_as)}"
    if points < 0:
        return (
            ngettext(
                "The side has not melded, so %(red_threes)s counts against it: %(points)s.",
                "The side has not melded, so %(red_threes)s count against it: %(points)s.",
                count,
            )
            % facts
        )
    if count == one.rules.red_three_set[0]:
        return (
            gettext(
                "The side has melded and has all the red threes on the table: together they score %(points)s."
            )
            % facts
        )
    return (
        ngettext(
            "The side has melded, so %(red_threes)s counts for it: %(points)s.",
            "The side has melded, so its %(red_threes)s count for it: %(points)s.",
            count,
        )
        % facts
    )


def _condition(rules: RuleSet, *, met: bool) -> str:
    """Why red threes count for a side or against it, where canastas decide."""
    if rules.red_three_plus_if == "one_canasta":
        return (
            gettext("With a canasta on the table, red threes count for the side.")
            if met
            else gettext("Without a canasta on the table, red threes count against the side.")
        )
    return (
        gettext("With two canastas on the table, red threes count for the side.")
        if met
        else gettext("With fewer than two canastas on the table, red threes count against the side.")
    )


def _side_total(one: Quantity) -> str:
    return sheet_in_words(computing.side_sheet(one))


def _score_after(one: Quantity) -> str:
    sheet = computing.side_sheet(one)
    return gettext(
        "With %(before)s points before the deal and %(deal)s in this deal, the score is %(after)s."
    ) % {
        "before": naming.number(sheet.score_after - sheet.total),
        "deal": naming.number(sheet.total),
        "after": some_points(sheet.score_after),
    }


def _next_minimum(one: Quantity) -> str:
    return minimum_in_words(computing.side_sheet(one))


def minimum_in_words(sheet: ScoreSheet) -> str:
    """What the next initial meld needs, and why."""
    return gettext(
        "With %(before)s points before the deal and %(deal)s in it, the score is %(after)s, so the next "
        "initial meld needs %(minimum)s points."
    ) % {
        "before": naming.number(sheet.score_after - sheet.total),
        "deal": naming.number(sheet.total),
        "after": some_points(sheet.score_after),
        "minimum": naming.number(sheet.next_minimum or 0),
    }


_REASONS: Final[dict[Compute, Callable[[Quantity], str]]] = {
    "card-points": _card_points,
    "meld-points": _meld_points,
    "canasta-bonus": _canasta_bonus,
    "initial-minimum": _initial_minimum,
    "points-laid": _points_laid,
    "missing-points": _missing_points,
    "last-score": _last_score,
    "deck-count": _deck_count,
    "unseen": _unseen,
    "first-stock": _first_stock,
    "hand-size": _hand_size,
    "max-wild-in-meld": _max_wild,
    "canasta-size": _canasta_size,
    "red-three-points": _red_three_points,
    "side-total": _side_total,
    "score-after": _score_after,
    "next-minimum": _next_minimum,
}
