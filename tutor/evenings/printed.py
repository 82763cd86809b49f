"""What a page of the sheet brings along for the time without a network: values and rows that the server has printed.

A phone without a network only adds up and looks up in them. What counts is said by the server once it has the entries.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.translation import gettext

from engine.law.ruleset import RuleSet
from lessons.counting.computing import POINT_STEP
from lessons.counting.tally import HAND_KINDS, KINDS, Tally, sheet_of_tally, sorts_of
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.miscounts.doubts import doubts_of_points, least_points, most_points
from lessons.words import naming
from tutor.evenings.counting import OUT
from tutor.evenings.sheet import Sheet
from tutor.evenings.showing import opens_words, resting_words

DEALS: Final = 24
"""So many deals are said ahead; an evening has about ten."""
MOST_RED_THREES: Final = 6
CANASTAS: Final = 3
"""No rules ask for more than two canastas before red threes count."""


def rows_ahead(sheet: Sheet) -> str:
    """As JSON: what stands on the sheet, what totals need to open, who deals in the deals to come.

    ``changed`` counts the entries, ``deal`` is the number under which the next deal is entered, ``place`` the one that
    people see. ``opens`` holds pairs of the total from which on words hold, rising, and the words, ``exactly`` those
    of a total at which the text can be read in two ways.
    """
    rules = sheet.rules
    steps = [step for step, _ in rules.initial_steps or ()]
    return json.dumps(
        {
            "changed": sheet.evening.changed,
            "totals": sheet.totals,
            "deal": sheet.next_deal,
            "place": len(sheet.rows) + 1,
            "opens": [
                [step, opens_words(rules.initial_readings(_lowest(step, steps)))] for step in steps or [None]
            ],
            "exactly": {str(one): opens_words(rules.initial_readings(one)) for one in rules.open_scores},
            "target": rules.target,
            "heads": [] if sheet.decided else list(_heads(sheet)),
        },
        separators=(",", ":"),
    )


def _lowest(step: int | None, steps: list[int | None]) -> int:
    """A total at which this step is in force, and none that can be read in two ways."""
    if step is not None:
        return step + 1
    return min((one for one in steps if one is not None), default=0) - 5


def _heads(sheet: Sheet) -> Iterator[list[str]]:
    """For each deal to come its heading, and who sits out."""
    names = sheet.evening.players
    for index in range(len(sheet.rows), len(sheet.rows) + DEALS):
        at_table = sheet.at_table(index)
        resting = [name for player, name in enumerate(names) if player not in at_table]
        facts = {"number": index + 1, "name": names[at_table[-1]]}
        yield [gettext("Deal %(number)s: %(name)s deals") % facts, resting_words(resting)]


def checks_ahead(rules: RuleSet) -> str:
    """As JSON: what a device refuses and asks about by itself, in the words of the server.

    They are said here about a sample, whose place in them is ``{text}`` or ``{points}``.
    """
    most, least = most_points(rules), least_points(rules)
    samples = {"step": 1, "most": most + POINT_STEP, "least": least - POINT_STEP}
    return json.dumps(
        {
            "empty": _refusal(""),
            "unreadable": _refusal("{text}"),
            "step": POINT_STEP,
            "most": most,
            "least": least,
            "doubts": {name: _doubt(sample, rules) for name, sample in samples.items()},
        },
        separators=(",", ":"),
    )


def _refusal(text: str) -> str:
    try:
        read_number(text)
    except AnswerError as error:
        return error.message
    raise ValueError(text)


def _doubt(sample: int, rules: RuleSet) -> str:
    doubt = doubts_of_points([sample], rules)[0]
    return doubt.text.replace(naming.number(sample), "{points}", 1)


def values_ahead(rules: RuleSet) -> str:
    """As JSON: what one of everything counts that can be tapped, by the name of its field without the side.

    ``reds`` says what red threes bring: a row for a side that has nothing on the table, then for none, one, two and
    three canastas. Empty where a canasta takes its cards out of the count, so that nothing can simply be added.
    """
    if rules.sperr_canasta:
        return ""
    found: dict[str, Any] = {
        f"canastas-{sort}": _points(rules, canastas={sort: 1}) for sort in sorts_of(rules)
    }
    found |= {f"cards-{kind}": _points(rules, cards={kind: 1}) for kind in KINDS}
    found |= {f"hand-{kind}": _points(rules, hand={kind: 1}) for kind in HAND_KINDS}
    found |= {f"out-{out}": _points(rules, went_out=out) for out in OUT}
    found["reds"] = [_reds(rules, {}, {})] + [
        _reds(rules, {"K": 1}, {"mixed": count} if count else {}) for count in range(CANASTAS + 1)
    ]
    return json.dumps(found, separators=(",", ":"))


def _points(rules: RuleSet, **counts: Any) -> int:
    return sheet_of_tally(Tally(**counts), rules, None).total


def _reds(rules: RuleSet, cards: Mapping[str, int], canastas: Mapping[str, int]) -> list[int]:
    """What none, one, two and more red threes bring beside these."""
    without = _points(rules, cards=cards, canastas=canastas)
    return [
        _points(rules, cards=cards, canastas=canastas, red_threes=count) - without
        for count in range(MOST_RED_THREES + 1)
    ]
