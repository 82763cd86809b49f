"""How a browser becomes a learner, stays one, and what happens to damaged or foreign cookies."""

from __future__ import annotations

import uuid
from datetime import timedelta

import pytest
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path
from django.utils import timezone

from tests.factories import AttemptFactory, DraftFactory, ItemFactory, LearnerFactory, UserFactory
from tutor.learning.learner import COOKIE, ONE_YEAR, SALT, ensure_learner, learner_of, merge_learners
from tutor.learning.models import Attempt, Draft, Learner


def read(request: HttpRequest) -> HttpResponse:
    learner = learner_of(request)
    return HttpResponse(str(learner.pk) if learner else "nobody")


def write(request: HttpRequest) -> HttpResponse:
    learner = ensure_learner(request)
    assert ensure_learner(request) is learner_of(request) is learner
    return HttpResponse(str(learner.pk))


def stranger(request: HttpRequest) -> HttpResponse:
    return HttpResponse("no learner asked for")


urlpatterns = [path("read", read), path("write", write), path("stranger", stranger)]
pytestmark = [pytest.mark.django_db, pytest.mark.urls(__name__)]


def seen(client: Client, address: str = "/read") -> str:
    return client.get(address).content.decode()


def give_cookie(client: Client, content: str) -> None:
    client.cookies[COOKIE] = signing.get_cookie_signer(salt=COOKIE + SALT).sign(content)


def test_reading_makes_no_learner_and_sets_no_cookie(client: Client) -> None:
    response = client.get("/read")
    assert response.content == b"nobody"
    assert COOKIE not in response.cookies
    assert not Learner.objects.exists()


def test_first_write_makes_a_learner_whom_the_cookie_knows_for_a_year(client: Client) -> None:
    response = client.post("/write")
    learner = Learner.objects.get()
    cookie = response.cookies[COOKIE]
    assert response.content.decode() == str(learner.pk) == seen(client)
    assert cookie["max-age"] == ONE_YEAR == 365 * 24 * 3600
    assert cookie["httponly"] is True
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"]  # over plain HTTP the browser would not keep it
    assert str(learner.pk) in cookie.value  # signed, not hidden


def test_cookie_is_secure_with_https(client: Client, settings) -> None:
    settings.SESSION_COOKIE_SECURE = True
    assert client.post("/write").cookies[COOKIE]["secure"] is True


def test_second_write_keeps_the_learner_and_renews_the_year(client: Client) -> None:
    first = seen(client, "/write")
    response = client.post("/write")
    assert response.content.decode() == first
    assert COOKIE in response.cookies
    assert Learner.objects.count() == 1


def test_shared_caches_keep_learners_apart(client: Client) -> None:
    assert "Cookie" in client.get("/read")["Vary"]
    assert "Vary" not in client.get("/stranger") or "Cookie" not in client.get("/stranger")["Vary"]


@pytest.mark.parametrize(
    "content", ["", "x", str(uuid.UUID(int=7)), f"{uuid.UUID(int=7)}:abc:def", "ä" * 40, "a:b:c", "\x00"]
)
def test_forged_cookie_is_a_new_visitor(client: Client, content: str) -> None:
    LearnerFactory(id=uuid.UUID(int=7))
    client.cookies[COOKIE] = content
    assert seen(client) == "nobody"
    assert seen(client, "/write") != str(uuid.UUID(int=7))


@pytest.mark.parametrize("content", ["", "not-an-id", str(uuid.UUID(int=8))])
def test_signed_cookie_without_a_learner_is_a_new_visitor(client: Client, content: str) -> None:
    give_cookie(client, content)
    assert seen(client) == "nobody"
    assert seen(client, "/write") == str(Learner.objects.get().pk)


def test_cookie_older_than_a_year_is_a_new_visitor(client: Client, monkeypatch) -> None:
    learner = LearnerFactory()
    with monkeypatch.context() as long_ago:
        long_ago.setattr(signing.time, "time", lambda: 1_000_000_000)
        give_cookie(client, str(learner.pk))
    assert seen(client) == "nobody"
    give_cookie(client, str(learner.pk))
    assert seen(client) == str(learner.pk)


def test_account_has_its_learner_on_any_browser(client: Client) -> None:
    user = UserFactory()
    client.force_login(user)
    learner = seen(client, "/write")
    other_browser = Client()
    other_browser.force_login(user)
    assert seen(other_browser) == learner


def test_signed_out_browser_is_not_the_account_any_more(client: Client) -> None:
    """School computers are shared."""
    client.force_login(UserFactory())
    learner = seen(client, "/write")
    client.logout()
    assert seen(client) == "nobody"
    client.cookies[COOKIE] = ""
    give_cookie(client, learner)
    assert seen(client) == "nobody"
    assert seen(client, "/write") != learner


def test_account_does_not_get_the_learner_of_another_account(client: Client) -> None:
    client.force_login(UserFactory())
    give_cookie(client, str(LearnerFactory(user=UserFactory()).pk))
    assert seen(client) == "nobody"


def test_merging_hands_over_attempts_and_deletes_the_other() -> None:
    keep, other = LearnerFactory(user=UserFactory()), LearnerFactory()
    ours, theirs = AttemptFactory(learner=keep), AttemptFactory(learner=other)
    assert merge_learners(keep, other) == keep
    assert set(Attempt.objects.filter(learner=keep)) == {ours, theirs}
    assert list(Learner.objects.all()) == [keep]


@pytest.mark.parametrize(
    "age", [timedelta(minutes=-1), timedelta(minutes=1)], ids=["kept older", "kept newer"]
)
def test_merging_keeps_the_later_of_two_drafts(age: timedelta) -> None:
    keep, other, item = LearnerFactory(), LearnerFactory(), ItemFactory()
    alone = DraftFactory(learner=other)
    DraftFactory(learner=keep, item=item, answer={"cards": "kept"})
    DraftFactory(learner=other, item=item, answer={"cards": "other"})
    Draft.objects.filter(learner=keep).update(updated=timezone.now() + age)
    Draft.objects.filter(learner=other).update(updated=timezone.now())
    merge_learners(keep, other)
    answers = {draft.item_id: draft.answer["cards"] for draft in Draft.objects.filter(learner=keep)}
    assert answers == {item.pk: "kept" if age > timedelta() else "other", alone.item_id: "Kd"}


def test_merging_a_learner_with_itself_changes_nothing() -> None:
    attempt = AttemptFactory()
    assert merge_learners(attempt.learner, attempt.learner) == attempt.learner
    assert Attempt.objects.get().learner == attempt.learner


def test_pass_with_a_new_number_signs_out_every_browser(client: Client) -> None:
    learner = LearnerFactory(pass_number=1)
    give_cookie(client, f"{learner.pk}:1")
    assert seen(client) == str(learner.pk)
    assert f"{learner.pk}:1" in client.post("/write").cookies[COOKIE].value
    Learner.objects.filter(pk=learner.pk).update(pass_number=2)
    assert seen(client) == "nobody"
    give_cookie(client, str(learner.pk))
    assert seen(client) == "nobody"


def test_pass_of_a_class_is_not_what_an_account_works_with(client: Client) -> None:
    learner = LearnerFactory(pass_number=1)
    give_cookie(client, f"{learner.pk}:1")
    client.force_login(UserFactory())
    assert seen(client) == "nobody"
