"""What rules and terms say holds in the rule set at hand, house rule sets included."""

from __future__ import annotations

import re
from itertools import islice

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override

from engine.judging.judge import judge
from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from engine.notation.position_line import parse_position
from engine.notation.text import parse_actions
from lessons.content.base import LANGUAGES
from lessons.content.reading import library
from lessons.kinds.asking.hints import rule_hint
from lessons.kinds.registry import kind_of
from lessons.parting.probing import under_rules
from lessons.saying.rule_values import said
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_short, rule_title, term_text
from tests.claims import false_claims
from tests.claims_of_verdicts import CLAIMS as CLAIMS_OF_VERDICTS
from tests.samples import sample, share, some
from tests.told_by_rules import changed_sets, count_wrong, wrong_in_verdict, wrong_in_verdicts, wrong_words
from tests.tutor.test_catalogue import CATALOGUE, entries, translations
from tutor.site.templatetags.canasta import rich_block

EACH_RULE = 6
"""A part looks at each rule under every sixth change; which ones is another for the next rule."""


def test_nothing_shown_is_wrong_under_any_change_of_a_parameter() -> None:
    wrong = {
        (rule, name, words)
        for start in ("classic", "samba-wild")
        for place, (name, changed) in enumerate(changed_sets(RULE_SETS[start]))
        for rule in share(library().rules, place % EACH_RULE, of=EACH_RULE)
        if changed.sequences or not rule.startswith("samba.")
        for words in wrong_words(rule, changed)
    }
    assert not wrong


def test_count_of_what_is_wrong_is_none_for_a_sample_of_exercises() -> None:
    counted, pairs = count_wrong(some(islice(library().items.values(), 0, None, 12), 5))
    assert not counted
    assert pairs > sample(125, 500)


def test_every_parameter_is_changed() -> None:
    names = {name for name, _ in changed_sets(CLASSIC)}
    assert {"canastas_to_go_out", "draw_count", "sperr_canasta", "initial_steps", "permission"} <= names


@pytest.mark.parametrize(
    ("language", "text", "changes"),
    [
        ("en", "As long as your side has no canasta, keep a card.", {"canastas_to_go_out": 2}),
        ("de", "Du beginnst deinen Zug mit einer Karte vom Talon.", {"draw_count": 2}),
        ("en", "Going out scores 100 points for the player’s side.", {"going_out_bonus": 200}),
        ("de", "Schwarze Dreien werden nie mit wilden Karten kombiniert.", {"sperr_canasta": True}),
    ],
)
def test_claim_is_seen_where_it_is_not_so(language: str, text: str, changes: dict[str, object]) -> None:
    assert not list(false_claims(text, CLASSIC, language))
    assert list(false_claims(text, CLASSIC.changed(changes), language))


@pytest.mark.parametrize(
    ("rule", "rules", "told"),
    [
        ("turn.keep-a-card", "classic", "As long as your side has no canasta, you must keep"),
        ("turn.keep-a-card", "classic-2p", "Until all the canastas needed for going out are complete, you must"),
        ("meld.same-rank", "samba", "Except in a sequence, all natural cards of a meld are of the same rank."),
        ("meld.min-natural", "house-joker-1000", "If a meld holds natural cards at all, it holds at least two"),
        ("black3.no-wild", "house-sperr-1500", "Black threes are combined with wild cards only in a blocking canasta."),
        ("score.hand-minus", "classic-2p", "All cards that you still hold when the deal ends"),
    ],
)  # fmt: skip
def test_rule_is_told_as_it_is_in_the_rule_set(rule: str, rules: str, told: str) -> None:
    with override("en"):
        assert rule_short(rule, RULE_SETS[rules]).startswith(told)


def test_house_rules_change_the_words_as_a_named_rule_set_does() -> None:
    house = CLASSIC.changed({"canastas_to_go_out": 2})
    with override("en"):
        assert "no canasta" not in rule_short("turn.keep-a-card", house)
        assert rule_title("samba.initial-7000", RULE_SETS["samba"].changed({"initial_steps": None})) != (
            "From 7,000: 150 points"
        )


