"""Home, course, stages, puzzles, rulebook, about, positions in links and settings, in both languages."""

from __future__ import annotations

import re
from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.utils.timezone import now
from django.utils.translation import override

from lessons.content import bank
from lessons.content.reading import library
from lessons.kinds.asking.solving import solution
from tests.lessons.pages import Learner, is_not_found
from tutor.learning.views import pages

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("small_content")]


def solve(learner: Learner, path: str, **entered: object) -> None:
    learner.open(path)
    assert learner.press("check", **entered).verdict.startswith(("Richtig", "Right"))


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/de/", "Die erste Stufe"),
        ("/en/", "The first stage"),
        ("/de/course/", "Von jeder Art eine Aufgabe."),
        ("/en/course/", "One exercise of each kind."),
        ("/de/course/first/", "Bilde eine Erstmeldung."),
        ("/en/course/first/", "Build an initial meld."),
        ("/de/puzzles/early/", "Nimm den Stapel auf."),
        ("/en/puzzles/early/", "Take the pile."),
        ("/de/rules/", "Mindestgröße"),
        ("/en/rules/", "Smallest meld"),
        ("/de/rules/classic/meld.min-size/", "Zwei Karten genügen nie."),
        ("/en/rules/classic/meld.min-size/", "Two cards are never enough."),
        ("/de/about/", "Offizielle Regeln"),
        ("/en/about/", "As widely published."),
        ("/de/settings/", "Einstellungen"),
        ("/en/settings/", "Settings"),
    ],
)
def test_page_in_its_language(path: str, said: str) -> None:
    page = Learner().open(path)
    assert page.status == 200
    assert said in page.text
    assert f'lang="{path[1:3]}"' in page.source


def test_home_leads_a_newcomer_to_the_course_and_a_learner_on() -> None:
    learner = Learner()
    assert "Weiter mit" not in learner.open("/de/").text
    solve(learner, "/de/course/first/wild-ones/", card=["2c#0", "JK#0"])
    page = learner.open("/de/")
    assert 'href="/de/course/first/one-meld/"' in page.source
    assert "„Die erste Stufe“" in page.text


@pytest.mark.parametrize("language", ["de", "en"])
def test_home_and_menu_lead_everybody_to_their_part(language: str) -> None:
    home = Learner().open(f"/{language}/")
    for path in (
        "course",
        "puzzles",
        "rules",
        "table",
        "class",
    ):  # in the menu and among the panels or in the map
        assert home.source.count(f'href="/{language}/{path}/') >= 2, path
    here = re.compile(r'<a href="([^"]+)" aria-current="true">')
    assert f'href="/{language}/ask/' in home.source
    assert here.findall(Learner().open(f"/{language}/ask/").source) == [f"/{language}/table/"]
    for path in ("course", "puzzles", "rules", "table", "class"):
        assert here.findall(Learner().open(f"/{language}/{path}/").source) == [f"/{language}/{path}/"]


def test_stage_shows_what_is_right_at_once_later_and_open() -> None:
    learner = Learner()
    solve(learner, "/de/course/first/wild-ones/", card=["2c#0", "JK#0"])
    learner.open("/de/course/first/sum/")
    learner.press("check", number="80")
    learner.press("check", number="90")
    page = learner.open("/de/course/first/")
    assert page.text.count("sofort richtig") == 1
    assert page.text.count("später richtig") == 1
    assert "2 von 6" in learner.open("/de/course/").text


def test_finished_stage_says_what_can_be_done_now_and_leads_on() -> None:
    learner = Learner()
    learner.open("/en/course/second/a-turn/")
    learner.press("draw")
    learner.press("discard", card=["4c#0"])
    assert learner.press("check").verdict.startswith("Right.")
    page = learner.open("/en/course/second/")
    assert "Stage finished" in page.text
    assert "1 of 1 steps was right on the first try." in page.text
    assert "What you can do now" in page.text
    assert "You play a turn." in page.text
    assert "comes back in your review in 2 days." in page.text
    assert 'class="button primary" href="/en/puzzles/"' in page.source
    assert (
        page.text.index("On to the puzzles")
        < page.text.index("What you can do now")
        < page.text.index("The steps")
    )


