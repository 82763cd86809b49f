"""What is said at the table of a played game to somebody who listens, and how long it stands."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from lessons.words import naming
from tests.tutor.play.at_the_table import AtTable, begun, play_my_turn, readable, seated, sitting, ticked
from tutor.play import telling

pytestmark = pytest.mark.django_db


def heard(at: AtTable) -> str:
    """What is said with a part of the page: by the live region, or with the heading that gets the focus."""
    live = re.findall(r'<div hx-swap-oob="innerHTML:#live">(.*?)</div>', at.source, re.DOTALL)
    news = re.findall(r'<p id="news" hidden>(.*?)</p>', at.source, re.DOTALL)
    assert ('aria-describedby="news"' in at.source) == bool(news)
    assert not (live and news)
    return readable(" ".join(live + news))


def test_who_hears_the_page_is_told_each_turn_once_and_not_what_only_moves_cards():
    game = begun(seed=3)
    at = seated(game, htmx=True)
    at.press(game, "draw")
    assert re.fullmatch(r"You draw the [a-z ]+\.", heard(at))
    card = next(c for c in sitting(game).deal.hands[0] if c.is_natural)
    at.press(game, "select", card=ticked((card,)))
    assert heard(at) == ""
    at.press(game, "discard", card=ticked((card,)))
    assert heard(at).startswith("You ")
    at.press(game, "on")
    assert re.fullmatch(r"Left [^.]*\.", heard(at))
    at.press(game, "pace:quick")
    assert heard(at) == ""
    at.press(game, "through")
    assert re.fullmatch(r"Your partner [^.]*\. Right [^.]*\.", heard(at))


def test_what_is_said_of_a_turn_can_be_heard_out_at_the_slower_paces():
    said = "Your partner draws a card, melds three kings and a joker and discards the four of clubs."
    assert telling.delay_after(said, "slow") > telling.delay_after(said, "normal") > telling.DELAYS["normal"]
    assert telling.delay_after(said, "quick") == telling.DELAYS["quick"]
    assert telling.delay_after("", "normal") == telling.DELAYS["normal"]
    game = begun(seed=3)
    at = seated(game, htmx=True)
    play_my_turn(game)
    at.open(game)
    at.press(game, "on")
    assert heard(at).startswith("Left ")
    assert f"delay:{telling.delay_after(heard(at), 'normal')}ms" in at.source


def test_who_gets_the_turn_hears_with_it_what_was_done_before():
    game = begun(seed=3)
    at = seated(game, htmx=True)
    play_my_turn(game)
    at.open(game)
    at.press(game, "through")
    assert 'id="goal" tabindex="-1" data-focus autofocus aria-describedby="news"' in " ".join(
        at.source.split()
    )
    assert heard(at).startswith("Left ")
    assert 'hx-swap-oob="innerHTML:#live"' not in at.source


def test_typed_cards_are_named_and_have_the_focus():
    game = begun(seed=3)
    at = seated(game, htmx=True)
    at.press(game, "draw")
    card = next(c for c in sitting(game).deal.hands[0] if c.is_natural)
    at.press(game, "select", typed=str(card))
    with override("en"):
        assert heard(at) == f"Selected: {naming.card_in_text(card)}."
    assert re.search(r"<input[^>]* checked data-focus autofocus>", at.source)
    assert at.source.count("data-focus") == 1
    at.press(game, "enter", card=ticked((card,)))
    assert "data-focus" not in at.source  # on a card: there it stays
