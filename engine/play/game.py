"""A whole game as an immutable state machine: deal after deal until a side has reached the target."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from engine.law.actions import Action
from engine.law.cards import Card
from engine.law.ruleset import RuleSet
from engine.law.seating import Form, Seating, seating
from engine.play.deal import Deal
from engine.play.dealing import deal_cards, shuffled_deck
from engine.score.sheet import GameScore


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
