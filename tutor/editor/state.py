"""The table as somebody is laying it: texts of form fields, what a button does to them, and the position they make.

Everything stands in the address, so a half-laid table can be reloaded, bookmarked and sent.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal
from urllib.parse import urlencode

from django.http import QueryDict
from django.utils.translation import gettext

from engine.law.cards import CARDS, NATURAL_RANKS, Card
from engine.law.errors import EngineError
from engine.law.position import SINGLE_PLAYERS, Position
from engine.notation.as_json import position_from_json, position_to_json, rules_to_json
from engine.notation.position_line import format_rules, parse_rules
from engine.notation.text import format_cards
from lessons.kinds.common.answers import AnswerError, read_number, wanted_in
from lessons.saying.engine_errors import error_at_its_place
from tutor.editor.typed_cards import as_typed, from_notation, read_cards, with_suits
from tutor.tables.models import MOST_RULES

Phase = Literal["draw", "play", "play pile"]
PHASES: Final[tuple[Phase, ...]] = ("draw", "play", "play pile")
MOST_MELDS: Final = 16
MOST_TEXT: Final = 400
MOST_NUMBER: Final = 12
NUMBERS: Final = ("stock", "pile_size", "partner", "own_score", "opp_score")
PARTNERS: Final = "(P)"
"""Behind the cards of an own meld that the partner has laid."""
VERSION: Final = "2"
"""How the texts of an address are written. Older ones have ``JK`` for a joker and a star for the partner."""
THREES: Final = {"3r": ("3h", "3d"), "3b": ("3c", "3s")}
RANKS: Final = (*THREES, *NATURAL_RANKS, "2", "JK")
"""What is chosen where suits do not matter."""
_NEW: Final = {"own-new": "own", "opp-new": "opp"}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a field: its name, and a sentence in the active language."""

    field: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Laying:
    """The form as it stands: ``rules`` in notation, the rest as typed. ``zone`` is where the next card goes,
    one of those that ``zones_of`` names: ``own-0`` is a meld that is there, ``own-new`` begins one.
    ``typing`` says whether the text fields of the cards are shown, ``suits`` whether cards are chosen with their suits.
    """

    rules: str = "classic"
    phase: Phase = "draw"
    hand: str = ""
    pile: str = ""
    pile_size: str = ""
    frozen: bool = False
    stock: str = ""
    partner: str = ""
    next: str = ""
    own_score: str = ""
    own_melds: tuple[str, ...] = ()
    own_threes: str = ""
    opened: bool = False
    opp_score: str = ""
    opp_melds: tuple[str, ...] = ()
    opp_threes: str = ""
    zone: str = "hand"
    typing: bool = False
    suits: bool = False

    def melds(self, side: str) -> tuple[str, ...]:
        return self.own_melds if side == "own" else self.opp_melds

    def query(self) -> str:
        """The form as the query of an address, without what is empty."""
        pairs = [
            ("rules", self.rules),
            ("phase", self.phase),
            ("hand", self.hand),
            ("pile", self.pile),
            ("pile_size", self.pile_size),
            ("frozen", "1" if self.frozen else ""),
            ("stock", self.stock),
            ("partner", self.partner),
            ("next", self.next),
            ("own_score", self.own_score),
            *(("own", meld) for meld in self.own_melds),
            ("own_threes", self.own_threes),
            ("opened", "1" if self.opened else ""),
            ("opp_score", self.opp_score),
            *(("opp", meld) for meld in self.opp_melds),
            ("opp_threes", self.opp_threes),
            ("zone", self.zone),
            ("typing", "1" if self.typing else ""),
            ("suits", "1" if self.suits else ""),
            ("v", VERSION),
        ]
        return urlencode([(key, value) for key, value in pairs if value])


