"""The administrators' page: for whom it is, what its buttons do, and what is kept of it."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from lessons.fresh.sisters import MARK, find_item
from tests.lessons import pages
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt, Learner, User
from tutor.puzzles import circulation
from tutor.puzzles.models import Decision, Report

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]

DESK = "/en/practice/admin/"
SLUG = "first/is-it-legal"


def signed_in(name: str, *, is_staff: bool) -> Client:
    client = Client()
    client.force_login(User.objects.create_user(name, password="long enough 1", is_staff=is_staff))
    return client


@pytest.fixture
def boss() -> Client:
    return signed_in("Berta", is_staff=True)


def reported(text: str = "", slug: str = SLUG) -> Report:
    item = find_item(slug)
    assert item is not None
    answer = {"legal": "no", "reason": item.task.reasons[0]} if item.kind == "legal" else None
    learner = Learner.objects.create()
    return Report.objects.create(
        item=item_row(item), learner=learner, reason="answer", text=text, language="de", answer=answer
    )


@pytest.mark.parametrize("post", [False, True])
def test_desk_is_only_for_administrators(post: bool) -> None:
    def visit(client: Client) -> object:
        data = {"do": "withhold", "item": SLUG}
        return client.post(DESK, data) if post else client.get(DESK)

    stranger, learner = visit(Client()), visit(signed_in("Lena", is_staff=False))
    assert stranger["Location"] == "/en/account/?next=/en/practice/admin/"  # type: ignore[index]
    assert learner.status_code == 404  # type: ignore[attr-defined]
    assert circulation.withheld_slugs() == frozenset()
    assert visit(signed_in("Berta", is_staff=True)).status_code == (303 if post else 200)  # type: ignore[attr-defined]


def test_desk_refuses_a_form_without_its_secret() -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(User.objects.create_user("Berta", is_staff=True))
    assert client.post(DESK, {"do": "withhold", "item": SLUG}).status_code == 403
    assert circulation.withheld_slugs() == frozenset()


@pytest.mark.parametrize(
    "text",
    [
        SLUG,
        f"{SLUG}{MARK}2",
        f"http://testserver/en/course/{SLUG}/",
        f"/de/course/{SLUG}/again/2/?x=1#goal",
        f"  https://canasta.example/de/course/{SLUG}/ ",
    ],
)
def test_exercise_is_withheld_and_released_by_hand(boss: Client, text: str) -> None:
    boss.post(DESK, {"do": "withhold", "item": text, "note": "two answers"})
    assert circulation.withheld_slugs() == {SLUG}
    page = pages.Page(boss.get(DESK))
    assert f"{SLUG} is not offered any more." in page.text
    assert "two answers" in page.text
    boss.post(DESK, {"do": "release", "item": SLUG})
    assert circulation.withheld_slugs() == frozenset()
    assert list(Decision.objects.values_list("what", "user__username")) == [
        ("released", "Berta"),
        ("withheld", "Berta"),
    ]


@pytest.mark.parametrize("language", ["de", "en"])
def test_desk_shows_reports_with_answers_and_closes_them(boss: Client, language: str) -> None:
    row = reported("Da steht <b>Unsinn</b>")
    boss.post(f"/{language}/practice/admin/", {"do": "withhold", "item": "first/sum"})
    Attempt.objects.create(
        learner=row.learner, item=row.item, content_hash="", answer={}, rule_set="classic", rule_set_version=1,
        outcome="right", try_number=1, language="de", token="0" * 32,
    )  # fmt: skip
    page = pages.Page(boss.get(f"/{language}/practice/admin/"))
    assert "Da steht <b>Unsinn</b>" in page.text
    said = ("Erste Versuche: 1, davon richtig: 1", "Geantwortet: Nein: ", "von Hand")
    if language == "en":
        said = ("First tries: 1, right: 1", "Answered: No. ", "by hand")
    assert [one for one in said if one not in page.text] == []
    for _ in range(2):
        boss.post(f"/{language}/practice/admin/", {"do": "close", "report": str(row.pk)})
    row.refresh_from_db()
    assert row.closed is not None
    assert Decision.objects.filter(what="closed").count() == 1
    assert "Unsinn" not in pages.Page(boss.get(f"/{language}/practice/admin/")).text


@pytest.mark.parametrize(
    "data",
    [
        {"do": "withhold", "item": "first/none"},
        {"do": "withhold", "item": "http://["},
        {"do": "withhold", "item": "/en/course/"},
        {"do": "close", "report": "99"},
        {"do": "close", "report": "²"},
        {"do": "burn", "item": SLUG},
        {},
    ],
)
def test_desk_says_what_it_cannot_do(boss: Client, data: dict) -> None:
    page = pages.Page(boss.post(DESK, data))
    assert page.status == 422
    assert page.problem
    assert Decision.objects.count() == 0


@pytest.mark.parametrize(
    ("note", "german"),
    [
        ("far-below: 3/20, expected 11.4", "3 von 20 richtig, etwa 11 erwartet"),
        ("upside-down: 10/20, expected 12.0", "starke Spieler liegen seltener richtig als schwache"),
    ],
)
def test_figures_that_took_an_exercise_out_are_told_in_words(boss: Client, note: str, german: str) -> None:
    item = find_item(SLUG)
    assert item is not None
    circulation.withhold(item=item, why="statistics", note=note)
    page = pages.Page(boss.get(DESK.replace("/en/", "/de/")))
    assert page.text.count(german) == 2
    assert note not in page.text


def test_report_about_an_exercise_that_is_gone_can_be_closed(boss: Client) -> None:
    row = reported()
    row.item.slug = "first/renamed"
    row.item.save()
    page = pages.Page(boss.get(DESK))
    assert "An exercise that no longer exists" in page.text
    boss.post(DESK, {"do": "close", "report": str(row.pk)})
    assert "There are no open reports." in pages.Page(boss.get(DESK)).text


def test_command_makes_an_administrator_and_takes_it_back(capsys: pytest.CaptureFixture[str]) -> None:
    client = signed_in("Lena", is_staff=False)
    call_command("make_admin", "Lena")
    assert client.get(DESK).status_code == 200
    assert "Lena may open /practice/admin/ now." in capsys.readouterr().out
    call_command("make_admin", "Lena", "--remove")
    assert client.get(DESK).status_code == 404
    with pytest.raises(CommandError, match="There is no account “Nobody”"):
        call_command("make_admin", "Nobody")
    User.objects.create_user("link-1")
    with pytest.raises(CommandError, match="has no password"):
        call_command("make_admin", "link-1")
