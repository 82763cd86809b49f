"""The themes that are registered, and what they find of a move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal, TypeVar

from django.utils.functional import Promise

from engine.law.rule_ids import RuleId
from lessons.coaching.moments import Moment

Kind = Literal["proved", "calibrated"]
Tone = Literal["heed", "good", "note"]

_TONES: Final[tuple[Tone, ...]] = ("heed", "good", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """What a theme finds of a move, as data.

    ``facts`` are numbers and ranks. ``missed`` says that it is about another move, which was not made; nobody is told
    that before the own move is made. ``chance`` is a calibrated one, from 0 to 1, of what the sentence says the next
    player can do. ``weight`` orders remarks of one move: roughly how much is at stake, in points; it is never shown.
    """

    theme: str
    kind: Kind
    tone: Tone
    facts: Mapping[str, Any] = field(default_factory=dict)
    rule: RuleId | None = None
    chance: float | None = None
    weight: int = 0
    missed: bool = False

    def to_json(self) -> dict[str, Any]:
        """What can be stored and read back with ``Remark(**data)``."""
        return {
            "theme": self.theme, "kind": self.kind, "tone": self.tone, "facts": dict(self.facts), "rule": self.rule,
            "chance": self.chance, "weight": self.weight, "missed": self.missed,
        }  # fmt: skip


class Theme(ABC):
    """One theme: what it looks for, and how that is said. It has no state.

    ``slug`` is the word for it in files and in what is stored, ``number`` its place in the order of all themes,
    ``title`` what it is called on the screen. ``rules`` are those it is about: the first leads to its step of the
    course and to its puzzles.
    """

    slug: ClassVar[str]
    number: ClassVar[int]
    title: ClassVar[Promise | str]
    rules: ClassVar[tuple[RuleId, ...]]
    is_sampled: ClassVar[bool] = False

    @abstractmethod
    def look(self, moment: Moment) -> Remark | None:
        """What there is to say of the move; None where the theme has nothing to say."""

    @abstractmethod
    def say(self, remark: Remark) -> str:
        """The sentence, in the active language, to the one who made the move or thinks of it."""

    def remark(
        self,
        tone: Tone,
        /,
        *,
        rule: RuleId | None = None,
        chance: float | None = None,
        weight: int = 0,
        missed: bool = False,
        **facts: Any,
    ) -> Remark:
        """A remark of this theme; with a chance it is calibrated, else proved."""
        return Remark(
            theme=self.slug, kind="proved" if chance is None else "calibrated", tone=tone, facts=facts,
            rule=rule or self.rules[0], chance=chance, weight=weight, missed=missed,
        )  # fmt: skip


_THEMES: Final[dict[str, Theme]] = {}

ThemeT = TypeVar("ThemeT", bound=type[Theme])


def register(theme: ThemeT) -> ThemeT:
    """Add a theme. Raises ValueError where its slug or its number is taken, TypeError where something is missing."""
    made = theme()
    if any(other.slug == made.slug or other.number == made.number for other in _THEMES.values()):
        raise ValueError(f"there is a theme {made.slug} or {made.number} already")
    _THEMES[made.slug] = made
    return theme


def forget(slug: str) -> None:
    """Take a theme away again."""
    del _THEMES[slug]


def themes() -> tuple[Theme, ...]:
    """All themes in the order of their numbers."""
    return tuple(sorted(_THEMES.values(), key=lambda theme: theme.number))


def theme_of(slug: str) -> Theme:
    """The theme of this slug. Raises LookupError for one that is not registered."""
    try:
        return _THEMES[slug]
    except KeyError:
        raise LookupError(f"no theme is registered as “{slug}”") from None


def remarks(moment: Moment, *, during_play: bool = False) -> list[Remark]:
    """What the themes find of a move: what is to be heeded first, then what went well; the weightiest first."""
    looking = [theme for theme in themes() if not (during_play and theme.is_sampled)]
    found = [remark for theme in looking if (remark := theme.look(moment)) is not None]
    return sorted(found, key=lambda remark: (_TONES.index(remark.tone), -remark.weight))


def say(remark: Remark) -> str:
    """The sentence for a remark, in the active language. Raises LookupError where its theme is not registered."""
    return theme_of(remark.theme).say(remark)
