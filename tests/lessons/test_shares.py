"""Of what rule sets the bank is made, and items that give their place to those of another rule set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings as project

from engine.law.variants import RULE_SETS
from engine.notation.text import parse_actions
from lessons.content import bank
from lessons.content.bank import rule_set_of
from lessons.mining.instead import Exchange, exchanged
from lessons.mining.shares import MOST_OF_ONE_OTHER, REST, counted, off, parts_from_classic, shares
from lessons.mining.silly import has_silly_answer, is_silly
from lessons.mining.spec import Record
from tests import deciding
from tests.second_judge import ORACLE

FOLDER = Path(project.BASE_DIR) / "seeds" / bank.FOLDER
THEME = "score-with-red-threes"


def records(theme: str) -> list[Record]:
    return [json.loads(line) for line in (FOLDER / f"{theme}.jsonl").read_text(encoding="utf-8").splitlines()]


def test_half_is_classic_and_a_sixth_each_samba_and_two_players() -> None:
    counts = counted(bank.bank().offered)
    assert off(counts) == {}
    assert 0.48 <= shares(counts)["classic"] <= 0.52
    assert counts["wiener"] < MOST_OF_ONE_OTHER * counts.total()
    assert set(counts) <= set(RULE_SETS)


def test_share_that_is_too_large_is_told() -> None:
    fine = Counter(
        {"classic": 50, "samba": 17, "classic-2p": 17, "wiener": 5, "overview": 6, "spielregeln": 5}
    )
    assert off(fine) == {}
    assert set(off(fine + Counter({"wiener": 20}))) == {"classic", "samba", "classic-2p", REST, "wiener"}


def test_most_that_is_neither_classic_nor_samba_has_another_answer_there_or_asks_for_it() -> None:
    """A sample of Vienna: where the sign of red threes is asked for, it parts; whose meld it is, it does not."""
    parting = [one for one in records(THEME) if rule_set_of(one) == "wiener" and "withdrawn" not in one]
    assert sum(parts_from_classic(one, THEME) for one in parting) >= len(parting) - 6
    whose = [one for one in records("whose-meld") if rule_set_of(one) == "wiener"][:6]
    assert len(whose) == 6
    assert not any(parts_from_classic(one, "whose-meld") for one in whose)


def test_nobody_is_offered_a_ten_on_the_fives() -> None:
    assert is_silly(parse_actions(["add Td to 5"]))
    assert not is_silly(parse_actions(["add 5d 2c to 5#2", "add Td to 9h-Jh", "meld Td Ts Th"]))
    offered = ((one, bank.bank().records[one.slug]) for one in bank.bank().offered)
    silly = [one.slug for one, record in offered if has_silly_answer(record)]
    assert silly == []


@pytest.fixture(scope="module")
def lines() -> tuple[list[Record], list[Record]]:
    """Six lines about whose meld it is, before and after those of Vienna gave their place to classic ones."""
    there = [one for one in records("whose-meld") if "withdrawn" not in one][:3]
    gone = [one for one in records("whose-meld") if "withdrawn" in one][:3]
    there += [{key: value for key, value in one.items() if key != "withdrawn"} for one in gone]
    kept = frozenset({gone[0]["slug"]})
    what = Exchange(of=frozenset({"wiener"}), to=("classic",), count=9, seed=1, kept=kept)
    return there, exchanged("whose-meld", there, what, second=ORACLE, rounds=3)


def test_those_that_go_stand_at_the_end_and_the_others_keep_their_numbers(
    lines: tuple[list[Record], list[Record]],
) -> None:
    there, after = lines
    gone = [one for one in after if "withdrawn" in one]
    offered = after[: len(there)]
    assert gone
    assert after == [*offered, *gone]
    assert {one["slug"] for one in there} <= {one["slug"] for one in after}
    assert len({one["slug"] for one in after}) == len(after)
    for before, now in zip(there, offered, strict=True):
        new = now["slug"] != before["slug"]
        assert (rule_set_of(now), rule_set_of(before)) == ("classic", "wiener") if new else now == before
        assert (now["rules"][0], now["from"]) == (before["rules"][0], before["from"])


def test_what_lessons_speak_of_stays(lines: tuple[list[Record], list[Record]]) -> None:
    there, after = lines
    kept = next(one for one in after if one["slug"] == there[3]["slug"])
    assert "withdrawn" not in kept


def test_command_tells_the_shares(capsys: pytest.CaptureFixture[str]) -> None:
    print(*deciding.lines_of_rule_sets(bank.bank().offered, sample=5), sep="\n")
    told = capsys.readouterr().out
    assert "classic " in told
    assert "(wanted 48% to 52%)" in told
    assert "another answer than under classic rules in" in told
    assert "OFF" not in told
