"""A whole lesson with a class: a teacher and three pupils in browsers of their own, from the slips to the deletion.

All of them have small screens; a live round is a test of its own.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.answers import right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, Learner, said
from tests.browser.test_live import join
from tests.browser.test_rounds import asked
from tests.browser.test_small_screen import SCROLLS_SIDEWAYS, faults
from tests.samples import some

THEME, EXERCISES = "a-meld-or-not", 3
AT_ONCE, LATER, WRONG, OPEN = "right on the first try", "right later", "wrong", "open"


def make_class(teacher: Learner) -> tuple[str, list[tuple[str, str]]]:
    """A class of three: its address, and the letters and words of the slips."""
    teacher.open(f"/{teacher.language}/account/?next=/{teacher.language}/class/")
    teacher.press("form[action$='/link/'] button")
    expect(teacher.page).to_have_url(re.compile(rf"/{teacher.language}/class/$"))  # signed in
    teacher.write("input[name=name]", "7b")
    teacher.write("input[name=aliases]", "3")
    assert faults(teacher) == []
    teacher.press("form.classform button.primary")
    expect(teacher.page).to_have_url(re.compile(rf"/{teacher.language}/class/[\w-]+/\?new=1$"))
    home = teacher.page.url.removeprefix(teacher.address).partition("?")[0]
    teacher.press(f"a[href='{home}slips/'] >> nth=0")
    expect(teacher.see(".slip")).to_have_count(3)
    assert faults(teacher) == []
    slips = teacher.see(".slip-code").all()
    return home, [tuple(slip.locator("b").all_inner_texts()) for slip in slips]  # type: ignore[misc]


def assign(teacher: Learner, home: str) -> str:
    """A few puzzles on a theme, open at once; where the teacher sees what comes of them."""
    teacher.open(f"{home}assign/?kind=stage")
    assert faults(teacher) == []
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


def follow_slip(pupil: Learner, code: tuple[str, str]) -> None:
    """Come in by the link on the slip."""
    pupil.open(f"/j/{code[0]}/{code[1].replace(' ', '-')}/")
    assert faults(pupil) == []
    pupil.page.get_by_role("button", name=said(pupil.language, "Yes, come in")).click()
    expect(pupil.page).to_have_url(re.compile(r"/my/"))
    assert faults(pupil) == []


def work(pupil: Learner, mine: str, tries: tuple[tuple[bool, ...], ...]) -> None:
    """Go through the first questions of the assignment with these tries at each."""
    pupil.open(mine)
    pupil.press(".classes a")
    overview = pupil.page.url.removeprefix(pupil.address)
    assert faults(pupil) == []
    pupil.press("p.buttons a.primary")
    for place, question in enumerate(tries, start=1):
        expect(pupil.page).to_have_url(re.compile(rf"/my/\d+/{place}/"))
        for right in question:
            give(pupil, right=right)
        if question[-1]:
            pupil.press("#do-next")
        else:
            pupil.open(overview)
            if place < len(tries):
                pupil.press("p.buttons a.primary")
    pupil.expect_at(overview)
    expect(pupil.see("ol.assigned > li.open")).to_have_count(EXERCISES - len(tries))


def states(teacher: Learner) -> list[list[str]]:
    """The class table in words: a line for each pupil."""
    rows = teacher.see("table.results tbody tr").all()
    return [row.locator("td .vh").all_inner_texts() for row in rows]


@pytest.mark.parametrize(("language", "of_pupils"), some([("en", "de"), ("de", "en")], 1))
def test_lesson_from_the_slips_to_the_deletion(arrive: Arrive, language: str, of_pupils: str) -> None:
    teacher = arrive(language=language, width=NARROW)
    home, codes = make_class(teacher)
    aliases = teacher.see(".slip-alias").all_inner_texts()
    pupils = [
        arrive(language=language, width=NARROW),
        arrive(language=of_pupils, width=NARROW),
        arrive(language=of_pupils, width=NARROW, way="no scripts"),
    ]
    mine = [f"/{pupil.language}{home.removeprefix(f'/{language}')}my/" for pupil in pupils]
    for pupil, code, alias, come_in in zip(pupils, codes, aliases, (join, join, follow_slip), strict=True):
        come_in(pupil, code)
        expect(pupil.see("h1")).to_contain_text(alias)
    assert len(set(aliases)) == 3

    # The assignment: one pupil knows everything, one learns, one gives up after two.
    table = assign(teacher, home)
    work(pupils[0], mine[0], ((True,), (True,), (True,)))
    work(pupils[1], mine[1], ((False, True), (True,), (False,)))
    work(pupils[2], mine[2], ((False,), (False,)))
    teacher.open(table)
    assert states(teacher) == [
        [said(language, state) for state in row]
        for row in ((AT_ONCE, AT_ONCE, AT_ONCE), (LATER, AT_ONCE, WRONG), (WRONG, WRONG, OPEN))
    ]
    # On a phone the table scrolls within the page, which does not.
    assert not teacher.page.evaluate(SCROLLS_SIDEWAYS)
    teacher.resize(1280, 900)
    assert faults(teacher) == []
    teacher.press(f"table.results a:text-is('{aliases[1]}')")
    expect(teacher.see(".tries > li").nth(0).locator("li")).to_have_count(2)
    expect(teacher.see(".tries > li").nth(0).locator("li.wrong .because")).not_to_be_empty()

    # What was not understood, and more of it for everybody.
    teacher.open(f"{home}report/")
    expect(teacher.see(".misconceptions li").first).to_contain_text(re.compile("von 3|of 3"))
    teacher.see(".misconceptions button.primary").first.click()
    expect(teacher.see(".lead")).to_contain_text(said(language, "not yet open"))
    teacher.press("form.noprint button.primary")
    pupils[2].open(mine[2])
    expect(pupils[2].see(".classes li")).to_have_count(2)

    # On paper: as many exercises as entries in the key.
    sheet = table.replace(home, f"{home}paper/")
    teacher.open(sheet)
    expect(teacher.see("section.paper .coded")).to_have_count(EXERCISES)
    teacher.press("a[href$='/key/']")
    expect(teacher.see("section.key dt")).to_have_count(EXERCISES)

    # All of it goes at one press; who is still there is out, and the slips open nothing.
    teacher.open(f"{home}settings/")
    for pupil in pupils:
        pupil.expected = ("404",)  # a waiting page asks whether there is anything new, and the class is gone
    teacher.press("a[href$='/delete/']")
    teacher.press("main form button.primary")
    teacher.expect_at(f"/{language}/class/?deleted=1")
    expect(teacher.see("main .classes a")).to_have_count(0)
    for path in (home, table, sheet, f"{home}report/", f"{home}slips/", f"{home}export/"):
        assert teacher.page.request.get(teacher.address + path).status == 404, path
    assert home.split("/")[3] not in teacher.page.request.get(f"{teacher.address}/de/account/export/").text()
    for pupil, page, code in zip(pupils, mine, codes, strict=True):
        assert pupil.page.request.get(pupil.address + page).status == 404
        kept = pupil.page.request.get(f"{pupil.address}/de/account/export/").json()
        assert not kept["attempts"]
        pupil.expected = ("404", "422")
        pupil.open(f"/{pupil.language}/class/join/")
        pupil.write("input[name=letters]", code[0])
        pupil.write("input[name=words]", code[1])
        pupil.press("main form button.primary")
        expect(pupil.see("#problem")).to_be_visible()