@pytest.mark.parametrize(("misses", "laid"), [(0, (1, 0)), (1, (0, 1))])
def test_finished_stage_lays_out_a_card_for_each_step_closed_after_a_miss(
    misses: int, laid: tuple[int, int]
) -> None:
    learner = Learner()
    assert 'class="laid-out"' not in learner.open("/en/course/second/").source
    learner.open("/en/course/second/a-turn/")
    for _ in range(misses):
        learner.press("discard", card=["4c#0"])
        assert not learner.press("check").verdict.startswith("Right.")
        learner.press("reset")
    learner.press("draw")
    learner.press("discard", card=["4c#0"])
    assert learner.press("check").verdict.startswith("Right.")
    row = re.findall(r'class="laid-out".*?</p>', learner.open("/en/course/second/").source)[0]
    assert (row.count('class="card'), row.count('class="back"')) == laid


def test_puzzle_list_marks_what_is_solved() -> None:
    learner = Learner()
    learner.open("/de/puzzles/early/take-it/")
    learner.press("take", card=["Kc#0", "Kd#0"])
    learner.press("discard", card=["4c#0"])
    learner.press("check")
    page = learner.open("/de/puzzles/")
    assert "Gelöst: 1 von 1." in page.text
    theme = learner.open("/de/puzzles/early/")
    assert "gelöst" in theme.text
    assert "Gelöst: 1 von 1." in theme.text


def test_progress_survives_a_new_client_with_the_same_cookie() -> None:
    learner = Learner()
    solve(learner, "/de/course/first/sum/", number="90")
    other = Client()
    other.cookies["learner"] = learner.client.cookies["learner"].value
    assert "sofort richtig" in Learner(client=other).open("/de/course/first/").text


@pytest.mark.parametrize("path", ["/de/", "/de/course/", "/de/course/first/", "/de/puzzles/"])
def test_number_of_queries_does_not_depend_on_the_content(
    path: str, django_assert_max_num_queries: object
) -> None:
    learner = Learner()
    solve(learner, "/de/course/first/sum/", number="90")
    with django_assert_max_num_queries(9):  # type: ignore[operator]
        learner.open(path)


def test_rule_page_shows_example_source_exercises_and_neighbours() -> None:
    page = Learner().open("/de/rules/classic/meld.min-size/")
    assert "7.1" in page.text
    assert "Eine Meldung hat mindestens drei Karten." in page.text
    assert "Drei Neunen 9 9 9 melden" in page.text
    assert "Zwei Könige K K melden" in page.text
    assert "Steht im Text." in page.text
    assert 'href="/de/course/first/one-meld/"' in page.source
    assert 'href="/de/rules/classic/wild.identity/"' in page.source


def test_rule_that_does_not_exist_is_a_readable_page() -> None:
    page = Learner().open("/en/rules/classic/meld.size/")
    assert page.status == 404
    assert "There is no such page" in page.text


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("wild", "Was wild ist"),
        ("6.1", "Was wild ist"),
        ("natürlichem", "Nur mit natürlichem Paar"),
        ("JOKER", "Was wild ist"),
    ],
)
def test_search_finds_rules(search: str, found: str) -> None:
    page = Learner().open(f"/de/search/?{urlencode({'q': search})}")
    assert found in page.text


@pytest.mark.parametrize("search", ["gesperrt", "blockiert", "frozen", "Eingefroren"])
def test_search_knows_other_names_of_a_term(search: str) -> None:
    page = Learner().open(f"/de/search/?{urlencode({'q': search})}")
    assert "Nur ein Paar hilft." in page.text


def test_search_without_a_hit_says_so() -> None:
    assert "Nothing found for “skat”" in Learner().open("/en/search/?q=skat").text


