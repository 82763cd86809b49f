"""What is asked from outside, by the command line, by HTTP and by lessons: judge, score, actions, rules.

A question is a JSON object, and so is its answer. Each question imports what it needs, so that one on the command line
is answered soon.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from engine.law.errors import EngineError
from engine.notation.as_json import read_json


def _judge(data: dict[str, Any]) -> dict[str, Any]:
    from engine.judging.judge import judge
    from engine.notation.as_json import verdict_to_json

    position, actions = _position_and_actions(data, ("position", "actions", "unfinished"))
    unfinished = data.get("unfinished", False)
    if not isinstance(unfinished, bool):
        raise EngineError("request", "unfinished", "wrong-type", expected="true or false")
    return verdict_to_json(judge(position, actions, unfinished=unfinished))


def _actions(data: dict[str, Any]) -> dict[str, Any]:
    from engine.judging.judge import legal_actions

    position, _ = _position_and_actions(data, ("position", "turns"), need_actions=False)
    with_turns = data.get("turns", False)
    if not isinstance(with_turns, bool):
        raise EngineError("request", "turns", "wrong-type", expected="true or false")
    if with_turns:
        from engine.judging.best_play import turns

        return turns(position).to_json()
    return {"actions": [str(action) for action in legal_actions(position)]}


def _position_and_actions(data: dict[str, Any], keys: tuple[str, ...], *, need_actions: bool = True) -> Any:
    from engine.notation.as_json import position_from_json
    from engine.notation.position_line import parse_position

    for key in data:
        if key not in keys:
            raise EngineError("request", key, "unknown-key", key=key)
    if data.get("position") is None:
        raise EngineError("request", "position", "missing-key", key="position")
    given = data["position"]
    position = parse_position(given) if isinstance(given, str) else position_from_json(given)
    if not need_actions:
        return position, []
    actions = data.get("actions")
    if actions is None:
        raise EngineError("request", "actions", "missing-key", key="actions")
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise EngineError("request", "actions", "wrong-type", expected="a list of texts")
    return position, actions


def _score(data: dict[str, Any]) -> dict[str, Any]:
    from engine.score.questions import score_request

    return score_request(data)


def _rules(data: dict[str, Any]) -> dict[str, Any]:
    from engine.law.rulebook import rules_answer
    from engine.notation.as_json import rules_from_json

    for key in data:
        if key not in ("rules", "version"):
            raise EngineError("request", key, "unknown-key", key=key)
    return rules_answer(rules_from_json(data.get("rules"), version=data.get("version")))


COMMANDS: dict[str, Callable[[dict[str, Any]], dict[str, Any]]] = {
    "judge": _judge,
    "score": _score,
    "actions": _actions,
    "rules": _rules,
}


def ask(command: str, line: str | bytes) -> dict[str, Any]:
    """The answer to a question in JSON. Raises EngineError for bad input."""
    try:
        data = read_json(line)
    except ValueError:
        raise EngineError("request", "line", "bad-json") from None
    if not isinstance(data, dict):
        raise EngineError("request", "line", "wrong-type", expected="an object")
    return COMMANDS[command](data)
