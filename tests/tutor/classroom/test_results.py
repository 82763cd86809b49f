"""Results: the class table, a pupil’s tries, an exercise’s answers, and what was not understood."""

from __future__ import annotations

import re
import tomllib
import uuid
from typing import Any

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from lessons.fresh.sisters import find_item
from lessons.kinds.asking.hints import HINT_COUNT
from tests.lessons import pages
from tests.lessons.content_folder import SMALL
from tests.lessons.test_sittings import right_fields
from tests.markup import flat
from tests.samples import sample
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import results
from tutor.classroom.assigning import create_assignment
from tutor.classroom.misconceptions import report_of
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Pupil
from tutor.classroom.results import answers_to, class_table, tries_of
from tutor.classroom.selectors import own_assignments
from tutor.editor.models import OwnItem
from tutor.learning.attempts import item_row
from tutor.learning.models import Attempt
from tutor.puzzles.circulation import withheld_slugs

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]
WILD, SUM = "first/wild-ones", "first/sum"
WRONG, RIGHT = "wrong", "right"


def assigned(classroom: Classroom, *slugs: str, **settings: Any) -> Assignment:
    settings = {"opens": timezone.now(), **settings}
    source = {"items": list(slugs or (WILD, SUM))}
    return create_assignment(classroom=classroom, kind="items", source=source, **settings)


def answered(
    assignment: Assignment,
    pupil: Pupil,
    number: int,
    *outcomes: str,
    rules: tuple[str, ...] = ("wild.identity",),
) -> None:
    """Tries with these outcomes, as they are kept."""
    item = find_item(assignment.questions[number - 1])
    assert item is not None
    row = item_row(item)
    attempts = Attempt.objects.bulk_create(
        Attempt(
            learner_id=pupil.learner_id, item=row, content_hash=item.content_hash, answer={"cards": ""},
            rule_set="classic", rule_set_version=1, outcome=outcome, try_number=place, language="en",
            token=uuid.uuid4(),
        )
        for place, outcome in enumerate(outcomes, start=1)
    )  # fmt: skip
    AssignmentAnswer.objects.bulk_create(
        AssignmentAnswer(
            attempt=attempt, assignment=assignment, pupil=pupil, number=number,
            try_number=attempt.try_number, outcome=attempt.outcome,
            rules=list(rules) if attempt.outcome == WRONG else [],
        )
        for attempt in attempts
    )  # fmt: skip


def filled(pupils: int, questions: int) -> Assignment:
    """A class in which everybody has answered everything, half of it wrong at first."""
    classroom = make_class(pupils=pupils)
    assignment = assigned(classroom)
    assignment.questions = [(WILD, SUM)[place % 2] for place in range(questions)]
    assignment.save()
    for place, pupil in enumerate(classroom.pupils.all()):
        for number in range(1, questions + 1):
            answered(assignment, pupil, number, *([WRONG, RIGHT] if (place + number) % 2 else [RIGHT]))
    return assignment


def test_class_table_tells_four_states_apart() -> None:
    classroom = make_class(pupils=4)
    assignment = assigned(classroom)
    one, two, three, _ = classroom.pupils.all()
    answered(assignment, one, 1, RIGHT)
    answered(assignment, two, 1, WRONG, WRONG, RIGHT)
    answered(assignment, three, 1, WRONG)
    answered(assignment, three, 2, RIGHT)
    table = class_table(assignment)
    assert [row.cells[0].state for row in table.rows] == ["at-once", "later", "wrong", "open"]
    assert [row.right for row in table.rows] == [1, 1, 1, 0]
    assert table.rows[1].cells[0].tries == 3
    first = table.columns[0]
    assert (first.at_once, first.later, first.wrong, first.open) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("sort", "order"),
    [
        ("class", "Cab"),
        ("alias", "abC"),
        ("right", "aCb"),
        ("open", "bCa"),
        ("1", "aCb"),
        ("99", "Cab"),
        ("x", "Cab"),
    ],
)
def test_class_table_is_sorted_by_what_the_address_says(sort: str, order: str) -> None:
    classroom = make_class(pupils=3)
    for pupil, alias in zip(classroom.pupils.all(), "Cab", strict=True):
        pupil.alias = alias
        pupil.save()
    assignment = assigned(classroom)
    third, first, second = classroom.pupils.all()
    answered(assignment, third, 1, WRONG, RIGHT)
    answered(assignment, first, 1, WRONG)
    answered(assignment, second, 1, RIGHT)
    answered(assignment, second, 2, RIGHT)
    found = "".join(row.pupil.alias for row in class_table(assignment, sort=sort).rows)
    assert found == order
    down = "".join(row.pupil.alias for row in class_table(assignment, sort="alias", descending=True).rows)
    assert down == "Cba"


