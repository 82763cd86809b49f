"""The coach beside a played deal, in words: what is asked of it, and what it says of what was done.

Nothing here changes the game, and nothing looks at cards that the learner cannot see.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Final

from django.utils.translation import gettext, pgettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import SINGLE_PLAYERS
from engine.law.verdict import Verdict
from engine.play.players.player import RulePlayer
from engine.play.players.style import CAREFUL
from engine.play.view import view_of_deal
from engine.turn.table import Table, realise
from lessons.coaching import chances
from lessons.coaching.moments import Moment
from lessons.coaching.registry import Remark, remarks, say
from lessons.kinds.asking.working import chosen_cards, staged_with
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.card_buttons import CardsForm
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.saying.players import told
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_short, rule_title
from lessons.words import naming
from tutor.editor.items import verdict_on
from tutor.learning.addresses import item_url
from tutor.play.house_rules import ours_of
from tutor.play.meeting import rules_of, step_to_learn
from tutor.play.models import PlayedGame
from tutor.play.noting import OF_TRYING_OUT, reason_of
from tutor.play.sitting import Sitting
from tutor.play.telling import pace_title

MOST_ANSWERS: Final = 5
"""Things that a selection could be meant for, each with its answer."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Whether one thing may be done: ``outcome`` is right, wrong or undecided, ``more`` what else there is to say."""

    asked: str
    outcome: str
    why: Line
    more: tuple[Line, ...] = ()

    @property
    def outcome_words(self) -> str:
        """The answer in a word."""
        if self.outcome == "undecided":
            return gettext("the text does not decide")
        return pgettext("may I?", "yes") if self.outcome == "right" else pgettext("may I?", "no")


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
    return [_line(Remark(**one), sitting) for one in kept.get("remarks", ())]


def _line(remark: Remark, sitting: Sitting) -> Line:
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
    """What the careful style would do next in the learner's place, and why."""
    deal = sitting.deal
    decision = RulePlayer(CAREFUL).choose(view_of_deal(deal, sitting.watched.memory), deal.legal_moves())
    table = Table(deal.position())
    for action in deal.actions:
        table.do(action)
    done = naming.first_upper(naming.action_in_words(realise(table, decision.move)))
    return Line(text=gettext("%(action)s. “%(reason)s”") % {"action": done, "reason": told(decision)})


def may_i(sitting: Sitting, work: Work, form: CardsForm) -> list[Answer]:
    """Whether the selected cards may be used for each of the things that they could be meant for.

    Raises AnswerError where nothing is selected that could be meant.
    """
    item = turn_at(sitting.deal.position())
    cards = chosen_cards(item, work)
    found: list[Answer] = []
    for do in list(_meant(sitting, cards, form))[:MOST_ANSWERS]:
        try:
            action = staged_with(item, work, do).actions[-1]
        except AnswerError:
            continue
        found.append(_answer(sitting, action))
    if not found:
        raise AnswerError("cards", gettext("Select the cards that you want to ask about."))
    return found


def _meant(sitting: Sitting, cards: tuple[Card, ...], form: CardsForm) -> Iterator[str]:
    """What a selection could be meant for, as the buttons of the form are called."""
    if sitting.deal.turn.phase == "draw":
        if cards or not form.onto:
            yield "take"
        yield from (button.do for button in form.onto if not cards or "-" in button.do)
        return
    ranks = {card.rank for card in cards if not card.is_wild}
    for button in form.targets:
        rank = button.do.partition(":")[2]
        if cards and (not ranks or rank[0] in ranks or "-" in rank):
            yield button.do
    if len(cards) > 1:
        yield "meld"
    if len(cards) == 1:
        yield "discard"


def _of_last(verdict: Verdict, place: int) -> Verdict:
    """The verdict with what allows the action at this place; as it is where it is not allowed."""
    findings = tuple([finding for finding in verdict.findings if finding.action == place])
    return replace(verdict, findings=findings) if verdict.legal and findings else verdict


def _answer(sitting: Sitting, action: Action) -> Answer:
    """What the engine says of an action; nothing changes."""
    deal = sitting.deal
    verdict = verdict_on(deal.position(), (*deal.actions, action))
    explained = explain(
        _of_last(verdict, len(deal.actions)), position=deal.position(), actions=(*deal.actions, action)
    )
    rule = explained.rule_id or (verdict.undecided[0] if verdict.legal is None else "")
    why = Line(
        text=explained.deciding.text if explained.deciding else "",
        rule_id=rule, rule_title=rule_title(rule, deal.rules) if rule else "", ours=ours_of(rule, deal.rules),
    )  # fmt: skip
    asked = naming.first_upper(naming.action_in_words(action))
    try:
        after = deal.play(action)
    except ValueError:
        return Answer(asked=asked, outcome="undecided" if verdict.legal is None else "wrong", why=why)
    move = (after.steps or after.played[-1])[-1].move
    moment = Moment(view_of_deal(deal, sitting.watched.memory), deal.legal_moves(), move)
    more = [_line(remark, sitting) for remark in remarks(moment, during_play=True) if not remark.missed]
    return Answer(
        asked=asked, outcome="right", why=why, more=tuple([replace(line, rule_id="") for line in more])
    )
