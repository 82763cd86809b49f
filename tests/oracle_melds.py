"""What is wrong with the cards of one meld."""

from tests.oracle_cards import NATURAL_RANKS, is_natural, is_wild, kind

TOO_FEW = ("meld.min-size", "meld.min-natural", "wild.only-with-naturals")


def faults_of_meld(cards: list[str], rules: dict) -> list[str]:
    """The rules that a meld of exactly these cards breaks by itself, whoever lays it and when."""
    kinds = {kind(card) for card in cards}
    naturals = [card for card in cards if is_natural(card)]
    wilds = [card for card in cards if is_wild(card)]
    if "3r" in kinds:
        rest = faults_of_meld([card for card in cards if kind(card) != "3r"], rules)
        return ["red3.not-a-meld", *(rule for rule in rest if rule not in TOO_FEW)]
    if "3b" in kinds and not naturals:
        return _black_threes(cards, wilds, rules)
    broken = []
    if "3b" in kinds:
        broken.append("meld.natural-ranks")
    if len({card[0] for card in naturals}) > 1:
        broken.append("meld.no-sequence" if is_run(cards) else "meld.same-rank")
    if len(cards) < 3:
        broken.append("meld.min-size")
    others = len(cards) - len(wilds)
    if not naturals:
        broken.append("wild.only-with-naturals")
    elif wilds and others < rules["min_naturals"]:
        broken.append("meld.min-natural")
    if rules["max_wilds"] is not None and len(wilds) > rules["max_wilds"]:
        broken.append("wild.max-per-meld")
    if rules["naturals_must_outnumber"] and naturals and wilds and len(wilds) >= others:
        broken.append("wild.majority")
    return broken


def faults_of_more(there: list[str], cards: list[str], rules: dict) -> list[str]:
    """What adding these cards breaks that was not broken before; with nothing there it is a new meld.

    The cards go on in the order that suits best, so wild cards first.
    """
    before = faults_of_meld(there, rules) if there else []
    broken = [rule for rule in faults_of_meld(there + cards, rules) if rule not in before]
    wilds = sum(is_wild(card) for card in cards)
    if wilds and not rules["wilds_on_canasta"] and len(there) + wilds > rules["canasta_size"]:
        broken.append("wild.add-to-canasta")
    return broken


def _black_threes(cards: list[str], wilds: list[str], rules: dict) -> list[str]:
    broken = ["black3.no-wild"] if wilds else []
    never = rules["black_three_meld"] == "never"
    if not never and not 3 <= len(cards) <= rules["black_three_meld_max"]:
        broken.append("black3.meld-size")
    return broken


def is_run(cards: list[str]) -> bool:
    """At least three natural cards of one suit with consecutive ranks."""
    if len(cards) < 3 or not all(is_natural(card) for card in cards):
        return False
    places = sorted(NATURAL_RANKS.index(card[0]) for card in cards)
    return len({card[1] for card in cards}) == 1 and places == list(range(places[0], places[0] + len(places)))
