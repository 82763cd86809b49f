"""Of what rule sets the bank is made, and items that give their place to those of another rule set."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest
from django.conf import settings as project

from engine.law.variants import RULE_SETS, RuleSetName
from lessons.content import bank
from lessons.content.bank import item_of, rule_set_of
from lessons.mining.instead import Exchange, exchanged
from lessons.mining.poor import why_poor
from lessons.mining.shares import (
    LEAST_PARTING,
    MOST_OF_ONE_OTHER,
    REST,
    TEXTS,
    counted,
    off,
    parts_from_classic,
    shares,
)
from lessons.mining.spec import Record
from tests import deciding, samples
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


def test_item_parts_from_classic_where_its_answer_is_another_one() -> None:
    """Where the sign of red threes is asked for, Vienna parts; whose meld it is, it does not."""
    parting = [one for one in records(THEME) if rule_set_of(one) == "wiener" and "withdrawn" not in one]
    assert sum(parts_from_classic(one, THEME) for one in parting) >= len(parting) - 6
    whose = [one for one in records("whose-meld") if rule_set_of(one) == "wiener"][:6]
    assert len(whose) == 6
    assert not any(parts_from_classic(one, "whose-meld") for one in whose)


@pytest.mark.parametrize(
    ("theme", "name", "parts"),
    [
        ("score-house-rules", "score-house-rules-280a", False),  # a row more, of nought
        ("whose-meld", "whose-meld-729f", False),  # a fifth joker lies among the melds of the others
        ("score-house-rules", "score-house-rules-7f0a", True),
    ],
)
def test_a_row_of_nought_and_more_cards_in_play_are_no_other_answer(
    theme: str, name: str, parts: bool
) -> None:
    (one,) = (one for one in records(theme) if one["slug"] == name)
    assert parts_from_classic(one, theme) is parts


@pytest.mark.parametrize(("poor", "parting"), [(True, False), (False, True)])
def test_what_is_poor_or_parts_from_nothing_gives_its_place_to_what_is_not(poor: bool, parting: bool) -> None:
    theme = "wrong-row" if poor else "open-pile"
    there = [
        {key: value for key, value in one.items() if key != "withdrawn"}
        for one in records(theme)
        if rule_set_of(one) == ("classic" if poor else "wiener") and "withdrawn" in one
    ][:4]
    assert there
    to: tuple[RuleSetName, ...] = ("classic",) if poor else ("spielregeln",)
    of = frozenset(map(rule_set_of, there))
    what = Exchange(of=of, to=to, count=2, seed=2, poor=poor, parting=parting)
    after = exchanged(theme, there, what, second=ORACLE, rounds=4)
    new = [one for one in after if one["slug"] not in {known["slug"] for known in there}]
    assert new
    assert sum("withdrawn" in one for one in after) == len(new)
    for one in new:
        assert why_poor(item_of(one, TEXTS, theme=theme, number=1, source=(theme, "1"))) == ""
        assert not parting or parts_from_classic(one, theme)


def test_whose_cards_do_not_add_up_goes_with_what_is_poor() -> None:
    line = next(one for one in records("enough-to-go-out") if one["slug"] == "enough-to-go-out-39e7")
    there = [{key: value for key, value in line.items() if key != "withdrawn"}]
    what = Exchange(of=frozenset({"classic"}), to=(), count=1, seed=1, poor=True)
    assert exchanged("enough-to-go-out", there, what, second=ORACLE) == [line]
    assert why_poor(item_of(line, TEXTS, theme="a", number=1, source=("a", "1"))) == ""


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


def test_without_a_rule_set_nothing_comes_instead() -> None:
    there = [one for one in records("whose-meld") if "withdrawn" not in one]
    what = Exchange(of=frozenset({"classic-2p"}), to=(), count=2, seed=1)
    after = exchanged("whose-meld", there, what, second=ORACLE)
    gone = {one["slug"] for one in after if "withdrawn" in one}
    assert len(gone) == 2
    assert [one["slug"] for one in after[:-2]] == [one["slug"] for one in there if one["slug"] not in gone]


def test_what_lessons_speak_of_stays(lines: tuple[list[Record], list[Record]]) -> None:
    there, after = lines
    kept = next(one for one in after if one["slug"] == there[3]["slug"])
    assert "withdrawn" not in kept


def test_command_tells_the_shares(capsys: pytest.CaptureFixture[str]) -> None:
    entries = bank.bank().offered
    parting = deciding.parting_of(entries, sample=samples.sample(60, 2_000))
    assert parting[0] >= LEAST_PARTING * parting[1]
    print(*deciding.lines_of_rule_sets(entries, parting), sep="\n")
    told = capsys.readouterr().out
    assert "classic " in told
    assert "(wanted 48% to 52%)" in told
    assert "another answer than under classic rules in" in told
    assert "OFF" not in told
