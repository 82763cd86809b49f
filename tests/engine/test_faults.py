"""Faults put into the engine on purpose: the oracle exposes each of them in a small fixed set of questions.

A test that compares two readings of the rules is only worth something where a wrong reading makes a difference.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from engine.judging import judge, moves
from engine.judging.judge import legal_actions
from engine.law import variants
from engine.law.errors import EngineError
from engine.notation.as_json import position_from_json, position_to_json
from engine.notation.position_line import parse_position
from engine.notation.text import format_action
from engine.reach import finishing
from engine.rules import drawing, registry
from engine.score import sheet as scoring
from engine.score.questions import score_request
from engine.turn.turn import Turn
from tests import oracle

BY_HAND = Path(__file__).with_name("samba_by_hand.jsonl")
CLASSIC = (
    ("classic | play | hand Kc Kd Kh 4c 5c | own 0", "meld Kc Kd Kh"),
    ("classic | play | hand Kc Kd Kh 4c 5c | own -5", "meld Kc Kd Kh; discard 4c"),
    ("classic | play | hand Ac Ad Ah Kc Kd Kh 5c 6c | own 1500", "meld Ac Ad Ah; meld Kc Kd Kh; discard 5c"),
    ("classic | play | hand Ac Ad Ah 4c 5c 6c | own 1500", "meld Ac Ad Ah; discard 5c"),
    ("classic | play | hand Kc 2d JK 5c 4c | own 200: Q=Qc Qd Qh", "meld Kc 2d JK"),
    ("classic | play | hand 5c 5d 2c 2d 2h JK 4c 6c | own 200: Q=Qc Qd Qh", "meld 5c 5d 2c 2d 2h JK"),
    ("classic | play | hand Kc Kd Kh 4c 5c | own 200: K=Ks Ks Kd", "meld Kc Kd Kh"),
    ("classic | play | hand 3c Kd Kh 4c 5c | own 200: Q=Qc Qd Qh", "meld 3c Kd Kh"),
    ("classic | play | hand 3d Kd Kh Ks 4c 5c | own 200: Q=Qc Qd Qh", "meld 3d Kd Kh Ks"),
    ("classic | play | hand Ks 5c 4c | own 200: Q=Qc Qd Qh | opp 100: K=Kc Kd Kh", "add Ks to opp:K"),
    ("classic | play | hand Qs 5c 4c | own 200: Q=Qc Qd Qh 2c", "swap Qs for 2c in Q"),
    ("classic | play | hand 3c 3s 3c 5c 6c | own 200: Q=Qc Qd Qh Qs Qc Qd 2c", "meld 3c 3s 3c"),
    ("classic | play | hand 3c 3s 5c | own 200: Q=Qc Qd Qh Qs Qc Qd 2c", "meld 3c 3s; discard 5c"),
    ("classic | play | hand Qs 5c | own 200: Q=Qc Qd Qh", "add Qs to Q"),
    ("classic | play | hand 5c | own 200: Q=Qc Qd Qh", "discard 5c"),
    ("classic | play | hand 5c | own 200: Q=Qc Qd Qh Qs Qc Qd 2c", "discard 5c"),
    (
        "classic | play | hand 4c 4d 4h 4s 4c 4d 4h 5c 5d 5h 6c | own 1500",
        "meld 4c 4d 4h 4s 4c 4d 4h; meld 5c 5d 5h; discard 6c",
    ),
    ("classic | play | hand 5c 6c 7c | own 200", "discard 5c; discard 6c"),
    ("classic | draw | hand 5c 6c | own 200 | pile 9d | stock 9", "discard 5c"),
    ("classic | draw | hand 5c 6c | own 200 | pile 9d | stock 9", "draw 4c 4d"),
    ("classic | draw | hand 3h 5c 6c | own 200 | pile 9d | stock 9", "draw 4c; discard 5c"),
    ("classic | draw | hand 5c 6c | own 200 | pile 9d | stock 1", "draw 3h; discard 5c"),
    ("classic | draw | hand Kh Kd 4c 5c | own 200: Q=Qc Qd Qh | pile 6c Ks | stock 9", "take Kh Kd"),
    ("classic | draw | hand Kh 2d 4c 5c | own 200: Q=Qc Qd Qh | pile 6c Ks | stock 9", "take Kh 2d"),
    ("classic | draw | hand Kh 2d 4c 5c | own 200: Q=Qc Qd Qh | pile 2c Ks | stock 9", "take Kh 2d"),
    ("classic | draw | hand Kh Kd 4c 5c | own 0 | pile 6c Ks | stock 9", "take Kh Kd"),
    ("classic | draw | hand Kh Kd 4c 5c | own 0 | pile Qc Qd Qh Ks | stock 9", "take Kh Kd; meld Qc Qd Qh"),
    ("classic | draw | hand Kh Kd 4c 5c | own 200: Q=Qc Qd Qh | pile 6c Ks | stock 9", "take top Kh Kd"),
    ("classic | draw | hand Kh Kd 4c 5c | own 200: Q=Qc Qd Qh | pile 6c 2s | stock 9", "take Kh Kd"),
    ("classic | draw | hand 3c 3s 4c 5c | own 200: Q=Qc Qd Qh | pile 6c 3c | stock 9", "take 3c 3s"),
    ("classic | draw | hand Qs | own 200: Q=Qc Qd Qh Qs Qc Qd 2c | pile Qh | stock 9", "take onto Q"),
    ("classic | draw | hand 5c 6c | own 200: Q=Qc Qd Qh | pile 4c Qs | stock 0", "end"),
    ("classic | draw | hand 5c 6c | own 200 | pile 4c Qs | stock 0", "draw"),
    ("classic | play | hand Qs 5c 6c | own 200: Q=Qc Qd Qh | permission yes", "ask; discard 5c"),
    ("classic | play | hand Qs 5c 6c | own 200: Q=Qc Qd Qh", "add Qs to Q; ask"),
    ("wiener | draw | hand Qs | own 200: Q=Qc Qd Qh Qs Qc Qd 2c | pile Qh | stock 9", "take onto Q"),
    ("spielregeln | play | hand Kc Kd 2c 2d 5c 6c | own 200: Q=Qc Qd Qh", "meld Kc Kd 2c 2d"),
    ("overview | play | hand Kc Kd Kh 4c 5c | own 0", "meld Kc Kd Kh"),
)
NEXT = (
    "classic | play | hand Kc Kd 2c 5c | own 200: Q=Qc Qd Qh | stock 9",
    "classic | draw | hand Kh Kd 4c 5c | own 0 | pile 6c Ks | stock 9",
    "samba | play | hand 5h 6h 7h 8h 9c 9d | own 300: Q=Qc Qd Qh Q=Qs Qc Qd | stock 80",
)
SCORES = (
    {"rules": "classic", "side": {"red_threes": "3h 3d 3h 3d", "hands": ["Kc 3c"], "score_before": 1500}},
    {"rules": "classic", "side": {"melds": ["Kc Kd Kh"], "red_threes": "3h", "hands": ["3d", "JK"]}},
    {"rules": "classic", "side": {"melds": ["Kc Kd Kh Ks Kc Kd Kh"], "went_out": "concealed"}},
    {
        "rules": "classic",
        "side": {"melds": ["5c 5d 5h 5s 2c 2d JK"], "went_out": "yes", "score_before": 4600},
    },
    {"rules": "wiener", "side": {"melds": ["Kc Kd Kh"], "red_threes": "3h"}},
)


@dataclass(frozen=True, slots=True)
class Fault:
    """One sentence on what the engine gets wrong, and how it is put in."""

    sentence: str
    put_in: Callable[[pytest.MonkeyPatch], None]


def forgets(rule: str) -> Callable[[pytest.MonkeyPatch], None]:
    """The rule is never found to be broken by a single action."""

    def put_in(patch: pytest.MonkeyPatch) -> None:
        for verb, entries in list(registry._BY_VERB.items()):
            patch.setitem(registry._BY_VERB, verb, [entry for entry in entries if entry[0] != rule])

    return put_in


def changes(name: str, **values: object) -> Callable[[pytest.MonkeyPatch], None]:
    """The rule set has other numbers."""

    def put_in(patch: pytest.MonkeyPatch) -> None:
        patch.setitem(variants.RULE_SETS, name, replace(variants.RULE_SETS[name], **values))

    return put_in


def replaces(place: object, name: str, value: object) -> Callable[[pytest.MonkeyPatch], None]:
    """Something of the engine is another thing."""
    return lambda patch: patch.setattr(place, name, value)


def makes_unsound(patch: pytest.MonkeyPatch) -> None:
    for place in (moves, drawing):
        patch.setattr(place, "is_sound", lambda turn, *spend: False)


def five_more(add_values: Callable[..., None]) -> Callable[..., None]:
    def add(lines, side, rules):
        add_values(lines, side, rules)
        lines[:] = [line._replace(points=line.points + 5) for line in lines]

    return add


FAULTS = {
    "pairs_are_melds": Fault("Two cards are a meld.", forgets("meld.min-size")),
    "one_natural_is_enough": Fault(
        "A natural card with two wild ones is a meld.", forgets("meld.min-natural")
    ),
    "four_wild_cards": Fault("Four wild cards may lie in a meld.", changes("classic", max_wilds=4)),
    "no_majority": Fault("The page's majority of naturals is forgotten.", forgets("wild.majority")),
    "two_melds_of_a_rank": Fault("A second meld of kings may be laid.", forgets("meld.one-per-rank")),
    "black_three_with_wild": Fault("Black threes lie with wild cards.", forgets("black3.no-wild")),
    "red_three_melded": Fault("A red three is melded.", forgets("red3.not-a-meld")),
    "opponents_melds": Fault("Cards are added to the opponents' melds.", forgets("meld.no-opponent")),
    "wild_card_swapped": Fault("A wild card is exchanged.", forgets("wild.no-swap")),
    "two_black_threes": Fault("Two black threes are a meld.", forgets("black3.meld-size")),
    "no_draw_first": Fault("A turn may begin with a discard.", forgets("turn.draw-or-take")),
    "three_drawn": Fault("It does not matter how many cards are drawn.", forgets("turn.draw-count")),
    "two_discards": Fault(
        "The last card is discarded without a canasta.", changes("classic", canastas_to_go_out=0)
    ),
    "red_three_kept": Fault("A red three is kept in the hand.", forgets("red3.expose-at-once")),
    "empty_stock": Fault("An empty stock is drawn from.", forgets("stock.play-on")),
    "no_forced_take": Fault("Nobody has to take the pile.", forgets("stock.forced-take")),
    "asked_late": Fault("The partner is asked after melding.", forgets("out.ask-timing")),
    "frozen_pile": Fault(
        "A wild card in the pile freezes nothing.", changes("classic", wild_discard_effect="block_next")
    ),
    "one_card_pile": Fault("One card takes a pile of one.", forgets("pickup.one-card-rule")),
    "one_card_in_vienna": Fault("In Vienna it may not.", changes("wiener", one_card_pile="forbidden")),
    "top_two": Fault("A two on top is taken.", forgets("pickup.top-wild")),
    "top_black_three": Fault("A black three on top is taken.", forgets("pickup.top-black-three")),
    "only_the_top": Fault("The rest of the pile may stay.", forgets("pickup.whole-pile")),
    "pile_cards_open": Fault("Cards of the pile reach the minimum.", forgets("initial.top-card-counts")),
    "no_wild_with_natural": Fault(
        "Only a pair takes the pile.", changes("classic", pickup_natural_plus_wild=False)
    ),
    "minimum_too_low": Fault(
        "From 1500 points 60 are enough.",
        changes("classic", initial_steps=((None, 15), (0, 50), (1500, 60), (3000, 120))),
    ),
    "minimum_one_step_late": Fault(
        "The middle step begins above 1500.",
        changes("classic", initial_steps=((None, 15), (0, 50), (1505, 90), (3000, 120))),
    ),
    "minimum_named": Fault(
        "The short outline names a minimum.",
        changes("overview", initial_steps=((None, 15), (0, 50)), contradictions=frozenset()),
    ),
    "concealed_pays": Fault(
        "A concealed hand needs the minimum.", changes("classic", concealed_waives_minimum=False)
    ),
    "always_a_way_out": Fault(
        "Whoever melds black threes can always go out.",
        lambda patch: (
            [patch.setattr(place, "can_go_out", lambda turn, *spend: True) for place in (registry, finishing)]
            and None
        ),
    ),
    "never_a_way_on": Fault("No turn can be completed.", makes_unsound),
    "samba_three_wilds": Fault("Samba allows three wild cards.", changes("samba", max_wilds=3)),
    "samba_wild_on_canasta": Fault(
        "Wild cards go on a canasta in Samba.", changes("samba", wilds_on_canasta=True)
    ),
    "frozen_for_sequences": Fault(
        "A frozen pile is taken for a sequence.", forgets("freeze.take-natural-pair-only")
    ),
    "samba_corner": Fault("A sequence turns the corner.", forgets("samba.sequence-ace-high")),
    "samba_shape": Fault("Gaps and mixed suits are sequences.", forgets("samba.sequence-shape")),
    "samba_of_eight": Fault("A sequence may have eight cards.", changes("samba", sequence_max=8)),
    "samba_started": Fault("The pile starts a sequence.", forgets("samba.sequence-no-start-from-pile")),
    "samba_one_canasta": Fault("One canasta is enough in Samba.", changes("samba", canastas_to_go_out=1)),
    "samba_no_canasta": Fault(
        "A whole sequence is no canasta.",
        replaces(Turn, "canastas", property(lambda turn: sum(sum(m) >= 7 for m in turn.melds.values()))),
    ),
    "samba_rest_is_clear": Fault(
        "Where the rest of the pile goes never matters.",
        replaces(judge, "_other_reading", lambda position, actions, unfinished: True),
    ),
    "samba_7000": Fault(
        "There is no last step in Samba.", changes("samba", initial_steps=variants.CLASSIC.initial_steps)
    ),
    "joker_canasta_grows": Fault(
        "Any wild meld is legal in the house rule.", forgets("house.joker-canasta-1000")
    ),
    "joker_top_barred": Fault(
        "A joker on top cannot be taken.", changes("global-trade", wild_top_takeable="never")
    ),
    "no_merging": Fault("Melds of a rank are never joined.", changes("samba", merge_melds=False)),
    "blocking_canasta": Fault(
        "There is no blocking canasta.", changes("house-sperr-1500", sperr_canasta=False)
    ),
    "natural_bonus": Fault("A natural canasta brings 300.", changes("classic", bonus_natural=300)),
    "concealed_bonus": Fault("A concealed hand brings 300.", changes("classic", concealed_total=300)),
    "all_red_threes": Fault("Four red threes bring 400.", changes("classic", red_three_set=(4, 400))),
    "red_threes_in_vienna": Fault(
        "In Vienna a meld is enough for the red threes.", changes("wiener", red_three_plus_if="melded")
    ),
    "forgotten_red_three": Fault(
        "A forgotten red three costs nothing.", changes("classic", red_three_forgotten=0)
    ),
    "card_values": Fault(
        "Each kind of melded card counts five more.",
        replaces(scoring, "_add_values", five_more(scoring._add_values)),
    ),
    "target": Fault("The game ends at 6000.", changes("classic", target=6000)),
    "samba_bonus": Fault("A samba brings 1000.", changes("samba", bonus_samba=1000)),
    "ace_bonus": Fault("Aces bring nothing special.", changes("samba-aces", bonus_aces=None)),
    "wild_bonus": Fault(
        "Seven twos bring as much as a mixture.", changes("samba-wild", bonus_wild=(4000, 2000, 2000))
    ),
}


def read_questions() -> list[tuple[str, dict, object]]:
    by_hand = [json.loads(line) for line in BY_HAND.read_text(encoding="utf-8").splitlines()]
    verdicts = [(position, actions.split("; ")) for position, actions in CLASSIC]
    verdicts += [(line["position"], line["actions"]) for line in by_hand if "position" in line]
    found = [
        ("verdict", position_to_json(parse_position(position)), actions) for position, actions in verdicts
    ]
    found += [("next", position_to_json(parse_position(position)), None) for position in NEXT]
    return found + [
        ("score", question, None)
        for question in (*SCORES, *(line["score"] for line in by_hand if "score" in line))
    ]


def of_oracle(sort: str, question: dict, actions: object) -> object:
    try:
        if sort == "score":
            sheet = oracle.score(question)
            return {key: sheet[key] for key in ("total", "next_minimum", "game_over")}
        if sort == "next":
            return sorted(oracle.legal_next(question, []))
        verdict = oracle.judge(question, actions)
        return [verdict[key] for key in ("legal", "broken", "undecided", "went_out")]
    except oracle.OracleError as problem:
        return problem.kind


def of_engine(sort: str, question: dict, actions: object) -> object:
    try:
        if sort == "score":
            sheet = score_request(question)
            return {key: sheet[key] for key in ("total", "next_minimum", "game_over")}
        position = position_from_json(question)
        if sort == "next":
            return sorted(format_action(action) for action in legal_actions(position))
        verdict = judge.judge(position, actions, remedy=False)
        broken = sorted({finding.rule for finding in verdict.findings if not finding.holds})
        return [verdict.legal, broken, sorted(verdict.undecided), verdict.went_out]
    except EngineError as problem:
        return problem.kind


@pytest.fixture(scope="module")
def answered() -> list[tuple]:
    """The questions with what the oracle answers; they are read before there is any fault."""
    return [(question, of_oracle(*question)) for question in read_questions()]


def differing(answered: list[tuple]) -> Iterator[object]:
    """The questions that the engine answers in another way than the oracle."""
    return (question for question, expected in answered if of_engine(*question) != expected)


def test_without_a_fault_nothing_differs(answered):
    assert list(differing(answered)) == []


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_exposed(name, answered, monkeypatch):
    FAULTS[name].put_in(monkeypatch)
    assert next(differing(answered), None), FAULTS[name].sentence  # one is enough


def test_there_are_faults_enough_and_each_is_told():
    sentences = [fault.sentence for fault in FAULTS.values()]
    assert len(set(sentences)) == len(FAULTS) >= 30