def from_form(form: QueryDict) -> Laying:
    """What the form says, cut to a sensible length. A rule set, phase or zone that does not exist becomes the first."""

    def text(key: str, most: int = MOST_TEXT) -> str:
        return " ".join(form.get(key, "").split())[:most]

    def melds(key: str) -> tuple[str, ...]:
        found = (" ".join(value.split())[:MOST_TEXT] for value in form.getlist(key)[:MOST_MELDS])
        return tuple(value.replace(PARTNERS.lower(), PARTNERS) for value in found if value)

    phase = form.get("phase", "")
    laying = Laying(
        rules=_rules_in(form.get("rules", "")),
        phase=phase if phase in PHASES else "draw",
        hand=text("hand"), pile=text("pile"), stock=text("stock", MOST_NUMBER), next=text("next"),
        own_score=text("own_score", MOST_NUMBER), own_melds=melds("own"), own_threes=text("own_threes"),
        pile_size=text("pile_size", MOST_NUMBER), frozen=bool(form.get("frozen")), partner=text("partner", MOST_NUMBER),
        opened=bool(form.get("opened")), opp_score=text("opp_score", MOST_NUMBER), opp_melds=melds("opp"),
        opp_threes=text("opp_threes"), typing=bool(form.get("typing")),
        suits=bool(form.get("suits")),
    )  # fmt: skip
    laying = _with_suits(laying if form.get("v") else _from_earlier(laying))
    zone = form.get("zone", "")
    return replace(laying, zone=zone if zone in zones_of(laying) else "hand")


def _rules_in(text: str) -> str:
    """A rule set as the address names it, house rules included; classic for what names none."""
    try:
        return format_rules(parse_rules(text)) if len(text) <= MOST_RULES else "classic"
    except EngineError:
        return "classic"


def _from_earlier(laying: Laying) -> Laying:
    """The form of an address that was written before jokers were typed as everywhere else."""
    for zone in zones_of(laying):
        text = from_notation(text_of(laying, zone))
        if zone.startswith("own-") and text.endswith("*"):
            text = f"{text[:-1].strip()} {PARTNERS}"
        laying = laying if zone in _NEW else _changed(laying, zone, lambda _, text=text: text)
    return laying


def _with_suits(laying: Laying) -> Laying:
    """The form with the suits that nobody typed, where they decide nothing."""
    places = [zone for zone in zones_of(laying) if zone not in _NEW]
    texts = {zone: text_of(laying, zone).replace(PARTNERS, "").strip() for zone in places}
    for zone, text in with_suits(texts, sequences=parse_rules(laying.rules).sequences).items():
        if text != texts[zone]:
            marked = f"{text} {PARTNERS}" if PARTNERS in text_of(laying, zone) else text
            laying = _changed(laying, zone, lambda _, text=marked: text)
    return laying


def from_position(position: Position, *, next_cards: Iterable[Card] = ()) -> Laying | None:
    """A position as the form would say it; None where the form has no fields for all that it holds."""
    laying = nearest(position, next_cards=next_cards)
    try:
        again, faults = position_of(laying)
    except EngineError:
        return None
    return laying if not faults and again == position else None


def nearest(position: Position, *, next_cards: Iterable[Card] = ()) -> Laying:
    """As much of a position as the form has fields for."""
    data = position_to_json(position)
    own = data.get("own", {})
    opp: Mapping[str, Any] = next(iter(data.get("opponents", ())), {})
    phase: Phase = "draw" if position.phase == "draw" else "play pile" if position.drew == "pile" else "play"

    def number(value: Any) -> str:
        return "" if value is None else str(value)

    return Laying(
        rules=format_rules(position.rules),
        phase=phase,
        hand=from_notation(data.get("hand", "")),
        pile=from_notation(data.get("pile", "")),
        pile_size=str(position.pile_size) if position.pile_size > len(position.pile) else "",
        frozen=position.frozen,
        stock=number(position.stock),
        partner=number(position.partner_hand),
        next=as_typed(next_cards),
        own_score=str(own.get("score", "")),
        own_melds=tuple(map(_cards_of, own.get("melds", ()))),
        own_threes=own.get("red_threes", ""),
        opened=position.own.opened and not own.get("melds"),
        opp_score=str(opp.get("score", "")),
        opp_melds=tuple(map(_cards_of, opp.get("melds", ()))),
        opp_threes=opp.get("red_threes", ""),
    )


