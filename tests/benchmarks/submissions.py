"""Three hundred pupils of ten classes hand in answers within a minute, on SQLite, in one process of the server.

Run by hand: ``python -m tests.benchmarks.submissions [pupils]``. Every pupil comes in by a slip, opens the assignment
and answers its question at a moment of the minute drawn by lot. Asserted before the figures are printed: no error, and
as many answers in the database as were given.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from threading import Barrier

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from tests.benchmarks.live_round import ITEM, told  # noqa: E402
from tests.lessons.pages import Learner, Page  # noqa: E402
from tests.running import leave_checked, manage, serving  # noqa: E402
from tests.tutor.test_several_processes import Visitor  # noqa: E402

CLASS = 30
MINUTE = 60.0
MADE = """
from django.utils import timezone
from tutor.learning.models import User
from tutor.classroom.codes import letters_of, words_of
from tutor.classroom.models import Assignment
from tutor.classroom.services import create_class
user = User.objects.create_user("t", password="a long one for a teacher")
left = {count}
while left > 0:
    room = create_class(user=user, name=f"class {{left}}", language="en", aliases=min(left, {size}))
    given = Assignment.objects.create(
        classroom=room, title="x", kind="items", questions=["{item}"], opens=timezone.now()
    )
    for one in room.pupils.all():
        print("|".join((room.token, str(given.pk), letters_of(one, room), " ".join(words_of(one, room)))))
    left -= {size}
"""
COUNTED = """
from tutor.classroom.models import AssignmentAnswer
print(AssignmentAnswer.objects.count(), AssignmentAnswer.objects.values("pupil").distinct().count())
"""


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leave_checked(folder)
        with serving(folder, workers=1) as site:
            code = MADE.format(count=count, item=ITEM, size=CLASS)
            made = manage("shell", "--no-imports", "-c", code, var=folder)
            assert made.returncode == 0, made.stderr
            run(site.address, [line.split("|") for line in made.stdout.splitlines() if "|" in line])
            counted = manage("shell", "--no-imports", "-c", COUNTED, var=folder)
            assert counted.stdout.split() == [str(count), str(count)], counted.stdout


def run(address: str, slips: list[list[str]]) -> None:
    """Let everybody come in, then open and answer within a minute."""
    rng = Random(1)
    moments = [rng.uniform(0, MINUTE) for _ in slips]
    together = Barrier(len(slips))
    opened: list[float] = []
    answered: list[float] = []

    def pupil(slip: list[str], moment: float) -> None:
        room, assignment, letters, words = slip
        one = Learner(client=Visitor(address))
        page = one.open("/en/class/join/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.source)
        assert token is not None
        data = {"csrfmiddlewaretoken": token[1], "letters": letters, "words": words}
        assert one.client.post("/en/class/join/", data).status_code == 303
        together.wait()
        time.sleep(moment)
        start = time.perf_counter()
        page = one.open(f"/en/class/{room}/my/{assignment}/1/")
        opened.append(time.perf_counter() - start)
        sent: dict[str, list[str]] = {}
        for name, value in page.fields:
            sent.setdefault(name, []).append(value)
        start = time.perf_counter()
        response = one.client.post(page.action, sent | {"number": ["108"], "do": ["check"]})
        answered.append(time.perf_counter() - start)
        assert response.status_code == 303, Page(response).text

    with ThreadPoolExecutor(len(slips)) as threads:
        list(threads.map(pupil, slips, moments))
    told("opening the question", opened)
    told("answering it", answered)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 300)
