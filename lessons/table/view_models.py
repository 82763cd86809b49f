"""What templates are given to draw a table, a hand and a turn in progress: words and drawing order, no rules.

Built by :mod:`lessons.table.presenting`. Everything that a picture shows is also said in words, because the words are
what a screen reader, a text browser and the tests read.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext, ngettext

from engine.law.cards import Card
from lessons.words import naming


@dataclass(frozen=True, slots=True, kw_only=True)
class BackView:
    """An action that can be taken back where it lies: its place in the turn, and what it was in words."""

    index: int
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MeldView:
    """A meld as it lies there: naturals first, wild cards on top. ``look`` is the class of the drawing.

    ``counted`` says how far it is, "5 of 7", or what it has become; ``sort`` what its cards show as well: "mixed".
    ``key`` is what actions call it. ``looks`` has a class for each card: ``came`` in this turn, ``marked`` besides.
    ``back`` is the action that can be taken back here. ``played_words`` say what an answer means for it.
    """

    name: str
    cards: tuple[Card, ...]
    counted: str
    look: str
    by_partner: bool
    sort: str = ""
    key: str = ""
    looks: tuple[str, ...] = ()
    back: BackView | None = None
    played_words: str = ""

    @property
    def drawn(self) -> tuple[tuple[Card, str], ...]:
        """Each card with its class."""
        return tuple(zip(self.cards, self.looks or ("",) * len(self.cards), strict=True))

    @property
    def spoken(self) -> str:
        return "; ".join(naming.card_name(card) for card in self.cards)

    @property
    def tag(self) -> str:
        """Both together: "5 of 7 · mixed"."""
        return f"{self.counted} · {self.sort}" if self.sort else self.counted


@dataclass(frozen=True, slots=True, kw_only=True)
class SideView:
    title: str
    score: str
    melds: tuple[MeldView, ...]
    red_threes: tuple[Card, ...]
    red_threes_words: str
    notes: tuple[str, ...]

    @property
    def red_threes_spoken(self) -> str:
        return "; ".join(naming.card_name(card) for card in self.red_threes)


@dataclass(frozen=True, slots=True, kw_only=True)
class PileCard:
    """A card of the discard pile; ``card`` is None for the unlisted card that freezes it. ``look`` is a class."""

    card: Card | None
    across: bool
    top: bool
    look: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StateTag:
    """A state said in words; ``slug`` only picks the colour."""

    slug: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PileView:
    """The discard pile. ``back`` is the action that can be taken back here.

    Of the ``size`` cards in it only the uppermost may be known: those are ``cards``, from bottom to top.
    ``taken`` says that the turn that is shown has taken the pile: what lies here has come after it.
    ``played`` is what happens to it after an answer: it ``stays``, or is ``taken``; ``played_words`` say so.
    """

    cards: tuple[PileCard, ...]
    size: int
    words: str
    states: tuple[StateTag, ...]
    density: str
    back: BackView | None = None
    taken: bool = False
    played: str = ""
    played_words: str = ""

    @property
    def spoken_below(self) -> str:
        """The cards under the top one, which the words name."""
        return "; ".join(naming.card_name(card) for card in self._below)

    @property
    def below_words(self) -> str:
        """Which of the cards under the top one these are: of a pile that is larger only the uppermost are known."""
        count = len(self._below)
        if count == self.size - 1:
            return gettext("Under the top card, from bottom to top:")
        words = ngettext(
            "The card under the top one:", "The %(count)s cards under the top one, from bottom to top:", count
        )
        return words % {"count": naming.number_word(count)}

    @property
    def _below(self) -> tuple[Card, ...]:
        return tuple(below.card for below in self.cards[:-1] if below.card)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableView:
    opponents: tuple[SideView, ...]
    own: SideView
    pile: PileView
    stock: int | None
    stock_words: str
    partner_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandCard:
    """One card to choose. ``value`` is what the form sends: notation and a running number among equal cards.

    ``focused`` says that the focus goes to it.
    """

    card: Card
    value: str
    id: str
    selected: bool
    marked: bool
    new: bool
    focused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class HandGroup:
    key: str
    name: str
    cards: tuple[HandCard, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandView:
    """A hand. With ``returns`` the marked cards have just come back from the table."""

    title: str
    count_words: str
    groups: tuple[HandGroup, ...]
    selectable: bool
    marked_words: str
    plain: bool = False
    unknown_words: str = ""
    returns: bool = False

    @property
    def length(self) -> str:
        """Whether it is more than one row on the narrowest screens, on narrow ones, on every phone, and close there."""
        count = sum(len(group.cards) for group in self.groups)
        if count > 17:
            return "longer longest"
        return "longer" if count > 14 else "long" if count > 12 else "longish" if count > 10 else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StagedView:
    """An action in the tray. ``notation`` goes back to the server in a hidden field.

    ``marked`` says for each card whether the verdict points at it, ``marked_words`` names those cards.
    ``stays`` says that the action cannot be taken back, ``lies`` that it can be where it lies on the table.
    """

    index: int
    words: str
    cards: tuple[Card, ...]
    notation: str
    marked: tuple[bool, ...] = ()
    marked_words: str = ""
    stays: bool = False
    lies: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TrayView:
    staged: tuple[StagedView, ...]
    meter: MeterView | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterView:
    """Points laid so far against the minimum of the initial meld."""

    have: int
    need: int
    words: str
    reached: bool
