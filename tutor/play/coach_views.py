"""What the buttons of the coach ask for at the table of a played game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lessons.kinds.common.work import Work
from tutor.play import coaching, may_i, services, telling
from tutor.play.models import PlayedGame
from tutor.play.sitting import Sitting


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What the coach answers: ``shown`` for the page, ``heard`` in a line for those who hear it."""

    shown: dict[str, Any]
    heard: str


def set_choice(row: PlayedGame, verb: str, chosen: str) -> None:
    """Keep how much the coach says, whether the partner says why, or how the learner's cards lie."""
    if verb == "coach":
        services.set_coach(game=row, coach=chosen)
    elif verb == "partner":
        services.set_partner_tells(game=row, on=chosen == "on")
    else:
        services.set_by_suit(game=row, on=chosen == "suit")


def ask(sitting: Sitting, do: str, *, work: Work) -> Asked:
    """The coach's answer to a question; the game stays as it is. Raises AnswerError where nothing is asked about."""
    if do == "would":
        advice = coaching.would_do(sitting)
        return Asked(shown={"advice": advice}, heard=advice.text)
    form = telling.turn_context(sitting, work=work, is_over=False)["form"]
    answers = may_i.may_i(sitting, work, form)
    heard = " ".join(f"{answer.asked}: {answer.outcome_words}." for answer in answers)
    return Asked(shown={"answers": answers}, heard=heard)