def _cards_of(meld: Mapping[str, str]) -> str:
    return from_notation(meld["cards"]) + (f" {PARTNERS}" if meld["by"] == "partner" else "")


def zones_of(laying: Laying) -> tuple[str, ...]:
    """Where cards can go at the moment."""
    own = (f"own-{place}" for place in range(len(laying.own_melds)))
    opp = (f"opp-{place}" for place in range(len(laying.opp_melds)))
    return ("hand", "pile", *own, "own-new", "own-threes", *opp, "opp-new", "opp-threes", "next")


def suits_matter(laying: Laying) -> bool:
    """Whether cards are chosen with their suits: where somebody wants it, and where there are sequences."""
    return laying.suits or parse_rules(laying.rules).sequences


def put(laying: Laying, notation: str) -> Laying:
    """One more card where the chosen zone is, or one of a rank whose suit does not matter. Raises AnswerError."""
    if notation not in CARDS and notation not in RANKS:
        raise AnswerError(
            "do", gettext("The form did not arrive intact: this button is not known. Your table is kept.")
        )
    return _with_suits(_more(laying, from_notation(_free_three(laying, notation))))


def type_in(laying: Laying, text: str) -> Laying:
    """More cards where the chosen zone is, as they were typed: ``7K Joker``. Raises AnswerError for what is no card."""
    wanted_in(text)
    more = _with_suits(_more(laying, " ".join(text.split())))
    read_cards(text_of(more, more.zone).replace(PARTNERS, ""))
    return more


def _free_three(laying: Laying, notation: str) -> str:
    """For a red or a black three of any suit the one that lies less often on the table."""
    if notation not in THREES:
        return notation
    lying = [str(card) for zone in zones_of(laying) for card in cards_in(laying, zone)]
    return min(THREES[notation], key=lying.count)


def _more(laying: Laying, text: str) -> Laying:
    side = _NEW.get(laying.zone)
    if side is None:
        return _changed(laying, laying.zone, lambda before: _with(before, text))
    melds = (*laying.melds(side), text)
    if len(melds) > MOST_MELDS:
        raise AnswerError("do", gettext("A side has at most %(count)s melds here.") % {"count": MOST_MELDS})
    return _with_melds(laying, side, melds, zone=f"{side}-{len(melds) - 1}")


def drop(laying: Laying, zone: str, place: int) -> Laying:
    """The table without one card of a zone, counted from 0 as the form shows them. Raises AnswerError."""
    cards = list(cards_in(laying, zone))
    if zone not in zones_of(laying) or not 0 <= place < len(cards):
        raise AnswerError("do", gettext("This card is not there any more. Here is the table as it is now."))
    del cards[place]
    return _changed(laying, zone, lambda text: _with(as_typed(cards), mark=PARTNERS in text))


def _with(text: str, notation: str = "", *, mark: bool = False) -> str:
    """The text with one more card; the mark of a partner's meld stays behind the cards."""
    cards = f"{text.replace(PARTNERS, '').strip()} {notation}".strip()
    return f"{cards} {PARTNERS}" if cards and (mark or PARTNERS in text) else cards


def cards_in(laying: Laying, zone: str) -> tuple[Card, ...]:
    """The cards of a zone as they are written; none where they cannot be read."""
    try:
        return read_cards(text_of(laying, zone).replace(PARTNERS, ""))
    except AnswerError:
        return ()