def test_link_carries_a_position() -> None:
    text = "classic | play | hand 5s Kh 2c | own 1480: K=Kc Kd Ks | pile 5h Kd | stock 42"
    page = Learner().open(f"/de/position/?{urlencode({'p': text})}")
    assert page.status == 200
    assert "König, Herz" in page.text or "König, Herz" in page.source
    assert text in page.text


def test_exercise_links_to_its_own_position() -> None:
    page = Learner().open("/en/course/first/frozen/")
    start = page.source.index("/en/position/?p=")
    link = page.source[start : page.source.index('"', start)]
    shown = Learner().open(link)
    assert (shown.status, "Position" in shown.text) == (200, True)
    assert shown.source.count('class="card') >= page.source.count('name="card"')


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("", "Dieser Link enthält keine Stellung."),
        ("classic | hand Kx", "Blatt: „Kx“ ist keine Karte."),
        ("classic | hand 3h | own 0: K=Kh Kd 3h", "ist eine rote Drei und kann in keiner Meldung liegen"),
        ("classic | hand Kh Kh Kh", "Blatt: Die Karte Herz-König ist 3 Mal da"),
        ("<script>alert(1)</script>", "Regeln: Die Regeln"),
        ("classic | pile " + "Kh " * 3000, "zu lang für eine Stellung"),
    ],
)
def test_malformed_link_is_told_with_its_place(query: str, said: str) -> None:
    page = Learner().open(f"/de/position/?{urlencode({'p': query})}")
    assert page.status == 400
    assert said in page.text
    assert "<script>alert" not in page.source


@pytest.mark.parametrize(
    "path", ["/de/rules/", "/de/rules/classic/meld.min-size/", "/de/about/", "/de/position/"]
)
def test_pages_that_show_the_visitors_theme_vary_with_the_cookie(path: str) -> None:
    assert "Cookie" in Client().get(path)["Vary"]


def test_settings_are_kept_and_seen_on_every_page() -> None:
    client = Client()
    answer = client.post("/de/settings/", {"theme": "dark", "large_cards": "1", "next": "/de/course/"})
    assert (answer.status_code, answer["Location"]) == (303, "/de/course/")
    source = client.get("/de/course/").content.decode()
    assert 'data-theme="dark"' in source
    assert "large-cards" in source
    assert "data-keys" not in source
    client.post("/de/settings/", {"theme": "auto", "keys": "1"})
    source = client.get("/de/").content.decode()
    assert 'data-theme="auto"' in source
    assert "data-keys" in source


@pytest.mark.parametrize("path", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "x"])
def test_settings_lead_back_to_this_site_only(path: str) -> None:
    answer = Client().post("/en/settings/", {"theme": "light", "next": path})
    assert answer["Location"] == "/en/settings/?saved=1"


@pytest.mark.parametrize(
    ("language", "saved", "refused"),
    [("de", "Gespeichert.", "Das ist nicht gespeichert:"), ("en", "Saved.", "This was not saved:")],
)
def test_settings_are_told_to_be_saved_only_where_the_browser_keeps_them(
    language: str, saved: str, refused: str
) -> None:
    client = Client()
    answer = client.post(f"/{language}/settings/", {"theme": "light"})
    page = client.get(answer["Location"]).content.decode()
    assert saved in page
    assert refused not in page
    page = Client().get(answer["Location"]).content.decode()  # a browser that took no cookie
    assert refused in page
    assert saved not in page


@pytest.mark.parametrize("cookie", ["theme=purple&keys=maybe", "%%%", "x" * 5000, "theme=dark"])
def test_settings_cookie_of_any_content_is_harmless(cookie: str) -> None:
    client = Client()
    client.cookies["display"] = cookie
    page = client.get("/de/settings/").content.decode()
    assert "<h1>Einstellungen</h1>" in page
    assert ('data-theme="dark"' in page) is (cookie == "theme=dark")


