"""A live round through the pages of its teacher and of its pupils, with and without htmx, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from lessons.fresh.sisters import find_item
from tests.browser.answers import right_answer, wrong_answer
from tests.factories import UserFactory
from tests.lessons.pages import Learner, Page
from tests.samples import share
from tests.tutor.classroom.drawing import drawn_in, drawn_of
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import services as classes
from tutor.classroom.choosing import theme_title
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Classroom
from tutor.learning.models import Attempt, Draft
from tutor.live import services
from tutor.live.models import LiveAnswer, LiveRound, LiveSeat
from tutor.live.urls import urlpatterns

pytestmark = pytest.mark.django_db

LEGAL, NUMBER = "melds/a-pair-of-twins", "deck/how-many-cards"
EACH = [("de", False), ("de", True), ("en", True), ("en", False)]


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=4)


@pytest.fixture
def live(classroom: Classroom) -> LiveRound:
    return services.begin(
        classroom=classroom, teacher=owner_of(classroom), questions=[LEGAL, NUMBER], title="Twins"
    )


def url(name: str, classroom: Classroom, *more: Any, language: str = "en") -> str:
    with override(language):
        return reverse(f"live:{name}", args=[classroom.token, *more])


def pupils(classroom: Classroom, *, language: str = "en", htmx: bool = False) -> list[Learner]:
    return [Learner(client=pupil_client(pupil), htmx=htmx) for pupil in classroom.pupils.all()]


def open_round(learner: Learner, classroom: Classroom, *, language: str = "en") -> Page:
    """What a pupil sees who follows the link to the round."""
    response = learner.client.get(url("here", classroom, language=language), follow=True)
    learner.page = Page(response)
    return learner.page


def press(
    teacher: Client, live: LiveRound, do: str, *, place: int | None = None, language: str = "en"
) -> Page:
    data = {"do": do, "place": str(place or LiveRound.objects.get(pk=live.pk).place)}
    response = teacher.post(url("control", live.classroom, live.pk, language=language), data, follow=True)
    assert response.status_code == 200
    return Page(response)


def fields(slug: str, *, right: bool) -> dict[str, Any]:
    item = find_item(slug)
    assert item is not None
    return right_answer(item) if right else wrong_answer(item)


def bars(page: Page, title: str) -> dict[str, int]:
    """A histogram as it can be read: label and count."""
    part = re.search(rf'<h2 id="{title}">.*?</section>', page.source, re.DOTALL)
    rows = re.findall(r'<span class="said">(.*?)</span>\s*<b>(\d+)</b>', part[0] if part else "", re.DOTALL)
    return {re.sub(r"<[^>]*>", "", said).strip(): int(count) for said, count in rows}


@pytest.mark.parametrize(("language", "htmx"), share(EACH, 0, of=2))
def test_round_from_the_first_question_to_the_end(language: str, htmx: bool) -> None:
    classroom = make_class(pupils=3)
    teacher = teacher_client(owner_of(classroom))
    address = url("new", classroom, language=language)
    response = teacher.post(address, {"what": "items", "items": f"{LEGAL}\n{NUMBER}"})
    assert response.status_code == 303
    live = LiveRound.objects.get(classroom=classroom)
    with override(language):
        mine = reverse("classroom:mine", args=[classroom.token])
        class_page = Page(teacher.get(reverse("classroom:class", args=[classroom.token])))
    assert url("control", classroom, live.pk, language=language) in class_page.source
    here = url("here", classroom, language=language)
    wall = url("projector", classroom, live.pk, language=language)
    item = find_item(LEGAL)
    first, second, third = pupils(classroom, language=language, htmx=htmx)
    assert f'href="{here}"' in first.open(mine).source
    for learner in (first, second, third):
        assert (
            str(item.goal.de if language == "de" else item.goal.en)[:20]
            in open_round(learner, classroom, language=language).source
        )
    first.press("check", **fields(LEGAL, right=True))
    second.press("check", **fields(LEGAL, right=False))
    assert first.sent_to == second.sent_to == here
    assert {"de": "Deine Antwort ist angekommen.", "en": "Your answer is in."}[language] in first.page.text
    wait = Page(teacher.get(wall))
    assert {"de": "2 von 3 haben geantwortet", "en": "2 of 3 have answered"}[language] in wait.text
    assert bars(wait, "answers-title") == {}
    assert "revealed" not in wait.source
    press(teacher, live, "close", language=language)
    closed = Page(teacher.get(wall))
    assert sum(bars(closed, "answers-title").values()) == 2
    assert bars(closed, "reasons-title") == {}  # the reason is part of each answer
    assert 'class="right"' not in closed.source
    assert "missed-title" not in closed.source
    press(teacher, live, "reveal", language=language)
    shown = Page(teacher.get(wall))
    assert 'class="right"' in shown.source
    assert "answer-title" in shown.source
    assert bars(shown, "missed-title")
    for pupil in classroom.pupils.all():
        assert pupil.alias not in shown.source
    right, wrong = (
        open_round(first, classroom, language=language),
        open_round(second, classroom, language=language),
    )
    assert 'class="told right"' in right.source
    assert 'class="told wrong"' in wrong.source
    assert 'class="verdict wrong"' in wrong.source
    assert 'class="rule"' in wrong.source
    none = open_round(third, classroom, language=language)
    assert {"de": "ohne Antwort", "en": "No answer from you"}[language] in none.text
    press(teacher, live, "next", language=language)
    open_round(first, classroom, language=language)
    assert first.page.action == url("question", classroom, 2, language=language)
    first.press("check", **fields(NUMBER, right=True))
    for do in ("close", "reveal", "next"):
        over = press(teacher, live, do, language=language)
    assert {"de": "Die Live-Runde ist vorbei. 3", "en": "The round is over. 3"}[language] in over.text
    end = open_round(first, classroom, language=language)
    assert {"de": "2 von 2 richtig", "en": "2 of 2 right"}[language] in end.text


def test_first_answer_counts_however_often_it_is_sent(classroom: Classroom, live: LiveRound) -> None:
    learner = pupils(classroom)[0]
    page, other_tab = open_round(learner, classroom), open_round(learner, classroom)
    learner.press("check", on=page, **fields(LEGAL, right=True))
    learner.press("check", on=page, **fields(LEGAL, right=True))
    learner.press("check", on=other_tab, **fields(LEGAL, right=False))
    assert "Your answer is in." in learner.page.text
    assert [one.outcome for one in LiveAnswer.objects.all()] == ["right"]
    assert "Your answer is in." in open_round(learner, classroom).text
    assert LiveSeat.objects.count() == 1


@pytest.mark.parametrize("htmx", [False, True])
def test_answer_after_closing_is_refused_and_kept(classroom: Classroom, live: LiveRound, htmx: bool) -> None:
    learner = pupils(classroom, htmx=htmx)[0]
    open_round(learner, classroom)
    services.step(live=live, do="close", place=1)
    learner.press("check", **fields(LEGAL, right=True))
    assert "Question 1 was closed before your answer came, so the answer does not count." in learner.page.text
    assert not Attempt.objects.exists()
    assert not LiveAnswer.objects.exists()
    assert Draft.objects.get().answer["legal"] == fields(LEGAL, right=True)["legal"]
    services.step(live=live, do="next", place=1)
    learner.page = Page(learner.client.get(url("here", classroom) + "?late=1", follow=True))
    assert learner.page.action == url("question", classroom, 2)
    assert "Question 1 was closed" in learner.page.text


def test_answer_that_meets_the_closing_does_not_count(
    classroom: Classroom, live: LiveRound, monkeypatch: pytest.MonkeyPatch
) -> None:
    learner = pupils(classroom)[0]
    open_round(learner, classroom)
    record = services.record_answer

    def closed_before(**values: Any) -> bool:
        services.step(live=live, do="close", place=1)
        return record(**values)

    monkeypatch.setattr(services, "record_answer", closed_before)
    learner.press("check", **fields(LEGAL, right=True))
    assert "Question 1 was closed" in learner.page.text
    assert Attempt.objects.count() == 1
    assert not LiveAnswer.objects.exists()


def test_pupil_who_comes_late_is_at_the_question_that_is_on(classroom: Classroom, live: LiveRound) -> None:
    services.step(live=live, do="close", place=1)
    services.step(live=live, do="next", place=1)
    learner = pupils(classroom)[0]
    assert open_round(learner, classroom).action == url("question", classroom, 2)
    for place in (1, 3, 99):
        response = learner.client.get(url("question", classroom, place))
        assert response["Location"] == url("here", classroom)


def test_question_begins_anew_after_the_same_exercise_elsewhere(
    classroom: Classroom, live: LiveRound
) -> None:
    learner = pupils(classroom)[0]
    learner.open(f"/en/course/{LEGAL}/")
    learner.press("check", **fields(LEGAL, right=True))
    page = open_round(learner, classroom)
    assert page.values("legal") == []
    assert page.verdict == ""


def test_polls_say_nothing_until_there_is_something_new(classroom: Classroom, live: LiveRound) -> None:
    learner, second, *_ = pupils(classroom)
    teacher = teacher_client(owner_of(classroom))
    page = Page(teacher.get(url("control", classroom, live.pk)))
    count = _watch(page)
    assert teacher.get(count).status_code == 204
    open_round(learner, classroom)
    learner.press("check", **fields(LEGAL, right=True))
    fragment = teacher.get(count)
    assert "1 of 1 have answered" in Page(fragment).text
    assert "<main" not in fragment.content.decode()
    waiting = _watch(learner.page)
    assert learner.client.get(waiting).status_code == 204
    open_round(second, classroom)
    asking = _watch(second.page)
    assert second.client.get(asking).status_code == 204
    press(teacher, live, "close")
    assert teacher.get(count)["HX-Refresh"] == "true"
    assert learner.client.get(waiting)["HX-Redirect"] == url("here", classroom)
    told = Page(second.client.get(asking))
    assert "The question is closed." in told.text
    assert second.client.get(_watch(told)).status_code == 204
    press(teacher, live, "next")
    assert second.client.get(asking)["HX-Redirect"] == url("here", classroom)


def test_polls_take_few_queries(
    classroom: Classroom, live: LiveRound, django_assert_max_num_queries: Any
) -> None:
    learner = pupils(classroom)[0]
    open_round(learner, classroom)
    learner.press("check", **fields(LEGAL, right=True))
    waiting = _watch(learner.page)
    teacher = teacher_client(owner_of(classroom))
    count = _watch(Page(teacher.get(url("control", classroom, live.pk))))
    with django_assert_max_num_queries(5):
        assert learner.client.get(waiting).status_code == 204
    with django_assert_max_num_queries(5):
        assert teacher.get(count).status_code == 204


def _watch(page: Page) -> str:
    """What the page asks every few seconds."""
    found = re.search(r'hx-get="([^"]*poll/[^"]*)"', page.source)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_button_pressed_twice_takes_one_step(classroom: Classroom, live: LiveRound) -> None:
    teacher = teacher_client(owner_of(classroom))
    for do in ("close", "close", "reveal", "reveal"):
        press(teacher, live, do, place=1)
    press(teacher, live, "next", place=1)
    press(teacher, live, "next", place=1)
    live.refresh_from_db()
    assert (live.place, live.state, live.ended) == (2, "asking", None)
    for nonsense in ({"do": "next", "place": "²"}, {"do": "fly", "place": "2"}, {}):
        assert teacher.post(url("control", classroom, live.pk), nonsense).status_code == 303
    live.refresh_from_db()
    assert (live.place, live.state) == (2, "asking")


def test_new_round_ends_the_one_that_is_on(classroom: Classroom, live: LiveRound) -> None:
    teacher = teacher_client(owner_of(classroom))
    chosen = {"what": "theme", "theme": "frozen-pile", "count": "3", "easiest": "1", "hardest": "5"}
    drawn = drawn_in(Page(teacher.post(url("new", classroom), {**chosen, "do": "draw"})))
    response = teacher.post(url("new", classroom), {**chosen, "drawn-1": drawn, "do": "make"})
    assert response.status_code == 303, Page(response).text
    live.refresh_from_db()
    assert live.ended is not None
    on = LiveRound.objects.get(ended=None)
    assert on.questions == drawn
    assert len(drawn) == 3


@pytest.mark.parametrize(
    ("language", "minutes", "swap"), [("de", "etwa 3 Minuten", "Tauschen"), ("en", "about 3 minutes", "Swap")]
)
def test_topic_of_a_round_is_drawn_seen_and_swapped_before_it_begins(
    classroom: Classroom, language: str, minutes: str, swap: str
) -> None:
    classes.set_rules(classroom=classroom, rules="classic")
    teacher, address = teacher_client(owner_of(classroom)), url("new", classroom, language=language)
    page = Page(teacher.get(address))
    assert re.search(
        r'value="classic" selected', page.source
    )  # the rules of the class, unless they are changed
    assert 'class="samples"' in page.source
    form = {
        "what": "theme",
        "theme": "frozen-pile",
        "count": "3",
        "easiest": "2",
        "hardest": "2",
        "family": "classic",
    }
    seen = Page(teacher.post(address, {**form, "do": "make"}))  # what nobody has seen does not begin
    drawn = drawn_in(seen)
    assert (seen.status, len(drawn), LiveRound.objects.count()) == (200, 3, 0)
    assert minutes in seen.text
    assert swap in seen.text
    form["drawn-of-1"] = drawn_of(seen)
    swapped = drawn_in(Page(teacher.post(address, {**form, "drawn-1": drawn, "do": "swap:1-2"})))
    assert (swapped[0], swapped[2], swapped[1] in drawn) == (drawn[0], drawn[2], False)
    fewer = drawn_in(Page(teacher.post(address, {**form, "drawn-1": swapped, "do": "drop:1-1"})))
    assert fewer == swapped[1:]
    harder = Page(teacher.post(address, {**form, "hardest": "5", "drawn-1": fewer, "do": "make"}))
    assert len(drawn_in(harder)) == 3  # something else is asked for, so it is drawn anew and looked at
    assert not LiveRound.objects.exists()
    assert teacher.post(address, {**form, "drawn-1": fewer, "do": "make"}).status_code == 303
    live = LiveRound.objects.get()
    assert live.questions == fewer
    assert live.name == theme_title("frozen-pile")
    few = {**form, "count": "60"}
    del few["drawn-of-1"]
    assert teacher.post(address, {**few, "do": "draw"}).status_code == 422


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"what": "items", "items": "no/such-thing"}, "is not an exercise"),
        ({"what": "items", "items": ""}, "Name at least one exercise."),
        ({"what": "theme", "easiest": "4", "hardest": "2"}, "is easier than"),
        ({}, "Something is missing"),
    ],
)
def test_choice_that_makes_no_round_is_told(classroom: Classroom, sent: dict[str, str], said: str) -> None:
    teacher = teacher_client(owner_of(classroom))
    themes = re.search(r'<option value="([^"]+)"', Page(teacher.get(url("new", classroom))).source)
    response = teacher.post(url("new", classroom), {"theme": themes[1], "count": "3", **sent})
    assert response.status_code == 422
    assert said in Page(response).text
    assert not LiveRound.objects.exists()


def test_assignment_is_asked_live(classroom: Classroom) -> None:
    made = classroom.assignments.create(title="Twins", kind="items", questions=[LEGAL, NUMBER])
    teacher = teacher_client(owner_of(classroom))
    response = teacher.post(url("new", classroom), {"what": "assignment", "assignment": str(made.pk)})
    assert response.status_code == 303
    assert LiveRound.objects.get().questions == [LEGAL, NUMBER]


def test_archived_class_begins_no_round(classroom: Classroom, live: LiveRound) -> None:
    classes.set_archived(classroom=classroom, archived=True)
    teacher = teacher_client(owner_of(classroom))
    response = teacher.post(url("new", classroom), {"what": "items", "items": LEGAL})
    assert response.status_code == 422
    assert LiveRound.objects.count() == 1


def test_round_goes_with_the_class_and_into_its_export(classroom: Classroom, live: LiveRound) -> None:
    learner = pupils(classroom)[0]
    open_round(learner, classroom)
    learner.press("check", **fields(LEGAL, right=False))
    (told,) = export_of(classroom)["live_rounds"]
    assert told["questions"] == [LEGAL, NUMBER]
    assert len(told["seats"]) == 1
    assert told["answers"][0]["outcome"] == "wrong"
    assert told["answers"][0]["rules"]
    assert told["answers"][0]["pupil"] == classroom.pupils.first().pk
    classroom.delete()
    assert not LiveRound.objects.exists()
    assert not LiveAnswer.objects.exists()
    assert not LiveSeat.objects.exists()


# Who may open what: by the name of the address.
PUPIL, TEACHER = "pupil", "teacher"
TABLE = {
    "here": (PUPIL, "GET"),
    "poll": (PUPIL, "GET"),
    "question": (PUPIL, "GET POST"),
    "new": (TEACHER, "GET POST"),
    "control": (TEACHER, "GET POST"),
    "count": (TEACHER, "GET"),
    "projector": (TEACHER, "GET"),
}


@pytest.mark.parametrize("name", [pattern.name for pattern in urlpatterns])
def test_address_is_open_to_its_people_only(name: str, classroom: Classroom, live: LiveRound) -> None:
    who, methods = TABLE[name]
    other = make_class()
    removed = UserFactory()
    classes.invite(classroom=classroom)
    classes.accept_invitation(key=classroom.invite_key, user=removed)
    row = classroom.teachers.get(user=removed)
    classes.remove_teacher(classroom=classroom, teacher=row, user=owner_of(classroom))
    nobody = {"nobody": Client(), "pupil of another class": pupil_client(other.pupils.first())}
    accounts = {
        "stranger": teacher_client(UserFactory()),
        "teacher of another class": teacher_client(owner_of(other)),
        "removed teacher": teacher_client(removed),
    }
    teacher, pupil = teacher_client(owner_of(classroom)), pupil_client(classroom.pupils.first())
    more = {"question": [1]}.get(name, [live.pk] if "number" in _pattern(name) else [])
    address = url(name, classroom, *more)
    strangers = nobody | accounts | ({"teacher": teacher} if who == PUPIL else {"pupil": pupil})
    for person, client in strangers.items():
        for method in methods.split():
            response = client.generic(method, address)
            if who == TEACHER and person not in accounts:
                assert response.status_code == 303, (person, method)
                assert "/account/" in response["Location"], (person, method)
            else:
                assert response.status_code == 404, (person, method)
    response = (pupil if who == PUPIL else teacher).get(address, follow=True)
    assert response.status_code in (200, 204)
    assert "no-store" in response["Cache-Control"]
    if "number" in _pattern(name):  # a round of another class is not found through the own one
        foreign = services.begin(classroom=other, teacher=owner_of(other), questions=[LEGAL], title="x")
        assert teacher.get(url(name, classroom, foreign.pk)).status_code == 404


def _pattern(name: str) -> Any:
    return next(one for one in urlpatterns if one.name == name).pattern.converters
