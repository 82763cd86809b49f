"""The learner's question to the partner, whether to go out: where it stands open, and the answer in words."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.judging.moves import ASK
from lessons.content.deals import mini_deal
from tutor.play.models import PlayedGame
from tutor.play.sitting import Sitting


def stands_open(row: PlayedGame, sitting: Sitting) -> bool:
    """Whether the button is to be seen at once: the question can be asked now, or it is what a mini-deal is about."""
    deal = sitting.deal
    if deal.answer is not None:
        return False
    mini = mini_deal(row.mini) if row.mini else None
    is_goal = mini is not None and mini.point.kind == "asks"
    return is_goal or ASK in deal.legal_moves()


def said_at_seat(answer: str | None) -> str:
    """What the partner has said, as it stands at its seat; empty where nobody has asked."""
    return {"yes": gettext("says yes"), "no": gettext("says no")}[answer] if answer else ""


def answer_words(sitting: Sitting) -> str:
    """The partner's answer to the question of the turn that goes on, and to what it obliges; empty without one."""
    answer = sitting.deal.answer if sitting.state == "mine" else None
    if answer is None:
        return ""
    return {
        "yes": gettext("Your partner has said yes: you must go out"),
        "no": gettext("Your partner has said no: you may not go out"),
    }[answer]
