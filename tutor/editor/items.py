"""From a table and what is done on it to an exercise: its task, what is wrong with it, and where it is found."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext
from pydantic import ValidationError

from engine.judging.judge import judge
from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.position import Position
from engine.law.rulebook import RULES
from engine.law.verdict import Verdict
from engine.notation.position_line import format_position, parse_position
from engine.notation.text import parse_actions, parse_cards
from lessons.content.base import LANGUAGES
from lessons.content.reading import Item, hash_of
from lessons.content.tasks import KindName, read_task
from lessons.fresh.sisters import MARK, sister_number
from lessons.kinds.asking.goals import goal_of, look_of
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.reasons import fitting_reasons
from lessons.kinds.registry import KINDS, Laid, kinds
from lessons.mining.near import NEAR, may_be_offered
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_title
from lessons.words import naming
from tutor.editor.models import OwnItem

PREFIX: Final = "own/"
NEAR_REASONS: Final = 3
"""So many rules near the one that decides are kept with an exercise: false answers are about them first."""
MOST_IN_HAND: Final = 26
"""So many cards the engine finds an answer for soon; a hand that is dealt has fifteen at most."""
_PLACEHOLDER: Final = {"de": "–", "en": "–"}
_ORDINARY: Final = frozenset(
    {"turn.draw-or-take", "turn.draw-count", "turn.discard-one", "turn.only-in-turn"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An exercise about to be saved. ``goal`` and ``right`` hold a text for each language, maybe empty."""

    kind: KindName
    position: Position
    actions: tuple[Action, ...] = ()
    next_cards: tuple[Card, ...] = ()
    reasons: tuple[str, ...] = ()
    goal: tuple[str, str] = ("", "")
    right: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why an exercise may be a bad one. ``forbids`` says that nobody could solve it, so it is not saved at all."""

    message: str
    forbids: bool = False


def titles_of_kinds() -> dict[KindName, str]:
    """What a table can be made into, by the names of the kinds, in the order in which they are offered."""
    offered = [(kind.own.place, kind.name, str(kind.own.title)) for kind in kinds() if kind.own]
    return {name: title for _, name, title in sorted(offered)}


def kinds_for(
    position: Position, actions: Sequence[Action], next_cards: Sequence[Card]
) -> tuple[KindName, ...]:
    """Which exercises can be made of this table. With a large hand, none for which an answer must be found."""
    laid = Laid(position=position, actions=tuple(actions), next_cards=tuple(next_cards))
    large = len(position.hand) > MOST_IN_HAND
    made = [name for name in titles_of_kinds() if KINDS[name].can_be_made(laid)]
    return tuple(name for name in made if KINDS[name].judges_claim or not large)


def hindrance(position: Position, actions: Sequence[Action], next_cards: Sequence[Card]) -> str:
    """Why no exercise can be made of this table yet, in the reader's language; nothing where one can."""
    if kinds_for(position, actions, next_cards):
        return ""
    if len(position.hand) > MOST_IN_HAND:
        return gettext(
            "With more than %(most)s cards in the hand it takes too long to find out whether an exercise can be "
            "solved. Say what the player does: then the exercise can ask whether that is allowed."
        ) % {"most": MOST_IN_HAND}
    return gettext(
        "To turn it into an exercise, say which cards come from the stock, or what the player does."
    )


def verdict_on(
    position: Position, actions: Sequence[Action], *, remedy: bool = False, stay: int = 0
) -> Verdict:
    """The verdict on what is done so far; a turn that has not ended may go on. Raises EngineError.

    ``remedy`` has the smallest legal change looked for, which costs more than the verdict: only where it is shown.
    It leaves the first ``stay`` actions as they are.
    """
    return judge(position, tuple(actions), unfinished=not has_ended(actions), remedy=remedy, stay=stay)


def has_ended(actions: Sequence[Action]) -> bool:
    return bool(actions) and actions[-1].verb in ("discard", "end")


def right_reason(verdict: Verdict, position: Position, actions: Sequence[Action]) -> str:
    """The rule that decides: the one that the verdict names to whoever asks, where a text is open the open one."""
    if verdict.legal is None:
        return verdict.undecided[0]
    fitting = fitting_reasons(verdict)
    told = explain(verdict, position=position, actions=tuple(actions), reveal=False).rule_id
    if told in fitting:
        return told
    cited = [finding.rule for finding in (verdict.broken or verdict.findings)]
    telling = [rule for rule in cited if rule in fitting and rule not in _ORDINARY]
    return (telling or cited or ["turn.discard-one"])[0]


def near_reasons(verdict: Verdict, position: Position, actions: Sequence[Action]) -> tuple[str, ...]:
    """Rules of which something false may be believed here, near misses first; none of them fits."""
    fitting = {*fitting_reasons(verdict), *verdict.undecided}
    decides = right_reason(verdict, position, actions)
    section = [
        rule.id for rule in RULES.values() if rule.sort == "judged" and rule.section == RULES[decides].section
    ]
    candidates = dict.fromkeys((*NEAR.get(decides, ()), *section, *NEAR["turn.keep-a-card"]))
    fit = [rule for rule in candidates if rule not in fitting and may_be_offered(rule, position)]
    return tuple(fit[:NEAR_REASONS])


