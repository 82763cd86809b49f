"""A lesson from nothing to what to repeat, without paper: a ready plan, thirty pupils, two of them stuck.

The teacher reads one language and the pupils the other. The two who are stuck sit at browsers, one of them without
scripts; the others send what a browser sends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.utils.translation import override
from playwright.sync_api import expect

from lessons.content.plans import plan
from lessons.content.reading import Item
from lessons.fresh.sisters import base_slug
from lessons.kinds.asking.diagnosing import diagnosis
from tests.browser.answers import right_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Learner, in_words, said
from tests.browser.test_access import violations
from tests.browser.test_classroom import give
from tests.browser.test_rounds import asked
from tests.browser.test_small_screen import RUN_OUT, SCROLLS_SIDEWAYS, faults
from tests.lessons.pages import Learner as Reader
from tests.misconceptions_shown import misconceptions_of
from tests.samples import some
from tests.tutor.test_several_processes import Visitor

PUPILS, AT_BROWSERS = 30, 2
PLAN = "first-lesson"
STAGE, EXIT = "stage-melds", "exit"


@dataclass(frozen=True, slots=True)
class Others:
    """Pupils without a browser of their own: they open pages and press buttons over HTTP."""

    readers: tuple[Reader, ...]
    language: str

    def come_in(self, code: str) -> None:
        for reader in self.readers:
            page = reader.open(f"/{self.language}/class/lobby/?code={code}")
            alias = re.findall(r'name="alias" value="([^"]+)"', page.source)[0]
            self._post(reader, f"/{self.language}/class/lobby/", code=code, alias=alias)

    def go_in(self) -> None:
        """Now that the teacher has let them in."""
        for reader in self.readers:
            assert reader.client.get(f"/{self.language}/class/lobby/wait/").status_code == 303

    def open(self, path: str) -> None:
        for reader in self.readers:
            assert reader.open(path).status == 200, path

    def _post(self, reader: Reader, path: str, **sent: Any) -> None:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', reader.page.source)
        assert token is not None
        response = reader.client.post(path, {"csrfmiddlewaretoken": token[1], **sent})
        assert response.status_code == 303, response.content.decode()


def new_class(teacher: Learner) -> str:
    """From nothing: an account without an address, a class of thirty aliases; the address of the class."""
    teacher.open(f"/{teacher.language}/account/?next=/{teacher.language}/class/")
    teacher.press("form[action$='/link/'] button")
    expect(teacher.page).to_have_url(re.compile(r"/class/$"))  # signed in
    teacher.write("input[name=name]", "7b")
    teacher.write("input[name=aliases]", str(PUPILS))
    teacher.press("form.classform button.primary")
    expect(teacher.page).to_have_url(re.compile(rf"/{teacher.language}/class/[\w-]+/\?new=1$"))
    return teacher.page.url.removeprefix(teacher.address).partition("?")[0]


def all_come_in(teacher: Learner, home: str, pupils: list[Learner], others: Others) -> None:
    """The code on the wall brings thirty in."""
    teacher.open(f"{home}lobby/")
    teacher.press("button[value=open]")
    code = teacher.see(".lobby-code").inner_text().replace(" ", "")
    for pupil in pupils:
        pupil.open(f"/in/{code}/")
        pupil.see(".alias-choice button").first.click()
        expect(pupil.see("h1")).to_contain_text(said(pupil.language, "You are %(alias)s", alias=""))
    others.come_in(code)
    teacher.open(f"{home}lobby/")
    teacher.press("button[value=all]")
    expect(teacher.see("#lobby-seats")).to_contain_text(
        re.compile(rf"{PUPILS} (sind in der Klasse|are in the class)")
    )
    others.go_in()
    for pupil in pupils:
        expect(pupil.page).to_have_url(re.compile(rf"/{pupil.language}/class/[\w-]+/my/"))


def alias_of(pupil: Learner) -> str:
    return in_words(pupil.see("h1")).removeprefix(said(pupil.language, "Hello, %(alias)s", alias=""))


def begin_work(pupil: Learner, mine: str, title: str) -> Item:
    """Find the assignment on the page of the class, and begin it."""
    pupil.open(mine)
    pupil.see(f".classes a:has-text('{title}')").click()
    pupil.press("p.buttons a.primary")
    expect(pupil.page).to_have_url(re.compile(r"/my/\d+/1/"))
    return asked(pupil)


def answer_live(teacher: Learner, mine: str, pupils: list[Learner], stuck_on: Item) -> None:
    """One question for everybody at once, asked from the cockpit."""
    teacher.see(".now-stuck button[name=ask]").first.click()
    expect(teacher.page).to_have_url(re.compile(r"/live/\d+/"))
    for pupil in pupils:
        pupil.open(mine)
        pupil.press("a.primary[href$='/live/']")
        item = asked(pupil)
        assert base_slug(item.slug) == base_slug(stuck_on.slug)
        pupil.answer(item, right_answer(item))
        pupil.press("#do-check")
        expect(pupil.see("h1")).to_have_text(said(pupil.language, "Your answer is in."))
    expect(teacher.see("#live-count")).to_contain_text(
        said(
            teacher.language,
            "%(answered)s of %(count)s have answered",
            answered=len(pupils),
            count=len(pupils),
        )
    )
    teacher.press("button[value=close]")
    teacher.press("button[value=reveal]")
    expect(teacher.see(".of-all")).to_have_text(
        said(teacher.language, "%(right)s of %(count)s right", right=len(pupils), count=len(pupils))
    )
    teacher.press("button[value=end]")
    expect(teacher.see("button[value=end]")).to_have_count(0)


def is_whole(teacher: Learner, what: str) -> None:
    """The page has no fault on a laptop and on a phone, and nothing that a reader of screens would miss."""
    assert violations(teacher, what) == []
    before = teacher.page.viewport_size
    assert before is not None
    teacher.resize(1280, 680)
    assert teacher.page.evaluate(SCROLLS_SIDEWAYS) is False, what
    assert teacher.page.evaluate(RUN_OUT) == [], (
        what
    )  # with a mouse the lines of the cockpit may stand closer
    teacher.resize(390, 700)
    assert faults(teacher) == [], what
    teacher.resize(before["width"], before["height"])


def group_of(teacher: Learner, home: str, aliases: list[str]) -> None:
    """Those who are stuck become a group, whom a deal to play is then for."""
    teacher.open(f"{home}groups/")
    teacher.write("#name-new", "Noch einmal")
    for alias in aliases:
        teacher.see(f"section label:text-is('{alias}')").click()
    teacher.press("section form button.primary")
    expect(teacher.see("details.group summary")).to_contain_text(aliases[0])
    is_whole(teacher, "groups")
    teacher.open(f"{home}deals/")
    only = said(teacher.language, "For a group or some pupils only")
    teacher.see(f"summary:text-is('{only}')").click()
    teacher.see("label:text-is('Noch einmal (2)')").click()
    is_whole(teacher, "a deal for a group")
    teacher.press("form.classform button.primary")
    expect(teacher.see("table.results tbody th")).to_have_count(2)
    for alias in aliases:
        expect(teacher.see("table.results tbody")).to_contain_text(alias)


@pytest.mark.parametrize(("language", "of_pupils"), some([("de", "en"), ("en", "de")], 1))
def test_lesson_from_nothing_to_what_to_repeat_without_paper(
    arrive: Arrive, language: str, of_pupils: str
) -> None:
    chosen = plan(PLAN)
    assert chosen is not None
    melds = {"de": "Meldungen", "en": "Melds"}[of_pupils]
    last = chosen.named[EXIT].title
    teacher = arrive(language=language, width=WIDE)
    home = new_class(teacher)
    mine = f"/{of_pupils}{home.removeprefix(f'/{language}')}my/"
    pupils = [arrive(language=of_pupils, width=NARROW, way=way) for way in ("mouse", "no scripts")]
    others = Others(
        tuple(Reader(client=Visitor(teacher.address)) for _ in range(PUPILS - AT_BROWSERS)), of_pupils
    )
    all_come_in(teacher, home, pupils, others)
    aliases = [alias_of(pupil) for pupil in pupils]

    # The plan is put into the class by one press; its lesson of the course is opened by another.
    teacher.open(f"{home}plans/")
    teacher.press(f"a[href$='/plans/{PLAN}/']")
    teacher.press("button[name=put]")
    teacher.press(f"button[name=open][value='{STAGE}']")
    expect(teacher.see(f"#part-{STAGE} [role=status]")).to_have_text(
        said(language, "Now open for everybody.")
    )
    table = teacher.see(f"#part-{STAGE} a[href^='/{language}/class/']").last.get_attribute("href") or ""
    number = table.rstrip("/").rpartition("/")[2]

    # Thirty at work, two of them stuck on the same.
    item = begin_work(pupils[0], mine, melds)
    assert begin_work(pupils[1], mine, melds) == item
    shown, wrong = next(iter(misconceptions_of(item).items()))
    for pupil in pupils:
        pupil.answer(item, wrong.answer)
        for _ in range(3):
            pupil.check()
    others.open(f"{mine}{number}/1/")
    teacher.open(f"{home}now/")
    expect(teacher.see(".now-count")).to_contain_text(
        said(language, "%(present)s of %(count)s are in", present=PUPILS, count=PUPILS)
    )
    expect(teacher.see("tr.is-stuck")).to_have_count(2)
    with override(language):
        expect(teacher.see(".now-stuck h2")).to_have_text(diagnosis(shown, item.rules).text)
    named = in_words(teacher.see(".now-stuck h2 + p"))
    assert set(named.split(", ")) == set(aliases)
    is_whole(teacher, "the cockpit")

    # Three get a set of their own, with other cards; nobody else does.
    for alias in aliases:
        teacher.see(f"label:text-is('{alias}')").click()
    teacher.see("tr:not(.is-stuck) input[name=pupil]:not(:checked)").first.click()
    teacher.press("button[name=do][value=give]")
    given = in_words(teacher.see("p.problem.calm"))
    assert all(alias in given for alias in aliases)
    again = said(of_pupils, "Once more, with other cards")
    assert base_slug(begin_work(pupils[0], mine, again).slug) == base_slug(item.slug)
    assert asked(pupils[0]) != item
    without = [one for one in others.readers if again not in one.open(mine).text]
    assert len(without) == PUPILS - AT_BROWSERS - 1

    answer_live(teacher, mine, pupils, item)

    group_of(teacher, home, named.split(", "))

    # The exit ticket, and what is to be repeated.
    teacher.open(f"{home}plans/{PLAN}/")
    teacher.press(f"button[name=open][value='{EXIT}']")
    for pupil in pupils:
        asked_last = begin_work(pupil, mine, last.in_language(of_pupils))
        give(pupil, right=False)
    teacher.press(f"#part-{EXIT} a[href$='/report/']")
    teacher.page.select_option(
        "#assignment", label=f"{last.in_language(language)}: {chosen.title.in_language(language)}"
    )
    teacher.press("form.sorting button")
    first = teacher.see(".misconceptions > li").first
    expect(first).to_contain_text(
        said(language, "%(right)s of %(count)s right", right=2, count=2)
        .removesuffix(" richtig")
        .removesuffix(" right")
    )
    for alias in aliases:
        expect(first.locator(".who")).to_contain_text(alias)
    with override(language):
        told = {diagnosis(one, asked_last.rules).text for one in misconceptions_of(asked_last)}
    assert in_words(first.locator("> h2")) in told
