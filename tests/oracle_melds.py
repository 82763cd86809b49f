"""What is wrong with the cards of one meld."""

from tests.oracle_cards import NATURAL_RANKS, is_natural, is_wild, kind

TOO_FEW = ("meld.min-size", "meld.min-natural", "wild.only-with-naturals")
OPEN_RULES = ("house.joker-canasta-1000",)
SEQUENCE_RULES = {
    "shape": "samba.sequence-shape",
    "others": "samba.sequence-no-wild-no-three",
    "corner": "samba.sequence-ace-high",
    "long": "samba.sequence-max-seven",
}


def sort_of(cards: list[str], rules: dict) -> str:
    """What a new meld of these cards is or is meant to be: "set", "sequence", "threes" or "wild"."""
    naturals = [card for card in cards if is_natural(card)]
    if not naturals:
        return "threes" if any(kind(card) == "3b" for card in cards) else "wild"
    ranks = [card[0] for card in naturals]
    several = len(set(ranks)) > 1
    one_suit = len({card[1] for card in naturals}) == 1
    if rules["sequences"] and several and (one_suit or len(set(ranks)) == len(ranks)):
        return "sequence"
    return "set"


def faults_of_meld(cards: list[str], rules: dict, sort: str | None = None) -> list[str]:
    """The rules that a meld of exactly these cards breaks by itself, whoever lays it and when.

    A rule of OPEN_RULES is not broken: it is left open whether that is a meld.
    """
    sort = sort or sort_of(cards, rules)
    rest = [card for card in cards if kind(card) != "3r"]
    if len(rest) < len(cards):
        broken = faults_of_meld(rest, rules, sort) if rest else []
        if sort == "sequence":  # a three among the cards: whether they are in a row does not matter any more
            others = any(not is_natural(card) for card in rest)
            broken = [SEQUENCE_RULES["others"]] * others + _suits_and_duplicates(rest)
        return ["red3.not-a-meld", *(rule for rule in broken if rule not in TOO_FEW)]
    judges = {"sequence": _sequence, "threes": _black_threes, "wild": _wild, "set": _set}
    return judges[sort](cards, rules)


def _set(cards: list[str], rules: dict) -> list[str]:
    naturals = [card for card in cards if is_natural(card)]
    wilds = [card for card in cards if is_wild(card)]
    others = len(cards) - len(wilds)
    strangers = any(kind(card) == "3b" for card in cards)
    broken = ["meld.natural-ranks"] if strangers else []
    if len({card[0] for card in naturals}) > 1:
        broken.append("meld.no-sequence" if is_run(cards) and not rules["sequences"] else "meld.same-rank")
    if len(cards) < 3:
        broken.append("meld.min-size")
    if wilds and others < rules["min_naturals"] and not strangers:
        broken.append("meld.min-natural")
    if rules["max_wilds"] is not None and len(wilds) > rules["max_wilds"]:
        broken.append("wild.max-per-meld")
    if rules["naturals_must_outnumber"] and wilds and len(wilds) >= others:
        broken.append("wild.majority")
    return broken


def _wild(cards: list[str], rules: dict) -> list[str]:
    if any(not is_wild(card) for card in cards):
        return ["sambaopt.wild-melds"]
    broken = ["meld.min-size"] if len(cards) < 3 else []
    if rules["wild_only_melds"] == "no":
        broken.append("wild.only-with-naturals")
        if rules["max_wilds"] is not None and len(cards) > rules["max_wilds"]:
            broken.append("wild.max-per-meld")
    elif rules["wild_only_melds"] == "canasta_only" and 3 <= len(cards) < rules["canasta_size"]:
        broken.append("house.joker-canasta-1000")
    return broken


def _black_threes(cards: list[str], rules: dict) -> list[str]:
    if any(is_natural(card) for card in cards):
        return ["meld.natural-ranks"]
    if rules["sperr_canasta"] and is_blocking(cards):
        return []
    broken = ["black3.no-wild"] if any(is_wild(card) for card in cards) else []
    never = rules["black_three_meld"] == "never"
    if not never and not 3 <= len(cards) <= rules["black_three_meld_max"]:
        broken.append("black3.meld-size")
    return broken


