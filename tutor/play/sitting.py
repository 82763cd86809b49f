"""A game in play: who is to act, what the other players do, and what the learner may do. Nothing here is stored.

The engine judges every action of everybody. The players of this site see what a person in their seat would see.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import Final, Literal

from engine.law.actions import Action
from engine.law.verdict import Verdict
from engine.notation.text import parse_action
from engine.play.deal import Deal
from engine.play.game import Game
from engine.play.players.player import Player
from engine.play.players.strong import STRONG, player_named
from engine.play.record import Done, Watched, format_game, play_part, watch_game
from engine.play.view import Memory, view_of_deal
from tutor.editor.items import verdict_on
from tutor.site.heavy import Busy, places

ME: Final = 0
"""The number of the learner among the players of a game."""
State = Literal["mine", "theirs", "asked", "over"]
MOST_KEPT: Final = 256
"""Games that a process keeps as they stand, so that not every action plays the whole record again."""


class NotAllowedError(Exception):
    """The rules do not allow the action, or do not decide on it. ``verdict`` says why; None where the table does."""

    def __init__(self, action: Action, verdict: Verdict | None) -> None:
        super().__init__(str(action))
        self.action, self.verdict = action, verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """A game as it stands. ``styles`` are those of the players by number, empty for the learner.

    ``asked`` is whether the partner has asked the learner for permission to go out and waits for the answer.
    ``stood_in`` are the turns of the deal that is being played, from 0, in which the careful style stood in.
    """

    watched: Watched
    styles: tuple[str, ...]
    asked: bool = False
    stood_in: frozenset[int] = frozenset()

    @property
    def game(self) -> Game:
        return self.watched.game

    @property
    def deal(self) -> Deal:
        """The deal that is being played. Raises ValueError between deals."""
        return self.watched.deal

    @property
    def me(self) -> int:
        """The learner's seat in the deal that is being played or comes next."""
        return self.game.players_at_table.index(ME)

    @property
    def state(self) -> State:
        if self.game.deal is None:
            return "over"
        if self.asked:
            return "asked"
        return "mine" if self.deal.seat == self.me else "theirs"

    @property
    def stamp(self) -> str:
        """Changes with everything that is done: a form that holds another one comes from a page of before."""
        return f"{self.game.number}.{len(self.watched.history)}.{int(self.asked)}"

    @property
    def thinks_long(self) -> bool:
        """Whether it is the turn of a player who thinks too long for a web thread."""
        return self.state == "theirs" and self.style_at(self.deal.seat) == STRONG

    def style_at(self, seat: int) -> str:
        """The style of who sits at a seat of the deal that is being played; empty for the learner."""
        return self.styles[self.game.players_at_table[seat]]

    def player_at(self, seat: int) -> Player:
        """Who sits at a seat of the deal that is being played, other than the learner."""
        return player_named(self.style_at(seat))

    def record(self) -> str:
        return format_game(self.game)


class _Kept:
    """The games that were in play last, by their records."""

    def __init__(self) -> None:
        self._games: OrderedDict[str, Watched] = OrderedDict()
        self._lock = Lock()

    def get(self, record: str) -> Watched:
        with self._lock:
            found = self._games.get(record)
            if found is not None:
                self._games.move_to_end(record)
                return found
        *_, found = watch_game(record)
        self.put(record, found)
        return found

    def put(self, record: str, watched: Watched) -> None:
        with self._lock:
            self._games[record] = watched
            self._games.move_to_end(record)
            while len(self._games) > MOST_KEPT:
                self._games.popitem(last=False)


_KEPT: Final = _Kept()


def sitting_from(record: str, styles: tuple[str, ...], *, asked: bool = False) -> Sitting:
    """The game of a record. Raises EngineError naming the line that cannot be read."""
    return Sitting(watched=_KEPT.get(record), styles=styles, asked=asked)


def keep(sitting: Sitting) -> str:
    """The record of the game, which this process will find quickly."""
    record = sitting.record()
    _KEPT.put(record, sitting.watched)
    return record


def with_deal(sitting: Sitting, game: Game) -> Sitting:
    """The sitting with a deal that has just been dealt."""
    return replace(sitting, watched=sitting.watched.dealt(game), asked=False, stood_in=frozenset())


def begun_anew(game: Game, styles: tuple[str, ...]) -> Sitting:
    """A game between deals."""
    return Sitting(watched=Watched(game, Memory.of_table(0)), styles=styles)


def with_turn_of_other(sitting: Sitting, player: Player | None = None) -> Sitting:
    """After the turn of who is to act, or up to where the learner is asked.

    ``player`` plays it in place of the one who sits there.
    """
    turn = len(sitting.deal.played)
    while sitting.state == "theirs" and len(sitting.deal.played) == turn:
        sitting = _with_move_of_other(sitting, player or sitting.player_at(sitting.deal.seat))
    return sitting


def turn_as_text(before: Sitting, after: Sitting) -> str:
    """What was done since in the turn that was being played, as a record writes it.

    At its end stands ``ask`` where the learner has been asked.
    """
    turn, deal = len(before.deal.played), after.game.deal or after.game.finished[-1].deal
    if len(deal.played) > turn:
        done = [(step.to_action(), step.answer) for step in deal.played[turn]]
    else:
        done = [(action, step.answer) for action, step in zip(deal.actions, deal.steps, strict=True)]
    parts = [f"{action} {answer}".rstrip() for action, answer in done[len(before.deal.steps) :]]
    return "; ".join([*parts, "ask"] if after.asked else parts)


