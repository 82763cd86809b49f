"""The bank of mined puzzles: proved by two judges, shaped right, no two alike, balanced, told in both languages."""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from django.conf import settings as project
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.rulebook import RULES
from lessons.content.bank import Bank, BankTheme, Entry, alike, load
from lessons.content.bank import item as bank_item
from lessons.content.reading import load as load_library
from lessons.fresh.sisters import sister_of
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.choosing import option_verdict
from lessons.kinds.common.reasons import fitting_reasons
from lessons.mining.canonical import canonical
from lessons.mining.difficulty import difficulty
from lessons.mining.mine import JOBS, MAKERS, balanced, found_in, mine, shape_of_record
from lessons.mining.proving import faults_of
from lessons.proving.checks_numbers import unequal_numbers
from lessons.proving.checks_texts import _text_faults
from tests import mine as making
from tests import prove as proving
from tests import samples
from tests.second_judge import ORACLE

SEEDS = Path(project.BASE_DIR) / "seeds"
SAMPLE = samples.sample(80, 150)
MOST_SHARED = 0.2
LEAST = 36
MINED = samples.sample(6, 12)


@pytest.fixture(scope="module")
def bank() -> Bank:
    return load(SEEDS)


def sample(bank: Bank, number: int) -> Iterator[str]:
    """So many slugs, spread over all themes, the same each time."""
    rng = Random(20)
    each = -(-number // len(bank.themes))
    for entries in bank.by_theme.values():
        yield from (entry.slug for entry in rng.sample(entries, min(each, len(entries))))


def test_sample_is_proved_by_engine_and_oracle(bank: Bank) -> None:
    faults = []
    slugs = list(sample(bank, SAMPLE))
    for slug in slugs:
        item = bank.item(slug)
        assert item is not None
        faults += [f"{item.source}: {fault}" for fault in faults_of(item, ORACLE)]
    assert len(slugs) >= SAMPLE
    assert faults == []


def test_bank_is_large_enough_and_has_the_main_rule_sets(bank: Bank) -> None:
    assert len(bank.index) >= 3000
    assert len(bank.themes) >= 36
    rule_sets = {entry.rule_set for entry in bank.index.values()}
    assert rule_sets >= {
        "classic", "overview", "spielregeln", "global-trade", "samba", "samba-wild", "classic-2p", "wiener",
        "house-joker-1000", "house-sperr-1500",
    }  # fmt: skip


def test_every_line_is_shaped_right(bank: Bank) -> None:
    slugs = []
    for theme in bank.texts:
        for line in bank.path(theme).read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            assert json.dumps(record, ensure_ascii=False, separators=(",", ":")) == line
            assert record["slug"].startswith(f"{theme}-")
            assert record["from"] in ("deal", "made")
            assert 1 <= record["difficulty"] <= 5
            assert set(record["rules"]) <= set(RULES)
            slugs.append(record["slug"])
    assert len(slugs) == len(set(slugs)) == len(bank.index)
    files = {path.stem for path in (SEEDS / "puzzles/bank").glob("*.jsonl")}
    assert files == set(bank.texts) == set(MAKERS)


def test_no_two_items_are_equal_up_to_suits_and_ranks_of_a_value(bank: Bank) -> None:
    seen: dict[str, str] = {}
    alike = []
    for slug in sample(bank, 12 * SAMPLE):
        item = bank.item(slug)
        assert item is not None
        shape = canonical(item.task, item.rules)
        if shape in seen:
            alike.append((slug, seen[shape]))
        seen[shape] = slug
    assert alike == []


def test_canonical_form_does_not_tell_sisters_apart(bank: Bank) -> None:
    same = 0
    for slug in sample(bank, 70):
        item = bank.item(slug)
        assert item is not None
        sister = sister_of(item, 1)
        if sister is not None and item.kind in ("legal", "find-all", "predict", "mistake"):
            assert canonical(sister.task, sister.rules) == canonical(item.task, item.rules), slug
            same += 1
    assert same > 15


def shares(entries: tuple[Entry, ...]) -> dict[tuple[str, str], float]:
    counts = Counter((entry.rules[0], entry.kind) for entry in entries)
    return {key: number / len(entries) for key, number in counts.items()}


def test_two_themes_share_under_a_fifth_of_their_items_by_rule_and_kind(bank: Bank) -> None:
    """But for those in which much may decide: what they share is what nobody is to know beforehand."""
    told = [theme for theme in bank.by_theme if not MAKERS[theme].played_only]
    by_theme = {theme: shares(bank.by_theme[theme]) for theme in told}
    names = list(by_theme)
    common = {
        (one, other): sum(min(value, by_theme[other].get(key, 0.0)) for key, value in by_theme[one].items())
        for place, one in enumerate(names)
        for other in names[place + 1 :]
    }
    assert {pair: value for pair, value in common.items() if value >= MOST_SHARED} == {}


def test_at_least_half_of_each_theme_comes_from_played_deals(bank: Bank) -> None:
    played = {
        theme: sum(entry.played for entry in entries) / len(entries)
        for theme, entries in bank.by_theme.items()
    }
    assert {theme: share for theme, share in played.items() if share < 0.5} == {}


def test_legal_and_illegal_are_balanced(bank: Bank) -> None:
    unbalanced = {}
    for theme, entries in samples.some(bank.by_theme.items(), 12):
        verdicts = []
        for entry in entries:
            item = bank.item(entry.slug)
            assert item is not None
            task = item.task
            if entry.kind == "legal":
                verdicts.append(judge(task.position, task.actions, remedy=False).legal)
            elif entry.kind == "find-all":
                verdicts += [option_verdict(task.position, option).legal for option in task.options]
        legal = sum(verdict is True for verdict in verdicts)
        if verdicts and not 0.3 <= legal / len(verdicts) <= 0.6:
            unbalanced[theme] = (legal, len(verdicts))
    assert unbalanced == {}


def test_themes_have_items_levels_and_a_lesson(bank: Bank) -> None:
    library = load_library(SEEDS)
    for theme in bank.themes:
        assert theme.count >= LEAST, theme.slug
        assert sum(theme.by_difficulty) == theme.count
        assert len([number for number in theme.by_difficulty if number]) >= 2, theme.slug
        assert library.stage(theme.lesson) is not None, theme.slug
        assert library.theme(theme.slug) is None, theme.slug


def test_guessing_verdict_and_reason_earns_at_most_a_quarter(bank: Bank) -> None:
    items = [bank.item(entry.slug) for entry in bank.index.values() if entry.kind == "legal"]
    items += [item for item in load_library(SEEDS).items.values() if item.kind == "legal"]
    easy = {}
    for item in items:
        assert item is not None
        task = item.task
        verdict = judge(task.position, task.actions, unfinished=task.unfinished, remedy=False)
        fitting = fitting_reasons(verdict) if verdict.legal is not None else frozenset(verdict.undecided)
        chance = 1 / 2 * len(fitting & set(task.reasons)) / len(task.reasons)
        if chance > 1 / 4:
            easy[item.slug] = chance
    assert len(items) > 1000
    assert easy == {}


def test_texts_are_there_in_both_languages_and_differ(bank: Bank) -> None:
    def texts(theme: BankTheme) -> list:
        return [theme.title, theme.summary, theme.goal, theme.look, *filter(None, [theme.accept_text])]

    titles = defaultdict(list)
    for theme in bank.themes:
        for text in texts(theme):
            assert text.de != text.en
            assert unequal_numbers(text) is None or unequal_numbers(text) == "", theme.slug
            assert not [*_text_faults(text.de), *_text_faults(text.en)], theme.slug
        titles[theme.title.de].append(theme.slug)
        titles[theme.title.en].append(theme.slug)
    assert [slugs for slugs in titles.values() if len(slugs) > 1] == []


def test_difficulty_is_what_the_features_say(bank: Bank) -> None:
    for slug in sample(bank, 70):
        item = bank.item(slug)
        assert item is not None
        assert bank.index[slug].difficulty == difficulty(item), slug


def test_item_is_a_puzzle_of_its_theme_and_unknown_slugs_are_none(bank: Bank) -> None:
    entry = bank.by_theme["frozen-pile"][3]
    item = bank.item(entry.slug)
    assert item is not None
    assert item.slug == f"puzzle/frozen-pile/{entry.name}"
    assert (item.is_puzzle, item.group, item.number) == (True, "frozen-pile", 4)
    assert item.source == ("seeds/puzzles/bank/frozen-pile.jsonl", "line 4")
    assert bank.item("puzzle/frozen-pile/nothing") is None
    assert bank.item("first/open") is None


def test_solution_of_a_sample_is_graded_right_in_both_languages(bank: Bank) -> None:
    wrong = []
    for slug in sample(bank, SAMPLE):
        item = bank.item(slug)
        assert item is not None
        for language in ("de", "en"):
            with override(language):
                answer = solution(item)
                if answer is None or grade(item, answer).outcome != "right":
                    wrong.append((slug, language, answer))
    assert wrong == []


def test_every_item_has_a_fresh_variant(bank: Bank) -> None:
    """A sister with other cards, or another item about the same rule that is about as difficult."""
    without = [
        slug
        for slug in sample(bank, 4 * SAMPLE)
        if (item := bank.item(slug)) is not None and sister_of(item, 1) is None and not alike(slug)
    ]
    assert without == []


def test_alike_items_share_theme_and_rule_and_the_nearest_come_first(bank: Bank) -> None:
    entry = bank.by_theme["what-cards-are-worth"][0]
    others = alike(entry.slug)
    assert others
    assert {(one.theme, one.rules[0]) for one in others} == {(entry.theme, entry.rules[0])}
    assert entry not in others
    distances = [abs(one.difficulty - entry.difficulty) for one in others]
    assert distances == sorted(distances)


def test_index_reads_no_task(bank: Bank, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: object, **kwargs: object) -> None:
        raise AssertionError("an item was read for the index")

    monkeypatch.setattr("lessons.content.bank.item_of", refuse)
    fresh = Bank(SEEDS)
    assert len(fresh.index) == len(bank.index)
    assert [theme.count for theme in fresh.themes] == [theme.count for theme in bank.themes]


def test_same_seed_makes_the_same_items() -> None:
    maker = MAKERS["whose-meld"]
    first = found_in(maker, "7.1", played=True, second=None)
    assert first
    assert [one.record for one in first] == [
        one.record for one in found_in(maker, "7.1", played=True, second=None)
    ]


@pytest.fixture
def short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounds that look at less at once, so that few items take a short time."""
    monkeypatch.setattr("lessons.mining.mine.JOBS", samples.sample(4, JOBS))


@pytest.mark.usefixtures("short_rounds")
def test_mined_items_are_balanced_and_named_apart() -> None:
    found = mine("a-meld-or-not", MINED, 3, second=ORACLE, rounds=MINED // 2)
    assert len(found) == MINED
    assert sum(record["from"] == "deal" for record in found) >= MINED // 2
    assert len({record["slug"] for record in found}) == MINED


@pytest.mark.usefixtures("short_rounds")
def test_mined_items_are_others_than_those_there(
    tmp_path: Path, settings: object, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "seeds/puzzles/bank"
    folder.mkdir(parents=True)
    settings.SEEDS_DIR = tmp_path / "seeds"  # type: ignore[attr-defined]
    each = samples.sample(2, 8)
    for _ in range(2):  # the same seed twice: the second time it has to look further
        making.main(
            [
                *("--theme", "whose-meld", "--count", str(each), "--seed", "4"),
                *("--rounds", str(3 * each // 2), "--processes", "1"),
            ]
        )
    records = [
        json.loads(line) for line in (folder / "whose-meld.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    assert len(records) == 2 * each
    assert len({record["slug"] for record in records}) == 2 * each
    assert len({shape_of_record(record, "whose-meld") for record in records}) == 2 * each
    assert f"{each}/{each}" in capsys.readouterr().out


def test_choice_takes_rules_by_turns() -> None:
    pool = found_in(MAKERS["a-meld-or-not"], "3.2", played=True, second=None)
    pool += found_in(MAKERS["a-meld-or-not"], "3.3", played=True, second=None)
    chosen = balanced(pool, 6)
    assert len({one.bucket[1] for one in chosen}) > 1
    sides = Counter(one.bucket[2] for one in chosen)
    assert max(sides.values()) <= 1.5 * min(sides.values())


def test_wrong_answer_key_is_found_with_file_and_line(
    tmp_path: Path, settings: object, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "seeds/puzzles/bank"
    folder.mkdir(parents=True)
    (folder / "themes.toml").write_text(
        (SEEDS / "puzzles/bank/themes.toml")
        .read_text(encoding="utf-8")
        .partition("[pile-for-the-first-meld]")[0],
        encoding="utf-8",
    )
    lines = (SEEDS / "puzzles/bank/frozen-pile.jsonl").read_text(encoding="utf-8").splitlines()[:3]
    wrong = json.loads(lines[1])
    wrong["rules"] = ["meld.no-opponent"]
    lines[1] = json.dumps(wrong)
    (folder / "frozen-pile.jsonl").write_text("\n".join(lines), encoding="utf-8")
    settings.SEEDS_DIR = tmp_path / "seeds"  # type: ignore[attr-defined]
    assert proving.main(["--processes", "1"]) > 0
    told = capsys.readouterr()
    assert "faults in 3 items" in told.out
    assert "frozen-pile.jsonl:2: " in told.err


def test_item_whose_answer_would_not_be_offered_is_refused() -> None:
    """Where everybody plays alone, adding to the melds of a side is no reason that is offered."""
    item = bank_item("puzzle/whose-meld/whose-meld-1103")
    assert item is not None
    assert "reasons: no answer that is offered is right" in faults_of(item, None)
