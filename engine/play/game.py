"""A whole game as an immutable state machine: deal after deal until a side has reached the target.

Shuffling is the only randomness of the engine, from a ``random.Random`` that is passed in.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from engine.law.actions import Action
from engine.law.cards import Card, full_deck, sort_cards
from engine.law.errors import EngineError
from engine.law.position import Form, Seating, seating
from engine.law.ruleset import RuleSet
from engine.play.deal import Deal, DealtCards
from engine.play.prepared import Prepared
from engine.score.sheet import GameScore


def shuffled_deck(rules: RuleSet, rng: Random) -> tuple[Card, ...]:
    """The whole deck in random order, each as likely; the same as by ``rng.shuffle``, in less time."""
    deck = list(full_deck(packs=rules.packs, jokers=rules.jokers))
    bits_of = rng.getrandbits
    for last, bits in _places(len(deck)):
        place = bits_of(bits)
        while place > last:
            place = bits_of(bits)
        deck[last], deck[place] = deck[place], deck[last]
    return tuple(deck)


@lru_cache(maxsize=64)
def _places(size: int) -> tuple[tuple[int, int], ...]:
    """The places of so many cards from the last to the second, each with the bits that a place up to it takes."""
    return tuple((last, (last + 1).bit_length()) for last in range(size - 1, 0, -1))


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

    The sheets stand in the order of the sides of the game. ``prepared`` is the table of a deal that was put up from
    prepared cards; such a deal has no deck.
    """

    deck: tuple[Card, ...]
    deal: Deal
    players: tuple[int, ...]
    score: GameScore
    prepared: Prepared | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game in progress. ``scores`` are the sides' totals before the deal that is being played, if there is one.

    ``dealt_before`` are deals of the game that were played before and are not among the ``finished`` ones: they count
    for who leads.

    The game is over once a complete deal leaves a side at or above the target. The highest total wins; what an exact
    tie means no source says, so ``winner`` is None then.
    """

    rules: RuleSet
    seating: Seating
    scores: tuple[int, ...]
    dealt_before: int = 0
    finished: tuple[PlayedDeal, ...] = ()
    deck: tuple[Card, ...] = ()
    deal: Deal | None = None
    prepared: Prepared | None = None

    @classmethod
    def begin(
        cls,
        rules: RuleSet,
        *,
        players: int | None = None,
        form: Form | None = None,
        scores: Sequence[int] = (),
        dealt_before: int = 0,
    ) -> Game:
        """A game before its first deal, or with these totals after ``dealt_before`` deals that are not told.

        Raises EngineError for a number of players that the rule set does not have, or of totals that do not fit.
        """
        seats = seating(players or rules.default_players, form)
        if scores and len(scores) != len(seats.sides):
            raise EngineError(
                "position", "scores", "wrong-scores", count=len(scores), needed=len(seats.sides)
            )
        totals = tuple(scores) or (0,) * len(seats.sides)
        return cls(rules=rules, seating=seats, scores=totals, dealt_before=dealt_before)

    @classmethod
    def put_up(cls, table: Prepared) -> Game:
        """A game that begins with a deal from prepared cards, the sides at the totals that the table names."""
        seats = seating(table.players)
        return cls(rules=table.rules, seating=seats, scores=table.scores, deal=table.deal(), prepared=table)

    @property
    def first_table(self) -> Prepared | None:
        """The prepared table of the first deal, also once it is over; None where it was dealt from a deck."""
        return self.finished[0].prepared if self.finished else self.prepared

    @property
    def first_scores(self) -> tuple[int, ...]:
        """The totals of the sides before the first deal that is told."""
        if not self.finished:
            return self.scores
        played = self.finished[0]
        order = [self.seating.side_of(player) for player in played.players[: len(self.scores)]]
        return tuple(played.deal.scores[order.index(side)] for side in range(len(order)))

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
    def number(self) -> int:
        """Which deal is being played or comes next; the first is 0."""
        return self.dealt_before + len(self.finished)

    @property
    def players_at_table(self) -> tuple[int, ...]:
        """The players of the deal that is being played or comes next, in the order of play."""
        return self.seating.at_table(self.number)

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
            self.deck,
            deal,
            self.players_at_table,
            GameScore(sheets, score.game_over, winner),
            self.prepared,
        )
        return replace(
            self,
            scores=tuple(sheet.score_after for sheet in sheets),
            finished=(*self.finished, played),
            deck=(),
            deal=None,
            prepared=None,
        )
