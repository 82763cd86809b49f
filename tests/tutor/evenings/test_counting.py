"""Deals that are counted with help: the totals are those that the engine gives the same sides, laid card by card."""

from __future__ import annotations

from itertools import cycle, islice

import pytest

from engine.law.cards import NATURAL_RANKS, Card, card
from engine.law.melds import Meld
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, GLOBAL_TRADE, RULE_SETS, SAMBA
from engine.score.sheet import ScoreSide, score_side, score_sides
from lessons.counting.tally import Tally, melds_of, sheet_of_tally, side_of, sorts_of
from lessons.miscounts.doubts_counted import doubts_of_tallies
from lessons.words import naming
from tests.tutor.evenings.phones import FOUR, Phone, standing
from tutor.evenings.sheet import sheet_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

# A side: its melds by rank, a joker as *, "!" before a sequence; then red threes, what is left in hand, who went out.
OPENED = ("KKKKKKK 77772* 444", 2, "Q5", "no")
WENT_OUT = ("QQQQQ22 999 TTT*", 0, "", "yes")
CAUGHT = ("", 2, "KK2*A3", "no")
CONCEALED = ("8888888 JJJ2 333", 0, "", "concealed")
RICH = ("AAAAAAA 6666** 5555522", 4, "J", "no")
POOR = ("888 TTT2", 0, "K9954", "no")
DEALS = [
    (OPENED, WENT_OUT), (CAUGHT, CONCEALED), (RICH, POOR), (WENT_OUT, OPENED), (POOR, RICH), (CONCEALED, CAUGHT),
    (OPENED, POOR), (RICH, WENT_OUT),
]  # fmt: skip
SAMBAS = [
    (("!456789T 77777** KKK", 3, "Q", "no"), ("!56789TJ !456789T AAAAAAA QQQQ2", 2, "", "yes")),
    (("444", 1, "22KK", "no"), ("TTTTTTTT JJJJJ22 555", 0, "7", "no")),
]
SINGLE = (("KKKKKKK 77772", 1, "44", "no"), ("QQQQQ2* 999", 2, "", "yes"))


def suited(ranks: str, *, red: bool = False) -> tuple[Card, ...]:
    """Cards of these ranks, the suits in turn; threes are black unless said."""
    turns = {rank: cycle("dh" if red else "cs") if rank == "3" else cycle("cdhs") for rank in ranks}
    return tuple(card("JK" if rank == "*" else rank + next(turns[rank])) for rank in ranks)


def laid(side: tuple[str, int, str, str], *, before: int = 0) -> ScoreSide:
    """The side as the engine scores it, every card in its meld."""
    melds, reds, hand, out = side
    found = [
        Meld(tuple(card(f"{rank}h") for rank in meld[1:]) if meld[0] == "!" else suited(meld))
        for meld in melds.split()
    ]
    return ScoreSide(
        melds=tuple(found),
        red_threes=suited("3" * reds, red=True),
        hands=(suited(hand),),
        went_out=out,  # type: ignore[arg-type]
        score_before=before,
    )


def fields(place: int, side: tuple[str, int, str, str], rules: RuleSet) -> dict[str, str]:
    """What somebody enters who counts this side."""
    melds, reds, hand, out = side
    counts: dict[str, int] = {f"red-{place}": reds}
    for name, cards in (("cards", melds.replace("!", "").replace(" ", "")), ("hand", hand)):
        for rank in cards:
            key = f"{name}-{place}-{ {'*': 'JK', '3': '3b'}.get(rank, rank) }"
            counts[key] = counts.get(key, 0) + 1
    for meld in laid(side).melds:
        if meld.is_canasta(rules):
            sort = "samba" if meld.is_sequence else "natural" if meld.is_natural else "mixed"
            counts[f"canastas-{place}-{sort}"] = counts.get(f"canastas-{place}-{sort}", 0) + 1
    return {name: str(count) for name, count in counts.items()} | {f"out-{place}": out}


def count(
    phone: Phone, deal: list[tuple[str, int, str, str]], rules: RuleSet, do: str = "save", **more: str
) -> None:
    evening = phone.evening
    entered = {
        name: value for place, side in enumerate(deal) for name, value in fields(place, side, rules).items()
    }
    phone.post(evening, "count/", do=do, **{**entered, **more})


@pytest.mark.parametrize(
    ("rules", "names", "deals", "language"),
    [
        (CLASSIC, FOUR, DEALS, "de"),
        (SAMBA, FOUR, SAMBAS, "en"),
        (GLOBAL_TRADE, ("Agnes", "Ursula", "Carola", "Ingo", "Kim"), DEALS[:3], "en"),
        (GLOBAL_TRADE, ("Agnes", "Ursula", "Carola"), [(*SINGLE, POOR)], "de"),
    ],
)
def test_evening_that_is_counted_has_the_totals_of_the_engine(
    rules: RuleSet, names: tuple[str, ...], deals: list[tuple[tuple[str, int, str, str], ...]], language: str
) -> None:
    phone = Phone(language=language)
    evening = phone.begin(names, rules=rules.name)
    totals = [0] * len(deals[0])
    for deal in deals:
        score = score_sides(
            [laid(side, before=total) for side, total in zip(deal, totals, strict=True)], rules
        )
        count(phone, list(deal), rules)
        totals = [sheet.score_after for sheet in score.sheets]
        sheet = sheet_of(evening)
        assert list(sheet.totals) == totals
        assert [one[:1] for one in sheet.minima] == [
            () if one.next_minimum is None else (one.next_minimum,) for one in score.sheets
        ]
        assert (sheet.decided is not None) is score.game_over
        if sheet.rows[-1] is sheet.decided:
            assert sheet.winner == score.winner
    assert len(standing(phone.page)) == len(totals)


