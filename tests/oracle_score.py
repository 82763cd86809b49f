"""The score sheet of a deal, counted from the cards."""

from collections import Counter

from tests.oracle_cards import OracleError, copies_in_deck, in_order, kind, parse_cards, text, total
from tests.oracle_melds import is_blocking
from tests.oracle_position import Meld, read_melds
from tests.oracle_rules import check_players, next_minimum, rule_set

BLOCKING_TOTAL = 1500
VALUE_RULES = {
    "JK": "value.joker",
    **dict.fromkeys("A2", "value.ace-two"),
    **dict.fromkeys("89TJQK", "value.eight-to-king"),
    **dict.fromkeys("4567", "value.four-to-seven"),
    "3b": "value.black-three",
}


def score(request: dict) -> dict:
    """The sheet of one side ("side") or of all ("sides", then with the winner)."""
    rules = rule_set(request.get("rules"))
    rules["blocking_counts"] = True  # a side that is said to have gone out with one is accepted
    check_players(rules, request.get("players"))
    if "sides" not in request:
        if "side" not in request:
            raise OracleError("request", "side")
        _check_deck([request["side"]], rules, ["side"])
        return _sheet(request["side"], rules, "side")
    sides = request["sides"]
    _check_deck(sides, rules, [f"sides[{i}]" for i in range(len(sides))])
    sheets = [_sheet(side, rules, f"sides[{i}]") for i, side in enumerate(sides)]
    if sum(side.get("went_out", "no") != "no" for side in sides) > 1:
        raise OracleError("position", "sides", "only one side can go out")
    over = any(sheet["game_over"] for sheet in sheets)
    totals = [sheet["score_after"] for sheet in sheets]
    best = max(totals)
    winner = totals.index(best) if over and totals.count(best) == 1 else None
    return {"sides": sheets, "game_over": over, "winner": winner}


def _check_deck(sides: list[dict], rules: dict, names: list[str]) -> None:
    seen: Counter = Counter()
    for side, name in zip(sides, names, strict=True):
        for meld in read_melds(side.get("melds", []), name, rules):
            seen += Counter(meld.cards)
        for key in ("red_threes", "hands"):
            listed = side.get(key, [])
            for words in [listed] if isinstance(listed, str) else listed:
                seen += Counter(parse_cards(words, f"{name}.{key}"))
        if any(
            number > copies_in_deck(card, rules["packs"], rules["jokers"]) for card, number in seen.items()
        ):
            raise OracleError("position", name, "more copies of a card than the deck holds")


def _sheet(side: dict, rules: dict, where: str) -> dict:
    melds = read_melds(side.get("melds", []), where, rules)
    red = parse_cards(side.get("red_threes", ""), f"{where}.red_threes")
    if any(kind(card) != "3r" for card in red):
        raise OracleError("position", f"{where}.red_threes", "not a red three")
    hands = [parse_cards(words, f"{where}.hands[{i}]") for i, words in enumerate(side.get("hands", []))]
    went_out = side.get("went_out", "no")
    canastas = [meld for meld in melds if meld.is_canasta(rules)]
    _check_went_out(went_out, melds, canastas, hands, rules, where)
    lines = _lines(melds, canastas, red, [card for hand in hands for card in hand], went_out, rules)
    result = sum(line["points"] for line in lines)
    after = side.get("score_before", 0) + result
    return {
        "lines": lines,
        "total": result,
        "score_after": after,
        "next_minimum": next_minimum(rules, after),
        "game_over": after >= rules["target"],
    }


def _check_went_out(went_out: str, melds: list, canastas: list, hands: list, rules: dict, where: str) -> None:
    if went_out not in ("no", "yes", "concealed"):
        raise OracleError("position", f"{where}.went_out")
    if went_out == "no" and any(meld.rank == "3" for meld in melds):
        raise OracleError("position", f"{where}.melds", "black threes are melded only when going out")
    if went_out != "no" and len(canastas) < rules["canastas_to_go_out"]:
        raise OracleError("position", f"{where}.went_out", "too few canastas")
    if went_out != "no" and hands and all(hands):
        raise OracleError("position", f"{where}.hands", "who has gone out holds no cards")