def test_table_with_more_columns_than_a_page_is_wide_goes_on_in_the_next_line_on_paper() -> None:
    few, many = filled(1, 3), filled(1, 30)
    for assignment, wide in ((few, False), (many, True)):
        client = teacher_client(owner_of(assignment.classroom))
        page = client.get(f"/en/class/{assignment.classroom.token}/{assignment.pk}/").content.decode()
        assert ('class="results many"' in page) is wide
    styles = (settings.BASE_DIR / "tutor" / "static" / "css" / "classroom.css").read_text(encoding="utf-8")
    on_paper = styles.rpartition("@media print")[2]
    row, cell = (re.search(rf"\.results\.many {one} \{{([^}}]*)\}}", on_paper) for one in ("tr", "td"))
    assert row is not None
    assert cell is not None
    assert "flex-wrap: wrap" in row[1]
    assert "counter-increment: exercise" in cell[1]


def test_right_counts_the_try_that_counts() -> None:
    classroom = make_class(pupils=1)
    pupil = classroom.pupils.get()
    assignment = assigned(classroom, counts="first")
    answered(assignment, pupil, 1, WRONG, RIGHT)
    answered(assignment, pupil, 2, RIGHT, WRONG)
    for counts, right in (("first", 1), ("best", 2), ("last", 1)):
        assignment.counts = counts
        assert class_table(assignment).rows[0].right == right, counts


def queries(assignment: Assignment, client: Client) -> list[int]:
    """How many queries each page of results takes."""
    token, pupil = assignment.classroom.token, assignment.classroom.pupils.first()
    start = f"/en/class/{token}/{assignment.pk}/"
    found = []
    for path in (start, f"{start}pupil/{pupil.pk}/", f"{start}answers/1/", f"/en/class/{token}/report/"):
        with CaptureQueriesContext(connection) as caught:
            assert client.get(path).status_code == 200
        found.append(len(caught))
    return found


def test_pages_of_results_take_as_many_queries_for_many_pupils_and_exercises_as_for_two() -> None:
    small, large = filled(2, 2), filled(sample(8, 40), sample(12, 60))
    withheld_slugs()  # what is out of circulation is kept for a while
    few = queries(small, teacher_client(owner_of(small.classroom)))
    many = queries(large, teacher_client(owner_of(large.classroom)))
    assert few == many
    assert max(many) < 15


def test_own_exercises_of_a_teacher_are_read_in_one_query() -> None:
    classroom = make_class(pupils=2)
    stage = tomllib.loads((SMALL / "lessons" / "01-first" / "stage.toml").read_text(encoding="utf-8"))
    record = next(step for step in stage["step"] if step["slug"] == "is-it-legal")
    tokens = [OwnItem.objects.create(owner=owner_of(classroom), record=record).token for _ in range(12)]
    few, many = (assigned(classroom, *(f"own/{token}" for token in tokens[:count])) for count in (2, 12))
    assert find_item(many.questions[11]) is not None
    for read in (class_table, lambda one: tries_of(one, classroom.pupils.first())):
        counts = []
        for assignment in (few, many):
            with CaptureQueriesContext(connection) as caught:
                read(assignment)
            counts.append(len(caught))
        assert counts[0] == counts[1]


