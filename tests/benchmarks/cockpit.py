"""What a class at work costs: thirty pages of pupils and the cockpit, each asking every five seconds.

Run by hand: ``python -m tests.benchmarks.cockpit [pupils]``. The site runs as an operator runs it, on a database file
of its own. Told is the time of the processor that all its processes took, as a part of one core: while nobody does
anything, and while a pupil in ten seconds answers, so that the cockpit has something new each time.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from tests.lessons.pages import Learner  # noqa: E402
from tests.running import leave_checked, manage, serving  # noqa: E402
from tests.tutor.test_several_processes import Visitor  # noqa: E402

ITEM = "deck/how-many-cards"
EVERY = 5.0
ROUNDS = 8
MADE = """
from django.utils import timezone
from tutor.learning.models import User
from tutor.classroom.assigning import create_assignment
from tutor.classroom.codes import letters_of, words_of
from tutor.classroom.services import create_class
user = User.objects.create_user("t", password="a long one for a teacher")
room = create_class(user=user, name="7b", language="en", aliases={count})
made = create_assignment(
    classroom=room, kind="items", source={{"items": ["{item}"]}}, opens=timezone.now()
)
print(room.token, made.pk)
for one in room.pupils.all():
    print(letters_of(one, room) + "|" + " ".join(words_of(one, room)))
"""


def token_of(page: str) -> str:
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert found is not None
    return found[1]


def asked_by(page: str) -> str:
    found = re.search(r'hx-get="([^"]*)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def seconds_of(process: int) -> float:
    """What a process and all below it have taken of the processor so far, in seconds."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    parents = dict(map(int, line.split()) for line in listed.splitlines())
    found = {process}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    ticks = 0
    for one in found:
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def signed_in(address: str) -> Learner:
    teacher = Learner(client=Visitor(address))
    page = teacher.open("/en/account/")
    sent = {
        "csrfmiddlewaretoken": token_of(page.source),
        "username": "t",
        "password": "a long one for a teacher",
    }
    assert teacher.client.post("/en/account/in/", sent).status_code in (302, 303)
    return teacher


def come_in(address: str, code: str) -> Learner:
    pupil = Learner(client=Visitor(address))
    letters, _, words = code.partition("|")
    page = pupil.open("/en/class/join/")
    sent = {"csrfmiddlewaretoken": token_of(page.source), "letters": letters, "words": words}
    assert pupil.client.post("/en/class/join/", sent).status_code == 303
    return pupil


def measured(process: int, ask: Callable[[int], None]) -> float:
    """The part of one core that so many rounds of asking take, in percent."""
    start, before = time.perf_counter(), seconds_of(process)
    for number in range(ROUNDS):
        began = time.perf_counter()
        ask(number)
        time.sleep(max(0.0, EVERY - (time.perf_counter() - began)))
    return 100 * (seconds_of(process) - before) / (time.perf_counter() - start)


def main(count: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        leave_checked(folder)
        with serving(folder, workers=1) as site:
            made = manage("shell", "--no-imports", "-c", MADE.format(count=count, item=ITEM), var=folder)
            assert made.returncode == 0, made.stderr
            first, *codes = made.stdout.split("\n")[:-1]
            room, assignment = first.split()
            run(site.address, site.process.pid, f"/en/class/{room}", assignment, codes)


def run(address: str, process: int, room: str, assignment: str, codes: list[str]) -> None:
    pupils = [come_in(address, code) for code in codes]
    teacher = signed_in(address)
    polls = [asked_by(pupil.open(f"{room}/my/{assignment}/1/").source) for pupil in pupils]
    cockpit = [asked_by(teacher.open(f"{room}/now/").source)]
    idle = measured(process, lambda _: None)

    def ask(_: int) -> None:
        for pupil, path in zip(pupils, polls, strict=True):
            assert pupil.client.get(path).status_code == 204
        response = teacher.client.get(cockpit[0])
        assert response.status_code in (200, 204)
        if response.status_code == 200:
            cockpit[0] = asked_by(response.content.decode())

    def answered(number: int) -> None:
        if number % 2:
            pupils[number % len(pupils)].press("check", number="7")
        ask(number)

    quiet, busy = measured(process, ask), measured(process, answered)
    print(f"{len(pupils)} pupils and the cockpit, every {EVERY:.0f} s, part of one core:")
    print(
        f"nobody asks {idle:.1f} %, nobody acts {quiet:.1f} %, somebody answers every ten seconds {busy:.1f} %"
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 30)
