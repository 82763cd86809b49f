"""An account in the browser, on a phone: the recovery code of the first class, and deleting it all."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES, NARROW
from tests.browser.test_access import violations
from tests.browser.test_small_screen import faults
from tests.samples import some

WORDS = {
    "de": {
        "account": "Konto anlegen", "make": "Klasse anlegen", "see": "Den Code ansehen und notieren",
        "kept": "Ja, ich habe ihn notiert", "forgotten": "Passwort vergessen?", "set": "Neues Passwort setzen",
        "out": "Abmelden", "delete": "Ja, alles löschen", "gone": "Alles ist gelöscht.", "pupils": "2 Schüler",
    },
    "en": {
        "account": "Make an account", "make": "Set up the class", "see": "See the code and save it",
        "kept": "Yes, I have saved it", "forgotten": "Forgotten your password?", "set": "Set the new password",
        "out": "Sign out", "delete": "Yes, delete everything", "gone": "Everything has been deleted.",
        "pupils": "2 pupils",
    },
}  # fmt: skip


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_account_comes_back_by_its_code_and_goes_with_its_class_named(arrive: Arrive, language: str) -> None:
    said, name = WORDS[language], f"weber-{language}"
    teacher = arrive(language=language, width=NARROW)
    page = teacher.page
    page.goto(f"{teacher.address}/{language}/account/?next=/{language}/class/")
    page.fill("#new-username", name)
    page.fill("#new-password1", "neun-und-joker")
    page.fill("#new-password2", "neun-und-joker")
    page.get_by_role("button", name=said["account"]).click()
    page.fill("#id_name", "7b")
    page.fill("#id_aliases", "2")
    page.get_by_role("button", name=said["make"]).click()
    page.get_by_role("link", name=said["see"]).click()
    code = re.search(r"(?:[a-z2-9]{4}-){3}[a-z2-9]{4}", page.inner_text("main"))
    assert code
    assert faults(teacher) == violations(teacher, "recovery") == []
    page.get_by_role("button", name=said["kept"]).click()
    expect(page.locator("main")).not_to_contain_text(code[0])
    page.goto(f"{teacher.address}/{language}/account/")
    assert faults(teacher) == []
    page.get_by_role("button", name=said["out"]).click()
    page.get_by_role("link", name=said["forgotten"]).click()
    page.fill("#new-username", name.upper())
    page.fill("#new-code", code[0].upper())
    page.fill("#new-password1", "zehn-und-joker")
    page.fill("#new-password2", "zehn-und-joker")
    assert faults(teacher) == violations(teacher, "recover") == []
    page.get_by_role("button", name=said["set"]).click()
    expect(page.get_by_role("button", name=said["kept"])).to_be_visible()
    page.goto(f"{teacher.address}/{language}/account/password/")
    assert faults(teacher) == []
    page.goto(f"{teacher.address}/{language}/account/delete/")
    expect(page.locator("main li")).to_contain_text(f"7b: {said['pupils']}")
    assert faults(teacher) == violations(teacher, "delete") == []
    page.fill("#name", name)
    page.get_by_role("button", name=said["delete"]).click()
    expect(page.get_by_role("status").first).to_contain_text(said["gone"])
