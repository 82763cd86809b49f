"""Files that are too large for a request: made by the queue, for the teacher who asked, once, for a day."""

from __future__ import annotations

import io
import json
import re
import uuid
from dataclasses import replace
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone
from django_tasks_db.models import DBTaskResult
from openpyxl import load_workbook

from lessons.content.reading import library
from tests.factories import UserFactory
from tests.markup import flat
from tests.queueing import do_jobs
from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tests.tutor.classroom.paper.test_paper import answered, assigned
from tests.tutor.classroom.test_access import ACCOUNTS, People, people  # noqa: F401
from tutor.classroom.models import AuditLine, Classroom, ClassTeacher
from tutor.classroom.paper import files, making
from tutor.classroom.paper.models import Export, ExportPart
from tutor.site.queue import living
from tutor.site.tidying import tidy

pytestmark = pytest.mark.django_db

READY = {"de": "Deine Datei ist fertig.", "en": "Your file is ready."}
WAITS = {"de": "Deine Datei wartet", "en": "Your file is waiting"}
ASLEEP = {
    "de": "Im Moment kann der Server keine Dateien erstellen.",
    "en": "The server cannot make files at the moment.",
}
FAILED = {"de": "Die Datei konnte nicht erstellt werden.", "en": "The file could not be made."}


@pytest.fixture
def classroom() -> Classroom:
    made = make_class(pupils=3, name="7b")
    one = assigned(made, list(library().items.values())[:4])
    answered(made.pupils.first(), one, 1, "wrong", "right", rules=[])
    return made


@pytest.fixture(autouse=True)
def all_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        files, "KINDS", kinds := {name: replace(kind, at_once=0) for name, kind in files.KINDS.items()}
    )
    monkeypatch.setattr("tutor.classroom.paper.file_views.KINDS", kinds)
    monkeypatch.setattr("tutor.classroom.paper.making.KINDS", kinds)


def addresses(classroom: Classroom, language: str = "en") -> dict[str, str]:
    """Where each kind of file is asked for."""
    paper = f"/{language}/class/{classroom.token}/paper/"
    one = f"{paper}{classroom.assignments.first().pk}/"
    return {
        "results-csv": f"{one}results.csv",
        "results-xlsx": f"{one}results.xlsx",
        "class-csv": f"{paper}class.csv",
        "class-xlsx": f"{paper}class.xlsx",
        "moodle-grades": f"{paper}moodle-grades.csv",
        "worksheet": f"{one}worksheet.pdf",
        "key": f"{one}key.pdf",
        "questions": f"{one}moodle.xml",
        "class-data": f"/{language}/class/{classroom.token}/export/",
    }


def asked(client: Client, address: str) -> str:
    """The page that asking leads to."""
    response = client.get(address)
    assert response.status_code == 303, response.content
    return response["Location"]


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def held(client: Client, page: str) -> bytes:
    response = client.get(f"{page}file/")
    assert response.status_code == 200
    content = b"".join(response.streaming_content)
    assert len(content) == int(response["Content-Length"])
    return content


def test_every_kind_of_file_can_be_made_by_the_queue_and_is_the_same(
    classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = teacher_client(owner_of(classroom))
    assert set(addresses(classroom)) == set(files.KINDS)
    pages = {name: asked(client, address) for name, address in addresses(classroom).items()}
    do_jobs()
    made = {name: held(client, page) for name, page in pages.items()}
    monkeypatch.setattr(
        "tutor.classroom.paper.file_views.KINDS",
        {n: replace(k, at_once=9_999) for n, k in files.KINDS.items()},
    )
    for name, address in addresses(classroom).items():
        at_once = client.get(address)
        assert at_once.status_code == 200
        ours = Export.objects.get(kind=name)
        assert at_once["Content-Disposition"] == f'attachment; filename="{ours.name}"'
        assert at_once["Content-Type"] == ours.media
        if name.endswith("csv") or name in ("moodle-grades", "questions"):
            assert made[name] == at_once.content
        elif name.endswith("xlsx"):
            books = [load_workbook(io.BytesIO(content)) for content in (made[name], at_once.content)]
            assert [[*sheet.values] for sheet in books[0]] == [[*sheet.values] for sheet in books[1]]
        elif name == "class-data":
            theirs = json.loads(at_once.content)
            assert json.loads(made[name]) | {"audit": []} == theirs | {"audit": []}
        else:
            assert made[name].startswith(b"%PDF-")


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_waits_then_offers_the_file_with_and_without_scripts(
    classroom: Classroom, language: str
) -> None:
    living.beat("school:1:ab", workers=1)
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom, language)["results-csv"])
    waiting = client.get(page)
    assert WAITS[language] in words(waiting)
    assert ASLEEP[language] not in words(waiting)
    assert '<noscript><meta http-equiv="refresh"' in flat(waiting.content.decode())
    assert 'hx-trigger="every 2s"' in waiting.content.decode()
    assert client.get(f"{page}file/").status_code == 404
    do_jobs()
    ready = client.get(page)
    assert READY[language] in words(ready)
    assert 'http-equiv="refresh"' not in ready.content.decode()
    fragment = flat(client.get(page, headers={"HX-Request": "true"}).content.decode())
    assert fragment.startswith('<section id="making"')
    assert READY[language] in fragment
    assert f'href="{page}file/"' in fragment
    assert "hx-trigger" not in fragment
    first = {"de": "Deckname;1;2;3;4", "en": "Alias,1,2,3,4"}[language]
    assert held(client, page).decode("utf-8-sig").startswith(first)


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_says_when_nobody_works_on_the_queue(classroom: Classroom, language: str) -> None:
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom, language)["class-csv"])
    assert ASLEEP[language] in words(client.get(page))


