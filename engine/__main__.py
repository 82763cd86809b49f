"""The command line: ``python -m engine judge|score|actions|rules``, JSON lines in, JSON lines out.

One line is answered with one line, in order. A bad line is answered with ``{"error": ...}`` and the rest go
on. The exit code is 0 unless the input could not be read (1) or the command does not exist (2).
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import IO, Any

from engine.errors import EngineError


def _judge(data: dict[str, Any]) -> dict[str, Any]:
    from engine.judge import judge

    position, actions = _position_and_actions(data, ("position", "actions", "unfinished"))
    unfinished = data.get("unfinished", False)
    if not isinstance(unfinished, bool):
        raise EngineError("request", "unfinished", "wrong-type", expected="true or false")
    return judge(position, actions, unfinished=unfinished).to_json()


def _actions(data: dict[str, Any]) -> dict[str, Any]:
    from engine.judge import legal_actions

    position, _ = _position_and_actions(data, ("position", "turns"), need_actions=False)
    with_turns = data.get("turns", False)
    if not isinstance(with_turns, bool):
        raise EngineError("request", "turns", "wrong-type", expected="true or false")
    if with_turns:
        from engine.search import turns

        return turns(position).to_json()
    return {"actions": [str(action) for action in legal_actions(position)]}


def _position_and_actions(data: dict[str, Any], keys: tuple[str, ...], *, need_actions: bool = True) -> Any:
    from engine.json_position import position_from_json
    from engine.text_position import parse_position

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
    from engine.score_request import score_request

    return score_request(data)


def _rules(data: dict[str, Any]) -> dict[str, Any]:
    from engine.json_position import rules_from_json
    from engine.rulebook import rules_answer

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


def ask(command: str, line: str) -> dict[str, Any]:
    """The answer to a question in JSON. Raises EngineError for bad input."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        raise EngineError("request", "line", "bad-json") from None
    if not isinstance(data, dict):
        raise EngineError("request", "line", "wrong-type", expected="an object")
    return COMMANDS[command](data)


def answer(command: str, line: str) -> dict[str, Any]:
    """The answer to one line of input; bad input is answered with its error."""
    try:
        return ask(command, line)
    except EngineError as error:
        return {"error": error.to_json()}


def main(arguments: list[str], lines: IO[bytes], out: IO[str]) -> int:
    """Run one command over all lines; returns the exit code."""
    if len(arguments) != 1 or arguments[0] not in COMMANDS:
        sys.stderr.write(f"usage: python -m engine {'|'.join(COMMANDS)} < questions.jsonl\n")
        return 2
    try:
        for raw in lines:
            line = raw.decode("utf-8", errors="replace")
            if line.strip():
                out.write(json.dumps(answer(arguments[0], line), ensure_ascii=False) + "\n")
                out.flush()
    except OSError as error:
        sys.stderr.write(f"cannot read the questions: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    sys.exit(main(sys.argv[1:], sys.stdin.buffer, sys.stdout))