def test_theme_leads_to_its_next_puzzle_and_its_lesson(settings: Any) -> None:
    del settings.SEEDS_DIR  # the content of the project
    page = Learner().open("/en/puzzles/going-out/")
    first = library().theme("going-out").puzzles[0]  # type: ignore[union-attr]
    assert f'class="button primary" href="/en/puzzles/going-out/{first.name}/"' in page.source
    assert "The stage: Going out" in page.text


def test_unknown_theme_is_not_found() -> None:
    assert is_not_found(Client().get("/de/puzzles/nothing/"), "de")


def test_bank_stands_in_the_catalogue_and_its_puzzles_can_be_solved(settings: Any) -> None:
    del settings.SEEDS_DIR  # the content of the project
    learner = Learner()
    catalogue = learner.open("/en/puzzles/")
    theme = next(theme for theme in bank.themes() if theme.count and "legal" in theme.kinds)
    assert f'href="/en/puzzles/{theme.slug}/"' in catalogue.source
    page = learner.open(f"/en/puzzles/{theme.slug}/")
    first = bank.entries_of(theme.slug)[0]
    assert f'class="button primary" href="/en/puzzles/{theme.slug}/{first.name}/"' in page.source
    item = bank.item(first.slug)
    assert item is not None
    learner.open(f"/en/puzzles/{theme.slug}/{first.name}/")
    assert f"Puzzle 1 of {theme.count}" in learner.page.text
    page = learner.press("check", **(solution(item) or {}))
    assert page.verdict.startswith("Right")
    second = bank.entries_of(theme.slug)[1]
    learner.press("next")
    assert learner.sent_to == f"/en/puzzles/{theme.slug}/{second.name}/#goal"
    assert f"Solved: 1 of {theme.count}." in learner.open(f"/en/puzzles/{theme.slug}/").text
    assert learner.open(f"/de/puzzles/{theme.slug}/{first.name}/worked/").status == 200
    assert learner.open(f"/de/puzzles/{theme.slug}/{first.name}/again/3/").status == 200


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "de",
            [
                "„B“ und „A“ kommen morgen in deiner Wiederholung noch einmal.",
                "„C“ kommt in 3 Tagen in deiner Wiederholung noch einmal.",
                "Auch eine weitere Regel kommt noch einmal.",
            ],
        ),
        (
            "en",
            [
                "“B” and “A” come back in your review tomorrow.",
                "“C” comes back in your review in 3 days.",
                "One more rule comes back too.",
            ],
        ),
    ],
)
def test_what_comes_back_is_said_in_a_sentence_for_each_day_what_was_missed_first(
    language: str, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = [*sorted(library().rules)[:3], "a.fourth"]
    stage: Any = SimpleNamespace(steps=[SimpleNamespace(task=SimpleNamespace(rules=rules))])
    days = dict(zip(rules, (1, 1, 3, 4), strict=True))
    skills = {
        rule: SimpleNamespace(rule=rule, due=now() + timedelta(days=count), missed=rule == rules[1])
        for rule, count in days.items()
    }
    titles = dict(zip(rules, "ABCD", strict=True))
    monkeypatch.setattr(pages, "skills_of", lambda learner: skills)
    monkeypatch.setattr(pages, "told_of", lambda page, stage: SimpleNamespace(title=titles[page.id]))
    with override(language):
        learner: Any = SimpleNamespace(review_on=True)
        assert pages._coming_back(learner, stage) == lines


def test_how_many_more_come_back_begins_like_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = [*sorted(library().rules)[:3], "a.fourth", "a.fifth"]
    stage: Any = SimpleNamespace(steps=[SimpleNamespace(task=SimpleNamespace(rules=rules))])
    skills = {rule: SimpleNamespace(rule=rule, due=now() + timedelta(days=1), missed=False) for rule in rules}
    monkeypatch.setattr(pages, "skills_of", lambda learner: skills)
    monkeypatch.setattr(pages, "told_of", lambda page, stage: SimpleNamespace(title="A"))
    learner: Any = SimpleNamespace(review_on=True)
    with override("en"):
        assert pages._coming_back(learner, stage)[-1] == "Two more rules come back too."
