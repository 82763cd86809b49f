"""A quarrel answers with a yes or a no only where what was said is what was judged."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.lessons.pages import Page
from tutor.quarrels.finding import quarrels_for
from tutor.quarrels.said import Named, said_in

OTHERWISE = [
    ("de", "Darf ich mit drei Assen die Erstmeldung machen"),
    ("de", "Darf ich mit drei Königen die Erstmeldung machen"),
    ("de", "Darf ich mit drei Vieren rauskommen"),
    ("en", "may I open with three fours"),
    ("en", "one king and two jokers"),
    ("de", "Darf ich einen König mit zwei Jokern melden"),
    ("de", "zwei Joker und eine Dame"),
    ("en", "one natural card and two jokers"),
    ("en", "may I meld two kings"),
    ("en", "may I discard my last card"),
    ("de", "Darf ich meine letzte Karte abwerfen"),
    ("en", "may I take back a meld"),
    ("de", "darf ich eine Meldung zurücknehmen"),
    ("en", "may I go out with a joker as my last discard"),
    ("en", "can red threes be melded"),
    ("de", "ist eine rote Drei eine Meldung"),
    ("en", "must I take the pile or may I draw"),
    ("de", "muss ich die oberste Karte melden"),
    ("de", "darf ich mit fünf Jokern eine Meldung machen"),
    ("de", "Wie viele Karten bekommt man bei drei Spielern"),
    ("de", "darf ich bei drei Spielern ohne Abwurf ausmachen"),
    ("de", "darf ich den Stapel nehmen wenn ich dran bin"),
    ("en", "can I meld in the same turn I take the pile"),
    ("en", "Can I go out in the turn I take the pile"),
    ("en", "can I go out without a discard if we have no canasta"),
    ("de", "darf ich ohne Abwurf ausmachen ohne Canasta"),
    ("en", "must there be a canasta to go out without a discard"),
    ("en", "may I open with jokers only"),
    ("de", "darf die Erstmeldung keine Joker haben"),
    ("en", "can I lay a joker"),
    ("en", "how much is a joker worth"),
    ("de", "schwarze Drei"),
    ("en", "red three"),
]
"""Words that are like a quarrel's, about something that it does not judge."""

MEANT = [
    ("de", "darf ich mit Joker den Stapel nehmen?", "pile-with-a-joker", {}),
    ("de", "Darf ich mit zwei Jokern den Haufen nehmen", "pile-with-a-joker", {"with": "two"}),
    ("en", "can I pick up the pack with one natural and a wild card", "pile-with-a-joker", {"with": "one"}),
    ("en", "four jokers in a meld", "how-many-wild-cards", {"wilds": "four"}),
    ("de", "zwei Damen und zwei Joker", "how-many-wild-cards", {"wilds": "two", "naturals": "two"}),
    ("de", "darf ich drei schwarze Dreien melden", "meld-black-threes", {"cards": "three"}),
    ("en", "can I meld two black threes", "meld-black-threes", {"cards": "two"}),
    ("de", "was zählen zwei rote dreien", "red-threes-at-the-end", {"threes": "two"}),
    ("de", "was kostet eine Dame im Blatt", "cards-left-in-hand", {"hand": "king"}),
    ("de", "sperrt ein Joker alle", "wild-card-in-the-pile", {}),
    ("de", "zählen rote Dreien für die Erstmeldung", "red-threes-to-open", {}),
    ("de", "Darf ich den Haufen nehmen ohne zu melden", "pile-without-melding", {}),
    ("de", "darf ich Joker tauschen", "exchange-a-joker", {}),
    ("en", "must I discard when I go out", "out-without-a-discard", {}),
    ("en", "how do you take a frozen pile", "wild-card-in-the-pile", {}),
    ("en", "can I meld four five six", "a-sequence", {}),
]


@pytest.mark.parametrize(("language", "words"), OTHERWISE)
def test_words_about_something_else_get_no_verdict(language: str, words: str) -> None:
    assert quarrels_for(words, language=language).quarrel is None


@pytest.mark.parametrize(("language", "words", "slug", "chosen"), MEANT)
def test_what_the_words_say_is_chosen(language: str, words: str, slug: str, chosen: dict[str, str]) -> None:
    meant = quarrels_for(words, language=language)
    assert meant.quarrel is not None
    assert (meant.quarrel.slug, dict(meant.chosen)) == (slug, chosen)


@pytest.mark.parametrize(
    ("language", "words", "slug", "rules"),
    [
        ("en", "may I meld a sequence in Samba", "a-sequence", "samba"),
        ("de", "Darf ich im Samba Joker an ein Canasta anlegen", "wild-card-on-a-canasta", "samba"),
        ("de", "Brauche ich zu zweit zwei Canastas zum Ausmachen", "out-without-a-canasta", "classic-2p"),
        ("en", "what do red threes count by Vienna rules", "red-threes-at-the-end", "wiener"),
        (
            "de",
            "Darf ich nach den Überblicksregeln den Stapel mit einem Joker nehmen",
            "pile-with-a-joker",
            "overview",
        ),
        (
            "en",
            "under rules with readers' questions may I meld three kings and three jokers",
            "how-many-wild-cards",
            "spielregeln",
        ),
        ("en", "Samba to 15,000 how many points do I need to open", "enough-to-open", "samba-15000"),
    ],
)
def test_rule_set_in_the_words_is_the_one_that_answers(
    language: str, words: str, slug: str, rules: str
) -> None:
    meant = quarrels_for(words, language=language)
    assert meant.quarrel is not None
    assert meant.rules is not None
    assert (meant.quarrel.slug, meant.rules.name) == (slug, rules)


