"""A table is kept under a random id, changed only with its key, remembered by devices, and gone when nobody uses it."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone, translation
from django.utils.translation import override

from engine.law.variants import CLASSIC, SPIELREGELN
from tutor.site.tidying import tidy
from tutor.tables import services
from tutor.tables.models import Table
from tutor.tables.remembering import MOST, Memory, memory_of, remember
from tutor.tables.services import TableError, change_table, fits, keep_table, table_by_id, table_of

pytestmark = pytest.mark.django_db

TWO_CANASTAS = CLASSIC.changed({"canastas_to_go_out": 2})


def made(name: str = "Friday", rules: object = TWO_CANASTAS) -> tuple[Table, str]:
    return keep_table(name=name, rules=rules, address="192.0.2.1")  # type: ignore[arg-type]


def request_with(memory: Memory, **cookies: str) -> HttpRequest:
    """A request of a device that remembers this."""
    response = HttpResponse()
    remember(response, memory)
    request = RequestFactory().get("/en/")
    request.COOKIES = {name: morsel.value for name, morsel in response.cookies.items()} | cookies
    return request


def test_a_kept_table_is_found_by_its_id_with_its_rules() -> None:
    table, key = made("  Our   Friday ")
    found = table_by_id(table.public_id.upper())
    assert found is not None
    assert (found.name, found.rule_set) == ("Our Friday", TWO_CANASTAS)
    assert found.rules == "classic{canastas_to_go_out=2}"
    assert fits(key, found)
    assert key not in str(Table.objects.filter(pk=table.pk).values())


def test_nobody_is_at_a_table_that_the_device_does_not_know() -> None:
    table, _ = made()
    assert table_of(RequestFactory().get("/en/")) is None
    assert table_of(request_with(Memory().with_table(table.public_id).choosing(""))) is None
    assert table_of(request_with(Memory().with_table("gone2345"))) is None
    assert table_of(request_with(Memory().with_table(table.public_id))) == table


def test_a_forged_cookie_knows_no_table() -> None:
    table, _ = made()
    request = request_with(Memory(), tables=f"{table.public_id}|{table.public_id}~key")
    assert memory_of(request) == Memory()
    assert table_of(request) is None


def test_a_device_knows_several_tables_and_keeps_their_keys() -> None:
    memory = Memory().with_table("aaa", key="k-1_x").with_table("bbb").with_table("aaa")
    kept = memory_of(request_with(memory))
    assert kept == memory
    assert (kept.chosen, kept.key_of("aaa"), kept.key_of("bbb")) == ("aaa", "k-1_x", "")
    assert kept.choosing("bbb").chosen == "bbb"
    assert kept.choosing("ccc").chosen == ""
    assert not kept.without("aaa").knows("aaa")
    assert kept.without("aaa").chosen == ""
    for number in range(MOST):
        kept = kept.with_table(f"t{number}")
    assert len(kept.tables) == MOST
    assert not kept.knows("aaa")


def test_only_the_key_changes_a_table() -> None:
    table, key = made()
    with translation.override("de"), pytest.raises(TableError, match="Schlüssel"):
        change_table(table=table, key="wrong", name="Mine", rules=SPIELREGELN)
    assert table_by_id(table.public_id) == table
    changed = change_table(table=table, key=key, name="Saturday", rules=SPIELREGELN)
    assert (changed.name, changed.rules) == ("Saturday", "spielregeln")
    with pytest.raises(TableError):
        services.delete_table(table=table, key="")
    services.delete_table(table=table, key=key)
    assert table_by_id(table.public_id) is None


@pytest.mark.parametrize(("name", "said"), [("   ", "Namen"), ("x" * 41, "41 Zeichen")])
def test_a_name_that_does_not_fit_is_said(name: str, said: str) -> None:
    with translation.override("de"), pytest.raises(TableError, match=said) as caught:
        made(name)
    assert caught.value.field == "name"
    assert not Table.objects.exists()


def test_one_address_cannot_fill_the_database() -> None:
    for _ in range(services.NEW_TABLES.most):
        made()
    with override("en"), pytest.raises(TableError, match="tomorrow"):
        made()
    keep_table(name="Elsewhere", rules=CLASSIC, address="192.0.2.2")


def test_a_table_that_nobody_uses_goes_with_the_daily_job() -> None:
    (old, _), (used, _) = made("old"), made("used")
    Table.objects.update(used=timezone.now() - services.KEPT_UNUSED - timedelta(hours=1))
    assert table_by_id(used.public_id) == used
    assert tidy()["tables"] == 1
    assert table_by_id(old.public_id) is None


def test_a_table_is_read_where_its_use_cannot_be_written_down(monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = made()
    Table.objects.update(used=timezone.now() - timedelta(days=3))

    def refuse(*_: object, **__: object) -> int:
        raise DatabaseError("attempt to write a readonly database")

    monkeypatch.setattr("django.db.models.query.QuerySet.update", refuse)
    assert table_by_id(table.public_id) == table


def test_rules_that_the_engine_cannot_read_any_more_are_no_table() -> None:
    table, _ = made()
    Table.objects.filter(pk=table.pk).update(rules="classic{of_old=3}")
    assert table_by_id(table.public_id) is None
