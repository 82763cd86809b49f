"""Whole turns: draw or take, meld, add, discard, check."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from engine.notation.text import parse_actions
from lessons.content.reading import Item, library
from tests.browser.answers import items, path_of, right_answer, turn_with, wrong_answer
from tests.browser.conftest import Arrive
from tests.browser.learner import EACH_PAIR, EACH_WAY, LANGUAGES, NARROW, WIDE, Learner, Way
from tests.browser.test_lesson import RIGHT
from tests.samples import some

MARKED = {"de": "Markiert", "en": "Marked"}


def play(learner: Learner, item: Item) -> None:
    """A wrong turn, what the page says to it, then a right one and on to the next puzzle."""
    wrong, right = wrong_answer(item), right_answer(item)
    learner.open_item(item)
    expect(learner.staged).to_have_count(0)
    learner.answer(item, wrong)
    learner.check()
    learner.expect_focus("#feedback-title")
    assert not learner.verdict().startswith(RIGHT[learner.language])
    assert learner.actions == wrong["actions"]
    if item.is_puzzle:  # its explanation waits until it is asked for
        expect(learner.see(".tray .marked-note")).to_have_count(0)
        learner.press("#do-place-show")
    expect(learner.see(".tray .marked-note").first).to_contain_text(MARKED[learner.language])
    for index in range(len(wrong["actions"]) - 1, -1, -1):
        learner.press(f"#undo-{index}")
        expect(learner.staged).to_have_count(index)
    learner.answer(item, right)
    learner.check()
    learner.expect_focus("#feedback-title")
    assert learner.verdict().startswith(RIGHT[learner.language])
    assert learner.actions == right["actions"]
    learner.press("#do-next")


@pytest.mark.parametrize(("way", "language", "width"), some(reversed(EACH_PAIR), 1))
def test_turn_that_takes_the_pile_played_wrong_then_right_leads_on(
    arrive: Arrive, way: Way, language: str, width: int
) -> None:
    item = turn_with("take", "meld", "add", "discard")
    learner = arrive(language=language, width=width, way=way)
    play(learner, item)
    learner.expect_focus("#goal")


@pytest.mark.parametrize(
    ("way", "language", "width"), some([("mouse", "en", NARROW), ("no scripts", "de", WIDE)], 1)
)
def test_turn_that_draws_played_wrong_then_right_leads_on(
    arrive: Arrive, way: Way, language: str, width: int
) -> None:
    item = turn_with("draw", "meld", "add", "discard", puzzles=False)
    learner = arrive(language=language, width=width, way=way)
    play(learner, item)
    expect(learner.page).not_to_have_url(learner.address + path_of(item, language))


@pytest.mark.parametrize(("way", "language"), some(EACH_WAY, 1))
def test_draw_stays_drawn_whatever_is_taken_back_before_the_check(
    arrive: Arrive, way: Way, language: str
) -> None:
    item = turn_with("draw", "meld", "discard")
    draw, meld = right_answer(item)["actions"][:2]
    learner = arrive(language=language, way=way)
    learner.open_item(item)
    learner.stage(item, [draw])
    learner.expect_focus("#tray")
    for button in ("#undo-0", "#do-reset", "#do-draw"):
        expect(learner.page.locator(button)).to_have_count(0)
    learner.add(item, [meld])
    expect(learner.page.locator("#undo-0")).to_have_count(0)
    expect(learner.see("#undo-1")).to_be_visible()
    learner.press("#do-reset")
    learner.expect_focus("#goal")
    assert learner.actions == [draw]
    learner.open_item(item)
    assert learner.actions == [draw]


def test_draw_in_another_window_shows_here_with_a_sentence(arrive: Arrive) -> None:
    item = turn_with("draw", "meld", "discard")
    here = arrive()
    here.open_item(item)
    there = Learner(page=here.page.context.new_page(), address=here.address)
    there.open_item(item)
    here.select(str(item.position.hand[0]), item)
    here.press("#do-discard")
    expect(here.staged).to_have_count(1)
    there.press("#do-draw")
    expect(there.staged).to_have_count(2)
    here.expected = ("422",)
    here.press("#do-check")
    expect(here.see("#problem")).to_be_visible()
    assert [action[:4] for action in here.actions] == ["disc", "draw"]


def lit(learner: Learner) -> set[str]:
    return set(learner.see(".place.lit").evaluate_all("all => all.map(e => e.value)"))


def test_places_light_up_whether_that_is_legal_or_not_and_take_taps_and_drops(arrive: Arrive) -> None:
    item = turn_with("draw", "meld", "add", "discard", puzzles=False)
    actions = parse_actions(right_answer(item)["actions"])
    melds = [f"add:{meld.rank}" for meld in item.position.own.melds]
    learner = arrive(language="en", width=WIDE)
    learner.open_item(item)
    assert lit(learner) == set()
    learner.see("#table .stock .back").click()  # the stock itself, not its word
    expect(learner.staged).to_have_count(1)
    cards = [str(card) for card in item.position.hand if card.is_natural]
    learner.select(cards[0], item, actions[:1])
    assert lit(learner) == {"meld", "discard", *melds}
    learner.select(f"{cards[0]} {cards[1]}", item, actions[:1])
    assert lit(learner) == {"meld", *melds}
    name = learner.see("#do-meld").get_attribute("aria-label") or ""
    assert name.startswith("Meld a")
    learner.see(".pick:has(input:checked)").first.drag_to(learner.see("#do-meld"))
    expect(learner.staged).to_have_count(2)
    expect(learner.see("#table .card.came")).to_have_count(2)
    learner.press("#undo-1")
    expect(learner.staged).to_have_count(1)
    # A card that was not selected is dragged alone.
    card = learner.see(f".pick:has(input[value='{cards[0]}#0'])")
    card.drag_to(learner.see("#table .discard .spread"), source_position={"x": 8, "y": 8})
    expect(learner.staged).to_have_count(2)
    assert learner.actions[-1] == f"discard {cards[0]}"


def test_order_is_put_by_dragging_a_row_past_others(arrive: Arrive) -> None:
    learner = arrive(width=WIDE)
    learner.open_item(items("order")[0])
    first, *others = learner.order
    row = learner.see("#place-0")
    row.drag_to(learner.see(f"#place-{len(others)}"), source_position={"x": 8, "y": 8})
    expect(learner.see(f"#place-{len(others)} input[name=order]")).to_have_value(first)
    assert learner.order == [*others, first]
    learner.page.reload()
    assert learner.order == [*others, first]


def test_digits_beside_the_table_write_the_number_and_leave_the_table_in_view(arrive: Arrive) -> None:
    learner = arrive(way="thumb")
    learner.open_item(next(item for item in items("number") if item.position is not None))
    field = learner.see("#number")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("inputmode", "none")  # so that no keyboard covers the table
    for digit in ("1", "2", "back", "0"):
        learner.point_at(learner.see(f"[data-digit='{digit}']"))
    expect(field).to_have_value("10")
    expect(learner.see("#do-check")).to_be_in_viewport(ratio=1)


def swipe(learner: Learner, *places: tuple[float, float]) -> None:
    """A thumb goes down at the first place, along the others, and up at the last; not so fast that it is a fling."""
    session = learner.page.context.new_cdp_session(learner.page)
    for number, (x, y) in enumerate(places):
        kind = "touchMove" if number else "touchStart"
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
        learner.page.wait_for_timeout(60)
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def middle(learner: Learner, selector: str) -> tuple[float, float]:
    """A place on what is chosen so that shows: on a card its index."""
    box = learner.see(selector).bounding_box()
    assert box is not None
    return box["x"] + 10, box["y"] + 20


@pytest.mark.parametrize("language", some(LANGUAGES, 1))
def test_turn_with_the_pile_takes_seven_presses_of_a_thumb(arrive: Arrive, language: str) -> None:
    item = library().items["one-natural-is-enough/the-best-way"]
    learner = arrive(way="thumb", language=language)
    learner.resize(390, 700)
    learner.open_item(item)
    for value in ("9d#0", "2s#0"):
        learner.tick(f"input[value='{value}']")
    expect(learner.see("#do-discard-check")).to_have_count(0)  # the turn has not begun
    learner.press("#do-take")
    expect(learner.staged).to_have_count(1)
    cards = [f".pick:has(input[value='{one}#0'])" for one in ("Td", "Th", "Ts", "Jc", "Jh", "Js")]
    learner.see("#hand").scroll_into_view_if_needed()
    swipe(learner, *(middle(learner, one) for one in cards))
    assert learner.selected == {"Td#0", "Th#0", "Ts#0", "Jc#0", "Jh#0", "Js#0"}
    expect(learner.see("#do-discard-check")).to_be_hidden()
    learner.press("#do-meld")
    expect(learner.staged).to_have_count(3)
    learner.tick("input[value='4s#0']")
    expect(learner.see("#do-check")).to_be_hidden()
    both = {"de": "Eine Vier abwerfen und prüfen", "en": "Discard a four and check"}
    expect(learner.see("#do-discard-check")).to_have_text(both[language])
    learner.press("#do-discard-check")
    learner.expect_focus("#feedback-title")
    assert learner.verdict().startswith(RIGHT[language])
    assert learner.actions[-1] == "discard 4s"


def test_thumb_along_the_hand_selects_and_out_of_it_drags(arrive: Arrive) -> None:
    item = turn_with("draw", "meld", "add", "discard", puzzles=False)
    learner = arrive(way="thumb", language="en")
    learner.resize(390, 700)
    learner.open_item(item)
    learner.press("#do-draw")
    expect(learner.staged).to_have_count(1)
    boxes = learner.see("#hand input[name=card]").evaluate_all("all => all.map(e => e.value)")
    first, second, third = (middle(learner, f".pick:has(input[value='{one}'])") for one in boxes[:3])
    swipe(learner, first, second, third, second)
    assert learner.selected == set(boxes[:2]), "what lies behind the thumb again is selected no more"
    learner.press(f"input[value='{boxes[0]}']")
    learner.press(f"input[value='{boxes[1]}']")
    assert learner.selected == set()
    to = middle(learner, "#do-meld")
    swipe(learner, first, second, (second[0], (second[1] + to[1]) / 2), to)
    expect(learner.staged).to_have_count(2)
    assert learner.actions[-1].startswith("meld ")


@pytest.mark.parametrize("way", ["thumb", "keyboard", "no scripts"])
def test_meld_pressed_alone_takes_all_cards_of_its_rank(arrive: Arrive, way: Way) -> None:
    item = library().items["how-a-turn-goes/to-your-partners-cards"]
    learner = arrive(way=way, language="en")
    learner.open_item(item)
    learner.press("#do-draw")
    expect(learner.staged).to_have_count(1)
    place = learner.see("#do-add-J")
    with_scripts = "Add two jacks to the jacks"
    expect(place).to_have_accessible_name(
        "Add to the jacks; with no card selected: two jacks" if way == "no scripts" else with_scripts
    )
    if way == "thumb":
        learner.see(".meld:has(#do-add-J) .stack").tap(force=True)
    else:
        learner.press("#do-add-J")
    expect(learner.staged).to_have_count(2)
    assert learner.actions[-1] == "add Jh Js to J"


def test_discard_is_checked_at_once_without_scripts_too(arrive: Arrive) -> None:
    item = turn_with("draw", "meld", "discard")
    learner = arrive(way="no scripts", language="en")
    learner.open_item(item)
    *before, last = right_answer(item)["actions"]
    learner.stage(item, before)
    learner.expected = ("422",)
    learner.press("#do-discard-check")
    expect(learner.see("#problem")).to_have_text("Select the cards first, then press the button.")
    learner.select(last.removeprefix("discard "), item, parse_actions(before))
    learner.press("#do-discard-check")
    assert learner.verdict().startswith(RIGHT["en"])
    expect(learner.see("#do-discard-check")).to_have_count(0)
