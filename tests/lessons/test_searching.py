"""The search: other names, inflection, compounds, spelling, several words, ranking; with the project's own content."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from engine.law.rulebook import RULES
from lessons.content.reading import library
from lessons.words.forms import key
from tests.lessons.pages import Learner, Page
from tests.samples import share
from tutor.reference.searching import Results, marked, search

LANGUAGES = ("de", "en")


def rules(results: Results, most: int = 8) -> list[str]:
    return [hit.id for hit in results.of("rule")[:most]]


def terms(results: Results) -> list[str]:
    return [hit.id for hit in results.of("term")]


def searched(query: str, language: str = "de") -> Page:
    return Page(Client().get(f"/{language}/search/", {"q": query}))


@pytest.mark.parametrize(
    ("query", "term", "rule"),
    [
        ("Paket", "discard-pile", "pickup.whole-pile"),
        ("Posso", "discard-pile", "pickup.whole-pile"),
        ("Haufen", "discard-pile", "pickup.whole-pile"),
        ("Ablagestoß", "discard-pile", "pickup.whole-pile"),
        ("Abwurfhaufen", "discard-pile", "pickup.whole-pile"),
        ("Stoß", "stock", "stock.play-on"),
        ("echtes Canasta", "natural-canasta", "canasta.natural-bonus"),
        ("echte Canastas", "natural-canasta", "canasta.natural-bonus"),
        ("unecht", "mixed-canasta", "canasta.mixed-bonus"),
        ("gesperrt", "frozen", "freeze.for-everyone"),
        ("blockierter Stapel", "frozen", "freeze.for-everyone"),
        ("Sperrkarte", "black-three", "black3.stop-card"),
        ("Ausmachen", "going-out", "out.bonus"),
        ("Ausgehen", "going-out", "out.bonus"),
        ("Schluss machen", "going-out", "out.bonus"),
        ("kleine Joker", "deuce", "deck.wild-total"),
        ("Handcanasta", "concealed", "concealed.definition"),
        ("Straße", "sequence", "samba.sequence-shape"),
    ],
)
def test_other_german_name_finds_term_and_rule(query: str, term: str, rule: str) -> None:
    results = search(query, language="de")
    assert term in terms(results)[:3]
    assert rule in rules(results)
    assert not results.is_partial


@pytest.mark.parametrize(
    ("query", "term", "rule"),
    [
        ("pick up the pack", "take-the-pile", "pickup.whole-pile"),
        ("pure canasta", "natural-canasta", "canasta.natural-bonus"),
        ("dirty canasta", "mixed-canasta", "canasta.mixed-bonus"),
        ("stop card", "black-three", "black3.stop-card"),
        ("going out", "going-out", "out.bonus"),
        ("lay off", "add-to-meld", "meld.add-own-partner"),
        ("Posso", "discard-pile", "freeze.wild-discard"),
    ],
)
def test_other_english_name_finds_term_and_rule(query: str, term: str, rule: str) -> None:
    results = search(query, language="en")
    assert term in terms(results)[:3]
    assert rule in rules(results)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Canasta", "Canastas"), ("eingefroren", "eingefrorenen"), ("ausmachen", "ausgemacht"),
        ("aufnehmen", "aufgenommen"), ("abwerfen", "abwirft"), ("melden", "gemeldet"), ("Stoß", "Stöße"),
        ("Stöße", "stoesse"), ("König", "konig"), ("Könige", "KOENIG"), ("anlegen", "angelegt"), ("Bonus", "Boni"),
        ("natürliche", "natuerlichen"), ("ausgehen", "ausgegangen"), ("Joker", "Jokern"),
    ],
)  # fmt: skip
def test_forms_of_a_german_word_are_one(one: str, other: str) -> None:
    assert key(one, "de") == key(other, "de")


@pytest.mark.parametrize(
    ("one", "other"),
    [("meld", "melded"), ("freeze", "frozen"), ("go", "went"), ("canasta", "Canastas"), ("takes", "taken")],
)
def test_forms_of_an_english_word_are_one(one: str, other: str) -> None:
    assert key(one, "en") == key(other, "en")


@pytest.mark.parametrize(("one", "other"), [("echt", "unecht"), ("Meldung", "Meinung"), ("rein", "Reihe")])
def test_different_words_stay_apart(one: str, other: str) -> None:
    assert key(one, "de") != key(other, "de")


def test_spelling_and_case_do_not_matter() -> None:
    found = [search(query, language="de").hits for query in ("natürlich", "NATÜRLICH", "natuerlich")]
    assert found[0]
    assert found[0] == found[1] == found[2]


def test_part_finds_the_compound_but_not_the_opposite() -> None:
    results = search("Stapel", language="de")
    assert "discard-pile" in terms(results)
    assert "mixed-canasta" not in terms(search("echt", language="de"))


def test_compound_that_stands_nowhere_is_found_by_its_parts() -> None:
    results = search("Jokerregel", language="de")
    assert not results.missing
    assert "house.joker-canasta-1000" in rules(results, 20)


def test_beginning_of_a_word_finds_it() -> None:
    assert "freeze.for-everyone" in rules(search("eingefr", language="de"))


def test_several_words_are_all_in_what_is_found() -> None:
    both = {hit.id for hit in search("eingefroren natürliches Paar", language="de").hits}
    for word in ("eingefroren", "natürliches", "Paar"):
        assert both < {hit.id for hit in search(word, language="de").hits}
    assert "freeze.take-natural-pair-only" in both


def test_whole_question_finds_the_rule() -> None:
    assert "freeze.for-everyone" in rules(search("Wann ist der Stapel eingefroren?", language="de"))
    assert "freeze.for-everyone" in rules(search("When is the pile frozen?", language="en"))


def test_where_nothing_has_all_words_those_with_most_are_found() -> None:
    results = search("Sperrkarte Xylophon", language="de")
    assert results.is_partial
    assert results.missing == ("Xylophon",)
    assert "black3.stop-card" in rules(results)


@pytest.mark.parametrize(("turn", "language"), list(enumerate(LANGUAGES)))
def test_every_rule_is_first_by_its_number_and_by_its_title(turn: int, language: str) -> None:
    for rule, page in share(library().rules.items(), turn, of=2):
        assert rules(search(RULES[rule].number, language=language), 1) == [rule]
        assert rule in rules(search(page.title.in_language(language), language=language), 6), rule


@pytest.mark.parametrize(("turn", "language"), list(enumerate(LANGUAGES)))
def test_every_name_of_every_term_finds_it(turn: int, language: str) -> None:
    for term in share(library().glossary, turn, of=4):
        for names in (term.de, term.en):
            for name in filter(None, (names.term, names.plural, *names.also)):
                assert term.key in terms(search(name, language=language)), name


def test_rule_id_finds_the_rule_first() -> None:
    assert search("wild.max-per-meld", language="de").hits[0].id == "wild.max-per-meld"


@pytest.mark.parametrize(
    ("kind", "query", "found"),
    [
        ("rule-set", "Wiener Regeln", "wiener"),
        ("stage", "Der eingefrorene Ablagestapel", "frozen-pile"),
        ("question", "Klopfen", "knocking"),
    ],
)
def test_other_groups(kind: str, query: str, found: str) -> None:
    assert search(query, language="de").of(kind)[0].id == found  # type: ignore[arg-type]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_exercise_is_found_by_its_goal(language: str) -> None:
    for slug in ("frozen-pile/out-of-the-ice", "puzzle/may-i-take-it/covered-black-three"):
        goal = library().items[slug].goal.in_language(language)
        assert slug in [hit.id for hit in search(goal, language=language).of("exercise")[:3]]


def test_typing_mistake_gets_a_suggestion() -> None:
    assert search("Conasta", language="de").suggestion == "Canasta"
    assert search("Skat", language="de") == Results(query="Skat", missing=("Skat",))


def test_only_words_of_the_language_of_the_page_are_suggested() -> None:
    assert search("Talom", language="de").suggestion == "Talon"
    assert search("Talom", language="en").suggestion == ""
    assert search("qwertz", language="en").suggestion == ""
    assert search("packez", language="en").suggestion == "packet"
    assert search("Talon", language="en").hits


def test_marks_are_escaped_and_do_not_overlap() -> None:
    assert marked("a <b> c", [(2, 5)]) == "a <mark>&lt;b&gt;</mark> c"
    title = search("eingefrorene", language="de").of("rule")[0].title
    assert "<mark>" in title
    assert "<mark><mark>" not in title


def test_other_name_marks_the_word_that_stands_there() -> None:
    hit = next(hit for hit in search("Posso", language="de").hits if hit.id == "pickup.whole-pile")
    assert hit.title == "Der ganze <mark>Ablagestapel</mark>"


def test_one_word_of_a_name_that_other_terms_share_does_not_mark_them() -> None:
    hits = {hit.id: hit.title for hit in search("natural canasta", language="en").hits}
    assert hits["canasta.natural-bonus"] == "<mark>Natural canasta</mark>: 500"
    assert hits["canasta.mixed-bonus"] == "Mixed <mark>canasta</mark>: 300"


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_groups_marks_and_links_what_is_found(language: str) -> None:
    page = searched("Joker", language)
    assert page.status == 200
    groups = re.findall(r'<h2 id="found-([a-z-]+)"', page.source)
    assert groups == ["term", "rule", "question", "rule-set", "stage", "exercise"]
    assert "<mark>Joker</mark>" in page.source
    assert f'href="/{language}/rules/classic/house.joker-canasta-1000/"' in page.source
    assert 'value="Joker"' in page.source


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_says_how_many_of_what_it_counts_it_does_not_list(language: str) -> None:
    page = searched("Joker", language)
    count = int(re.findall(r'#found-rule">[^<]+<span class="count">(\d+)', page.source)[0])
    rules = page.part('<h2 id="found-rule"', "</section>")
    listed = page.source.partition('id="found-rule"')[2].partition("</section>")[0].count("<li>")
    assert count > listed > 20
    said = {
        "de": "{} weitere Stellen passen weniger gut und stehen hier nicht.",
        "en": "{} more results fit less well and are not listed.",
    }
    assert said[language].format(count - listed) in rules
    assert "Wiener" in searched("Wiener", language).text
    assert said[language].format("").strip() not in searched("Wiener", language).text


def test_page_without_a_query_offers_other_names_to_try() -> None:
    page = searched("")
    assert "Paket" in page.text
    assert "q=gesperrt" in page.source
    assert 'class="found"' not in page.source


def test_typing_mistake_is_read_as_the_likest_word_and_told() -> None:
    page = searched("Conasta")
    assert "Gelesen als „Canasta“." in page.text
    assert 'value="Conasta"' in page.source
    assert 'href="/de/search/?q=Conasta&amp;exact=1"' in page.source
    assert "Ein Canasta" in page.text


def test_page_without_a_hit_helps() -> None:
    page = Page(Client().get("/de/search/", {"q": "Conasta", "exact": "1"}))
    assert "Nichts gefunden für „Conasta“" in page.text
    assert "Meintest du Canasta ?" in page.text
    assert 'href="/de/search/?q=Canasta"' in page.source
    assert "Regeln und ihre Nummern" in page.text


@pytest.mark.parametrize(
    "query", ["<script>alert(1)</script>", "%", "\x01", "a" * 5000, "((", "..", "„“", "-"]
)
def test_nonsense_is_a_page(query: str) -> None:
    page = searched(query, "en")
    assert page.status == 200
    assert "<script>alert" not in page.source


def test_language_switch_keeps_the_query() -> None:
    assert 'href="/en/search/?q=gesperrt"' in searched("gesperrt").source


def test_old_address_of_the_search_leads_to_it() -> None:
    response = Client().get("/de/rules/", {"q": "natürlich"})
    assert response.headers["Location"] == "/de/search/?q=nat%C3%BCrlich"


@pytest.mark.parametrize("path", ["/de/about/", "/en/rules/"])
def test_every_page_has_the_field(path: str) -> None:
    page = Learner().open(path)
    assert re.search(
        rf'<form class="seek" method="get" action="{path[:4]}search/" role="search"', page.source
    )


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "first"), [("Überblick", "Regelsätze"), ("Wiener", "Regelsätze"), ("Joker", "Regeln")]
)
def test_rule_set_that_was_looked_for_comes_before_the_rules(query: str, first: str) -> None:
    page = searched(query)
    headings = re.findall(r"<h2[^>]*>(Regelsätze|Regeln)</h2>", page.source)
    assert headings[0] == first


@pytest.mark.parametrize(("query", "language"), [("wie viele Joker", "de"), ("how many jokers", "en")])
def test_question_of_number_finds_what_is_counted(query: str, language: str) -> None:
    assert rules(search(query, language=language), 1) == ["deck.jokers"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "words", "label", "said"),
    [
        ("en", "how many wild cards in a meld in Samba", "By these rules: Samba", "at most two wild cards"),
        ("de", "wie viele Canastas zum Ausmachen im Samba", "Nach diesen Regeln: Samba", "zwei Canastas"),
    ],
)
def test_rule_set_in_the_words_is_the_one_whose_rule_answers(
    language: str, words: str, label: str, said: str
) -> None:
    page = Client().get(f"/{language}/search/", {"q": words}).content.decode()
    answered = page.partition('class="answered"')[2].partition("</section>")[0]
    assert label in " ".join(answered.split())
    assert said in answered
    usual = Client().get(f"/{language}/search/", {"q": words.lower().replace("samba", "")}).content.decode()
    assert label not in " ".join(usual.split())
