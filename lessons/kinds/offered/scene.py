"""What a sentence of an answer may draw on, and the register of such sentences by verdict and rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card, points_of
from engine.law.melds import Meld
from engine.law.position import Position
from engine.law.rule_ids import RuleId
from engine.law.ruleset import RuleSet
from engine.law.verdict import Finding, Verdict
from lessons.words import naming


@dataclass(frozen=True)
class Scene:
    """A claim in its position with the verdict on it; ``finding`` is what decided, if one of the findings did.

    ``place`` is that of the action to speak of, where it is not the one that decides.
    """

    position: Position
    actions: tuple[Action, ...]
    verdict: Verdict
    finding: Finding | None = None
    place: int | None = None

    @property
    def rules(self) -> RuleSet:
        return self.position.rules

    @property
    def facts(self) -> dict[str, Any]:
        """The facts of the finding that decided."""
        return dict(self.finding.facts) if self.finding else {}

    @cached_property
    def act(self) -> Action:
        """The action to speak of: one that is named, the one that decides, else the first that is asked about."""
        if self.place is not None:
            return self.actions[self.place]
        if self.finding is not None and self.finding.action is not None:
            return self.actions[self.finding.action]
        telling = [one for one in self.actions if one.verb not in ("draw", "discard", "end")]
        return telling[0] if telling else self.actions[0]

    def all_of(self, *verbs: str) -> list[Action]:
        """The actions with one of these verbs."""
        return [one for one in self.actions if one.verb in verbs]

    @property
    def discards(self) -> list[Card]:
        """What is discarded: one card at most in a turn that ends, none in others."""
        return [card for one in self.all_of("discard") for card in one.cards]

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the action that decides."""
        return self.act.cards

    @property
    def used(self) -> str:
        """The same as an object: "a nine and a joker"."""
        return naming.cards_in_text(self.cards, "accusative")

    @property
    def used_dative(self) -> str:
        """The same as it stands after "with"."""
        return naming.cards_in_text(self.cards, "dative")

    @property
    def players(self) -> str:
        """The same as a subject."""
        return naming.cards_in_text(self.cards)

    @property
    def wilds(self) -> list[Card]:
        return [card for card in self.cards if card.is_wild]

    @property
    def naturals(self) -> list[Card]:
        return [card for card in self.cards if not card.is_wild]

    @property
    def top(self) -> Card | None:
        return self.position.upcard

    @property
    def top_ranks(self) -> str:
        """The rank of the top card in the plural; of a wild card whatever rank it is taken with."""
        if self.top is None:
            return ""
        if self.top.is_wild:
            return gettext("cards of one rank")
        return naming.rank_many(naming.word_key(self.top))

    @property
    def top_ranks_dative(self) -> str:
        """The same as it stands after "with"."""
        if self.top is None or self.top.is_wild:
            return self.top_ranks
        return naming.rank_many(naming.word_key(self.top), "dative")

    @property
    def ranks(self) -> str:
        """The rank that is laid, in the plural: of the meld that it goes to, else of the first natural card."""
        rank = self.act.target.removeprefix("opp:").partition("#")[0]
        if rank and "-" not in rank:
            return naming.meld_name(rank)
        return naming.rank_many(naming.word_key(self.naturals[0])) if self.naturals else ""

    @property
    def rank_keys(self) -> set[str]:
        """The ranks of the natural cards of the action."""
        return {naming.word_key(card) for card in self.naturals}

    @cached_property
    def meld(self) -> Meld | None:
        """The own meld that the action goes to."""
        return self.own_meld(self.act.target)

    def own_meld(self, name: str) -> Meld | None:
        """An own meld by its name in actions: "9", "9#2"."""
        rank, _, place = name.partition("#")
        found = [meld for meld in self.position.own.melds if meld.rank == rank]
        index = int(place or 1) - 1
        return found[index] if index < len(found) else None

    def opponents_have(self, rank: str) -> bool:
        """Whether the other side has a meld of this rank on the table."""
        return any(meld.rank == rank for side in self.position.opponents for meld in side.melds)

    @property
    def opened(self) -> bool:
        return self.position.own.opened

    @property
    def canastas(self) -> int:
        return self.position.own.canastas(self.rules)

    @property
    def left(self) -> int | None:
        """Cards in the hand after the actions; None where cards come that nobody can name."""
        count = len(self.position.hand) + self.position.unknown_cards
        for action in self.actions:
            if action.verb == "take" or (action.verb == "draw" and not action.cards):
                return None
            count += len(action.cards) if action.verb == "draw" else -len(action.laid_cards)
        return count

    @property
    def laid_points(self) -> int:
        """Points that are laid, with the top card of a pile that is taken."""
        laid = [card for one in self.all_of("meld", "add", "take") for card in one.cards]
        if self.top is not None and self.all_of("take"):
            laid.append(self.top)
        return points_of(laid)

    @property
    def is_run(self) -> bool:
        """Whether it goes to a sequence, or is laid as one."""
        return "-" in self.act.target or (self.rules.sequences and len(self.rank_keys) > 1)


Maker = Callable[[Scene], str]
"""A sentence in lower case without a full stop, as it stands after "Yes:"; empty where it does not suit."""

Belief = tuple[tuple[str, ...], Maker]
"""The verbs of actions that a belief can be about, and its sentence."""

TRUE_YES: Final[dict[str, Maker]] = {}
"""How a rule allows it, shorter than the verdict says it."""
TRUE_NO: Final[dict[str, Maker]] = {}
"""Why a rule is broken, shorter than the verdict says it."""
FALSE_YES: Final[dict[str, list[Belief]]] = {}
"""What somebody believes who overlooks a rule, with the verbs that it can be said of."""
FALSE_NO: Final[dict[str, list[Belief]]] = {}
"""What somebody believes who sees a rule where there is none, with the verbs that it can be said of."""


def true_yes(*rules: RuleId) -> Callable[[Maker], Maker]:
    """Mark a function as saying how these rules allow it."""
    return lambda maker: _noted(TRUE_YES, rules, maker)


def true_no(*rules: RuleId) -> Callable[[Maker], Maker]:
    """Mark a function as saying why these rules forbid it."""
    return lambda maker: _noted(TRUE_NO, rules, maker)


def false_yes(verbs: str, *rules: RuleId) -> Callable[[Maker], Maker]:
    """Mark a function as saying why somebody would allow it; ``verbs`` are parted by spaces."""
    return lambda maker: believed(FALSE_YES, rules, verbs, maker)


def false_no(verbs: str, *rules: RuleId) -> Callable[[Maker], Maker]:
    """Mark a function as saying why somebody would forbid it; ``verbs`` are parted by spaces."""
    return lambda maker: believed(FALSE_NO, rules, verbs, maker)


def _noted(register: dict[str, Maker], rules: Iterable[RuleId], maker: Maker) -> Maker:
    for rule in rules:
        register[rule] = maker
    return maker


def believed(register: dict[str, list[Belief]], rules: Iterable[RuleId], verbs: str, maker: Maker) -> Maker:
    """Enter a belief about these rules in a register."""
    for rule in rules:
        register.setdefault(rule, []).append((tuple(verbs.split()), maker))
    return maker


def takes_pair(scene: Scene) -> bool:
    """Whether two natural cards of the top card's rank come from the hand."""
    if scene.top is None:
        return False
    if scene.top.is_wild:
        return len(scene.naturals) >= 2 and len(scene.rank_keys) == 1
    return sum(card.rank == scene.top.rank for card in scene.naturals) >= 2