def test_asking_twice_makes_one_file_and_asking_later_makes_it_anew(classroom: Classroom) -> None:
    client, address = teacher_client(owner_of(classroom)), addresses(classroom)["class-csv"]
    page = asked(client, address)
    assert asked(client, address) == page
    assert DBTaskResult.objects.count() == 1
    do_jobs()
    assert asked(client, address) == page
    assert DBTaskResult.objects.count() == 1
    Export.objects.update(made=timezone.now() - timedelta(minutes=2))
    pupil = classroom.pupils.first()
    pupil.alias = "Newcomer"
    pupil.save()
    assert asked(client, address) == page
    do_jobs()
    assert b"Newcomer" in held(client, page)
    assert ExportPart.objects.count() == 1


def test_job_that_runs_twice_changes_nothing_the_second_time(classroom: Classroom) -> None:
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom)["class-csv"])
    do_jobs()
    before = Export.objects.values().get(), list(ExportPart.objects.values("number", "packed"))
    making.make(export=str(Export.objects.get().pk))
    DBTaskResult.objects.update(status="READY")
    do_jobs()
    assert (Export.objects.values().get(), list(ExportPart.objects.values("number", "packed"))) == before
    assert client.get(page).status_code == 200


@pytest.mark.parametrize("language", ["de", "en"])
def test_failed_file_says_so_and_can_be_begun_anew(
    classroom: Classroom, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom, language)["class-csv"])
    with monkeypatch.context() as broken:
        broken.setattr(making, "_packed", lambda parts: 1 / 0)
        do_jobs()
    failed = client.get(page)
    assert FAILED[language] in words(failed)
    assert f'<form method="post" action="{page}"' in failed.content.decode()
    assert client.post(page)["Location"] == page
    do_jobs()
    assert READY[language] in words(client.get(page))


def test_only_who_asked_gets_the_file_and_only_while_teaching_the_class(people: People) -> None:  # noqa: F811
    assigned(people.classroom, list(library().items.values())[:2])
    asker = people.clients["teacher"]
    page = asked(asker, addresses(people.classroom)["class-csv"])
    do_jobs()
    assert held(asker, page)
    for person, client in people.clients.items():
        if client is asker:
            continue
        for response in (client.get(page), client.get(f"{page}file/"), client.post(page)):
            assert response.status_code == (404 if person in ACCOUNTS else 303), person
            assert not response.streaming
    nobodys = page.replace(str(Export.objects.get().pk), str(uuid.uuid4()))
    assert asker.get(nobodys).status_code == 404
    ClassTeacher.objects.filter(classroom=people.classroom, user=Export.objects.get().user).delete()
    assert asker.get(page).status_code == asker.get(f"{page}file/").status_code == 404


def test_who_is_no_teacher_any_more_when_it_is_their_turn_gets_nothing(classroom: Classroom) -> None:
    other = UserFactory()
    ClassTeacher.objects.create(classroom=classroom, user=other, role=ClassTeacher.Role.TEACHER)
    asked(teacher_client(other), addresses(classroom)["class-csv"])
    ClassTeacher.objects.filter(user=other).delete()
    do_jobs()
    assert not Export.objects.exists()
    assert not ExportPart.objects.exists()


def test_file_goes_after_a_day_and_with_its_class(classroom: Classroom) -> None:
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom)["class-csv"])
    asked(client, addresses(classroom)["results-csv"])
    do_jobs()
    Export.objects.filter(kind="class-csv").update(asked=timezone.now() - timedelta(hours=25))
    assert client.get(f"{page}file/").status_code == 404
    tidy()
    assert [one.kind for one in Export.objects.all()] == ["results-csv"]
    classroom.delete()
    assert not Export.objects.exists()
    assert not ExportPart.objects.exists()


def test_large_file_is_kept_in_pieces(classroom: Classroom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "PIECE", 100)
    client = teacher_client(owner_of(classroom))
    page = asked(client, addresses(classroom)["class-data"])
    do_jobs()
    assert ExportPart.objects.count() > 5
    data = json.loads(held(client, page))
    assert [answer["outcome"] for answer in data["answers"]] == ["wrong", "right"]


def test_taking_everything_is_noted_once_however_often_the_job_runs(classroom: Classroom) -> None:
    client = teacher_client(owner_of(classroom))
    asked(client, addresses(classroom)["class-data"])
    do_jobs()
    DBTaskResult.objects.update(status="READY")
    do_jobs()
    assert AuditLine.objects.filter(what=AuditLine.What.EXPORTED).count() == 1


def test_what_is_large_is_counted(classroom: Classroom) -> None:
    one: dict[str, Any] = {"assignment": classroom.assignments.get().pk}
    counts = {name: kind.counted(classroom, one) for name, kind in files.KINDS.items()}
    cells = 3 * 4 + 2
    assert counts == {
        "results-csv": cells, "results-xlsx": cells, "class-csv": cells, "class-xlsx": cells,
        "moodle-grades": cells, "worksheet": 4, "key": 4, "questions": 4, "class-data": 2,
    }  # fmt: skip
