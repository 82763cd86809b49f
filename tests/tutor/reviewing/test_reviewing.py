"""Looking back at a played deal on the site: asked for, waited for, read, tried again, exported and deleted."""

from __future__ import annotations

import json
import re
from datetime import timedelta
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import override

from engine.law.actions import Move
from engine.play.players.worlds import Worlds
from engine.play.record import parse_game, watch_game
from engine.play.review import reviewing as engine_reviewing
from engine.play.review.plans import plans
from engine.play.review.reviewing import Effort
from engine.play.review.turns import turns_of_seat
from engine.play.review.weighing import Estimate
from lessons.coaching.registry import Remark
from lessons.content.bank import themes
from tests.lessons.pages import is_not_found
from tests.queueing import do_jobs
from tests.tutor.play.at_the_table import AtTable, play_on, played_deal, readable, seated, sitting
from tutor.learning import review as spaced
from tutor.learning.models import Skill
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.reviewing import again, costing, differing, making, returning
from tutor.reviewing.costing import costs, costs_of, keep_findings
from tutor.reviewing.models import DealFinding, DealReview
from tutor.reviewing.reasons import both_chances, told_as
from tutor.reviewing.storing import StoredChoice, from_json, to_json
from tutor.reviewing.telling import found_in
from tutor.site.queue import living

pytestmark = pytest.mark.django_db

LITTLE = Effort(first=2, second=2, early=2, compared=4, draws=3)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(making, "review", partial(engine_reviewing.review, effort=LITTLE))


@pytest.fixture
def over() -> PlayedDeal:
    return played_deal()


def address(deal: PlayedDeal, language: str = "en") -> str:
    with override(language):
        return reverse("reviewing:review", args=[deal.game.key, deal.number + 1])


THOUGHT_ABOUT = making.thought_about


@cache
def thought_once(record: str) -> str:
    """What the job thinks of a deal, as JSON; of the same deal it thinks the same."""
    return json.dumps(THOUGHT_ABOUT(record))


def reviewed(deal: PlayedDeal, result: dict[str, Any] | None = None) -> DealReview:
    """A review made by the job, with this result or with what comes of thinking."""
    with pytest.MonkeyPatch.context() as thought:
        thought.setattr(making, "thought_about", lambda record: result or json.loads(thought_once(record)))
        making.ask(deal=deal)
        do_jobs()
    return DealReview.objects.get(deal=deal)


def with_finding(
    deal: PlayedDeal, grade: str = "mistake", *, practised: bool = False
) -> tuple[DealReview, int]:
    """A review whose only finding says that another discard of some turn is better, and that turn.

    ``practised`` is whether there are to be puzzles about it.
    """
    review = reviewed(deal)
    for choice in (choice for turn in review.result["turns"] for choice in turn["choices"]):
        choice |= {
            "grade": "fine",
            "better": [],
            "gain": None,
        }  # whatever these cards brought up by themselves
    for turn in turns_of_seat(watch_game(deal.record), review.result["seat"]):
        moment = turn.playing
        if moment is None or moment.made[-1].verb != "discard":
            continue
        others = plans(moment, Worlds(moment.view).deal(engine_reviewing.Random(1)))[1:]
        better = next(
            (one for one in others if one[:-1] == moment.made[:-1] and one[-1].verb == "discard"), None
        )
        if better is not None:
            stored = next(one for one in review.result["turns"] if one["turn"] == turn.number)
            stored["choices"][-1] |= {
                "grade": grade, "better": [list(move) for move in better],
                "gain": [-182.0 if grade == "good" else 182.0, 16.0, 320],
            }  # fmt: skip
            if not practised or any(theme.puzzles for _, theme, _ in found_in(review)):
                review.save()
                return review, turn.number
            stored["choices"][-1] |= {"grade": "fine", "better": [], "gain": None}
    raise AssertionError("no turn has another discard")


def page(at: AtTable, deal: PlayedDeal, **how: Any) -> str:
    response = at.client.get(address(deal, at.language), **how)
    assert response.status_code == 200
    return response.content.decode()


ASK = {"de": "Auf diese Runde zurückblicken", "en": "Look back at this deal"}


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_review_is_asked_for_waited_for_and_read(over: PlayedDeal, language: str) -> None:
    at = seated(over.game, language=language)
    for where in (at.url("game", over.game.key), at.url("deal", over.game.key, 1)):
        assert address(over, language) in at.client.get(where).content.decode()
    assert ASK[language] in readable(page(at, over))
    assert not DealReview.objects.exists()
    assert at.client.post(address(over, language)).status_code == 303
    waits = page(at, over)
    assert {
        "de": "Deine Runde wartet, bis sie an der Reihe ist.",
        "en": "Your deal is waiting its turn.",
    }[language] in readable(waits)
    assert '<noscript><meta http-equiv="refresh"' in waits
    do_jobs()
    told = readable(page(at, over))
    assert {"de": "Deine Züge", "en": "Your turns"}[language] in told
    assert {"de": "nie nach den Karten", "en": "never by the cards"}[language] in told


