"""Reading the content: order, slugs, hashes, both languages, and errors that name file and key."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from django.utils.translation import override

from lessons.content import reading
from lessons.content.base import Text
from tests.lessons.content_folder import SMALL, changed, copied


def test_content_is_read_in_the_order_of_the_file_numbers() -> None:
    library = reading.load(SMALL)
    assert [stage.slug for stage in library.stages] == ["first", "second", "third"]
    assert [theme.slug for theme in library.themes] == ["early", "late"]
    assert list(library.items) == [
        "first/wild-ones", "first/one-meld", "first/is-it-legal", "first/frozen", "first/open", "first/sum",
        "second/a-turn", "third/ways-to-take", "third/partners-turn", "third/one-wild-too-many", "third/a-wrong-row",
        "third/in-order", "third/two-tables", "third/two-sums", "puzzle/early/take-it", "puzzle/late/a-deal",
    ]  # fmt: skip


def test_renumbering_a_file_changes_the_order_and_no_slug(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "puzzles" / "01-early.toml").rename(root / "puzzles" / "07-early.toml")
    library = reading.load(root)
    assert [theme.slug for theme in library.themes] == ["late", "early"]
    assert library.item("puzzle/early/take-it") is not None


def test_content_hash_changes_with_the_item_only(tmp_path: Path) -> None:
    before = reading.load(SMALL)
    after = reading.load(changed(tmp_path, "lessons/01-first/stage.toml", "Kc Kd Kh JK 9c", "Kc Kd Kh JK 9d"))
    different = [
        slug for slug, one in before.items.items() if after.items[slug].content_hash != one.content_hash
    ]
    assert different == ["first/sum"]


def test_neighbours_of_an_item() -> None:
    library = reading.load(SMALL)
    first, last = library.item("first/wild-ones"), library.item("first/sum")
    assert first is not None
    assert last is not None
    following = library.after(first)
    assert following is not None
    assert following.slug == "first/one-meld"
    assert library.after(last) is None
    assert library.group_of(first) is library.stages[0]


def test_text_follows_the_active_language() -> None:
    text = Text(de="Talon", en="stock")
    with override("de"):
        assert str(text) == "Talon"
    with override("en"):
        assert str(text) == "stock"
    assert text.in_language("de-at") == "Talon"


def test_items_know_their_rule_set() -> None:
    library = reading.load(SMALL)
    for slug in ("first/wild-ones", "first/frozen"):
        found = library.item(slug)
        assert found is not None
        assert found.rules.name == "classic"


@pytest.mark.parametrize(
    ("file", "old", "new", "key", "message"),
    [
        (
            "lessons/01-first/stage.toml",
            'en = "How many points?"',
            'en = " "',
            "step[5].goal.en",
            "at least 1",
        ),
        ("lessons/01-first/stage.toml", ', en = "Rank by rank."', "", "step[5].look.en", "Field required"),
        (
            "lessons/01-first/stage.toml",
            '"Rank by rank."}',
            '"Rank by rank."}\ncolour = 3',
            "step[5].colour",
            "not permitted",
        ),
        ("lessons/01-first/stage.toml", 'kind = "number"', 'kind = "guess"', "step[5]", "does not match"),
        (
            "lessons/01-first/stage.toml",
            "hand 4c 9c 9d 9h Kd Kh 2c JK",
            "hand 4c 9c 9c 9c Kd",
            "step[1].position",
            "3 times",
        ),
        (
            "lessons/01-first/stage.toml",
            "meld Kd Kh JK",
            "melt Kd Kh JK",
            "step[2].actions",
            "is not an action",
        ),
        (
            "lessons/01-first/stage.toml",
            '["initial.threshold-mid"]',
            '["initial.mid"]',
            "step[4].rules[0]",
            "no rule",
        ),
        ("lessons/01-first/stage.toml", 'cards = "2c 9h Kd JK 3h"', 'cards = "2c 9x"', "step[0].cards", "9x"),
        ("lessons/01-first/stage.toml", 'slug = "sum"', 'slug = "A sum"', "step[5].slug", "match pattern"),
        ("lessons/01-first/stage.toml", 'slug = "sum"', 'slug = "open"', "step[5].slug", "stands twice"),
        (
            "lessons/01-first/stage.toml",
            'compute = "card-points"',
            'compute = "score-after"',
            "step[5]",
            "needs side",
        ),
        ("lessons/02-second/stage.toml", 'next_cards = "3d Qh"', "", "step[0]", "next_cards is needed"),
        ("puzzles/01-early.toml", "difficulty = 3", "", "puzzle[0].difficulty", "1 to 5"),
        ("puzzles/01-early.toml", "accept = {took_pile = true}", "", "puzzle[0]", "go together"),
        (
            "puzzles/01-early.toml",
            "took_pile = true",
            "takes = true",
            "puzzle[0].accept.takes",
            "not permitted",
        ),
        ("puzzles/02-late.toml", "title = {", "title {", "", "is not TOML"),
        ("rules.toml", '["meld.min-size"]', '["meld.size"]', "meld.size", "no rule of this name"),
        ("rules.toml", 'en = "What is wild"', 'en = ""', "wild.identity.title.en", "at least 1"),
    ],
)
def test_malformed_content_is_reported_with_file_and_key(
    tmp_path: Path, file: str, old: str, new: str, key: str, message: str
) -> None:
    root = changed(tmp_path, file, old, new)
    with pytest.raises(reading.ContentError) as caught:
        reading.load(root)
    [problem] = caught.value.problems
    assert problem.file == f"seeds/{file}"
    assert problem.key.startswith(key)
    assert message in problem.message


def test_every_fault_is_reported_at_once(tmp_path: Path) -> None:
    root = changed(tmp_path, "lessons/01-first/stage.toml", 'en = "How many points?"', 'en = ""')
    path = root / "lessons/01-first/stage.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("Kd JK 3h", "Kd XX"), encoding="utf-8")
    _, problems = reading.read(root)
    assert [problem.key for problem in problems] == ["step[0].cards", "step[5].goal.en"]


def test_folder_name_that_is_no_slug(tmp_path: Path) -> None:
    root = copied(tmp_path)
    (root / "lessons" / "02-second").rename(root / "lessons" / "02 Zweite")
    _, problems = reading.read(root)
    assert "“02 Zweite” is not a name" in problems[0].message


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_two_rules_have_the_same_title(language: str) -> None:
    titles = Counter(
        page.title.in_language(language) for page in reading.load(reading.seeds_folder()).rules.values()
    )
    assert [title for title, count in titles.items() if count > 1] == []
