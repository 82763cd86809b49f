"""The one throttle: what guessing gets, and that nobody who guesses locks out anybody else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client, RequestFactory
from django.utils import timezone

from tests.markup import flat
from tests.tutor.classroom.makers import code_of, make_class
from tutor.learning.models import User
from tutor.site import throttling, tidying
from tutor.site.models import WrongTries
from tutor.site.throttling import (
    ADDRESS,
    FREE,
    LONGEST_WAIT,
    SERVER,
    Line,
    Source,
    WaitError,
    address_of,
    attempt,
    forget_old,
    pause_after,
)

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PASSWORD = "neun-und-joker"
JOIN, SIGN_IN = "/en/class/join/", "/en/account/in/"
SCHOOL, HOME, ELSEWHERE = "192.0.2.1", "198.51.100.7", "203.0.113.9"
START = datetime(2026, 1, 7, 8, tzinfo=timezone.get_default_timezone())


def wrong(
    name: str = "ada", *, address: str = SCHOOL, device: str = "", after: float = 0, kind: str = "password"
) -> bool:
    """Whether a wrong try, so many seconds after the start, was looked at."""
    try:
        attempt(
            lambda: None,
            kind=kind,
            name=name,
            source=Source(address=address, device=device),
            now=START + timedelta(seconds=after),
        )
    except WaitError:
        return False
    return True


def wait_of(name: str = "ada", *, address: str = SCHOOL, after: float = 0) -> WaitError:
    with pytest.raises(WaitError) as told:
        attempt(
            lambda: pytest.fail("it was looked at"),
            kind="password",
            name=name,
            source=Source(address=address),
            now=START + timedelta(seconds=after),
        )
    return told.value


def right(name: str = "ada", *, address: str = SCHOOL, device: str = "", after: float = 0) -> str | None:
    return attempt(
        lambda: "in",
        kind="password",
        name=name,
        source=Source(address=address, device=device),
        now=START + timedelta(seconds=after),
    )


Lines = tuple[Line, Line]


@pytest.fixture
def short_lines(monkeypatch: pytest.MonkeyPatch) -> Lines:
    """Lines of an address and of the server that are full soon; what is asserted of them holds at any length."""
    lines = replace(ADDRESS, at_once=ADDRESS.at_once // 9), replace(SERVER, at_once=SERVER.at_once // 9)
    monkeypatch.setattr(throttling, "ADDRESS", lines[0])
    monkeypatch.setattr(throttling, "SERVER", lines[1])
    return lines


def flood(line: Line, addresses: Iterator[str] | None = None, *, after: float = 0) -> None:
    """As many random names as go through at once, and somewhat more."""
    for number in range(line.at_once + 40):
        wrong(f"random{number}", address=next(addresses) if addresses else SCHOOL, after=after)


def many_addresses() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"10.{number // 65536}.{number // 256 % 256}.{number % 256}"


def test_all_passwords_of_a_name_get_56_tries_a_day_from_an_address() -> None:
    """So 56,000 from a thousand addresses: what is tried at one changes nothing for another."""
    assert tries_within(24 * 3600) == 56
    for address in (HOME, ELSEWHERE):
        assert tries_within(3600, address=address) == 10


def tries_within(seconds: int, *, address: str = SCHOOL) -> int:
    """How many are looked at of somebody who always comes again as soon as the pause is over."""
    now = looked = 0
    while now < seconds:
        if wrong(address=address, after=now):
            looked += 1
        else:
            now += wait_of(address=address, after=now).seconds
    return looked


def test_pauses_double_from_a_minute_to_thirty() -> None:
    minutes = [pause_after(count).total_seconds() / 60 for count in range(FREE - 1, FREE + 7)]
    assert minutes == [0, 1, 2, 4, 8, 16, 30, 30]


def test_names_kinds_addresses_and_devices_count_apart() -> None:
    for _ in range(FREE):
        assert wrong()
    assert not wrong()
    assert wrong("bo")
    assert wrong(kind="slip")
    assert wrong(address=HOME)
    assert wrong(device="d1")


def test_right_try_within_its_own_limit_gets_in_and_begins_anew() -> None:
    for _ in range(FREE - 1):
        assert wrong()
    assert right() == "in"
    assert [wrong() for _ in range(FREE + 1)] == [True] * FREE + [False]


def test_right_try_during_a_pause_is_not_looked_at() -> None:
    for _ in range(FREE):
        wrong()
    told = wait_of()
    assert not told.is_queue
    assert told.seconds == 61


def test_known_device_has_a_limit_of_its_own_and_stands_in_no_line(short_lines: Lines) -> None:
    flood(short_lines[0])
    for _ in range(FREE + 1):
        wrong()
    assert right(device="d1") == "in"
    assert [wrong(device="d1") for _ in range(FREE + 1)] == [True] * FREE + [False]
    assert right(device="d2") == "in"


def test_random_names_from_one_address_wait_for_their_turn_and_hold_nobody_else_up() -> None:
    looked = sum(wrong(f"random{number}") for number in range(ADDRESS.at_once + 100))
    assert looked == ADDRESS.at_once
    assert right("bo", address=HOME) == "in"
    told = wait_of("bo")
    assert told.is_queue
    assert 0 < told.seconds <= LONGEST_WAIT.total_seconds() + 1


def test_turn_is_kept_however_many_come_after(short_lines: Lines) -> None:
    flood(short_lines[0])
    told = wait_of("bo")
    for number in range(40):
        wrong(f"later{number}")
    assert wait_of("bo", after=told.seconds - 2).seconds == 2
    assert right("bo", after=told.seconds) == "in"


def test_line_slows_but_a_flood_that_goes_on_shuts_nobody_out(short_lines: Lines) -> None:
    flood(short_lines[0])
    for number in range(60):
        wrong(f"flood{number}", after=number / 3)
    told = wait_of("bo", after=20)
    assert told.seconds <= LONGEST_WAIT.total_seconds() + 1
    for number in range(60):
        wrong(f"more{number}", after=20 + number / 3)
    assert right("bo", after=20 + told.seconds) == "in"


def test_random_names_from_everywhere_make_unknown_devices_wait_and_no_others(short_lines: Lines) -> None:
    flood(short_lines[1], many_addresses())
    told = wait_of("bo", address=HOME)
    assert told.is_queue
    assert told.seconds <= 10
    assert right("bo", address=HOME, device="d1") == "in"
    assert right("bo", address=HOME, after=told.seconds) == "in"


def test_turn_that_nobody_takes_up_is_no_stock_for_later(short_lines: Lines) -> None:
    flood(short_lines[0])
    told = wait_of("bo")
    for number in range(short_lines[0].at_once + 40):
        wrong(f"second{number}", after=1200)
    assert wait_of("bo", after=1200 + told.seconds).is_queue


def test_lines_empty_by_themselves_and_right_tries_take_no_place(short_lines: Lines) -> None:
    for number in range(2 * short_lines[0].at_once):
        assert right(f"pupil{number}") == "in"
    for number in range(short_lines[0].at_once):
        assert wrong(f"random{number}")
    assert not wrong("one more")
    assert wrong("later", after=2 * ADDRESS.interval.total_seconds())


def test_try_counts_before_it_is_looked_at_so_two_at_once_count_twice() -> None:
    def meanwhile() -> None:
        assert wrong()

    for _ in range(FREE - 3):
        wrong()
    source = Source(address=SCHOOL)
    attempt(meanwhile, kind="password", name="ada", source=source, now=START)
    assert WrongTries.objects.filter(count=FREE - 1).count() == 1
    assert wrong()
    assert not wrong()


def test_nothing_of_name_or_address_is_kept_and_counts_go(short_lines: Lines) -> None:
    wrong("ruth")
    flood(short_lines[0])
    kept = " ".join(WrongTries.objects.values_list("key", flat=True))
    assert "ruth" not in kept
    assert SCHOOL not in kept
    forget_old(now=START + timedelta(hours=23))
    assert WrongTries.objects.filter(count=1).count() == short_lines[0].at_once
    WrongTries.objects.update(until=F("until") - timedelta(days=1000))
    tidying.tidy()
    assert not WrongTries.objects.exists()


def test_old_counts_go_in_passing_too() -> None:
    wrong("ada")
    wrong("bo", after=25 * 3600)
    assert WrongTries.objects.filter(count=1).count() == 1


@pytest.mark.django_db(transaction=True)
def test_old_counts_are_deleted_before_a_try_holds_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    """In one transaction with the rest, two tries could wait for each other: PostgreSQL would end one of them."""
    held: list[bool] = []
    monkeypatch.setattr(throttling, "forget_old", lambda **_: held.append(connection.in_atomic_block))
    assert wrong()
    assert held == [False]


@pytest.mark.parametrize(
    ("sent", "address"),
    [
        ("192.0.2.1", "192.0.2.1"),
        ("::ffff:192.0.2.1", "192.0.2.1"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("unix:", "unix:"),
    ],
)
def test_address_is_that_of_a_household(sent: str, address: str) -> None:
    assert address_of(RequestFactory(REMOTE_ADDR=sent).get("/")) == address


def account(name: str = "Ada") -> User:
    return User.objects.create_user(username=name, password=PASSWORD)


def sign_in(client: Client, name: str = "Ada", password: str = PASSWORD, *, language: str = "en") -> Any:
    return client.post(f"/{language}/account/in/", {"username": name, "password": password})


def comes_in(response: Any) -> bool:
    """Whether the answer leads on; if not, it must say how long one has to wait."""
    if response.status_code == 303:
        return True
    assert response.status_code == 429
    assert re.search(r"Wait \d+ (second|minute)s?", flat(response.content.decode()))
    return False


def test_attacker_elsewhere_does_not_bar_a_teacher() -> None:
    account()
    for _ in range(FREE + 3):
        sign_in(Client(REMOTE_ADDR=ELSEWHERE), password="falsch")
    assert not comes_in(sign_in(Client(REMOTE_ADDR=ELSEWHERE)))
    assert comes_in(sign_in(Client(REMOTE_ADDR=SCHOOL)))


def test_attacker_at_school_does_not_bar_the_device_that_was_signed_in_before() -> None:
    account()
    own = Client(REMOTE_ADDR=SCHOOL)
    sign_in(own)
    own.post("/en/account/out/")
    for _ in range(FREE + 3):
        sign_in(Client(REMOTE_ADDR=SCHOOL), password="falsch")
    assert not comes_in(sign_in(Client(REMOTE_ADDR=SCHOOL)))
    assert comes_in(sign_in(own))
    own.post("/en/account/out/")
    own.defaults["REMOTE_ADDR"] = HOME
    assert comes_in(sign_in(own))


def test_making_an_account_or_using_its_link_makes_the_device_known() -> None:
    for make in ("new", "link"):
        client = Client(REMOTE_ADDR=SCHOOL)
        data = {"username": "Bo", "password1": PASSWORD, "password2": PASSWORD}
        assert comes_in(client.post(f"/en/account/{make}/", data))
        assert client.cookies["slips"]["max-age"] == 365 * 24 * 3600
        assert client.cookies["slips"]["httponly"]
        assert f"|@{User.objects.latest('pk').pk}|" in client.cookies["slips"].value


def test_forged_cookie_makes_no_device_known() -> None:
    user = account()
    for _ in range(FREE):
        sign_in(Client(REMOTE_ADDR=SCHOOL), password="falsch")
    forged = Client(REMOTE_ADDR=SCHOOL)
    forged.cookies["slips"] = f"0123456789abcdef|@{user.pk}|:1tXyz:{'x' * 43}"
    assert not comes_in(sign_in(forged))


@pytest.mark.parametrize("address", [ELSEWHERE, SCHOOL])
def test_wrong_codes_bar_no_class(address: str) -> None:
    """Neither those of somebody elsewhere nor of somebody in the room who types what comes to mind."""
    classroom = make_class(pupils=5)
    for number in range(40):
        letters = f"{classroom.letters}{number:04}"
        Client(REMOTE_ADDR=address).post(JOIN, {"letters": letters, "words": "apple pear"})
    for pupil in classroom.pupils.all():
        assert comes_in(Client(REMOTE_ADDR=SCHOOL).post(JOIN, code_of(pupil)))


def test_wrong_words_elsewhere_bar_no_slip_and_those_at_school_no_known_device() -> None:
    pupil = make_class().pupils.first()
    own = Client(REMOTE_ADDR=SCHOOL)
    assert comes_in(own.post(JOIN, code_of(pupil)))
    for address in (SCHOOL, ELSEWHERE):
        for _ in range(FREE + 3):
            Client(REMOTE_ADDR=address).post(JOIN, {**code_of(pupil), "words": "apple pear"})
    assert not comes_in(Client(REMOTE_ADDR=SCHOOL).post(JOIN, code_of(pupil)))
    assert comes_in(own.post(JOIN, code_of(pupil)))
    assert comes_in(Client(REMOTE_ADDR=HOME).post(JOIN, code_of(pupil)))


def test_thirty_pupils_at_one_address_who_mistype_all_get_in() -> None:
    """Each of them as often as is free, in the words and in the letters, within the same minutes."""
    classroom = make_class(pupils=30)
    for number, pupil in enumerate(classroom.pupils.all()):
        client, code = Client(REMOTE_ADDR=SCHOOL), code_of(pupil)
        for word in range(FREE - 2):
            response = client.post(JOIN, {**code, "words": f"apple pear {'x' * word}"})
            assert "This code is not right." in response.content.decode()
        slipped = f"{code['letters'][:-1]}{'b' if code['letters'][-1] != 'b' else 'c'}"
        assert client.post(JOIN, {**code, "letters": slipped}).status_code == 422
        assert client.post(JOIN, {"letters": "kwm", "words": "apple"}).status_code == 422
        assert comes_in(client.post(JOIN, code)), number


def test_code_of_the_wrong_length_counts_for_nobody() -> None:
    for _ in range(FREE + 3):
        assert Client().post(JOIN, {"letters": "kwm7-4x", "words": "apple pear"}).status_code == 422
    assert not WrongTries.objects.exists()


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Gerade wollen sich sehr viele anmelden. Warte"),
        ("en", "A great many people are trying to sign in right now. Wait"),
    ],
)
def test_wait_in_a_line_is_told_in_seconds_and_nothing_typed_is_lost(
    language: str, said: str, short_lines: Lines
) -> None:
    account()
    pupil = make_class().pupils.first()
    until = timezone.now() + timedelta(hours=1)
    flood(
        short_lines[0], after=(timezone.now() - START).total_seconds() + 600
    )  # long enough for the slowest machine
    client = Client(REMOTE_ADDR=SCHOOL)
    response = sign_in(client, language=language)
    page = flat(response.content.decode())
    assert response.status_code == 429
    assert said in page
    assert ("Sekunden" if language == "de" else "seconds") in page
    assert 'name="username" type="text" maxlength="150" value="Ada"' in page
    assert f'name="password" type="password" maxlength="150" value="{PASSWORD}"' in page
    assert "no-store" in response["Cache-Control"]
    code = code_of(pupil)
    response = client.post(f"/{language}/class/join/", code)
    assert response.status_code == 429
    assert said in response.content.decode()
    assert f'value="{code["letters"]}"' in response.content.decode()
    assert f'value="{code["words"]}"' in response.content.decode()
    WrongTries.objects.filter(is_queue=True).update(wait_until=F("wait_until") - LONGEST_WAIT, until=until)
    assert sign_in(client, language=language).status_code == 303
    assert client.post(f"/{language}/class/join/", code).status_code == 303


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "Zu viele falsche Passwörter für diesen Namen. Warte"),
        ("en", "Too many wrong passwords for this name. Wait"),
    ],
)
def test_wait_after_wrong_passwords_is_told_and_the_password_not_shown_again(
    language: str, said: str
) -> None:
    for _ in range(FREE):
        sign_in(Client(), password="falsch")
    response = sign_in(Client(), language=language)
    assert response.status_code == 429
    assert said in response.content.decode()
    assert PASSWORD not in response.content.decode()
