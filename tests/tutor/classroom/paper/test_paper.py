"""Worksheets, keys, results and exercises for Moodle: who may have them, and what stands in them."""

from __future__ import annotations

import csv
import io
import json
import re
import tomllib
import uuid
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import URLPattern
from django.utils.translation import override
from openpyxl import load_workbook

from engine.law.rulebook import RULES
from lessons.content.reading import Item, library
from lessons.fresh.sisters import find_item
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.solving import solution
from lessons.kinds.number import number_of
from tests.lessons import pages
from tests.lessons.content_folder import SMALL
from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tests.tutor.classroom.test_access import ACCOUNTS, MAY, TEACHER, People, people  # noqa: F401
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Pupil
from tutor.classroom.paper import blocks, moodle, pdf, sets, urls
from tutor.classroom.paper.results import results_of
from tutor.classroom.paper.sets import PaperSet
from tutor.editor.models import OwnItem
from tutor.learning.models import Attempt
from tutor.learning.models import Item as ItemRow
from tutor.puzzles.printing import item_of_code

BROKEN = next(iter(RULES))
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

FILES = {".pdf": b"%PDF-", ".xml": b"<?xml", ".xlsx": b"PK", ".csv": b""}


def one_of_each_kind() -> list[Item]:
    kinds: dict[str, Item] = {}
    for item in library().items.values():
        kinds.setdefault(item.kind, item)
    return list(kinds.values())


def assigned(classroom: Classroom, items: list[Item], **settings: object) -> Assignment:
    return Assignment.objects.create(
        classroom=classroom, title=settings.pop("title", "Pile & co."), kind="items",
        questions=[item.slug for item in items], **settings,
    )  # fmt: skip


def answered(pupil: Pupil, assignment: Assignment, number: int, *outcomes: str, rules: list[str]) -> None:
    slug = assignment.questions[number - 1]
    row, _ = ItemRow.objects.get_or_create(
        slug=slug, defaults={"content_hash": "x" * 16, "kind": "legal", "rule_set": "classic", "themes": []}
    )
    for place, outcome in enumerate(outcomes, 1):
        attempt = Attempt.objects.create(
            learner=pupil.learner, item=row, content_hash=row.content_hash, answer={}, rule_set="classic",
            rule_set_version=1, outcome=outcome, try_number=place, language="en", token=uuid.uuid4(),
        )  # fmt: skip
        AssignmentAnswer.objects.create(
            attempt=attempt, assignment=assignment, pupil=pupil, number=number, try_number=place,
            outcome=outcome, rules=rules if outcome == "wrong" else [],
        )  # fmt: skip


def addresses(classroom: Classroom, assignment: Assignment) -> Iterator[tuple[str, str]]:
    """All but those of large files, which belong to one person each (test_large_files)."""
    for pattern in urls.urlpatterns:
        if "pk" in pattern.pattern.converters:
            continue
        yield pattern.name, address(pattern, classroom, assignment)


def address(pattern: URLPattern, classroom: Classroom, assignment: Assignment) -> str:
    route = pattern.pattern._route
    known = {"<str:token>": classroom.token, "<int:assignment>": assignment.pk, "<slug:theme>": theme()}
    for part, value in known.items():
        route = route.replace(part, str(value))
    assert "<" not in route, route
    return f"/en/{route}{'?seed=3&count=2' if '/theme/' in route else ''}"


def theme() -> str:
    return library().themes[0].slug


def test_every_address_is_open_to_teachers_of_the_class_only(people: People) -> None:  # noqa: F811
    classroom = people.classroom
    assignment = assigned(classroom, one_of_each_kind()[:2])
    for name, url in addresses(classroom, assignment):
        for person, client in people.clients.items():
            response = client.get(url)
            if person in MAY[TEACHER]:
                assert response.status_code == 200, (name, person)
                assert "no-store" in response["Cache-Control"], name
                start = next(
                    (start for ending, start in FILES.items() if url.split("?")[0].endswith(ending)), None
                )
                assert start is None or response.content.startswith(start), name
            elif person in ACCOUNTS:
                assert response.status_code == 404, (name, person)
            else:
                assert response.status_code == 303, (name, person)
                assert response["Location"].startswith("/en/account/?next="), (name, person)


