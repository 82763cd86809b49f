"""A lesson step, a puzzle and a live question in WebKit, the engine of Safari, in both languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest
from selenium.webdriver import WebKitGTK

from lessons.fresh.sisters import find_item
from tests.browser.answers import items, path_of, right_answer, wrong_answer
from tests.browser.test_lesson import RIGHT
from tests.browser.webkit import WebKitLearner, webkit, what_is_missing
from tests.conftest import browser_is_required
from tests.running import asking, prepared_site, serving
from tests.samples import some

GERMAN, ENGLISH = (
    pytest.mark.parametrize("learner", some(languages, 1), indirect=True)
    for languages in (("de", "en"), ("en", "de"))
)
"""In this language, and in the whole in the other one too."""
LEGAL = "melds/a-pair-of-twins"
BEGUN = """
from tutor.learning.models import User
from tutor.classroom.codes import letters_of, words_of
from tutor.classroom.services import create_class
from tutor.live.services import begin
user, _ = User.objects.get_or_create(username="teacher")
room = create_class(user=user, name="7b", language="{language}", aliases=1)
live = begin(classroom=room, teacher=user, questions=["{item}"], title="")
pupil = room.pupils.get()
print(room.token, live.pk, letters_of(pupil, room), " ".join(words_of(pupil, room)), sep="|")
"""
STEPS = """
from tutor.live.models import LiveRound
from tutor.live.services import step
live = LiveRound.objects.get(pk={live})
assert all([step(live=live, do=do, place=1) for do in {steps}])
"""
SENT = {"de": "Deine Antwort ist angekommen.", "en": "Your answer is in."}
OVER = {"de": "Die Live-Runde ist vorbei.", "en": "The live round is over."}


@dataclass(frozen=True, slots=True)
class RunningSite:
    """A site, and what a teacher does there, as code that the site runs."""

    address: str
    do: Callable[[str], str]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningSite]:
    folder = tmp_path_factory.mktemp("site")
    with (
        prepared_site(folder) as database,
        serving(folder, **database) as running,
        asking(folder, **database) as do,
    ):
        yield RunningSite(running.address, do)


@pytest.fixture(scope="session")
def webkit_browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebKitGTK]:
    """Without WebKit, skip, or fail where a browser must be."""
    missing = what_is_missing()
    if missing and browser_is_required():
        pytest.fail(missing)
    if missing:
        pytest.skip(missing)
    with webkit(tmp_path_factory.mktemp("webkit")) as browser:
        yield browser


@pytest.fixture
def learner(request: pytest.FixtureRequest, webkit_browser: WebKitGTK, site: RunningSite) -> WebKitLearner:
    """Somebody whom the site does not know yet."""
    learner = WebKitLearner(browser=webkit_browser, address=site.address, language=request.param)
    learner.open("/healthz")
    webkit_browser.delete_all_cookies()
    return learner


@GERMAN
def test_lesson_step_is_answered_wrongly_and_then_rightly(learner: WebKitLearner) -> None:
    step = next(item for item in items("cards") if not item.is_puzzle)
    learner.open_item(step)
    wrong = wrong_answer(step)
    learner.answer(step, wrong)
    assert not learner.check().startswith(RIGHT[learner.language])
    assert learner.all("#feedback .rule a")
    learner.answer(step, right_answer(step))
    assert learner.check().startswith(RIGHT[learner.language])
    learner.press("#do-next")
    learner.until(lambda: f"{path_of(step, learner.language)}missed/now/" in learner.browser.current_url)


@ENGLISH
def test_melds_are_laid_on_the_table_one_after_the_other(learner: WebKitLearner) -> None:
    step = next(item for item in items("melds") if len(right_answer(item)["actions"]) > 1)
    learner.open_item(step)
    learner.answer(step, right_answer(step))
    assert learner.check().startswith(RIGHT[learner.language])


@GERMAN
def test_puzzle_is_solved_with_its_reason(learner: WebKitLearner) -> None:
    puzzle = next(item for item in items("legal") if item.is_puzzle)
    learner.open_item(puzzle)
    learner.answer(puzzle, right_answer(puzzle))
    assert learner.check().startswith(RIGHT[learner.language])


@ENGLISH
def test_live_question_is_answered_and_told_without_a_new_page(
    learner: WebKitLearner, site: RunningSite
) -> None:
    item = find_item(LEGAL)
    assert item is not None
    made = site.do(BEGUN.format(language=learner.language, item=LEGAL))
    token, live, letters, words = made.split("|")
    join = f"/{learner.language}/class/join/"
    learner.open(f"{join}#{letters}-{words.replace(' ', '-')}")  # as the slip's short link leads on
    learner.until(lambda: learner.one("input[name=words]").get_attribute("value") == words)
    assert learner.one("input[name=letters]").get_attribute("value") == letters
    assert learner.browser.current_url == f"{learner.address}{join}"
    learner.press("main form button.primary")
    learner.until(lambda: "/my/" in learner.browser.current_url)
    learner.open(f"/{learner.language}/class/{token}/live/")
    learner.until(lambda: "/live/question/1/" in learner.browser.current_url)
    learner.answer(item, right_answer(item))
    learner.press("#do-check")
    learner.expect_text("h1", SENT[learner.language])
    site.do(STEPS.format(live=live, steps=["close", "reveal"]))
    learner.until(lambda: learner.one("h1.told.right").is_displayed())
    site.do(STEPS.format(live=live, steps=["next"]))
    learner.expect_text("h1", OVER[learner.language])