def _sequence(cards: list[str], rules: dict) -> list[str]:
    naturals = [card for card in cards if is_natural(card)]
    others = len(naturals) < len(cards)
    broken = [SEQUENCE_RULES["others"]] if others else []
    if (
        len({card[1] for card in naturals}) > 1
        or len(set(naturals)) < len(naturals)
        or (not others and len(naturals) < 3)
    ):
        broken.append(SEQUENCE_RULES["shape"])
    elif not others and not is_run(naturals):
        broken.append(SEQUENCE_RULES["corner" if _turns_the_corner(naturals) else "shape"])
    elif not others and len(naturals) > rules["sequence_max"]:
        broken.append(SEQUENCE_RULES["long"])
    return broken


def _suits_and_duplicates(cards: list[str]) -> list[str]:
    naturals = [card for card in cards if is_natural(card)]
    several_suits = len({card[1] for card in naturals}) > 1
    return [SEQUENCE_RULES["shape"]] if several_suits or len(set(naturals)) < len(naturals) else []


def _turns_the_corner(cards: list[str]) -> bool:
    """Whether some turn of the circle of ranks, the four following the ace, puts the cards in a row."""
    places = {NATURAL_RANKS.index(card[0]) for card in cards}
    size = len(NATURAL_RANKS)
    return any({(start + step) % size for step in range(len(cards))} == places for start in range(size))


def faults_of_more(there: list[str], cards: list[str], rules: dict, sort: str | None = None) -> list[str]:
    """What adding these cards breaks that was not broken before; with nothing there it is a new meld.

    `sort` is what the meld on the table is. The cards go on in the order that suits best, so wild cards first.
    """
    sort = sort or sort_of(cards, rules)
    if there and sort == "threes":
        rules = rules | {
            "sperr_canasta": rules["sperr_canasta"] and is_blocking(there)
        }  # laid at once or never
    before = faults_of_meld(there, rules, sort) if there else []
    broken = [rule for rule in faults_of_meld(there + cards, rules, sort) if rule not in before]
    wilds = sum(is_wild(card) for card in cards)
    if sort == "wild":
        broken = [rule for rule in broken if rule not in OPEN_RULES or not there]
        small = 0 < len(there) < rules["canasta_size"]
        if small and wilds and rules["wild_only_melds"] == "canasta_only":
            broken.append("house.joker-canasta-1000")
    in_a_canasta = sort == "set" or (sort == "wild" and rules["wild_only_melds"] != "no")
    if (
        in_a_canasta
        and wilds
        and not rules["wilds_on_canasta"]
        and len(there) + wilds > rules["canasta_size"]
    ):
        broken.append("wild.add-to-canasta")
    return broken


def faults_of_merging(first: list[str], second: list[str], sort: str, rules: dict) -> list[str]:
    """What joining two melds of one rank breaks."""
    wilds = sum(is_wild(card) for card in first + second)
    size = rules["canasta_size"]
    if sort == "wild":
        return ["wild.add-to-canasta"] if not rules["wilds_on_canasta"] and wilds > size else []
    broken = []
    if rules["max_wilds"] is not None and wilds > rules["max_wilds"]:
        broken.append("wild.max-per-meld")
    if rules["naturals_must_outnumber"] and wilds and wilds >= len(first + second) - wilds:
        broken.append("wild.majority")
    if not rules["wilds_on_canasta"]:
        pairs = ((first, second), (second, first))
        if any(len(one) >= size and any(is_wild(card) for card in other) for one, other in pairs):
            broken.append("wild.add-to-canasta")
    return broken


def is_blocking(cards: list[str]) -> bool:
    """All four black threes with three jokers, three red twos or three black twos, and nothing else."""
    wilds = [card for card in cards if is_wild(card)]
    colours = {"JK" if card == "JK" else card[1] in "dh" for card in wilds}
    threes = sum(kind(card) == "3b" for card in cards)
    return (threes, len(wilds), len(cards), len(colours)) == (4, 3, 7, 1)


def is_run(cards: list[str]) -> bool:
    """At least three natural cards of one suit with consecutive ranks."""
    if len(cards) < 3 or not all(is_natural(card) for card in cards):
        return False
    places = sorted(NATURAL_RANKS.index(card[0]) for card in cards)
    return len({card[1] for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))