def test_assignment_of_another_class_is_not_found_through_the_own_class() -> None:
    mine, other = make_class(), make_class()
    owner, theirs = teacher_client(owner_of(mine)), assigned(other, one_of_each_kind()[:1])
    for name, url in addresses(mine, theirs):
        if "<int:assignment>" in next(one.pattern._route for one in urls.urlpatterns if one.name == name):
            assert pages.is_not_found(owner.get(url)), name


@pytest.mark.parametrize("language", ["de", "en"])
def test_page_to_print_has_every_exercise_with_a_code_and_the_key_stands_apart(language: str) -> None:
    classroom, items = make_class(), one_of_each_kind()
    assignment = assigned(classroom, items)
    client = teacher_client(owner_of(classroom))
    base = f"/{language}/class/{classroom.token}/paper/{assignment.pk}/"
    sheet, key = pages.Page(client.get(f"{base}?large=1")), pages.Page(client.get(f"{base}key/"))
    codes = re.findall(r"testserver/x/([^/]+)/", sheet.source)
    assert [item_of_code(code).slug for code in codes] == [item.slug for item in items]
    assert sheet.source.count('class="qr"') == len(items)
    assert 'class="paper large"' in sheet.source
    assert "<dl>" not in sheet.source
    assert all(f"<small>{code}</small>" in key.source for code in codes)


@pytest.mark.parametrize("language", ["de", "en"])
def test_pdf_of_every_kind_is_typeset(language: str) -> None:
    chosen = PaperSet(
        title="#box $x$ „Eingefroren“", note="7b", items=tuple(enumerate(one_of_each_kind(), 1))
    )
    with override(language):
        normal = pdf.worksheet(chosen, site="http://testserver", large=False)
        large = pdf.worksheet(chosen, site="http://testserver", large=True)
        key = pdf.key(chosen, large=False)
    assert all(document.startswith(b"%PDF-") for document in (normal, large, key))
    assert _pages(large) > _pages(normal) > _pages(key) > 0


@pytest.mark.parametrize(
    ("language", "whole", "some"),
    [
        ("de", "Von unten nach oben: ", "Die obersten zwei, von unten nach oben: "),
        ("en", "From bottom to top: ", "The top two, from bottom to top: "),
    ],
)
def test_cards_of_a_pile_are_said_to_be_all_only_where_they_are(language: str, whole: str, some: str) -> None:
    item = next(one for one in library().items.values() if one.position and len(one.position.pile) == 2)
    assert item.position is not None
    with override(language):
        for size, words in ((2, whole), (9, some)):
            laid = blocks.laid_out(replace(item.position, pile_size=size, stock=item.position.stock - 7))
            assert words in [block.runs[0].text for block in laid if block.kind == "cards"]