def position_of(laying: Laying) -> tuple[Position | None, tuple[Fault, ...]]:
    """The position, or every fault that keeps the fields from making one."""
    faults: list[Fault] = []
    texts = {zone: _checked(laying, zone, faults) for zone in zones_of(laying) if zone not in _NEW}
    numbers = {name: _number(laying, name, faults) for name in NUMBERS}
    if faults:
        return None, tuple(faults)
    own: dict[str, Any] = {"melds": _melds(laying, "own", texts), "red_threes": texts["own-threes"]}
    opp: dict[str, Any] = {"melds": _melds(laying, "opp", texts), "red_threes": texts["opp-threes"]}
    has_opponents = bool(laying.opp_score or laying.opp_melds or laying.opp_threes)
    for side, name in ((own, "own_score"), (opp, "opp_score")):
        if numbers[name] is not None:
            side["score"] = numbers[name]
    if laying.opened:
        own["opened"] = True
    data: dict[str, Any] = {
        "rules": rules_to_json(parse_rules(laying.rules)),
        "phase": "draw" if laying.phase == "draw" else "play", "hand": texts["hand"],
        "own": own, "opponents": [opp] if has_opponents else [], "pile": texts["pile"], "frozen": laying.frozen,
    }  # fmt: skip
    for name, key in (("stock", "stock"), ("pile_size", "pile_size"), ("partner", "partner_hand")):
        if numbers[name] is not None:
            data[key] = numbers[name]
    if laying.phase == "play pile":
        data |= {"drew": "pile", "player_has_melded": bool(own["melds"])}
    try:
        return position_from_json(data), ()
    except EngineError as error:
        return None, (_fault_of(error),)


def next_cards_of(laying: Laying) -> tuple[Card, ...]:
    """The cards that the stock will give. Only for fields that make a position."""
    return read_cards(laying.next)


def _melds(laying: Laying, side: str, texts: Mapping[str, str]) -> list[dict[str, str]]:
    own = "self" if side == "own" else "opponent"
    return [
        {"cards": texts[f"{side}-{place}"], "by": "partner" if side == "own" and PARTNERS in text else own}
        for place, text in enumerate(laying.melds(side))
    ]


def _checked(laying: Laying, zone: str, faults: list[Fault]) -> str:
    """The cards of a zone in plain notation; what cannot be read is noted."""
    try:
        text = text_of(laying, zone)
        return format_cards(read_cards(text.replace(PARTNERS, "") if zone.startswith("own-") else text))
    except AnswerError as error:
        faults.append(Fault(zone, error.message))
        return ""


def _number(laying: Laying, name: str, faults: list[Fault]) -> int | None:
    text = getattr(laying, name)
    if not text:
        return None
    try:
        return read_number(text, where=name)
    except AnswerError as error:
        faults.append(Fault(name, error.message))
        return None


def _fault_of(error: EngineError) -> Fault:
    """The engine's error at the field that it means."""
    where = error.where.replace("opponents[0]", "opp").replace("own.", "own-").replace("opp.", "opp-")
    where = "partner" if where == "partner_hand" else where
    where = where.replace("-red_threes", "-threes").replace("-score", "_score")
    for side in ("own", "opp"):
        if where.startswith(f"{side}-melds["):
            where = f"{side}-{where.partition('[')[2].partition(']')[0]}"
    return Fault(where, error_at_its_place(error))


def plays_alone(laying: Laying) -> bool:
    """Whether nobody has a partner by these rules."""
    return parse_rules(laying.rules).default_players <= SINGLE_PLAYERS


def text_of(laying: Laying, zone: str) -> str:
    """What is typed for a zone; nothing for one that begins a meld."""
    side, _, place = zone.partition("-")
    if place.isdecimal():
        return laying.melds(side)[int(place)]
    if zone in _NEW:
        return ""
    return str(getattr(laying, zone.replace("-", "_")))


def _changed(laying: Laying, zone: str, change: Any) -> Laying:
    side, _, place = zone.partition("-")
    text = change(text_of(laying, zone))
    if place.isdecimal():
        melds = list(laying.melds(side))
        melds[int(place)] = text
        left = tuple(meld for meld in melds if meld)
        return _with_melds(laying, side, left, zone=laying.zone if len(left) == len(melds) else f"{side}-new")
    return replace(laying, **{zone.replace("-", "_"): text})


def _with_melds(laying: Laying, side: str, melds: tuple[str, ...], *, zone: str) -> Laying:
    new = replace(laying, own_melds=melds) if side == "own" else replace(laying, opp_melds=melds)
    return replace(new, zone=zone)
