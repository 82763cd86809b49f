"""What is wrong with the cards of one meld."""

from collections import Counter

from tests.oracle_cards import NATURAL_RANKS, is_natural, is_wild, kind

TOO_FEW = ("meld.min-size", "meld.min-natural", "wild.only-with-naturals")
SEQUENCE_WITHOUT_TOP = "samba.sequence-no-start-from-pile"
OPEN_WILD_MELD = "house.joker-canasta-1000"


def sort_of(cards: list[str], rules: dict) -> str:
    """What these cards are meant to be as a new meld: "set", "sequence", "3" or "W"."""
    naturals = [card for card in cards if is_natural(card)]
    if not naturals:
        return "W" if all(is_wild(card) for card in cards) else "3"
    ranks = {card[0] for card in naturals}
    suits = {card[1] for card in naturals}
    meant_as_run = len(ranks) > 1 and (len(suits) == 1 or len(ranks) == len(naturals))
    return "sequence" if rules["sequences"] and meant_as_run else "set"


def faults_of_meld(cards: list[str], rules: dict, sort: str | None = None) -> list[str]:
    """The rules that a meld of exactly these cards breaks by itself, whoever lays it and when."""
    sort = sort or sort_of(cards, rules)
    kinds = {kind(card) for card in cards}
    if "3r" in kinds:
        rest = [card for card in cards if kind(card) != "3r"]
        broken = faults_of_meld(rest, rules, sort) if rest and sort != "sequence" else []
        broken += _sequence(cards, rules) if sort == "sequence" else []
        return ["red3.not-a-meld", *(rule for rule in broken if rule not in TOO_FEW)]
    if sort == "sequence":
        return _sequence(cards, rules)
    if sort == "W" and rules["wild_only_melds"] != "no":
        return _wild_meld(cards, rules)
    if sort == "3" and kinds & set(NATURAL_RANKS):  # others were added to black threes
        threes = [card for card in cards if not is_natural(card)]
        return ["meld.natural-ranks", *_black_threes(threes, rules)]
    if "3b" in kinds and not kinds & set(NATURAL_RANKS):
        return _black_threes(cards, rules)
    return _set(cards, rules)


def _set(cards: list[str], rules: dict) -> list[str]:
    naturals = [card for card in cards if is_natural(card)]
    wilds = [card for card in cards if is_wild(card)]
    broken = []
    if any(kind(card) == "3b" for card in cards):
        broken.append("meld.natural-ranks")
    if len({card[0] for card in naturals}) > 1:
        forbidden = not rules["sequences"] and is_run(cards)
        broken.append("meld.no-sequence" if forbidden else "meld.same-rank")
    if len(cards) < 3:
        broken.append("meld.min-size")
    others = len(cards) - len(wilds)
    if not naturals:
        broken.append("wild.only-with-naturals")
    elif wilds and others < rules["min_naturals"] and "meld.natural-ranks" not in broken:
        broken.append("meld.min-natural")
    if rules["max_wilds"] is not None and len(wilds) > rules["max_wilds"]:
        broken.append("wild.max-per-meld")
    if rules["naturals_must_outnumber"] and naturals and wilds and len(wilds) >= others:
        broken.append("wild.majority")
    return broken


def _wild_meld(cards: list[str], rules: dict) -> list[str]:
    """Wild cards alone, where a rule set knows such melds; naturals among them can only have been added."""
    if not all(is_wild(card) for card in cards):
        return ["sambaopt.wild-melds"]
    if len(cards) < 3:
        return ["meld.min-size"]
    if rules["wild_only_melds"] == "canasta_only" and len(cards) < rules["canasta_size"]:
        return [OPEN_WILD_MELD]
    return []


def _sequence(cards: list[str], rules: dict) -> list[str]:
    naturals = [card for card in cards if is_natural(card)]
    strangers = len(naturals) < len(cards)
    broken = []
    if any(is_wild(card) or kind(card) == "3b" for card in cards):
        broken.append("samba.sequence-no-wild-no-three")
    places = sorted(NATURAL_RANKS.index(card[0]) for card in naturals)
    clean = len({card[1] for card in naturals}) == 1 and len(set(places)) == len(places)
    if not clean:
        return [*broken, "samba.sequence-shape"]
    if strangers:
        return broken
    if len(cards) < 3:
        return ["samba.sequence-shape"]
    if not _in_a_row(places):
        turned = any(
            _in_a_row(sorted((place + shift) % len(NATURAL_RANKS) for place in places))
            for shift in range(len(NATURAL_RANKS))
        )
        return ["samba.sequence-ace-high" if turned else "samba.sequence-shape"]
    return ["samba.sequence-max-seven"] if len(cards) > rules["sequence_max"] else []


