"""The other side of the comparison: this file runs with the Python of the peers' environment, never with ours.

One JSON line in, one out. The first line holds the questions; each peer is checked against the answers given there
before it is timed. A later line ``[name, seconds]`` is answered with how many questions a second that peer answered.
Nothing of this project is imported.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

Run = Callable[[], int]
GIN_MOVES = 1000


def games_collection_melds(data: dict[str, Any]) -> Run:
    """``validate_meld`` from strings, which says yes or no with a sentence."""
    from card_games.canasta.game import JokerCard, validate_meld
    from card_games.common.cards import parse_card

    melds: list[tuple[str, bool]] = data["melds"]

    def valid(text: str) -> bool:
        return validate_meld([JokerCard() if w == "JK" else parse_card(w) for w in text.split()]).is_valid

    wrong = [text for text, legal in melds if valid(text) is not legal]
    assert not wrong, f"games-collection differs on {wrong[:3]}"
    texts = [text for text, _ in melds]

    def run() -> int:
        for text in texts:
            valid(text)
        return len(texts)

    return run


def games_collection_scores(data: dict[str, Any]) -> Run:
    """The points of a team: melds, bonuses, cards left and going out, as one number."""
    from card_games.canasta.game import CanastaGame, JokerCard, Meld
    from card_games.common.cards import parse_card

    def cards(text: str) -> list[Any]:
        return [JokerCard() if w == "JK" else parse_card(w) for w in text.split()]

    games = []
    for melds, hands, out, total in data["scores"]:
        game = CanastaGame(rng=random.Random(1))
        for text in melds:
            laid = cards(text)
            wilds = sum(isinstance(c, JokerCard) or c.rank == "2" for c in laid)
            game.teams[0].melds.append(Meld(laid, text[0], len(laid) - wilds, wilds))
        for player, hand in zip(game.teams[0].players, hands, strict=True):
            player.hand[:] = cards(hand)
        games.append((game, 100 if out else 0, total))

    def points(game: CanastaGame, bonus: int) -> int:
        return game.calculate_team_meld_points(0) - game.calculate_team_deadwood(0) + bonus

    wrong = [total for game, bonus, total in games if points(game, bonus) != total]
    assert not wrong, f"games-collection differs on totals {wrong[:3]}"

    def run() -> int:
        for game, bonus, _ in games:
            points(game, bonus)
        return len(games)

    return run


def open_spiel_gin(_: dict[str, Any]) -> Run:
    """A random deal of gin rummy; the core is C++."""
    import pyspiel

    game, rng = pyspiel.load_game("gin_rummy"), random.Random(1)

    def deal() -> Any:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
        return state

    assert sum(deal().returns()) == 0

    def run() -> int:
        deal()
        return 1

    return run


def rlcard_gin(_: dict[str, Any]) -> Run:
    """A random deal of gin rummy in plain Python."""
    from rlcard.games.gin_rummy.game import GinRummyGame

    rng = random.Random(1)

    def deal() -> Any:
        game = GinRummyGame()
        game.init_game()
        for _ in range(GIN_MOVES):
            if game.is_over():
                break
            game.step(rng.choice(game.judge.get_legal_actions()))
        return game

    assert deal().is_over()

    def run() -> int:
        deal()
        return 1

    return run


def chess_moves(_: dict[str, Any]) -> Run:
    """Complete lists of legal moves in positions of random play: 20 in the first position of all."""
    import chess

    assert len(list(chess.Board().legal_moves)) == 20
    rng, boards = random.Random(1), []
    while len(boards) < 500:
        board = chess.Board()
        for _ in range(60):
            moves = list(board.legal_moves)
            if not moves:
                break
            boards.append(board.copy(stack=False))
            board.push(rng.choice(moves))

    def run() -> int:
        for board in boards:
            list(board.legal_moves)
        return len(boards)

    return run


PEERS: dict[str, Callable[[dict[str, Any]], Run]] = {
    "games-collection melds": games_collection_melds,
    "games-collection scores": games_collection_scores,
    "open-spiel gin rummy": open_spiel_gin,
    "rlcard gin rummy": rlcard_gin,
    "python-chess": chess_moves,
}


def rate(run: Run, seconds: float) -> float:
    """Answers a second of this process, so that other work on the machine hardly counts."""
    done, start = 0, time.process_time()
    while True:
        done += run()
        elapsed = time.process_time() - start
        if elapsed >= seconds:
            return done / elapsed


def answers(lines: Iterator[str]) -> Iterator[object]:
    questions = json.loads(next(lines))
    runs = {name: make(questions) for name, make in PEERS.items()}
    yield sorted(runs)
    for line in lines:
        name, seconds = json.loads(line)
        yield rate(runs[name], seconds)


if __name__ == "__main__":
    out = sys.stdout
    sys.stdout = sys.stderr  # whatever a peer prints is no answer
    for answer in answers(iter(sys.stdin.readline, "")):
        out.write(json.dumps(answer) + "\n")
        out.flush()
