"""The table as the oracle sees it, and reading it from the JSON form of a position."""

from collections import Counter
from dataclasses import dataclass, field, replace

from tests.oracle_cards import (
    CARDS_OF_A_PACK,
    OracleError,
    copies_in_deck,
    in_order,
    is_natural,
    is_wild,
    kind,
    parse_cards,
    text,
)
from tests.oracle_melds import OPEN_WILD_MELD, faults_of_meld, is_blocking, sort_of
from tests.oracle_rules import check_players, check_sides, players_of, rule_set, step


@dataclass
class Meld:
    """Cards on the table.

    `fresh` says that the acting player laid them in this very turn. `rank` is the rank letter of a set, "3" for black
    threes, "W" for wild cards alone; a meld keeps the name under which it was laid. A sequence has no rank: it is
    named by what it holds at the moment.
    """

    cards: list[str]
    by: str = "self"
    fresh: bool = False
    sort: str = ""
    rank: str = ""

    @classmethod
    def of(cls, cards: list[str], rules: dict, by: str = "self", *, fresh: bool = False) -> "Meld":
        """A meld whose sort is told from its cards."""
        sort = sort_of(cards, rules)
        first = next((card[0] for card in cards if is_natural(card)), "")
        return cls(cards, by, fresh, sort, {"set": first, "sequence": ""}.get(sort, sort))

    @property
    def name(self) -> str:
        if self.sort != "sequence":
            return self.rank
        cards = in_order(card for card in self.cards if is_natural(card))
        return f"{cards[0]}-{cards[-1]}"

    @property
    def is_blocking(self) -> bool:
        return self.sort == "3" and is_blocking(self.cards)

    @property
    def naturals(self) -> list[str]:
        return [card for card in self.cards if not is_wild(card)]

    @property
    def wilds(self) -> list[str]:
        return [card for card in self.cards if is_wild(card)]


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
    open_points: set[str] = field(default_factory=set)
    laid: bool = False
    laid_after_take: bool = False
    black_threes_laid: bool = False
    counted_points: int = 0
    held_before_take: Counter | None = None
    touched_partner: bool = False
    ended: str | None = None
    no_discard: bool = False
    faults: list[tuple[str, int | None]] = field(default_factory=list)
    elsewhere: Counter = field(default_factory=Counter)

    def appear(self, card: str, where: str) -> None:
        """A named card comes from the stock, which must be able to hold it."""
        self.elsewhere[card] += 1
        if self.elsewhere[card] > copies_in_deck(card, self.rules["packs"], self.rules["jokers"]):
            raise OracleError("request", where, f"no {card} is left in the stock")

    def copy(self) -> "Table":
        """A table of its own; only the lists and counters that actions change are copied."""
        return replace(
            self,
            hand=Counter(self.hand),
            melds=[replace(meld, cards=list(meld.cards)) for meld in self.melds],
            opponents=[[replace(meld, cards=list(meld.cards)) for meld in side] for side in self.opponents],
            red_threes=list(self.red_threes),
            pile=list(self.pile),
            held_before_take=None if self.held_before_take is None else Counter(self.held_before_take),
            faults=list(self.faults),
            open_points=set(self.open_points),
            elsewhere=Counter(self.elsewhere),
        )

    @property
    def cards_left(self) -> int:
        return self.hand.total() + self.unknown

    @property
    def pile_size(self) -> int:
        return len(self.pile) + self.hidden_in_pile

    @property
    def is_frozen(self) -> bool:
        """A wild card or a red three lies in the pile, or the position says that one does."""
        wild = self.rules["wild_discard_effect"] == "freeze" and any(is_wild(card) for card in self.pile)
        red = self.rules["opening_card_freezes"] and any(kind(card) == "3r" for card in self.pile)
        return self.frozen_flag or wild or red

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
        """The own meld that the notation names "K", "K#2" or "5h-7h"."""
        return find_in(self.melds, target)

    def targets(self) -> list[tuple[str, Meld]]:
        """The own melds with their names; of equal sequences only the first."""
        seen: Counter = Counter()
        named = []
        for meld in self.melds:
            seen[meld.name] += 1
            if seen[meld.name] == 1:
                named.append((meld.name, meld))
            elif meld.sort != "sequence":
                named.append((f"{meld.name}#{seen[meld.name]}", meld))
        return named


def find_in(melds: list[Meld], target: str) -> Meld | None:
    """The meld of this name in a list."""
    name, _, number = target.partition("#")
    place = int(number) if number else 1
    named = [meld for meld in melds if meld.name == name]
    return named[place - 1] if 1 <= place <= len(named) else None


def read_rules(data: dict) -> dict:
    """The rule set of a position in the JSON form."""
    if not isinstance(data, dict) or "rules" not in data:
        raise OracleError("position", "rules", "the rule set is missing")
    return rule_set(data["rules"])


def read_position(data: dict, rules: dict | None = None) -> Table:
    """The table from the JSON form; raises OracleError for what no deal could produce.

    `rules` is one reading of the position's rule set, where the text leaves several open.
    """
    rules = rules or read_rules(data)
    check_players(rules, data.get("players"))
    check_sides(rules, data.get("players"), 1 + len(data.get("opponents", [])), "opponents")
    if data.get("partner_hand") is not None and players_of(rules, data.get("players")) < 4:
        raise OracleError("position", "partner_hand", "nobody has a partner")
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
    if melds and not own.get("opened", True):
        raise OracleError("position", "own.opened", "a side with melds has opened")
    has_melded = data.get("player_has_melded")
    if has_melded is None:
        if phase == "play" and drew == "pile" and melds:
            raise OracleError("position", "player_has_melded", "must be given")
        has_melded = any(meld.by == "self" for meld in melds)
    for meld in melds:
        meld.fresh = phase == "play" and meld.by == "self" and not has_melded
    pile = parse_cards(data.get("pile", ""), "pile")
    opening = next((place for place, card in enumerate(pile) if is_natural(card)), len(pile))
    if any(kind(card) == "3r" for card in pile[opening:]):
        raise OracleError("position", "pile", "a red three is never discarded")
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
        meld = Meld.of(parse_cards(words, key), rules, by)
        alone = rules["several_melds_per_rank"] and meld.sort != "3"
        if not _possible(meld, rules) or (not alone and any(other.name == meld.name for other in melds)):
            raise OracleError("position", key, "no such meld can lie there")
        melds.append(meld)
    return melds


def _possible(meld: Meld, rules: dict) -> bool:
    if any(kind(card) == "3r" for card in meld.cards):
        return False
    if meld.sort == "3":
        return rules["black_three_meld"] != "never" and not faults_of_meld(meld.cards, rules)
    faults = set(faults_of_meld(meld.cards, rules)) - {OPEN_WILD_MELD}
    too_long = not rules["wilds_on_canasta"] and meld.sort == "W" and len(meld.cards) > rules["canasta_size"]
    return len(meld.cards) >= 3 and not faults and not too_long


def _check_deck(table: Table, data: dict) -> None:
    """Refuse more copies of a card than the packs hold, and more cards in all places together."""
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
    whole_deck = table.rules["packs"] * CARDS_OF_A_PACK + table.rules["jokers"]
    unseen = (
        table.pile_size - len(table.pile) + table.unknown + (table.stock or 0) + data.get("partner_hand", 0)
    )
    if seen.total() + unseen > whole_deck:
        raise OracleError("position", "stock", "more cards than the deck has")


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
