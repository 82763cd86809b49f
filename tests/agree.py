"""Compare the engine with the oracle on random positions.

`python -m tests.agree --rules samba --count 100000 --seed 1 --processes 2` (without `--rules` mostly classic, and all
the others) prints progress, figures and the first disagreements of each sort. A case is named by its seed. For each
seed the verdicts on a random list and the sheets of random sides are compared, the engine's remedy is judged by the
oracle, and for every fourth seed the lists of legal next actions are compared. With ``--house`` each case changes its
rule set at random.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, replace
from multiprocessing import Pool
from random import Random

from engine.judging import judge as engine_judge
from engine.law.errors import EngineError
from engine.law.verdict import Verdict
from engine.notation.as_json import position_from_json, position_to_json
from engine.notation.text import format_action, parse_actions
from engine.score.questions import score_request
from tests import oracle
from tests.agree_actions import random_actions
from tests.agree_positions import random_position, random_rules, random_score_request
from tests.lockstep import random_changes
from tests.oracle_cards import in_order, parse_cards, text
from tests.oracle_rules import RULE_SETS

NEXT_EVERY = 4
CHANGED = "+"
"""Before the name of a rule set: with random changes; alone: any one."""
BLOCK = 200


@dataclass(frozen=True, slots=True)
class Difference:
    """One disagreement: what about, the question, and the two answers."""

    topic: str
    seed: int
    question: object
    engine: object
    oracle: object


@dataclass(frozen=True, slots=True)
class Case:
    """One random question."""

    seed: int
    position: dict
    actions: list[str]
    unfinished: bool

    @property
    def asked(self) -> tuple[dict, list[str], bool]:
        return self.position, self.actions, self.unfinished


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was compared for one seed: the oracle's verdict in short, how many answers, and what differs."""

    short: str
    done: Counter
    differences: list[Difference]


def rules_of(rng: Random, seed: int, rules: str | None) -> object:
    """The rule set of a case: the one that is named, after a ``+`` with changes; else every third is not classic."""
    if rules and rules.startswith(CHANGED):
        return random_changes(rng, [rules.removeprefix(CHANGED)] if rules != CHANGED else sorted(RULE_SETS))
    return rules or random_rules(rng, house=seed % 3 == 0)


def case(seed: int, rules: str | None = None) -> Case:
    """The position and the actions that belong to a seed."""
    rng = Random(seed)
    position = random_position(rng, rules=rules_of(rng, seed, rules))
    actions = random_actions(rng, position)
    return Case(seed, position, actions, rng.random() < 0.4)


def compare_verdict(seed: int, rules: str | None = None) -> list[Difference]:
    """What differs in the verdicts on one random list."""
    question = case(seed, rules)
    return _differing_verdicts(question, _ask_oracle(question), _ask_engine(question))


def _ask_engine(question: Case, *, remedy: bool = False) -> Verdict | EngineError:
    try:
        position = position_from_json(question.position)
        actions = parse_actions(question.actions)
        return engine_judge.judge(position, actions, unfinished=question.unfinished, remedy=remedy)
    except EngineError as problem:
        return problem


def _ask_oracle(question: Case) -> dict:
    try:
        verdict = oracle.judge(question.position, question.actions, question.unfinished)
    except oracle.OracleError as problem:
        return {"error": problem.kind}
    keys = ("legal", "broken", "undecided", "went_out")
    answer = {key: verdict[key] for key in keys}
    if verdict["legal"]:
        answer["after"] = verdict["after"]
    return answer


def _differing_verdicts(question: Case, expected: dict, verdict: Verdict | EngineError) -> list[Difference]:
    found = _in_oracles_words(verdict)
    topics = [topic for topic in expected | found if expected.get(topic) != found.get(topic)]
    return [
        Difference(topic, question.seed, question.asked, found.get(topic), expected.get(topic))
        for topic in topics
    ]


