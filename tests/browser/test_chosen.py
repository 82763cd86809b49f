"""What is chosen can be seen by more than its colour, and in the colours that a visitor's system forces on pages."""

from __future__ import annotations

from tests.browser.conftest import Arrive
from tests.browser.learner import NARROW, WIDE, Learner

# What is drawn for each of the choices found: colours, frame, underline, and what stands before the word.
DRAWN = """([selector, chosen]) => [...document.querySelectorAll(selector)].map(one => {
  const look = getComputedStyle(one), before = getComputedStyle(one, "::before");
  const marks = [look.backgroundColor, look.textDecorationLine, before.content].join(" ");
  return [one.matches(chosen), marks];
})"""


def is_told_apart(learner: Learner, choices: str, chosen: str) -> bool:
    """Whether each chosen one of these looks otherwise than all that are not."""
    drawn = learner.page.evaluate(DRAWN, [choices, chosen])
    looks = {is_chosen: {look for one, look in drawn if one == is_chosen} for is_chosen in (True, False)}
    assert looks[True]
    assert looks[False]
    return not looks[True] & looks[False]


def is_told_apart_in_any_colours(learner: Learner, choices: str, chosen: str) -> bool:
    """In those of the site, and in those that a system forces on it."""
    found = []
    for forced in ("active", "none"):
        learner.page.emulate_media(forced_colors=forced)  # type: ignore[arg-type]
        found.append(is_told_apart(learner, choices, chosen))
    return all(found)


def test_choices_of_an_evening_are_seen(arrive: Arrive) -> None:
    learner = arrive(language="de", width=NARROW)
    page = learner.page
    learner.open("/de/evenings/new/")
    assert is_told_apart_in_any_colours(learner, ".seat-row .deals", ":checked + *")
    for place, name in enumerate(("Agnes", "Ursula", "Carola", "Ingo")):
        page.fill(f"#name-{place}", name)
    page.click(".begin-evening .primary")
    page.click("label[for=minus-1]")
    assert is_told_apart_in_any_colours(learner, "label.minus", ":checked + *")
    page.click("a[href$='/count/']")
    assert is_told_apart_in_any_colours(learner, ".outs label", ":checked + *")


def test_choices_behind_more_at_a_game_are_seen(arrive: Arrive) -> None:
    learner = arrive(language="de", width=WIDE)
    learner.open("/de/play/")
    assert is_told_apart_in_any_colours(learner, ".lang > *", "[aria-current]")
    learner.page.emulate_media(forced_colors="active")
    assert is_told_apart(learner, ".top nav a", "[aria-current]")
    learner.press("button[value='mini:three-turns']")
    learner.open_more()
    for choices, chosen in (
        (".paces button", "[aria-pressed=true]"),
        ("#extras .lang > *", "[aria-current]"),
    ):
        assert is_told_apart_in_any_colours(learner, choices, chosen)
    for forced in ("active", "none"):
        learner.page.emulate_media(forced_colors=forced)  # type: ignore[arg-type]
        before = learner.see(".paces [aria-pressed=true]").first.evaluate(
            "e => getComputedStyle(e, '::before').borderWidth"
        )
        assert before not in ("", "0px"), "a tick, besides the colours"
