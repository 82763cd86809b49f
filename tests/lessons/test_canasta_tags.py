"""Cards and authored text as markup."""

from __future__ import annotations

import pytest
from django.template import Context, Template
from django.test import RequestFactory
from django.utils.translation import override

from engine.law.cards import card
from lessons.table.view_models import HandCard
from tutor.site.templatetags import canasta


def render(source: str, **context: object) -> str:
    return Template("{% load canasta %}" + source).render(Context(context))


@pytest.mark.parametrize(("language", "letter"), [("de", "D"), ("en", "Q")])
def test_card_face_has_the_letter_of_the_language(language: str, letter: str) -> None:
    with override(language):
        assert f"<b>{letter}</b>" in canasta.card_face(card("Qs"))


def test_card_is_a_picture_with_its_name() -> None:
    with override("en"):
        html = render("{% card one %}", one=card("2h"))
    assert 'role="img" aria-label="Two, hearts, wild card"' in html
    assert "wild" in html.split('"')[1].split()


def test_card_class_plain_hides_that_a_card_is_wild() -> None:
    assert canasta.card_class(card("JK"), plain=True) == "card joker"


def test_rich_text_escapes_then_formats() -> None:
    with override("en"):
        html = canasta.rich("<i> **three** {Kh JK} [size](rule:meld.min-size)")
    assert "&lt;i&gt; <b>three</b>" in html
    assert 'aria-label="the king of hearts and a joker"' in html
    assert "/rules/classic/meld.min-size/" in html


def test_rich_text_leaves_what_is_no_card_and_no_rule() -> None:
    html = canasta.rich("{hello} {Kx} [text](rule:no.such-rule) [x](javascript:alert)")
    assert html == "{hello} {Kx} text [x](javascript:alert)"


def test_rich_block_makes_paragraphs() -> None:
    assert canasta.rich_block("one\n\ntwo") == "<p>one</p><p>two</p>"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("mit dem {Jd} ausmachen", "mit dem Karo-Buben ausmachen"),
        ("Nimm deinen {Jh Kh} auf", "Nimm deinen Herz-Buben und Herz-König auf"),
        ("einen einzelnen {Jc}", "einen einzelnen Kreuz-Buben"),
        ("Der {Js} bleibt", "Der Pik-Bube bleibt"),
        ("Wirf die {9s} ab", "Wirf die Pik-Neun ab"),
    ],
)
def test_jack_is_declined_after_its_article(text: str, said: str) -> None:
    with override("de"):
        assert canasta.plain(text) == said


def test_plain_text_names_the_cards() -> None:
    with override("de"):
        assert canasta.plain("Nimm **{9s}** auf") == "Nimm Pik-Neun auf"


@pytest.mark.parametrize(
    ("text", "english", "german"),
    [
        ("with {9c JK}:", "with the nine of clubs and a joker:", "with Kreuz-Neun und Joker:"),
        ("the {9c} and {JK}", "the nine of clubs and a joker", "the Kreuz-Neun and Joker"),
        (
            "Your pair {Ac Ad}",
            "Your pair ace of clubs and ace of diamonds",
            "Your pair Kreuz-Ass und Karo-Ass",
        ),
        ("a {2h}", "a two of hearts", "a Herz-Zwei"),
    ],
)
def test_cards_in_plain_text_have_the_articles_that_english_needs(
    text: str, english: str, german: str
) -> None:
    with override("en"):
        assert canasta.plain(text) == english
    with override("de"):
        assert canasta.plain(text) == german


def test_translated_url_without_a_request_is_the_start_page() -> None:
    assert render("{% translated_url 'de' %}") == "/de/"


def test_translated_url_keeps_the_query() -> None:
    with override("en"):
        request = RequestFactory().get("/en/rules/?q=frozen")
        assert render("{% translated_url 'de' %}", request=request) == "/de/rules/?q=frozen"


def test_kept_markup_is_drawn_once_for_each_language_and_knows_no_variable() -> None:
    page = Template("{% load canasta i18n %}{% kept %}{% translate 'Course' %}{{ name }}{% endkept %}")
    told = []
    for language in ("de", "en", "de"):
        with override(language):
            told.append(page.render(Context({"name": "!"})))
    assert told == ["Kurs", "Course", "Kurs"]


def test_kept_markup_follows_its_value_and_is_drawn_anew_without_one() -> None:
    page = Template("{% load canasta %}{% kept by %}{{ shown }}{% endkept %}")
    with override("en"):
        told = [
            page.render(Context({"by": by, "shown": shown}))
            for by, shown in (("a", 1), ("a", 2), ("b", 3), (None, 4), (None, 5), ("a", 6))
        ]
    assert told == ["1", "1", "3", "4", "5", "1"]


def test_kept_markup_takes_no_more_room_than_it_may() -> None:
    page = Template("{% load canasta %}{% kept by %}{{ by }}{% endkept %}")
    with override("en"):
        told = [page.render(Context({"by": by})) for by in range(canasta.DRAWN + 9)]
        assert told == [str(by) for by in range(canasta.DRAWN + 9)]
    (node,) = page.nodelist.get_nodes_by_type(canasta.Kept)
    assert len(node.kept) == canasta.DRAWN


@pytest.mark.parametrize(("language", "name"), [("de", "Kreuz"), ("en", "clubs")])
def test_card_that_can_be_selected_is_a_check_box_with_its_name(language: str, name: str) -> None:
    held = HandCard(card=card("9c"), id="card-9c-0", value="9c-0", selected=True, marked=True, new=False)
    with override(language):
        html = render("{% pick one %}", one=held)
    assert 'id="card-9c-0" name="card" value="9c-0"' in html
    assert " checked" in html
    assert 'aria-describedby="marked-note"' in html
    assert name in html
