"""The table as the oracle sees it, and reading it from the JSON form of a position."""

from collections import Counter
from dataclasses import dataclass, field, replace

from tests.oracle_cards import (
    NATURAL_RANKS,
    OracleError,
    copies_in_deck,
    in_order,
    is_natural,
    is_wild,
    kind,
    parse_cards,
    text,
)
from tests.oracle_melds import OPEN_RULES, faults_of_meld, is_blocking, is_run, sort_of
from tests.oracle_rules import check_players, rule_set, step


@dataclass
class Meld:
    """Cards on the table.

    `fresh` says that the acting player laid them in this very turn. `sort` is "set", "sequence", "threes" or "wild",
    `rank` the rank letter of a set, "3" for black threes, "W" for wild cards alone; a meld keeps the name under which
    it was laid, but a sequence is named by what it holds.
    """

    cards: list[str]
    by: str = "self"
    fresh: bool = False
    sort: str = "set"
    rank: str = ""

    def __post_init__(self) -> None:
        if not self.rank:
            last = {"threes": "3", "wild": "W"}.get(self.sort, "W")
            ranks = [card[0] for card in self.naturals if is_natural(card)]
            self.rank = min(ranks, key=NATURAL_RANKS.index) if ranks else last

    @property
    def name(self) -> str:
        """What the notation calls it, the number of a second meld of the rank apart."""
        if self.sort == "sequence" and is_run(self.cards):
            first, *_, last = in_order(self.cards)
            return f"{first}-{last}"
        return self.rank

    @property
    def naturals(self) -> list[str]:
        return [card for card in self.cards if not is_wild(card)]

    @property
    def wilds(self) -> list[str]:
        return [card for card in self.cards if is_wild(card)]

    def is_canasta(self, rules: dict) -> bool:
        """Seven cards of a rank or of wild cards, a whole sequence, or a blocking canasta where it counts."""
        if self.sort == "sequence":
            return len(self.cards) == rules["sequence_max"] and is_run(self.cards)
        if self.sort == "threes":
            return rules["blocking_counts"] and is_blocking(self.cards)
        return len(self.cards) >= rules["canasta_size"]


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
    has_partner: bool = True
    unknown: int = 0
    asked: bool = False
    laid: bool = False
    laid_after_take: bool = False
    black_threes_laid: bool = False
    counted_points: int = 0
    held_before_take: Counter | None = None
    touched_partner: bool = False
    ended: str | None = None
    no_discard: bool = False
    faults: list[tuple[str, int | None]] = field(default_factory=list)
    open_points: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
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
            open_points=list(self.open_points),
            remarks=list(self.remarks),
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
        """The own meld that the notation names "K" or "K#2"."""
        return find_meld(self.melds, target)

    def targets(self) -> list[tuple[str, Meld]]:
        """All own melds with the names that the notation gives them; of equal sequences only the first."""
        names: dict[str, Meld] = {}
        counted: Counter = Counter()
        for meld in self.melds:
            counted[meld.name] += 1
            number = "" if counted[meld.name] == 1 else f"#{counted[meld.name]}"
            if not number or meld.sort != "sequence":
                names[meld.name + number] = meld
        return list(names.items())

    def canastas(self) -> list[Meld]:
        return [meld for meld in self.melds if meld.is_canasta(self.rules)]


def find_meld(melds: list[Meld], target: str) -> Meld | None:
    """The meld of the list that the notation names "K", "K#2", "W" or "5h-7h"."""
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
    players = check_players(rules, data.get("players"))
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
        has_partner=players > 3,
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
    melds: list[Meld] = []
    for place, item in enumerate(listed):
        key = f"{where}.melds[{place}]"
        words = item["cards"] if isinstance(item, dict) else item
        by = item.get("by", "self") if isinstance(item, dict) else "self"
        cards = parse_cards(words, key)
        meld = Meld(cards, by, sort=sort_of(cards, rules))
        again = not rules["several_melds_per_rank"] and any(other.name == meld.name for other in melds)
        if not _possible(meld, rules) or (again and meld.sort != "sequence"):
            raise OracleError("position", key, "no such meld can lie there")
        melds.append(meld)
    return melds


def _possible(meld: Meld, rules: dict) -> bool:
    if len(meld.cards) < 3 or (meld.sort == "threes" and rules["black_three_meld"] == "never"):
        return False
    size = rules["canasta_size"]
    if meld.sort == "wild" and not rules["wilds_on_canasta"] and len(meld.cards) > size:
        return False
    broken = faults_of_meld(meld.cards, rules, meld.sort)
    return all(rule in OPEN_RULES for rule in broken)


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
