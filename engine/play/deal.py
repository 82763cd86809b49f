"""One deal as an immutable state machine: from the dealt cards to the last discard, one action at a time.

The turn in play is kept in counts of kinds, where what is legal is decided; the cards themselves follow when the turn
ends, or when somebody asks to see them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from typing import Any

from engine.judging.moves import ASK, END, legal_moves
from engine.law.actions import FIRST_SEQUENCE, Action, Move, Step, move_of
from engine.law.cards import JOKER_KIND, TWO_KIND, Card, parted, sort_cards
from engine.law.errors import EngineError
from engine.law.melds import Meld, Owner
from engine.law.position import SINGLE_PLAYERS, Position, Side, freeze_cause
from engine.law.ruleset import RuleSet
from engine.law.verdict import WentOut
from engine.notation.text import parse_actions
from engine.reach.finishing import can_go_out, can_stop
from engine.score.sheet import GameScore, ScoreSide, score_sides
from engine.turn.state import Counts
from engine.turn.table import CardsInPlay, LaidMeld, Table, realisations, realise
from engine.turn.turn import Turn

NO_TURN = Turn()
DRAW = Action(verb="draw")
LAYING = frozenset({"meld", "add", "take", "merge"})


@dataclass(frozen=True, slots=True)
class DealtCards:
    """Where the cards lie before the first turn.

    ``hands`` are in the order of play. ``pile`` runs from bottom to top, ``stock`` from the first card that will be
    drawn to the last.
    """

    hands: tuple[tuple[Card, ...], ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayerMeld:
    """A meld on the table, the seat that laid it first, and its number and counts in a turn."""

    cards: tuple[Card, ...]
    seat: int
    number: int
    counts: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A deal in progress. Seats are numbered in the order of play; seat ``s`` belongs to side ``s % sides``.

    ``players`` is how many play the game; with five, and with six in two sides, somebody sits out. ``steps`` are what
    was done in the turn that is being played; everything else shows the table as it was when that turn began.
    ``played`` are the turns before, each its actions. ``went_out`` and ``out_seat`` say how the deal ended; both tell
    nothing while it goes on or if the stock ended it.
    """

    rules: RuleSet
    players: int
    scores: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    melds: tuple[tuple[PlayerMeld, ...], ...]
    red_threes: tuple[tuple[Card, ...], ...]
    has_melded: tuple[bool, ...]
    pile: tuple[Card, ...]
    stock: tuple[Card, ...]
    seat: int = 0
    steps: tuple[Step, ...] = ()
    answer: str | None = None
    over: bool = False
    went_out: WentOut = "no"
    out_seat: int | None = None
    played: tuple[tuple[Step, ...], ...] = field(default=(), repr=False)
    turn: Turn = field(default=NO_TURN, repr=False, compare=False)

    @classmethod
    def begin(
        cls, dealt: DealtCards, rules: RuleSet, *, scores: Sequence[int], players: int | None = None
    ) -> Deal:
        """The deal before its first turn; ``scores`` are the sides' totals before it."""
        sides = len(scores)
        return cls.put_up(
            rules=rules,
            players=players or len(dealt.hands),
            scores=tuple(scores),
            hands=dealt.hands,
            melds=((),) * sides,
            red_threes=((),) * sides,
            has_melded=(False,) * len(dealt.hands),
            pile=dealt.pile,
            stock=dealt.stock,
        )

    @classmethod
    def put_up(cls, *, melds: Iterable[Iterable[LaidMeld[int]]], **table: Any) -> Deal:
        """The deal at the beginning of a turn. Nothing is checked: see :mod:`engine.play.prepared`."""
        deal = cls(melds=tuple([_player_melds(side, ()) for side in melds]), **table)
        return deal._with_turn(freeze_cause(deal.rules, deal.pile, unlisted=False))

    def _with_turn(self, frozen: str | None) -> Deal:
        object.__setattr__(self, "turn", self._new_turn(frozen))
        return self

    def _new_turn(self, frozen: str | None) -> Turn:
        """The turn of the player at the seat in counts: what ``Turn.start`` makes of the position."""
        mine = self.seat % len(self.scores)
        melds = self.melds[mine]
        turn = Turn.begun(self.rules, self.hands[self.seat], score=self.scores[mine])
        turn.my_turn = not self.over
        turn.has_partner = self.players > SINGLE_PLAYERS
        turn.melds = {meld.number: meld.counts for meld in melds if meld.number < FIRST_SEQUENCE}
        turn.sequences = tuple([meld.number for meld in melds if meld.number >= FIRST_SEQUENCE])
        turn.has_melded, turn.opened = self.has_melded[self.seat], bool(melds)
        turn.stock = len(self.stock)
        turn.pile, turn.pile_size, turn.freeze_cause = self.pile, len(self.pile), frozen
        return turn

    def side_of(self, seat: int) -> int:
        return seat % len(self.scores)

    def position(self) -> Position:
        """The table as the player to act saw it when the turn began; once the deal is over, as it lies at its end."""
        mine = self.side_of(self.seat)
        sides = [self._side(side) for side in range(len(self.scores))]
        partners = [s for s in range(len(self.hands)) if self.side_of(s) == mine and s != self.seat]
        opponents = tuple(side for index, side in enumerate(sides) if index != mine)
        position = Position(
            rules=self.rules,
            players=self.players,
            phase="draw",
            my_turn=not self.over,
            hand=self.hands[self.seat],
            own=sides[mine] if not self.over else Side(),
            opponents=opponents if not self.over else tuple([Side()] * len(opponents)),
            player_has_melded=self.has_melded[self.seat],
            pile=self.pile,
            stock=len(self.stock),
            partner_hand=len(self.hands[partners[0]]) if partners else None,
            permission=self.answer,  # type: ignore[arg-type]  # yes, no or None
        )
        if not self.over:
            return position
        # Whoever went out may have laid black threes: no position in which somebody is to play has them.
        return position.with_known(own=sides[mine], opponents=opponents)

    def _side(self, side: int) -> Side:
        """What lies in front of a side, seen by the player to act."""
        return Side(
            score=self.scores[side],
            melds=tuple(Meld(meld.cards, self._owner(meld, side)) for meld in self.melds[side]),
            red_threes=self.red_threes[side],
        )

    def _owner(self, meld: PlayerMeld, side: int) -> Owner:
        if side != self.side_of(self.seat):
            return "opponent"
        return "self" if meld.seat == self.seat else "partner"

    @property
    def actions(self) -> tuple[Action, ...]:
        """What was done in the turn that is being played, with the cards that came from the stock named."""
        return self._table_and_actions()[1] if self.steps else ()

    @property
    def last_action(self) -> Action:
        """The last of :attr:`actions`, without the others where its own cards were named."""
        step = self.steps[-1]
        return self.actions[-1] if step.cards is None else step.to_action()

    def _table_and_actions(self) -> tuple[Table, tuple[Action, ...]]:
        table = Table(self.position())
        found: list[Action] = []
        for step in self.steps:
            cards = step.cards if step.cards is not None else realise(table, step.move).cards
            action = step._replace(cards=cards).to_action()
            table.do(action)
            found.append(action)
        return table, tuple(found)

    def legal_moves(self) -> list[Move]:
        """Every legal next action in counts, once, in a stable order; none once the deal is over.

        The partner is asked only by a player who can keep to either answer: nobody may be left without a legal end.
        Where the text names no minimum it can be open whether the last pile must be taken, and nobody can take it for
        certain: the deal ends.
        """
        if self.over:
            return []
        moves = legal_moves(self.turn)
        if not moves and self.turn.phase == "draw" and not self.turn.stock:
            return [END]
        if ASK in moves[:2] and not self._may_ask():  # it stands before every step that lays cards
            moves.remove(ASK)
        return moves

    def legal_actions(self) -> list[Action]:
        """The same with cards: what :func:`engine.judging.judge.legal_actions` says of the position."""
        moves = self.legal_moves()
        if not moves:
            return []
        table, _ = self._table_and_actions()
        early = self.turn.held is not None
        return [action for move in moves for action in realisations(table, move, early=early)]

    def _may_ask(self) -> bool:
        # A no is kept by going on, a yes by going out.
        return can_go_out(self.turn) and can_stop(self.turn)

    def play(self, action: str | Action, *, answer: str | None = None) -> Deal:
        """The deal after one more legal action. ``answer`` is the partner's, to an ``ask``.

        A ``draw`` and an ``expose`` get their cards from the stock. Raises ValueError, a programming error, for an
        action that is not legal or a deal that is over.
        """
        if self.over:
            raise ValueError("the deal is over")
        (read,) = parse_actions([action])
        if read.verb in ("draw", "expose"):
            read = replace(read, others=()) if read.verb == "expose" else DRAW
        move = move_of(read, self.rules)
        if move.verb == "take" and move.target < 0 and self.turn.pile:
            move = move._replace(target=self.turn.taken_onto(move))
        if move not in self.legal_moves() or not self._holds(read):
            raise ValueError(f"{read} is not legal here")
        return self.play_move(move, answer=answer, cards=read.cards)

    def _holds(self, action: Action) -> bool:
        if action == DRAW:  # the cards are those that come
            return True
        table, _ = self._table_and_actions()
        try:
            table.check(action, where="")
        except EngineError:
            return False
        if self.turn.held is None or action.verb not in LAYING:
            return True
        missing = Counter(c for c in action.cards if c.is_loose) - Counter(parted(table.hand, table.came)[0])
        return not missing

    def play_move(
        self, move: Move, *, answer: str | None = None, cards: tuple[Card, ...] | None = None
    ) -> Deal:
        """The deal after one of :meth:`legal_moves`, with these cards or the first of each kind.

        What is not one of them is done all the same: the caller has chosen from the list.
        """
        turn = self.turn.copy()
        come: tuple[Card, ...] = ()
        named: tuple[Card, ...] = ()
        verb = move.verb
        if verb == "draw":
            come = _cards_that_come(self.stock, len(self.stock) - (turn.stock or 0), self.rules.draw_count)
        elif verb == "expose":
            come = _cards_that_come(self.stock, len(self.stock) - (turn.stock or 0), 1)
        elif self.rules.sperr_canasta and TWO_KIND in move.kinds and verb in LAYING:
            # Of which colour the twos are that stay decides about a blocking canasta.
            cards = cards if cards is not None else realise(self._table_and_actions()[0], move).cards
            named = cards
        turn.apply(move, come or named, come)
        if verb == "ask":
            turn.permission = answer
        steps = (*self.steps, Step(move, cards, come, turn.laid_on, answer or ""))
        gone = turn.phase == "play" and turn.hand_is_empty
        if not turn.over and not gone:
            return self._going_on(turn, steps, answer)
        return self._turn_over(turn, steps)

    def _going_on(self, turn: Turn, steps: tuple[Step, ...], answer: str | None) -> Deal:
        """The same deal with the turn one step further; written out because this runs for every step."""
        deal = object.__new__(Deal)
        put = object.__setattr__
        for name, value in zip(_UNCHANGED, _unchanged(self), strict=True):
            put(deal, name, value)
        put(deal, "steps", steps)
        put(deal, "answer", answer or self.answer)
        put(deal, "turn", turn)
        return deal

    def _turn_over(self, turn: Turn, steps: tuple[Step, ...]) -> Deal:
        mine = self.side_of(self.seat)
        mine_before = self.melds[mine]
        cards = CardsInPlay(
            self.hands[self.seat],
            [LaidMeld(meld.number, meld.cards, meld.seat) for meld in mine_before],
            self.pile,
            player=self.seat,
            keeps_what_came_apart=self.rules.sequences and not mine_before,
        )
        done = tuple([cards.follow(step) for step in steps])
        pile = tuple(cards.pile)
        melds, melded, reds = self.melds, self.has_melded, self.red_threes
        if cards.laid or cards.joined:
            melds = _with(melds, mine, _player_melds(cards.melds, mine_before))
        if cards.laid:
            melded = _with(melded, self.seat, True)
        if cards.red_threes:
            reds = _with(reds, mine, sort_cards((*reds[mine], *cards.red_threes)))
        out: WentOut = "no"
        if turn.phase == "play" and turn.hand_is_empty:
            out = "concealed" if self.rules.concealed_is_special and turn.may_be_concealed else "yes"
        over = out != "no" or turn.over != "discard"
        frozen = turn.freeze_cause
        if turn.over == "discard" and pile[-1].is_wild:
            frozen = "wild" if self.rules.wild_discard_effect == "freeze" else frozen
        deal = Deal(
            rules=self.rules,
            players=self.players,
            scores=self.scores,
            hands=_with(self.hands, self.seat, sort_cards(cards.hand)),
            melds=melds,
            red_threes=reds,
            has_melded=melded,
            pile=pile,
            stock=self.stock[len(self.stock) - (turn.stock or 0) :],
            seat=self.seat if over else (self.seat + 1) % len(self.hands),
            over=over,
            went_out=out,
            out_seat=self.seat if out != "no" else None,
            played=(*self.played, done),
            turn=turn,
        )
        return deal if over else deal._with_turn(frozen)

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


