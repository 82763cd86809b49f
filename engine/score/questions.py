"""Questions on a score: sides read from their JSON form, checked, and answered with their sheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from engine.law.errors import EngineError
from engine.law.position import MOST_OF_A_SIDE, SINGLE_PLAYERS, Position, Side, check_meld, check_sides
from engine.law.ruleset import RuleSet
from engine.notation.as_json import Reader, cards_from_json, meld_from_json, rules_from_json
from engine.notation.text import format_cards
from engine.score.sheet import ScoreSide, score_side, score_sides

_SIDE_KEYS: Final = ("melds", "red_threes", "hands", "went_out", "score_before")


def score_side_from_json(data: Any, rules: RuleSet, *, where: str = "side") -> ScoreSide:
    """A side from its JSON object, checked: its melds can lie on the table, and it could have gone out.

    Raises EngineError naming the key.
    """
    reader = Reader(data, where=where, keys=_SIDE_KEYS)
    melds = tuple(meld_from_json(item, where=at) for item, at in reader.items("melds"))
    went_out = reader.choice("went_out", ("no", "yes", "concealed"), default="no")
    for index, meld in enumerate(melds):
        check_meld(rules, meld, where=f"{where}.melds[{index}]")
    red_threes = reader.cards("red_threes")
    for card in red_threes:
        if not card.is_red_three:
            raise EngineError("position", f"{where}.red_threes", "not-a-red-three", card=str(card))
    hands = tuple(cards_from_json(item, where=at) for item, at in reader.items("hands"))
    side = ScoreSide(
        melds=melds,
        red_threes=red_threes,
        hands=hands,
        went_out=went_out,
        score_before=reader.number("score_before", default=0, lowest=-1_000_000),
    )
    _check_out(side, rules, where)
    return side


def _check_out(side: ScoreSide, rules: RuleSet, where: str) -> None:
    if side.went_out == "no":
        if any(meld.rank == "3" for meld in side.melds):
            # Black threes are melded by nobody but a player who goes out.
            cards = next(format_cards(meld.cards) for meld in side.melds if meld.rank == "3")
            raise EngineError(
                "position", f"{where}.melds", "impossible-meld", cards=cards, rule="black3.meld-only-going-out"
            )  # fmt: skip
        return
    have = sum(meld.is_canasta(rules) or (rules.sperr_canasta and meld.is_blocking) for meld in side.melds)
    if have < rules.canastas_to_go_out:
        raise EngineError(
            "position", f"{where}.went_out", "no-canasta-when-out", needed=rules.canastas_to_go_out, have=have
        )  # fmt: skip
    if side.hands and all(side.hands):
        raise EngineError("position", f"{where}.hands", "hand-when-out")


def check_score_cards(
    sides: Sequence[ScoreSide], rules: RuleSet, *, names: Sequence[str], players: int | None = None
) -> None:
    """Raise EngineError, naming the key, if the sides together hold cards that the deck does not have.

    ``players`` is the rule set's usual number where it is not given.
    """
    sides_of_table = []
    for name, side in zip(names, sides, strict=True):
        seen: set[str] = set()
        for index, meld in enumerate(side.melds):
            if meld.rank in seen and not rules.several_melds_per_rank:
                raise EngineError("position", f"{name}.melds[{index}]", "two-melds-of-a-rank", rank=meld.rank)
            seen.add(meld.rank)
        melds = tuple(meld for meld in side.melds if meld.rank != "3")
        sides_of_table.append(Side(melds=melds, red_threes=side.red_threes))
    loose = [c for side in sides for hand in side.hands for c in hand]
    loose += [c for side in sides for meld in side.melds if meld.rank == "3" for c in meld.cards]
    try:
        Position(
            rules=rules,
            players=players or rules.default_players,
            phase="draw",
            hand=tuple(loose),
            own=sides_of_table[0],
            opponents=tuple(sides_of_table[1:]),
        )
    except EngineError as error:
        where = error.where.replace("own", names[0], 1)
        for index, name in enumerate(names[1:]):
            where = where.replace(f"opponents[{index}]", name, 1)
        where = f"{names[0]}.hands" if error.where == "hand" else where
        raise EngineError(error.kind, where, error.code, **error.facts) from None


_REQUEST_KEYS: Final = ("rules", "version", "players", "side", "sides")


def score_request(data: Any) -> dict[str, Any]:
    """Answer a ``score`` question of the command line: one side's sheet, or all sides' with the winner."""
    reader = Reader(data, where="", keys=_REQUEST_KEYS)
    rules = rules_from_json(reader.data.get("rules"), version=reader.data.get("version"))
    players = reader.number("players", default=rules.default_players)
    if players not in rules.player_counts:
        raise EngineError("position", "players", "wrong-players", name=rules.name, players=players)
    asked = _sides_asked(reader, rules)
    for side, where in asked:
        most = MOST_OF_A_SIDE if players > SINGLE_PLAYERS else 1
        if len(side.hands) > most:
            raise EngineError(
                "position", f"{where}.hands", "too-many-hands", count=len(side.hands), players=players, max=most
            )  # fmt: skip
    sides, names = [side for side, _ in asked], [where for _, where in asked]
    check_sides(len(sides), players, where="sides")
    check_score_cards(sides, rules, names=names, players=players)
    if reader.data.get("sides") is not None:
        return score_sides(sides, rules).to_json()
    return score_side(sides[0], rules).to_json()


def _sides_asked(reader: Reader, rules: RuleSet) -> list[tuple[ScoreSide, str]]:
    """The sides that are asked for, each with the name of its place. EngineError where none or too much is asked."""
    if reader.data.get("sides") is None:
        if reader.data.get("side") is None:
            raise EngineError("position", "side", "missing-key", key="side")
        return [(score_side_from_json(reader.data["side"], rules), "side")]
    if reader.data.get("side") is not None:
        # One of them would be answered and the other one not even read.
        raise EngineError("position", "side", "unknown-key", key="side")
    sides = [(score_side_from_json(item, rules, where=where), where) for item, where in reader.items("sides")]
    if not sides:
        raise EngineError("position", "sides", "missing-key", key="side")
    return sides
