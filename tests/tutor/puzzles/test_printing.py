"""Sheets to print: what they hold, that the same address prints the same, and that the key is right."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.utils.translation import override

from engine.law.rulebook import RULES
from engine.notation.text import parse_cards
from engine.score.sheet import value_rule
from lessons.content.bank import bank, entries_of, themes
from lessons.content.reading import Library, library
from lessons.fresh.sisters import MARK, find_item
from lessons.kinds.asking.feedback import solution_in_words
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.registry import kind_of
from lessons.parting.families import family_of
from tests.lessons import pages
from tests.samples import share
from tutor.learning.models import User
from tutor.puzzles import circulation, printing
from tutor.puzzles.models import ItemRating

THEME = "which-melds"


def sheet(query: str = "seed=7", *, theme: str = THEME, language: str = "en") -> pages.Page:
    return pages.Page(Client().get(f"/{language}/practice/sheet/{theme}/?{query}"))


def codes(page: pages.Page) -> list[str]:
    return re.findall(r"testserver/x/([^/]+)/", page.source)


@pytest.mark.django_db
def test_same_address_prints_the_same_and_another_number_another_sheet() -> None:
    first, again, other = sheet(), sheet(language="de"), sheet("seed=8")
    assert len(codes(first)) == len(set(codes(first))) == 8
    assert codes(first) == codes(again) != codes(other)
    levels = [bank().index[printing.item_of_code(code).slug].difficulty for code in codes(first)]  # type: ignore[union-attr]
    assert levels == sorted(levels)


@pytest.mark.django_db
def test_address_without_a_number_gets_one() -> None:
    response = Client().get(f"/de/practice/sheet/{THEME}/?count=3&large=1")
    assert re.fullmatch(rf"/de/practice/sheet/{THEME}/\?count=3&large=1&seed=\d+", response["Location"])
    assert len(codes(pages.Page(Client().get(response["Location"])))) == 3


@pytest.mark.django_db
def test_key_stands_apart_alone_or_not_at_all() -> None:
    both, only, without = sheet(), sheet("seed=7&key=only"), sheet("seed=7&key=none")
    for code in codes(both):
        assert f"<small>{code}</small>" in only.source
        assert f"<small>{code}</small>" not in without.source
    assert 'class="paper key"' in both.source
    assert both.source.index('class="paper key"') > both.source.rindex("</article>")
    assert codes(only) == []
    assert 'class="paper key"' not in without.source
    assert codes(without) == codes(both)


@pytest.mark.django_db
def test_difficulty_and_large_print() -> None:
    hard = sheet("seed=7&difficulty=4-5&large=1&count=5")
    levels = {bank().index[printing.item_of_code(code).slug].difficulty for code in codes(hard)}  # type: ignore[union-attr]
    assert levels <= {4, 5}
    assert 'class="paper large"' in hard.source
    assert codes(sheet("seed=7&difficulty=3")) != codes(sheet("seed=7&difficulty=2"))


@pytest.mark.django_db
def test_withheld_exercise_gives_its_place_to_another() -> None:
    before = codes(sheet())
    item = printing.item_of_code(before[3])
    assert item is not None
    circulation.withhold(item=item, why=ItemRating.Withheld.BY_HAND, user=User.objects.create_user("Berta"))
    after = codes(sheet())
    assert set(before) - set(after) == {before[3]}
    assert len(after) == 8


def change(page: pages.Page, number: int, *, do: str) -> pages.Page:
    """Follow the link beside an exercise."""
    ways = re.findall(rf'href="([^"#]+)#sheet">\s*{do}<span class="vh">: {number}</span>', page.source)
    return pages.Page(Client().get(ways[0].replace("&amp;", "&")))


@pytest.mark.django_db
def test_exercises_of_a_sheet_are_swapped_and_taken_out_and_the_address_keeps_it() -> None:
    before = sheet("seed=7&count=3&difficulty=2-4&family=classic")
    first, second, third = codes(before)
    swapped = change(before, 2, do="Swap")
    after = codes(swapped)
    assert len(after) == 3
    assert {first, third} < set(after)
    assert second not in after
    again = change(change(swapped, 1, do="Swap"), 3, do="Take out")
    assert len(codes(again)) == 2
    assert not {second, after[0]} & set(codes(again))
    assert f'name="without" value="{second}"' in swapped.source
    alone = change(again, 1, do="Take out")
    assert len(codes(alone)) == 1
    assert "Take out" not in alone.text  # a sheet has one exercise at least


@pytest.mark.django_db
def test_sheet_holds_exercises_of_a_rule_set() -> None:
    theme = next(
        one.slug for one in themes() if len({family_of(entry.rule_set) for entry in entries_of(one.slug)}) > 1
    )
    for family in {family_of(entry.rule_set) for entry in entries_of(theme)}:
        items = printing.sheet_items(theme, count=9, seed=3, family=family)
        assert items
        assert {family_of(item.rules.base or item.rules.name) for item in items} == {family}
        assert sheet(f"seed=3&count=9&family={family}", theme=theme).status == 200


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("count=0", "Number of exercises: “0”"),
        ("count=²", "Number of exercises: “²”"),
        ("count=99", "not a number from 1 to 20"),
        ("difficulty=hard", "Difficulty: “hard”"),
        ("difficulty=4-2", "Difficulty: “4-2”"),
        ("seed=-1", "Number of the sheet: “-1”"),
        ("key=<b>", "Key: “<b>”"),
        ("family=<b>", "Choose a rule set from the list."),
    ],
)
def test_bad_address_names_the_part_and_keeps_the_rest(query: str, words: str) -> None:
    page = sheet(query if query.startswith("seed") else f"seed=7&{query}")
    assert page.status == 400
    assert words in page.text
    assert 'name="count"' in page.source
    if not query.startswith("seed"):
        assert 'name="seed" type="text" inputmode="numeric" value="7"' in page.source


@pytest.mark.django_db
def test_theme_without_such_exercises_says_so_and_an_unknown_one_is_no_page() -> None:
    theme, level = next(
        (theme.slug, level)
        for theme in printing.bank.themes()
        for level, count in enumerate(theme.by_difficulty, 1)
        if theme.count and not count
    )
    assert (
        "This topic has no exercise of this difficulty and rule set."
        in sheet(f"seed=1&difficulty={level}", theme=theme).text
    )
    assert sheet(theme="no-such-theme").status == 404


@pytest.mark.parametrize(("place", "language"), [(0, "de"), (1, "en")])
def test_key_says_what_the_author_adds_besides_the_reason(place: int, language: str) -> None:
    with override(language):
        added = 0
        for item in share([one for one in library().items.values() if one.task.right], place, of=5):
            line = str(item.task.right)
            entry = printing.key_entry(item, number=1)
            assert entry.why.endswith(line), item.slug
            added += entry.why != line
        assert added > 2


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "any_of_them"), [("de", "egal welcher"), ("en", "any")])
def test_sheet_counts_cards_once_and_asks_for_a_rule_set_in_good_words(
    language: str, any_of_them: str
) -> None:
    page = sheet(theme="pick-the-cards", language=language)
    assert re.search(r"\d+ (Karten|cards)", page.text)
    assert not re.search(r"(Karten|Cards) \d+ (Karten|cards)", page.text)
    assert f'<option value="">{any_of_them}</option>' in page.source


@pytest.mark.django_db
def test_key_quotes_the_rule_that_gives_the_chosen_cards_their_value() -> None:
    for entry in entries_of("pick-the-cards"):
        item = find_item(entry.slug)
        assert item is not None
        if item.task.find.startswith(("points:", "worth-more-than:")):  # type: ignore[attr-defined]
            chosen = parse_cards((solution(item) or {})["cards"])
            assert printing.key_entry(item, number=1).rule_id in set(map(value_rule, chosen)), item.slug
            assert kind_of(item).rule_to_hint_at(item) in set(map(value_rule, chosen)), item.slug


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_kind_is_printed_with_a_right_key(small_content: Library, language: str) -> None:
    kinds = set()
    with override(language):
        for number, item in enumerate(small_content.items.values(), 1):
            entry = printing.key_entry(item, number=number)
            assert entry.solution == solution_in_words(item)
            assert grade(item, solution(item) or {}).outcome == "right"
            assert entry.rule_id in RULES
            assert entry.why or entry.lines
            printed = printing.sheet_item(item, number=number, host="school.example")
            assert printed.address == f"school.example/x/{entry.code}/"
            assert printed.hand is None or not printed.hand.selectable
            kinds.add(item.kind)
    assert len(kinds) == 12
    page = sheet("seed=1&count=20", theme="early", language=language)
    assert '<input type="checkbox" id="card' not in page.source


@pytest.mark.django_db
def test_paper_shows_nothing_of_what_is_asked(small_content: Library) -> None:
    wild = printing.sheet_item(small_content.items["first/wild-ones"], number=1, host="")
    assert wild.hand is not None
    assert wild.hand.plain


def test_codes_are_unique_and_lead_to_the_exercise() -> None:
    slugs = [*library().items, *bank().index]
    assert len({printing.code_of(slug) for slug in slugs}) == len(slugs)
    slug = entries_of(THEME)[0].slug
    assert printing.item_of_code(f" {printing.code_of(slug).upper()} ") == find_item(slug)
    step = f"{next(iter(library().stages)).steps[1].slug}{MARK}1"
    found = printing.item_of_code(printing.code_of(step))
    assert found is None or found.slug == step
    for bad in ("", "zzzzzzz", f"{printing.code_of(slug)}-x", f"{printing.code_of(slug)}-999"):
        assert printing.item_of_code(bad) is None


@pytest.mark.django_db
def test_short_address_opens_the_exercise_in_the_reader_s_language() -> None:
    slug = entries_of(THEME)[0].slug
    code, name = printing.code_of(slug), slug.rpartition("/")[2]
    client = Client()
    german = client.get(f"/x/{code}/", headers={"accept-language": "de"})
    assert german["Location"] == f"/de/puzzles/{THEME}/{name}/"
    assert client.get(f"/x/{code}/", headers={"accept-language": "en"})["Location"].startswith("/en/")
    assert client.get("/x/nothing/").status_code == 404
