"""The coach beside a played deal, in words: what is asked of it, and what it says of what was done.

Nothing here changes the game, and nothing looks at cards that the learner cannot see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from engine.law.position import SINGLE_PLAYERS
from engine.play.players.going_out import answer
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.view import view_of_deal
from engine.turn.table import Table, realise
from lessons.coaching import chances
from lessons.coaching.registry import Remark, say
from lessons.saying.players import told
from lessons.saying.wording import rule_short, rule_title
from lessons.words import naming
from tutor.learning.addresses import item_url
from tutor.play.meeting import rules_of, step_to_learn
from tutor.play.models import PlayedGame
from tutor.play.noting import OF_TRYING_OUT, reason_of
from tutor.play.sitting import Sitting
from tutor.play.telling import pace_title


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A sentence of the coach, with the rule to read on, and a chance as a number where it states one.

    ``ours`` is what the house rules of the game say otherwise about that rule.
    """

    text: str
    tone: str = ""
    figure: str = ""
    rule_id: str = ""
    rule_title: str = ""
    ours: str = ""


def coach_title(coach: str) -> str:
    """How much the coach says, as a choice."""
    return {
        "silent": pgettext("coach", "silent"),
        "asked": pgettext("coach", "when I ask"),
        "each": pgettext("coach", "after each move"),
    }[coach]


@dataclass(frozen=True, slots=True)
class Choice:
    """How much somebody says, as buttons: ``options`` are values, titles, and whether that is chosen."""

    verb: str
    name: str
    title: str
    options: tuple[tuple[str, str, bool], ...]


def _telling(row: PlayedGame, *, has_partner: bool) -> list[Choice]:
    """What can be chosen: how quickly the others play, what coach and partner say, how the learner's cards lie."""
    coaches = tuple((name, coach_title(name), name == row.coach) for name in PlayedGame.Coach.values)
    coach = Choice("coach", gettext("The coach"), gettext("The coach speaks:"), coaches)
    orders = (
        ("rank", pgettext("order of the hand", "by rank"), not row.by_suit),
        ("suit", pgettext("order of the hand", "by suit"), row.by_suit),
    )
    sort = Choice("sort", gettext("Your hand"), gettext("My cards are sorted:"), orders)
    paces = tuple((name, pace_title(name), name == row.pace) for name in PlayedGame.Pace.values)
    pace = Choice("pace", gettext("How the others play"), gettext("The others play:"), paces)
    if not has_partner:
        return [pace, coach, sort]
    on, off = pgettext("may I?", "yes"), pgettext("may I?", "no")
    partners = (("on", on, row.partner_tells), ("off", off, not row.partner_tells))
    named = pgettext("at the table", "Your partner")
    return [pace, coach, Choice("partner", named, gettext("My partner says why:"), partners), sort]


def coach_context(row: PlayedGame, sitting: Sitting) -> dict[str, Any]:
    """What the coach and the partner say unasked of what was done, and how much they say."""
    kept = row.coached if row.coached.get("deal") == _deal_spoken_of(sitting) else {}
    is_on = row.coach != PlayedGame.Coach.SILENT
    return {
        "telling": _telling(row, has_partner=sitting.game.seating.players > SINGLE_PLAYERS),
        "coach_is_on": is_on,
        "remarks": _remarks(row, kept, sitting) if row.coach == PlayedGame.Coach.EACH else [],
        "turn_goes_on": sitting.state == "mine" and kept.get("turn") == len(sitting.deal.played),
        "partner_why": _partner_why(kept) if row.partner_tells else "",
        "met": _met(row, kept, sitting) if is_on and sitting.state in ("mine", "asked") else None,
    }


def _deal_spoken_of(sitting: Sitting) -> int:
    """The deal that is being played; between deals the one before."""
    return sitting.game.number - (sitting.state == "over")


def _remarks(row: PlayedGame, kept: dict[str, Any], sitting: Sitting) -> list[Line]:
    return [line_of(Remark(**one), sitting) for one in kept.get("remarks", ())]


def line_of(remark: Remark, sitting: Sitting) -> Line:
    """What a theme has found, as a sentence of the coach."""
    return Line(
        text=say(remark),
        tone=remark.tone,
        figure="" if remark.chance is None else chances.figure(remark.chance),
        rule_id=remark.rule or "",
        rule_title=rule_title(remark.rule, sitting.game.rules) if remark.rule else "",
    )


def _partner_why(kept: dict[str, Any]) -> str:
    partner = kept.get("partner")
    if partner is None:
        return ""
    if partner["reason"] == OF_TRYING_OUT:
        return gettext("I have tried my moves out on many possible deals, and this move did best.")
    return told(reason_of(partner))


def _met(row: PlayedGame, kept: dict[str, Any], sitting: Sitting) -> dict[str, str] | None:
    """The rule that this situation has met for the first time, in a sentence, and the step that teaches it.

    None as soon as it matters no more, such as how a turn begins once it has begun.
    """
    met = kept.get("met")
    if met is None or met["turn"] != len(sitting.deal.played) or met["rule"] not in rules_of(sitting):
        return None
    rules = sitting.game.rules
    step = step_to_learn(row.learner, met["rule"], rules)
    if step is None:
        return None
    alone = sitting.game.seating.players <= SINGLE_PLAYERS
    return {
        "title": rule_title(met["rule"], rules), "text": rule_short(met["rule"], rules, alone=alone),
        "url": item_url(step),
    }  # fmt: skip


# What the coach is asked


def would_do(sitting: Sitting) -> Line:
    """What the careful style would do next in the learner's place, and why; asked by the partner, what it would say."""
    deal = sitting.deal
    if sitting.state == "asked":
        yes, decision = answer(view_of_deal(deal, sitting.watched.memory, sitting.me), CAREFUL)
        done = gettext("Yes, go out") if yes else gettext("No, play on")
        return _quoted(done, told(decision))
    decision = RulePlayer(CAREFUL).choose(view_of_deal(deal, sitting.watched.memory), deal.legal_moves())
    table = Table(deal.position())
    for action in deal.actions:
        table.do(action)
    done = naming.first_upper(naming.action_in_words(realise(table, decision.move)))
    return _quoted(done, told(decision))


def _quoted(action: str, reason: str) -> Line:
    return Line(text=gettext("%(action)s. “%(reason)s”") % {"action": action, "reason": reason})