def with_told_turn(sitting: Sitting, text: str) -> Sitting:
    """After what :func:`turn_as_text` tells. Raises EngineError for what is not possible."""
    watched = sitting.watched
    for part in text.split("; "):
        if part == "ask":
            return replace(sitting, watched=watched, asked=True)
        watched = play_part(watched, part)
    return replace(sitting, watched=watched)


def answered(sitting: Sitting, answer: Literal["yes", "no"]) -> Sitting:
    """After the learner's answer to the partner's question. Raises ValueError where nobody has asked."""
    if sitting.state != "asked":
        raise ValueError("nobody has asked")
    return replace(sitting, watched=sitting.watched.play("ask", answer=answer), asked=False)


def tried(sitting: Sitting, action: Action) -> Sitting:
    """After the learner's action. Raises NotAllowedError, and ValueError where it is not the learner's turn."""
    if sitting.state != "mine":
        raise ValueError("it is not the learner's turn")
    deal = sitting.deal
    if action.verb == "draw":
        action = Action(verb="draw")
    answer = _answer_to(sitting) if action.verb == "ask" else None
    try:
        return replace(sitting, watched=sitting.watched.play(action, answer=answer))
    except ValueError:
        verdict = _verdict_on(deal, action, stay=len(deal.actions) - may_take_back(sitting))
        raise NotAllowedError(action, None if verdict.legal else verdict) from None


def _verdict_on(deal: Deal, action: Action, *, stay: int) -> Verdict:
    """Why an action is refused, with what would mend it; without that where too many ask at the same moment.

    Of what was done the first ``stay`` actions cannot be taken back, so what mends it begins with them.
    """
    position, actions = deal.position(), (*deal.actions, action)
    try:
        with places.one():
            return verdict_on(position, actions, remedy=True, stay=stay)
    except Busy:
        return verdict_on(position, actions)


def taken_back(sitting: Sitting, count: int) -> Sitting:
    """Without the last so many actions of the learner's turn. Raises ValueError for one that stays done."""
    if sitting.state != "mine" or not 0 < count <= may_take_back(sitting):
        raise ValueError("that stays done")
    deal = sitting.deal
    lines = sitting.record().splitlines()
    left = deal.actions[:-count]
    turn = (
        [f"{deal.seat}: " + "; ".join(_with_answer(deal, place) for place in range(len(left)))]
        if left
        else []
    )
    *_, watched = watch_game("\n".join([*lines[:-1], *turn]))
    return replace(sitting, watched=watched)


def may_take_back(sitting: Sitting) -> int:
    """How many of the last actions of the learner's turn can be taken back: cards laid since the last draw."""
    count = 0
    if sitting.state == "mine":
        for action in reversed(sitting.deal.actions):
            if action.verb not in ("meld", "add", "merge"):
                break
            count += 1
    return count


def what_is_legal(sitting: Sitting) -> list[Action]:
    """Every legal action of the learner, each once: actions that differ only in suit are one."""
    return sitting.deal.legal_actions() if sitting.state == "mine" else []


def turns_of(history: tuple[Done, ...]) -> list[list[Done]]:
    """What was done, turn by turn."""
    turns: list[list[Done]] = []
    for done in history:
        if not turns or turns[-1][0].turn != done.turn:
            turns.append([])
        turns[-1].append(done)
    return turns


def watched_again(record: str) -> Watched:
    """The game of a record that may have to be played again, with what was done. Raises EngineError."""
    return _KEPT.get(record)


def played_again(record: str) -> Game:
    """The game of a record that may have to be played again. Raises EngineError."""
    return _KEPT.get(record).game


def _with_move_of_other(sitting: Sitting, player: Player) -> Sitting:
    deal, watched = sitting.deal, sitting.watched
    decision = player.choose(view_of_deal(deal, watched.memory), deal.legal_moves())
    if decision.move.verb != "ask":
        return replace(sitting, watched=watched.play_move(decision.move))
    if _partner_of(deal) == sitting.me:
        return replace(sitting, asked=True)
    return replace(sitting, watched=watched.play_move(decision.move, answer=_answer_to(sitting)))


def _answer_to(sitting: Sitting) -> str:
    """What the partner of the seat that acts says to its question; the partner is not the learner."""
    deal = sitting.deal
    partner = _partner_of(deal)
    if partner < 0:
        return "no"
    view = view_of_deal(deal, sitting.watched.memory, partner)
    return "yes" if sitting.player_at(partner).answer(view) else "no"


def _partner_of(deal: Deal) -> int:
    """The seat of the partner of who acts; -1 for who plays alone."""
    sides = len(deal.scores)
    return next((seat for seat in range(deal.seat % sides, len(deal.hands), sides) if seat != deal.seat), -1)


def _with_answer(deal: Deal, place: int) -> str:
    action, answer = deal.actions[place], deal.steps[place].answer
    return str(parse_action(str(action))) + (f" {answer}" if action.verb == "ask" and answer else "")
