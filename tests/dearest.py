"""Looking for the dearest questions by mutation: of many with large hands the worst are changed again and again.

What a question costs is for the caller to say: time, or counted steps. Everything comes from one seed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from engine.law.cards import full_deck
from engine.law.variants import rule_set

HANDS = (15, 26, 40, 50, 60, 75)
MOST_LISTED = 24
KEPT = 6
"""So many of the dearest are changed further."""
VERBS = ("meld", "meld", "meld", "add", "add", "discard", "ask")


@dataclass(frozen=True, slots=True)
class Question:
    """One line for the engine: a command and what it is asked."""

    command: str
    data: dict[str, Any]

    def line(self) -> str:
        return json.dumps(self.data, sort_keys=True)


def begun(rng: Random, command: str, name: str, *, cards: int | None = None) -> Question:
    """A question with a large hand, melds on the table and a list of actions that mostly breaks rules."""
    rules = rule_set(name)
    deck = list(full_deck(packs=rules.packs, jokers=rules.jokers))
    rng.shuffle(deck)
    deck = [card for card in deck if not card.is_red_three]
    hand = [deck.pop() for _ in range(cards or rng.choice(HANDS))]
    pile = [deck.pop() for _ in range(rng.choice((0, 1, 3, 9)))]
    position: dict[str, Any] = {
        "rules": name,
        "phase": rng.choice(("draw", "play")),
        "hand": " ".join(map(str, hand)),
        "pile": " ".join(map(str, pile)),
        "own": {"score": rng.choice((-50, 0, 1600, 3200)), "melds": _melds(rng, deck, rules.sequences)},
        "opponents": [{"score": 0}],
        "stock": rng.choice((0, 1, 5)),
    }
    if command == "actions":
        return Question(command, {"position": position, "turns": rng.random() < 0.6})
    actions = _actions(rng, position, rng.randint(1, 17))
    return Question(command, {"position": position, "actions": actions, "unfinished": rng.random() < 0.5})


def _melds(rng: Random, deck: list[Any], sequences: bool) -> list[str]:
    found = []
    for rank in rng.sample("456789TJQKA", rng.choice((0, 0, 1, 3, 6, 9))):
        same = [card for card in deck if str(card)[0] == rank and str(card) != "JK"]
        same = same[: rng.choice((3, 4, 6, 7))]
        if len(same) >= 3:
            for card in same:
                deck.remove(card)
            found.append(" ".join(map(str, same)))
    for suit in "cdhs" if sequences and rng.random() < 0.5 else "":
        low = rng.randrange(8)
        row = ["456789TJQKA"[rank] + suit for rank in range(low, low + 3)]
        there = [next((card for card in deck if str(card) == each), None) for each in row]
        if all(there):
            for card in there:
                deck.remove(card)
            found.append(" ".join(row))
    return found


def _actions(rng: Random, position: dict[str, Any], number: int) -> list[str]:
    """So many actions that name held cards and melds that are there; mostly they break rules."""
    hand = position["hand"].split()
    names = [meld[0] for meld in position["own"]["melds"] if len({card[0] for card in meld.split()}) == 1]
    found = [_action(rng, hand, names) for _ in range(number)]
    if position["phase"] == "draw" and position["stock"] and rng.random() < 0.5:
        found.insert(0, "draw")
    return found


def _action(rng: Random, hand: list[str], names: list[str]) -> str:
    verb = rng.choice(VERBS)
    if verb == "ask" or len(hand) < 3 or (verb == "add" and not names):
        return "ask"
    rank = rng.choice(hand)[0]
    same = [card for card in hand if card[0] == rank and card != "JK"] or [hand[0]]
    cards = same[: 1 if verb == "discard" else rng.randint(1, len(same))]
    if verb != "discard":
        cards += [card for card in hand if card == "JK" or card[0] == "2"][: rng.choice((0, 0, 1, 2))]
    if verb == "meld" and rng.random() < 0.2:
        cards = rng.sample(hand, 3)
    counts = Counter(cards) & Counter(hand)
    for card in counts.elements():
        hand.remove(card)
    written = " ".join(counts.elements())
    if verb == "meld" and cards[0][0] in "456789TJQKA" and cards[0] != "JK":
        names.append(cards[0][0])
    return f"add {written} to {rng.choice(names)}" if verb == "add" else f"{verb} {written}"


def mutated(rng: Random, question: Question) -> Question:
    """The question with one or two things changed; it may be none that can be asked."""
    data = json.loads(question.line())
    position = data["position"]
    for _ in range(rng.choice((1, 1, 2, 3))):
        if "actions" in data and rng.random() < 0.5:
            _change_actions(rng, data["actions"], position)
        else:
            _change_position(rng, position)
    return Question(question.command, data)


def _change_actions(rng: Random, actions: list[str], position: dict[str, Any]) -> None:
    if len(actions) > 1 and rng.random() < 0.4:
        actions.pop(rng.randrange(len(actions)))
    elif len(actions) < MOST_LISTED:
        actions.insert(rng.randint(0, len(actions)), rng.choice(_actions(rng, position, 1)))


def _change_position(rng: Random, position: dict[str, Any]) -> None:
    rules = rule_set(position["rules"])
    hand = position["hand"].split()
    deck = [str(card) for card in full_deck(packs=rules.packs, jokers=rules.jokers)]
    match rng.choice(
        ("more", "more", "fewer", "other", "wild", "pile", "score", "melds", "phase", "stock", "answer")
    ):
        case "more":
            hand += rng.sample(deck, rng.choice((1, 3, 10)))
        case "fewer":
            hand = rng.sample(hand, max(1, len(hand) - rng.choice((1, 3, 10))))
        case "other":
            hand = [*hand[:-3], *rng.sample(deck, 3)]
        case "wild":
            hand += rng.sample(["JK", "2c", "2d", "2h", "2s"], 2)
        case "pile":
            position["pile"] = " ".join(rng.sample(deck, rng.choice((1, 2, 5, 12))))
        case "score":
            position["own"]["score"] = rng.choice((-50, 0, 1600, 3200, 7500))
        case "melds":
            melds = position["own"]["melds"]
            if melds and rng.random() < 0.6:
                melds.pop(rng.randrange(len(melds)))
            else:
                there = [card for card in full_deck(packs=rules.packs, jokers=0) if not card.is_red_three]
                rng.shuffle(there)
                melds += _melds(rng, there, rules.sequences)[:2]
        case "phase":
            position["phase"] = "play" if position["phase"] == "draw" else "draw"
        case "stock":
            position["stock"] = rng.choice((0, 0, 1, 10))
        case "answer":
            position["permission"] = rng.choice(("yes", "no"))
    position["hand"] = " ".join(hand)


def dearest(
    rng: Random,
    first: list[Question],
    cost: Callable[[Question], float | None],
    *,
    tries: int,
) -> Iterator[tuple[float, Question]]:
    """The dearest questions found, the worst last of each improvement; ``cost`` is None for what cannot be asked."""
    best: list[tuple[float, Question]] = []
    waiting = list(first)
    for _ in range(tries):
        question = (
            waiting.pop() if waiting else mutated(rng, rng.choice(best)[1] if best else rng.choice(first))
        )
        found = cost(question)
        if found is None:
            continue
        if not best or found > best[0][0]:
            yield found, question
        best = sorted([*best, (found, question)], key=lambda each: -each[0])[:KEPT]
