"""The record of a game: readable, and enough to play it again, without any random number and without its players.

::

    rules classic@1
    players 4 pairs
    scores 480 620
    dealt 3
    deal Kh 4c 2s ...
    0: draw 5h; discard 9c
    1: take Kd Ks; meld Qh Qs 2c; discard 4d
    2: draw 7d; ask yes; add 7d to 7; discard 8s

``rules`` names the rule set and its version, ``scores`` the totals of the sides before the first deal that is told,
and ``dealt`` how many deals were played before; without the two the game begins at nothing. The line ``deal`` names
the deck from the first card dealt to the last of the stock; the turns of the deal follow, each with its seat in this
deal, the last perhaps unfinished. A drawn card is named to be read: it must be the one that lies in the stock. Where
the first deal was put up from prepared cards the line ``prepared`` stands in place of its deck: see
:mod:`engine.play.prepared`. Older records name neither version nor seats.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.law.actions import Action, Move, Step
from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.law.verdict import WentOut
from engine.notation.position_line import format_rules, parse_rules
from engine.notation.text import format_cards, parse_action, parse_cards
from engine.play.deal import Deal
from engine.play.game import Game
from engine.play.prepared import UNSEEN, WORD, Prepared, format_prepared, parse_prepared
from engine.play.view import Memory

_MOST_DIGITS: Final = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """An action of a played deal, and what came of it.

    ``turn`` counts the turns of the deal from 0. ``pile`` is how many cards lay in the pile before, ``canastas`` how
    many of its side the action completed, ``froze`` whether it froze the pile, ``answer`` the partner's, ``out``
    whether the player went out with it.
    """

    seat: int
    turn: int
    action: Action
    pile: int
    canastas: int = 0
    froze: bool = False
    answer: str = ""
    out: WentOut = "no"


@dataclass(frozen=True, slots=True)
class Watched:
    """A game, what everybody at the table may remember of the deal that is being played, and what was done in it."""

    game: Game
    memory: Memory
    history: tuple[Done, ...] = ()

    def play(self, action: str | Action, *, answer: str | None = None) -> Watched:
        """After one more legal action; see :meth:`engine.play.deal.Deal.play`."""
        return self._after(self.game.play(action, answer=answer))

    def play_move(self, move: Move, *, answer: str | None = None) -> Watched:
        """After one of the legal moves; see :meth:`engine.play.deal.Deal.play_move`."""
        return self._after(self.game.after(self.deal.play_move(move, answer=answer)))

    def dealt(self, game: Game) -> Watched:
        """With a deal that has just been dealt: nobody remembers anything of it."""
        assert game.deal is not None
        return Watched(game, Memory.of_table(len(game.deal.hands)))

    @property
    def deal(self) -> Deal:
        """The deal that is being played. Raises ValueError between deals."""
        if self.game.deal is None:
            raise ValueError("no deal is being played")
        return self.game.deal

    def _after(self, game: Game) -> Watched:
        before, after = self.deal, game.deal or game.finished[-1].deal
        step = (after.steps or after.played[-1])[-1]
        memory = self.memory.copy()
        memory.note(before.seat, step.move, [card.kind for card in before.turn.pile])
        return Watched(game, memory, (*self.history, _done(before, after, step)))


def _done(before: Deal, after: Deal, step: Step) -> Done:
    return Done(
        seat=before.seat,
        turn=len(before.played),
        action=after.last_action if after.steps else step.to_action(),
        pile=before.turn.pile_size,
        canastas=after.turn.canastas - before.turn.canastas if after.steps or after.over else 0,
        froze=step.move.verb == "discard" and not before.turn.freeze_cause and bool(after.turn.freeze_cause),
        answer=step.answer,
        out=after.went_out if after.out_seat is not None else "no",
    )


def format_game(game: Game) -> str:
    """The record of a game, of all its deals and of the one that is being played."""
    lines = _head(game)
    for played in game.finished:
        lines += _told(played.deck, played.prepared, played.deal)
    if game.deal is not None:
        lines += _told(game.deck, game.prepared, game.deal)
    return "\n".join(lines) + "\n"


def _told(deck: tuple[Card, ...], prepared: Prepared | None, deal: Deal) -> list[str]:
    if prepared is None:
        return [f"deal {format_cards(deck)}", *_turns(deal, 0)]
    return [format_prepared(prepared), *_turns(deal, prepared.seat)]


def format_seen(game: Game, seat: int) -> str:
    """The deal that is being played as its seat has seen it: its first hand, and the turns.

    What others drew is ``?``, and neither their hands nor the stock are told. It can be read, not played again.
    Raises ValueError between deals.
    """
    if game.deal is None:
        raise ValueError("no deal is being played")
    lines = [f"seat {seat}", *_seen_at_first(game, seat)]
    first = game.prepared.seat if game.prepared is not None else 0
    for number, line in enumerate(_turns(game.deal, first)):
        mine = (first + number) % len(game.deal.hands) == seat
        lines.append(line if mine else _without_drawn(line))
    return "\n".join([*_head(game), *lines]) + "\n"


def _seen_at_first(game: Game, seat: int) -> list[str]:
    """What a seat saw of the deal that is being played before its first turn."""
    assert game.deal is not None
    if game.prepared is not None:
        return [format_prepared(game.prepared, seat=seat)]
    size = dict(game.rules.hand_size)[game.seating.players]
    dealt = game.deck[size * seat : size * (seat + 1)]
    turned = game.deck[size * len(game.deal.hands) :][: _turned_up(game)]
    return [f"hand {format_cards(dealt)}", f"pile {format_cards(turned)}"]


def _turned_up(game: Game) -> int:
    """How many cards were turned up after the deal, those that covered one another included."""
    deal = game.deal
    assert deal is not None
    size = dict(game.rules.hand_size)[game.seating.players]
    first = Game.begin(game.rules, players=game.seating.players, form=game.seating.form).dealt(game.deck).deal
    assert first is not None
    return len(game.deck) - size * len(deal.hands) - len(first.stock)


def _without_drawn(line: str) -> str:
    """A turn of somebody else: a red three that came is seen, other cards from the stock are not."""
    seat, _, turn = line.partition(": ")
    parts = []
    for part in turn.split("; "):
        words = part.split()
        if words[0] in ("draw", "expose"):
            words[1:] = [word if word in ("3d", "3h") else UNSEEN for word in words[1:]]
        parts.append(" ".join(words))
    return f"{seat}: {'; '.join(parts)}"


def _head(game: Game) -> list[str]:
    seats = game.seating
    lines = [
        f"rules {format_rules(game.rules)}@{game.rules.version}",
        f"players {seats.players} {seats.form}",
    ]
    if any(game.first_scores):
        lines.append(f"scores {' '.join(map(str, game.first_scores))}")
    if game.dealt_before:
        lines.append(f"dealt {game.dealt_before}")
    return lines


def _turns(deal: Deal, first: int) -> Iterator[str]:
    """The turns, the first of them that of this seat."""
    count = len(deal.hands)
    for number, steps in enumerate(deal.played, start=first):
        yield f"{number % count}: " + "; ".join(_text(step.to_action(), step.answer) for step in steps)
    if deal.steps:
        answers = (step.answer for step in deal.steps)
        told = "; ".join(_text(action, answer) for action, answer in zip(deal.actions, answers, strict=True))
        yield f"{deal.seat}: {told}"


def _text(action: Action, answer: str) -> str:
    return f"{action} {answer}" if action.verb == "ask" and answer else str(action)


def parse_game(text: str) -> Game:
    """Play a record again. Raises EngineError naming the line that cannot be read or is not possible."""
    return list(watch_game(text))[-1].game


def watch_game(text: str) -> Iterator[Watched]:
    """The game of a record before its first deal, after each deal is dealt and after each action.

    Raises EngineError naming the line that cannot be read or is not possible.
    """
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    game, told = _begun(lines)
    watched = Watched(game, Memory.of_table(0))
    yield watched
    for number, line in lines[told:]:
        where = f"line {number}"
        try:
            if line.startswith("deal "):
                watched = watched.dealt(_deal(watched.game, line, where))
                yield watched
                continue
            if line.startswith(f"{WORD} "):
                watched = watched.dealt(_prepared(watched.game, line, where))
                yield watched
                continue
            for part in _parts(watched, line, where):
                watched = play_part(watched, part, where)
                yield watched
        except ValueError as error:
            if isinstance(error, EngineError):
                raise
            raise EngineError("request", where, "record-impossible", text=line[:60]) from None


def _begun(lines: list[tuple[int, str]]) -> tuple[Game, int]:
    """The game that the first lines speak of, and how many they are."""
    if len(lines) < 2 or not lines[0][1].startswith("rules ") or not lines[1][1].startswith("players "):
        raise EngineError("notation", "line 1", "bad-record", text=lines[0][1][:40] if lines else "")
    rules = _rules(lines[0][1].removeprefix("rules "))
    players, _, form = lines[1][1].removeprefix("players ").partition(" ")
    count, told, before = _number(players, "line 2"), 2, 0
    scores: tuple[int, ...] = ()
    if len(lines) > told and lines[told][1].startswith("scores "):
        number, line = lines[told]
        scores = tuple(_number(word, f"line {number}") for word in line.split()[1:])
        told += 1
    if len(lines) > told and lines[told][1].startswith("dealt "):
        number, line = lines[told]
        before = _number(line.removeprefix("dealt "), f"line {number}")
        told += 1
    chosen = form or None
    begun = Game.begin(rules, players=count, form=chosen, scores=scores, dealt_before=before)  # type: ignore[arg-type]  # begin() refuses other forms
    return begun, told


def rules_of(text: str) -> RuleSet:
    """By which rules a record was played. Raises EngineError for what is no record of this engine."""
    return _rules(text.partition("\n")[0].strip().removeprefix("rules "))


def _rules(text: str) -> RuleSet:
    name, _, version = text.rpartition("@")
    if not name or not version.isdecimal():
        return parse_rules(text)
    rules = parse_rules(name)
    if int(version[:_MOST_DIGITS]) != rules.version:
        raise EngineError("notation", "line 1", "unknown-version", name=name, version=version[:_MOST_DIGITS])
    return rules


def _number(text: str, where: str) -> int:
    digits = text.removeprefix("-")
    if not digits.isdecimal() or not digits.isascii() or len(digits) > _MOST_DIGITS:
        raise EngineError("notation", where, "bad-number", text=text[:40])
    return int(text)


def _deal(game: Game, line: str, where: str) -> Game:
    deck = parse_cards(line.removeprefix("deal "), where=where)
    if len(deck) != game.rules.deck_size:
        raise EngineError("notation", where, "bad-deck", count=len(deck), needed=game.rules.deck_size)
    return game.dealt(deck)


def _prepared(game: Game, line: str, where: str) -> Game:
    """The first deal of a game, put up; totals that were told before must be those of the table."""
    begun = Game.put_up(parse_prepared(line, game.rules, where=where))
    fits = begun.seating == game.seating and (not any(game.scores) or game.scores == begun.scores)
    if game.deal is not None or game.finished or game.dealt_before or not fits:
        raise EngineError("request", where, "record-impossible", text=line[:60])
    return begun


def _parts(watched: Watched, line: str, where: str) -> list[str]:
    """The actions of a line. Its seat, where it is named, must be the one whose turn it is."""
    seat, colon, rest = line.partition(":")
    if colon and seat.isdecimal():
        if seat != str(watched.deal.seat):
            raise EngineError("request", where, "record-impossible", text=line[:60])
        line = rest
    return [part.strip() for part in line.split(";") if part.strip()]


def play_part(watched: Watched, part: str, where: str = "turn") -> Watched:
    """After an action as a record writes it. Raises EngineError or ValueError for what is not possible."""
    words = part.split()
    answer = words[1] if words[0] == "ask" and len(words) == 2 and words[1] in ("yes", "no") else None
    action = parse_action("ask" if answer else part, where=where)
    after = watched.play(action, answer=answer)
    named = action.cards if action.verb == "draw" else action.others if action.verb == "expose" else ()
    if named and named != _came(after.game):
        raise EngineError("request", where, "record-impossible", text=part[:60])
    return after


def _came(game: Game) -> tuple[object, ...]:
    """The cards that the last action brought from the stock."""
    deal = game.deal or game.finished[-1].deal
    return (deal.steps or deal.played[-1])[-1].come