def test_page_that_waits_is_loaded_anew_once_the_review_is_there(over: PlayedDeal) -> None:
    at = seated(over.game)
    making.ask(deal=over)
    part = at.client.get(address(over), headers={"HX-Request": "true"})
    assert part.content.decode().lstrip().startswith("<section")
    assert "HX-Refresh" not in part.headers
    do_jobs()
    assert at.client.get(address(over), headers={"HX-Request": "true"}).headers["HX-Refresh"] == "true"


def test_where_no_worker_lives_the_page_says_so(over: PlayedDeal) -> None:
    at = seated(over.game)
    making.ask(deal=over)
    asleep = "The server cannot analyse deals at the moment."
    assert asleep in readable(page(at, over))
    living.beat("here", workers=1)
    assert asleep not in readable(page(at, over))


def test_review_that_failed_says_so_and_can_be_begun_anew(
    over: PlayedDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated(over.game)

    def breaks(*args: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as broken:
        broken.setattr(making, "review", breaks)
        making.ask(deal=over)
        do_jobs()
    assert "could not be analysed to the end" in readable(page(at, over))
    at.client.post(address(over), {"do": "ask"})
    do_jobs()
    assert "Your turns" in readable(page(at, over))
    assert DealReview.objects.count() == 1


def test_asked_twice_it_is_thought_about_once_and_repeats_to_the_same(over: PlayedDeal) -> None:
    first = reviewed(over)
    assert making.ask(deal=over) == first
    making.make(review=first.pk)
    again_made = making.thought_about(over.record)
    first.refresh_from_db()
    assert first.result == again_made


def test_what_is_stored_is_what_was_found(over: PlayedDeal) -> None:
    moments = list(watch_game(over.record))
    found = engine_reviewing.review(moments, 0, effort=LITTLE)
    stored = from_json(to_json(found))
    assert [turn.number for turn in stored] == [turn.turn for turn in found.turns]
    for turn, kept in zip(found.turns, stored, strict=True):
        for choice, one in zip(turn.choices, kept.choices, strict=True):
            assert (choice.part, choice.grade) == (one.part, one.grade)
            if one.better:
                assert one.better == choice.better
        assert kept.after is None or kept.after.mean == pytest.approx(turn.after.mean, abs=0.06)


def test_only_so_many_deals_are_thought_about_at_once(
    over: PlayedDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated(over.game)
    monkeypatch.setattr(making, "MOST_WAITING", 0)
    response = at.client.post(address(over))
    assert response.status_code == 429
    assert "Please wait for one of them." in readable(response.content.decode())
    assert not DealReview.objects.exists()


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_finding_tells_the_cost_the_table_and_what_would_have_been_better(
    over: PlayedDeal, language: str
) -> None:
    _, turn = with_finding(over)
    at = seated(over.game, language=language)
    source = page(at, over)
    told = readable(source)
    assert {"de": "Eine Stelle solltest du dir ansehen.", "en": "There is one thing to look at."}[
        language
    ] in told
    assert {"de": f"Zug {turn + 1}: Anderer Abwurf", "en": f"Turn {turn + 1}: Another discard"}[
        language
    ] in told
    assert {
        "de": "es ging besser · etwa 180 Punkte, 140 bis 230",
        "en": "better was possible · about 180 points, 140 to 230",
    }[language] in told
    assert {"de": "Der Tisch in diesem Moment", "en": "The table at that moment"}[language] in told
    assert f'href="{at.url("deal", over.game.key, 1)}?turn={turn}#replay"' in source
    assert 'class="dot found"' in source


def test_what_went_well_is_told_with_its_interval(over: PlayedDeal) -> None:
    with_finding(over, "good")
    told = readable(page(seated(over.game), over))
    assert "Nothing was found that clearly cost you points." in told
    assert "What went well" in told
    assert "The next-best choice that was tried is worse by about 180 points, 140 to 230." in told


def test_from_a_finding_the_deal_is_played_once_more(over: PlayedDeal) -> None:
    _, turn = with_finding(over)
    at = seated(over.game)
    button = re.search(r'name="do" value="(again:\d+)"', page(at, over))
    assert button
    assert button[1] == f"again:{turn}"
    response = at.client.post(address(over), {"do": button[1]}, follow=True)
    assert response.status_code == 200
    mine = PlayedGame.objects.latest("id")
    assert mine != over.game
    there = next(
        one.game.deal
        for one in watch_game(over.record)
        if one.game.deal is not None and len(one.game.deal.played) == turn
    )
    here = sitting(mine)
    me = there.seat
    assert here.state == "mine"
    assert here.deal.hands == tuple(there.hands[(me + place) % 4] for place in range(4))
    assert (here.deal.pile, here.deal.stock) == (there.pile, there.stock)
    assert here.styles[1:] == tuple(over.game.styles[1:])
    play_on(mine)
    ended = PlayedDeal.objects.get(game=mine)
    assert parse_game(ended.record).first_table is not None
    assert reviewed(ended).made


def test_turns_of_others_and_nonsense_are_no_place_to_try_again(over: PlayedDeal) -> None:
    at = seated(over.game)
    for turn in ("1", "999", "-1", "x", ""):
        response = at.client.post(address(over), {"do": f"again:{turn}"})
        assert response.status_code == 400
        assert "It cannot be played again from there." in readable(response.content.decode())
    with pytest.raises(again.NotPossibleError):
        again.begin(learner=over.game.learner, deal=over, turn=2)
    assert PlayedGame.objects.count() == 1


def test_others_do_not_see_it(over: PlayedDeal) -> None:
    reviewed(over)
    other = AtTable(client=Client())
    other.begin()
    assert is_not_found(other.client.get(address(over)))
    assert is_not_found(other.client.post(address(over)))


def test_deal_of_a_rule_set_that_is_not_played_on_in_thought_has_no_review(
    over: PlayedDeal, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = seated(over.game)
    monkeypatch.setattr(making, "why_not_played", lambda rules: "sequences")
    assert at.client.get(address(over)).status_code == 404
    assert "Look back at this deal" not in readable(
        at.client.get(at.url("deal", over.game.key, 1)).content.decode()
    )


def test_list_of_games_leads_to_the_review_of_the_last_deal(over: PlayedDeal) -> None:
    at = seated(over.game)
    listed = at.client.get(at.url("games")).content.decode()
    found = re.search(r'action="([^"]*/review/)"', listed)
    assert found
    assert at.client.get(found[1], follow=True).redirect_chain == [(address(over), 302)]
    assert at.client.post(found[1], {"do": "ask"}, follow=True).redirect_chain == [(address(over), 303)]
    assert DealReview.objects.count() == 1


@pytest.mark.parametrize("where", ["game", "deal"])
def test_one_press_has_a_deal_looked_back_at(over: PlayedDeal, where: str) -> None:
    at = seated(over.game)
    source = at.client.get(
        at.url(*{"game": ("game", over.game.key), "deal": ("deal", over.game.key, 1)}[where])
    )
    form, button = re.findall(
        r'<form[^>]*method="post" action="([^"]*/review/)">|<button[^>]*>\s*(Look back at this deal)',
        source.content.decode(),
    )[:: 1 if where == "deal" else -1]
    assert (form[0], button[1]) == (address(over), "Look back at this deal")
    assert "waiting its turn" in readable(
        at.client.post(form[0], {"do": "ask"}, follow=True).content.decode()
    )


def test_it_is_exported_and_goes_with_its_game(over: PlayedDeal) -> None:
    review, _ = with_finding(over)
    keep_findings(review)
    review.refresh_from_db()
    (told,) = making.export_of(over.game.learner)
    assert told["deal"] == str(over.key)
    assert told["result"] == review.result
    kept = [
        {"turn": one.turn, "theme": one.theme, "cost": one.cost, "error": one.error, "exercise": None}
        for one in review.findings.all()
    ]
    assert told["findings"] == kept
    assert making.export_of(None) == []
    over.game.delete()
    assert not DealReview.objects.exists()
    assert not DealFinding.objects.exists()


def test_puzzles_of_every_difference_are_there() -> None:
    slugs = {theme.slug for theme in themes() if theme.count}
    assert {one.puzzles for one in differing.EVERY if one.puzzles} <= slugs


def found(deal: PlayedDeal) -> DealReview:
    """A review made by the job, in which another discard of some turn is found to be better."""
    review, _ = with_finding(deal, practised=True)
    review.delete()
    return reviewed(deal, review.result)


COST_POINTS = {
    "de": ("Was dich in deinen letzten Runden Punkte gekostet hat", "etwa 180 Punkte, 140 bis 230"),
    "en": ("What cost you points in your last deals", "about 180 points, 140 to 230"),
}


@pytest.mark.parametrize("language", ["de", "en"])
def test_a_finding_brings_back_a_puzzle_of_its_theme_and_counts_on_the_dashboard(
    over: PlayedDeal, language: str
) -> None:
    at = seated(over.game, language=language)
    assert COST_POINTS[language][0] not in readable(at.client.get(f"/{language}/practice/").content.decode())
    review = found(over)
    (one,) = review.findings.all()
    theme = differing.BY_SLUG[one.theme]
    (due,) = spaced.due(PlayedGame.objects.get().learner, today=localdate())
    assert due.met.slug.startswith(f"puzzle/{theme.puzzles}/")
    assert due.skill.rule == due.met.task.rules[0]
    listed = at.client.get(f"/{language}/review/").content.decode()
    assert str(due.met.goal) in readable(listed)
    assert {"de": "Das hat dich in einer Runde", "en": "It cost you points in a deal"}[language] in listed
    told = readable(at.client.get(f"/{language}/practice/").content.decode())
    for words in COST_POINTS[language]:
        assert words in told
    making.make(review=review.pk)
    assert (review.findings.count(), Skill.objects.count()) == (1, 1)


def test_a_rule_that_is_known_comes_back_and_stays_known(over: PlayedDeal) -> None:
    found(over)
    skill = Skill.objects.get()
    Skill.objects.update(card='{"known": 1}', due=timezone.now() + timedelta(days=30), reviews=4)
    returning.bring_back(over.game, list(DealFinding.objects.all()))
    again_due = Skill.objects.get()
    assert (again_due.pk, again_due.card, again_due.reviews) == (skill.pk, '{"known": 1}', 4)
    assert again_due.due <= timezone.now()


def test_what_deals_cost_is_put_together_by_theme() -> None:
    rows = [
        DealFinding(review_id=1, turn=3, theme="take", cost=100.0, error=12.0),
        DealFinding(review_id=1, turn=9, theme="take", cost=60.0, error=9.0),
        DealFinding(review_id=2, turn=5, theme="discard", cost=170.0, error=20.0),
        DealFinding(review_id=2, turn=5, theme="of-yore", cost=900.0, error=20.0),
    ]
    dear, other = costs(rows)
    assert (dear.theme.slug, dear.deals, other.theme.slug, other.deals) == ("discard", 1, "take", 1)
    assert (other.cost.mean, other.cost.error) == (160.0, 15.0)
    assert other.dearest == rows[0]


def test_deals_without_findings_are_told_so(over: PlayedDeal) -> None:
    review = reviewed(over)
    review.findings.all().delete()
    told = readable(seated(over.game).client.get("/en/practice/").content.decode())
    assert "In the last deal that you looked back at, nothing was found that clearly cost you points." in told


def test_only_the_last_twenty_deals_count(over: PlayedDeal, monkeypatch: pytest.MonkeyPatch) -> None:
    found(over)
    assert costs_of(over.game.learner).deals == 1
    monkeypatch.setattr(costing, "LAST", 0)
    assert costs_of(over.game.learner).themes == ()


def test_what_is_said_against_a_discard_names_the_finding_where_the_laying_differs_too() -> None:
    three = Move("meld", kinds=(6, 6, 6))
    made, better = (three, Move("discard", kinds=(3,))), (Move("discard", kinds=(5,)),)
    view = SimpleNamespace(hand=(9,), frozen=False, turn=SimpleNamespace(opened=True, laid=0))
    choice = StoredChoice(part="playing", grade="big", better=better, gain=Estimate(180.0, 16.0, 320))
    against = Remark(theme="fits-their-meld", kind="proved", tone="heed")
    moment: Any = SimpleNamespace(made=made, view=view)
    assert told_as(moment, choice, []) is differing.HOLD
    assert told_as(moment, choice, [against]) is differing.DISCARD_ON_OPEN
    view.frozen = True
    assert told_as(moment, choice, [against]) is differing.DISCARD_ON_FROZEN
    same: Any = SimpleNamespace(made=(three, better[-1]), view=view)
    assert told_as(same, choice, [against]) is differing.HOLD


def test_chances_of_two_discards_are_told_only_where_the_better_one_is_said_to_be_taken_less_often() -> None:
    def said(chance: float) -> Remark:
        return Remark(theme="risky-discard", kind="calibrated", tone="note", chance=chance)

    risky, seldom = said(0.5), said(0.05)
    assert both_chances([risky, seldom]) == [risky, seldom]
    assert both_chances([seldom, risky]) == []
    assert both_chances([said(0.12), seldom]) == []
    assert both_chances([risky]) == []
