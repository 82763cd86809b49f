"""One deal as an immutable state machine: from the dealt cards to the last discard, one action at a time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.actions import Action
from engine.cards import Card
from engine.dealing import DealtCards
from engine.judge import judge, legal_actions
from engine.melds import Meld
from engine.position import Position, Side
from engine.ruleset import RuleSet
from engine.scoring import GameScore, ScoreSide, score_sides
from engine.text_actions import parse_actions
from engine.verdict import WentOut


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerMeld:
    """A meld on the table and the seat that laid it first."""

    cards: tuple[Card, ...]
    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal in progress. Seats are numbered in the order of play; seat ``s`` belongs to side ``s % sides``.

    ``actions`` are those of the turn that is being played, with the cards that came from the stock named; everything
    else shows the table as it was when that turn began. ``went_out`` and ``out_seat`` say how the deal ended; both
    tell nothing while it goes on or if the stock ended it.
    """

    rules: RuleSet
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    melds: tuple[tuple[PlayerMeld, ...], ...]
    red_threes: tuple[tuple[Card, ...], ...]
    has_melded: tuple[bool, ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    seat: int = 0
    actions: tuple[Action, ...] = ()
    answer: str | None = None
    over: bool = False
    went_out: WentOut = "no"
    out_seat: int | None = None

    @classmethod
    def begin(cls, dealt: DealtCards, rules: RuleSet, *, scores: Sequence[int]) -> Deal:
        """The deal before its first turn; ``scores`` are the sides' totals before it."""
        sides = len(scores)
        return cls(
            rules=rules,
            scores=tuple(scores),
            hands=dealt.hands,
            melds=((),) * sides,
            red_threes=((),) * sides,
            has_melded=(False,) * len(dealt.hands),
            pile=dealt.pile,
            stock=dealt.stock,
        )

    def side_of(self, seat: int) -> int:
        return seat % len(self.scores)

    def position(self) -> Position:
        """The table as the player to act saw it when the turn began."""
        mine = self.side_of(self.seat)
        sides = [
            Side(
                score=self.scores[side],
                melds=tuple(Meld(meld.cards, self._owner(meld, side)) for meld in self.melds[side]),
                red_threes=self.red_threes[side],
            )
            for side in range(len(self.scores))
        ]
        partners = [s for s in range(len(self.hands)) if self.side_of(s) == mine and s != self.seat]
        return Position(
            rules=self.rules,
            players=len(self.hands),
            phase="draw",
            my_turn=not self.over,
            hand=self.hands[self.seat],
            own=sides[mine],
            opponents=tuple(side for index, side in enumerate(sides) if index != mine),
            player_has_melded=self.has_melded[self.seat],
            pile=self.pile,
            stock=len(self.stock),
            partner_hand=len(self.hands[partners[0]]) if partners else None,
            permission=self.answer,  # type: ignore[arg-type]
        )

    def _owner(self, meld: PlayerMeld, side: int) -> str:  # type: ignore[return]
        if side != self.side_of(self.seat):
            return "opponent"
        return "self" if meld.seat == self.seat else "partner"

    def legal_actions(self) -> list[Action]:
        """Every legal next action, once, in a stable order; none once the deal is over.

        The partner is asked only by a player who can keep to either answer: nobody may be left without a legal end.
        """
        if self.over:
            return []
        found = legal_actions(self.position(), self.actions)
        return [action for action in found if action.verb != "ask" or self._may_ask(action)]

    def _may_ask(self, ask: Action) -> bool:
        return all(
            judge(
                replace(self, answer=answer).position(), (*self.actions, ask), unfinished=True, remedy=False
            ).legal
            for answer in ("yes", "no")
        )

    def play(self, action: str | Action, *, answer: str | None = None) -> Deal:
        """The deal after one more legal action. ``answer`` is the partner's, to an ``ask``.

        A ``draw`` and an ``expose`` get their cards from the stock. Raises ValueError, a programming error, for an
        action that is not legal or a deal that is over.
        """
        if self.over:
            raise ValueError("the deal is over")
        (read,) = parse_actions([action])
        named = self._named(read)
        actions = (*self.actions, named)
        now = replace(self, actions=actions, answer=answer or self.answer)
        verdict = judge(now.position(), actions, unfinished=True, remedy=False)
        if verdict.legal is not True:
            raise ValueError(f"{named} is not legal here: {[finding.rule for finding in verdict.broken]}")
        return now if verdict.after.my_turn else now._turn_over(verdict.after, verdict.went_out)

    def _named(self, action: Action) -> Action:
        drawn_already = sum(len(a.cards) if a.verb == "draw" else len(a.others) for a in self.actions)
        stock = self.stock[drawn_already:]
        if action.verb == "draw":
            return replace(action, cards=_cards_that_come(stock, self.rules.draw_count))
        if action.verb == "expose":
            return replace(action, others=_cards_that_come(stock, 1))
        return action

    def _turn_over(self, after: Position, went_out: WentOut) -> Deal:
        mine = self.side_of(self.seat)
        seats = {Meld(meld.cards).rank: meld.seat for meld in self.melds[mine]}
        melds = list(self.melds)
        melds[mine] = tuple(
            PlayerMeld(cards=meld.cards, seat=seats.get(meld.rank, self.seat)) for meld in after.own.melds
        )
        hands, reds, melded = list(self.hands), list(self.red_threes), list(self.has_melded)
        hands[self.seat], reds[mine] = after.hand, after.own.red_threes
        melded[self.seat] = bool(after.player_has_melded)
        drawn = len(self.stock) - (after.stock or 0)
        ended_by_discard = self.actions[-1].verb == "discard"
        over = went_out != "no" or not ended_by_discard
        return replace(
            self,
            hands=tuple(hands),
            melds=tuple(melds),
            red_threes=tuple(reds),
            has_melded=tuple(melded),
            pile=after.pile,
            stock=self.stock[drawn:],
            seat=self.seat if over else (self.seat + 1) % len(self.hands),
            actions=(),
            answer=None,
            over=over,
            went_out=went_out,
            out_seat=self.seat if went_out != "no" else None,
        )

    def score(self) -> GameScore:
        """The sheets of all sides. Raises ValueError while the deal goes on."""
        if not self.over:
            raise ValueError("the deal is not over")
        sides = []
        for side, before in enumerate(self.scores):
            out = self.out_seat is not None and self.side_of(self.out_seat) == side
            sides.append(
                ScoreSide(
                    melds=tuple(Meld(meld.cards) for meld in self.melds[side]),
                    red_threes=self.red_threes[side],
                    hands=tuple(hand for seat, hand in enumerate(self.hands) if self.side_of(seat) == side),
                    went_out=self.went_out if out else "no",
                    score_before=before,
                )
            )
        return score_sides(sides, self.rules)

    def cards(self) -> list[Card]:
        """Every card of the deck, wherever it lies at the beginning of the turn."""
        every = [*self.pile, *self.stock]
        for hand in self.hands:
            every += hand
        for side in range(len(self.scores)):
            every += self.red_threes[side]
            every += [card for meld in self.melds[side] for card in meld.cards]
        return every


def _cards_that_come(stock: Sequence[Card], number: int) -> tuple[Card, ...]:
    """The cards that so many draws bring: red threes are followed by their replacements, as long as the stock lasts."""
    come: list[Card] = []
    while number and len(come) < len(stock):
        card = stock[len(come)]
        come.append(card)
        number -= not card.is_red_three
    return tuple(come)
