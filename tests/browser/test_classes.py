"""A class in the browser: the teacher makes it, a pupil comes in by the slip and answers, the table tells."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from lessons.content.reading import library
from tests.browser.answers import right_answer, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES
from tests.browser.test_small_screen import faults
from tests.samples import some

WORDS = {
    "de": {
        "account": "Konto anlegen", "make": "Klasse anlegen", "slips": "Zettel drucken", "in": "Ja, hinein",
        "assign": "Auftrag anlegen", "begin": "Anfangen",
    },
    "en": {
        "account": "Make an account", "make": "Set up the class", "slips": "Print the slips", "in": "Yes, come in",
        "assign": "Make the assignment", "begin": "Begin",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", some(reversed(LANGUAGES), 1))
def test_lesson_with_a_class_on_small_screens(arrive: Arrive, language: str) -> None:
    said = WORDS[language]
    teacher = arrive(language=language)
    page = teacher.page
    page.goto(f"{teacher.address}/{language}/account/?next=/{language}/class/")
    page.fill("#new-username", f"teacher-{language}")
    page.fill("#new-password1", "neun-und-joker")
    page.fill("#new-password2", "neun-und-joker")
    page.get_by_role("button", name=said["account"]).click()
    page.fill("#id_name", "7b")
    page.fill("#id_aliases", "3")
    assert faults(teacher) == []
    page.get_by_role("button", name=said["make"]).click()
    expect(page.get_by_role("link", name=said["slips"])).to_be_visible()
    home = page.url.partition("?")[0]
    page.get_by_role("link", name=said["slips"]).click()
    expect(page.locator(".slip")).to_have_count(3)
    assert faults(teacher) == []
    slip = page.locator(".slip").first
    letters, words = slip.locator("b").all_inner_texts()
    alias = slip.locator(".slip-alias").inner_text()
    page.goto(f"{home}assign/?kind=stage")
    assert faults(teacher) == []
    page.get_by_role("button", name=said["assign"]).click()
    expect(page.locator("table.results")).to_be_visible()
    table = page.url

    pupil = arrive(language=language, way="no scripts")
    pupil.page.goto(f"{pupil.address}/j/{letters}/{words.replace(' ', '-')}/")
    assert faults(pupil) == []
    pupil.page.get_by_role("button", name=said["in"]).click()
    expect(pupil.page.get_by_role("heading", level=1)).to_contain_text(alias)
    assert faults(pupil) == []
    pupil.page.locator(".classes a").first.click()
    expect(pupil.page.locator(".assigned")).to_be_visible()
    assert faults(pupil) == []
    pupil.page.get_by_role("link", name=said["begin"]).click()
    first, second = library().stages[0].steps[:2]
    pupil.answer(first, right_answer(first))
    pupil.check()
    pupil.press("#do-next")
    pupil.answer(second, wrong_answer(second))
    pupil.check()

    page.goto(table)
    expect(page.locator("table.results")).to_be_visible()
    row = page.locator("table.results tbody tr").first
    expect(row).to_contain_text(alias)
    expect(row.locator("td").nth(0)).to_have_class("at-once")
    expect(row.locator("td").nth(1)).to_have_class("wrong")
    # The table scrolls within the page, which does not.
    assert not page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
