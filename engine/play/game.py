"""A whole game as an immutable state machine: deal after deal until a side has reached the target; and its record.

A record is a game as text, one line for each turn: readable, and enough to play it again.

::

    rules classic
    players 4 pairs
    deal Kh 4c 2s ...
    draw 5h; discard 9c
    take Kd Ks; meld Qh Qs 2c; discard 4d
    draw 7d; ask yes; add 7d to 7; discard 8s

The line ``deal`` names the deck from the first card dealt to the last of the stock; the turns of the deal follow, the
last perhaps unfinished. A drawn card is named to be read: it must be the one that lies in the stock.

Shuffling is the only randomness of the engine, from a ``random.Random`` that is passed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from engine.law.actions import Action
from engine.law.cards import Card, full_deck, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Form, Seating, seating
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_rules, parse_rules
from engine.notation.text import format_cards, parse_action, parse_cards
from engine.play.deal import Deal, DealtCards
from engine.score.sheet import GameScore


def shuffled_deck(rules: RuleSet, rng: Random) -> tuple[Card, ...]:
    """The whole deck in random order."""
    deck = list(full_deck(packs=rules.packs, jokers=rules.jokers))
    rng.shuffle(deck)
    return tuple(deck)


def may_open_the_pile(card: Card, rules: RuleSet) -> bool:
    """Whether this card, turned up after the deal, stays on top. Ledger 1.10 and 1.11.

    Wild cards and red threes are covered, black threes in most rule sets.
    """
    return card.is_natural or (card.is_black_three and not rules.upcard_cover_black_three)


def deal_cards(
    deck: tuple[Card, ...], rules: RuleSet, *, players: int, hands: int | None = None
) -> DealtCards:
    """Deal a deck in the order it lies: hands one after another, then the upcard with what covers it.

    ``hands`` is how many play in this deal where not all ``players`` of the game do. Raises EngineError if the rule
    set is not for so many players.
    """
    sizes = dict(rules.hand_size)
    if players not in sizes:
        raise EngineError("position", "players", "wrong-players", name=rules.name, players=players)
    size = sizes[players]
    dealt = hands or players
    held = tuple(sort_cards(deck[size * seat : size * (seat + 1)]) for seat in range(dealt))
    rest = deck[size * dealt :]
    turned = 1
    while turned < len(rest) and not may_open_the_pile(rest[turned - 1], rules):
        turned += 1
    return DealtCards(held, rest[:turned], rest[turned:])


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal that is over: the deck in the order it was dealt, the deal, its sheets and the players at the table.

    The sheets stand in the order of the sides of the game.
    """

    deck: tuple[Card, ...]
    deal: Deal
    players: tuple[int, ...]
    score: GameScore


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game in progress. ``scores`` are the sides' totals before the deal that is being played, if there is one.

    The game is over once a complete deal leaves a side at or above the target. The highest total wins; what an exact
    tie means no source says, so ``winner`` is None then.
    """

    rules: RuleSet
    seating: Seating
    scores: tuple[int, ...]
    finished: tuple[PlayedDeal, ...] = ()
    deck: tuple[Card, ...] = ()
    deal: Deal | None = None

    @classmethod
    def begin(cls, rules: RuleSet, *, players: int | None = None, form: Form | None = None) -> Game:
        """A game before its first deal. Raises EngineError for a number of players that the rule set does not have."""
        seats = seating(players or rules.default_players, form)
        return cls(rules=rules, seating=seats, scores=(0,) * len(seats.sides))

    @property
    def over(self) -> bool:
        return self.deal is None and any(score >= self.rules.target for score in self.scores)

    @property
    def winner(self) -> int | None:
        """Index of the side that has won, None before the end and where the highest totals are equal."""
        if not self.over:
            return None
        best = max(self.scores)
        return self.scores.index(best) if self.scores.count(best) == 1 else None

    @property
    def players_at_table(self) -> tuple[int, ...]:
        """The players of the deal that is being played or comes next, in the order of play."""
        return self.seating.at_table(len(self.finished))

    @property
    def player(self) -> int:
        """The player whose turn it is. Raises ValueError between deals."""
        return self.players_at_table[self._running().seat]

    def _running(self) -> Deal:
        if self.deal is None:
            raise ValueError("no deal is being played")
        return self.deal

    def shuffle(self, rng: Random) -> Game:
        """The game with the next deal dealt from a shuffled deck."""
        return self.dealt(shuffled_deck(self.rules, rng))

    def dealt(self, deck: tuple[Card, ...]) -> Game:
        """The game with the next deal dealt from this deck. Raises ValueError in a deal or after the end."""
        if self.deal is not None or self.over:
            raise ValueError("a deal is being played or the game is over")
        at_table = self.players_at_table
        dealt = deal_cards(deck, self.rules, players=self.seating.players, hands=len(at_table))
        scores = [self.scores[side] for side in self._sides_in_order()]
        deal = Deal.begin(dealt, self.rules, scores=scores, players=self.seating.players)
        return replace(self, deck=deck, deal=deal)

    def _sides_in_order(self) -> list[int]:
        """The sides of the game in the order in which the deal counts them: that of its first players."""
        sides = len(self.seating.sides)
        return [self.seating.side_of(player) for player in self.players_at_table[:sides]]

    def legal_actions(self) -> list[Action]:
        """Every legal next action of the player whose turn it is."""
        return self._running().legal_actions()

    def play(self, action: str | Action, *, answer: str | None = None) -> Game:
        """The game after one more legal action; see :meth:`engine.play.deal.Deal.play`."""
        return self.after(self._running().play(action, answer=answer))

    def after(self, deal: Deal) -> Game:
        """The game with its deal at this later point; once the deal is over it is counted."""
        if not deal.over:
            return replace(self, deal=deal)
        score = deal.score()
        order = self._sides_in_order()
        sheets = tuple(score.sheets[order.index(side)] for side in range(len(order)))
        winner = None if score.winner is None else order[score.winner]
        played = PlayedDeal(
            self.deck, deal, self.players_at_table, GameScore(sheets, score.game_over, winner)
        )
        return replace(
            self,
            scores=tuple(sheet.score_after for sheet in sheets),
            finished=(*self.finished, played),
            deck=(),
            deal=None,
        )


def format_game(game: Game) -> str:
    """The record of a game, of all its deals and of the one that is being played."""
    seats = game.seating
    lines = [f"rules {format_rules(game.rules)}", f"players {seats.players} {seats.form}"]
    for played in game.finished:
        lines += [f"deal {format_cards(played.deck)}", *_turns(played.deal)]
    if game.deal is not None:
        lines += [f"deal {format_cards(game.deck)}", *_turns(game.deal)]
    return "\n".join(lines) + "\n"


def _turns(deal: Deal) -> Iterator[str]:
    for steps in deal.played:
        yield "; ".join(_text(step.to_action(), step.answer) for step in steps)
    if deal.steps:
        answers = (step.answer for step in deal.steps)
        yield "; ".join(_text(action, answer) for action, answer in zip(deal.actions, answers, strict=True))


def _text(action: Action, answer: str) -> str:
    return f"{action} {answer}" if action.verb == "ask" and answer else str(action)


def parse_game(text: str) -> Game:
    """Play a record again. Raises EngineError naming the line that cannot be read or is not possible."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or not lines[0][1].startswith("rules ") or not lines[1][1].startswith("players "):
        raise EngineError("notation", "line 1", "bad-record", text=text[:40])
    rules = parse_rules(lines[0][1].removeprefix("rules "))
    players, _, form = lines[1][1].removeprefix("players ").partition(" ")
    if not players.isdecimal():
        raise EngineError("notation", "line 2", "bad-number", text=players[:40])
    game = Game.begin(rules, players=int(players), form=form or None)  # type: ignore[arg-type]  # begin() refuses others
    for number, line in lines[2:]:
        where = f"line {number}"
        try:
            game = _deal(game, line, where) if line.startswith("deal ") else _turn(game, line, where)
        except ValueError as error:
            if isinstance(error, EngineError):
                raise
            raise EngineError("request", where, "record-impossible", text=line[:60]) from None
    return game


def _deal(game: Game, line: str, where: str) -> Game:
    deck = parse_cards(line.removeprefix("deal "), where=where)
    if len(deck) != game.rules.deck_size:
        raise EngineError("notation", where, "bad-deck", count=len(deck), needed=game.rules.deck_size)
    return game.dealt(deck)


def _turn(game: Game, line: str, where: str) -> Game:
    for part in filter(None, (part.strip() for part in line.split(";"))):
        words = part.split()
        answer = words[1] if words[0] == "ask" and len(words) == 2 and words[1] in ("yes", "no") else None
        action = parse_action("ask" if answer else part, where=where)
        before = game.deal
        game = game.play(action, answer=answer)
        named = action.cards if action.verb == "draw" else action.others if action.verb == "expose" else ()
        if named and before is not None and named != _came(before, game):
            raise EngineError("request", where, "record-impossible", text=part[:60])
    return game


def _came(before: Deal, game: Game) -> tuple[object, ...]:
    """The cards that the last action brought from the stock."""
    deal = game.deal or game.finished[-1].deal
    return (deal.steps or deal.played[-1])[-1].come
