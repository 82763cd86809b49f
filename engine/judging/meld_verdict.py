"""Is this a meld at all? A quick verdict on cards by themselves, apart from any turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.law.cards import Card
from engine.law.melds import (
    Sort,
    black_three_faults,
    is_blocking,
    is_run,
    sequence_faults,
    set_faults,
    sort_of,
    wild_faults,
)
from engine.law.ruleset import RuleSet
from engine.law.verdict import Finding
from engine.notation.text import parse_cards

SIZES = frozenset({"meld.min-size", "meld.min-natural", "wild.only-with-naturals"})
OPEN_RULES = frozenset({"house.joker-canasta-1000"})


@dataclass(frozen=True, slots=True)
class MeldVerdict:
    """Whether these cards make a meld, what kind of one they are meant to be, and the rules that say so.

    ``legal`` is None where the rule set's text leaves it open. Whether the player may lay the meld now (the minimum,
    a card to keep, going out with black threes) is a question about a turn: :func:`engine.judging.judge.judge`.
    """

    legal: bool | None
    sort: Sort
    findings: tuple[Finding, ...]


def judge_meld(cards: str | Iterable[Card], rules: RuleSet) -> MeldVerdict:
    """Judge cards as a new meld. Raises EngineError (notation) for text that is not cards."""
    laid = parse_cards(cards) if isinstance(cards, str) else tuple(cards)
    sort = sort_of(laid, rules)
    naturals = wilds = reds = threes = 0
    ranks = set()
    for card in laid:
        if card.is_wild:
            wilds += 1
        elif card.is_red_three:
            reds += 1
        else:
            naturals += 1
            if card.is_natural:
                ranks.add(card.kind)
            else:
                threes += 1
    if sort == "set":
        faults: Iterable[str] = set_faults(rules, naturals=naturals, wilds=wilds)
        if threes or len(ranks) > 1:
            faults = _mixed(faults, laid, threes=threes, ranks=len(ranks))
    elif sort == "sequence":
        faults = sequence_faults(rules, laid)
    elif sort == "wild":
        faults = wild_faults(rules, wilds=wilds) if wilds else ()
    elif rules.sperr_canasta and is_blocking(laid):
        faults = ()
    else:
        faults = black_three_faults(rules, threes=naturals, wilds=wilds)
    broken = list(faults)
    if reds:
        broken = ["red3.not-a-meld", *(rule for rule in broken if rule not in SIZES)]
    facts = {"naturals": naturals, "wilds": wilds}
    if not broken:
        return MeldVerdict(True, sort, (Finding(_GROUNDS[sort], True, 0, facts),))
    legal = None if OPEN_RULES.issuperset(broken) else False
    return MeldVerdict(legal, sort, tuple([Finding(rule, False, 0, facts) for rule in broken]))


def _mixed(faults: Iterable[str], cards: tuple[Card, ...], *, threes: int, ranks: int) -> list[str]:
    """The faults of a set that holds threes or several ranks: the special rules instead of the number of naturals."""
    found = [rule for rule in faults if not (threes and rule == "meld.min-natural")]
    if ranks > 1:
        found.append("meld.no-sequence" if is_run(cards) else "meld.same-rank")
    return [*found, "meld.natural-ranks"] if threes else found


_GROUNDS: dict[Sort, str] = {
    "set": "meld.min-size",
    "sequence": "samba.sequence-shape",
    "threes": "black3.meld-size",
    "wild": "sambaopt.wild-melds",
}
