"""A live round in three browsers: a teacher with scripts, a pupil with them, and one without."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from lessons.fresh.sisters import find_item
from tests.browser.answers import right_answer, wrong_answer
from tests.browser.beside import made_class
from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Learner
from tests.browser.test_access import violations
from tests.browser.test_small_screen import faults
from tests.in_view import LOOK
from tests.projected import PARTS
from tests.samples import share

LEGAL, NUMBER = "melds/a-pair-of-twins", "deck/how-many-cards"
ASKED_EVERY = 2_000  # milliseconds
# What filled a projector most: long melds on both sides, red threes besides, reasons beneath a turn and a sheet.
FULLEST = (
    "samba-options/a-hasty-end",
    "puzzle/end-of-the-stock/one-card-against-one",
    "three-five-six/only-half-the-hands",
    "puzzle/mistake-in-samba/mistake-in-samba-0793",
)
FEW_CARDS = "puzzle/score-the-deal/score-the-deal-7852"


def join(pupil: Learner, code: tuple[str, str]) -> None:
    pupil.open(f"/{pupil.language}/class/join/")
    pupil.write("input[name=letters]", code[0])
    pupil.write("input[name=words]", code[1])
    pupil.press("main form button.primary")
    expect(pupil.page).to_have_url(re.compile(r"/my/"))


def ask(learner: Learner) -> None:
    """Let the clock run on to where the page asks whether there is anything new."""
    learner.page.clock.fast_forward(ASKED_EVERY)


def out_of_view(teacher: Learner, *, width: int = 1280, height: int = 720) -> dict[str, list[str]]:
    """What of the question a projector of this size does not show."""
    before = teacher.page.viewport_size
    assert before is not None
    teacher.resize(width, height)
    expect(teacher.see(".offered li").first).to_be_visible()
    found = teacher.page.evaluate(LOOK, [PARTS, False])
    teacher.resize(before["width"], before["height"])
    return {name: found[name]["out"] for name in PARTS if found[name]["out"]}


def test_projector_shows_the_fullest_questions_whole(arrive: Arrive) -> None:
    teacher = arrive(language="de", width=WIDE)
    address = made_class(teacher.page.request, teacher.address, "de").home
    teacher.open(f"{address}live/new/")
    teacher.tick("input[name=what][value=items]")
    shown = share(FULLEST, 0, of=2)
    teacher.write("textarea[name=items]", "\n".join(shown))
    teacher.press(".live-begin button")
    teacher.press("a[href$='/projector/']")
    for number, slug in enumerate(shown, start=1):
        expect(teacher.see(".which")).to_have_text(f"Frage {number} von {len(shown)}")
        assert out_of_view(teacher) == {}, slug
        assert out_of_view(teacher, width=1920, height=1080) == {}, slug
        if number < len(shown):
            teacher.press("button[value=close]")
            teacher.press("button[value=reveal]")
            teacher.press("button[value=next]")


def test_question_on_the_wall_takes_the_room_that_there_is(arrive: Arrive) -> None:
    teacher = arrive(language="de", width=WIDE)
    address = made_class(teacher.page.request, teacher.address, "de").home
    page = teacher.page
    for width, height in ((1280, 720), (1920, 1080)):
        teacher.resize(width, height)
        teacher.open(f"{address}project/?item={FULLEST[-1]}")
        whole = page.evaluate("[document.documentElement.scrollHeight, document.documentElement.scrollWidth]")
        assert whole == [height, width]
        teacher.open(f"{address}project/?item={FEW_CARDS}")
        felt, card = teacher.see(".felt").bounding_box(), teacher.see(".rest .card").first.bounding_box()
        assert felt is not None
        assert card is not None
        assert felt["height"] > height / 2
        assert card["width"] > width / 16
        assert page.evaluate("document.documentElement.scrollHeight") == height
    teacher.resize(390, 700)
    assert teacher.see(".to-see").evaluate("e => getComputedStyle(e).zoom") == "1"


def test_round_of_two_questions_with_a_teacher_and_two_pupils(arrive: Arrive) -> None:
    teacher = arrive(language="de", width=WIDE)
    room = made_class(teacher.page.request, teacher.address, "de", pupils=2)
    address = room.home
    quick, plain = arrive(language="de", width=NARROW), arrive(language="de", width=NARROW, way="no scripts")
    for one in (teacher, quick):
        one.page.clock.install()
    for pupil, code in zip((quick, plain), room.codes, strict=True):
        join(pupil, code)
    quick.open(f"{address}live/")
    teacher.open(f"{address}live/new/")
    assert faults(teacher) == []
    assert violations(teacher, "choosing a live round") == []
    teacher.tick("input[name=what][value=items]")
    teacher.write("textarea[name=items]", f"{LEGAL}\n{NUMBER}")
    teacher.press(".live-begin button")
    assert violations(teacher, "leading a live round") == []
    teacher.press("a[href$='/projector/']")
    assert out_of_view(teacher) == {}
    item = find_item(LEGAL)
    assert item is not None

    # The first question opens by itself where scripts run, and by the link on the page of the class.
    question = re.compile(r"/live/question/1/")
    ask(quick)
    expect(quick.page).to_have_url(question)
    plain.open(f"{address}my/")
    plain.press("a[href$='/live/']")
    expect(plain.page).to_have_url(question)
    for pupil, answer in ((quick, right_answer(item)), (plain, wrong_answer(item))):
        pupil.answer(item, answer)
        pupil.press("#do-check")
        expect(pupil.see("h1")).to_have_text("Deine Antwort ist angekommen.")
        assert faults(pupil) == []
    ask(teacher)
    expect(teacher.see("#live-count")).to_contain_text("2 von 2 haben geantwortet")
    assert faults(teacher) == []
    teacher.press("button[value=close]")
    expect(teacher.see(".histogram")).to_have_count(1)
    ask(quick)
    expect(quick.see("h1")).to_have_text("Die Frage ist geschlossen.")
    teacher.press("button[value=reveal]")
    expect(teacher.see(".histogram li.right").first).to_be_visible()
    assert faults(teacher) == []
    assert violations(teacher, "the projector of a live round") == []
    ask(quick)
    expect(quick.see("h1.told.right")).to_be_visible()
    plain.press("#live-watch a[href$='/live/']")
    expect(plain.see("h1.told.wrong")).to_be_visible()
    assert faults(plain) == []

    # The second one is closed while a pupil is still at it: what was typed stays, and does not count.
    teacher.press("button[value=next]")
    ask(quick)
    expect(quick.page).to_have_url(re.compile(r"/live/question/2/"))
    quick.write("#number", "108")
    teacher.press("button[value=close]")
    ask(quick)
    expect(quick.see("#watch")).to_contain_text("Die Frage ist geschlossen.")
    expect(quick.see("#number")).to_have_value("108")
    quick.press("#do-check")
    expect(quick.see("[role=alert]")).to_contain_text("Frage 2 war schon geschlossen")
    teacher.press("button[value=reveal]")
    expect(teacher.see("button[value=reveal]")).to_have_count(0)
    # Asking whether there is anything new may fetch the projector's page anew before the result has come.
    result = teacher.page.url.removesuffix("projector/").removeprefix(teacher.address)
    teacher.press("button[value=end]")
    expect(teacher.see("button[value=end]")).to_have_count(0)
    teacher.open(result)
    expect(teacher.see("table.listing tbody tr")).to_have_count(2)
    ask(quick)
    expect(quick.see("h1")).to_have_text("Die Live-Runde ist vorbei.")
    expect(quick.see(".lead")).to_have_text("1 von 2 richtig")
    assert faults(quick) == []
