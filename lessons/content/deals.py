"""The mini-deals: short tables from prepared cards with one point each, ``seeds/deals/<nn-slug>.toml``.

Numbers in file names only order; the rest is the permanent slug.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, BeforeValidator, Field, StrictBool, StrictInt

from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.notation.position_line import parse_rules
from engine.notation.text import parse_actions
from engine.play.prepared import Prepared, PreparedMeld, PreparedSide
from lessons.content.base import Cards, RuleId, RuleSetName, Shape, Slug, Text, not_empty
from lessons.content.files import Files, Problem
from lessons.content.reading import ContentError, hash_of, seeds_folder

PATTERN: Final = "deals/*.toml"
Turns = Annotated[StrictInt, Field(ge=1, le=20)]
Turn = tuple[Action, ...]
Sort = Literal["any", "natural", "sequence"]


class Opens(Shape):
    """The player makes the first meld of the side within so many own turns."""

    kind: Literal["opens"]
    turns: Turns


class Takes(Shape):
    """The player takes the pile; with ``frozen`` the one that is frozen for everybody."""

    kind: Literal["takes"]
    turns: Turns
    frozen: StrictBool = False


class Completes(Shape):
    """The player completes a canasta: any, a natural one, or a sequence."""

    kind: Literal["completes"]
    turns: Turns
    sort: Sort = "any"


class GoesOut(Shape):
    """The player goes out, with ``concealed`` by laying down the whole hand at once."""

    kind: Literal["goes-out"]
    turns: Turns
    concealed: StrictBool = False


class Asks(Shape):
    """The player asks the partner whether to go out, and does as the partner says."""

    kind: Literal["asks"]
    turns: Turns


class Keeps(Shape):
    """A turn of the player ends with at most so many cards in the hand, and the deal goes on."""

    kind: Literal["keeps"]
    turns: Turns
    cards: Annotated[StrictInt, Field(ge=1, le=15)]


class Ends(Shape):
    """The deal ends, however it does, with at most so many points of cards in the player's hand."""

    kind: Literal["ends"]
    points: Annotated[StrictInt, Field(ge=0, le=500)]


class Leads(Shape):
    """The deal ends, and the player's side has made more points in it than the others."""

    kind: Literal["leads"]


class Guards(Shape):
    """The next player does not take the pile after any of so many turns of the player."""

    kind: Literal["guards"]
    turns: Turns


class Freezes(Shape):
    """The player freezes the pile with a wild card."""

    kind: Literal["freezes"]
    turns: Turns


Point = Annotated[
    Opens | Takes | Completes | GoesOut | Asks | Keeps | Ends | Leads | Guards | Freezes,
    Field(discriminator="kind"),
]
"""What a mini-deal is about: when it is reached, and within how many turns of the player."""


