"""Compare the engine with the oracle on random positions.

`python -m tests.agree --rules samba --count 100000 --seed 1 --processes 2` (without `--rules` mostly classic, and all
the others) prints progress, figures and the first
disagreements of each sort. A case is named by its seed.
"""

import argparse
import sys
from collections import Counter
from dataclasses import dataclass
from multiprocessing import Pool
from random import Random

from engine import judge as engine_judge
from engine.errors import EngineError
from engine.notation import format_action, parse_actions, position_from_json, position_to_json
from engine.scoring import score_request
from tests import oracle
from tests.agree_actions import random_actions
from tests.agree_positions import random_position, random_rules, random_score_request
from tests.oracle_cards import in_order, parse_cards, text
from tests.oracle_rules import RULE_SETS

NEXT_EVERY = 4
SHOWN = 3
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

    position: dict
    actions: list[str]
    unfinished: bool


def rules_of(rng: Random, seed: int, rules: str | None) -> object:
    """The rule set of a case: the one that is named; else every third has another than classic."""
    return rules or random_rules(rng, house=seed % 3 == 0)


def case(seed: int, rules: str | None = None) -> Case:
    """The position and the actions that belong to a seed."""
    rng = Random(seed)
    position = random_position(rng, rules=rules_of(rng, seed, rules))
    actions = random_actions(rng, position)
    return Case(position, actions, rng.random() < 0.4)


def compare_verdict(seed: int, rules: str | None = None) -> tuple[str, list[Difference]]:
    """What the oracle says in short, and the differences."""
    question = case(seed, rules)
    expected = _oracle_verdict(question)
    found = _engine_verdict(question)
    asked = (question.position, question.actions, question.unfinished)
    topics = [topic for topic in expected | found if expected.get(topic) != found.get(topic)]
    short = "error" if "error" in expected else f"legal {expected['legal']}, out {expected['went_out']}"
    return short, [Difference(topic, seed, asked, found.get(topic), expected.get(topic)) for topic in topics]


def _oracle_verdict(question: Case) -> dict:
    try:
        verdict = oracle.judge(question.position, question.actions, question.unfinished)
    except oracle.OracleError as problem:
        return {"error": problem.kind}
    keys = ("legal", "broken", "undecided", "went_out")
    answer = {key: verdict[key] for key in keys}
    if verdict["legal"]:
        answer["after"] = verdict["after"]
    return answer


def _engine_verdict(question: Case) -> dict:
    try:
        position = position_from_json(question.position)
        actions = parse_actions(question.actions)
        verdict = engine_judge.judge(position, actions, unfinished=question.unfinished)
    except EngineError as problem:
        return {"error": problem.kind}
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
    question = case(seed, rules)
    try:
        actions = _legal_beginning(question)
        position = position_from_json(question.position)
        listed = engine_judge.legal_actions(position, parse_actions(actions))
    except (EngineError, oracle.OracleError):
        return []  # compare_verdict tells whether both refuse
    expected = sorted(oracle.legal_next(question.position, actions))
    found = sorted(format_action(action) for action in listed)
    if found == expected:
        return []
    only_engine = [words for words in found if words not in expected]
    only_oracle = [words for words in expected if words not in found]
    return [Difference("next", seed, (question.position, actions), only_engine, only_oracle)]


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
    asked = (question.position, question.actions, question.unfinished)
    try:
        position = position_from_json(question.position)
        verdict = engine_judge.judge(
            position, parse_actions(question.actions), unfinished=question.unfinished
        )
    except EngineError:
        return []  # compare_verdict tells whether both refuse
    if verdict.legal is not False:
        return []
    if verdict.remedy is None:
        ended = any(words.startswith(("discard", "end")) for words in question.actions)
        ways_out = () if ended else ("discard", "end")
        listed = oracle.legal_next(question.position, [])
        possible = [words for words in listed if not words.startswith(("ask", *ways_out))]
        return [Difference("remedy", seed, asked, None, possible)] if possible else []
    actions = [format_action(action) for action in verdict.remedy]
    try:
        judged = oracle.judge(question.position, actions, question.unfinished)
    except oracle.OracleError as problem:
        return [Difference("remedy", seed, asked, actions, str(problem))]
    return [] if judged["legal"] else [Difference("remedy", seed, asked, actions, judged["broken"])]


def compare_score(seed: int, rules: str | None = None) -> list[Difference]:
    """The score sheets of random sides."""
    rng = Random(seed)
    request = random_score_request(rng, rules=rules_of(rng, seed, rules))
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


def compare_all(seed: int, rules: str | None = None) -> tuple[str, list[Difference]]:
    """Everything about one seed."""
    short, differences = compare_verdict(seed, rules)
    differences += compare_score(seed, rules) + compare_remedy(seed, rules)
    if seed % NEXT_EVERY == 0:
        differences += compare_next(seed, rules)
    return short, differences


def _block(block: tuple[int, int, str | None]) -> list[tuple[str, list[Difference]]]:
    start, count, rules = block
    return [compare_all(seed, rules) for seed in range(start, start + count)]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=sorted(RULE_SETS))
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    blocks = [
        (start, min(BLOCK, options.seed + options.count - start), options.rules)
        for start in range(options.seed, options.seed + options.count, BLOCK)
    ]
    kinds: Counter = Counter()
    topics: Counter = Counter()
    with Pool(options.processes) as pool:
        for number, results in enumerate(pool.imap_unordered(_block, blocks), start=1):
            for short, differences in results:
                kinds[short] += 1
                for difference in differences:
                    topics[difference.topic] += 1
                    if topics[difference.topic] <= SHOWN:
                        print(f"\n{difference}")
            if number % 10 == 0 or number == len(blocks):
                done = kinds.total()
                print(f"{done} of {options.count} compared, differences {dict(topics) or 'none'}", flush=True)
    for short, number in sorted(kinds.items()):
        print(f"{number:9} {short}")
    return 1 if topics else 0


if __name__ == "__main__":
    sys.exit(main())
