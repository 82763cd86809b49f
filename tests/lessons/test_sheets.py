"""A score sheet: a verdict for each row, a reason for each wrong one, and a total carried from mistakes."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from lessons.content.base import SideTable
from lessons.content.reading import Item
from lessons.kinds.asking.grading import grade
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.result import Result
from lessons.kinds.common.sheets import grade_rows, read_rows, right_rows
from lessons.kinds.sheet import SheetTask

RIGHT = {
    "melded-cards": "110", "natural-canasta": "500", "mixed-canasta": "0", "red-threes": "100", "going-out": "100",
    "hand-cards": "-15", "total": "795",
}  # fmt: skip


@pytest.fixture
def sheet(item: object) -> Item:
    return item("puzzle/late/a-deal")  # type: ignore[operator,no-any-return]


def graded(sheet: Item, **rows: str) -> Result:
    changed = {key.replace("_", "-"): value for key, value in rows.items()}
    return grade(sheet, {"rows": RIGHT | changed})


def test_right_rows_come_from_the_engine(sheet: Item) -> None:
    assert isinstance(sheet.task, SheetTask)
    assert {key: str(value) for key, value in right_rows(sheet.task.side, sheet.rules).items()} == RIGHT


def test_every_row_right(sheet: Item, in_english: None) -> None:
    result = graded(sheet)
    assert result.outcome == "right"
    assert result.explanation.headline == "Right in every row."
    assert {row.mark for row in result.rows.values()} == {"ok"}


def test_hand_cards_without_their_sign_are_right(sheet: Item) -> None:
    assert graded(sheet, hand_cards="15").outcome == "right"


@pytest.mark.parametrize(
    ("row", "value", "comment"),
    [
        ("melded-cards", "40", "That is the sum without the cards in the canastas."),
        ("melded-cards", "610", "That includes the bonus for canastas."),
        (
            "melded-cards",
            "210",
            "A red three has no card value: it is a bonus and has a row of its own.",
        ),
        ("melded-cards", "98", "That is too little. A joker counts 50 points, aces and twos 20 each"),
        ("natural-canasta", "300", "That is the bonus for mixed canastas."),
        ("natural-canasta", "450", "One canasta has no wild cards, so it scores 500 points."),
        ("mixed-canasta", "300", "That counts a natural canasta as a mixed one."),
        ("mixed-canasta", "400", "There is no mixed canasta on the table."),
        ("red-threes", "-100", "The side has melded, so its red threes count for it."),
        ("red-threes", "300", "Each red three counts 100 points."),
        ("going-out", "200", "A player on this side went out, but not concealed."),
        ("hand-cards", "-25", "That is too much."),
    ],
)
def test_wrong_row_says_why(sheet: Item, in_english: None, row: str, value: str, comment: str) -> None:
    result = graded(sheet, **{row.replace("-", "_"): value})
    assert result.outcome == "wrong"
    assert result.rows[row].mark == "no"
    assert result.rows[row].comment.startswith(comment)
    assert result.rows[row].rule_id
    assert [key for key, one in result.rows.items() if one.mark == "no"] == [row]


def test_total_that_follows_from_a_wrong_row_is_carried(sheet: Item, in_german: None) -> None:
    result = graded(sheet, going_out="200", total="895")
    assert result.outcome == "wrong"
    assert result.rows["total"].mark == "carried"
    assert result.rows["total"].comment.startswith("Aus deinen Zeilen richtig zusammengezählt")
    assert result.explanation.headline == "5 von 7 Zeilen sind richtig."


def test_total_that_follows_from_nothing_is_wrong(sheet: Item, in_english: None) -> None:
    result = graded(sheet, total="800")
    assert result.rows["total"].mark == "no"
    assert result.rows["total"].comment == "Your rows add up to 795 points."
    assert str(result.explanation.deciding).startswith("This deal: ")


def test_empty_row_is_open_and_no_mistake(sheet: Item, in_english: None) -> None:
    result = graded(sheet, red_threes="", total="")
    assert result.rows["red-threes"].mark == "open"
    assert result.rows["total"].mark == "open"
    assert str(result.explanation.deciding) == "What you have filled in is right. Two rows are still open."


def test_rows_are_counted_once_they_may_be_seen(sheet: Item, in_english: None) -> None:
    result = grade(sheet, {"rows": RIGHT | {"melded-cards": "90"}}, reveal=True)
    assert result.rows["melded-cards"].comment.endswith("for a total of 110 points.")
    assert result.rows["melded-cards"].comment.count("elded cards") == 0


@pytest.mark.parametrize(
    ("language", "said"), [("de", "gewertet als −15 Punkte."), ("en", "counted as −15 points.")]
)
def test_cards_in_hand_are_told_to_count_against_their_side(sheet: Item, language: str, said: str) -> None:
    with override(language):
        result = grade(sheet, {"rows": RIGHT | {"hand-cards": "15"}}, reveal=True)
    assert result.rows["hand-cards"].comment.endswith(said)


def test_row_without_cards_is_counted_once_it_may_be_seen(sheet: Item, in_english: None) -> None:
    result = grade(sheet, {"rows": RIGHT | {"going-out": "200"}}, reveal=True)
    assert result.rows["going-out"].comment == "This row is worth 100 points."
    assert str(result.explanation.deciding) == "Going out: This row is worth 100 points."


def test_empty_sheet_is_no_answer() -> None:
    with pytest.raises(AnswerError) as caught:
        read_rows({})
    assert caught.value.where == "row-melded-cards"


def test_row_that_is_no_number_names_the_row() -> None:
    with pytest.raises(AnswerError) as caught:
        read_rows({"red-threes": "hundred"})
    assert caught.value.where == "row-red-threes"


@pytest.mark.parametrize(
    ("side", "row", "value", "comment"),
    [
        (
            SideTable(red_threes="3h 3d 3h 3d"),
            "red-threes",
            800,
            "The side has melded nothing, so its red threes count",
        ),
        (
            SideTable(melds=("4c 4d 4h",), red_threes="3h 3d 3h 3d"),
            "red-threes",
            400,
            "The side has all the red threes",
        ),
        (
            SideTable(hands=("Kc", "Ac")),
            "hand-cards",
            -10,
            "That is one hand only. The cards left in both partners’ hands",
        ),
        (SideTable(), "melded-cards", 20, "This side has melded nothing."),
    ],
)
def test_mistakes_of_other_deals(
    sheet: Item, in_english: None, side: SideTable, row: str, value: int, comment: str
) -> None:
    given = dict.fromkeys(RIGHT, None) | {row: value}
    assert grade_rows(side, sheet.rules, given, reveal=False)[row].comment.startswith(comment)