@pytest.mark.usefixtures("small_content")
def test_bold_frames_of_wild_cards_do_not_answer_which_are_wild(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[dict[str, Any]] = []
    monkeypatch.setattr(
        pdf.typst, "compile", lambda *of, sys_inputs, **how: drawn.append(json.loads(sys_inputs["data"]))
    )

    def frames(slug: str) -> list[bool]:
        item = find_item(slug)
        assert item is not None
        pdf.worksheet(PaperSet(title="", note="", items=((1, item),)), site="https://x.example", large=False)
        blocks = drawn[-1]["items"][0]["situation"]
        return [card["wild"] for block in blocks for run in block["runs"] for card in run["cards"]]

    asked = frames("first/wild-ones")
    assert len(asked) > 3
    assert not any(asked)
    assert any(frames("first/frozen"))


def test_results_say_how_each_exercise_went_and_count_by_the_rule_of_the_assignment() -> None:
    classroom = make_class(pupils=3)
    first, second, _third = classroom.pupils.all()
    items = one_of_each_kind()[:3]
    best = assigned(classroom, items, title="=Best", counts="best")
    first_only = assigned(classroom, items, title="First", counts="first")
    for one in (best, first_only):
        answered(first, one, 1, "right", rules=[])
        answered(first, one, 2, "wrong", "right", rules=[BROKEN, "meld.size"])
        answered(second, one, 1, "undecided", "wrong", rules=[BROKEN])
    client = teacher_client(owner_of(classroom))
    base = f"/de/class/{classroom.token}/paper"
    rows = _csv(client.get(f"{base}/{best.pk}/results.csv").content.decode("utf-8-sig"), ";")
    assert rows[1][1:] == ["sofort richtig", "später richtig", "offen", "2", "66,7", "3"]
    assert rows[2][1:] == ["falsch", "offen", "offen", "0", "0,0", "2"]
    assert rows[3][1:] == ["offen", "offen", "offen", "0", "", "0"]
    grades = _csv(client.get(f"{base}/moodle-grades.csv").content.decode("utf-8"), ",")
    assert grades[0] == ["Deckname", "'=Best", "First"]
    assert [row[1:] for row in grades[1:]] == [["66.7", "33.3"], ["0.0", "0.0"], ["", ""]]
    book = load_workbook(io.BytesIO(client.get(f"{base}/class.xlsx").content))
    table, missed = (list(book[name].values) for name in book.sheetnames)
    assert table[0] == ("Deckname", "'=Best", "First")
    assert table[1][1:] == (66.7, 33.3)
    assert missed[1][2:4] == (2, 4)  # two pupils, four answers
    assert all(cell.data_type != "f" for sheet in book for row in sheet.iter_rows() for cell in row)


def test_results_of_a_large_class_take_four_queries(
    django_assert_num_queries: pytest.FixtureRequest,
) -> None:
    classroom = make_class(pupils=12)
    assignments = [assigned(classroom, one_of_each_kind(), title=str(number)) for number in range(4)]
    for pupil in classroom.pupils.all():
        answered(pupil, assignments[0], 1, "wrong", "right", rules=[BROKEN])
    with django_assert_num_queries(4):  # type: ignore[operator]
        results = results_of(classroom)
    assert len(results.by) == 48


@pytest.mark.parametrize("language", ["de", "en"])
def test_moodle_xml_holds_every_kind_with_the_answers_of_the_engine(language: str) -> None:
    items = one_of_each_kind()
    missing = PaperSet(title="A/B", note="", items=tuple(enumerate(items, 1)), missing=(99,))
    with override(language):
        exported = moodle.export(missing, host="testserver")
        entries = sets.key_entries(missing)
    quiz = ElementTree.fromstring(exported.xml)
    category, *questions = quiz.findall("question")
    assert category.findtext("category/text") == "$course$/top/Canasta: A//B"
    assert [one.findtext("name/text")[:3] for one in questions] == [
        f"{number:02}." for number in range(1, len(items) + 1)
    ]
    assert b"99" in exported.xml.split(b"<!--")[1]
    for question, item, entry in zip(questions, items, entries, strict=True):
        kind, text = question.get("type"), question.findtext("questiontext/text")
        assert entry.rule_title.split()[0] in question.findtext("generalfeedback/text"), item.slug
        assert f"/x/{entry.code}/" in text
        shares = [float(answer.get("fraction")) for answer in question.findall("answer")]
        if kind == "multichoice":
            right = [share for share in shares if share > 0]
            assert abs(sum(right) - 100) < 0.01 or right == [100.0] * len(right), item.slug
            assert len(shares) > len(right) > 0
        elif kind == "numerical":
            assert question.findtext("answer/text") == str(number_of(item))
        elif kind == "cloze":
            assert text.count("{1:") >= 2
            assert all("=" in gap for gap in re.findall(r"\{1:[A-Z_]+:(.*?)(?<!\\)\}", text)), item.slug
        else:
            assert kind == "essay"
            assert moodle.needs_a_person(item)
            assert question.findtext("graderinfo/text")
    by_hand = {number for number, item in missing.items if moodle.needs_a_person(item)}
    assert set(exported.by_hand) == by_hand


def test_moodle_question_of_legal_or_not_gives_points_where_the_site_does() -> None:
    item = next(one for one in library().items.values() if one.kind == "legal")
    with override("en"):
        exported = moodle.export(PaperSet(title="x", note="", items=((1, item),)), host="testserver")
    answers = ElementTree.fromstring(exported.xml).findall("question[2]/answer")
    found = solution(item)
    assert found is not None
    assert grade(item, found).outcome == "right"
    right = [answer.findtext("text") for answer in answers if answer.get("fraction") == "100"]
    said = "Yes" if found["legal"] == "yes" else "No"
    assert len(answers) >= 3
    assert len(right) == 1
    assert right[0].startswith(f"<p>{said}. ")


def test_exercise_of_a_teacher_leads_to_its_own_address_and_is_printed_like_all_others() -> None:
    classroom = make_class()
    stage = tomllib.loads((SMALL / "lessons" / "01-first" / "stage.toml").read_text(encoding="utf-8"))
    record = next(step for step in stage["step"] if step["slug"] == "is-it-legal")
    record["right"] = {"de": "Achtet auf das Paar!", "en": "Mind the pair!"}
    own = OwnItem.objects.create(owner=owner_of(classroom), record=record)
    assignment = Assignment.objects.create(
        classroom=classroom, title="Own", kind="items", questions=[f"own/{own.token}"]
    )
    client, base = teacher_client(owner_of(classroom)), f"/en/class/{classroom.token}/paper/{assignment.pk}/"
    sheet = pages.Page(client.get(base))
    address = re.search(r'class="twin">testserver(/[^<]+)<', sheet.source)
    assert address is not None
    assert own.token in address[1]
    assert client.get(address[1]).status_code == 200
    assert client.get(f"{base}worksheet.pdf").content.startswith(b"%PDF-")
    assert b"multichoice" in client.get(f"{base}moodle.xml").content
    assert "Mind the pair!" in pages.Page(client.get(f"{base}key/")).text


def test_labels_in_a_gap_cannot_end_it_or_begin_a_comment() -> None:
    gap = moodle._choice_gap([("it's <b> & 1/2 ~ #3 \"}", True), ("other", False)])
    assert gap == r"{1:MULTICHOICE_V:=it's &lt;b&gt; &amp; 1\/2 \~ \#3 \"\}~other}"


@pytest.mark.parametrize(("language", "swap"), [("de", "Tauschen"), ("en", "Swap")])
def test_worksheet_on_a_topic_is_drawn_for_the_class_seen_and_swapped_before_it_is_printed(
    language: str, swap: str
) -> None:
    classroom = make_class()
    client = teacher_client(owner_of(classroom))
    url = f"/{language}/class/{classroom.token}/paper/"
    page = pages.Page(client.get(url))
    assert re.search(r'<option value="classic" selected', page.source)
    assert 'class="samples"' in page.source
    fixed = client.get(url, {"theme": "frozen-pile", "count": "3", "difficulty": "2"})["Location"]
    assert "family=classic" in fixed
    drawn = pages.Page(client.get(fixed))
    before = re.findall(r'<ol class="basket">.*?</ol>', drawn.source, re.DOTALL)
    assert {"de": "etwa 3 Minuten", "en": "about 3 minutes"}[language] in drawn.text
    ways = re.findall(rf'href="([^"#]+)#theme-title">\s*{swap}<span class="vh">: 2</span>', drawn.source)
    swapped = pages.Page(client.get(ways[0].replace("&amp;", "&")))
    after = re.findall(r'<ol class="basket">.*?</ol>', swapped.source, re.DOTALL)
    seen = [set(re.findall(r'<a href="([^"]+)"', one[0])) for one in (before, after)]
    assert (len(seen[0]), len(seen[1]), len(seen[0] & seen[1])) == (3, 3, 2)
    printed = re.search(r'href="([^"]+worksheet\.pdf[^"]+)"', swapped.source)
    assert printed is not None
    assert "without=" in printed[1]
    pdf = client.get(printed[1].replace("&amp;", "&"))
    assert pdf.content.startswith(b"%PDF-")


def test_page_says_what_moodle_cannot_check_and_what_is_wrong_with_a_wish() -> None:
    classroom = make_class()
    turn = next(item for item in library().items.values() if item.kind == "turn")
    gone = assigned(classroom, [turn])
    gone.questions.append("no-such/exercise")
    gone.save()
    client = teacher_client(owner_of(classroom))
    url = f"/en/class/{classroom.token}/paper/"
    page = pages.Page(client.get(url))
    assert "which you mark yourself, using the answer supplied with each: 1." in page.source
    assert "No longer on the site and left out: 2." in page.source
    wrong = client.get(url, {"theme": theme(), "count": "0", "seed": "1"})
    assert wrong.status_code == 422
    assert "“0” is not a number from 1 to 20" in wrong.content.decode()
    assert client.get(f"{url}theme/no-such/worksheet.pdf?seed=1").status_code == 404
    assert Client().get(url).status_code == 303


def _csv(text: str, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(text), delimiter=delimiter))


def _pages(document: bytes) -> int:
    return max(map(int, re.findall(rb"/Count (\d+)", document)), default=0)
