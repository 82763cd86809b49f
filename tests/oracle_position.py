"""The table as the oracle sees it, and reading it from the JSON form of a position."""

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field

from tests.oracle_cards import (
    OracleError,
    copies_in_deck,
    in_order,
    is_natural,
    is_wild,
    kind,
    parse_cards,
    text,
)
from tests.oracle_rules import rule_set, step


@dataclass
class Meld:
    """Cards on the table. `fresh` says that the acting player laid them in this very turn."""

    cards: list[str]
    by: str = "self"
    fresh: bool = False

    @property
    def naturals(self) -> list[str]:
        return [card for card in self.cards if not is_wild(card)]

    @property
    def wilds(self) -> list[str]:
        return [card for card in self.cards if is_wild(card)]

    @property
    def rank(self) -> str:
        """The rank letter of a set, "3" for black threes, "W" for wild cards alone."""
        return self.naturals[0][0] if self.naturals else "W"


@dataclass
class Table:
    """Everything that a verdict may depend on, changed in place while the actions are played."""

    rules: dict
    hand: Counter
    melds: list[Meld]
    opponents: list[list[Meld]]
    red_threes: list[str]
    pile: list[str]
    hidden_in_pile: int
    frozen_flag: bool
    stock: int | None
    phase: str
    drew: str | None
    my_turn: bool
    score: int
    opened: bool
    has_melded: bool
    permission: str | None
    unknown: int = 0
    asked: bool = False
    laid: bool = False
    laid_after_take: bool = False
    black_threes_laid: bool = False
    counted_points: int = 0
    held_before_take: Counter | None = None
    touched_partner: bool = False
    ended: str | None = None
    faults: list[tuple[str, int | None]] = field(default_factory=list)
    elsewhere: Counter = field(default_factory=Counter)

    def appear(self, card: str, where: str) -> None:
        """A named card comes from the stock, which must be able to hold it."""
        self.elsewhere[card] += 1
        if self.elsewhere[card] > copies_in_deck(card, self.rules["packs"], self.rules["jokers"]):
            raise OracleError("request", where, f"no {card} is left in the stock")

    def copy(self) -> "Table":
        return deepcopy(self)

    @property
    def cards_left(self) -> int:
        return self.hand.total() + self.unknown

    @property
    def pile_size(self) -> int:
        return len(self.pile) + self.hidden_in_pile

    @property
    def is_frozen(self) -> bool:
        """A wild card or a red three lies in the pile, or the position says that one does."""
        return self.frozen_flag or any(is_wild(card) or kind(card) == "3r" for card in self.pile)

    @property
    def minimum(self) -> int:
        return step(self.rules, self.score)[0]

    @property
    def minimum_rule(self) -> str:
        return step(self.rules, self.score)[1]

    @property
    def minimum_reached(self) -> bool:
        return self.opened or self.counted_points >= self.minimum

    def find(self, target: str) -> Meld | None:
        """The own meld that the notation names "K" or "K#2"."""
        rank, _, number = target.partition("#")
        place = int(number) if number else 1
        of_rank = [meld for meld in self.melds if meld.rank == rank]
        return of_rank[place - 1] if 1 <= place <= len(of_rank) else None

    def canastas(self) -> list[Meld]:
        return [meld for meld in self.melds if len(meld.cards) >= self.rules["canasta_size"]]