def _with(entries: tuple[Any, ...], place: int, entry: Any) -> tuple[Any, ...]:
    return (*entries[:place], entry, *entries[place + 1 :])


def _player_melds(melds: Iterable[LaidMeld[int]], before: Iterable[PlayerMeld]) -> tuple[PlayerMeld, ...]:
    """The melds in the order of their numbers; those to which nothing came are those of before."""
    unchanged = {(meld.number, meld.cards): meld for meld in before}
    found = []
    for meld in sorted(melds, key=attrgetter("number")):
        same = unchanged.get((meld.number, tuple(meld.cards)))
        if same is not None:
            found.append(same)
            continue
        kinds = [card.kind for card in meld.cards]
        twos, jokers = kinds.count(TWO_KIND), kinds.count(JOKER_KIND)
        counts = (len(kinds) - twos - jokers, twos, jokers)
        found.append(PlayerMeld(sort_cards(meld.cards), meld.by, meld.number, counts))
    return tuple(found)


_UNCHANGED = (
    "rules", "players", "scores", "hands", "melds", "red_threes", "has_melded", "pile", "stock", "seat", "over",
    "went_out", "out_seat", "played",
)  # fmt: skip
_unchanged = attrgetter(*_UNCHANGED)


def _cards_that_come(stock: Sequence[Card], first: int, number: int) -> tuple[Card, ...]:
    """The cards that so many draws bring: red threes are followed by their replacements, as long as the stock lasts."""
    place = first
    while number and place < len(stock):
        number -= not stock[place].is_red_three
        place += 1
    return tuple(stock[first:place])
