"""Random lists of actions for a random position, about half of them illegal.

Everything comes from the `random.Random` that is passed in, so that a case is named by its seed.
"""

from collections import Counter
from random import Random

from tests.agree_positions import Deck
from tests.oracle import parse
from tests.oracle_cards import NATURAL_RANKS, OracleError, in_order, is_natural, is_wild, kind, text
from tests.oracle_grid import blocking_groups, groups_in_hand, longer_runs, runs_in_hand
from tests.oracle_melds import faults_of_meld
from tests.oracle_play import play
from tests.oracle_position import Meld, Table, read_position, read_rules
from tests.oracle_rules import readings


def random_actions(rng: Random, position: dict) -> list[str]:
    """A list of actions as somebody could try it, more often sensible than not."""
    rules = read_rules(position)
    table = read_position(position, readings(rules, position["own"]["score"])[0])
    deck = Deck(rng, rules)
    deck.cards -= table.elsewhere
    words: list[str] = []
    sensible = rng.random() < 0.75
    length = rng.choice((0, 1, 1, 2, 2, 3, 3, 4, 5, 7))
    for number in range(length):
        candidate = _random_action(rng, table, deck, begin=number == 0)
        for _ in range(12 if sensible else 0):
            if candidate is not None and not _breaks_something(table, candidate, number):
                break
            candidate = _random_action(rng, table, deck, begin=number == 0)
        if candidate is None or not _do(table, candidate, number):
            continue
        words.append(candidate)
        if table.ended is not None and rng.random() < 0.95:
            break
    if table.ended is None and words and table.phase == "play" and rng.random() < 0.6:
        words += _random_end(rng, table)
    may_ask = table.rules["permission"] != "none"
    if any(each == "ask" for each in words) and may_ask and rng.random() < 0.8:
        position["permission"] = rng.choice(("yes", "no"))
    return words


def _breaks_something(table: Table, words: str, number: int) -> bool:
    trial = table.copy()
    return not _do(trial, words, number) or len(trial.faults) > len(table.faults)


def _do(table: Table, words: str, number: int) -> bool:
    try:
        play(table, parse(words), number)
    except OracleError:
        return False
    return True


def _random_end(rng: Random, table: Table) -> list[str]:
    cards = in_order(table.hand)
    if cards and rng.random() < 0.93:
        return [f"discard {rng.choice(cards)}"]
    return ["end"]


def _random_action(rng: Random, table: Table, deck: Deck, *, begin: bool) -> str | None:
    if table.phase == "draw" and rng.random() < 0.93:
        return _random_beginning(rng, table, deck)
    red = [card for card in table.hand if kind(card) == "3r"]
    if red and rng.random() < 0.5:
        return f"expose {red[0]}"
    chance = rng.random()
    if chance < 0.05 or (begin and chance < 0.12):
        return "ask"
    if chance < 0.13:
        return _random_end(rng, table)[0]
    if chance < 0.16:
        return _random_mischief(rng, table)
    chosen = _random_sequence_action(rng, table)
    if chosen is not None:
        return chosen
    groups = groups_in_hand(table) + 3 * blocking_groups(table)
    if rng.random() < 0.06 and table.cards_left >= 3:
        hand = in_order(table.hand)
        groups = [in_order(rng.sample(hand, min(len(hand), rng.choice((2, 3, 4)))))]
    if not groups:
        return None
    cards = _prefer_big(rng, groups)
    sound = _sound_melds(table)
    if sound and rng.random() < 0.5:
        fitting = [name for name, meld in sound if any(card[0] == meld.rank for card in cards)]
        name = rng.choice(fitting) if fitting and rng.random() < 0.9 else rng.choice(sound)[0]
        return f"add {text(cards)} to {name}"
    return f"meld {text(cards)}"


def _random_sequence_action(rng: Random, table: Table) -> str | None:
    """Mostly a run or what makes one longer, sometimes with a card that spoils it."""
    if not table.rules["sequences"] or rng.random() < 0.5:
        return None
    lying = [(name, meld) for name, meld in _sound_melds(table) if meld.sort == "sequence"]
    words = [(cards, "") for cards in runs_in_hand(table)]
    words += [(cards, f" to {name}") for name, meld in lying for cards in longer_runs(table, meld.cards)]
    hand = in_order(table.hand)
    if lying and hand and rng.random() < 0.2:
        words.append(([rng.choice(hand)], f" to {rng.choice(lying)[0]}"))
    if not words:
        return None
    cards, target = rng.choice(words)
    if rng.random() < 0.1:
        spare = table.hand - Counter(cards)
        cards = [*cards, *rng.sample(sorted(spare.elements()), min(1, spare.total()))]
    if len(cards) > 1 and rng.random() < 0.06:
        cards = cards[:-2] + cards[-1:]
    return ("add " if target else "meld ") + text(cards) + target


