"""Settling a quarrel under a rule set: which of its questions still decide, and what the engine answers then.

A question decides if some choice of it changes the answer while all others stay as they are. What decides nothing under
these rules, or nothing any more after what was chosen, is not asked.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.law.errors import EngineError
from engine.law.position import SINGLE_PLAYERS
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from engine.notation.position_line import format_rules, parse_rules
from engine.score.sheet import ScoreLine
from engine.turn.state import minimums
from lessons.content.quarrels import Choice, Chosen, Deciding, FilledIn, QuarrelEntry, probe_of
from lessons.content.rulebook import Probe, ScoreQuestion
from lessons.parting.probing import Judged, Scored, is_over, refusal_under, under

Found = Judged | Scored | None
IMPOSSIBLE: Final = "impossible"
_MOST_CANASTAS: Final = 2
"""So many canastas lie on the tables of quarrels about going out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A quarrel as far as it is told: ``chosen`` so far, ``open`` what still decides.

    Where nothing is open, ``way`` is a whole way to answer, the plainest that fits what was chosen, and ``found`` what
    the engine says of it; None where such a position cannot come up under these rules. ``ways`` are all that fit.
    """

    entry: QuarrelEntry
    rules: RuleSet
    chosen: Chosen
    open: tuple[Deciding, ...]
    ways: tuple[Chosen, ...]
    way: Chosen
    found: Found

    @property
    def is_settled(self) -> bool:
        return not self.open

    @property
    def indifferent(self) -> tuple[Deciding, ...]:
        """What nobody has to be asked, because it changes nothing here."""
        left = {one.key for one in self.open} | set(self.chosen)
        return tuple(one for one in self.entry.decide if one.key not in left)

    def offered(self, one: Deciding) -> tuple[Choice, ...]:
        """What can be chosen of it: no score with which the game would be over."""
        return tuple(
            choice
            for choice in one.choice
            if any(
                way[one.key] == choice.key and not was_over(self.entry, self.rules, way) for way in self.ways
            )
        )

    @property
    def all_found(self) -> tuple[Judged | Scored, ...]:
        """What the engine says of every way that fits and is answered alike, the plainest first."""
        every = [found_for(self.entry, self.rules, way) for way in self.ways]
        answer = answer_of(self.entry, self.found)
        return tuple(one for one in every if one is not None and answer_of(self.entry, one) == answer)


def standing(entry: QuarrelEntry, rules: RuleSet, chosen: Chosen) -> Standing:
    """How the quarrel stands; choices that it does not know are left out."""
    known = {
        one.key: chosen[one.key]
        for one in entry.decide
        if one.key in chosen and one.choice_of(chosen[one.key]) is not None
    }
    ways = [way for way in entry.ways() if all(way[name] == choice for name, choice in known.items())]
    answers = {_frozen(way): _answer(entry, rules, way) for way in ways}
    still = tuple(one for one in entry.decide if one.key not in known and _decides(one, ways, answers))
    plainest = next((way for way in ways if answers[_frozen(way)] != IMPOSSIBLE), ways[0])
    return Standing(
        entry=entry,
        rules=rules,
        chosen=known,
        open=still,
        ways=tuple(ways),
        way=plainest,
        found=found_for(entry, rules, plainest),
    )


def is_example_for(entry: QuarrelEntry, rules: RuleSet) -> bool:
    """Whether its tables show under house rules what is asked: their canastas are some, and enough to go out.

    A table may ask for larger canastas, for more of them, or for another initial meld than the quarrel has.
    """
    usual = RULE_SETS[rules.base or rules.name]
    if rules == usual:
        return True
    probes = [entry.probe(way) for way in entry.ways()]
    if rules.canasta_size > usual.canasta_size and any(map(_has_canasta, probes)):
        return False
    if rules.canastas_to_go_out > max(_MOST_CANASTAS, usual.canastas_to_go_out) and _is_about_going_out(
        entry
    ):
        return False
    if entry.rules[0].startswith("initial.threshold"):
        return True
    opens = entry.topic == "opening" or entry.rules[0] == "pickup.before-initial"
    scores = {one.position.own.score for one in probes if isinstance(one, Probe)}
    return not opens or all(minimums(rules, score) == minimums(usual, score) for score in scores)


def _has_canasta(probe: Probe | ScoreQuestion) -> bool:
    if isinstance(probe, Probe):
        own = [meld.cards for side in (probe.position.own, *probe.position.opponents) for meld in side.melds]
        return any(
            len(cards) >= CLASSIC.canasta_size for cards in (*own, *(one.cards for one in probe.actions))
        )
    return any(len(cards.split()) >= CLASSIC.canasta_size for cards in probe["side"].get("melds", ()))


def _is_about_going_out(entry: QuarrelEntry) -> bool:
    return any(rule.startswith(("out.", "concealed.")) for rule in entry.rules)


def found_for(entry: QuarrelEntry, rules: RuleSet, way: Chosen) -> Found:
    """What the engine says of this way under the rule set."""
    if any(getattr(rules, name) not in values for name, values in entry.only_if.items()):
        return None
    if _lacks_partner(entry, rules, way):
        return None
    return _found(entry.filled(way), format_rules(rules))


def refusal_of(now: Standing) -> EngineError | None:
    """Why such a position cannot come up under these rules; None where it can, or its quarrel is of other rules."""
    if _lacks_partner(now.entry, now.rules, now.way):
        return EngineError("position", "players", "no-partner", players=now.rules.default_players)
    return refusal_under(now.entry.probe(now.way), now.rules)


def was_over(entry: QuarrelEntry, rules: RuleSet, way: Chosen) -> bool:
    """Whether a side has so many points there that the game had ended before."""
    probe = entry.probe(way)
    return isinstance(probe, Probe) and is_over(probe.position, rules)


def _lacks_partner(entry: QuarrelEntry, rules: RuleSet, way: Chosen) -> bool:
    return rules.default_players <= SINGLE_PLAYERS and entry.needs_partner(way)


def answer_of(entry: QuarrelEntry, found: Found) -> Hashable:
    """What must differ for two answers to differ: allowed or not, or the points that are asked for."""
    if found is None:
        return IMPOSSIBLE
    if isinstance(found, Judged):
        return found.verdict.legal
    return points_asked(entry, found)


def lines_asked(entry: QuarrelEntry, found: Scored) -> tuple[ScoreLine, ...]:
    """The lines of the score sheet that the quarrel asks for: those of its item, where it names one."""
    return tuple(line for line in found.sheet.lines if not entry.item or line.item == entry.item)


def points_asked(entry: QuarrelEntry, found: Scored) -> int:
    """What these lines come to."""
    return sum(line.points for line in lines_asked(entry, found))


def _answer(entry: QuarrelEntry, rules: RuleSet, way: Chosen) -> Hashable:
    return answer_of(entry, found_for(entry, rules, way))


def _decides(
    one: Deciding, ways: Iterable[Chosen], answers: Mapping[frozenset[tuple[str, str]], Hashable]
) -> bool:
    """Whether two ways that differ in this alone are answered differently; what cannot come up is no answer."""
    seen: dict[frozenset[tuple[str, str]], Hashable] = {}
    for way in ways:
        others = _frozen({name: choice for name, choice in way.items() if name != one.key})
        answer = answers[_frozen(way)]
        if answer == IMPOSSIBLE:
            continue
        if seen.setdefault(others, answer) != answer:
            return True
    return False


def _frozen(way: Chosen) -> frozenset[tuple[str, str]]:
    return frozenset(way.items())


@lru_cache(maxsize=4096)
def _found(filled: FilledIn, rules: str) -> Found:
    """Asked with texts, so that what was found once serves every table that plays so."""
    return under(probe_of(filled), parse_rules(rules))
