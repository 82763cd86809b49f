"""A whole lesson with a class: a teacher and three pupils in browsers of their own, from the slips to the deletion."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.answers import right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Learner
from tests.browser.test_live import join, make_class
from tests.browser.test_rounds import asked
from tests.browser.test_small_screen import faults

THEME, EXERCISES = "a-meld-or-not", 3
RIGHT_AT_ONCE, RIGHT_LATER, WRONG = "sofort richtig", "später richtig", "falsch"


def assign(teacher: Learner, home: str) -> str:
    """A few puzzles on a theme, open at once; where the teacher sees what comes of them."""
    teacher.open(f"{home}assign/")
    teacher.press("a[href$='kind=theme']")
    teacher.page.select_option("#id_theme", THEME)
    teacher.write("#id_count", str(EXERCISES))
    teacher.press("form.classform button.primary")
    expect(teacher.see(".drawn li")).to_have_count(EXERCISES)
    teacher.press("form.classform button.primary")
    expect(teacher.see("table.results tbody tr")).to_have_count(3)
    return teacher.page.url.removeprefix(teacher.address)


def give(pupil: Learner, *, right: bool) -> None:
    """Answer the question that is open, and check it."""
    item = asked(pupil)
    pupil.answer(item, right_answer(item) if right else wrong_answer(item))
    pupil.check()
    expect(pupil.see("#feedback")).to_have_class(re.compile(r"\bright\b" if right else r"\bwrong\b"))


def work(pupil: Learner, home: str, tries: tuple[tuple[bool, ...], ...]) -> None:
    """Go through the first questions of the assignment with these tries at each."""
    pupil.open(f"/{pupil.language}{home.removeprefix('/de')}my/")
    pupil.press(".classes a")
    overview = pupil.page.url.removeprefix(pupil.address)
    for place, question in enumerate(tries, start=1):
        pupil.open(overview)
        pupil.press("p.buttons a.primary")
        expect(pupil.page).to_have_url(re.compile(rf"/my/\d+/{place}/"))
        for right in question:
            give(pupil, right=right)
    pupil.open(overview)
    expect(pupil.see("ol.assigned > li.open")).to_have_count(EXERCISES - len(tries))


def states(teacher: Learner) -> list[list[str]]:
    """The class table in words: a line for each pupil."""
    rows = teacher.see("table.results tbody tr").all()
    return [row.locator("td .vh").all_inner_texts() for row in rows]


def play_live(teacher: Learner, home: str, pupils: list[Learner]) -> None:
    """One question on the projector: everybody answers, two of them right."""
    teacher.open(f"{home}live/new/")
    teacher.page.select_option("#id_theme", THEME)
    teacher.write("#id_count", "1")
    teacher.press("form.live-form button[value=draw]")
    expect(teacher.see(".drawn li")).to_have_count(1)
    teacher.press(".live-begin button")
    teacher.press("a[href$='/projector/']")
    for pupil, right in zip(pupils, (True, False, True), strict=True):
        pupil.open(f"/{pupil.language}{home.removeprefix('/de')}my/")
        pupil.press("a.primary[href$='/live/']")
        item = asked(pupil)
        pupil.answer(item, right_answer(item) if right else wrong_answer(item))
        pupil.press("#do-check")
        said = "Deine Antwort ist angekommen." if pupil.language == "de" else "Your answer is in."
        expect(pupil.see("h1")).to_have_text(said)
    expect(teacher.see("#live-count")).to_contain_text("3 von 3 haben geantwortet")
    teacher.press("button[value=close]")
    expect(teacher.see(".histogram").first).to_contain_text("Das hat die Klasse geantwortet")
    teacher.press("button[value=reveal]")
    expect(teacher.see(".of-all")).to_have_text("2 von 3 richtig")
    for pupil, outcome in zip(pupils, ("right", "wrong", "right"), strict=True):
        if pupil.way == "no scripts":
            pupil.press("#live-watch a[href$='/live/']")
        expect(pupil.see("h1.told")).to_have_class(f"told {outcome}")
    # Asking whether there is anything new may fetch the projector's page anew before the result has come.
    result = teacher.page.url.removesuffix("projector/").removeprefix(teacher.address)
    teacher.press("button[value=end]")
    expect(teacher.see("button[value=end]")).to_have_count(0)
    teacher.open(result)
    expect(teacher.see("table.listing tbody tr")).to_have_count(1)


def test_lesson_from_the_slips_to_the_deletion(arrive: Arrive) -> None:
    teacher = arrive(language="de", width=WIDE)
    home, codes = make_class(teacher, pupils=3)
    aliases = teacher.see(".slip-alias").all_inner_texts()
    pupils = [
        arrive(language="de", width=NARROW),
        arrive(language="en", width=NARROW),
        arrive(language="en", width=WIDE, way="no scripts"),
    ]
    for pupil, code, alias in zip(pupils, codes, aliases, strict=True):
        join(pupil, code)
        expect(pupil.see("h1")).to_contain_text(alias)
    assert len(set(aliases)) == 3

    # The assignment: one pupil knows everything, one learns, one gives up after two.
    table = assign(teacher, home)
    work(pupils[0], home, ((True,), (True,), (True,)))
    work(pupils[1], home, ((False, True), (True,), (False,)))
    work(pupils[2], home, ((False,), (False,)))
    teacher.open(table)
    assert states(teacher) == [
        [RIGHT_AT_ONCE, RIGHT_AT_ONCE, RIGHT_AT_ONCE],
        [RIGHT_LATER, RIGHT_AT_ONCE, WRONG],
        [WRONG, WRONG, "offen"],
    ]
    assert faults(teacher) == []
    teacher.press(f"table.results a:text-is('{aliases[1]}')")
    expect(teacher.see(".tries > li").nth(0).locator("li")).to_have_count(2)
    expect(teacher.see(".tries > li").nth(0).locator("li.wrong .because")).not_to_be_empty()

    # What was not understood, and more of it for everybody.
    teacher.open(f"{home}report/")
    expect(teacher.see(".misconceptions li").first).to_contain_text("von 3")
    teacher.see(".misconceptions button.primary").first.click()
    expect(teacher.see(".lead")).to_contain_text("noch nicht offen")
    teacher.press("form.noprint button.primary")
    pupils[2].open(f"/en{home.removeprefix('/de')}my/")
    expect(pupils[2].see(".classes li")).to_have_count(2)

    # On paper: as many exercises as entries in the key.
    sheet = table.replace(home, f"{home}paper/")
    teacher.open(sheet)
    expect(teacher.see("section.paper .coded")).to_have_count(EXERCISES)
    teacher.press("a[href$='/key/']")
    expect(teacher.see("section.key dt")).to_have_count(EXERCISES)
    play_live(teacher, home, pupils)
    round_over = teacher.page.url.removeprefix(teacher.address)

    # All of it goes at one press; who is still there is out, and the slips open nothing.
    teacher.open(f"{home}settings/")
    for pupil in pupils:
        pupil.expected = ("404",)  # a waiting page asks whether there is anything new, and the class is gone
    teacher.press("a[href$='/delete/']")
    teacher.press("main form button.primary")
    teacher.expect_at("/de/class/?deleted=1")
    expect(teacher.see("main .classes a")).to_have_count(0)
    for path in (home, table, sheet, round_over, f"{home}report/", f"{home}slips/", f"{home}export/"):
        assert teacher.page.request.get(teacher.address + path).status == 404, path
    assert home.split("/")[3] not in teacher.page.request.get(f"{teacher.address}/de/account/export/").text()
    for pupil, code in zip(pupils, codes, strict=True):
        mine = f"{pupil.address}{home}my/"
        assert pupil.page.request.get(mine).status == 404
        kept = pupil.page.request.get(f"{pupil.address}/de/account/export/").json()
        assert not kept["attempts"]
        pupil.expected = ("404", "422")
        pupil.open(f"/{pupil.language}/class/join/")
        pupil.write("input[name=letters]", code[0])
        pupil.write("input[name=words]", code[1])
        pupil.press("main form button.primary")
        expect(pupil.see("#problem")).to_be_visible()
