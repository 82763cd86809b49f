"""How long the way for tonight takes, and what it is made of: ``python -m tests.tonight``.

Reading takes a minute for 180 words, of all that its pages say: titles, scenes, goals, introductions, hints, what is
said after a right answer, and the answers to choose from, folded or not. A tap takes 4 seconds and a question 15. The
mini-deals after its parts are not counted. Before a part nothing is asked again but what was missed: what one such
question takes is printed besides.
"""

from __future__ import annotations

import html
import os
import re
from collections import Counter
from dataclasses import dataclass

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.template.loader import render_to_string  # noqa: E402
from django.utils.translation import override  # noqa: E402

from lessons.content.base import LANGUAGES, Text  # noqa: E402
from lessons.content.deals import mini_deal  # noqa: E402
from lessons.content.reading import Item, Stage, library  # noqa: E402
from lessons.kinds.asking.solving import solution  # noqa: E402
from lessons.kinds.common.work import Work  # noqa: E402
from lessons.kinds.registry import kind_of  # noqa: E402
from tests.taps import taps_of  # noqa: E402

WORDS_A_MINUTE = 180
SECONDS_A_TAP = 4
SECONDS_A_QUESTION = 15
MOST_STEPS = 40
MOST_MINUTES = 35
FEWEST_TURNS = 1 / 3
_TAG = re.compile(r"<[^>]*>")
_WORD = re.compile(r"[^\W_]+(?:[’'.-][^\W_]+)*")


@dataclass(frozen=True)
class Part:
    """A stage of the way: words and taps of all its steps, in one language."""

    stage: Stage
    words: int
    taps: int

    @property
    def minutes(self) -> float:
        asked = len(self.stage.steps) * SECONDS_A_QUESTION
        return self.words / WORDS_A_MINUTE + (self.taps * SECONDS_A_TAP + asked) / 60


def parts(language: str) -> list[Part]:
    with override(language):
        return [
            Part(stage, words_of(stage), sum(map(taps, stage.steps)) + 2)
            for stage in library().branch("tonight")
        ]


def words_of(stage: Stage) -> int:
    """What the pages of a stage say that is its own."""
    texts = [stage.title, stage.summary, *stage.can_do, *(scene.text for scene in stage.scenes)]
    return sum(map(_count, texts)) + sum(_words_of_step(step) for step in stage.steps)


def _words_of_step(step: Item) -> int:
    task = step.task
    own = sum(_count(text) for text in (task.goal, task.intro, task.look, task.right) if text is not None)
    return own + _count(answers_of(step))


def answers_of(step: Item) -> str:
    """The answers that a step offers in words; cards, places and numbers are not read."""
    if step.kind != "legal":
        return ""
    context = kind_of(step).form(step, Work(), None, None, focus="")
    return _TAG.sub(" ", html.unescape(render_to_string(context["form"].template, context)))


def taps(step: Item) -> int:
    """What an answer takes, with Check and the way on."""
    if step.kind == "turn":
        return taps_of(step) + 1
    answer = solution(step) or {}
    shown = {
        "cards": len(str(answer.get("cards", "")).split()),
        "number": len(str(answer.get("number", ""))),
        "sheet": sum(1 + len(str(value)) for value in answer.get("rows", {}).values()),
    }
    return shown.get(step.kind, 1) + 2


def _count(text: Text | str) -> int:
    return len(_WORD.findall(str(text)))


def main() -> None:
    for language in LANGUAGES:
        told = parts(language)
        steps = [step for part in told for step in part.stage.steps]
        print(
            f"{language}: {len(steps)} steps (at most {MOST_STEPS}), "
            f"{sum(part.minutes for part in told):.1f} minutes (at most {MOST_MINUTES})"
        )
        for part in told:
            kinds = ", ".join(
                f"{count} {kind}" for kind, count in Counter(s.kind for s in part.stage.steps).items()
            )
            deal = mini_deal(part.stage.deal or "")
            print(
                f"  {part.minutes:4.1f} min, {part.words:4} words, {part.taps:3} taps  "
                f"{part.stage.slug}: {kinds}; then {deal.slug if deal else 'no deal'}"
            )
        each = 60 * sum(part.minutes for part in told) / len(steps)
        print(f"  a question about what was missed: {each:.0f} seconds on average")
        turns = sum(step.kind == "turn" for step in steps)
        print(
            f"  whole turns: {turns} of {len(steps)} ({turns / len(steps):.0%}, at least {FEWEST_TURNS:.0%})"
        )


if __name__ == "__main__":
    main()
