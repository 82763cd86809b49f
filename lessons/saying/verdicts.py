"""From a verdict of the engine to what a learner reads: the result, what decided it, what would mend it, and the rule.

The sentences themselves stand in the modules of their topics beside this one, one function for each rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import CARDS, Card, sort_cards
from engine.law.position import Position
from engine.law.rulebook import RULES
from engine.law.verdict import Finding, Verdict
from lessons.saying import initial, melds, melds_laid, out, pile, pile_taken, samba, stock, threes, turn
from lessons.saying.base import BREACHES, GROUNDS, Breach, Sentence, Told
from lessons.saying.completed import completed_canastas
from lessons.saying.remedies import (
    about_action,
    example_in_words,
    is_near,
    limit_in_words,
    with_red_threes_exposed,
)
from lessons.saying.wording import is_told_in_words, rule_short
from lessons.table.position_words import Seat

TOPICS = (pile, pile_taken, melds, melds_laid, threes, initial, turn, stock, out, samba)
"""The modules that register sentences when they are imported."""

# Of the rules that allow something, those that say most about why come first; the rest follow the ledger.
_TELLING = (
    "concealed.minimum",
    "concealed.definition",
    "pickup.before-initial",
    "freeze.take-natural-pair-only",
    "pickup.add-to-canasta",
    "pickup.add-to-meld",
    "pickup.natural-plus-wild",
    "pickup.natural-pair",
    "initial.threshold-negative",
    "initial.threshold-low",
    "initial.threshold-mid",
    "initial.threshold-high",
    "samba.initial-7000",
    "samba.sequence-pickup",
    "samba.sequence-shape",
    "sambaopt.wild-melds",
    "house.joker-canasta-1000",
    "house.sperr-canasta-1500",
    "meld.merge",
    "black3.meld-only-going-out",
    "out.ask-binding",
    "out.canasta-same-turn",
    "out.canastas-needed",
    "stock.forced-take",
    "stock.last-red-three",
    "canasta.natural-to-mixed",
    "wild.add-to-canasta",
    "canasta.extend",
    "wild.max-per-meld",
    "wild.majority",
    "meld.min-natural",
    "meld.add-own-partner",
    "meld.min-size",
    "freeze.wild-discard",
    "black3.stop-card",
)
_TRIVIAL = frozenset(
    {"turn.draw-count", "turn.draw-or-take", "turn.discard-one", "meld.same-rank", "out.ask-optional"}
)
_BEFORE_EVENTS = frozenset({"concealed.minimum", "concealed.definition"})
"""Rules that say more of a turn than the canasta that it has completed."""
_SAID_BESIDE = "initial.per-side"
"""That a side has melded stands beside every question; as one more reason it would come with every meld."""
# The condition says already all that can be done: a pile that nothing takes, a question that nobody answers.
_NOTHING_TO_ADD = frozenset(
    {
        "pickup.top-wild",
        "pickup.top-black-three",
        "pickup.top-red-three",
        "pickup.one-card-rule",
        "out.ask-optional",
    }
)
_ABOUT_LAYING = frozenset(
    {
        "meld.add-own-partner",
        "meld.min-size",
        "meld.same-rank",
        "meld.min-natural",
        "wild.max-per-meld",
        "wild.majority",
        "samba.sequence-shape",
    }
)
"""Rules that say that cards may be laid; what they make is more."""
_WANTS_NATURALS_OF_THE_TOP = frozenset(
    {
        "freeze.take-natural-pair-only",
        "pickup.before-initial",
        "pickup.natural-pair",
        "pickup.natural-plus-wild",
    }
)
"""Rules on the way to the pile: natural cards of the top card's rank are innocent."""
_FOR_THE_NEXT_PLAYER = frozenset({"black3.stop-card", "freeze.wild-discard"})
MOST_FURTHER = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The four parts of a verdict in their order, and further reasons.

    ``deciding`` is the one condition that decided; ``fix`` the smallest change, in words; ``fix_actions`` that change
    as actions where it may be shown; ``rule_id`` the rule to read on; ``so_far`` what an initial meld that is begun
    still lacks; ``open_points`` what the text leaves open of actions that are allowed all the same.
    """

    headline: str = ""
    deciding: Sentence | None = None
    fix: Sentence | None = None
    fix_actions: tuple[Action, ...] = ()
    further: tuple[Sentence, ...] = ()
    rule_id: str = ""
    so_far: Sentence | None = None
    open_points: tuple[Sentence, ...] = ()

    def with_headline(self, headline: str) -> Explanation:
        return replace(self, headline=headline)


def explain(
    verdict: Verdict,
    *,
    position: Position,
    actions: Sequence[Action],
    about: Iterable[str] = (),
    reveal: bool = True,
    taught: str = "",
    read_on: str = "",
    seat: Seat = "you",
) -> Explanation:
    """Why these actions are allowed or not. ``about`` names the rules that the question is about, the main one first.

    With ``reveal`` the change that would make them legal is told with its cards, else only as a condition. ``taught``
    is a rule that is told in the words of the rulebook where nothing that allows the actions is what it is about;
    not where the rulebook has only a value for it and something else can be said. ``read_on`` is the rule to read on
    where none that the question is about is told, if it is not the one that is.
    ``seat`` is who acts, for the reader: the sentences speak to the reader or of somebody else.
    """
    if verdict.legal is None:
        return _undecided(verdict, position=position, actions=actions, seat=seat)
    if verdict.broken:
        return explain_breach(
            verdict, position=position, actions=actions, about=about, reveal=reveal, seat=seat
        )
    about = tuple(about)
    telling = [finding for finding in verdict.findings if _tells_something(finding, verdict, position, about)]
    findings = sorted(telling or verdict.findings, key=lambda finding: _rank(finding, about))
    sentences = [
        Sentence(tell_ground(finding, position=position, actions=actions, seat=seat), finding.rule)
        for finding in findings
    ]
    sentences = _with_events(sentences, completed_canastas(verdict, position, about), about)
    so_far = initial.initial_meld_so_far(position, actions, seat=seat)
    sentences = _distinct(_with_what_is_missing(sentences, so_far, about))
    missing = taught if not any(sentence.rule_id in about for sentence in sentences) else ""
    if missing and (not sentences or is_told_in_words(missing, position.rules)):
        sentences = [Sentence(_from_rulebook(missing, position, seat), missing), *sentences]
    if not sentences:
        return Explanation()
    deciding = sentences[0]
    further = [one for one in _besides(deciding, sentences[1:]) if _says_more(one.rule_id, about)]
    if kept := threes.red_three_kept(verdict.after):
        deciding = replace(deciding, text=f"{deciding.text} {kept}")
    # What just happened may be told first; the rule to read on is one that the question is about.
    rule = next((one.rule_id for one in sentences if one.rule_id in about), read_on or sentences[0].rule_id)
    return Explanation(
        deciding=deciding, further=tuple(further[:MOST_FURTHER]), rule_id=rule, so_far=so_far,
        open_points=tuple([one for one in sentences if one.rule_id in verdict.undecided]),
    )  # fmt: skip


def _besides(deciding: Sentence, others: Iterable[Sentence]) -> Iterator[Sentence]:
    """The other sentences without what the deciding one has told: a rule may name what stands against it."""
    for other in others:
        text = other.text.replace(deciding.text, "").strip()
        if text and text not in deciding.text:
            yield replace(other, text=text)


def is_about_laying(rule: str) -> bool:
    """Whether a rule says only that cards may be laid."""
    return rule in _ABOUT_LAYING or rule in _TRIVIAL


def _says_more(rule: str, about: tuple[str, ...]) -> bool:
    """Whether a rule is worth telling as one more reason."""
    return rule not in _TRIVIAL and (rule != _SAID_BESIDE or rule in about)


def _with_events(sentences: list[Sentence], events: list[Sentence], about: tuple[str, ...]) -> list[Sentence]:
    """The sentences with what just happened: first, unless the first ones say more or answer what was asked."""
    before = 0
    while before < len(sentences) and sentences[before].rule_id in _BEFORE_EVENTS:
        before += 1
    if not before and sentences and sentences[0].rule_id in about:
        before = int(sentences[0].rule_id not in _ABOUT_LAYING)
    return [*sentences[:before], *events, *sentences[before:]]


def _with_what_is_missing(
    sentences: list[Sentence], so_far: Sentence | None, about: tuple[str, ...]
) -> list[Sentence]:
    """The sentences with what the initial meld still lacks: first, unless the first one answers what was asked."""
    if so_far is None:
        return sentences
    asked = int(bool(sentences) and sentences[0].rule_id in about and so_far.rule_id not in about)
    return [*sentences[:asked], so_far, *sentences[asked:]]


def _tells_something(finding: Finding, verdict: Verdict, position: Position, about: tuple[str, ...]) -> bool:
    """Whether a rule that allowed something bears on this turn: after going out there is no next player."""
    if finding.rule in about:
        return True
    if finding.rule in _FOR_THE_NEXT_PLAYER:
        return verdict.went_out == "no"
    if finding.rule == "samba.sequence-shape" and samba.completes_a_sequence(finding.facts):
        return False  # what just happened says it, with what the samba brings
    without_meaning = not position.rules.concealed_is_special
    return not (without_meaning and finding.rule in ("concealed.own-canasta", "concealed.pile-allowed"))


def explain_breach(
    verdict: Verdict,
    *,
    position: Position,
    actions: Sequence[Action],
    about: Iterable[str] = (),
    reveal: bool = True,
    seat: Seat = "you",
) -> Explanation:
    """Why illegal actions are illegal: the breach that decides first, the others behind it."""
    first = deciding_breach(verdict, about=tuple(about))
    told_already = _why_alone(first, position=position, actions=actions, seat=seat)
    others = [
        finding
        for finding in verdict.broken
        if finding is not first
        # The list as a whole may break the rule that one of its actions breaks, for the same reason.
        and (
            finding.action is not None
            or _why_alone(finding, position=position, actions=actions, seat=seat) != told_already
        )
    ]
    told = tell_breach(first, position=position, actions=actions, seat=seat)
    why = Sentence(told.why, first.rule)
    further = _distinct(
        [
            why,
            *(
                Sentence(tell_breach(f, position=position, actions=actions, seat=seat).why, f.rule)
                for f in others
            ),
        ]
    )[1:]
    near = (
        verdict.remedy is not None and first.rule not in _NOTHING_TO_ADD and is_near(verdict.remedy, actions)
    )
    shown = verdict.remedy if reveal and near and verdict.remedy else ()
    if shown and first.rule == "red3.expose-at-once":
        shown = with_red_threes_exposed(position, actions, first.action, shown)
    limit = limit_in_words(verdict, is_shown=bool(shown)) if reveal else ""
    fix = " ".join(filter(None, (told.condition, example_in_words(shown, actions, first), limit)))
    return Explanation(
        deciding=why,
        fix=Sentence(fix, first.rule) if fix else None,
        fix_actions=shown,
        further=tuple(further[:MOST_FURTHER]),
        rule_id=first.rule,
    )


def deciding_breach(verdict: Verdict, *, about: Sequence[str] = ()) -> Finding:
    """The broken rule to speak of first: of those that the earliest action breaks, one that the question is about.

    What is certainly broken comes before what the text leaves open.
    """
    certain = [finding for finding in verdict.broken if finding.rule not in verdict.undecided]
    broken = certain or verdict.broken
    nearest = [finding for finding in broken if finding.action == broken[0].action]
    for rule in about:
        for finding in nearest:
            if finding.rule == rule:
                return finding
    return nearest[0]


def tell_breach(
    finding: Finding, *, position: Position, actions: Sequence[Action], seat: Seat = "you"
) -> Breach:
    """Why this rule is broken and what it would take, in the active language."""
    action = actions[finding.action] if finding.action is not None else None
    told = _breach_alone(finding, position=position, actions=actions, seat=seat)
    if action is not None and len(actions) > 1 and finding.rule in BREACHES:
        return Breach(about_action(action, told.why), told.condition)
    return told


def _breach_alone(finding: Finding, *, position: Position, actions: Sequence[Action], seat: Seat) -> Breach:
    """The same without the action that it belongs to."""
    teller = BREACHES.get(finding.rule)
    if teller is None:
        return Breach(_from_rulebook(finding.rule, position, seat))
    action = actions[finding.action] if finding.action is not None else None
    facts = finding.facts
    return teller(Told(facts=facts, position=position, action=action, actions=tuple(actions), seat=seat))


def _why_alone(finding: Finding, *, position: Position, actions: Sequence[Action], seat: Seat) -> str:
    return _breach_alone(finding, position=position, actions=actions, seat=seat).why


def tell_ground(
    finding: Finding, *, position: Position, actions: Sequence[Action], seat: Seat = "you"
) -> str:
    """How this rule allows it, in the active language."""
    action = actions[finding.action] if finding.action is not None else None
    teller = GROUNDS.get(finding.rule)
    if teller is None:
        return _from_rulebook(finding.rule, position, seat)
    told = teller(Told(facts=finding.facts, position=position, action=action, seat=seat))
    if action is not None and len(actions) > 1 and finding.rule.startswith(("meld.", "wild.", "canasta.")):
        return about_action(action, told)
    return told


def offending_cards(
    finding: Finding, actions: Sequence[Action], *, top: Card | None = None
) -> tuple[Card, ...]:
    """The cards that a breach points at: those it names, wild cards, other ranks, or all cards of the action.

    ``top`` is the top card of the pile before the action.
    """
    action = actions[finding.action] if finding.action is not None else None
    if finding.rule == "turn.only-in-turn":
        return ()  # no card is at fault: any other would be refused as well
    named = str(finding.facts.get("cards", ""))
    if named:
        return tuple(CARDS[one] for one in named.split())
    if action is None:
        return ()
    if finding.rule in ("wild.max-per-meld", "wild.majority", "wild.only-with-naturals", "black3.no-wild"):
        return sort_cards(card for card in action.cards if card.is_wild)
    if finding.rule == "red3.expose-at-once":
        return sort_cards(card for card in action.cards if card.is_red_three)
    if finding.rule == "meld.same-rank":
        return _of_another_rank(action.cards, _rank_meant(action, top)) or action.cards
    if finding.rule in _WANTS_NATURALS_OF_THE_TOP and "card" in finding.facts:
        others = _of_another_rank(action.cards, str(finding.facts["card"])[0])
        wilds = tuple(card for card in action.cards if card.is_wild)
        is_natural_missing = finding.rule == "pickup.natural-plus-wild" and not finding.facts["naturals"]
        return (others if others and is_natural_missing else sort_cards((*others, *wilds))) or action.cards
    return action.cards


def _rank_meant(action: Action, top: Card | None) -> str:
    """The rank that the cards of an action are to join; empty where as many cards of a new meld speak for another."""
    if action.target:
        return action.target[0]
    if action.verb == "take" and top is not None:
        return top.rank
    counted = Counter(card.rank for card in action.cards if card.is_natural).most_common(2)
    is_clear = len(counted) == 1 or (len(counted) > 1 and counted[0][1] > counted[1][1])
    return counted[0][0] if is_clear else ""


def _of_another_rank(cards: Iterable[Card], rank: str) -> tuple[Card, ...]:
    """The natural cards of other ranks; a wild card could stand in anywhere."""
    return sort_cards(card for card in cards if card.is_natural and card.rank != rank)


def _undecided(verdict: Verdict, *, position: Position, actions: Sequence[Action], seat: Seat) -> Explanation:
    """What the text leaves open, and nothing that would mend it: nobody knows whether it is broken."""
    open_points = [finding for finding in verdict.broken if finding.rule in verdict.undecided]
    # A point may be open although each action is allowed: the readings part later in the list.
    left_open = [
        f for f in verdict.findings if f.holds and f.rule in verdict.undecided and f.facts.get("open")
    ]
    sentences = _distinct(
        [
            *(
                Sentence(tell_breach(f, position=position, actions=actions, seat=seat).why, f.rule)
                for f in open_points
            ),
            *(
                Sentence(tell_ground(f, position=position, actions=actions, seat=seat), f.rule)
                for f in left_open
            ),
        ]
    )
    return Explanation(
        headline=gettext("The text of this rule set does not decide that."),
        deciding=sentences[0] if sentences else None,
        further=tuple(sentences[1:]),
        rule_id=sentences[0].rule_id if sentences else "",
    )


def _rank(finding: Finding, about: tuple[str, ...]) -> tuple[int, int, int]:
    if finding.rule in about:
        return 0, about.index(finding.rule), 0
    if finding.rule in _TELLING:
        return 1, _TELLING.index(finding.rule), finding.action or 0
    trivial = int(finding.rule in _TRIVIAL)
    return 2 + trivial, RULES[finding.rule].section * 100 + RULES[finding.rule].row, finding.action or 0


def _distinct(sentences: Iterable[Sentence]) -> list[Sentence]:
    return list({sentence.text: sentence for sentence in reversed(list(sentences))}.values())[::-1]


def _from_rulebook(rule: str, position: Position, seat: Seat) -> str:
    """The rule in one sentence, for a rule that has no sentence with numbers of its own.

    It speaks to everybody, so it is quoted where somebody else acts.
    """
    told = rule_short(rule, position.rules, alone=not position.has_partner) or gettext(
        "Rule %(number)s decides."
    ) % {"number": RULES[rule].number}
    return told if seat == "you" else gettext("The rule here: “%(rule)s”") % {"rule": told}
