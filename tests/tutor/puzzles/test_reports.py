"""Reports: the way there, what is kept, limits, and what enough of them do."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from django.utils.translation import override

from lessons.content.reading import Item, Library
from lessons.fresh.sisters import MARK, find_item
from lessons.kinds.asking.answer_words import answer_in_words
from lessons.kinds.asking.solving import solution
from tests.lessons import pages
from tests.markup import flat
from tutor.learning import models
from tutor.puzzles import circulation, reports
from tutor.puzzles.models import Report
from tutor.site.models import WrongTries

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]

LEGAL = "first/is-it-legal"
SISTER = f"first/one-meld{MARK}2"


def send(client: Client, slug: str = LEGAL, **fields: str) -> object:
    """Open the form and send it with these fields."""
    page = pages.Page(client.get("/en/practice/report/", {"item": slug}))
    token = re.search(r'name="token" value="([^"]+)"', page.source)
    data = {"item": slug, "reason": "answer", "text": "", "token": token[1] if token else ""} | fields
    return client.post("/en/practice/report/", data)


def answered(slug: str = LEGAL) -> Client:
    """A browser that has checked an answer."""
    learner = pages.Learner()
    item = find_item(slug)
    assert item is not None
    learner.open(f"/en/course/{slug}/")
    learner.press("check", **(solution(item) or {}))
    return learner.client


@pytest.mark.parametrize(
    ("language", "words"), [("de", "Stimmt hier etwas nicht?"), ("en", "Is something wrong here?")]
)
def test_every_exercise_leads_to_the_form_with_its_last_answer(language: str, words: str) -> None:
    learner = pages.Learner()
    for path in ("course/first/one-meld", "course/first/one-meld/again/2", "puzzles/early/take-it"):
        assert f"/{language}/practice/report/?item=" in learner.open(f"/{language}/{path}/").source
    learner.open(f"/{language}/course/{LEGAL}/")
    learner.press("check", **(solution(find_item(LEGAL)) or {}))
    assert words in learner.page.verdict
    page = learner.open(f"/{language}/practice/report/?item={LEGAL}")
    assert words in page.text
    with override(language):
        answer = answer_in_words(find_item(LEGAL), solution(find_item(LEGAL)) or {})
    assert answer.startswith("Ja: " if language == "de" else "Yes. ")
    assert answer in page.text
    assert ("geprüft, richtig" if language == "de" else "checked, right") in page.text


def test_report_keeps_answer_position_and_words_and_leads_back() -> None:
    client = answered()
    page = client.get(
        f"/en/practice/report/?item={LEGAL}", headers={"referer": "http://testserver/en/practice/7/2/"}
    )
    assert 'name="next" value="/en/practice/7/2/"' in page.content.decode()
    response = send(client, text="<b>odd</b>", next="/en/practice/7/2/")
    row = Report.objects.get()
    assert (row.reason, row.text, row.language, row.item.slug) == ("answer", "<b>odd</b>", "en", LEGAL)
    assert row.answer == solution(find_item(LEGAL))
    assert row.position.startswith("classic | ")
    thanks = pages.Page(client.get(response["Location"]))  # type: ignore[index]
    assert "Thank you" in thanks.text
    assert 'href="/en/practice/7/2/"' in thanks.source


def test_back_leads_only_to_this_site() -> None:
    for bad in ("https://example.org/", "//example.org/", "javascript:alert(1)"):
        page = (
            Client().get("/en/practice/report/", {"item": LEGAL, "next": bad, "sent": "1"}).content.decode()
        )
        assert f'href="/en/course/{LEGAL}/"' in page
        assert 'example.org/"' not in page
        assert 'href="javascript' not in page


def test_thanks_are_for_a_report_that_is_there() -> None:
    page = Client().get("/en/practice/report/", {"item": LEGAL, "sent": "1"}).content.decode()
    assert "Your report is kept" not in page
    assert "What is not right?" in page


def test_report_of_a_sister_without_a_learner_makes_one() -> None:
    client = Client()
    assert send(client, SISTER, reason="display").status_code == 303  # type: ignore[attr-defined]
    row = Report.objects.get()
    assert row.item.slug == SISTER
    assert row.learner is not None
    assert row.answer is None


def test_running_answer_goes_along() -> None:
    learner = pages.Learner()
    learner.open("/en/course/first/open/")
    learner.press("meld", card=[f"{card}#0" for card in learner.page.hand[:3]])
    page = learner.open("/en/practice/report/?item=first/open")
    assert "not checked yet" in page.text
    assert learner.client.get("/en/practice/report/?item=first/sum").status_code == 200


@pytest.mark.parametrize(
    ("fields", "status", "words"),
    [
        ({"reason": ""}, 422, "Choose what is not right."),
        ({"reason": "hate"}, 422, "Choose what is not right."),
        ({"text": "kept words " * 200}, 422, "at most 2000 fit"),
        ({"item": "first/none"}, 404, "There is no exercise “first/none”."),
        ({"item": ""}, 400, "does not say which exercise"),
    ],
)
def test_bad_reports_say_what_is_wrong_and_lose_nothing(fields: dict, status: int, words: str) -> None:
    response = send(Client(), **({"text": "kept words"} | fields))
    page = pages.Page(response)  # type: ignore[arg-type]
    assert page.status == status
    assert words in page.text
    assert "kept words" in page.text
    assert Report.objects.count() == models.Learner.objects.count() == 0


def test_report_half_written_is_kept_in_the_other_language() -> None:
    client = answered()
    wrong = send(client, reason="", text="The sum is wrong.")
    switch = re.search(
        r'form="report" name="do" value="language" formaction="([^"]*)"', flat(wrong.content.decode())
    )
    assert switch
    sent = {"item": LEGAL, "reason": "wording", "text": "The sum is wrong.", "do": "language"}
    page = pages.Page(client.post(switch[1], sent))
    assert page.status == 200
    assert "Stimmt hier etwas nicht?" in page.text
    assert "The sum is wrong." in page.text
    assert Report.objects.count() == 0


def test_double_post_counts_once_even_without_a_cookie() -> None:
    page = Client().get("/en/practice/report/", {"item": LEGAL}).content.decode()
    token = re.search(r'name="token" value="([^"]+)"', page)[1]  # type: ignore[index]
    data = {"item": LEGAL, "reason": "text", "text": "twice", "token": token}
    for _ in range(2):
        assert Client().post("/en/practice/report/", data).status_code == 303
    assert Report.objects.count() == models.Learner.objects.count() == 1
    client = answered()
    for _ in range(2):  # another form with the same words
        send(client, text="the same")
    assert Report.objects.filter(text="the same").count() == 1


def test_learner_may_send_so_many_a_day() -> None:
    client = answered()
    for number in range(reports.MOST_A_DAY):
        assert send(client, text=str(number)).status_code == 303  # type: ignore[attr-defined]
    refused = pages.Page(send(client, text="one more"))  # type: ignore[arg-type]
    assert refused.status == 429
    assert "as many reports as we take in a day" in refused.text
    assert "one more" in refused.text
    Report.objects.update(created=timezone.now() - timedelta(days=2))
    assert send(client, text="one more").status_code == 303  # type: ignore[attr-defined]


def test_newcomers_of_one_address_may_send_so_many_and_bar_nobody_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(reports, "OF_NEWCOMERS", replace(reports.OF_NEWCOMERS, most=2))
    for _ in range(2):
        send(Client())
    before = models.Learner.objects.count()
    assert send(Client()).status_code == 429  # type: ignore[attr-defined]
    assert models.Learner.objects.count() == before
    assert send(Client(REMOTE_ADDR="192.0.2.9")).status_code == 303  # type: ignore[attr-defined]
    assert send(answered()).status_code == 303  # type: ignore[attr-defined]
    WrongTries.objects.update(until=timezone.now())
    assert send(Client()).status_code == 303  # type: ignore[attr-defined]


def test_one_exercise_takes_so_many_open_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "MOST_OPEN", 1)
    send(Client())
    refused = pages.Page(send(Client()))  # type: ignore[arg-type]
    assert refused.status == 429
    assert "many open reports" in refused.text
    assert send(answered()).status_code == 303  # type: ignore[attr-defined]
    assert send(answered()).status_code == 429  # type: ignore[attr-defined]
    assert send(Client(), SISTER).status_code == 303  # type: ignore[attr-defined]


def test_three_learners_who_answered_take_an_exercise_out(item: Callable[[str], Item]) -> None:
    first, second, third = answered(), answered(), answered()
    for _ in range(3):
        send(Client())  # has never answered it: does not count
    send(first, text="a")
    send(first, text="b")
    send(second)
    assert not circulation.is_withheld(LEGAL)
    send(third, reason="text")
    assert not circulation.is_withheld(LEGAL)
    send(third)
    assert circulation.withheld_slugs() == {LEGAL}
    page = pages.Learner().open(f"/en/course/{LEGAL}/")
    assert page.status == 200
    assert "This exercise is not offered at the moment" in page.text
    boss = models.User.objects.create_user("Berta", is_staff=True)
    circulation.release(item=item(LEGAL), user=boss)
    send(answered())
    assert not circulation.is_withheld(LEGAL)
    assert "not offered at the moment" not in pages.Learner().open(f"/en/course/{LEGAL}/").text


def test_answers_of_every_kind_are_told_in_words(small_content: Library) -> None:
    told = {}
    for one in small_content.items.values():
        answer = solution(one)
        with override("en"):
            told[one.kind] = answer_in_words(one, answer or {})
            assert answer_in_words(one, {"junk": 1}) == ""
    assert all(told.values())
    assert len(told) == 12
    assert told["legal"].startswith("No. The pile is frozen")
    assert told["number"].isdecimal()