def test_what_was_copied_from_the_worked_answer_is_not_right_at_once() -> None:
    classroom = make_class(pupils=1)
    assignment = assigned(classroom)
    pupil = classroom.pupils.get()
    browser = pages.Learner(client=pupil_client(pupil))
    browser.open(f"/en/class/{classroom.token}/my/{assignment.pk}/2/")
    for _ in range(HINT_COUNT):
        browser.press("hint")
    browser.press("check", **right_fields(find_item(SUM)))
    column = class_table(assignment).columns[1]
    assert (column.at_once, column.later) == (0, 1)
    assert [question.state for question in tries_of(assignment, pupil)] == ["open", "copied"]
    overview = browser.open(f"/en/class/{classroom.token}/my/{assignment.pk}/").text
    assert "right on the first try" not in overview
    assert "1 right" in overview


HAPPENED = {
    "de": ("sofort richtig", "Keine davon.", "Die Antwort"),
    "en": ("right on the first try", "None of them.", "The answer"),
}


def test_pages_of_results_say_what_happened() -> None:
    classroom = make_class(pupils=2)
    assignment = assigned(classroom)
    one, other = classroom.pupils.all()
    browser = pages.Learner(client=pupil_client(one))
    start = f"/en/class/{classroom.token}/my/{assignment.pk}/"
    browser.open(f"{start}1/")
    browser.press("check", none="1")
    browser.open(f"{start}2/")
    browser.press("check", **right_fields(find_item(SUM)))
    question = tries_of(assignment, one)[0]
    assert question.state == "wrong"
    assert question.tries[0].reason
    client = teacher_client(owner_of(classroom))
    for language, (at_once, told, the_answer) in HAPPENED.items():
        results = f"/{language}/class/{classroom.token}/{assignment.pk}/"
        table = client.get(results).content.decode()
        assert at_once in table
        assert one.alias in table
        assert other.alias in table
        page = pages.Page(client.get(f"{results}pupil/{one.pk}/"))
        assert told in page.text
        answers = pages.Page(client.get(f"{results}answers/1/"))
        assert told in answers.text
        assert one.alias in answers.text
        projected = pages.Page(client.get(f"{results}project/1/"))
        assert the_answer in projected.text
        assert one.alias not in projected.text


def test_projected_position_shows_what_is_asked_about_it() -> None:
    assignment = assigned(make_class(), "first/is-it-legal")
    client = teacher_client(owner_of(assignment.classroom))
    page = flat(
        client.get(f"/en/class/{assignment.classroom.token}/{assignment.pk}/project/1/").content.decode()
    )
    claim = page.partition('<ol class="claimed">')[2].partition("</ol>")[0]
    assert claim.startswith("<li>Meld two kings and a joker")
    assert page.count("<li>Yes. ") + page.count("<li>No. ") >= 3


def test_pupil_sees_first_what_is_left_to_do() -> None:
    classroom = make_class(pupils=1)
    first, second = assigned(classroom, SUM), assigned(classroom, WILD)
    pupil = classroom.pupils.get()
    assert [line.assignment for line in own_assignments(pupil)] == [first, second]
    answered(first, pupil, 1, RIGHT)
    assert [line.assignment for line in own_assignments(pupil)] == [second, first]


