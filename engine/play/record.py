"""A game as text, one line for each turn: readable, and enough to play it again.

::

    rules classic
    players 4 pairs
    deal Kh 4c 2s ...
    draw 5h; discard 9c
    take Kd Ks; meld Qh Qs 2c; discard 4d
    draw 7d; ask yes; add 7d to 7; discard 8s

The line ``deal`` names the deck from the first card dealt to the last of the stock; the turns of the deal follow, the
last perhaps unfinished. A drawn card is named to be read: it must be the one that lies in the stock.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.notation.position_line import format_rules, parse_rules
from engine.notation.text import format_cards, parse_action, parse_cards
from engine.play.deal import Deal
from engine.play.game import Game


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