def read_position(data: dict) -> Table:
    """The table from the JSON form; raises OracleError for what no deal could produce."""
    if not isinstance(data, dict) or "rules" not in data:
        raise OracleError("position", "rules", "the rule set is missing")
    rules = rule_set(data["rules"])
    if data.get("players", 4) not in rules["players"]:
        raise OracleError("position", "players")
    phase, drew = data.get("phase", "play"), data.get("drew")
    if phase not in ("draw", "play"):
        raise OracleError("position", "phase")
    if drew not in (None, "stock", "pile"):
        raise OracleError("position", "drew")
    permission = data.get("permission")
    if permission not in (None, "yes", "no"):
        raise OracleError("position", "permission")
    own = data.get("own", {})
    melds = read_melds(own.get("melds", []), "own", rules)
    has_melded = data.get("player_has_melded")
    if has_melded is None:
        if phase == "play" and drew == "pile" and melds:
            raise OracleError("position", "player_has_melded", "must be given")
        has_melded = any(meld.by == "self" for meld in melds)
    for meld in melds:
        meld.fresh = phase == "play" and meld.by == "self" and not has_melded
    pile = parse_cards(data.get("pile", ""), "pile")
    size = data.get("pile_size", len(pile))
    if size < len(pile):
        raise OracleError("position", "pile_size")
    table = Table(
        rules=rules,
        hand=Counter(parse_cards(data.get("hand", ""), "hand")),
        melds=melds,
        opponents=_opponents(data.get("opponents", []), rules),
        red_threes=_red_threes(own, "own"),
        pile=pile,
        hidden_in_pile=size - len(pile),
        frozen_flag=bool(data.get("frozen", False)),
        stock=data.get("stock"),
        phase=phase,
        drew=(drew or "stock") if phase == "play" else None,
        my_turn=data.get("my_turn", True),
        score=own.get("score", 0),
        opened=own.get("opened", bool(melds)),
        has_melded=has_melded,
        permission=permission,
        unknown=data.get("unknown_cards", 0),
    )
    table.black_threes_laid = table.find("3") is not None
    _check_deck(table, data)
    return table


def _red_threes(side: dict, where: str) -> list[str]:
    cards = parse_cards(side.get("red_threes", ""), f"{where}.red_threes")
    if any(kind(card) != "3r" for card in cards):
        raise OracleError("position", f"{where}.red_threes", "not a red three")
    return cards


def _opponents(sides: list[dict], rules: dict) -> list[list[Meld]]:
    return [read_melds(side.get("melds", []), f"opponents[{i}]", rules) for i, side in enumerate(sides)]


def read_melds(listed: list, where: str, rules: dict) -> list[Meld]:
    melds = []
    for place, item in enumerate(listed):
        key = f"{where}.melds[{place}]"
        words = item["cards"] if isinstance(item, dict) else item
        by = item.get("by", "self") if isinstance(item, dict) else "self"
        meld = Meld(parse_cards(words, key), by)
        if not _possible(meld, rules) or any(other.rank == meld.rank for other in melds):
            raise OracleError("position", key, "no such meld can lie there")
        melds.append(meld)
    return melds


def _possible(meld: Meld, rules: dict) -> bool:
    ranks = {card[0] for card in meld.naturals}
    if ranks == {"3"}:
        only_black = all(kind(card) == "3b" for card in meld.naturals)
        return only_black and not meld.wilds and 3 <= len(meld.cards) <= rules["black_three_meld_max"]
    return (
        len(meld.cards) >= 3
        and len(ranks) == 1
        and all(is_natural(card) for card in meld.naturals)
        and len(meld.naturals) >= rules["min_naturals"]
        and len(meld.wilds) <= rules["max_wilds"]
    )


def _check_deck(table: Table, data: dict) -> None:
    """Refuse more copies of a card than the packs hold."""
    places = [
        ("hand", list(table.hand.elements())),
        ("pile", table.pile),
        ("own.red_threes", table.red_threes),
    ]
    places += [(f"own.melds[{i}]", meld.cards) for i, meld in enumerate(table.melds)]
    for number, side in enumerate(data.get("opponents", [])):
        where = f"opponents[{number}]"
        places += [(f"{where}.melds[{i}]", meld.cards) for i, meld in enumerate(table.opponents[number])]
        places.append((f"{where}.red_threes", _red_threes(side, where)))
    seen: Counter = Counter()
    for where, cards in places:
        for card in cards:
            seen[card] += 1
            if seen[card] > copies_in_deck(card, table.rules["packs"], table.rules["jokers"]):
                raise OracleError("position", where, f"too many of {card}")
    table.elsewhere = seen


def describe(table: Table, *, over: bool) -> dict:
    """What the verdict tells about the table after the actions."""
    after = {
        "hand": in_order(table.hand),
        "unknown_cards": table.unknown,
        "melds": sorted(text(in_order(meld.cards)) for meld in table.melds),
        "pile": text(table.pile),
        "red_threes": in_order(table.red_threes),
        "my_turn": table.my_turn and not over,
    }
    if table.stock is not None:
        after["stock"] = table.stock
    return after