def test_each_line_says_its_rule_and_stays_with_the_deal() -> None:
    phone = Phone()
    evening = phone.begin()
    count(phone, [OPENED, WENT_OUT], CLASSIC, do="count")
    for said in ("Natural canastas 500", "Rule 8.2", "Red threes 200", "Cards in hand −15", "Going out 100"):
        assert said in phone.page.text
    assert "Melded cards 60: two twos (40)" not in phone.page.text
    assert not evening.entries.exists()
    count(phone, [OPENED, WENT_OUT], CLASSIC)
    phone.open(evening, "deals/0/")
    assert "Natural canastas 500" in phone.page.text
    assert (
        'id="canastas-0-natural" name="canastas-0-natural" value="1"'
        in phone.open(evening, "deals/0/count/").source
    )


def test_deal_that_is_counted_again_is_corrected() -> None:
    phone = Phone()
    evening = phone.begin()
    count(phone, [OPENED, WENT_OUT], CLASSIC)
    before = sheet_of(evening).totals
    phone.open(evening, "deals/0/count/")
    entered = fields(0, OPENED, CLASSIC) | fields(1, WENT_OUT, CLASSIC) | {"red-0": "3"}
    phone.post(evening, "deals/0/count/", do="save", **entered)
    assert sheet_of(evening).totals == (before[0] + 100, before[1])
    assert "corrected" in phone.page.text


def test_mixed_canasta_and_500_is_asked_about_with_its_slip_and_kept_if_agreed() -> None:
    phone = Phone()
    evening = phone.begin()
    right = score_side(laid(WENT_OUT), CLASSIC).total
    count(phone, [CAUGHT, WENT_OUT], CLASSIC, **{"own-1": str(right + 200)})
    assert phone.page.status == 422
    written, right_sum = naming.number(right + 200), naming.number(right)
    assert f"You have written {written}, but the rows add up to {right_sum}." in phone.page.text
    assert "A canasta with a wild card in it is mixed." in phone.page.text
    assert not evening.entries.exists()
    count(phone, [CAUGHT, WENT_OUT], CLASSIC, do="agree", **{"own-1": str(right + 200)})
    assert sheet_of(evening).totals[1] == right + 200
    assert "as agreed" in phone.page.text


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"red-0": "3", "red-1": "2"}, "5 red threes are entered, but the packs hold only 4."),
        ({"cards-0-K": "9"}, "9 kings are entered, but the packs hold only 8."),
        ({"cards-0-JK": "5"}, "jokers are entered, but the packs hold only 4."),
        ({"out-0": "yes"}, "More than one side is said to have gone out."),
        ({"canastas-1-mixed": "0"}, "nobody may go out without a canasta"),
        ({"cards-0-3b": "3"}, "only a player who goes out may meld them"),
        ({"canastas-0-natural": "2"}, "they could be 1 natural and 0 mixed"),
        ({"canastas-0-natural": "4"}, "Too few are entered for 4 canastas."),
        ({"canastas-0-natural": "0"}, "they could be 0 natural and 1 mixed"),
        ({"cards-0-A": "1"}, "These cards cannot lie on the table as melds"),
        ({"own-0": "many"}, "“many” is not a whole number"),
    ],
)
def test_counts_that_cannot_be_are_asked_about(changed: dict[str, str], said: str) -> None:
    phone = Phone()
    evening = phone.begin()
    count(phone, [("KKKKKKK 777722 444", 1, "5", "no"), WENT_OUT], CLASSIC, **changed)
    assert phone.page.status == 422
    assert said in phone.page.text
    assert not evening.entries.exists()


def test_nothing_counted_is_asked_about() -> None:
    phone = Phone()
    evening = phone.begin()
    phone.open(evening, "count/")
    phone.post(evening, "count/", do="save")
    assert "Nothing is entered here" in phone.page.text
    phone.post(evening, "count/", do="agree")
    assert sheet_of(evening).totals == (0, 0)


def test_what_no_table_shows_is_scored_line_by_line_if_agreed() -> None:
    """As many canastas as were said, the cards by their values, the red threes as they then count."""
    rules = CLASSIC
    tally = Tally(canastas={"natural": 2, "mixed": 1}, cards={"K": 7, "A": 1}, red_threes=2, hand={"Q": 1})
    assert side_of(tally, rules) is None
    assert doubts_of_tallies([tally, Tally()], rules, before=(0, 0), alone=False)
    assert sheet_of_tally(tally, rules, None).total == 2 * 500 + 300 + 70 + 20 + 200 - 10


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=list(RULE_SETS))
def test_both_ways_of_scoring_agree_wherever_a_table_can_look_like_that(rules: RuleSet) -> None:
    """For one canasta of each sort that the rules have, the melds of the engine and the lines one by one."""
    ranks = dict(zip(islice(NATURAL_RANKS, 3), (7, 5, 3), strict=True))
    tally = Tally(canastas={"natural": 1, "mixed": 1}, cards={**ranks, "2": 2}, red_threes=2, hand={"JK": 1})
    special = {
        "samba": dict.fromkeys(NATURAL_RANKS[4:], 1),
        "twos": {"2": 7},
        "blocking": {"3b": 4, "JK": 3},
        "natural-aces": {"A": 7},
    }
    tallies = [tally]
    for sort in set(special) & set(sorts_of(rules)):
        out = "yes" if sort == "blocking" else "no"
        tallies.append(Tally(canastas={sort: 1}, cards=special[sort], went_out=out))  # type: ignore[arg-type]
    for one in tallies:
        side = side_of(one, rules)
        assert side is not None
        assert melds_of(one, rules)
        assert sheet_of_tally(one, rules, side).total == sheet_of_tally(one, rules, None).total