def record_of(draft: Draft, *, name: str) -> dict[str, Any]:
    """The task as files of the content write it."""
    record: dict[str, Any] = {"kind": draft.kind, "slug": name, "position": format_position(draft.position)}
    kind = KINDS[draft.kind]
    right = ""
    if kind.judges_claim:
        right = right_reason(verdict_on(draft.position, draft.actions), draft.position, draft.actions)
    laid = Laid(
        position=draft.position, actions=draft.actions, next_cards=draft.next_cards, reasons=draft.reasons, right=right,
    )  # fmt: skip
    record |= kind.record(laid, name=name)
    for key, texts in (("goal", draft.goal), ("right", draft.right)):
        if any(texts):
            one_of = texts[0] or texts[1]
            record[key] = {language: text or one_of for language, text in zip(LANGUAGES, texts, strict=True)}
    return record


def draft_of(record: dict[str, Any]) -> Draft:
    """The exercise that a record holds, to be changed. Raises EngineError for a damaged record."""
    reasons = record.get("reasons", ())
    right = record.get("rules", [""])[0]

    def texts(key: str) -> tuple[str, str]:
        said = record.get(key, {})
        both = (said.get("de", ""), said.get("en", ""))
        return both if both[0] != both[1] else (both[0], "")

    return Draft(
        kind=record["kind"], position=parse_position(record["position"]),
        actions=parse_actions(record.get("actions", ())), next_cards=parse_cards(record.get("next_cards", "")),
        reasons=tuple(rule for rule in reasons if rule != right), goal=texts("goal"), right=texts("right"),
    )  # fmt: skip


def item_from(record: dict[str, Any]) -> Item:
    """The exercise of a record. Raises pydantic's ValidationError for one of wrong shape."""
    question = {key: value for key, value in record.items() if key not in ("slug", "goal", "right")}
    filled = {"goal": _PLACEHOLDER, "look": _PLACEHOLDER, "rules": ["turn.discard-one"], **record}
    task = read_task({**filled, "slug": "own"})
    item = Item(
        slug=f"{PREFIX}{record['slug']}", task=task, content_hash=hash_of(question), group="own", number=1,
        is_puzzle=False, source=("own", str(record["slug"])),
    )  # fmt: skip
    new: dict[str, Any] = {"look": look_of(item)}
    if "goal" not in record:
        new["goal"] = goal_of(item)
    if "rules" not in record:
        new["rules"] = _rules_of(item)
    return replace(item, task=task.model_copy(update=new))


def _rules_of(item: Item) -> tuple[str, ...]:
    """What a turn or a first meld is about: the rule that a right answer shows best."""
    answer = solution(item)
    if answer is None or item.position is None:
        return ("turn.discard-one",)
    actions = parse_actions(answer["actions"])
    return (right_reason(verdict_on(item.position, actions), item.position, actions),)


def doubts_about(draft: Draft) -> tuple[Doubt, ...]:
    """Why this would not be a good exercise, in the active language."""
    if not KINDS[draft.kind].judges_claim:
        if solution(item_from(record_of(draft, name="draft"))) is None:
            return (
                Doubt(
                    gettext("The engine finds no answer that is allowed, so nobody could solve this."),
                    forbids=True,
                ),
            )
        return ()
    verdict = verdict_on(draft.position, draft.actions)
    found = []
    if verdict.legal is None:
        titles = _titles(verdict.undecided, draft.position)
        found.append(
            Doubt(
                gettext(
                    "The text of this rule set does not decide the position "
                    "(%(rules)s). “The text does not decide” is then the right "
                    "answer; choosing another one does not count as a miss."
                )
                % {"rules": titles}
            )
        )
    broken = list(dict.fromkeys(finding.rule for finding in verdict.broken))
    if len(broken) > 1:
        found.append(
            Doubt(
                gettext("More than one rule is broken (%(rules)s). Each of them would be a right reason.")
                % {"rules": _titles(broken, draft.position)}
            )
        )
    return tuple(found)


def _titles(rules: Sequence[str], position: Position) -> str:
    return naming.join_words(
        [gettext("“%(title)s”") % {"title": rule_title(rule, position.rules) or rule} for rule in rules]
    )


class OwnItems:
    """The provider of exercises of one's own."""

    prefix = PREFIX

    def find(self, slug: str) -> Item | None:
        """The exercise with this slug; None if there is none, or if the engine of today cannot read it any more."""
        row = OwnItem.objects.filter(token=slug.removeprefix(PREFIX)).first()
        return item_of(row) if row is not None else None

    def find_many(self, slugs: Iterable[str]) -> dict[str, Item]:
        """Those that there are, by slug."""
        rows = OwnItem.objects.filter(token__in=[slug.removeprefix(PREFIX) for slug in slugs])
        found = {f"{PREFIX}{row.token}": item_of(row) for row in rows}
        return {slug: item for slug, item in found.items() if item is not None}

    def url(self, item: Item) -> str:
        """Its own page; a sister's too."""
        token, number = item.slug.removeprefix(PREFIX).partition(MARK)[0], sister_number(item.slug)
        if number is not None:
            return reverse("editor:item-again", args=[token, number])
        return reverse("editor:item", args=[token])


def item_of(row: OwnItem) -> Item | None:
    """The exercise of a row; None if its record cannot be read any more."""
    try:
        return item_from({**row.record, "slug": row.token})
    except (ValidationError, ValueError):  # EngineError is a ValueError
        return None
