"""What templates are given to draw an answer form: buttons, choices, options, rows of a sheet.

Built by the kinds, which share :mod:`lessons.kinds.common.card_buttons` and :mod:`lessons.kinds.common.options`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from engine.law.actions import Action
from engine.law.cards import Card
from lessons.words import naming


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """A submit button named ``do``.

    ``named`` holds ``{cards}`` where the selected cards go, in the grammatical ``case``; ``key`` is the extra key that
    presses it. As a place on the table it shows its ``verb`` and ``takes`` selected cards: ``none``, ``any`` number,
    ``some`` or exactly ``one``. ``alone`` says what it does while no card is selected, where it does something then.
    """

    do: str
    label: str
    named: str = ""
    case: naming.Case = "accusative"
    key: str = ""
    verb: str = ""
    takes: Literal["none", "any", "some", "one"] = "none"
    alone: str = ""

    @property
    def id(self) -> str:
        return "do-" + self.do.replace(":", "-").replace("#", "-")


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something to choose. ``lead`` is the beginning of the label that is told apart: "No:"."""

    value: str
    label: str
    checked: bool
    note: str = ""
    lead: str = ""

    @property
    def rest(self) -> str:
        """The label after its beginning."""
        return self.label.removeprefix(self.lead).lstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetRow:
    """A row of the score sheet. ``mark`` is ``ok``, ``no``, ``carried``, ``open`` or empty before the first check.

    ``side`` names whose row it is where both sides are scored.
    """

    key: str
    label: str
    note: str
    value: str
    mark: str = ""
    mark_words: str = ""
    comment: str = ""
    rule_id: str = ""
    invalid: bool = False
    side: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetSide:
    """The rows of one side and what they come to. ``title`` names the side where there are two."""

    rows: tuple[SheetRow, ...]
    sums: tuple[SheetRow, ...]
    title: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """Something shown that can be chosen: actions with their cards, or a row of a sheet with its number.

    ``mark`` is ``ok`` or ``no`` after a check, else empty; ``first`` and ``last`` say which moves an order allows,
    ``focused`` which of its buttons (``up`` or ``down``) goes on with the move just made.
    """

    value: str
    lines: tuple[tuple[str, tuple[Card, ...]], ...]
    checked: bool = False
    number: str = ""
    mark: str = ""
    comment: str = ""
    rule_id: str = ""
    first: bool = False
    last: bool = False
    focused: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerColumn:
    """The answer under one of two rule sets: choices, or a number to enter where there are none.

    ``note`` says what a rule set with house rules plays otherwise; ``headed`` is the title with it, where all is text.
    """

    side: str
    title: str
    note: str = ""
    choices: tuple[Choice, ...] = ()
    number: str = ""
    mark: str = ""
    comment: str = ""
    rule_id: str = ""

    @property
    def headed(self) -> str:
        return f"{self.title} ({self.note})" if self.note else self.title


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """What is asked for, as a page, a projector and a sheet of paper show it; ``template`` draws the inputs.

    ``claim`` is what is judged, ``choices`` are the verdicts to choose from and ``reasons`` the rules behind them,
    ``options`` is what may be chosen or ordered (``several`` says that more than one may), ``none_offered`` whether
    none of them is an answer, ``columns`` and ``sheets`` are what is filled in. What only its own template draws, a
    kind adds in a form of its own.
    """

    kind: str
    template: str
    check: Button
    takes_cards: bool = False
    question: str = ""
    claim: tuple[Action, ...] = ()
    choices: tuple[Choice, ...] = ()
    reasons: tuple[Choice, ...] = ()
    options: tuple[Option, ...] = ()
    several: bool = False
    none_offered: bool = False
    columns: tuple[AnswerColumn, ...] = ()
    sheets: tuple[SheetSide, ...] = ()

    @property
    def claim_words(self) -> tuple[str, ...]:
        return tuple(naming.action_in_words(action) for action in self.claim)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceForm(AnswerForm):
    """Options of which one is chosen, or several.

    With ``numbered`` their numbers stand before them; ``total`` is what they come to. ``lot`` decided the order of the
    reasons, and the form sends it along so that they keep it.
    """

    template: str = "lessons/_answer_choice.html"
    numbered: bool = False
    none_checked: bool = False
    total: str = ""
    lot: str = ""
