"""The initial meld and its minimum, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from engine.law.actions import Action
from engine.law.position import Position
from engine.law.rule_ids import STEP_RULES
from engine.reach.points import reaches
from engine.rules.registry import threshold_rule
from engine.turn.table import Table
from engine.turn.turn import Turn
from lessons.saying.base import Breach, Sentence, Told, breach, ground, some_points
from lessons.table.position_words import Seat
from lessons.words import naming


@breach(*STEP_RULES, "initial.boundaries")
def minimum_missed(told: Told) -> Breach:
    facts = told.facts
    if facts["needed"] is None:
        return Breach(_minimum_left_open(told))
    readings = _readings(told)
    parts = [_too_little_for_all(told) if readings else _too_little(told)]
    because = facts.get("because", ())
    if "initial.card-values-only" in because:
        parts.append(only_values_count(told))
    if "initial.top-card-counts" in because:
        parts.append(gettext("Only the top card of the pile counts."))
    missing = max(readings, default=facts["needed"]) - facts["have"]
    return Breach(
        " ".join(parts),
        ngettext("%(missing)s more point.", "%(missing)s more points.", missing)
        % {"missing": naming.number(missing)},
    )


def only_values_count(told: Told) -> str:
    """That the bonus of a canasta does not help to reach the minimum."""
    if told.position.rules.sequences:
        return gettext(
            "Only the values of the cards count towards the minimum, not the bonus of a canasta or samba."
        )
    return gettext("Only the values of the cards count towards the minimum, not the bonus of a canasta.")


def _readings(told: Told) -> tuple[int, ...]:
    """What the text can mean with the minimum at this score, where it leaves that open; none where it is clear."""
    readings = told.position.rules.initial_readings(told.facts["score"])
    return readings if len(readings) > 1 else ()


def _too_little(told: Told) -> str:
    text = told.say(
        gettext(
            "Before the deal you had %(score)s. Your initial meld must be worth at least %(needed)s points; "
            "the cards you lay down are worth %(have)s."
        ),
        gettext(
            "Before the deal %(side)s had %(score)s. The initial meld must be worth "
            "at least %(needed)s points; the cards %(who)s lays down are worth %(have)s."
        ),
        side=gettext(
            "Before the deal your side had %(score)s. Your initial meld must be worth at least %(needed)s "
            "points; the cards you lay down are worth %(have)s."
        ),
    )
    return text % {
        "score": some_points(told.facts["score"]),
        "needed": told.number("needed"),
        "have": told.number("have"),
    }


def _too_little_for_all(told: Told) -> str:
    """That it is too little whatever the text means."""
    return told.say(
        gettext(
            "For a score of %(score)s points before the deal, the text can mean a "
            "minimum of %(readings)s; the cards you lay down are worth %(have)s, and that is too "
            "little for either."
        ),
        gettext(
            "For a score of %(score)s points before the deal, the text can mean a "
            "minimum of %(readings)s; the cards %(who)s lays down are worth %(have)s, and that "
            "is too little for either."
        ),
    ) % {"score": told.number("score"), "readings": _either(_readings(told)), "have": told.number("have")}


def _either(readings: Sequence[int]) -> str:
    """ "90 or 120"."""
    return naming.either([naming.number(reading) for reading in readings])


def _minimum_left_open(told: Told) -> str:
    """Why the text does not say whether this is enough for the initial meld."""
    if not told.facts["readings"]:
        return gettext(
            "This rule set gives no minimum for the initial meld, so it is not clear whether %(have)s points "
            "are enough."
        ) % {"have": told.number("have")}
    return gettext(
        "At a score of %(score)s points before the deal, the text can mean a minimum of %(readings)s "
        "points, so it is not clear whether %(have)s points are enough."
    ) % {
        "score": told.number("score"),
        "readings": _either(told.facts["readings"]),
        "have": told.number("have"),
    }


@breach("initial.top-card-counts")
def cards_below_used(told: Told) -> Breach:
    if told.facts["needed"] is None:
        text = (
            gettext(
                "This rule set gives no minimum for the initial meld, so it is not clear whether cards from "
                "below the top card may be laid yet: %(cards)s."
            )
            if told.position.rules.initial_steps is None
            else gettext(
                "The text leaves open which minimum applies at this score, and "
                "therefore also whether cards from below the top card may be laid "
                "yet: %(cards)s."
            )
        )
        return Breach(text % {"cards": naming.cards_with_articles(told.cards)})
    why = told.say(
        gettext(
            "Until the initial meld has reached %(needed)s points, only the top card of the pile may be "
            "laid and none of the cards below it. So far there are %(have)s points, and you are already "
            "using %(cards)s from below the top card."
        ),
        gettext(
            "Until the initial meld has reached %(needed)s points, only the top card of the pile may be "
            "laid and none of the cards below it. So far the cards laid make only %(have)s "
            "points, and %(who)s is already using %(cards)s from below the top card."
        ),
    ) % {
        "needed": told.number("needed"),
        "have": told.number("have"),
        "cards": naming.cards_in_text(told.cards, "accusative"),
    }
    return Breach(
        why,
        told.say(
            gettext("Reach %(needed)s points with the top card and the cards that you held before."),
            gettext("At least %(needed)s points with the top card and the cards already held."),
        )
        % {"needed": told.number("needed")},
    )


def initial_meld_so_far(position: Position, actions: Sequence[Action], *, seat: Seat) -> Sentence | None:
    """How much of the minimum is still missing where these legal actions have begun the initial meld.

    None where nothing is missing, and where the player has gone out below the minimum.
    """
    if position.own.opened or not any(action.verb in ("meld", "take", "add") for action in actions):
        return None
    table = Table(position, asks=any(action.verb == "ask" for action in actions))
    for action in actions:
        table.do(action)
    turn = table.turn
    if not turn.owes_minimum or turn.over or turn.hand_is_empty:
        return None
    rule = threshold_rule(turn)
    facts = {"needed": turn.minimum, "have": turn.laid, "score": turn.score}
    told = Told(facts=facts, position=position, actions=tuple(actions), seat=seat)
    parts = [_so_far(told, turn)]
    if turn.fresh_canastas:
        parts.append(only_values_count(told))
    return Sentence(" ".join(parts), rule)


def _so_far(told: Told, turn: Turn) -> str:
    missing = turn.minimum - turn.laid
    numbers = {
        "have": told.number("have"),
        "needed": told.number("needed"),
        "missing": naming.number(missing),
    }
    if readings := _readings(told):
        return gettext(
            "So far that makes %(have)s points for the initial meld. At this score the text can mean a "
            "minimum of %(readings)s."
        ) % {**numbers, "readings": _either(readings)}
    if not turn.unknown and not reaches(turn, missing, keep=0):
        return (
            told.say(
                gettext(
                    "That makes %(have)s of the %(needed)s points that the initial meld needs. It is allowed only "
                    "because you can still go out concealed in this turn: then no minimum applies."
                ),
                gettext(
                    "That makes %(have)s of the %(needed)s points that the initial meld needs. It is allowed only "
                    "because %(who)s can still go out concealed in this turn: then no minimum applies."
                ),
            )
            % numbers
        )
    return (
        ngettext(
            "So far that makes %(have)s of the %(needed)s points that the initial meld needs: %(missing)s point "
            "is still missing.",
            "So far that makes %(have)s of the %(needed)s points that the initial meld needs: %(missing)s points "
            "are still missing.",
            missing,
        )
        % numbers
    )


@ground("initial.per-side")
def already_opened(told: Told) -> str:
    return told.say(
        gettext("You have made your initial meld, so no minimum applies any more."),
        gettext("%(Side)s has made its initial meld, so no minimum applies any more."),
        side=gettext("Your side has made its initial meld, so no minimum applies any more."),
    )


@ground(*STEP_RULES, "initial.boundaries")
def minimum_reached(told: Told) -> str:
    readings = _readings(told)
    if readings:
        return gettext(
            "For a score of %(score)s points before the deal, the text can mean a "
            "minimum of %(readings)s; %(have)s points are enough for both."
        ) % {"score": told.number("score"), "readings": _either(readings), "have": told.number("have")}
    return gettext(
        "%(have)s points meet the minimum of %(needed)s that applies at a score of %(score)s before the deal."
    ) % {
        "have": told.number("have"),
        "needed": told.number("needed"),
        "score": told.number("score"),
    }


@ground("initial.several-melds")
def several_melds(told: Told) -> str:
    count = told.facts["melds"]
    return ngettext(
        "%(count)s meld makes up the initial meld.",
        "%(count)s melds together make up the initial meld.",
        count,
    ) % {"count": naming.first_upper(naming.number_word(count))}


@ground("initial.wild-allowed")
def wild_cards_count(told: Told) -> str:
    return gettext("Wild cards may be part of the initial meld and count at their own value.")


@ground("initial.top-card-counts")
def top_card_counts(told: Told) -> str:
    return gettext(
        "Only the top card of the pile counts towards the minimum, and with that card the minimum is reached."
    )
