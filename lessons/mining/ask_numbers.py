"""Questions that are answered with numbers: values, sums of melds, what is missing, score sheets and their mistakes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, Final

from engine.law.cards import sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_position, parse_rules
from engine.notation.text import format_cards
from engine.score.sheet import ScoreSheet, ScoreSide, score_side
from lessons.counting.computing import meld_lines
from lessons.counting.sheet_rows import rows_of
from lessons.kinds.common.reasons import row_reasons
from lessons.kinds.compare import Compare
from lessons.kinds.number import Number
from lessons.kinds.sheet import Sheet
from lessons.kinds.sheet_mistake import SheetMistake
from lessons.mining.ask_legal import place, verdict_on
from lessons.mining.near import REASONS_OF_ROWS
from lessons.mining.offers import OFFERS
from lessons.mining.spec import Maker, Record, Scene
from lessons.mining.themes_rules import STEPS
from lessons.miscounts.known import BY_ID, asked_in_row

CLASSIC: Final = "classic"
NEAR_A_STEP: Final = 150
"""So close to a score at which the minimum changes, the boundary is what matters."""
LEAST_LINES: Final = 3
"""So many sorts of lines each side has at least where both are scored."""
VALUE_RULES: Final = {
    50: "value.joker",
    20: "value.ace-two",
    10: "value.eight-to-king",
    5: "value.four-to-seven",
}


def side_record(side: ScoreSide) -> dict[str, Any]:
    """A side at the end of a deal as it stands in a file; a score below zero is possible, a fourth hand is not."""
    return {
        "melds": [format_cards(meld.cards) for meld in side.melds],
        "red_threes": format_cards(side.red_threes),
        "hands": [format_cards(sort_cards(hand)) for hand in side.hands],
        "went_out": side.went_out,
        "score_before": side.score_before,
    }


def _side(scene: Scene) -> tuple[ScoreSide, RuleSet, ScoreSheet] | None:
    """The side of the scene, worth a sheet: something lies there, and no red three was forgotten."""
    side = scene.side
    if side is None or len(side.hands) > 2:
        return None
    rules = parse_rules(scene.rules)
    if any(card.is_red_three for hand in side.hands for card in hand):
        return None
    if len(side.melds) > 8 or sum(len(hand) for hand in side.hands) > 24:
        return None
    return side, rules, score_side(side, rules)


def _rule_of_sheet(maker: Maker, side: ScoreSide, sheet: ScoreSheet, rng: Random) -> str | None:
    """One of the theme's rules that has a line on this sheet."""
    cited = {line.rule for line in sheet.lines}
    if any(len({card.rank for card in meld.naturals}) == 1 and meld.wilds for meld in side.melds):
        cited.add("canasta.natural-to-mixed")
    found = [rule for rule in maker.allowing if rule in cited]
    return rng.choice(found) if found else None