def _is_blocking(meld: Meld) -> bool:
    return meld.sort == "threes" and is_blocking(meld.cards)


def _bonus(meld: Meld, rules: dict) -> tuple[str, str, int]:
    """Item, rule and points of one canasta."""
    if _is_blocking(meld):
        return "blocking-canasta", "house.sperr-canasta-1500", BLOCKING_TOTAL
    if meld.sort == "sequence":
        return "samba", "samba.bonus", rules["bonus_samba"]
    if meld.sort == "wild":
        jokers = meld.cards.count("JK")
        what = "jokers" if jokers == len(meld.cards) else "mixed" if jokers else "twos"
        whole = rules["wild_only_melds"] == "canasta_only"
        rule = "house.joker-canasta-1000" if whole else "sambaopt.wild-canasta-bonus"
        return "wild-canasta", rule, rules["bonus_wild"][what]
    what = "mixed" if meld.wilds else "natural"
    if meld.rank == "A" and rules["bonus_aces"] is not None:
        return f"{what}-canasta", "sambaopt.ace-canasta", rules["bonus_aces"][what]
    return f"{what}-canasta", f"canasta.{what}-bonus", rules[f"bonus_{what}"]


def _lines(
    melds: list[Meld], canastas: list[Meld], red: list[str], held: list[str], went_out: str, rules
) -> list[dict]:
    lines = []

    def line(item: str, number: int, points: int, rule: str, cards: list[str]) -> None:
        if number:
            entry = {"item": item, "count": number, "points": points, "rule": rule}
            lines.append(entry | {"cards": text(in_order(cards))})

    for rule in dict.fromkeys(VALUE_RULES.values()):
        plain = [meld for meld in melds if not _is_blocking(meld)]
        cards = [card for meld in plain for card in meld.cards if VALUE_RULES[kind(card)] == rule]
        line("melded-cards", len(cards), total(cards), rule, cards)
    bonuses: dict[tuple[str, str], list[tuple[int, Meld]]] = {}
    for meld in canastas:
        item, rule, bonus = _bonus(meld, rules)
        bonuses.setdefault((item, rule), []).append((bonus, meld))
    for (item, rule), found in bonuses.items():
        cards = [card for _, meld in found for card in meld.cards]
        line(item, len(found), sum(bonus for bonus, _ in found), rule, cards)
    set_size, set_points = rules["red_three_set"]["count"], rules["red_three_set"]["total"]
    red_points = set_points if len(red) == set_size else len(red) * rules["red_three_value"]
    red_rule = "red3.all-bonus" if len(red) == set_size else "red3.value-each"
    complete = sum(not _is_blocking(meld) for meld in canastas)
    needed = {"melded": bool(melds), "one_canasta": complete >= 1, "two_canastas": complete >= 2}
    if needed[rules["red_three_plus_if"]]:
        line("red-threes", len(red), red_points, red_rule, red)
    else:
        line("red-threes", len(red), -red_points, "red3.sign-condition", red)
    forgotten = [card for card in held if kind(card) == "3r"]
    penalty = -rules["red_three_forgotten"] * len(forgotten)
    line("forgotten-red-three", len(forgotten), penalty, "red3.forgotten-penalty", forgotten)
    if went_out == "yes":
        line("going-out", 1, rules["going_out_bonus"], "out.bonus", [])
    if went_out == "concealed":
        line("going-out", 1, rules["concealed_total"], "concealed.bonus", [])
    for rule, black in (("black3.in-hand", True), ("score.hand-minus", False)):
        cards = [card for card in held if kind(card) != "3r" and (kind(card) == "3b") == black]
        line("hand-cards", len(cards), -total(cards), rule, cards)
    return lines
