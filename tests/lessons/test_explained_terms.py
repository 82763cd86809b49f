"""Terms of the glossary in a text: which become buttons, what they open, and that the text stays as it is."""

from __future__ import annotations

import re

import pytest
from django.utils.translation import override

from lessons.content.reading import library
from tests.lessons.pages import Learner
from tutor.site.explained_terms import MOST_UNMARKED
from tutor.site.templatetags.canasta import rich, rich_block

LANGUAGES = ("de", "en")
BUTTON = re.compile(r'<button type="button" class="term" popovertarget="([^"]+)">(.*?)</button>')
HELD = re.compile(r'<span class="held">((?:[^<]|</?b>)*)</span>')
NOTE = re.compile(r'<div popover class="gloss" id="([^"]+)">.*?</div>', re.DOTALL)


def buttons(html: str) -> list[str]:
    return [match[1] for match in BUTTON.findall(html)]


def text_alone(html: str) -> str:
    """The markup without buttons, what holds them, and explanations, which is to be that of the text."""
    return HELD.sub(r"\1", BUTTON.sub(r"\2", NOTE.sub("", html)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_rules_and_intros_stay_as_they_are(language: str) -> None:
    content = library()
    texts = [page.text for page in content.rules.values()]
    texts += [item.intro for item in content.items.values() if item.intro]
    with override(language):
        for text in texts:
            html = rich_block(text)
            paragraphs = [part.strip() for part in re.split(r"\n\s*\n", str(text))]
            assert text_alone(html) == "".join(f"<p>{rich(part)}</p>" for part in paragraphs)
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(set(ids)) == len(ids)
            assert sorted(ids) == sorted(match[0] for match in BUTTON.findall(html))


@pytest.mark.usefixtures("in_german")
def test_button_opens_the_explanation_with_the_word_of_the_other_language() -> None:
    html = rich_block("Der Stapel ist **eingefroren**.")
    assert buttons(html) == ["eingefroren"]
    note = NOTE.search(html)
    assert note is not None
    assert note[1] == BUTTON.findall(html)[0][0]
    assert '<b>eingefroren</b> <i lang="en">frozen</i>' in note[0]
    assert "nur mit zwei natürlichen Karten" in note[0]
    assert 'href="/de/glossary/#term-frozen"' in note[0]


@pytest.mark.usefixtures("in_english")
def test_english_text_shows_the_german_word() -> None:
    html = rich_block("Then the pile is frozen.")
    assert buttons(html) == ["frozen"]
    assert '<i lang="de">eingefroren</i>' in html


@pytest.mark.usefixtures("in_german")
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nimm einen eingefrorenen Ablagestapel nicht auf.", ["eingefrorenen", "Ablagestapel"]),
        ("Zwei wilden Karten hilft keine natürliche.", ["wilden Karten"]),
        ("Ihr habt gemischte Canastas.", ["gemischte Canastas"]),
        ("Du hast alles angelegt und ausgemacht.", ["angelegt", "ausgemacht"]),
        ("Erst eine Meldung, dann noch eine Meldung.", ["Meldung"]),
        ("Meldung, dann **Meldung**.", ["Meldung"]),
        ("Der Rang und die Farbe sind gleich.", []),
        ("Der **Rang** zählt.", ["Rang"]),
        ("Melde in der Folge nichts.", []),
        ("Siehe [eingefroren](rule:freeze.wild-discard).", []),
        ("Ein Joker {JK} liegt da.", []),
    ],
)
def test_what_becomes_a_button(text: str, found: list[str]) -> None:
    assert buttons(rich_block(text)) == found


@pytest.mark.usefixtures("in_german")
def test_term_in_bold_goes_before_the_same_term_earlier() -> None:
    html = rich_block("Eine Meldung: Das ist eine **Meldung**.")
    assert '<b><button type="button" class="term"' in html
    assert "Eine Meldung:" in html


@pytest.mark.usefixtures("in_german")
def test_only_some_terms_that_are_not_in_bold_become_buttons() -> None:
    text = "Talon, Ablagestapel, oberste Karte, wilde Karte, rote Drei, schwarze Drei, natürliche Karte, Erstmeldung."
    assert len(buttons(rich_block(text))) == MOST_UNMARKED
    assert len(buttons(rich_block("**Partie** und **Runde**. " + text))) == MOST_UNMARKED + 2


@pytest.mark.usefixtures("in_german")
def test_line_of_text_for_headings_and_labels_has_no_button() -> None:
    assert buttons(rich("Der Stapel ist **eingefroren**.")) == []


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", ["plain", "htmx"])
def test_exercise_explains_terms_outside_links_headings_and_labels(language: str, way: str) -> None:
    headers = {"hx-request": "true"} if way == "htmx" else {}
    page = Learner().open(f"/{language}/course/frozen-pile/a-two-in-the-pile/", **headers)
    intro = page.source[page.source.index('<details class="intro"') : page.source.index('id="table"')]
    assert len(buttons(intro)) > 2
    ids = re.findall(r'\sid="([^"]+)"', page.source)
    assert len(ids) == len(set(ids))
    for element in ("a", "h1", "h2", "label", "legend", "summary"):
        for part in re.findall(rf"<{element}[ >].*?</{element}>", page.source, re.DOTALL):
            assert 'class="term"' not in part
    form = page.source[page.source.index('<form id="answer"') : page.source.rindex("</form>")]
    assert 'class="term"' not in form


@pytest.mark.parametrize("language", LANGUAGES)
def test_glossary_has_every_term_with_the_word_of_the_other_language(language: str) -> None:
    page = Learner().open(f"/{language}/glossary/")
    assert page.status == 200
    for term in library().glossary:
        here, there = (term.de, term.en) if language == "de" else (term.en, term.de)
        other = "en" if language == "de" else "de"
        assert f'id="term-{term.key}">{here.term}<' in page.source
        assert f'<i lang="{other}">{there.term}</i>' in page.source
        for name in here.also:
            assert name in page.text
        for rule in term.rules:
            assert f'href="/{language}/rules/classic/{rule}/"' in page.source
    ids = re.findall(r'\sid="([^"]+)"', page.source)
    assert len(ids) == len(set(ids))


def test_keys_of_terms_are_unique() -> None:
    found = [term.key for term in library().glossary]
    assert len(found) == len(set(found))


@pytest.mark.usefixtures("in_english")
@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Then the pile is frozen. It stays so.", "frozen."),
        ("Then the pile is **frozen**, and it stays so.", "<b>frozen</b>,"),
        ("Then the pile is frozen and stays so.", None),
        ("Then the pile is **frozen** and stays so.", None),
    ],
)
def test_no_line_begins_with_the_stop_after_a_button(text: str, held: str | None) -> None:
    html = BUTTON.sub(r"\2", rich_block(text))
    found = HELD.search(html)
    assert (found[1] if found else None) == held