def _in_oracles_words(verdict: Verdict | EngineError) -> dict:
    if isinstance(verdict, EngineError):
        return {"error": verdict.kind}
    broken = sorted({finding.rule for finding in verdict.findings if not finding.holds})
    answer = {"legal": verdict.legal, "broken": broken, "went_out": verdict.went_out}
    answer["undecided"] = sorted(verdict.undecided)
    if verdict.legal:
        answer["after"] = _plain(position_to_json(verdict.after))
    return answer


def _plain(after: dict) -> dict:
    """The engine's position after the actions in the oracle's words."""
    own = after.get("own", {})
    melds = [meld["cards"] if isinstance(meld, dict) else meld for meld in own.get("melds", [])]
    groups = [in_order(parse_cards(words, "melds")) for words in melds]
    plain = {
        "hand": in_order(parse_cards(after.get("hand", ""), "hand")),
        "unknown_cards": after.get("unknown_cards", 0),
        "melds": sorted(text(cards) for cards in groups),
        "pile": text(parse_cards(after.get("pile", ""), "pile")),
        "red_threes": in_order(parse_cards(own.get("red_threes", ""), "red_threes")),
        "my_turn": after.get("my_turn", True),
    }
    return plain | ({"stock": after["stock"]} if after.get("stock") is not None else {})


def compare_next(seed: int, rules: str | None = None) -> list[Difference]:
    """The complete list of legal next actions, from both, after the legal beginning of a random list."""
    return _differing_next(case(seed, rules))


def _differing_next(question: Case) -> list[Difference]:
    try:
        actions = _legal_beginning(question)
        position = position_from_json(question.position)
        listed = engine_judge.legal_actions(position, parse_actions(actions))
    except (EngineError, oracle.OracleError):
        return []  # the verdicts tell whether both refuse
    expected = sorted(oracle.legal_next(question.position, actions))
    found = sorted(format_action(action) for action in listed)
    if found == expected:
        return []
    only_engine = [words for words in found if words not in expected]
    only_oracle = [words for words in expected if words not in found]
    return [Difference("next", question.seed, (question.position, actions), only_engine, only_oracle)]


def _legal_beginning(question: Case) -> list[str]:
    """The longest beginning of the list that is legal so far."""
    for length in range(len(question.actions), 0, -1):
        actions = question.actions[:length]
        if oracle.judge(question.position, actions, True)["legal"]:
            return actions
    return []


def compare_remedy(seed: int, rules: str | None = None) -> list[Difference]:
    """The engine's remedy for an illegal list must be legal for the oracle too."""
    question = case(seed, rules)
    verdict = _ask_engine(question, remedy=True)
    return _wrong_remedy(question, verdict) if _needs_remedy(verdict) else []


def _needs_remedy(verdict: Verdict | EngineError) -> bool:
    return not isinstance(verdict, EngineError) and verdict.legal is False


def _wrong_remedy(question: Case, verdict: Verdict) -> list[Difference]:
    def difference(found: object, expected: object) -> list[Difference]:
        return [Difference("remedy", question.seed, question.asked, found, expected)]

    if verdict.remedy is None:
        possible = _legal_without_ending(question)
        return difference(None, possible) if possible else []
    actions = [format_action(action) for action in verdict.remedy]
    try:
        judged = oracle.judge(question.position, actions, question.unfinished)
    except oracle.OracleError as problem:
        return difference(actions, str(problem))
    return [] if judged["legal"] else difference(actions, judged["broken"])


def _legal_without_ending(question: Case) -> list[str]:
    """One or two actions that the oracle calls legal; they end the turn only if the player did."""
    ended = any(words.startswith(("discard", "end")) for words in question.actions)
    barred = ("ask",) if ended else ("ask", "discard", "end")
    for first in oracle.legal_next(question.position, []):
        if first.startswith(barred):
            continue
        for more in ([], *([words] for words in oracle.legal_next(question.position, [first]))):
            judged = _ask_oracle(replace(question, actions=[first, *more]))
            goes_out = judged.get("went_out", "no") != "no"
            if judged.get("legal") and (ended or not goes_out) and not "".join(more).startswith(barred):
                return [first, *more]
    return []


