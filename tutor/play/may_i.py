"""“May I?”: whether the selected cards may be used for each of the things that they could be meant for.

Nothing here changes the game, and nothing looks at cards that the learner cannot see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from django.utils.translation import gettext, pgettext

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.verdict import Verdict
from engine.play.view import view_of_deal
from lessons.coaching.moments import Moment
from lessons.coaching.registry import remarks
from lessons.kinds.asking.working import chosen_cards, staged_with
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.card_buttons import CardsForm
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.saying.remedies import without_action
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_short, rule_title
from lessons.words import naming
from tutor.editor.items import verdict_on
from tutor.play.coaching import Line, line_of
from tutor.play.house_rules import ours_of
from tutor.play.sitting import Sitting

MOST_MELDS: Final = 3
"""Of so many melds each is answered for itself; of more, those with the same answer together."""


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


def may_i(sitting: Sitting, work: Work, form: CardsForm) -> list[Answer]:
    """The answers, each thing once. Raises AnswerError where nothing is selected that could be meant."""
    found = {action: _answer(sitting, action) for action in _meant(sitting, work, form)}
    if not found:
        raise AnswerError("cards", gettext("Select the cards that you want to ask about."))
    adds = {action: answer for action, answer in found.items() if action.verb == "add"}
    if len(adds) <= MOST_MELDS:
        return list(found.values())
    others = [answer for action, answer in found.items() if action not in adds]
    return [*_together(sitting, adds), *others]


def _meant(sitting: Sitting, work: Work, form: CardsForm) -> Iterator[Action]:
    """What a selection could be meant for; two buttons may mean the same."""
    item = turn_at(sitting.deal.position())
    for do in _buttons(sitting, chosen_cards(item, work), form):
        try:
            yield staged_with(item, work, do).actions[-1]
        except AnswerError:
            continue


def _buttons(sitting: Sitting, cards: tuple[Card, ...], form: CardsForm) -> Iterator[str]:
    """What a selection could be meant for, as the buttons of the form are called."""
    if sitting.deal.turn.phase == "draw":
        if cards or not form.onto:
            yield "take"
        yield from (button.do for button in form.onto)
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


def _together(sitting: Sitting, adds: dict[Action, Answer]) -> list[Answer]:
    """The same cards added to many melds: those that may be done in one answer, and one for each rule against it."""
    alike: dict[tuple[str, str], list[tuple[Action, Answer]]] = defaultdict(list)
    for action, answer in adds.items():
        rule = "" if answer.outcome == "right" else answer.why.rule_id
        alike[answer.outcome, rule].append((action, answer))
    order = sorted(alike, key=lambda key: key[0] != "right")
    return [_one_for(sitting, *zip(*alike[key], strict=True)) for key in order]


def _one_for(sitting: Sitting, actions: Sequence[Action], answers: Sequence[Answer]) -> Answer:
    first = answers[0]
    if len(answers) == 1:
        return first
    cards = naming.cards_in_text(actions[0].cards, "accusative")
    asked = naming.adding_in_words(cards, [action.target for action in actions])
    why = first.why
    if len({answer.why.text for answer in answers}) > 1:
        why = replace(why, text=rule_short(why.rule_id, sitting.deal.rules) if why.rule_id else "")
    more = dict.fromkeys(line for answer in answers for line in answer.more)
    return replace(first, asked=naming.first_upper(asked), why=why, more=tuple(more))


def _of_last(verdict: Verdict, place: int, *, opens: bool) -> Verdict:
    """The verdict with what allows the action at this place; as it is where it is not allowed.

    With ``opens`` it is this action that brings the initial meld to its minimum, if the turn does.
    """
    findings = tuple(
        [
            finding
            for finding in verdict.findings
            if finding.action == place
            or (finding.action is None and (opens or not finding.rule.startswith("initial.")))
        ]
    )
    return replace(verdict, findings=findings) if verdict.legal and findings else verdict


def _answer(sitting: Sitting, action: Action) -> Answer:
    """What the engine says of an action; nothing changes."""
    deal = sitting.deal
    verdict = verdict_on(deal.position(), (*deal.actions, action))
    explained = explain(
        _of_last(verdict, len(deal.actions), opens=deal.turn.laid < deal.turn.minimum),
        position=deal.position(),
        actions=(*deal.actions, action),
        reveal=bool(action.cards),
    )
    rule = explained.rule_id or (verdict.undecided[0] if verdict.legal is None else "")
    text = explained.deciding.text if explained.deciding else ""
    why = Line(
        text=naming.first_upper(without_action(text, action).strip()),
        rule_id=rule, rule_title=rule_title(rule, deal.rules) if rule else "", ours=ours_of(rule, deal.rules),
    )  # fmt: skip
    asked = naming.first_upper(naming.action_in_words(action))
    try:
        after = deal.play(action)
    except ValueError:
        # Without a card to ask about, the answer says which would do.
        fix = "" if action.cards or not explained.fix else explained.fix.text
        return Answer(
            asked=asked,
            outcome="undecided" if verdict.legal is None else "wrong",
            why=why,
            more=(Line(text=fix),) if fix else (),
        )
    move = (after.steps or after.played[-1])[-1].move
    moment = Moment(view_of_deal(deal, sitting.watched.memory), deal.legal_moves(), move)
    more = [line_of(remark, sitting) for remark in remarks(moment, during_play=True) if not remark.missed]
    return Answer(
        asked=asked, outcome="right", why=why, more=tuple([replace(line, rule_id="") for line in more])
    )