def test_other_numbers_name_no_rule_set() -> None:
    assert quarrels_for("may I exchange a joker for two kings", language="en").rules is None
    assert quarrels_for("darf ich zwei Karten abwerfen", language="de").rules is None


def named(text: str, language: str) -> list[tuple[str, int | None]]:
    return [(one.kind, one.count) for one in said_in(text, language).cards]


@pytest.mark.parametrize(
    ("language", "text", "cards"),
    [
        ("de", "drei Assen", [("A", 3)]),
        ("de", "drei Dreien", [("3", 3)]),
        ("de", "drei rote Dreien", [("3r", 3)]),
        ("de", "eine rote Drei", [("3r", 1)]),
        ("de", "die schwarze 3", [("3b", None)]),
        ("de", "mit einer Zwei", [("wild", 1)]),
        ("de", "mit zwei wilden Karten", [("wild", 2)]),
        ("de", "zwei Canastas und zwei Spieler", []),
        ("de", "vier Vierer", [("4", 4)]),
        ("de", "zwei 9er", [("9", 2)]),
        ("de", "zwei natürliche Karten", [("natural", 2)]),
        ("en", "three more kings", [("K", 3)]),
        ("en", "two 9s and a deuce", [("9", 2), ("wild", 1)]),
        ("en", "a joker", [("wild", 1)]),
        ("en", "four five six", [("4", None), ("5", None), ("6", None)]),
        ("en", "50 points at 2,000", []),
    ],
)
def test_cards_in_words_are_read(language: str, text: str, cards: list[tuple[str, int | None]]) -> None:
    assert named(text, language) == cards


def test_players_in_words_are_read() -> None:
    assert said_in("zu dritt", "de").players == 3
    assert said_in("with five players", "en").players == 5
    assert said_in("fünf Karten", "de").players is None


def test_cards_are_typed_only_where_all_are_known() -> None:
    assert said_in("ein König und zwei Joker", "de").typed == "K Joker Joker"
    assert said_in("two kings and a deuce", "en").typed == "KK 2"
    assert said_in("two kings and a wild card", "en").typed == ""
    assert said_in("Könige", "de").typed == ""
    assert said_in("four red threes", "en").typed == "", "which suits they have is not said"
    assert Named("K").typed == ""


@pytest.mark.django_db
def test_page_by_the_rule_set_in_the_words() -> None:
    page = Page(Client().get("/de/quarrel/", {"q": "Darf ich im Samba eine Folge melden?"}))
    assert "Nach diesen Regeln: Samba" in page.text
    assert 'href="/de/quarrel/a-sequence/?' in page.source
    assert "rules=samba" in page.source, "what is chosen keeps the rule set"
    rules = Page(Client().get("/en/quarrel/", {"q": "in Samba how many cards may I draw"}))
    assert "By these rules: Samba" in rules.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words", "typed", "answer"),
    [
        ("de", "Darf ich mit drei Assen die Erstmeldung machen", "AAA", "Höchstens 60 Punkte"),
        ("en", "may I meld two kings", "KK", "Not allowed."),
        ("en", "one king and two jokers", "K Joker Joker", "Not allowed."),
    ],
)
def test_cards_that_are_named_can_be_counted(language: str, words: str, typed: str, answer: str) -> None:
    client = Client()
    page = client.get(f"/{language}/quarrel/", {"q": words})
    assert 'id="verdict"' not in page.content.decode()
    assert page.context["cards_named"] == typed
    assert answer in Page(client.get(f"/{language}/quarrel/", {"q": typed})).text


@pytest.mark.django_db
def test_cards_beside_the_pile_are_not_offered_alone() -> None:
    assert not Client().get("/en/quarrel/", {"q": "can I take the pile with two aces"}).context["cards_named"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words", "said"),
    [
        ("de", "Muss ich beim Ausmachen abwerfen", "Beantwortet wird diese Frage:"),
        ("en", "must I ask my partner", ""),
    ],
)
def test_who_asks_what_must_be_reads_which_question_is_answered(language: str, words: str, said: str) -> None:
    page = Page(Client().get(f"/{language}/quarrel/", {"q": words}))
    assert (said or "What is answered is this question:") in page.text
    may = Page(Client().get("/de/quarrel/", {"q": "Darf ich ohne Abwurf ausmachen"}))
    assert "Beantwortet wird diese Frage:" not in may.text


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("way", "changed"),
    [
        ("out-without-a-canasta/?canastas=two", "canasta_size=8"),
        ("cards-in-a-canasta/?canasta=natural", "canasta_size=8"),
        ("points-for-going-out/?how=usual", "canastas_to_go_out=3"),
        ("several-melds-to-open/?needed=low", 'initial_steps=[{"from":null,"minimum":120}]'),
    ],
)
def test_example_is_not_judged_by_numbers_that_it_was_not_made_for(way: str, changed: str) -> None:
    usual = Client().get(f"/en/quarrel/{way}&rules=classic")
    assert usual.context["answer"]
    page = Client().get(
        f"/en/quarrel/{way}", {"rules": f"classic{{{changed}}}"} | dict([way.partition("?")[2].split("=")])
    )
    assert page.context["quarrel"]["answer"] is None
    assert "So only the rule is given here" in " ".join(page.content.decode().split())


@pytest.mark.django_db
def test_link_to_an_answer_keeps_what_the_words_chose() -> None:
    page = Client().get("/en/quarrel/", {"q": "can I take the frozen pile with one king and one two"})
    assert "/en/quarrel/wild-card-in-the-pile/?with=wild&amp;rules=classic" in page.content.decode()


@pytest.mark.django_db
def test_the_search_keeps_what_the_words_chose() -> None:
    page = Client().get("/en/search/", {"q": "may I meld two black threes in Samba"})
    assert "/en/quarrel/meld-black-threes/?cards=two&amp;rules=samba" in page.content.decode()
