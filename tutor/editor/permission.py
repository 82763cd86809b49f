"""What the partner answered to the question for permission to go out: chosen on the page of a move."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from engine.law.errors import EngineError
from engine.law.position import Position
from lessons.saying.engine_errors import error_in_words
from tutor.editor.turning import Turning


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerAnswer:
    """One answer, and the way to the same move after it."""

    words: str
    url: str
    is_chosen: bool


def answers_of_partner(turning: Turning) -> list[PartnerAnswer]:
    """What the partner may have answered; none where nobody asks."""
    position = turning.position
    if not _may_be_asked(position) or all(action.verb != "ask" for action in turning.actions):
        return []
    said: list[tuple[Literal["yes", "no"] | None, str]] = [
        ("yes", pgettext("the partner answers", "yes")),
        ("no", pgettext("the partner answers", "no")),
        (None, pgettext("the partner answers", "not known")),
    ]
    return [
        PartnerAnswer(
            words=words,
            url=f"{reverse('editor:ask')}?"
            + replace(turning, position=replace(position, permission=answer)).query(),
            is_chosen=position.permission == answer,
        )
        for answer, words in said
    ]


def why_not_answered(error: EngineError, position: Position) -> str:
    """Why there is no verdict, and what would have to be said for one."""
    if error.where == "permission" and _may_be_asked(position):
        return gettext(
            "That depends on what your partner answers. Choose the answer, or take the question back."
        )
    return error_in_words(error)


def _may_be_asked(position: Position) -> bool:
    """Whether there is a partner who may be asked for permission to go out."""
    return position.has_partner and position.rules.permission != "none"
