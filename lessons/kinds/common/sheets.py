"""Grading a score sheet: a verdict for each row, and a total that may follow from a mistake further up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from django.utils.translation import gettext, ngettext

from engine.law.ruleset import RuleSet
from engine.score.questions import check_score_cards
from engine.score.sheet import ScoreSheet, ScoreSide, canasta_bonus, score_sides
from lessons.content.base import SHEET_ROWS, SideTable
from lessons.content.reading import Item
from lessons.counting.computing import score_side_of, sheet_of
from lessons.counting.sheet_rows import KEYS_OF_BOTH, MINIMUM, OTHER, TOTAL, points_in, rows_of
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError, read_number
from lessons.kinds.common.given import given_in
from lessons.miscounts.base import Asked
from lessons.miscounts.known import asked_for_total, asked_in_row, mistake_in
from lessons.saying.base import Sentence, some_points
from lessons.saying.mistakes import card_values
from lessons.saying.numbers import counted, line_in_words, line_name, sheet_in_words
from lessons.saying.verdicts import Explanation
from lessons.words import naming

Mark = Literal["ok", "no", "carried", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowResult:
    """The verdict of one row.

    ``comment`` says why it is wrong, ``rule_id`` where to read on, ``slips`` which known slips explain it, and ``read``
    which of them the comment speaks of. ``quoted`` is the comment as it follows the name of its row and a colon.
    """

    key: str
    mark: Mark
    given: int | None
    comment: str = ""
    quoted: str = ""
    rule_id: str = ""
    slips: tuple[str, ...] = ()
    read: tuple[str, ...] = ()


def read_rows(entries: Mapping[str, str]) -> dict[str, int | None]:
    """The rows and the total as numbers; an empty row is None, "not sure". Raises AnswerError naming the row."""
    rows = {
        key: read_number(entries[key], where=f"row-{key}") if entries.get(key, "").strip() else None
        for key in KEYS_OF_BOTH
    }
    if all(value is None for value in rows.values()):
        raise AnswerError(
            f"row-{SHEET_ROWS[0]}", gettext("Fill in at least one row first. 0 is a number, too.")
        )
    return rows


def grade_rows(
    side: SideTable, rules: RuleSet, given: Mapping[str, int | None], *, reveal: bool
) -> dict[str, RowResult]:
    """The verdict of every row and of the total. With ``reveal`` the comments count the right number."""
    sheet = sheet_of(side, rules)
    scored = score_side_of(side, rules)
    results = {
        key: _grade_row(key, given[key], sheet, scored, rules, reveal=reveal) for key in rows_of(rules)
    }
    results[TOTAL] = _grade_total(given, results, sheet, scored, rules, reveal=reveal)
    return results


def slips_of(rows: Mapping[str, RowResult]) -> dict[str, tuple[str, ...]]:
    """The known slips in these rows, by row; those that none explains are left out."""
    return {key: row.slips for key, row in rows.items() if row.slips}


def shown_by(rows: Iterable[RowResult]) -> Iterator[str]:
    """What wrong rows show of whoever filled them in: ids of diagnoses."""
    for row in rows:
        if row.mark == "no" and row.given is not None:
            yield from map(diagnoses.count, row.read) if row.read else [diagnoses.number(row.rule_id)]


def right_rows(side: SideTable, rules: RuleSet) -> dict[str, int]:
    """The right number of every row and the total."""
    sheet = sheet_of(side, rules)
    return {key: points_in(sheet, key) for key in rows_of(rules)} | {TOTAL: sheet.total}


def rows_with(side: SideTable, rules: RuleSet, wrong: Mapping[str, int]) -> dict[str, int]:
    """A filled sheet with these wrong rows; the others are right and the total adds up what stands there."""
    rows = right_rows(side, rules) | dict(wrong)
    return rows | {TOTAL: sum(value for key, value in rows.items() if key != TOTAL)}


def lines_in_words(side: SideTable, rules: RuleSet) -> list[str]:
    """How the deal is counted, line by line, and the total."""
    sheet = sheet_of(side, rules)
    return [naming.first_upper(line_in_words(line)) for line in sheet.lines] + [
        naming.first_upper(sheet_in_words(sheet))
    ]


def _grade_row(
    key: str, given: int | None, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet, *, reveal: bool
) -> RowResult:
    asked = asked_in_row(key, side, sheet, rules)
    rule = next((line.rule for line in sheet.lines if line.item == key), rule_of_empty(key, rules))
    if given is None:
        return RowResult(key=key, mark="open", given=None)
    if given == asked.right or (key == "hand-cards" and given == -asked.right):
        # The row says that it counts minus, so the bare amount means the same.
        comment = naming.first_upper(counted_right(key, sheet, side, rules))
        return RowResult(key=key, mark="ok", given=asked.right, comment=comment, rule_id=rule)
    # A bare amount of cards in hand is read as it was meant, and so is a wrong one.
    known = mistake_in(asked, -abs(given) if key == "hand-cards" else given)
    told = known.text if known is not None else _where_to_look(asked, given)
    quoted = counted_right(key, sheet, side, rules) if reveal else told
    comment = naming.first_upper(quoted)
    if known is not None:
        return RowResult(
            key=key, mark="no", given=given, comment=comment, quoted=quoted, rule_id=known.rule_id, slips=known.slips,
            read=known.read,
        )  # fmt: skip
    return RowResult(key=key, mark="no", given=given, comment=comment, quoted=quoted, rule_id=rule)


def _grade_total(
    given: Mapping[str, int | None],
    results: Mapping[str, RowResult],
    sheet: ScoreSheet,
    side: ScoreSide,
    rules: RuleSet,
    *,
    reveal: bool,
) -> RowResult:
    value = given[TOTAL]
    if value is None:
        return RowResult(key=TOTAL, mark="open", given=None)
    if value == sheet.total:
        comment = naming.first_upper(sheet_in_words(sheet))
        return RowResult(key=TOTAL, mark="ok", given=value, comment=comment, rule_id="score.formula")
    filled = any(result.given is not None for result in results.values())
    own = {key: result.given or 0 for key, result in results.items()}
    own_sum = sum(own.values())
    if value == own_sum and any(result.mark != "ok" for result in results.values()):
        return RowResult(
            key=TOTAL,
            mark="carried",
            given=value,
            comment=gettext("Added up correctly from your rows; if they change, so does the total."),
            rule_id="score.formula",
        )
    known = mistake_in(asked_for_total(side, sheet, rules, rows=own if filled else None), value)
    if reveal:
        quoted = sheet_in_words(sheet)
    elif known is not None:
        quoted = known.text
    elif filled:
        quoted = gettext("Your rows add up to %(sum)s points.") % {"sum": naming.number(own_sum)}
    else:
        quoted = gettext("Fill in the rows as well to see where your total goes wrong.")
    return RowResult(
        key=TOTAL, mark="no", given=value, comment=naming.first_upper(quoted), quoted=quoted,
        rule_id=known.rule_id if known else "score.formula", slips=known.slips if known else (),
        read=known.read if known else (),
    )  # fmt: skip


def rule_of_empty(key: str, rules: RuleSet) -> str:
    """The rule to read on where a row has nothing to count."""
    whole = rules.wild_only_melds == "canasta_only"
    return {
        "melded-cards": "canasta.card-values-extra",
        "natural-canasta": "canasta.natural-bonus",
        "mixed-canasta": "canasta.mixed-bonus",
        "samba": "samba.bonus",
        "wild-canasta": "house.joker-canasta-1000" if whole else "sambaopt.wild-canasta-bonus",
        "blocking-canasta": "house.sperr-canasta-1500",
        "red-threes": "red3.value-each",
        "going-out": "out.bonus",
        "hand-cards": "score.hand-minus",
    }[key]


def counted_right(key: str, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet) -> str:
    """How a row is counted, card by card or meld by meld, as it follows the name of the row and a colon."""
    lines = [line for line in sheet.lines if line.item == key]
    if not lines:
        return _nothing(key)
    total = some_points(sum(line.points for line in lines))
    if key in ("melded-cards", "hand-cards"):
        parts = counted(card for line in lines for card in line.cards)
        text = (
            gettext("%(parts)s, counted as %(total)s.")  # less than nothing, though each card has a value
            if key == "hand-cards"
            else gettext("%(parts)s, for a total of %(total)s.")
        )
        return text % {"parts": parts, "total": total}
    bonuses = [
        (meld, points)
        for meld in side.melds
        for item, _, points in [canasta_bonus(meld, rules)]
        if item == key and meld.is_canasta(rules)
    ]
    if len(bonuses) > 1:
        names = [naming.with_points(naming.meld_title(meld.rank), points) for meld, points in bonuses]
        parts = naming.join_words(names)
        return gettext("%(parts)s, for a total of %(total)s.") % {"parts": parts, "total": total}
    if bonuses:
        what = naming.meld_title(bonuses[0][0].rank)
    elif key == "red-threes":
        what = naming.rank_count("3r", len(side.red_threes))
    else:
        return gettext("This row is worth %(total)s.") % {"total": total}
    return gettext("%(what)s, %(total)s.") % {"what": what, "total": total}


def named_right(key: str, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet) -> str:
    """The same with the name of the row before it."""
    return f"{naming.first_upper(row_name(key))}: {counted_right(key, sheet, side, rules)}"


def _nothing(key: str) -> str:
    return {
        "melded-cards": gettext("This side has melded nothing."),
        "natural-canasta": gettext("There is no natural canasta on the table."),
        "mixed-canasta": gettext("There is no mixed canasta on the table."),
        "samba": gettext("No sequence on the table is complete."),
        "wild-canasta": gettext("There is no canasta of wild cards on the table."),
        "blocking-canasta": gettext("There is no blocking canasta on the table."),
        "red-threes": gettext("This side has no red threes."),
        "going-out": gettext("Nobody on this side went out."),
        "hand-cards": gettext("No card is left in hand."),
    }[key]


def _where_to_look(asked: Asked, given: int) -> str:
    """What is said of a wrong row that no known slip explains, without the right number."""
    key, right, side, rules = asked.place, asked.right, asked.side, asked.rules
    if not right:
        return _nothing(key)
    match key:
        case "natural-canasta" | "mixed-canasta":
            return _canastas(key, side, rules)
        case "samba" | "wild-canasta" | "blocking-canasta":
            return _special(key, asked.sheet, rules)
        case "red-threes":
            return gettext("Each red three counts %(value)s points.") % {
                "value": naming.number(rules.red_three_value)
            }
        case "going-out":
            return gettext(
                "Check whether somebody on this side went out, and if so, whether they went out concealed."
            )
    return f"{_too_much(abs(given), abs(right))} {card_values()}"


def _canastas(key: str, side: ScoreSide, rules: RuleSet) -> str:
    natural = key == "natural-canasta"
    canastas = [
        meld for meld in side.melds if meld.is_canasta(rules) and canasta_bonus(meld, rules)[0] == key
    ]
    count = len(canastas)
    if any(canasta_bonus(meld, rules)[1] == "sambaopt.ace-canasta" for meld in canastas):
        aces, others = rules.bonus_aces or (0, 0), (rules.bonus_natural, rules.bonus_mixed)
        return gettext("A canasta of aces scores %(aces)s points here, any other %(bonus)s.") % {
            ""
            "aces": naming.number(aces[0 if natural else 1]), "bonus": naming.number(others[0 if natural else 1]),
        }  # fmt: skip
    if natural:
        return ngettext(
            "One canasta has no wild cards, so it scores %(bonus)s points.",
            "%(count)s canastas have no wild cards, and each of them scores %(bonus)s points.",
            count,
        ) % {
            "count": naming.first_upper(naming.number_word(count)),
            "bonus": naming.number(rules.bonus_natural),
        }
    return ngettext(
        "One canasta holds at least one wild card, so it scores %(bonus)s points.",
        "%(count)s canastas hold at least one wild card each, and each of them scores %(bonus)s points.",
        count,
    ) % {"count": naming.first_upper(naming.number_word(count)), "bonus": naming.number(rules.bonus_mixed)}


def _special(key: str, sheet: ScoreSheet | None, rules: RuleSet) -> str:
    """Sambas, wild canastas and blocking canastas: how many there are and what one of them is."""
    assert sheet is not None
    line = next(line for line in sheet.lines if line.item == key)
    facts = {"count": naming.first_upper(naming.number_word(line.count))}
    if key == "samba":
        text = ngettext(
            "One sequence has seven cards and is a samba: that scores %(bonus)s points.",
            "%(count)s sequences have seven cards and are sambas: each of them scores %(bonus)s points.",
            line.count,
        )
        return text % {**facts, "bonus": naming.number(rules.bonus_samba or 0)}
    if key == "wild-canasta":
        return gettext("Look at which wild cards lie together: only jokers, only twos, or both.")
    return gettext(
        "All four black threes together with three wild cards of one kind make a blocking canasta."
    )


def _too_much(given: int, right: int) -> str:
    if given > right:
        return gettext("That is too much.")
    return gettext("That is too little.")


def row_name(key: str) -> str:
    """The name of a row in a sentence; those of the opponents say so."""
    if key.startswith(OTHER):
        return gettext("opponents, %(row)s") % {"row": row_name(key.removeprefix(OTHER))}
    if key == MINIMUM:
        return gettext("next initial meld")
    return gettext("this deal") if key == TOTAL else line_name(key)


def explain_rows(rows: Mapping[str, RowResult], *, rules: Sequence[str]) -> Explanation:
    """The result of a whole sheet: how many rows are right, and where to look first."""
    right = sum(row.mark == "ok" for row in rows.values())
    wrong = [row for row in rows.values() if row.mark == "no"]
    opened = sum(row.mark == "open" for row in rows.values())
    if right == len(rows):
        return Explanation(
            headline=gettext("Right in every row."),
            deciding=Sentence(gettext("All rows and the total agree with the rules.")),
            rule_id=rules[0],
        )
    headline = ngettext(
        "%(right)s of %(all)s rows is right.", "%(right)s of %(all)s rows are right.", right
    ) % {"right": naming.number(right), "all": naming.number(len(rows))}
    if wrong:
        why = f"{naming.first_upper(row_name(wrong[0].key))}: {wrong[0].quoted or wrong[0].comment}"
        rule = wrong[0].rule_id
    elif opened:
        why = ngettext(
            "What you have filled in is right. One row is still open.",
            "What you have filled in is right. %(count)s rows are still open.",
            opened,
        ) % {"count": naming.first_upper(naming.number_word(opened))}
        rule = rules[0]
    else:
        why, rule = gettext("The total follows from your rows, and one of them is wrong."), rules[0]
    return Explanation(headline=headline, deciding=Sentence(why, rule), rule_id=rule)


def check_sides(item: Item) -> None:
    """Raise EngineError naming the key if the side to be scored could not lie there."""
    sides = given_in(item.task).sides
    if sides:
        scored = [score_side_of(side, item.rules) for side in sides.values()]
        check_score_cards(scored, item.rules, names=list(sides))
        if len(sides) > 1:
            score_sides(scored, item.rules)
