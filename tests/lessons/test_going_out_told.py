"""What is said of going out and of asking the partner fits the turn that was played, in both languages."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from engine.judging.judge import judge
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.reading import Item, library
from lessons.kinds.asking.grading import grade
from lessons.kinds.asking.hints import hints_of
from lessons.kinds.common.answers import AnswerError
from lessons.kinds.common.work import Work
from lessons.kinds.legal import Legal
from lessons.kinds.offered.lists import answers
from lessons.kinds.registry import kind_of
from lessons.kinds.turn import turn_form
from lessons.saying.verdicts import Explanation, explain
from lessons.table.position_words import Seat

CANASTA = "9=9c 9c 9d 9d 9h 9s 9s"
ASKED_YES = f"classic | play | hand 5c Kd Qh | own 500: K=Kc Kd Kh {CANASTA} | stock 30 | permission yes"
ASKED_NO = f"classic | play | hand 4s Kc Td Th Tc | own 500: K=Kd Kh Ks {CANASTA} | stock 30 | permission no"
NO_CANASTA = "classic | play | hand 5c Ks | own 500: K=Kc Kd Kh | stock 30"


def step(slug: str) -> Item:
    return library().items[slug]


def told(position: str, actions: list[str], *, seat: Seat = "you", unfinished: bool = False) -> Explanation:
    where, done = parse_position(position), parse_actions(actions)
    verdict = judge(where, done, unfinished=unfinished, remedy=False)
    assert verdict.legal is False
    return explain(verdict, position=where, actions=done, reveal=False, seat=seat)


def refused(actions: list[str], *, slug: str, language: str) -> str:
    """Why a turn that is not over yet is no answer."""
    with override(language), pytest.raises(AnswerError) as caught:
        grade(step(slug), {"actions": actions})
    return str(caught.value)


@pytest.mark.parametrize(
    ("slug", "actions", "goes_out"),
    [
        ("going-out/threes-on-the-way-out", ["draw", "meld 3c 3s 3s"], True),
        ("asking-your-partner/your-partner-agrees", ["add Ks to K"], True),
        ("going-out/threes-on-the-way-out", ["draw"], False),
        ("asking-your-partner/make-the-most-of-a-no", ["meld 7c 7d 7h"], False),
    ],
)
def test_turn_that_has_to_go_out_is_not_told_to_discard_a_card(
    slug: str, actions: list[str], goes_out: bool
) -> None:
    out = {
        "en": "Go out in this turn: lay down the rest, and discard at most one card.",
        "de": "Mach in diesem Zug aus: Leg den Rest aus, und wirf höchstens eine Karte ab.",
    }
    discard = {"en": "It ends with a discard.", "de": "Er endet mit einem Abwurf."}
    for language in ("en", "de"):
        told = refused(actions, slug=slug, language=language)
        assert told.endswith((out if goes_out else discard)[language])


@pytest.mark.parametrize(
    ("language", "goals", "label"),
    [
        ("en", ("Finish the turn.", "Play a whole turn."), "Ask for permission to go out"),
        (
            "de",
            ("Spiel den Zug zu Ende.", "Spiel einen ganzen Zug."),
            "Partner um Erlaubnis zum Ausmachen fragen",
        ),
    ],
)
def test_turn_that_has_begun_and_been_answered_is_only_finished(
    language: str, goals: tuple[str, str], label: str
) -> None:
    begun, whole = step("asking-your-partner/your-partner-agrees"), step("going-out/in-one-go")
    assert begun.position is not None
    assert whole.position is not None
    with override(language):
        assert kind_of(begun).goal(begun, alone=False).startswith(goals[0])
        assert kind_of(whole).goal(whole, alone=False).startswith(goals[1])
        assert label not in [button.label for button in turn_form(begun.position).more]
        assert label in [button.label for button in turn_form(whole.position).more]


def test_partner_may_be_asked_where_the_answer_is_only_foretold(in_english: None) -> None:
    asks = parse_position(ASKED_YES.replace("play", "draw").replace("| stock", "| pile 4d | stock"))
    assert "ask" in [button.do for button in turn_form(asks).more]


@pytest.mark.parametrize(
    ("language", "seat", "on", "out"),
    [
        ("en", "you", "If you hold only one card, none is left after your discard.", "after the discard."),
        ("de", "you", "Hast du nur noch eine Karte, bleibt dir nach dem Abwurf keine.", "eine Karte."),
        (
            "en", "partner", "With only one card in hand, none would be left after the discard.",
            "must stay in the hand after the discard.",
        ),
        ("de", "partner", "Mit nur noch einer Karte bliebe nach dem Abwurf keine übrig.", "im Blatt bleiben."),
    ],
)  # fmt: skip
def test_no_says_what_comes_of_the_last_card_only_while_the_discard_is_owed(
    language: str, seat: Seat, on: str, out: str
) -> None:
    laid = ["meld Tc Td Th", "add Kc to K"]
    with override(language):
        assert str(told(ASKED_NO, laid, seat=seat, unfinished=True).fix).endswith(on)
        fix = str(told(ASKED_NO, [*laid, "discard 4s"], seat=seat).fix)
    assert fix.endswith(out)
    assert on not in fix


@pytest.mark.parametrize(
    ("language", "seat", "before", "now"),
    [
        ("en", "you", "Go out in this turn.", "Go out in this turn, or do not ask."),
        ("de", "you", "Mach in diesem Zug aus.", "Mach in diesem Zug aus, oder frag nicht."),
        (
            "en", "partner", "Your partner would have to go out in this turn.",
            "Your partner would have to go out in this turn, or not ask.",
        ),
        (
            "de", "partner", "Dein Partner müsste in diesem Zug ausmachen.",
            "Dein Partner müsste in diesem Zug ausmachen oder dürfte nicht fragen.",
        ),
    ],
)  # fmt: skip
def test_question_that_was_put_before_is_not_to_be_left_out(
    language: str, seat: Seat, before: str, now: str
) -> None:
    with override(language):
        assert str(told(ASKED_YES, ["discard 5c"], seat=seat).fix) == before
        assert str(told(ASKED_YES, ["ask", "discard 5c"], seat=seat).fix) == now


@pytest.mark.parametrize(
    ("language", "why", "fix"),
    [
        (
            "en", ("You have already laid down cards in this turn. The question comes right after drawing or taking "
            "the pile."), "Ask after drawing or taking the pile and before you lay down anything else.",
        ),
        (
            "de", "Du hast in diesem Zug schon Karten ausgelegt. Gefragt wird gleich nach dem Ziehen oder Aufnehmen.",
            "Frag, nachdem du gezogen oder den Ablagestapel aufgenommen hast und bevor du sonst etwas auslegst.",
        ),
    ],
)  # fmt: skip
def test_who_asks_too_late_may_only_have_added(language: str, why: str, fix: str) -> None:
    position = ASKED_YES.replace(" | permission yes", "")
    with override(language):
        found = told(position, ["add Kd to K", "ask"], unfinished=True)
    assert str(found.deciding).endswith(why)
    assert str(found.fix) == fix


@pytest.mark.parametrize(
    ("language", "seat", "one", "more"),
    [
        ("en", "you", "Complete a canasta, or keep", "Complete one more canasta, or keep"),
        ("de", "you", "Mach ein Canasta fertig, oder", "Mach noch ein Canasta fertig, oder"),
        ("en", "partner", "Your partner would have to complete a canasta", "to complete one more canasta"),
        ("de", "partner", "Dein Partner müsste ein Canasta fertig", "müsste noch ein Canasta fertig"),
    ],
)
def test_first_canasta_is_not_one_more(language: str, seat: Seat, one: str, more: str) -> None:
    two = NO_CANASTA.replace("classic", "samba").replace("Kh", f"Kh {CANASTA}")
    with override(language):
        assert one in str(told(NO_CANASTA, ["add Ks to K", "discard 5c"], seat=seat).fix)
        assert more in str(told(two, ["add Ks to K", "discard 5c"], seat=seat).fix)


def test_two_canastas_are_not_two_more_where_there_is_none(in_english: None) -> None:
    none = NO_CANASTA.replace("classic", "samba")
    assert "Complete two canastas, or keep" in str(told(none, ["add Ks to K", "discard 5c"]).fix)


def test_no_card_is_marked_where_only_the_turn_is_at_fault() -> None:
    item = step("going-out/not-yours-to-finish")
    with override("en"):
        result = grade(item, {"legal": "yes", "reason": "out.canastas-needed"})
    assert result.outcome == "wrong"
    assert result.marked_cards == ()


@pytest.mark.parametrize("language", ["en", "de"])
def test_hint_names_the_whole_option_that_is_not_allowed(language: str) -> None:
    with override(language):
        hint = hints_of(step("asking-your-partner/you-said-no"), shown=3)[2]
    assert "{Tc Td Th}" in hint
    assert "{Kc}" in hint


@pytest.mark.parametrize(
    ("slug", "german", "english"),
    [
        ("asking-your-partner/a-second-thought", "{Qh}", "{Qh}"),
        (
            "going-out/your-partners-canasta",
            "Zähl die Canastas, die eure",
            "Count the canastas that your side has",
        ),
        ("going-out/whose-canasta", "Zähl die Canastas, die eure", "Count the canastas that your side has"),
        ("going-out/not-yours-to-finish", "Sieh nach, wer am Zug ist.", "See whose turn it is."),
    ],
)
def test_third_hint_is_about_what_decides_and_not_the_cards_played(
    slug: str, german: str, english: str
) -> None:
    for language, said in (("de", german), ("en", english)):
        with override(language):
            assert said in hints_of(step(slug), shown=3)[2]


def offered(slug: str) -> list[str]:
    return [one.text for one in Legal().offered(step(slug))]


@pytest.mark.parametrize("language", ["en", "de"])
def test_course_offers_no_reason_about_asking_where_the_step_is_not_about_it(language: str) -> None:
    asked, items = (
        0,
        [item for item in library().items.values() if item.kind == "legal" and not item.is_puzzle],
    )
    with override(language):
        for item in items:
            about = [*item.task.rules, *Legal().given(item.task).reasons]
            rules = [one.rule for one in Legal().offered(item) if one.rule.startswith("out.ask-")]
            assert not rules or any(rule.startswith("out.ask-") for rule in about), item.slug
            asked += bool(rules)
    assert asked


def test_puzzle_may_still_offer_them(in_english: None) -> None:
    position = parse_position(f"classic | play | hand 5c Ks | own 500: K=Kc Kd Kh {CANASTA} | stock 30")
    actions = parse_actions(["add Ks to K", "discard 5c"])
    rules, reasons = ["out.canastas-needed"], ["out.canastas-needed", "turn.discard-one", "canasta.extend"]

    def rules_of(*, asking: bool) -> set[str]:
        lists = [
            answers(
                position, actions, unfinished=False, rules=rules, reasons=reasons, name=name, asking=asking
            )
            for name in "abcdefghijklmnop"
        ]
        return {one.rule for found in lists for one in found if one.rule.startswith("out.ask-")}

    assert rules_of(asking=True)
    assert not rules_of(asking=False)


@pytest.mark.parametrize(
    ("language", "said", "one", "several"),
    [
        (
            "en",
            "Yes. You lay down your whole hand at once",
            "the canasta it needs for that",
            "enough canastas",
        ),
        ("de", "Ja: Du legst dein ganzes Blatt auf einmal", "das Canasta, das dafür", "genug Canastas"),
    ],
)
def test_reasons_fit_the_step(language: str, said: str, one: str, several: str) -> None:
    with override(language):
        assert any(text.startswith(said) for text in offered("concealed/the-pile-and-the-minimum"))
        assert any(one in text for text in offered("going-out/your-partners-canasta"))
        assert not any(several in text for text in offered("going-out/your-partners-canasta"))


def test_whole_hand_is_no_reason_where_some_of_the_pile_stays() -> None:
    """The exception for a concealed hand is believed only where the hand becomes empty, with a canasta."""
    reasons = ["initial.threshold-high", "concealed.minimum", "turn.keep-a-card"]
    hand = "5c 5d 5h 5s 7c 7c 7d 7d 7h 7h Kd"

    def believed(position: str) -> bool:
        actions = parse_actions(["take 7c 7c 7d 7d 7h 7h", "meld 5c 5d 5h 5s", "discard Kd"])
        with override("en"):
            found = answers(
                parse_position(position), actions, unfinished=False, rules=["initial.threshold-high"],
                reasons=reasons, name="a",
            )  # fmt: skip
        assert found
        return any(one.value == "yes concealed.minimum" for one in found)

    assert believed(f"classic | draw | hand {hand} | own 3180 | pile 7s | stock 41")
    assert not believed(f"classic | draw | hand {hand} | own 3180 | pile 4d 7s | stock 41")


@pytest.mark.parametrize(("own", "expected"), [("", False), ("5=5h 5s 5s", True)])
def test_as_many_melds_as_you_like_needs_a_second_one(own: str, expected: bool) -> None:
    position = parse_position(
        f"classic | play | hand 5c 5c 5d Kd Qh 8s | own 500: 9=9c 9d 9h {own} | stock 41"
    )
    actions = parse_actions(["meld 5c 5c 5d", "discard Kd"])
    with override("en"):
        found = answers(
            position, actions, unfinished=False,
            rules=["meld.one-per-rank" if own else "meld.min-size"],
            reasons=["meld.one-per-rank", "meld.min-size", "wild.max-per-meld"], name="b",
        )  # fmt: skip
    assert found
    assert any("as many melds of fives" in one.text for one in found) is expected


def words_at_table(slug: str, *, checked: bool) -> str:
    item = step(slug)
    table = kind_of(item).table(item, Work(checked=checked))
    assert table is not None
    return str(table.partner_words)


@pytest.mark.parametrize(
    ("language", "before", "after"),
    [
        ("en", "Your partner has said yes", "Your partner has said yes: you must go out"),
        ("de", "Dein Partner hat Ja gesagt", "Dein Partner hat Ja gesagt: Du musst ausmachen"),
    ],
)
def test_table_says_what_the_answer_obliges_to_only_with_the_verdict(
    language: str, before: str, after: str
) -> None:
    with override(language):
        for slug in ("asking-your-partner/a-second-thought", "asking-your-partner/your-partner-agrees"):
            assert words_at_table(slug, checked=False).endswith(before)
            assert words_at_table(slug, checked=True).endswith(after)