def test_report_names_the_three_rules_that_most_pupils_missed() -> None:
    classroom = make_class(pupils=4)
    assignment = assigned(classroom, WILD, SUM, "first/frozen", "first/is-it-legal")
    pupils = list(classroom.pupils.all())
    for count, (number, rule) in enumerate(
        [
            (1, "wild.identity"),
            (2, "value.eight-to-king"),
            (3, "freeze.take-natural-pair-only"),
            (4, "meld.min-natural"),
        ],
        start=1,
    ):
        for pupil in pupils[:count]:
            answered(assignment, pupil, number, WRONG, rules=(rule,))
    answered(assignment, pupils[0], 1, WRONG, WRONG, WRONG)
    found = report_of(classroom).found
    assert [(one.rule, one.pupils, one.misses, one.number) for one in found] == [
        ("meld.min-natural", 4, 4, 4),
        ("freeze.take-natural-pair-only", 3, 3, 3),
        ("value.eight-to-king", 2, 2, 2),
        ("wild.identity", 1, 4, 1),
    ]
    client = teacher_client(owner_of(classroom))
    page = client.get(f"/en/class/{classroom.token}/report/").content.decode()
    assert page.count("Project this position") == 3
    assert f"/en/class/{classroom.token}/{assignment.pk}/project/4/" in page
    other = assigned(classroom)
    assert report_of(classroom, assignment=other).found == []
    only = f"/en/class/{classroom.token}/report/?assignment={other.pk}"
    assert "Nobody has answered anything yet." in client.get(only).content.decode()
    answered(other, pupils[0], 1, RIGHT)
    assert "No wrong answers yet." in client.get(only).content.decode()


def says(pupil: Pupil, assignment: Assignment, place: int, **fields: str) -> str:
    """What the pupil reads under an answer."""
    browser = pages.Learner(client=pupil_client(pupil))
    browser.open(f"/en/class/{pupil.classroom.token}/my/{assignment.pk}/{place}/")
    return browser.press("check", **fields).text


SHOWN = {
    "de": ("Zählt Joker wie Zweien", "Hält Erlaubtes wegen „7.2“ für verboten",
           "Übersieht das Einfrieren: nimmt ohne natürliches Paar einen eingefrorenen Ablagestapel auf",
           "2 von 3, die geantwortet haben.", "1 von 1 Schüler, der geantwortet hat."),
    "en": ("Counts jokers as twos", "Thinks that “7.2” forbids what is allowed",
           "Overlooks the freeze: takes a frozen pile without a natural pair",
           "2 of 3 pupils who answered.", "1 of 1 pupil who answered."),
}  # fmt: skip


def test_report_says_what_the_answers_show_as_the_pupils_read_it() -> None:
    classroom = make_class(pupils=4)
    assignment = assigned(classroom, SUM, "first/is-it-legal", "first/frozen")
    one, two, three, _ = classroom.pupils.all()
    assert "That counts jokers as twos." in says(one, assignment, 1, number="60")
    says(two, assignment, 1, number="60")
    says(three, assignment, 1, number="90")
    says(one, assignment, 2, legal="no", reason="meld.same-rank")
    says(one, assignment, 3, legal="yes", reason="pickup.add-to-meld")
    found = report_of(classroom).found
    assert [told.id for told in found] == [
        "count:joker-as-two", "forbids:meld.same-rank", "overlooks:freeze.take-natural-pair-only",
    ]  # fmt: skip
    assert found[0].aliases == (one.alias, two.alias)
    teacher = teacher_client(owner_of(classroom))
    for language, shown in SHOWN.items():
        home = f"/{language}/class/{classroom.token}/"
        page = pages.Page(teacher.get(f"{home}report/"))
        for text in (*shown, f"{one.alias}, {two.alias}"):
            assert text in page.text, text
        assert shown[1] in pages.Page(teacher.get(f"{home}{assignment.pk}/answers/2/")).text


def test_answer_kept_before_there_were_diagnoses_stays_readable_in_the_report() -> None:
    classroom = make_class(pupils=1)
    assignment = assigned(classroom)
    answered(assignment, classroom.pupils.get(), 1, WRONG)
    assert Attempt.objects.get().diagnoses is None
    (found,) = report_of(classroom).found
    assert found.title == "A wrong answer in an exercise about “What is wild”"
    page = teacher_client(owner_of(classroom)).get(f"/en/class/{classroom.token}/report/")
    assert "What is wild" in page.content.decode()


