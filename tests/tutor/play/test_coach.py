"""The coach beside a played deal: silent, asked, or after each move; the partner's reasons; rules that are new."""

from __future__ import annotations

import html
import re
from itertools import count
from random import Random
from uuid import uuid4

import pytest
from django.test import Client

from engine.law.cards import Card
from engine.law.variants import rule_set
from engine.play.game import Game
from lessons.content.deals import mini_deal
from lessons.content.reading import library
from tests.factories import LearnerFactory
from tests.tutor.play.at_the_table import AtTable, begun, play_my_turn, play_on, seated, sitting, ticked
from tutor.learning.models import Attempt, Item, Learner
from tutor.play import exporting, services
from tutor.play import sitting as play
from tutor.play.models import MetRule, PlayedGame
from tutor.play.noting import TELLING, note

pytestmark = pytest.mark.django_db

EACH = [(language, htmx) for language in ("de", "en") for htmx in (False, True)]
WOULD = {"de": "Das würde der Trainer tun:", "en": "The coach would do this:"}
LAST = {"de": "Zu deinem letzten Zug:", "en": "About your last turn:"}
PARTNER = {"de": "Dein Partner:", "en": "Your partner:"}
NEW = {"de": "Neu für dich:", "en": "New here:"}


def drawn(game: PlayedGame, *, language: str = "en", htmx: bool = False) -> AtTable:
    """The page of a game after the learner has drawn."""
    at = seated(game, language=language, htmx=htmx)
    at.press(game, "draw")
    return at


@pytest.mark.parametrize(("language", "htmx"), EACH)
def test_the_coach_says_what_the_careful_style_would_do_and_nothing_changes(
    language: str, htmx: bool
) -> None:
    game = begun(seed=3)
    at = drawn(game, language=language, htmx=htmx)
    before = sitting(game).stamp
    text = at.press(game, "would")
    assert WOULD[language] in text
    assert re.search(r"(Discard|Meld|abwerfen|melden|Wirf|Melde)", text.partition(WOULD[language])[2])
    assert sitting(game).stamp == before


@pytest.mark.parametrize(("language", "htmx"), EACH)
def test_may_i_is_answered_with_its_rule_and_nothing_changes(language: str, htmx: bool) -> None:
    game = begun(seed=3)
    at = drawn(game, language=language, htmx=htmx)
    step = sitting(game)
    card = next(card for card in step.deal.hands[0] if card.is_natural)
    text = at.press(game, "may", card=ticked((card,)))
    yes = {"de": ": ja.", "en": ": yes."}
    assert yes[language] in text
    assert {"de": "als Zahl", "en": "as a number"}[language] in text
    pair = ticked(step.deal.hands[0][:2])
    refused = at.press(game, "may", card=pair)
    assert {"de": ": nein.", "en": ": no."}[language] in refused
    assert {"de": "Regel", "en": "Rule"}[language] in refused
    assert re.search(r'class="rule-of" href="/\w\w/rules/', at.source)
    assert sitting(game).stamp == step.stamp
    assert not game.refused.exists()


def dealt_with(ranks: str) -> tuple[int, tuple[Card, ...]]:
    """A seed by which the learner is dealt cards of these ranks, and these cards."""
    for seed in count():
        left = list(Game.begin(rule_set("classic")).shuffle(Random(seed)).deal.hands[0])  # type: ignore[union-attr]
        found = []
        for rank in ranks.split():
            card = next((card for card in left if card.rank == rank), None)
            if card is None:
                break
            left.remove(card)
            found.append(card)
        else:
            return seed, tuple(found)
    raise AssertionError


