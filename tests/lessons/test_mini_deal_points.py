"""Whether the point of a mini-deal is reached is told from what was really done, in both languages."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from engine.law.ruleset import RuleSet
from engine.law.variants import rule_set
from engine.play.game import Game
from engine.play.prepared import Prepared, parse_prepared
from engine.play.record import format_game, parse_game
from lessons.content.deals import (
    Asks,
    Completes,
    Ends,
    Freezes,
    GoesOut,
    Guards,
    Keeps,
    Leads,
    MiniDeal,
    Opens,
    Point,
    Takes,
    mini_deal,
)
from lessons.deals import points
from lessons.deals.points import Judged, in_words, reached
from lessons.deals.putting_up import begin
from lessons.saying.deals import NOT_DONE, TELLERS, told

CLASSIC = rule_set("classic")
OPENS = Opens(kind="opens", turns=2)
TABLE = (
    "prepared 0 | hand Kh Kd Ks 9c 9d 5c Qs | hand 7c 7d 8h 4s Th | hand Ac Ad Ah 6d | hand Jc Qc 6h Qd"
    " | side 0 | side 0 | pile 5h 9h | stock 4c 5d 6c 7h 8c 8d 8s Tc Td"
)
OPEN_TABLE = TABLE.replace("side 0 |", "side 0: 2=Js Jh Jd |", 1)
TAKEN_ON_THE_LEFT = (
    OPEN_TABLE.replace("hand 7c 7d 8h", "hand 5s 5d 8h")
    .replace("stock 4c 5d", "stock 4c 6c")
    .replace("| side 0 | pile", "| side 0: 1=7c 7d 7s | pile")
)
OUT_TABLE = TABLE.replace("side 0 |", "side 0: 0=4c 4d 4h 4s 4d 4h 2c |", 1).replace("stock 4c", "stock Qh")
OUT = OUT_TABLE.replace("hand Kh Kd Ks 9c 9d 5c Qs", "hand Kh Kd Ks")


def made(point: Any, table: str, rules: RuleSet = CLASSIC) -> tuple[MiniDeal, Game]:
    base = mini_deal("take-a-pile")
    assert base is not None
    prepared: Prepared = parse_prepared(table, rules, where="table")
    return replace(base, point=point, table=prepared), Game.put_up(prepared)


def after(point: Point, table: str, *turns: str, rules: RuleSet = CLASSIC) -> Judged:
    """How the point stands after these turns, of whoever's turn it is."""
    mini, game = made(point, table, rules)
    for turn in turns:
        for action in turn.split("; "):
            verb, _, answer = action.partition(" ")
            asked = verb == "ask"
            game = game.play("ask" if asked else action, answer=answer if asked else None)
    return reached(mini, game)


DRAWN = "draw; discard 5c"
NEXT = ("draw; discard 4s", "draw; discard 6d", "draw; discard 6h")
SAMBA = TABLE.replace("hand Kh Kd Ks 9c 9d 5c Qs", "hand 4h 4d").replace(
    "side 0 |", "side 0: 0=5h 6h 7h 8h 9h Th |", 1
)