def compare_score(seed: int, rules: str | None = None) -> list[Difference]:
    """The score sheets of random sides."""
    rng = Random(seed)
    return differing_sheets(random_score_request(rng, rules=rules_of(rng, seed, rules)), seed)


def differing_sheets(request: dict, seed: int = 0) -> list[Difference]:
    """What differs in the answers to a question about a score."""
    expected = _answer_or_error(oracle.score, request)
    found = _answer_or_error(score_request, request)
    topics = [topic for topic in expected | found if expected.get(topic) != found.get(topic)]
    return [
        Difference(f"score {topic}", seed, request, found.get(topic), expected.get(topic)) for topic in topics
    ]


def _answer_or_error(ask, request: dict) -> dict:
    """The answer with its lines in an order that does not matter, or the kind of the error."""
    try:
        answer = ask(request)
    except (EngineError, oracle.OracleError) as problem:
        return {"error": problem.kind}
    for sheet in answer.get("sides", [answer]):
        sheet["lines"] = sorted(sheet["lines"], key=lambda line: (line["item"], line["rule"]))
        for line in sheet["lines"]:
            line["cards"] = text(in_order(parse_cards(line["cards"], "cards")))
    return answer


def compare_all(seed: int, rules: str | None = None, *, remedies: bool = True) -> Outcome:
    """Everything about one seed."""
    question = case(seed, rules)
    expected = _ask_oracle(question)
    verdict = _ask_engine(question, remedy=remedies)
    short = "error" if "error" in expected else f"legal {expected['legal']}, out {expected['went_out']}"
    done = Counter({"verdicts": 1, "score sheets": 1})
    differences = _differing_verdicts(question, expected, verdict) + compare_score(seed, rules)
    if remedies and _needs_remedy(verdict):
        done["remedies"] = 1
        differences += _wrong_remedy(question, verdict)
    if seed % NEXT_EVERY == 0:
        done["lists of next actions"] = 1
        differences += _differing_next(question)
    return Outcome(short, done, differences)


def _block(block: tuple[range, str | None, bool]) -> list[Outcome]:
    seeds, rules, remedies = block
    return [compare_all(seed, rules, remedies=remedies) for seed in seeds]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=sorted(RULE_SETS))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--shown", type=int, default=3, help="differences printed of each sort")
    parser.add_argument("--without-remedies", action="store_true", help="ask for no remedies: faster")
    parser.add_argument("--house", action="store_true", help="with random changes of the rule set")
    options = parser.parse_args()
    rules = f"{CHANGED}{options.rules or ''}" if options.house else options.rules
    last = options.seed + options.count
    blocks = [
        (range(start, min(start + BLOCK, last)), rules, not options.without_remedies)
        for start in range(options.seed, last, BLOCK)
    ]
    kinds: Counter = Counter()
    done: Counter = Counter()
    topics: Counter = Counter()
    with Pool(options.processes) as pool:
        for number, outcomes in enumerate(pool.imap_unordered(_block, blocks), start=1):
            for outcome in outcomes:
                kinds[outcome.short] += 1
                done += outcome.done
                for difference in outcome.differences:
                    topics[difference.topic] += 1
                    if topics[difference.topic] <= options.shown:
                        print(f"\n{difference}")
            if number % 10 == 0 or number == len(blocks):
                so_far = kinds.total()
                print(
                    f"{so_far} of {options.count} compared, differences {dict(topics) or 'none'}", flush=True
                )
    for short, number in sorted(kinds.items()):
        print(f"{number:9} {short}")
    print("compared:", ", ".join(f"{number} {what}" for what, number in done.items()))
    return 1 if topics else 0


if __name__ == "__main__":
    sys.exit(main())
