"""The map of topics, one's bests, and the one button that says what comes next."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localdate, make_aware

from lessons.content import bank
from tests.factories import LearnerFactory
from tests.lessons import pages
from tests.tutor.puzzles.playing import Player
from tests.tutor.puzzles.test_dashboard import skill
from tests.tutor.puzzles.test_ratings import answer
from tutor.learning.models import Learner, Skill
from tutor.learning.progress import progress_of
from tutor.puzzles import daily, weekly
from tutor.puzzles.models import ItemRating, LearnerRating, Round
from tutor.puzzles.next_up import next_up
from tutor.puzzles.records import records_of
from tutor.puzzles.theme_map import performance, performances_of, weakest_of

pytestmark = pytest.mark.django_db

STRONG, WEAK = "partner-lays-down", "take-the-pile"


def answered(learner: Learner, theme: str, rights: list[bool]) -> None:
    for entry, right in zip(bank.entries_of(theme), rights, strict=False):
        answer(learner, entry.slug, right=right)


def test_performance_is_the_rating_that_answers_show() -> None:
    assert performance([(1500, True), (1500, False)]) == 1500
    assert 1600 < performance([(1500, True)] * 3 + [(1500, False)]) < 1700
    assert performance([(1500, True)] * 9) == 1900  # not further than 400 from the puzzles
    assert performance([(1900, False)] * 30) == 1500


def test_map_says_where_one_is_stronger_and_weaker() -> None:
    learner = LearnerFactory()
    answered(learner, STRONG, [True] * 6)
    answered(learner, WEAK, [False] * 4)
    found = performances_of(progress_of(learner))
    assert (found[STRONG].level, found[STRONG].is_sure) == ("stronger", True)
    assert (found[WEAK].level, found[WEAK].is_sure) == ("weaker", False)
    assert weakest_of(found, among=list(found)) == WEAK
    assert weakest_of(found, among=[STRONG]) is None


def test_one_slip_makes_no_topic_the_weakest() -> None:
    learner = LearnerFactory()
    answered(learner, STRONG, [True] * 6)
    answered(learner, WEAK, [False])
    assert weakest_of(performances_of(progress_of(learner)), among=[STRONG, WEAK]) is None


def test_performance_follows_what_puzzles_have_proved_to_be() -> None:
    learner = LearnerFactory()
    answered(learner, STRONG, [True, False])
    before = performances_of(progress_of(learner))[STRONG].rating
    ItemRating.objects.update(rating=2400, count=50)
    assert performances_of(progress_of(learner))[STRONG].rating == 2400 != before


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_shows_every_topic_with_words(language: str) -> None:
    player = pages.Learner()
    page = player.open(f"/{language}/practice/map/")
    themes = {theme.slug for theme in bank.themes() if theme.count}
    assert {slug for slug in themes if f'/{language}/practice/theme/{slug}/"' in page.source} == themes
    assert ("noch nicht ausprobiert" if language == "de" else "not tried yet") in page.text
    playing = Player(client=player.client)
    playing.begin(f"/{language}/practice/theme/{STRONG}/")
    playing.answer(right=True)
    page = player.open(f"/{language}/practice/map/")
    part = page.part(f'/{language}/practice/theme/{STRONG}/"', "</li>")
    assert ("1 von 1 richtig" if language == "de" else "1 of 1 right") in part
    assert re.search(r"\d[.,]\d{3}\?", part)


# The one button


def finished(learner: Learner, mode: str, day: date, *, right: int = 1) -> None:
    Round.objects.create(
        learner=learner, mode=mode, day=day, right=right, finished=timezone.now(), questions=[]
    )


def test_next_is_the_day_then_the_week_then_what_is_due_then_the_weakest_topic() -> None:
    learner = LearnerFactory()
    assert next_up(learner).url.endswith("/practice/daily/")
    finished(learner, "daily", localdate(), right=0)
    assert "/practice/weekly/" in next_up(learner).url
    finished(learner, "weekly", weekly.this_week())
    assert next_up(learner).posts
    answered(learner, STRONG, [True] * 5)
    answered(learner, WEAK, [False] * 5)
    skill(learner, "pickup.natural-pair", due=timezone.now() - timedelta(days=1))
    assert next_up(learner).url.endswith("/review/")
    Skill.objects.filter(learner=learner).delete()
    found = next_up(learner)
    assert found.url.endswith(f"/practice/theme/{WEAK}/")
    assert ("family", "classic") in found.fields or ("choosing", "1") in found.fields


@pytest.mark.parametrize("language", ["de", "en"])
def test_one_press_leads_into_a_puzzle(language: str) -> None:
    client = Client()
    home = client.get(f"/{language}/puzzles/").content.decode()
    assert f'href="/{language}/practice/daily/"' in home.partition('id="next-up"')[2][:80]
    client.post(f"/{language}/practice/mixed/", {"family": "samba", "choosing": "1"})  # makes a learner
    learner = Learner.objects.get()
    finished(learner, "daily", localdate())
    for _ in range(2):
        source = client.get(f"/{language}/puzzles/").content.decode()
        form = source[source.index('class="nextup"') : source.index('id="next-up"')]
        action = re.search(r'action="([^"]+)"', form)
        assert action is not None
        fields: dict[str, list[str]] = {}
        for name, value in re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form):
            fields.setdefault(name, []).append(value)
        answer = client.post(action[1], fields)
        page = client.get(answer["Location"].partition("#")[0]).content.decode()
        assert 'id="answer"' in page
        finished_set = Round.objects.filter(mode="weekly", finished=None)
        finished_set.update(finished=timezone.now())
    assert Round.objects.latest("pk").choice.get("families") in (None, ["samba"])


@pytest.mark.parametrize(
    ("path", "most"),
    [("puzzles/", 2), ("practice/map/", 5), ("practice/weekly/", 3), ("practice/daily/{day}/result/", 3)],
)
def test_page_asks_once_how_the_day_and_the_week_stand(path: str, most: int) -> None:
    client = Client()
    client.post("/en/practice/mixed/", {"family": "classic", "choosing": "1"})  # makes a learner
    learner = Learner.objects.get()
    finished(learner, "daily", localdate())
    finished(learner, "weekly", weekly.this_week())
    Round.objects.filter(mode="daily").update(
        questions=[{"slug": STRONG, "outcome": "right", "tries": [], "hints": 0}]
    )
    with CaptureQueriesContext(connection) as queries:
        page = client.get(f"/en/{path.format(day=localdate())}").content.decode()
    assert 'id="next-up"' in page
    asked = [one["sql"] for one in queries if "'daily'" in one["sql"] or "'weekly'" in one["sql"]]
    assert len(asked) == len(set(asked)) <= most


# Bests


def test_bests_are_told_with_their_words_and_never_as_a_threat() -> None:
    learner, monday = LearnerFactory(), date(2026, 11, 2)
    for day in range(3):
        at = make_aware(datetime(2026, 11, 2 + day, 12))
        Round.objects.create(
            learner=learner, mode="daily", day=monday + timedelta(days=day), right=1, finished=at
        )
    Round.objects.create(learner=learner, mode="storm", right=31)
    Round.objects.create(learner=learner, mode="streak", right=12)
    Round.objects.create(
        learner=learner, mode="weekly", day=monday, right=8, finished=make_aware(datetime(2026, 11, 3, 9))
    )
    assert [one.value for one in records_of(learner)] == [
        "31 right",
        "12 in a row",
        "3 days in a row",
        "8 of 10",
    ]
    standing = daily.standing(learner, date(2026, 11, 20))
    assert (standing.in_a_row, standing.longest) == (0, 3)
    assert records_of(None) == ()


def test_best_rating_has_a_question_mark_while_little_is_known() -> None:
    learner = LearnerFactory()
    answered(learner, WEAK, [False])
    assert re.fullmatch(r"1,\d{3}\?", records_of(learner)[-1].value)
    LearnerRating.objects.update(deviation=60)
    assert re.fullmatch(r"1,\d{3}", records_of(learner)[-1].value)