def sheet(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Score the deal of a side, row by row; with the option ``parting`` only where the classic sheet is another one."""
    found = _side(scene)
    if found is None or (maker.options.get("parting") and not _parts(scene)):
        return
    side, _, lines = found
    rule = _rule_of_sheet(maker, side, lines, rng)
    if rule is not None and len({line.item for line in lines.lines}) >= 3:
        yield {"kind": Sheet.name, "side": side_record(side), "rule_set": scene.rules, "rules": [rule]}


def _parts(scene: Scene) -> bool:
    """Whether the classic sheet has other points for the same cards, or cannot be written for them."""
    try:
        here, there = _side(scene), _side(replace(scene, rules=CLASSIC))
    except EngineError:
        return True
    return here is None or there is None or _points(here[2]) != _points(there[2])


def _points(sheet: ScoreSheet) -> Counter[str]:
    """The points of each row; a row of nought counts like none."""
    rows: Counter[str] = Counter()
    for line in sheet.lines:
        rows[line.item] += line.points
    return Counter({row: points for row, points in rows.items() if points})


def both_sheets(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """Score the deal of both sides, and say what each one's next initial meld needs."""
    found = _side(scene)
    against = _side(replace(scene, side=scene.other)) if scene.other else None
    if found is None or against is None:
        return
    (side, _, lines), (other, _, there) = found, against
    if min(len({line.item for line in sheet.lines}) for sheet in (lines, there)) < LEAST_LINES:
        return
    yield {
        "kind": Sheet.name, "side": side_record(side), "other": side_record(other), "rule_set": scene.rules,
        "rules": list(maker.allowing),
    }  # fmt: skip


def total(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """What a side scores in the deal, has afterwards, or needs for its next initial meld."""
    found = _side(scene)
    if found is None:
        return
    side, _, lines = found
    compute = maker.options["compute"]
    if compute == "next-minimum":
        if lines.next_minimum is None:
            return
        rule = _step_of(lines.score_after, parse_rules(scene.rules), maker)
    else:
        rule = _rule_of_sheet(maker, side, lines, rng)
    if rule is not None and len(lines.lines) > 1:
        yield {
            "kind": Number.name, "compute": compute, "side": side_record(side), "rule_set": scene.rules,
            "rules": [rule],
        }  # fmt: skip


def _step_of(score: int, rules: RuleSet, maker: Maker) -> str | None:
    """Near a score at which the minimum changes the boundary decides, elsewhere that the score counts as it is now."""
    lows = [low for low, _ in rules.initial_steps or () if low is not None]
    near = any(abs(score - low) <= NEAR_A_STEP for low in lows)
    rule = "initial.boundaries" if near else "initial.score-before-deal"
    return rule if rule in maker.allowing else None


def count_cards(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """What these cards are worth: a hand that is left, the cards laid."""
    position = scene.drawn or scene.position
    if position is None:
        return
    cards = [card for card in position.hand if not card.is_red_three]
    if not 4 <= len(cards) <= 12:
        return
    points = {VALUE_RULES[card.points] for card in cards if not card.is_black_three}
    if any(card.is_black_three for card in cards):
        points.add("value.black-three")
    rules = [rule for rule in maker.allowing if rule in points]
    if len(points) > 2 and rules:
        yield {
            "kind": Number.name, "compute": "card-points", "cards": format_cards(cards),
            "rule_set": position.rules.name, "rules": [rng.choice(rules)],
        }  # fmt: skip


def count_meld(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """What one canasta, or a meld that is none yet, brings at the end."""
    rules = parse_rules(scene.rules)
    melds = scene.side.melds if scene.side else scene.position.own.melds if scene.position else ()
    for meld in rng.sample(melds, len(melds)):
        if meld.is_blocking or (not meld.is_canasta(rules) and rng.random() < 0.7):
            continue
        lines = meld_lines(meld.cards, rules)
        cited = {line.rule for line in lines.lines}
        if not meld.is_canasta(rules) and len(meld.cards) >= rules.canasta_size - 2:
            cited.add(_bonus_missed(meld, rules))
        rule = next((rule for rule in maker.allowing if rule in cited), None)
        if rule is not None:
            yield {
                "kind": Number.name, "compute": maker.options["compute"], "cards": format_cards(meld.cards),
                "rule_set": scene.rules, "rules": [rule],
            }  # fmt: skip
            return


def _bonus_missed(meld: Meld, rules: RuleSet) -> RuleId:
    """The rule of the bonus for which this meld is still too small."""
    if meld.is_sequence:
        return "samba.bonus"
    if not meld.naturals:
        return "sambaopt.wild-canasta-bonus"
    return "sambaopt.ace-canasta" if rules.bonus_aces and meld.rank == "A" else "canasta.size"


def count_laid(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """What a lay-down counts towards the initial meld, or what it is short of."""
    position = place(maker, scene, rng)
    if position is None or position.own.opened or position.initial_minimum is None:
        return
    if maker.options["compute"] == "last-score":
        yield from _last_score(maker, position, rng)
        return
    short = maker.options["compute"] == "missing-points"
    ways = list(OFFERS["openings"](position, rng))
    rng.shuffle(ways)
    for way in ways:
        verdict = verdict_on(position, way)
        if (
            verdict is None
            or verdict.legal is short
            or not any(action.verb in ("meld", "take") for action in way)
        ):
            continue
        broken = {finding.rule for finding in verdict.broken}
        cited = broken if short else {finding.rule for finding in verdict.findings}
        if short and len(broken) != 1:
            continue
        rule = next((rule for rule in maker.allowing if rule in cited), None)
        if rule is not None:
            yield {
                "kind": Number.name, "compute": maker.options["compute"], "position": format_position(position),
                "actions": [str(action) for action in way], "rules": [rule],
            }  # fmt: skip
            return


def _last_score(maker: Maker, position: Position, rng: Random) -> Iterator[Record]:
    """Up to which score before the deal a lay-down is enough, whatever the score is now."""
    ways = list(OFFERS["openings"](position, rng))
    rng.shuffle(ways)
    for way in ways:
        if len(way) == 1 or any(action.verb != "meld" for action in way):
            continue
        verdict = verdict_on(position, way)
        if (
            verdict is None
            or {finding.rule for finding in verdict.broken} - set(STEPS)
            or verdict.went_out != "no"
        ):
            continue
        yield {
            "kind": Number.name, "compute": "last-score", "position": format_position(position),
            "actions": [str(action) for action in way], "rules": list(maker.allowing),
        }  # fmt: skip
        return


def compare_sides(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """One side at the end of a deal under two rule sets, which give it different totals."""
    found = _side(scene)
    if found is None:
        return
    side, _, lines = found
    other = rng.choice(maker.options["against"])
    there = score_side(side, parse_rules(other))
    if there.total == lines.total:
        return
    apart = {
        line.rule
        for line in (*lines.lines, *there.lines)
        if line not in lines.lines or line not in there.lines
    }
    rule = next((rule for rule in maker.allowing if rule in apart), None)
    if rule is not None:
        yield {
            "kind": Compare.name, "side": side_record(side), "rule_set": scene.rules, "against": other, "rules": [rule],
        }  # fmt: skip


SLIPS: Final = {
    "melded-cards": ("canasta-cards-left-out", "wild-as-stood-for"),
    "natural-canasta": ("mixed-bonus-for-natural",),
    "mixed-canasta": ("natural-bonus-for-mixed",),
    "samba": ("samba-as-natural",),
    "wild-canasta": ("wild-canasta-as-mixed",),
    "blocking-canasta": ("blocking-as-mixed",),
    "red-threes": ("red-threes-sign", "red-threes-not-doubled", "red-threes-doubled-early"),
    "going-out": (
        "concealed-as-usual", "concealed-added", "usual-as-concealed", "out-forgotten", "out-for-the-other-side",
    ),
    "hand-cards": ("hand-added", "one-hand-only", "black-three-at-hundred"),
}  # fmt: skip
"""The slips that may stand in a row of a filled sheet: those that can be seen in the row alone."""


def sheet_mistake(maker: Maker, scene: Scene, rng: Random) -> Iterator[Record]:
    """A filled sheet with one wrong row, as a known slip makes it."""
    found = _side(scene)
    if found is None:
        return
    side, rules, lines = found
    keys = [key for key in maker.options.get("rows", SLIPS) if key in rows_of(rules)]
    rng.shuffle(keys)
    for key in keys:
        asked = asked_in_row(key, side, lines, rules)
        wrong = sorted({number for slip in SLIPS[key] for number in BY_ID[slip].written_in(asked)})
        for given in rng.sample(wrong, len(wrong)):
            fitting = row_reasons(key, given, sheet=lines, side=side, rules=rules)
            rule = next((rule for rule in maker.forbidding if rule in fitting), None)
            near = [one for one in REASONS_OF_ROWS[key] if one not in fitting]
            if rule is None or len(near) < 2:
                continue
            reasons = [rule, *near[:3]]
            rng.shuffle(reasons)
            yield {
                "kind": SheetMistake.name, "side": side_record(side), "rule_set": scene.rules, "wrong": {key: given},
                "reasons": reasons, "rules": [rule],
            }  # fmt: skip
            return