def _sound_melds(table: Table) -> list[tuple[str, Meld]]:
    """The own melds that are legal as they lie, with their names; none of a rank of which one is not."""
    broken = {meld.rank for meld in table.melds if faults_of_meld(meld.cards, table.rules, meld.sort)}
    listed = [(name, meld) for name, meld in table.targets() if meld.rank not in broken]
    if table.rules["several_melds_per_rank"]:
        return listed
    ranks = Counter(meld.rank for meld in table.melds)
    return [(name, meld) for name, meld in listed if ranks[meld.rank] == 1]


def _prefer_big(rng: Random, groups: list[list[str]]) -> list[str]:
    """Mostly a group of three or more with two naturals."""
    good = [cards for cards in groups if len(cards) >= 3 and sum(not is_wild(card) for card in cards) >= 2]
    if good and rng.random() < 0.3:
        return max(good, key=len)
    return rng.choice(good) if good and rng.random() < 0.6 else rng.choice(groups)


def _random_beginning(rng: Random, table: Table, deck: Deck) -> str:
    red = [card for card in table.hand if kind(card) == "3r"]
    if red and rng.random() < 0.7:
        named = rng.random() < 0.4 and table.stock != 0
        return f"expose {red[0]}" + (f" {deck.take(*NATURAL_RANKS)}" if named else "")
    if table.stock == 0 and rng.random() < 0.4:
        return "end"
    if table.pile and rng.random() < 0.6:
        return _random_take(rng, table)
    if rng.random() < 0.3:
        return "draw"
    cards: list[str] = []
    while len(cards) < 4:
        card = deck.take("3r") if rng.random() < 0.1 else deck.take()
        if card is None:
            break
        cards.append(card)
        came = sum(kind(each) != "3r" for each in cards)
        if came >= table.rules["draw_count"] or table.stock == len(cards):
            break
    return "draw " + text(cards)


def _random_take(rng: Random, table: Table) -> str:
    top = table.pile[-1]
    rank = rng.choice(in_order(table.hand) or ["4c"])[0] if is_wild(top) else top[0]
    names = [name for name, meld in table.targets() if meld.rank == rank and meld.sort != "sequence"]
    runs = [name for name, meld in table.targets() if meld.sort == "sequence"]
    chance = rng.random()
    top_only = "top " if rng.random() < 0.06 else ""
    if runs and rng.random() < 0.4:
        row = [card for card in in_order(table.hand) if card[1:] == top[1:]]
        cards = f"{rng.choice(row)} " if row and rng.random() < 0.15 else ""
        return f"take {top_only}{cards}onto {rng.choice(runs)}"
    onto = f" onto {rng.choice(names)}" if names and rng.random() < 0.6 else ""
    same = [cards for cards in groups_in_hand(table) if any(card[0] == rank for card in cards)]
    if onto and chance < 0.5:
        return "take" + onto
    if same and chance < 0.9:
        pairs = [cards for cards in same if 2 <= len(cards) <= 3]
        return f"take {top_only}{text(rng.choice(pairs if pairs and rng.random() < 0.8 else same))}{onto}"
    if chance < 0.92:
        return "take" + onto
    groups = groups_in_hand(table)
    if is_natural(top) and rng.random() < 0.5:
        groups = [list(pair) for pair in zip(in_order(table.hand), in_order(table.hand)[1:], strict=False)]
    top_only = "top " if rng.random() < 0.3 else ""
    return f"take {top_only}{text(rng.choice(groups))}{onto}" if groups else "take"


def _random_mischief(rng: Random, table: Table) -> str | None:
    """Things players try with cards that already lie on the table; joining two melds may be allowed."""
    hand = in_order(table.hand)
    opposing = [meld for side in table.opponents for meld in side]
    own = _sound_melds(table)
    joining = [(one, two) for one in own for two in own if one[0] < two[0] and one[1].rank == two[1].rank]
    choice = rng.choice(("opp", "move", "swap", "merge"))
    if joining and rng.random() < 0.7:
        (one, _), (two, _) = rng.choice(joining)
        return f"merge {one} and {two}" if rng.random() < 0.7 else f"merge {two} and {one}"
    if choice == "opp" and opposing and hand:
        meld = rng.choice(opposing)
        fitting = [card for card in hand if card[0] in (meld.rank, "2")] or hand
        return f"add {rng.choice(fitting)} to opp:{meld.name}"
    sets = [(name, meld) for name, meld in own if meld.sort == "set"]
    if choice == "merge" and len(own) >= 2:
        (one, _), (two, _) = rng.sample(own, 2)
        return f"merge {one} and {two}"
    if choice == "move" and len(sets) >= 2:
        (one, first), (two, _) = rng.sample(sets, 2)
        return f"move {rng.choice(first.cards)} from {one} to {two}"
    if choice == "swap" and sets and hand:
        name, meld = rng.choice(sets)
        return f"swap {rng.choice(hand)} for {rng.choice(meld.cards)} in {name}"
    return None
