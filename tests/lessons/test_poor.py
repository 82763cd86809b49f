"""Puzzles that are not worth it: what each kind refuses, and that the bank offers none of them."""

from __future__ import annotations

from random import Random

import pytest

from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.content.bank import item_of
from lessons.mining.poor import why_poor
from lessons.mining.shares import TEXTS
from lessons.mining.silly import is_silly
from lessons.mining.spec import Record
from tests import samples

LOOKED_AT = samples.sample(400, 5_000)

PILE = (
    "classic | draw | hand 4s 8d 8h | own 1505: 8=8c 8c 8s* A=Ac Ac Ad Ad Ah Ah JK | opp 0 | pile 8s | stock 42 "
    "| partner 4"
)
TAKEN: Record = {
    "slug": "a-0000", "kind": "turn", "position": PILE, "next_cards": "Th", "accept": {"took_pile": True},
    "rules": ["pickup.natural-pair"], "difficulty": 2, "from": "deal", "seed": "1",
}  # fmt: skip
ORDERED: Record = {
    "slug": "a-0000", "kind": "order", "rules": ["initial.threshold-low"], "difficulty": 3, "from": "deal", "seed": "1",
    "position": "classic | draw | hand 3s 6d 7c 7h 8h Tc Th Jc Jh 2c 2s | own 1485 | opp 0 | pile 8d | stock 63",
    "actions": ["draw Qs", "meld Tc Th 2c", "meld Jc Jh 2s", "discard Qs"],
}  # fmt: skip
SHEET: Record = {
    "slug": "a-0000", "kind": "sheet-mistake", "rule_set": "classic", "wrong": {"red-threes": -1600},
    "side": {"melds": [], "red_threes": "3d 3h 3d 3h", "hands": ["7h", "3s 4d 5s"], "went_out": "no"},
    "reasons": ["red3.all-bonus", "red3.forgotten-penalty", "red3.value-each"], "rules": ["red3.all-bonus"],
    "difficulty": 3, "from": "made", "seed": "1",
}  # fmt: skip
MELDS: Record = {
    "slug": "a-0000", "kind": "find-all", "rules": ["meld.same-rank"], "difficulty": 2, "from": "made", "seed": "1",
    "position": "classic | play | hand 6h 6s 6s 8h 9c 9d 9h Ts | own 0: 8=8c 8d 8h | opp 20 | pile Qh | stock 13",
    "options": [["meld 6h 6s 6s"], ["meld 8h 9h Ts"], ["meld 6h 6s"], ["meld 9c 9d 9h"]],
}  # fmt: skip

OPENED: Record = {
    "slug": "a-0000", "kind": "melds", "accept": {"opens": True}, "rules": ["initial.threshold-negative"],
    "position": "classic | play | hand 4d 4h 4s 9c Jc Jd Jh Ac Ad As 2s | own -5 | opp 2165 | pile 6: 9s | stock 37",
    "difficulty": 4, "from": "made", "seed": "1",
}  # fmt: skip


def why(record: Record) -> str:
    return why_poor(item_of(record, TEXTS, theme="a", number=1, source=("a", "1")))


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (TAKEN, "the pile lies ready"),
        (ORDERED, "the order hardly matters"),
        (SHEET, "the wrong row stands nearly alone"),
        (MELDS, "it offers what nobody would try"),
        (OPENED, "every meld is enough"),
    ],
)
def test_puzzle_in_which_nothing_decides_is_refused(record: Record, told: str) -> None:
    assert why(record) == told


def test_same_puzzle_is_fine_where_something_decides() -> None:
    single = PILE.replace("hand 4s 8d 8h", "hand 4s 8d 2h 2c").replace("8=8c 8c 8s* ", "")
    assert why({**TAKEN, "position": single, "rules": ["pickup.natural-plus-wild"]}) == ""
    ice = ["take onto T", "meld Jc Jh Js", "discard 6d"]
    bound = "classic | draw | hand 6d 7c 7h Jc Jh | own 0: T=Tc Td Th* | opp 0 | pile Js Ts | stock 40 | partner 9"
    assert why({**ORDERED, "position": bound, "actions": [*ice[:1], "add 7c to T", *ice[1:]]}) == ""
    filled = {
        **SHEET["side"],
        "melds": ["Ac Ac Ad Ad Ah Ah As"],
        "hands": ["", "3s 4d 5s"],
        "went_out": "yes",
    }
    assert why({**SHEET, "side": filled}) == ""
    rummy = [["meld 6h 6s 6s"], ["meld 8h 9h Th"], ["meld 6h 6s"], ["meld 9c 9d 9h"]]
    hand = str(MELDS["position"]).replace("9h Ts", "9h Th")
    assert why({**MELDS, "position": hand, "options": rummy}) == ""
    assert why({**OPENED, "position": str(OPENED["position"]).replace("own -5", "own 1505")}) == ""
    assert why({**OPENED, "accept": {"opens": True, "cards_left": 7}}) == ""


@pytest.mark.parametrize(
    ("action", "rows", "silly"),
    [
        ("meld 8h 9h Ts", False, True),
        ("meld 8h 9h Ts", True, False),  # the suit is what is overlooked
        ("meld 8h 9h Th", False, False),  # as in rummy
        ("meld Qs Ks As", True, False),
        ("meld Ah 4h 5h", True, False),
        ("meld Ks As 4s", True, False),
        ("meld Ks As 4s", False, True),
        ("meld 6h 6s Kd", True, True),
        ("meld 5h 9h Kh", True, True),
        ("meld 6h 6s 2d", False, False),
        ("merge 8 and K", False, True),
        ("merge 8 and 8#2", True, False),
        ("add Td to 5", False, True),
    ],
)
def test_nobody_tries_what_is_silly(action: str, rows: bool, silly: bool) -> None:
    assert is_silly(parse_actions([action]), rows=rows) is silly


def test_bank_offers_none_of_them() -> None:
    entries = bank.bank().offered
    looked_at = Random(19).sample(entries, min(LOOKED_AT, len(entries)))
    poor = {entry.slug: why_poor(item) for entry in looked_at if (item := bank.item(entry.slug)) is not None}
    assert {slug: told for slug, told in poor.items() if told} == {}