def _in_a_row(places: list[int]) -> bool:
    return places == list(range(places[0], places[0] + len(places)))


def faults_of_more(there: list[str], cards: list[str], rules: dict, sort: str | None = None) -> list[str]:
    """What adding these cards breaks that was not broken before; with nothing there it is a new meld.

    The cards go on in the order that suits best, so wild cards first.
    """
    sort = sort or sort_of(there or cards, rules)
    if sort == "sequence":
        return faults_of_meld(there + cards, rules, sort)
    ranks = {card[0] for card in cards if is_natural(card)}
    if there and sort == "3" and ranks:
        return ["meld.natural-ranks", *["meld.same-rank"][: len(ranks) - 1]]
    before = faults_of_meld(there, rules, sort) if there else []
    together = rules | {"sperr_canasta": False} if there else rules  # a blocking canasta is laid at once
    after = faults_of_meld(there + cards, together, sort)
    anew = _broken_anew(there, cards, rules, sort) if there else set()
    broken = [rule for rule in after if rule not in before or rule in anew]
    settled = {"meld.min-size"} if there else set()  # a meld does not become too small
    if "wild.only-with-naturals" in before and not any(is_wild(card) for card in cards):
        settled |= {"meld.min-natural"}
    broken = [rule for rule in broken if rule not in settled]
    if sort == "W" and OPEN_WILD_MELD in before and "sambaopt.wild-melds" not in after:
        broken.append(OPEN_WILD_MELD)
    wilds = sum(is_wild(card) for card in cards)
    nowhere = sort == "W" and rules["wild_only_melds"] == "no"
    if wilds and not nowhere and not rules["wilds_on_canasta"] and len(there) + wilds > rules["canasta_size"]:
        broken.append("wild.add-to-canasta")
    return broken


def _broken_anew(there: list[str], cards: list[str], rules: dict, sort: str) -> set[str]:
    """The rules that each added card of its kind breaks, even where they are broken already."""
    anew = set()
    if any(is_wild(card) for card in cards):
        anew |= {"wild.max-per-meld", "wild.majority", "meld.min-natural", "black3.no-wild"}
    if sort == "3" and len(there) >= rules["black_three_meld_max"]:
        anew |= {"black3.meld-size"}
    rank = next(
        (card[0] for card in there if is_natural(card)), None
    )  # strangers come after the meld's own cards
    if sort == "set" and rank:
        anew |= {"meld.same-rank"} if any(is_natural(card) and card[0] != rank for card in cards) else set()
        anew |= {"meld.natural-ranks"} if any(kind(card) == "3b" for card in cards) else set()
    return anew


def faults_of_merging(first: list[str], second: list[str], rules: dict, sort: str = "set") -> list[str]:
    """What breaks only by joining the two melds of one sort and rank."""
    together = first + second
    before = faults_of_meld(first, rules, sort) + faults_of_meld(second, rules, sort)
    broken = [rule for rule in faults_of_meld(together, rules, sort) if rule not in before]
    if rules["wilds_on_canasta"]:
        return broken
    size = rules["canasta_size"]
    pairs = ((first, second), (second, first))
    spoilt = any(len(one) >= size and any(is_wild(card) for card in other) for one, other in pairs)
    if spoilt or (sort == "W" and len(together) > size):
        broken.append("wild.add-to-canasta")
    return broken


def _black_threes(cards: list[str], rules: dict) -> list[str]:
    if rules["sperr_canasta"] and is_blocking(cards):
        return []
    broken = ["black3.no-wild"] if any(is_wild(card) for card in cards) else []
    never = rules["black_three_meld"] == "never"
    if not never and not 3 <= len(cards) <= rules["black_three_meld_max"]:
        broken.append("black3.meld-size")
    return broken


def is_blocking(cards: list[str]) -> bool:
    """All four black threes of two packs with three jokers, three red twos or three black twos."""
    count = Counter(cards)
    if len(cards) != 7 or count["3c"] != 2 or count["3s"] != 2:
        return False
    return any(sum(count[card] for card in sort) == 3 for sort in (["JK"], ["2d", "2h"], ["2c", "2s"]))


def is_run(cards: list[str]) -> bool:
    """At least three natural cards of one suit with consecutive ranks."""
    if len(cards) < 3 or not all(is_natural(card) for card in cards):
        return False
    places = sorted(NATURAL_RANKS.index(card[0]) for card in cards)
    return len({card[1] for card in cards}) == 1 and _in_a_row(places)