@pytest.mark.parametrize(
    ("ranks", "en", "de"),
    [
        (
            "K K K",
            "30 of the 50 points that the initial meld needs",
            "30 von 50 Punkten, die für die Erstmeldung",
        ),
        (
            "J J JK",
            "70 points meet the minimum of 50",
            "Mit 70 Punkten ist die Mindestpunktzahl von 50 erreicht",
        ),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_may_i_begin_the_initial_meld_is_answered_with_its_minimum(
    ranks: str, en: str, de: str, language: str
) -> None:
    seed, cards = dealt_with(ranks)
    game = begun(seed=seed)
    asked = drawn(game, language=language).press(game, "may", card=ticked(cards))
    assert {"de": de, "en": en}[language] in asked


def test_may_i_without_cards_is_told_so() -> None:
    game = begun(seed=3)
    at = drawn(game)
    assert "Select the cards that you want to ask about." in at.press(game, "may", status=422)


def test_may_i_take_the_pile() -> None:
    game = begun(seed=3)
    at = seated(game)
    hand = sitting(game).deal.hands[0]
    text = at.press(game, "may", card=ticked(hand[:2]))
    assert "Take the pile" in text or "take the pile" in text.lower()
    assert ": no." in text or ": yes." in text


def test_may_i_take_the_pile_without_a_card_says_which_would_do() -> None:
    game = begun(seed=3)
    at = seated(game)
    text = at.press(game, "may")
    assert "Two natural" in text.partition(": no.")[2]


def test_how_much_the_coach_says_is_changed_at_any_time_and_kept() -> None:
    game = begun(seed=3)
    at = seated(game)
    assert "What would you do?" in at.text
    at.press(game, "coach:silent")
    assert "What would you do?" not in at.text
    at.press(game, "through") if sitting(game).state == "theirs" else at.press(game, "draw")
    assert "What would you do?" not in at.open(game)
    at.press(game, "coach:each")
    at.press(game, "partner:on")
    again = services.begin(
        learner=PlayedGame.objects.get(pk=game.pk).learner, rules="classic", partner="careful", opponents="careful",
        rng=Random(1),
    )  # fmt: skip
    assert (again.coach, again.partner_tells) == ("each", True)
    at.press(game, "coach:nonsense")
    game.refresh_from_db()
    assert game.coach == "each"


def wasteful(*, coach: str) -> PlayedGame:
    """A game in which the learner holds a black three, and has something better to discard on the only card there."""
    game = begun(seed=5)
    services.set_coach(game=game, coach=coach)
    return game


@pytest.mark.parametrize(("language", "htmx"), EACH)
def test_after_each_move_the_coach_says_what_is_proved(language: str, htmx: bool) -> None:
    game = wasteful(coach="each")
    at = seated(game, language=language, htmx=htmx)
    assert LAST[language] not in at.press(game, "draw")
    three = next(card for card in sitting(game).deal.hands[0] if card.is_black_three)
    said = {
        "de": "sperrt den Ablagestapel nur für einen Zug: verschwendet, wenn nur eine Karte darunter liegt.",
        "en": "A black three blocks the pile for one turn only: a waste with only one card under it.",
    }
    text = at.press(game, "discard", card=ticked((three,)))
    assert said[language] in text
    assert said[language] in at.open(game)
    at.press(game, "through")
    assert said[language] in at.text
    at.press(game, "draw")
    assert said[language] not in at.open(game)


@pytest.mark.parametrize(
    ("language", "so_far"), [("de", "Zu deinem Zug bis jetzt:"), ("en", "About your turn so far:")]
)
def test_a_turn_that_goes_on_is_not_called_the_last_one(language: str, so_far: str) -> None:
    game = wasteful(coach="each")
    at = drawn(game)
    three = next(card for card in sitting(game).deal.hands[0] if card.is_black_three)
    at.press(game, "discard", card=ticked((three,)))
    at.language = language
    assert LAST[language] in at.open(game)
    game.refresh_from_db()
    remarks = game.coached["remarks"]
    at.press(game, "through")
    at.press(game, "draw")
    game.refresh_from_db()
    game.coached = {**game.coached, "remarks": remarks}  # as of something laid in the turn that goes on
    game.save()
    text = at.open(game)
    assert so_far in text
    assert LAST[language] not in text


def test_after_the_deal_the_score_comes_before_what_the_coach_says() -> None:
    game = begun(seed=2, pace="once", single=True)
    services.set_coach(game=game, coach="each")
    play_on(game)
    game.refresh_from_db()
    game.coached = {"deal": 0, "turn": 0, "remarks": [{
        "theme": "stop-wasted", "kind": "proved", "tone": "heed", "facts": {"pile": 1},
    }]}  # fmt: skip
    game.save()
    text = seated(game).text
    assert LAST["en"] in text
    assert text.index("The score") < text.index(LAST["en"])


@pytest.mark.parametrize("coach", ["silent", "asked"])
def test_unasked_the_coach_says_nothing_of_moves(coach: str) -> None:
    game = wasteful(coach=coach)
    at = drawn(game)
    three = next(card for card in sitting(game).deal.hands[0] if card.is_black_three)
    assert LAST["en"] not in at.press(game, "discard", card=ticked((three,)))


def test_what_is_taken_back_is_spoken_of_no_more() -> None:
    game = begun(seed=3)
    services.set_coach(game=game, coach="each")
    game.refresh_from_db()
    step = sitting(game)
    row = PlayedGame.objects.get(pk=game.pk)
    row.coached = {"deal": 0, "turn": 0, "remarks": [{"theme": "dead-rank"}], "heard": []}
    shorter = play.sitting_from(step.record(), step.styles)
    done = play.tried(step, step.deal.legal_actions()[0])
    note(row, done, shorter)
    assert row.coached["remarks"] == []


def test_of_several_turns_noted_at_once_only_the_last_is_spoken_of() -> None:
    game = wasteful(coach="each")
    at = drawn(game)
    before = sitting(game)
    three = next(card for card in before.deal.hands[0] if card.is_black_three)
    at.press(game, "discard", card=ticked((three,)))
    game.refresh_from_db()
    assert game.coached["remarks"]
    at.press(game, "through")
    at.press(game, "draw")
    after = sitting(game)
    row = PlayedGame.objects.get(pk=game.pk)
    row.coached = {}
    note(row, before, after)
    assert row.coached["turn"] == game.coached["turn"] == len(after.deal.played)
    assert row.coached["remarks"] == game.coached["remarks"] == []


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_partner_says_why_only_where_it_is_wanted(language: str) -> None:
    game = begun(seed=5, pace="once")
    at = seated(game, language=language)
    play_my_turn(game)
    assert PARTNER[language] not in at.open(game)
    at.press(game, "partner:on")
    play_my_turn(game)
    text = at.open(game)
    assert PARTNER[language] in text
    why = text.partition(PARTNER[language])[2].strip()
    assert len(why.partition(".")[0]) > 10


def test_reasons_of_a_turn_that_say_most_are_reasons() -> None:
    from engine.play.players.deciding import REASONS

    assert set(TELLING) <= set(REASONS)


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_rule_that_is_met_for_the_first_time_is_told_once(language: str) -> None:
    learner = Learner.objects.create()
    game = services.begin(
        learner=learner, rules="classic", partner="careful", opponents="careful", rng=Random(3), pace="once"
    )
    at = AtTable(client=Client(), language=language)
    mine = at.begin()
    PlayedGame.objects.filter(pk=game.pk).update(learner=mine.learner)
    MetRule.objects.all().delete()
    PlayedGame.objects.filter(pk=game.pk).update(coached={})
    told: list[str] = []
    for _ in range(4):
        while sitting(game).state != "mine":
            services.go_on(game=game, stamp=sitting(game).stamp, through=True)
        text = at.open(game)
        if NEW[language] in text:
            assert re.search(r'href="/\w\w/learn/|href="/\w\w/course/|class="alone" href="/\w\w/', at.source)
            told.append(html.unescape(text.partition(NEW[language])[2])[:40])
        play_my_turn(game)
    assert told
    assert len(set(told)) == len(told)
    assert MetRule.objects.filter(learner=mine.learner).count() >= len(told)


def test_how_a_turn_begins_is_told_no_more_once_it_has_begun() -> None:
    game = begun(seed=3)
    at = seated(game)
    assert f"{NEW['en']} Draw or take" in at.text
    assert NEW["en"] not in at.press(game, "draw")
    assert NEW["en"] not in at.open(game)


def test_a_rule_that_was_learnt_is_not_told() -> None:
    learner = Learner.objects.create()
    steps = [step for stage in library().stages for step in stage.steps]
    for step in steps:
        item, _ = Item.objects.get_or_create(
            slug=step.slug,
            defaults={"kind": step.kind, "content_hash": "x", "rule_set": "classic", "themes": []},
        )
        Attempt.objects.create(
            learner=learner,
            item=item,
            answer={},
            rule_set_version=1,
            try_number=1,
            token=uuid4(),
            outcome=Attempt.Outcome.RIGHT,
        )
    game = services.begin(
        learner=learner, rules="classic", partner="careful", opponents="careful", rng=Random(3), pace="once"
    )
    play_my_turn(game)
    assert not learner.met_rules.exists()
    assert "met" not in PlayedGame.objects.get(pk=game.pk).coached


def test_a_silent_coach_tells_no_new_rule() -> None:
    game = begun(seed=3, pace="once")
    services.set_coach(game=game, coach="silent")
    MetRule.objects.all().delete()
    play_my_turn(game)
    assert not MetRule.objects.exists()


def test_what_was_told_goes_with_the_learner_who_signs_in() -> None:
    keep, other = Learner.objects.create(), Learner.objects.create()
    for rule, learner in (("out.bonus", keep), ("out.bonus", other), ("pickup.natural-pair", other)):
        MetRule.objects.create(learner=learner, rule=rule)
    services.merge(keep, other)
    assert sorted(met["rule"] for met in exporting.met_rules_of(keep)) == ["out.bonus", "pickup.natural-pair"]


def test_first_whole_deal_is_played_with_the_coach_unless_sent_away() -> None:
    whole, other = mini_deal("a-whole-deal"), mini_deal("go-out")
    assert whole is not None
    assert other is not None
    learner = LearnerFactory()
    assert services.begin_mini(learner=learner, mini=other).coach == PlayedGame.Coach.ASKED
    first = services.begin_mini(learner=learner, mini=whole)
    assert first.coach == PlayedGame.Coach.EACH
    services.set_coach(game=first, coach=PlayedGame.Coach.ASKED)
    assert services.begin_mini(learner=learner, mini=whole).coach == PlayedGame.Coach.ASKED
    quiet = LearnerFactory()
    silent = services.begin_mini(learner=quiet, mini=other)
    services.set_coach(game=silent, coach=PlayedGame.Coach.SILENT)
    assert services.begin_mini(learner=quiet, mini=whole).coach == PlayedGame.Coach.SILENT
