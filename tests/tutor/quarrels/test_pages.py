"""The one field at the table: words or cards go in, and the answer for whoever asks comes out."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from lessons.content.reading import library
from tests.lessons.pages import Page
from tests.quarrel_taps import FIVE, LANGUAGES, Asked, Visitor
from tests.samples import share
from tests.tutor.tables.test_pages import kept
from tutor.quarrels.finding import quarrels_for

QUARRELS = library().quarrels

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def asked(client: Client, query: str, language: str = "de") -> Page:
    return Page(client.get(f"/{language}/quarrel/", {"q": query}))


def questions(page: Page) -> list[str]:
    return re.findall(r'id="decide-([a-z-]+)"', page.source)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", FIVE, ids=lambda one: one.who)
def test_the_five_quarrels_take_few_taps(one: Asked, language: str) -> None:
    visitor = Visitor(language)
    for way in (visitor.by_taps(one), visitor.by_typing(one)):
        assert way.is_short, way
        said = {"de": r"(Ja|Nein), das ist (nicht )?erlaubt", "en": r"(Yes|No), that is (not )?allowed"}
        assert re.search(said[language], way.page)


def test_words_lead_to_the_quarrel_and_only_what_decides_is_asked() -> None:
    client = Client()
    page = asked(client, "darf ich mit joker den stapel nehmen?")
    assert "Darf ich mit einem Joker den Ablagestapel aufnehmen?" in page.text
    assert questions(page) == ["frozen", "opened", "with"]
    frozen = Page(client.get("/de/quarrel/pile-with-a-joker/?frozen=yes"))
    assert questions(frozen) == []
    assert "Nein, das ist nicht erlaubt." in frozen.text
    assert "Nach diesen Regeln ändert das nichts: Habt ihr schon gemeldet?" in frozen.text
    free = Page(client.get("/de/quarrel/pile-with-a-joker/?frozen=no&opened=yes&with=one"))
    assert "Ja, das ist erlaubt." in free.text
    assert "/de/ask/?rules=classic" in free.source, "the same table can be laid and changed"


@pytest.mark.parametrize(
    ("target", "offered"),
    [
        ("5000", ["minus", "low", "mid", "high"]),
        ("3000", ["minus", "low", "mid"]),
        ("10000", ["minus", "low", "mid", "high", "top"]),
    ],
)
def test_no_score_is_offered_with_which_the_game_would_be_over(target: str, offered: list[str]) -> None:
    client = Client()
    rules = f"classic{{target={target}}}"
    page = Page(client.get("/en/quarrel/enough-to-open/", {"rules": rules, "points": "fifty"}))
    assert re.findall(r"[?&;]score=(\w+)", page.source) == offered


@pytest.mark.parametrize("slug", share(QUARRELS, 0, of=3))
def test_the_table_of_every_answer_can_be_laid_otherwise(client: Client, slug: str) -> None:
    entry = QUARRELS[slug]
    for way in entry.ways():
        answer = client.get(f"/de/quarrel/{slug}/", way).context["answer"]
        if answer and answer.get("lay_url"):
            page = client.get(answer["lay_url"])
            assert page.status_code == 200
            assert page.context["laying"].hand, f"{way}: nothing lies there"


def test_our_table_speaks_first_and_the_others_after_it() -> None:
    client = Client()
    kept(client, naturals_must_outnumber="yes")
    page = Page(client.get("/en/quarrel/how-many-wild-cards/?wilds=three&naturals=three"))
    verdict = page.part('id="verdict"', "</div>")
    assert "Our table: Freitags" in verdict
    assert "No, that is not allowed." in verdict
    everywhere = page.part('class="sides"', "</section>")
    assert "Classic" in everywhere
    assert "Our table" not in everywhere
    client.post(f"/en/table/{client.get('/en/table/').context['chosen'].public_id}/do/", {"do": "officially"})
    assert questions(Page(client.get("/en/quarrel/how-many-wild-cards/"))) == ["wilds"], "four are too many"
    official = Page(client.get("/en/quarrel/how-many-wild-cards/?wilds=three"))
    assert questions(official) == [], "officially three and three is as good as four and three"
    assert "Yes, that is allowed." in official.text
    assert "Officially" in official.part('id="verdict"', "</div>")


def test_points_are_told_with_the_line_of_the_sheet() -> None:
    page = Page(Client().get("/de/quarrel/red-threes-at-the-end/?threes=four&melds=nothing"))
    verdict = page.part('id="verdict"', "</div>")
    assert "−800 Punkte." in verdict
    assert "Rote Dreien −800." in verdict


@pytest.mark.parametrize(
    ("way", "official", "said"),
    [
        (
            "red-threes-at-the-end/?threes=three&melds=meld",
            "300 points.",
            {"300 points": "Classic for two", "−300 points": "Samba"},
        ),
        ("cards-left-in-hand/?hand=joker", "−55 points.", {"−55 points": "Samba"}),
        ("points-for-going-out/?how=usual", "100 points.", {"100 points": "Vienna", "200 points": "Samba"}),
    ],
)
def test_other_tables_are_told_by_the_line_that_was_asked_for(
    way: str, official: str, said: dict[str, str]
) -> None:
    page = Client().get(f"/en/quarrel/{way}")
    answer = page.context["answer"]
    assert answer["headline"] == official
    boxes = {one["outcome"].word: one["rule_sets"] for one in page.context["quarrel"]["elsewhere"]["answers"]}
    assert list(boxes) == list(said), "rule sets that say the same stand together, the others apart"
    for word, name in said.items():
        assert any(name in str(one["title"]) for one in boxes[word])


@pytest.mark.parametrize(
    ("query", "language", "said"),
    [
        ("KKK2 Joker", "de", ["Kartenwerte 100", "Höchstens 100 Punkte", "ab 3.000 120 nein, es fehlen 20"]),
        ("was zählen KKK2 *", "de", ["Kartenwerte 100"]),
        ("AAA 44", "en", ["Card values 70", "At most 60 points", "from 1,500 on 90 no, 30 points short"]),
        ("7777777", "en", ["Card values 35", "Together that is 535 points"]),
        ("KK22", "en", ["Card values 60", "All of them as one meld Allowed."]),
        ("K 2 Joker", "en", ["Not allowed.", "nothing can be melded with these cards"]),
        ("3h 3d", "de", ["Rote Dreien haben keinen Kartenwert"]),
    ],
)
def test_cards_in_the_field_are_counted(query: str, language: str, said: list[str]) -> None:
    page = asked(Client(), query, language)
    for one in said:
        assert one in page.text, page.text


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("JK JK Q", "can be read in two ways"),
        ("3 3 Joker", "Red or black?"),
        ("KKKKKKKKK", "These cards cannot lie together"),
        ("K" * 40, "the limit is 30."),
    ],
)
def test_cards_that_cannot_be_counted_say_why(query: str, said: str) -> None:
    assert said in asked(Client(), query, "en").text


def test_cards_are_counted_by_the_rules_of_our_table() -> None:
    client = Client()
    kept(client, naturals_must_outnumber="yes")
    page = asked(client, "KK22", "en")
    assert "Not allowed." in page.text
    assert "At most 40 points" in page.text, "two kings and one two"


@pytest.mark.parametrize("query", ["xyzzy", "   ", "<b>", "\u200b", "dabei das bad", "x" * 500])
def test_words_that_mean_nothing_lead_to_the_list(query: str) -> None:
    page = asked(Client(), query, "en")
    assert '<details class="all-quarrels" open>' in page.source
    assert page.source.count('href="/en/quarrel/') > 30


def test_an_address_that_was_tampered_with_is_answered() -> None:
    client = Client()
    page = Page(client.get("/en/quarrel/pile-with-a-joker/?frozen=maybe&sun=shines"))
    assert questions(page) == ["frozen", "opened", "with"], "what is not a choice counts as not chosen"
    assert client.get("/en/quarrel/no-such-quarrel/").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_quarrel_is_meant_by_its_own_words(language: str) -> None:
    for slug, entry in QUARRELS.items():
        for words in (*entry.asked.in_language(language), entry.title.in_language(language)):
            meant = quarrels_for(words, language=language).quarrel
            assert meant is not None, words
            assert meant.slug == slug, words


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_rule_answers_is_no_quarrel_about_something_else(language: str) -> None:
    """The words are those with which people ask for rules: a quarrel is the answer only where it is about the rule.

    Most of them are no question that a quarrel judges; then its rules answer, and a quarrel that is near is offered.
    """
    astray, about = [], 0
    for rule, page in library().rules.items():
        assert page.asked is not None
        for words in page.asked.in_language(language)[::4]:
            found = quarrels_for(words, language=language)
            meant = found.quarrel
            about += meant is not None and rule in meant.rules
            if meant is not None and rule not in meant.rules and found.rules is None:
                astray.append(words)
    assert about > 60
    assert len(astray) <= 5, astray


@pytest.mark.parametrize(
    ("language", "query", "number"),
    [
        ("en", "red three last card", "14.4"),
        ("de", "rote drei letzte karte", "14.4"),
        ("en", "how many cards do I need to meld", "7.1"),
        ("de", "wie viele karten brauche ich zum melden", "7.1"),
        ("en", "can i pass", "3.1"),
        ("de", "passen", "3.1"),
    ],
)
def test_where_a_rule_is_meant_it_comes_before_the_quarrels_that_are_near(
    language: str, query: str, number: str
) -> None:
    page = asked(Client(), query, language)
    assert 'id="quarrel-title"' not in page.source
    answered = page.part('class="answered"', "</section>")
    assert answered.index(number) == min(map(answered.index, re.findall(r"\d+\.\d+", answered)))
    if 'class="or-this"' in page.source:
        assert page.source.index('class="answered"') < page.source.index('class="or-this"')


@pytest.mark.parametrize(
    ("language", "query"),
    [("en", "can I take pile with one card"), ("de", "darf ich den Stapel mit einer Karte nehmen")],
)
def test_quarrel_about_the_rule_that_answers_goes_before_one_in_likelier_words(
    language: str, query: str
) -> None:
    meant = quarrels_for(query, language=language)
    assert meant.quarrel is not None
    assert meant.quarrel.slug == "one-card-each"
    assert "pile-with-a-joker" in [one.slug for one in meant.others]


def test_the_search_names_the_quarrel_that_is_meant() -> None:
    client = Client()
    page = Page(client.get("/de/search/", {"q": "sperrt ein joker alle"}))
    assert "/de/quarrel/wild-card-in-the-pile/" in page.source
    assert "/quarrel/" not in Page(client.get("/de/search/", {"q": "talon"})).part('id="main"', "</main>")


def test_at_the_table_the_field_comes_first() -> None:
    page: Any = Page(Client().get("/de/table/"))
    assert page.source.index('id="quarrel-q"') < page.source.index('class="panels')


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", ["Ja, das ist erlaubt.", "Vor dem Ausmachen wird niemand um Erlaubnis gefragt."]),
        ("en", ["Yes, that is allowed.", "Nobody is asked for permission to go out."]),
    ],
)
def test_a_no_binds_nobody_at_a_table_that_asks_nobody(language: str, said: list[str]) -> None:
    client = Client()
    kept(client, language, permission="none")
    page = Page(client.get(f"/{language}/quarrel/partner-said-no/?answer=no"))
    verdict = page.part('id="verdict"', "</div>")
    for one in said:
        assert one in verdict
    usual = Page(Client().get(f"/{language}/quarrel/partner-said-no/?answer=no")).part(
        'id="verdict"', "</div>"
    )
    assert said[0] not in usual


def test_the_reason_is_what_decides_here_and_at_other_tables() -> None:
    page = Page(Client().get("/en/quarrel/canasta-bonus-to-open/?besides=out"))
    verdict = page.part('id="verdict"', "</div>")
    assert "need not reach any minimum" in verdict
    assert "Rule 13.6" in verdict
    everywhere = page.part('class="sides"', "</section>")
    assert "need not reach any minimum" in everywhere
    assert "bonus is 300" not in page.text
    joker = Page(Client().get("/en/quarrel/second-joker-to-go-out/?wilds=one&canastas=yes"))
    rule = "You may add wild cards to a finished canasta too"
    assert joker.part('id="verdict"', "</div>").count(rule) == 1


@pytest.mark.parametrize(
    "way",
    ["partner-said-no/?answer=no", "partner-has-opened/?opened=yes", "add-to-the-opponents/?whose=partner"],
)
def test_two_players_have_no_partner(way: str) -> None:
    page = Client().get(f"/en/quarrel/{way}")
    assert [str(one["title"]) for one in page.context["quarrel"]["elsewhere"]["missing"]] == [
        "Classic for two"
    ]
    alone = Page(Client().get(f"/en/quarrel/{way}&rules=classic-2p"))
    verdict = alone.part('id="verdict"', "</div>")
    assert "Under these rules, that cannot come up." in verdict
    assert "nobody has a partner" in verdict
    assert "makes no difference" not in verdict


def said_elsewhere(client: Client, way: str) -> dict[str, str]:
    """What each rule set says beside the answer: its word, or “depends”."""
    told = client.get(f"/en/quarrel/{way}").context["quarrel"]["elsewhere"]
    boxes = {
        str(one["title"]): str(box["outcome"].word) for box in told["answers"] for one in box["rule_sets"]
    }
    return boxes | {str(one["title"]): "depends" for one in told["depends"]}


def test_what_decides_only_at_other_tables_can_be_chosen_for_them() -> None:
    client = Client()
    page = Page(client.get("/en/quarrel/how-many-wild-cards/?wilds=two"))
    assert "Yes, that is allowed." in page.part('id="verdict"', "</div>"), "officially nothing else is asked"
    assert questions(page) == []
    assert "By these rules, it depends: Rules with readers’ questions" in page.text
    assert re.findall(r'id="elsewhere-([a-z-]+)"', page.source) == ["naturals"]
    three = said_elsewhere(client, "how-many-wild-cards/?wilds=three")
    assert three["Samba"] == "Not allowed", "three are too many with whatever else"
    assert three["Rules with readers’ questions"] == "depends"
    both = said_elsewhere(client, "how-many-wild-cards/?wilds=three&naturals=three")
    assert "depends" not in both.values()
    assert both["Rules with readers’ questions"] == "Not allowed"
    assert both["Overview rules"] == "Allowed"


def test_a_chip_for_other_tables_leads_to_the_same_answer_with_theirs() -> None:
    client = Client()
    page = Page(client.get("/en/quarrel/a-sequence/"))
    chips = re.findall(r'href="(/en/quarrel/a-sequence/\?cards=[a-z]+)#everywhere"', page.source)
    assert len(chips) == 3
    assert {client.get(chip).context["answer"]["outcome"] for chip in chips} == {"wrong"}
    samba = {chip.partition("=")[2]: said_elsewhere(client, chip[12:])["Samba"] for chip in chips}
    assert samba == {"suited": "Allowed", "mixed": "Not allowed", "joker": "Not allowed"}