def _read_turns(value: Any) -> tuple[Turn, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError('this must be a list of turns, such as ["draw; meld Kc Kd Kh; discard 4c"]')
    return tuple([parse_actions([part.strip() for part in one.split(";")]) for one in value])


class MeldShape(Shape):
    """A meld on the table and the seat that laid it first."""

    seat: StrictInt
    cards: Cards


class SideShape(Shape):
    """A side of the table: its total before the deal and what lies in front of it."""

    score: StrictInt = 0
    melds: tuple[MeldShape, ...] = ()
    red_threes: Cards = ()

    def prepared(self) -> PreparedSide:
        return PreparedSide(
            score=self.score,
            melds=tuple([PreparedMeld(meld.seat, meld.cards) for meld in self.melds]),
            red_threes=self.red_threes,
        )


class TableShape(Shape):
    """The cards, for each seat in the order of play and for each side."""

    turn: StrictInt = 0
    hands: tuple[Cards, ...]
    sides: tuple[SideShape, ...]
    pile: Cards
    stock: Cards
    melded: tuple[StrictInt, ...] = ()


class DealFile(Shape):
    """A mini-deal. ``lesson`` is the stage of the course after which it can be played.

    ``seat`` is the player's, ``styles`` are those of the others in the order of play from there on. ``model`` are turns
    of the player, one after the other, that reach the point against them. With other cards the hands of
    ``kept_hands`` and the first ``kept_stock`` cards of the stock are not shuffled.
    """

    rule_set: RuleSetName
    lesson: Slug
    title: Text
    goal: Text
    about: Text
    rules: Annotated[tuple[RuleId, ...], AfterValidator(not_empty)]
    point: Point
    seat: StrictInt = 0
    styles: tuple[str, ...]
    model: Annotated[tuple[Turn, ...], BeforeValidator(_read_turns), AfterValidator(not_empty)]
    kept_hands: tuple[StrictInt, ...] = ()
    kept_stock: Annotated[StrictInt, Field(ge=0)] = 0
    table: TableShape

    def prepared(self) -> Prepared:
        """The table with its printed cards. Raises EngineError for one that no deal could produce."""
        return Prepared(
            rules=parse_rules(self.rule_set),
            hands=self.table.hands,
            sides=tuple([side.prepared() for side in self.table.sides]),
            pile=self.table.pile,
            stock=self.table.stock,
            seat=self.table.turn,
            melded=self.table.melded,
        )


@dataclass(frozen=True, kw_only=True, eq=False)
class MiniDeal:
    """A mini-deal with its printed cards. One object for each that was read; see :class:`DealFile` for the fields.

    ``number`` counts from one; ``source`` is the file where it was read.
    """

    slug: str
    number: int
    title: Text
    goal: Text
    about: Text
    lesson: str
    rules: tuple[str, ...]
    point: Point
    seat: int
    styles: tuple[str, ...]
    model: tuple[Turn, ...]
    kept_hands: tuple[int, ...]
    kept_stock: int
    table: Prepared
    content_hash: str
    source: str

    @property
    def style_of(self) -> Mapping[int, str]:
        """The styles of the others by their seats."""
        seats = self.table.players
        return {(self.seat + place) % seats: style for place, style in enumerate(self.styles, start=1)}

    @property
    def turns(self) -> int | None:
        """Within how many turns of the player the point is to be reached; None where it sets no number."""
        return None if isinstance(self.point, Ends | Leads) else self.point.turns


def mini_deals() -> Mapping[str, MiniDeal]:
    """The mini-deals of the project by slug, in order. Raises ContentError naming all faults."""
    return load(seeds_folder())


def mini_deal(slug: str) -> MiniDeal | None:
    """The mini-deal with this slug, None if there is none."""
    return mini_deals().get(slug)


@lru_cache(maxsize=8)
def load(root: Path) -> Mapping[str, MiniDeal]:
    """The mini-deals below this folder by slug, in order. Raises ContentError."""
    found, problems = read(root)
    if problems:
        raise ContentError(problems)
    return found


def read(root: Path) -> tuple[Mapping[str, MiniDeal], tuple[Problem, ...]]:
    """The mini-deals that can be read below this folder, and all that is wrong with the shape of the others."""
    files = Files(root)
    found: dict[str, MiniDeal] = {}
    for number, (path, slug) in enumerate(files.numbered(PATTERN), start=1):
        raw, file = files.validated(path, DealFile)
        if file is None:
            continue
        try:
            found[slug] = _mini_deal(slug, number, file, hash_of(raw), files.name_of(path))
        except EngineError as error:
            files.report(path, f"table.{error.where}", error.args[0])
        except ValueError as error:
            files.report(path, "styles", str(error))
    return MappingProxyType(found), tuple(files.problems)


def _mini_deal(slug: str, number: int, file: DealFile, content_hash: str, source: str) -> MiniDeal:
    table = file.prepared()
    if len(file.styles) != table.players - 1 or not 0 <= file.seat < table.players:
        raise ValueError(
            f"{table.players} players are {table.players - 1} styles and a seat below {table.players}"
        )
    if any(not 0 <= seat < table.players for seat in file.kept_hands):
        raise ValueError("a hand that is kept belongs to no seat")
    return MiniDeal(
        slug=slug, number=number, title=file.title, goal=file.goal, about=file.about, lesson=file.lesson,
        rules=file.rules, point=file.point, seat=file.seat, styles=file.styles, model=file.model,
        kept_hands=file.kept_hands, kept_stock=file.kept_stock, table=table, content_hash=content_hash,
        source=source,
    )  # fmt: skip
