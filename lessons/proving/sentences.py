"""Sentences as they are shown, drawn by lot to be read with fresh eyes.

They are those of the rulebook, terms, puzzles and their themes, mini-deals, verdicts and hints; those of the course
are a matter of their own. Verdicts are those of real answers, right and wrong ones, to exercises.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

from lessons.content.reading import Item, library
from lessons.kinds.asking.feedback import feedback_on
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import HINT_COUNT, hints_of
from lessons.kinds.asking.solving import solution
from lessons.kinds.common.answers import AnswerError

_END: Final = re.compile(r"(?<=[.!?])\s+(?=(?:\*\*)?[A-ZÄÖÜ„“])")
_FOLDERS: Final = ("deals", "plans", "rules", "puzzles", "puzzles/bank")
_FILES: Final = ("glossary.toml", "questions.toml", "quarrels.toml", "rule_sets.toml", "sources.toml")
COURSE: Final = "lessons"


def sentences_in(text: str) -> list[str]:
    """The sentences of a text, each by itself; what stands within quotation marks stays together."""
    found: list[str] = []
    for one in filter(None, map(str.strip, _END.split(" ".join(text.split())))):
        if found and _is_open(found[-1]):
            found[-1] += f" {one}"
        else:
            found.append(one)
    return found


def _is_open(text: str) -> bool:
    """Whether a quotation has begun that has not ended. The mark that ends one in German begins one in English."""
    german = "„" in text
    return text.count("„") > text.count("“") if german else text.count("“") > text.count("”")


def authored(seeds: Path, language: str) -> list[str]:
    """Every sentence of the seeds in this language, but those of the course."""
    paths = [seeds / name for name in _FILES]
    paths += [path for folder in _FOLDERS for path in sorted((seeds / folder).glob("*.toml"))]
    return _sentences(paths, language)


def of_the_course(seeds: Path, language: str) -> list[str]:
    """Every sentence of the course in this language."""
    return _sentences(sorted((seeds / COURSE).glob("*/*.toml")), language)


def _sentences(paths: Iterable[Path], language: str) -> list[str]:
    found: dict[str, None] = {}
    for path in paths:
        for text in _texts(tomllib.loads(path.read_text(encoding="utf-8")), language):
            found.update(dict.fromkeys(sentences_in(text)))
    return list(found)


def _texts(found: Any, language: str) -> Iterator[str]:
    if isinstance(found, dict):
        told = found.get(language)
        if isinstance(told, str):
            yield told
        for value in found.values():
            yield from _texts(value, language)
    elif isinstance(found, list):
        for one in found:
            yield from _texts(one, language)


def verdict_sentence(rng: Random) -> str:
    """A sentence under a right or wrong answer to an exercise, in the active language; empty where none came out."""
    item = _any_item(rng)
    answer = _answer(item, rng)
    try:
        told = feedback_on(item, grade(item, answer, reveal=rng.random() < 0.5), misses=rng.randint(1, 3))
    except AnswerError as error:
        return error.message
    return _one_of((told.headline, told.why, told.fix, *told.further, told.solution), rng)


def hint_sentence(rng: Random) -> str:
    """A sentence of a hint that is made, not written, in the active language; the first one is written."""
    return _one_of(hints_of(_any_item(rng), shown=HINT_COUNT)[1:], rng)


def _one_of(texts: Iterable[str], rng: Random) -> str:
    found = [one for text in texts for one in sentences_in(str(text))]
    return rng.choice(found) if found else ""


def _any_item(rng: Random) -> Item:
    kinds: dict[str, list[Item]] = {}
    for item in library().items.values():
        kinds.setdefault(item.kind, []).append(item)
    return rng.choice(kinds[rng.choice(sorted(kinds))])


def _answer(item: Item, rng: Random) -> dict[str, Any]:
    """The solution, or something near it that is mostly wrong."""
    answer = dict(solution(item) or {})
    if rng.random() < 0.25:
        return answer
    for key, value in answer.items():
        match key:
            case "legal" | "first" | "second" if value in ("yes", "no", "undecided"):
                answer[key] = "no" if value == "yes" else "yes"
            case "number" | "first" | "second":
                answer[key] = str(int(value) + rng.choice((-50, -20, -15, -5, 5, 10, 30, 100)))
            case "reason":
                answer[key] = rng.choice(item.task.reasons)  # type: ignore[attr-defined]  # its kind has reasons
            case "choice":
                answer[key] = rng.choice("012")
            case "ticks":
                answer[key] = [str(rng.randrange(3))]
                answer.pop("none", None)
                return answer
            case "cards" if item.position is not None and item.position.hand:
                answer[key] = " ".join(
                    map(str, rng.sample(item.position.hand, min(3, len(item.position.hand))))
                )
            case "actions" | "order":
                answer[key] = rng.sample(value, len(value))[: max(1, len(value) - 1)]
            case "rows":
                changed = rng.choice(sorted(value))
                answer[key] = value | {changed: str(int(value[changed] or 0) + rng.choice((-100, 5, 200)))}
            case _:
                continue
    return answer