def test_answers_page_shows_the_cards_that_the_pupil_saw() -> None:
    classroom = make_class(pupils=2)
    assignment = assigned(classroom, SUM, variant="own")
    for pupil in classroom.pupils.all():
        says(pupil, assignment, 1, number="1")
    seen = [find_item(one.attempt.item.slug) for one in assignment.answers.select_related("attempt__item")]
    groups = answers_to(assignment, 1)
    assert {group.entry.item.slug for group in groups} == {item.slug for item in seen}
    assert all(group.entry.cards == tuple(group.entry.item.task.cards) for group in groups)
    page = teacher_client(owner_of(classroom)).get(f"/en/class/{classroom.token}/{assignment.pk}/answers/1/")
    source = page.content.decode()
    for group in groups:
        assert group.entry.item.slug != SUM
        assert f'href="{group.url}"' in source
    assert source.count("The cards they saw:") == len(groups)


def test_one_button_makes_a_remedial_assignment_that_is_not_yet_open() -> None:
    classroom = make_class(pupils=2)
    client = teacher_client(owner_of(classroom))
    response = client.post(f"/en/class/{classroom.token}/remedial/", {"rule": "meld.min-natural"})
    made = classroom.assignments.get()
    assert response["Location"] == f"/en/class/{classroom.token}/{made.pk}/"
    assert (made.kind, made.opens, made.variant) == ("remedial", None, "own")
    assert made.questions
    assert all("meld.min-natural" in find_item(slug).task.rules for slug in made.questions)
    assert made.name == "Once more"
    table = flat(client.get(response["Location"]).content.decode())
    assert table.count('<ol class="assigned"><li>') == 1
    assert "<table" not in table  # nobody has seen it yet: what it holds comes first
    assert client.post(f"/en/class/{classroom.token}/remedial/", {"rule": "no.such"}).status_code == 404
    assert client.post(f"/en/class/{classroom.token}/remedial/").status_code == 404
    none = client.post(f"/en/class/{classroom.token}/remedial/", {"rule": "red3.all-bonus"})
    assert none.status_code == 422
    assert "There are no exercises about this rule." in none.content.decode()


@pytest.fixture
def few_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two exercises, so two pupils on each page."""
    monkeypatch.setattr(results, "CELLS", 4)


@pytest.mark.usefixtures("few_cells")
def test_class_table_with_too_many_cells_is_shown_by_pages_in_the_order_of_the_class() -> None:
    classroom = make_class(pupils=5)
    assignment = assigned(classroom)
    *others, best = classroom.pupils.all()
    answered(assignment, best, 1, RIGHT)
    for pupil in others[:3]:
        answered(assignment, pupil, 1, WRONG)
    client = teacher_client(owner_of(classroom))
    start = f"/en/class/{classroom.token}/{assignment.pk}/"
    last, first = client.get(start, {"page": "3"}), client.get(f"{start}?sort=right&down=1")
    assert [row.pupil for row in last.context["table"].rows] == [best]
    assert first.context["table"].rows[0].pupil == best
    assert re.search(r"<th[^>]*>Right on the first try</th><td>1</td><td>0</td>", flat(last.content.decode()))
    assert re.search(r"<th[^>]*>Wrong</th><td>3</td><td>0</td>", flat(last.content.decode()))
    assert "5 pupils on several pages" in last.content.decode()
    assert 'href="?sort=right&amp;down=1&amp;page=3#table-title"' in first.content.decode()


@pytest.mark.usefixtures("few_cells")
@pytest.mark.parametrize(("page", "shown"), [("0", 1), ("-1", 1), ("4", 2), ("9" * 30, 1), ("x", 1), ("", 1)])
def test_page_of_a_class_table_that_is_not_there_is_the_first_or_the_last(page: str, shown: int) -> None:
    classroom = make_class(pupils=3)
    assignment = assigned(classroom)
    answered(assignment, classroom.pupils.all()[0], 1, RIGHT)
    client = teacher_client(owner_of(classroom))
    response = client.get(f"/en/class/{classroom.token}/{assignment.pk}/", {"page": page})
    assert response.context["table"].page == shown
