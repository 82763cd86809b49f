"""Grading a score sheet: a verdict for each row, and a total that may follow from a mistake further up."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import gettext, ngettext

from engine.cards import points_of
from engine.ruleset import RuleSet
from engine.scoring import ScoreSheet, ScoreSide, red_threes_count_plus
from lessons import words
from lessons.answers import AnswerError, read_number
from lessons.computing import score_side_of, sheet_of
from lessons.explaining import Explanation, Sentence
from lessons.explaining_base import some_points
from lessons.explaining_mistakes import card_values
from lessons.explaining_numbers import line_in_words, line_name, sheet_in_words
from lessons.schema import SHEET_ROWS, SideTable

TOTAL: Final = "total"
Mark = Literal["ok", "no", "carried", "open"]


@dataclass(frozen=True, slots=True, kw_only=True)
class RowResult:
    """The verdict of one row. ``comment`` says why it is wrong, ``rule_id`` where to read on."""

    key: str
    mark: Mark
    given: int | None
    comment: str = ""
    rule_id: str = ""


def read_rows(entries: Mapping[str, str]) -> dict[str, int | None]:
    """The rows and the total as numbers; an empty row is None, "not sure". Raises AnswerError naming the row."""
    rows = {
        key: read_number(entries[key], where=f"row-{key}") if entries.get(key, "").strip() else None
        for key in (*SHEET_ROWS, TOTAL)
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
    results = {key: _grade_row(key, given[key], sheet, scored, rules, reveal=reveal) for key in SHEET_ROWS}
    results[TOTAL] = _grade_total(given, results, sheet, reveal=reveal)
    return results


def right_rows(side: SideTable, rules: RuleSet) -> dict[str, int]:
    """The right number of every row and the total."""
    sheet = sheet_of(side, rules)
    return {key: sheet.points_of(key) for key in SHEET_ROWS} | {TOTAL: sheet.total}  # type: ignore[arg-type]


def lines_in_words(side: SideTable, rules: RuleSet) -> list[str]:
    """How the deal is counted, line by line, and the total."""
    sheet = sheet_of(side, rules)
    return [words.first_upper(line_in_words(line)) for line in sheet.lines] + [sheet_in_words(sheet)]


def _grade_row(
    key: str, given: int | None, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet, *, reveal: bool
) -> RowResult:
    right = sheet.points_of(key)  # type: ignore[arg-type]
    rule = next((line.rule for line in sheet.lines if line.item == key), _RULE_OF_EMPTY[key])
    if given is None:
        return RowResult(key=key, mark="open", given=None)
    if given == right or (key == "hand-cards" and given == -right):
        # The row says that it counts minus, so the bare amount means the same.
        return RowResult(key=key, mark="ok", given=right)
    comment = _counted_right(key, sheet) if reveal else _mistake(key, given, right, sheet, side, rules)
    return RowResult(key=key, mark="no", given=given, comment=comment, rule_id=rule)


def _grade_total(
    given: Mapping[str, int | None], results: Mapping[str, RowResult], sheet: ScoreSheet, *, reveal: bool
) -> RowResult:
    value = given[TOTAL]
    if value is None:
        return RowResult(key=TOTAL, mark="open", given=None)
    if value == sheet.total:
        return RowResult(key=TOTAL, mark="ok", given=value)
    own_sum = sum(result.given or 0 for result in results.values())
    if value == own_sum and any(result.mark != "ok" for result in results.values()):
        return RowResult(
            key=TOTAL,
            mark="carried",
            given=value,
            comment=gettext("Added up rightly from your rows; it changes with them."),
            rule_id="score.formula",
        )
    comment = (
        sheet_in_words(sheet)
        if reveal
        else gettext("Your rows add up to %(sum)s.") % {"sum": words.number(own_sum)}
    )
    return RowResult(key=TOTAL, mark="no", given=value, comment=comment, rule_id="score.formula")


_RULE_OF_EMPTY: Final = {
    "melded-cards": "canasta.card-values-extra",
    "natural-canasta": "canasta.natural-bonus",
    "mixed-canasta": "canasta.mixed-bonus",
    "red-threes": "red3.value-each",
    "going-out": "out.bonus",
    "hand-cards": "score.hand-minus",
}


def _counted_right(key: str, sheet: ScoreSheet) -> str:
    lines = [line for line in sheet.lines if line.item == key]
    if not lines:
        return _nothing(key)
    parts = words.join_words([line_in_words(line) for line in lines])
    return gettext("%(parts)s: %(total)s.") % {
        "parts": words.first_upper(parts),
        "total": some_points(sum(line.points for line in lines)),
    }


def _nothing(key: str) -> str:
    return {
        "melded-cards": gettext("The side has melded nothing."),
        "natural-canasta": gettext("There is no natural canasta on the table."),
        "mixed-canasta": gettext("There is no mixed canasta on the table."),
        "red-threes": gettext("The side has no red three."),
        "going-out": gettext("Nobody of this side went out."),
        "hand-cards": gettext("No card is left in the hands."),
    }[key]


def _mistake(key: str, given: int, right: int, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet) -> str:
    """What explains a wrong row, without the right number."""
    if not right:
        return _nothing(key)
    match key:
        case "melded-cards":
            return _melded_cards(given, right, sheet, side, rules)
        case "natural-canasta" | "mixed-canasta":
            return _canastas(key, side, rules)
        case "red-threes":
            return _red_threes(given, right, side, rules)
        case "going-out":
            if side.went_out == "concealed":
                return gettext(
                    "A player of this side went out concealed: that brings more than going out as usual."
                )
            return gettext("A player of this side went out, but not concealed.")
    return _hand_cards(given, right, side)


def _melded_cards(given: int, right: int, sheet: ScoreSheet, side: ScoreSide, rules: RuleSet) -> str:
    in_canastas = sum(meld.points for meld in side.melds if meld.is_canasta(rules))
    bonus = sheet.points_of("natural-canasta") + sheet.points_of("mixed-canasta")
    if in_canastas and given == right - in_canastas:
        return gettext("The cards in the canastas count as well.")
    if bonus and given == right + bonus:
        return gettext("The bonus for canastas has rows of its own.")
    if side.red_threes and given == right + len(side.red_threes) * rules.red_three_value:
        return gettext("Red threes have a row of their own.")
    return f"{_too_much(given, right)} {card_values()}"


def _canastas(key: str, side: ScoreSide, rules: RuleSet) -> str:
    natural = key == "natural-canasta"
    canastas = [meld for meld in side.melds if meld.is_canasta(rules)]
    count = sum(meld.is_natural == natural for meld in canastas)
    if natural:
        return ngettext(
            "One canasta is without wild cards, and such a canasta brings %(bonus)s.",
            "%(count)s canastas are without wild cards, and each of them brings %(bonus)s.",
            count,
        ) % {"count": words.first_upper(words.number_word(count)), "bonus": words.number(rules.bonus_natural)}
    return ngettext(
        "One canasta holds wild cards, and such a canasta brings %(bonus)s.",
        "%(count)s canastas hold wild cards, and each of them brings %(bonus)s.",
        count,
    ) % {"count": words.first_upper(words.number_word(count)), "bonus": words.number(rules.bonus_mixed)}


def _red_threes(given: int, right: int, side: ScoreSide, rules: RuleSet) -> str:
    if given == -right:
        if red_threes_count_plus(side, rules):
            return gettext("The side has melded, so its red threes count plus.")
        return gettext("The side has melded nothing, so its red threes count minus.")
    if len(side.red_threes) == rules.red_three_set[0]:
        return gettext("The side has all red threes: together they count more than one by one.")
    return gettext("Each red three counts %(value)s.") % {"value": words.number(rules.red_three_value)}


def _hand_cards(given: int, right: int, side: ScoreSide) -> str:
    sums = [points_of(hand) for hand in side.hands]
    if len(sums) > 1 and abs(given) in sums:
        return gettext("The cards in both hands count, yours and your partner’s.")
    return f"{_too_much(abs(given), abs(right))} {card_values()}"


def _too_much(given: int, right: int) -> str:
    if given > right:
        return gettext("That is too much.")
    return gettext("That is too little.")


def row_name(key: str) -> str:
    return gettext("total") if key == TOTAL else line_name(key)


def explain_rows(rows: Mapping[str, RowResult], *, rules: Sequence[str]) -> Explanation:
    """The result of a whole sheet: how many rows are right, and where to look first."""
    right = sum(row.mark == "ok" for row in rows.values())
    wrong = [row for row in rows.values() if row.mark == "no"]
    opened = sum(row.mark == "open" for row in rows.values())
    if right == len(rows):
        return Explanation(
            headline=gettext("Right, every row."),
            deciding=Sentence(gettext("All rows and the total agree with the rules.")),
            rule_id=rules[0],
        )
    headline = ngettext(
        "%(right)s of %(all)s rows is right.", "%(right)s of %(all)s rows are right.", right
    ) % {"right": words.number(right), "all": words.number(len(rows))}
    if wrong:
        why = f"{words.first_upper(row_name(wrong[0].key))}: {wrong[0].comment}"
        rule = wrong[0].rule_id
    elif opened:
        why = ngettext(
            "What you have filled in is right. One row is still open.",
            "What you have filled in is right. %(count)s rows are still open.",
            opened,
        ) % {"count": words.first_upper(words.number_word(opened))}
        rule = rules[0]
    else:
        why, rule = gettext("The total follows from your rows, and one of them is wrong."), rules[0]
    return Explanation(headline=headline, deciding=Sentence(why, rule), rule_id=rule)
