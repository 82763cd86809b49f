"""How long the results of classes take: a class of 40 with 60 exercises, one as large as a class can be, and the
report and the files of five times as many pupils.

Run by hand: ``python -m tests.benchmarks.class_results``. Two thirds of the questions are answered, a third of those
wrong at first. The database is a file as on the site, made for the run; queries are counted in a run of their own.
Large files are told with their time in the request and in the worker.
"""

from __future__ import annotations

import os
import time
import uuid
from random import Random

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext, setup_test_environment  # noqa: E402
from django.utils import timezone  # noqa: E402

from lessons.content.reading import Item as LibraryItem  # noqa: E402
from lessons.content.reading import library  # noqa: E402
from tutor.classroom.choosing import MOST_QUESTIONS  # noqa: E402
from tutor.classroom.models import Assignment, AssignmentAnswer, Classroom, Pupil  # noqa: E402
from tutor.classroom.services import MOST_PUPILS, create_class  # noqa: E402
from tutor.learning.loading import sync_items  # noqa: E402
from tutor.learning.models import Attempt, Item, Learner, User  # noqa: E402
from tutor.site.queue.working import QueueWorker  # noqa: E402

SIZES = ((40, 60, 1), (MOST_PUPILS, MOST_QUESTIONS, 5), (5 * MOST_PUPILS, MOST_QUESTIONS, 1))
"""Pupils, exercises of an assignment, assignments."""
ROUNDS = 5


def filled(pupils: int, questions: int, assignments: int) -> Assignment:
    """A class with answers, made in one go; its last assignment."""
    rng = Random(pupils)
    user = User.objects.create(username=f"teacher-{pupils}")
    classroom = create_class(user=user, name=str(pupils), language="en")
    learners = Learner.objects.bulk_create(Learner(pass_number=1) for _ in range(pupils))
    members = Pupil.objects.bulk_create(
        Pupil(
            classroom=classroom, learner=learner, alias=f"Pupil {place}", letters=f"{place:04}",
            code_expires=timezone.now(),
        )
        for place, learner in enumerate(learners)
    )  # fmt: skip
    steps = [item for item in library().items.values() if item.task.rules][:questions]
    rows = {row.slug: row for row in Item.objects.filter(slug__in=[step.slug for step in steps])}
    for _ in range(assignments):
        assignment = Assignment.objects.create(
            classroom=classroom, title="Much", kind="items", questions=[step.slug for step in steps],
            opens=timezone.now(),
        )  # fmt: skip
        answer_all(assignment, members, steps, rows, rng)
    return assignment


@transaction.atomic
def answer_all(
    assignment: Assignment, members: list[Pupil], steps: list[LibraryItem], rows: dict[str, Item], rng: Random
) -> None:
    for pupil in members:
        wanted = [
            (number, step, outcome)
            for number, step in enumerate(steps, start=1)
            if rng.random() < 2 / 3
            for outcome in (("wrong", "right") if rng.random() < 1 / 3 else ("right",))
        ]
        attempts = Attempt.objects.bulk_create(
            Attempt(
                learner_id=pupil.learner_id, item=rows[step.slug], content_hash=step.content_hash, answer={},
                rule_set="classic", rule_set_version=1, outcome=outcome, try_number=1, language="en",
                token=uuid.uuid4(),
            )
            for _, step, outcome in wanted
        )  # fmt: skip
        AssignmentAnswer.objects.bulk_create(
            AssignmentAnswer(
                attempt=attempt, assignment=assignment, pupil=pupil, number=number, try_number=1,
                outcome=outcome, rules=list(step.task.rules[:2]) if outcome == "wrong" else [],
            )
            for attempt, (number, step, outcome) in zip(attempts, wanted, strict=True)
        )  # fmt: skip


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    sync_items()
    for pupils, questions, assignments in SIZES:
        assignment = filled(pupils, questions, assignments)
        classroom = Classroom.objects.get(pk=assignment.classroom_id)
        client = Client()
        client.force_login(classroom.teachers.get().user)
        start = f"/en/class/{classroom.token}/"
        count = AssignmentAnswer.objects.filter(assignment__classroom=classroom).count()
        print(f"{pupils} pupils, {assignments} x {questions} exercises, {count:,} answers")
        pages = {"report": f"{start}report/"}
        if pupils <= MOST_PUPILS:
            pages |= {
                "class table": f"{start}{assignment.pk}/", "class": start,
                "answers to one exercise": f"{start}{assignment.pk}/answers/1/",
            }  # fmt: skip
        tell_pages(client, pages)
        for name, path in exports(start, assignment).items():
            tell_file(client, name, path)


def tell_pages(client: Client, pages: dict[str, str]) -> None:
    for name, path in pages.items():
        times = []
        for _ in range(ROUNDS):
            begun = time.perf_counter()
            answer = client.get(path)
            times.append(time.perf_counter() - begun)
            assert answer.status_code == 200, (path, answer.status_code)
        with CaptureQueriesContext(connection) as caught:
            client.get(path)
        middle, slowest = (1000 * sorted(times)[place] for place in (ROUNDS // 2, -1))
        print(
            f"  {name}: median {middle:.0f} ms, slowest {slowest:.0f} ms, {len(caught)} queries, "
            f"{len(answer.content):,} bytes"
        )


def tell_file(client: Client, name: str, path: str) -> None:
    """The time in the request, and where the file is large the time in the worker."""
    begun = time.perf_counter()
    response = client.get(path)
    request = 1000 * (time.perf_counter() - begun)
    if response.status_code == 200:
        print(f"  {name}: {request:.0f} ms in the request, {len(response.content):,} bytes")
        return
    begun = time.perf_counter()
    QueueWorker("benchmark", batch=True).run()
    worker = time.perf_counter() - begun
    file = client.get(f"{response['Location']}file/")
    assert file.status_code == 200, (path, file.status_code)
    size = sum(map(len, file))
    print(f"  {name}: {request:.0f} ms in the request, {worker:.1f} s in the worker, {size:,} bytes")


def exports(start: str, assignment: Assignment) -> dict[str, str]:
    """Everything that a class takes out of the site, by what it is."""
    paper, one = f"{start}paper/", f"{start}paper/{assignment.pk}/"
    return {
        "results as CSV": f"{one}results.csv",
        "results as spreadsheet": f"{one}results.xlsx",
        "class as CSV": f"{paper}class.csv",
        "class as spreadsheet": f"{paper}class.xlsx",
        "grades for Moodle": f"{paper}moodle-grades.csv",
        "worksheet": f"{one}worksheet.pdf",
        "key": f"{one}key.pdf",
        "exercises for Moodle": f"{one}moodle.xml",
        "all data of the class": f"{start}export/",
    }


if __name__ == "__main__":
    main()
