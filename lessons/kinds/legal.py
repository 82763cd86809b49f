"""Legal or not, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any, Final, Literal, Self

from django.http import QueryDict
from django.utils.translation import get_language, gettext, gettext_lazy, override
from pydantic import StrictBool, model_validator

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.verdict import Verdict
from lessons.content.base import LANGUAGES, ActionTexts, PositionText, Task
from lessons.content.providers import provider_of
from lessons.content.reading import Item
from lessons.content.tasks import KindName
from lessons.kinds.common import diagnoses
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.forms import AnswerForm, Choice
from lessons.kinds.common.options import check_button
from lessons.kinds.common.playing import marked, these
from lessons.kinds.common.reason_words import reason_in_words, verdict_words, with_reason
from lessons.kinds.common.reasons import Reasons, fitting_reasons, offered_reasons
from lessons.kinds.common.result import Outcome, Result
from lessons.kinds.common.shown import marked_in, still
from lessons.kinds.common.turning import turned_verdicts
from lessons.kinds.common.work import Work
from lessons.kinds.offered.lists import Offered, answers, deciding, in_order
from lessons.kinds.registry import Fault, Judged, Kind, Laid, Own, kind_of, register
from lessons.saying.verdicts import deciding_breach, explain, offending_cards

MOST_VALUE: Final = 80
"""Characters of a form value: a verdict and the id of a rule."""


class LegalTask(Task):
    """Legal or not, and why. ``reasons`` are the rules offered as reasons."""

    kind: Literal["legal"]
    position: PositionText
    actions: ActionTexts
    unfinished: StrictBool = False
    reasons: Reasons

    @model_validator(mode="after")
    def _reasons_differ(self) -> Self:
        if len(set(self.reasons)) < len(self.reasons):
            raise ValueError("a reason is offered twice")
        return self


@register
class Legal(Kind[LegalTask]):
    """A claim of actions is judged, allowed or not, and one of the rules offered is the reason."""

    name = KindName("legal")
    title = gettext_lazy("Legal or not, and why")
    place = 1
    model = LegalTask
    pace = "seconds"
    one_step = "tap"
    judges_claim = True
    turned_share = 0.65  # more than half, since about three in ten verdicts cannot be turned
    table_is_asked = True
    own = Own(1, gettext_lazy("Allowed or not, and why?"))
    fields = {"legal": 20, "reason": 60, "lot": 40}

    def offered(self, item: Item) -> tuple[Offered, ...]:
        """The answers to choose from, in the active language; none where only the verdict is asked for."""
        return _offered(item, get_language())

    def is_picked(self, item: Item) -> bool:
        return True

    def chance_of_guessing(self, item: Item) -> float:
        return 1 / max(2, len(self.offered(item)))

    def grade(self, item: Item, answer: Mapping[str, Any], *, reveal: bool) -> Result:
        task = self.task(item)
        said, reason = self._said(item, answer)
        verdict = judge(task.position, task.actions, unfinished=task.unfinished)
        cited = any(finding.rule == reason for finding in verdict.findings)
        about = (reason, *task.rules) if cited or not verdict.legal else (reason,)
        if not reason:
            about = task.rules
        explanation = explain(
            verdict, position=task.position, actions=task.actions, about=about, taught=reason, read_on=reason
        )
        verdict_hit = {"yes": True, "no": False, "undecided": None}[said] == verdict.legal
        fitting = fitting_reasons(verdict) if verdict.legal is not None else frozenset(verdict.undecided)
        reason_fits = not reason or reason in fitting
        right = verdict_hit and reason_fits
        if not right:
            explanation = explain(verdict, position=task.position, actions=task.actions, about=task.rules)
        missed: Outcome = "undecided" if verdict.legal is None and not verdict_hit else "wrong"
        return Result(
            outcome="right" if right else missed,
            answer={"legal": said, "reason": reason},
            explanation=explanation.with_headline(_headline(verdict, verdict_hit=verdict_hit, right=right)),
            verdict=verdict,
            marked_cards=() if verdict.legal else marked(verdict, task.actions, task.position),
        )

    def _said(self, item: Item, answer: Mapping[str, Any]) -> tuple[str, str]:
        """Verdict and reason of an answer. Raises AnswerError.

        Rules of the exercise may be given as the reason even where they stand in no answer: so it was asked before.
        """
        said, reason = str(answer.get("legal", "")), str(answer.get("reason", ""))
        offered = self.offered(item)
        if said not in ("yes", "no", "undecided"):
            missing = (
                gettext("Choose one of the answers first.")
                if offered
                else gettext("First choose whether it is allowed or not.")
            )
            raise AnswerError("legal", missing)
        if not reason and offered and said != "undecided":
            raise AnswerError("legal", gettext("Choose the reason as well."))
        if reason and reason not in {*self.task(item).reasons, *(one.rule for one in offered)}:
            raise AnswerError(
                "legal", gettext("The form did not arrive intact: this reason is not among those offered.")
            )
        return said, reason

    def shows(self, item: Item, result: Result) -> tuple[str, ...]:
        said, reason = result.answer["legal"], result.answer["reason"]
        legal = result.verdict.legal if result.verdict else None
        if legal is None:
            return (diagnoses.DECIDED if said != "undecided" else diagnoses.reason(reason),)
        if said == "undecided":
            return (diagnoses.UNDECIDED,)
        if (said == "yes") == legal:
            return (diagnoses.reason(reason),)
        if legal and not reason:
            return (diagnoses.doubts(result.explanation.rule_id),)
        return (diagnoses.forbids(reason) if legal else diagnoses.overlooks(result.explanation.rule_id),)

    def solution(self, item: Item) -> dict[str, Any] | None:
        task = self.task(item)
        verdict = _verdict(task)
        reason = deciding(task.rules, offered_reasons(item), verdict)
        if not reason or verdict.legal is None:
            return None
        return {"legal": "yes" if verdict.legal else "no", "reason": reason}

    def solution_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        said = self._sentence(item, answer) or verdict_words()[answer["legal"]]
        return f"{said} {reason_in_words(item, answer)}"

    def answer_in_words(self, item: Item, answer: Mapping[str, Any]) -> str:
        return self._sentence(item, answer) or with_reason(verdict_words()[answer["legal"]], item, answer)

    def _sentence(self, item: Item, answer: Mapping[str, Any]) -> str:
        """The answer as it is offered; empty for one that was given before answers were offered so."""
        kept = (answer["legal"], answer["reason"])
        return next((one.text for one in self.offered(item) if (one.said, one.rule) == kept), "")

    def concerned(self, item: Item) -> str:
        task = self.task(item)
        verdict = _verdict(task)
        breach = deciding_breach(verdict) if verdict.broken else None
        if told := _beside_the_cards(task, breach.rule if breach else task.rules[0]):
            return told
        cards = offending_cards(breach, task.actions) if breach else ()
        if breach is not None and breach.rule == "red3.expose-at-once":
            cards = tuple(card for card in task.position.hand if card.is_red_three)
        top = task.position.upcard
        if any(action.verb == "take" for action in task.actions) and top is not None:
            cards = tuple(dict.fromkeys((*cards, top)))
        return these(cards or task.actions[0].cards or _cards_of_action(task)) or (
            gettext("Look at what has already happened in this turn.")
            if len(task.actions) == 1
            else gettext("Go through the actions one by one.")
        )

    def goal(self, item: Item, *, alone: bool) -> str:
        return gettext("Is this allowed, and why?")

    def played(self, item: Item, result: Result) -> tuple[Action, ...]:
        said = {"yes": True, "no": False}.get(result.answer["legal"])
        if result.verdict is None or said == result.verdict.legal:
            return ()
        return self.task(item).actions

    def form(
        self, item: Item, work: Work, result: Result | None, error: AnswerError | None, *, focus: str
    ) -> dict[str, Any]:
        task = self.task(item)
        # Somebody's own exercise may be one that a text does not decide; those of the content and the bank never are.
        own = provider_of(item.slug) is not None
        lot = work.text("lot") or work.lot
        shown = in_order(self.offered(item), f"{item.slug} {lot}")
        form = legal_form(task.actions, shown, work.entered, undecided=own, lot=lot)
        return still(task.position, marked=marked_in(result)) | {"form": form}

    def from_form(self, item: Item, form: QueryDict, draft: Work) -> dict[str, Any]:
        entered = super().from_form(item, form, draft)
        if entered["legal"]:  # a page that asked for verdict and reason one by one
            return entered
        return entered | said_in(form.get("answer", "")[:MOST_VALUE])

    def answer(self, item: Item, work: Work) -> dict[str, Any]:
        return {"legal": work.text("legal"), "reason": work.text("reason")}

    def of_choice(self, item: Item, value: str) -> dict[str, Any]:
        return said_in(value)

    def is_legal(self, item: Item) -> bool | None:
        return _verdict(self.task(item)).legal

    def turned(self, item: Item, rng: Random) -> Iterator[dict[str, Any]]:
        return turned_verdicts(self.task(item), rng)

    def is_turned(self, item: Item, found: Item) -> bool:
        def offered(language: str) -> bool:
            with override(language):
                return bool(self.offered(found))

        return self.is_legal(item) != self.is_legal(found) and all(map(offered, LANGUAGES))

    def can_be_made(self, laid: Laid) -> bool:
        return bool(laid.actions)

    def record(self, laid: Laid, *, name: str) -> dict[str, Any]:
        reasons = [laid.right, *laid.reasons]
        Random(name).shuffle(reasons)
        return {
            "actions": [str(action) for action in laid.actions], "reasons": reasons, "rules": [laid.right],
            "unfinished": laid.actions[-1].verb not in ("discard", "end"),
        }  # fmt: skip

    def judged(self, item: Item) -> Iterator[Judged]:
        task = self.task(item)
        yield task.position, task.actions, task.unfinished

    def faults(self, item: Item) -> Iterator[Fault]:
        task = self.task(item)
        verdict = _verdict(task)
        if verdict.legal is None:
            yield "actions", f"the text of the rule set does not decide this: {', '.join(verdict.undecided)}"
            return
        fitting = fitting_reasons(verdict)
        if not fitting & set(task.reasons):
            word = "legal" if verdict.legal else "illegal"
            yield (
                "reasons",
                f"none of the offered reasons fits: it is {word} by {', '.join(sorted(fitting)) or 'no rule'}",
            )
        elif set(task.reasons) <= fitting:
            yield "reasons", "every offered reason fits, so there is nothing to choose"
        told = explain(verdict, position=task.position, actions=task.actions, about=task.rules).rule_id
        if told not in task.reasons and fitting & set(task.reasons):
            yield "reasons", f"the verdict names “{told}”, which is not offered"
        if not fitting & set(task.rules):
            yield "rules", f"none of the item's rules decides here: {', '.join(sorted(fitting))}"


@dataclass(frozen=True, slots=True, kw_only=True)
class LegalForm(AnswerForm):
    """The answers in the order of a lot, which the form sends along so that they keep their order.

    ``with_reasons`` says that they are whole sentences.
    """

    kind: str = "legal"
    template: str = "lessons/_answer_legal.html"
    lot: str = ""
    with_reasons: bool = False

    @property
    def look(self) -> str:
        """The classes of the list: sentences stand one below the other, single words in a row."""
        return "choices" if self.with_reasons else "choices row"


@lru_cache(maxsize=2_048)
def _offered(item: Item, language: str | None) -> tuple[Offered, ...]:
    """The answers in this language, which is the active one; they are the same for everybody."""
    task = kind_of(item).task(item)
    assert isinstance(task, LegalTask)
    return answers(
        task.position,
        task.actions,
        unfinished=task.unfinished,
        rules=task.rules,
        reasons=offered_reasons(item),
        name=item.slug,
        asking=item.is_puzzle,
    )


def legal_form(
    actions: Sequence[Action],
    offered: Sequence[Offered],
    answer: Mapping[str, str],
    *,
    undecided: bool = False,
    lot: str = "",
) -> LegalForm:
    """Legal or not: the answers that are offered, or only the two verdicts where there are none.

    With ``undecided`` one more says that the text does not decide.
    """
    said, reason = answer.get("legal", ""), answer.get("reason", "")
    chosen = f"{said} {reason}".strip()
    verdicts = [("yes", gettext("Allowed")), ("no", gettext("Not allowed"))]
    choices = [
        Choice(value=one.value, label=one.text, lead=one.lead, checked=one.value == chosen) for one in offered
    ] or [Choice(value=value, label=label, checked=value == chosen) for value, label in verdicts]
    if undecided:
        label = gettext("The text does not decide")
        choices.append(Choice(value="undecided", label=label, checked=said == "undecided"))
    return LegalForm(
        check=check_button(),
        claim=tuple(actions),
        choices=tuple(choices),
        lot=lot,
        with_reasons=bool(offered),
    )


def said_in(value: str) -> dict[str, str]:
    """Verdict and reason of an answer that a form sends as one value; nothing where it sends none."""
    said, _, reason = value.partition(" ")
    return {"legal": said, "reason": reason} if said else {}


def _verdict(task: LegalTask) -> Verdict:
    return judge(task.position, task.actions, unfinished=task.unfinished, remedy=False)


def _headline(verdict: Verdict, *, verdict_hit: bool, right: bool) -> str:
    if verdict.legal is None:
        if right:
            return gettext("Right, the text does not decide this.")
        if verdict_hit:
            return gettext("Half right: the text does leave something open, but it is a different point.")
        return gettext("The text does not decide this.")
    if right and verdict.legal:
        return gettext("Right, that is allowed.")
    if right:
        return gettext("Right, that is not allowed.")
    if verdict_hit and verdict.legal:
        return gettext("Half right: it is allowed, but for a different reason.")
    if verdict_hit:
        return gettext("Half right: it is not allowed, but for a different reason.")
    if verdict.legal:
        return gettext("Not right: it is allowed.")
    return gettext("Not right: it is not allowed.")


def _beside_the_cards(task: LegalTask, rule: str) -> str:
    """On what it depends where the cards that are played do not decide; empty where they do."""
    if rule == "turn.only-in-turn" and not task.position.my_turn:
        return gettext("See whose turn it is.")
    if rule == "out.canastas-needed":
        return (
            gettext("Count the canastas that your side has at the end.")
            if task.position.has_partner
            else gettext("Count the canastas that you have at the end.")
        )
    if rule != "out.ask-binding" or any(action.verb in ("draw", "take") for action in task.actions):
        return ""
    laid = Counter(card for action in task.actions for card in action.laid_cards)
    return these(tuple((Counter(task.position.hand) - laid).elements()))


def _cards_of_action(task: LegalTask) -> tuple[Card, ...]:
    """What matters for an action that plays no card: the wild cards of melds that are joined, the card on top."""
    action, top = task.actions[0], task.position.upcard
    if action.verb == "merge":
        rank = action.target.partition("#")[0]
        return tuple(card for meld in task.position.own.melds if meld.rank == rank for card in meld.wilds)
    return (top,) if action.verb == "end" and task.position.phase == "draw" and top is not None else ()