CASES: list[tuple[Point, str, tuple[str, ...], str, str, str]] = [
    (OPENS, TABLE, (), "open", "Nothing is decided yet.", "Noch ist alles offen."),
    (OPENS, TABLE, (DRAWN, *NEXT), "open", "Nothing is decided yet.", "Noch ist alles offen."),
    (
        OPENS, TABLE, (DRAWN, *NEXT, "draw; discard Qs"), "lost",
        "Your 2 turns are over. The initial meld is not on the table.",
        "Deine 2 Züge sind vorbei. Die Erstmeldung liegt noch nicht.",
    ),
    (
        OPENS, TABLE, ("take 9c 9d; meld Kd Kh Ks; discard 5c",), "reached",
        "The initial meld is on the table: 60 points, and 50 were needed.",
        "Die Erstmeldung liegt: 60 Punkte, verlangt waren 50.",
    ),
    (
        OPENS, TABLE, (DRAWN, NEXT[0], "draw; meld Ac Ad Ah; discard 6d"), "lost",
        ("Your partner made the initial meld before you "
        "did."), "Dein Partner hat die Erstmeldung vor dir gemacht.",
    ),
    (
        Takes(kind="takes", turns=1), OPEN_TABLE, ("take 9c 9d; discard 5c",), "reached",
        "The discard pile is yours: 2 cards.", "Der Ablagestapel gehört dir: 2 Karten.",
    ),
    (
        Takes(kind="takes", turns=1), OPEN_TABLE, (DRAWN,), "lost",
        "Your turn is over. You have not taken the pile.",
        "Dein Zug ist vorbei. Den Ablagestapel hast du nicht aufgenommen.",
    ),
    (
        Takes(kind="takes", turns=2, frozen=True), OPEN_TABLE.replace("pile 5h", "pile 2h"),
        ("take 9c 9d; discard 5c",), "reached", "The ice is broken: the frozen pile is yours, 2 cards.",
        "Das Eis ist gebrochen, und der eingefrorene Ablagestapel gehört dir: 2 Karten.",
    ),
    (
        Takes(kind="takes", turns=2, frozen=True),
        TAKEN_ON_THE_LEFT.replace("pile 5h", "pile 2h"),
        (DRAWN, "take 5d 5s; discard 4s"), "lost", "The player on your left took the frozen pile before you did.",
        "Der Spieler links von dir hat den eingefrorenen Ablagestapel vor dir aufgenommen.",
    ),
    (
        Completes(kind="completes", turns=2), OUT_TABLE.replace("4d 4h 2c", "4d 4h"),
        ("draw; discard 5c", *NEXT, "draw; discard Qs"), "lost",
        "Your 2 turns are over. You have not completed the meld.",
        "Deine 2 Züge sind vorbei. Die Meldung hast du nicht vollendet.",
    ),
    (
        Completes(kind="completes", turns=2), OUT_TABLE.replace("4d 4h 2c", "4d 4h").replace("9c 9d 5c", "9c 2s 5c"),
        ("draw; add 2s to 4; discard 5c",), "reached",
        "The mixed canasta of fours is complete: a bonus of 300 points.",
        "Das gemischte Canasta aus Vieren ist fertig und bringt einen Bonus: 300 Punkte.",
    ),
    (
        Completes(kind="completes", turns=2, sort="natural"),
        OUT_TABLE.replace("4d 4h 2c", "4d 4h").replace("9c 9d 5c", "9c 2s 5c"),
        ("draw; add 2s to 4; discard 5c",), "lost",
        "The canasta of fours is complete, but a wild card lies in it: it is a mixed one.",
        "Das Canasta aus Vieren ist fertig, aber eine wilde Karte steckt darin: Es ist ein gemischtes.",
    ),
    (
        Completes(kind="completes", turns=2, sort="natural"),
        OUT_TABLE.replace("4d 4h 2c", "4d 4h").replace("9c 9d 5c", "9c 4c 5c"),
        ("draw; add 4c to 4; discard 5c",), "reached",
        "The natural canasta of fours is complete: a bonus of 500 points.",
        "Das reine Canasta aus Vieren ist fertig und bringt einen Bonus: 500 Punkte.",
    ),
    (
        Completes(kind="completes", turns=2), OUT_TABLE.replace("4d 4h 2c", "4d 4h").replace("Ah 6d", "2s 6d"),
        (DRAWN, NEXT[0], "draw; add 2s to 4; discard 6d"), "lost",
        "Your partner completed the canasta of fours before you did.",
        "Dein Partner hat das Canasta aus Vieren vor dir vollendet.",
    ),
    (
        GoesOut(kind="goes-out", turns=1), OUT, ("draw; meld Kd Kh Ks; discard Qh",), "reached",
        ("You have gone out: a bonus of 100 "
        "points."), "Du hast ausgemacht und bekommst einen Bonus: 100 Punkte.",
    ),
    (
        GoesOut(kind="goes-out", turns=2), OUT.replace("hand Ac Ad Ah 6d", "hand Ac Ad Ah"),
        ("draw; discard Qh", "draw; discard Th", "draw; meld Ac Ad Ah; discard 6c"), "lost",
        ("Your partner has gone out. You have not gone "
        "out."), "Dein Partner hat ausgemacht. Ausgemacht hast du nicht.",
    ),
    (
        GoesOut(kind="goes-out", turns=2, concealed=True),
        TABLE.replace("hand Kh Kd Ks 9c 9d 5c Qs", "hand 4h 4d 4s 4h 4d 2c 2d").replace("7h 8c", "8c 7h"),
        ("draw; meld 4c 4d 4d 4h 4h 4s 2c; discard 2d",), "reached",
        "You have gone out concealed: a bonus of 200 points.",
        "Du hast verdeckt ausgemacht und bekommst einen Bonus: 200 Punkte.",
    ),
    (
        GoesOut(kind="goes-out", turns=2, concealed=True), TABLE,
        ("take 9c 9d; meld Kd Kh Ks; discard 5c",), "lost",
        "You have melded: now you can no longer go out concealed.",
        "Du hast schon gemeldet: Verdeckt ausmachen geht jetzt nicht mehr.",
    ),
    (
        Asks(kind="asks", turns=1), OUT, ("draw; ask yes; meld Kd Kh Ks; discard Qh",), "reached",
        "You asked, your partner said yes, and you have gone out.",
        "Du hast gefragt, dein Partner hat Ja gesagt, und du hast ausgemacht.",
    ),
    (
        Asks(kind="asks", turns=1), OUT, ("draw; ask no; discard Qh",), "reached",
        "You asked, your partner said no, and you have kept to it.",
        "Du hast gefragt, dein Partner hat Nein gesagt, und du hast dich daran gehalten.",
    ),
    (
        Asks(kind="asks", turns=1), OUT, ("draw; meld Kd Kh Ks; discard Qh",), "lost",
        "You have gone out without asking. That is allowed, but here you were meant to ask.",
        "Du hast ausgemacht, ohne zu fragen. Das ist erlaubt, aber hier solltest du fragen.",
    ),
    (
        Asks(kind="asks", turns=1), OUT, ("draw; discard Qh",), "lost",
        "Your turn is over. You have not asked your partner.",
        "Dein Zug ist vorbei. Deinen Partner hast du nicht gefragt.",
    ),
    (
        Keeps(kind="keeps", turns=1, cards=4), OPEN_TABLE, ("draw; meld Kd Kh Ks; discard 5c",), "reached",
        "You hold only 4 cards now, and the deal goes on.",
        "Du hast nur noch 4 Karten im Blatt, und die Runde geht weiter.",
    ),
    (
        Keeps(kind="keeps", turns=1, cards=3), OPEN_TABLE, ("draw; meld Kd Kh Ks; discard 5c",), "lost",
        "Your turn is over. You still hold too many cards.",
        "Dein Zug ist vorbei. Du hast noch zu viele Karten im Blatt.",
    ),
    (
        Keeps(kind="keeps", turns=1, cards=3), OUT, ("draw; meld Kd Kh Ks; discard Qh",), "lost",
        "You have gone out. You still hold too many cards.",
        "Du hast ausgemacht. Du hast noch zu viele Karten im Blatt.",
    ),
    (
        Ends(kind="ends", points=20), OUT, ("draw; meld Kd Kh Ks; discard Qh",), "reached",
        "You have gone out: no card is left in your hand.",
        "Du hast ausgemacht: Dein Blatt ist leer.",
    ),
    (
        Ends(kind="ends", points=60), OUT.replace("hand Ac Ad Ah 6d", "hand Ac Ad Ah"),
        ("draw; discard Qh", "draw; discard Th", "draw; meld Ac Ad Ah; discard 6c"), "reached",
        "The deal is over, and your hand costs 30 points; up to 60 were allowed.",
        "Die Runde ist zu Ende, und dein Blatt kostet 30 Punkte; bis zu 60 waren erlaubt.",
    ),
    (
        Ends(kind="ends", points=20), OUT.replace("hand Ac Ad Ah 6d", "hand Ac Ad Ah"),
        ("draw; discard Qh", "draw; discard Th", "draw; meld Ac Ad Ah; discard 6c"), "lost",
        "The deal is over, and your hand costs 30 points; only 20 were allowed.",
        "Die Runde ist zu Ende, und dein Blatt kostet 30 Punkte; erlaubt waren nur 20.",
    ),
    (
        Leads(kind="leads"), OUT, ("draw; meld Kd Kh Ks; discard Qh",), "reached",
        "The deal is over: your side scored 415 points, the opponents −70.",
        "Die Runde ist zu Ende: Eure Partnerschaft hat darin 415 Punkte gemacht, die Gegner −70.",
    ),
    (
        Leads(kind="leads"), OUT.replace("| side 0 | pile", "| side 0: 1=Js Js Jh Jh Jd Jd Jc | pile"),
        ("draw; meld Kd Kh Ks; discard Qh",), "lost",
        "The deal is over: your side scored 415 points, the opponents 500.",
        "Die Runde ist zu Ende: Eure Partnerschaft hat darin 415 Punkte gemacht, die Gegner 500.",
    ),
    (Guards(kind="guards", turns=1), OPEN_TABLE, (DRAWN,), "open", "Nothing is decided yet.", "Noch ist alles offen."),
    (
        Guards(kind="guards", turns=1), OPEN_TABLE, (DRAWN, NEXT[0]), "reached",
        "The player on your left did not get the pile of 3 cards.",
        "Der Spieler links von dir hat den Ablagestapel von 3 Karten nicht bekommen.",
    ),
    (
        Guards(kind="guards", turns=2),
        TAKEN_ON_THE_LEFT,
        (DRAWN, "take 5d 5s; discard 4s"), "lost", "The player on your left has taken the pile of 3 cards.",
        "Der Spieler links von dir hat den Ablagestapel von 3 Karten aufgenommen.",
    ),
    (
        Freezes(kind="freezes", turns=1), OPEN_TABLE.replace("9c 9d 5c", "9c 2d 5c"), ("draw; discard 2d",), "reached",
        "The pile is frozen: now it can be taken only with a natural pair from the hand.",
        ("Der Ablagestapel ist eingefroren: Jetzt lässt er sich nur mit einem natürlichen Paar aus dem "
        "Blatt aufnehmen."),
    ),
    (
        Freezes(kind="freezes", turns=1), OPEN_TABLE, (DRAWN,), "lost",
        "Your turn is over. You have not frozen the pile.",
        "Dein Zug ist vorbei. Den Ablagestapel hast du nicht eingefroren.",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("point", "table", "turns", "state", "english", "german"), CASES)
def test_a_point_is_judged_by_what_was_done(
    point: Point, table: str, turns: tuple[str, ...], state: str, english: str, german: str
) -> None:
    found = after(point, table, *turns)
    assert found.state == state
    with override("en"):
        assert told(found.reason, found.facts) == english
    with override("de"):
        assert told(found.reason, found.facts) == german


def test_a_samba_is_completed_as_a_canasta_is() -> None:
    point = Completes(kind="completes", turns=1, sort="sequence")
    table = SAMBA.replace("hand 4h 4d", "hand 4h 4d Kh Qs")
    found = after(point, table, "draw; add 4h to 5h-Th; discard Qs", rules=rule_set("samba"))
    with override("en"):
        assert told(found.reason, found.facts) == "The samba is complete: a bonus of 1,500 points."
    with override("de"):
        assert told(found.reason, found.facts) == "Das Samba ist fertig und bringt einen Bonus: 1.500 Punkte."


def test_what_comes_after_the_decision_changes_nothing() -> None:
    first = after(OPENS, TABLE, "take 9c 9d; meld Kd Kh Ks; discard 5c")
    later = after(OPENS, TABLE, "take 9c 9d; meld Kd Kh Ks; discard 5c", *NEXT, "draw; discard 5h")
    assert (later.state, later.facts) == (first.state, first.facts) == ("reached", {"laid": 60, "needed": 50})


def test_a_turn_that_is_not_over_decides_nothing_yet() -> None:
    found = after(Takes(kind="takes", turns=1), OPEN_TABLE, "take 9c 9d")
    assert (found.state, found.turns_left) == ("open", 1)


def test_the_turns_that_are_left_are_told() -> None:
    found = after(OPENS, TABLE, DRAWN)
    assert found.turns_left == 1
    with override("en"):
        assert in_words(found) == "You have 1 turn left."
    with override("de"):
        assert in_words(after(OPENS, TABLE)) == "Du hast noch 2 Züge."
    ends = after(Ends(kind="ends", points=20), TABLE, DRAWN)
    with override("en"):
        assert in_words(ends) == "Nothing is decided yet."


def test_the_same_is_told_of_a_deal_that_is_read_from_its_record() -> None:
    mini, game = made(OPENS, TABLE)
    for action in ("take 9c 9d", "meld Kd Kh Ks", "discard 5c"):
        game = game.play(action)
    assert reached(mini, parse_game(format_game(game))) == reached(mini, game)


def test_a_game_from_a_deck_has_no_point() -> None:
    mini = mini_deal("take-a-pile")
    assert mini is not None
    with pytest.raises(ValueError, match="prepared cards"):
        reached(mini, replace(begin(mini), prepared=None))


def test_every_reason_and_every_point_has_a_sentence() -> None:
    source = Path(points.__file__).read_text(encoding="utf-8")
    given = set(re.findall(r'"((?:[a-z]+-)*[a-z]+)"', "".join(re.findall(r"Judged\([^\n]+", source))))
    assert given - {"open", "reached", "lost", "yes", "turns", "cards", "who"} <= set(TELLERS)
    assert len(given) > 20
    undecided_by_themselves = {"guards", "ends", "leads"}
    kinds = {point.model_fields["kind"].annotation.__args__[0] for point in points.JUDGES}  # type: ignore[attr-defined]
    assert set(NOT_DONE) == kinds - undecided_by_themselves
