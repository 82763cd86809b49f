"""The score sheet of a deal, counted from the cards."""

from collections import Counter

from tests.oracle_cards import OracleError, copies_in_deck, in_order, kind, parse_cards, text, total
from tests.oracle_position import Meld, read_melds
from tests.oracle_rules import check_players, check_sides, next_minimum, players_of, rule_set

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
    check_players(rules, request.get("players"))
    asked = request.get("sides", [request.get("side", {})])
    check_sides(rules, request.get("players"), len(asked), "sides")
    for place, side in enumerate(asked):
        if len(side.get("hands", [])) > (2 if players_of(rules, request.get("players")) > 3 else 1):
            raise OracleError("position", f"sides[{place}].hands" if "sides" in request else "side.hands")
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
    canastas = [meld for meld in melds if _is_complete(meld, rules)]
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


def _is_complete(meld: Meld, rules: dict) -> bool:
    """A canasta, or a sequence of full length, which has a number of its own (18.4 to 18.6)."""
    size = rules["sequence_max"] if meld.sort == "sequence" else rules["canasta_size"]
    return meld.sort != "3" and len(meld.cards) >= size


def _check_went_out(went_out: str, melds: list, canastas: list, hands: list, rules: dict, where: str) -> None:
    if went_out not in ("no", "yes", "concealed"):
        raise OracleError("position", f"{where}.went_out")
    if went_out == "no" and any(meld.sort == "3" for meld in melds):
        raise OracleError("position", f"{where}.melds", "black threes are melded only when going out")
    blocking = sum(meld.is_blocking for meld in melds) if rules["sperr_canasta"] else 0
    if went_out != "no" and len(canastas) + blocking < rules["canastas_to_go_out"]:
        raise OracleError("position", f"{where}.went_out", "too few canastas")
    if went_out != "no" and hands and all(hands):
        raise OracleError("position", f"{where}.hands", "who has gone out holds no cards")


def _bonuses(canastas: list[Meld], blocking: list[Meld], rules: dict) -> list[tuple]:
    """(item, rule, points, melds) for every sort of canasta."""
    sets = [meld for meld in canastas if meld.sort == "set"]
    aces = [meld for meld in sets if meld.rank == "A" and rules["bonus_aces"]]
    found = []
    for name, wanted in (("natural", False), ("mixed", True)):
        plain = [meld for meld in sets if meld not in aces and bool(meld.wilds) == wanted]
        bonus = rules[f"bonus_{name}"]
        found.append((f"{name}-canasta", f"canasta.{name}-bonus", bonus * len(plain), plain))
        special = [meld for meld in aces if bool(meld.wilds) == wanted]
        if special:
            bonus = rules["bonus_aces"][name] * len(special)
            found.append((f"{name}-canasta", "sambaopt.ace-canasta", bonus, special))
    sambas = [meld for meld in canastas if meld.sort == "sequence"]
    found.append(("samba", "samba.bonus", rules["bonus_samba"] * len(sambas), sambas))
    wild = [meld for meld in canastas if meld.sort == "W"]
    if wild:
        joker_rule = rules["wild_only_melds"] == "canasta_only"
        rule = "house.joker-canasta-1000" if joker_rule else "sambaopt.wild-canasta-bonus"
        found.append(("wild-canasta", rule, sum(_wild_bonus(meld, rules) for meld in wild), wild))
    found.append(("blocking-canasta", "house.sperr-canasta-1500", 1500 * len(blocking), blocking))
    return found


def _wild_bonus(meld: Meld, rules: dict) -> int:
    jokers = meld.cards.count("JK")
    sort = "jokers" if jokers == len(meld.cards) else "mixed" if jokers else "twos"
    return (rules["bonus_wild"] or {"jokers": 0, "twos": 0, "mixed": 0})[sort]


def _lines(
    melds: list[Meld], canastas: list[Meld], red: list[str], held: list[str], went_out: str, rules
) -> list[dict]:
    lines = []

    def line(item: str, number: int, points: int, rule: str, cards: list[str]) -> None:
        if number:
            entry = {"item": item, "count": number, "points": points, "rule": rule}
            lines.append(entry | {"cards": text(in_order(cards))})

    blocking = [meld for meld in melds if rules["sperr_canasta"] and meld.is_blocking]
    for rule in dict.fromkeys(VALUE_RULES.values()):
        counted = [card for meld in melds if meld not in blocking for card in meld.cards]
        cards = [card for card in counted if VALUE_RULES[kind(card)] == rule]
        line("melded-cards", len(cards), total(cards), rule, cards)
    for item, rule, bonus, found in _bonuses(canastas, blocking, rules):
        line(item, len(found), bonus, rule, [card for meld in found for card in meld.cards])
    set_size, set_points = rules["red_three_set"]["count"], rules["red_three_set"]["total"]
    red_points = set_points if len(red) == set_size else len(red) * rules["red_three_value"]
    red_rule = "red3.all-bonus" if len(red) == set_size else "red3.value-each"
    needed = {"melded": bool(melds), "one_canasta": len(canastas) >= 1, "two_canastas": len(canastas) >= 2}
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