_VALUE = re.compile(
    r"\d[\d.,]*\d|\d|\b(?:two|seven|zwei|sieben|never|nie)\b|(?<!or )\bonly\b|(?<!oder )\bnur\b"
    r"|(?<!red )(?<!black )\bthree\b|(?<!rote )(?<!roten )(?<!schwarze )(?<!schwarzen )\bdrei\b",
    re.IGNORECASE,
)
_ASKING = {
    "stock.short-draw",
    "pickup.one-card-rule",
    "players.two",
    "players.three",
    "red3.forgotten-penalty",
}
"""Rules whose titles name what they are about by such a word, whatever is played."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_title_names_a_value_that_these_rules_do_not_have(language: str) -> None:
    wrong = set()
    with override(language):
        for start in ("classic", "samba"):
            for _, changed in changed_sets(RULE_SETS[start]):
                for rule in library().rules.keys() - _ASKING:
                    value = str(said(changed, rule))
                    if value == str(said(CLASSIC, rule)):
                        continue
                    title = rule_title(rule, changed)
                    wrong |= {
                        (title, value) for found in _VALUE.findall(title) if found.casefold() not in value
                    }
    assert not wrong


def test_no_rule_is_told_as_nothing_but_that_it_holds() -> None:
    with override("en"):
        told = {
            rule: rule_short(rule, rules)
            for start in ("classic", "samba", "house-joker-1000")
            for _, rules in changed_sets(RULE_SETS[start])
            for rule, page in library().rules.items()
            if page.holds
        }
    assert not [rule for rule, text in told.items() if text.endswith(": holds.")]


def test_options_and_hints_of_a_puzzle_for_two_name_its_canastas() -> None:
    asked = [item for item in library().items.values() if item.rules.name == "classic-2p"]
    with override("en"):
        shown = [one.text for item in asked for one in kind_of(item).reasons(item)] + [
            rule_hint(item) for item in asked
        ]
    assert shown
    assert not [text for text in shown if "no canasta" in text and "to go out" not in text]


def test_verdicts_claim_nothing_that_another_rule_set_does_not_have() -> None:
    items = [item for item in library().items.values() if item.kind in ("legal", "mistake", "predict")]
    wrong = [
        (item.slug, parameter, words)
        for item in items[:: sample(30, 15)]
        for parameter, rules in changed_sets(item.rules)
        for words in wrong_in_verdicts(item, rules)
    ]
    assert items
    assert wrong == []


def test_several_melds_of_a_rank_are_not_denied_where_melds_are_never_joined() -> None:
    rules = RULE_SETS["global-trade"].changed({"merge_melds": False})
    table = parse_position("global-trade | play | hand 5c 6d | own 300: K=Kc Kd Kh K#2=Kc Ks Ks")
    position = under_rules(table, rules)
    actions = parse_actions(["merge K and K#2"])
    verdict = judge(position, actions, unfinished=True, remedy=False)
    with override("en"):
        told = explain(verdict, position=position, actions=actions)
    assert str(told.deciding) == "Melds are never joined, not even two of one rank."
    assert list(wrong_in_verdict(verdict, position, actions)) == []


FILLED = (("two", "zwei"), ("two canastas", "zwei Canastas"), ("two cards", "zwei Karten"),
          ("two wild cards", "zwei wilde Karten"))  # fmt: skip


def test_claims_of_verdicts_are_known_by_their_words_in_both_languages() -> None:
    told = [
        {"en": re.sub(r"%\(\w+\)s", english, source), "de": re.sub(r"%\(\w+\)s", german, text)}
        for english, german in FILLED
        for entry in entries(CATALOGUE)
        for source, text in zip((entry.msgid, entry.msgid_plural), translations(entry), strict=False)
    ]
    unknown = [
        claim.de
        for claim in CLAIMS_OF_VERDICTS
        if not any(all(claim.patterns[of].search(one[of]) for of in LANGUAGES) for one in told)
    ]
    assert not unknown


def _terms(rules: RuleSet, language: str) -> str:
    with override(language):
        return " ".join(term_text(term, rules) for term in library().glossary)


@pytest.mark.parametrize("language", LANGUAGES)
def test_terms_have_the_numbers_of_the_rule_set(language: str) -> None:
    for start in ("classic", "samba-aces"):
        for name, rules in changed_sets(RULE_SETS[start]):
            assert not list(false_claims(_terms(rules, language), rules, language)), name
    assert "[[" not in _terms(CLASSIC, language)


@pytest.mark.usefixtures("in_english")
def test_term_that_opens_in_a_samba_text_speaks_of_samba() -> None:
    html = rich_block("What does a **red three** count? When is the **game** over?", RULE_SETS["samba"])
    assert "all six together count 1,000" in html
    assert "until a side has 10,000 points" in html
    assert "all four together count 800" in rich_block("A **red three** counts.")


def test_terms_open_as_they_are_in_the_rule_set_wherever_an_exercise_is_shown() -> None:
    classic_only = {
        "lessons/rule.html",
        "lessons/question.html",
        "offline/book.html",
        "offline/_questions.html",
    }
    """Pages about the classic law itself, or about what readers of it ask, and the two as one page."""
    folder = settings.BASE_DIR / "templates"
    without = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.html")
        if re.search(r"\|rich_block(?!:)", path.read_text(encoding="utf-8"))
    }
    assert without == classic_only


def test_rules_are_named_in_the_rule_set_at_hand_except_where_all_of_them_are_listed() -> None:
    of_all_rule_sets = {
        *("lessons/kinds/asking/hints.py", "tutor/offline/book_views.py"),  # compare with it
        "tutor/elsewhere/things.py",  # a page of the rulebook, shown elsewhere
        *(f"tutor/{name}.py" for name in ("puzzles/dashboard", "puzzles/round_views")),
        *(f"tutor/{name}.py" for name in ("learning/views/review", "learning/views/sittings")),
    }
    without = {
        str(path.relative_to(settings.BASE_DIR))
        for folder in ("lessons", "tutor")
        for path in (settings.BASE_DIR / folder).rglob("*.py")
        if re.search(
            r"(?<!def )\brule_(?:title|short)\([\w.]+(?:\[[^\]]*\])*(?:, alone=\w+)?\)",
            path.read_text(encoding="utf-8"),
        )
    }
    assert without == of_all_rule_sets


@pytest.mark.django_db
def test_term_on_the_page_of_a_live_answer_has_the_numbers_of_samba() -> None:
    item = next(one for one in library().items.values() if one.rules.name == "samba")
    key = {"solution": "A **red three** counts.", "rule_id": "red3.all-bonus", "rule_title": "All red threes"}
    with override("en"):
        html = render_to_string("live/_answer.html", {"key": key, "item": item})
    assert "all six together count 1,000" in html


@pytest.mark.parametrize(
    ("language", "text", "opens"),
    [
        ("en", "Canasta needs **two packs**.", False),
        ("en", "**Every two** is wild.", True),
        ("en", "Keep your **twos**.", True),
        ("de", "**Zwei Kartenspiele** werden gemischt.", False),
        ("de", "**Jede Zwei** ist wild.", True),
    ],
)
def test_number_two_is_not_taken_for_the_rank(language: str, text: str, opens: bool) -> None:
    with override(language):
        assert ("#term-deuce" in rich_block(text)) is opens
