"""The glossary: every term with its other names, the word of the other language and the rules about it."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_cookie

from lessons.content.reading import Library, library
from lessons.content.rulebook import TermEntry
from lessons.saying.wording import term_text
from lessons.words.forms import folded
from lessons.words.glossing import in_language
from tutor.learning.addresses import rule_line


@vary_on_cookie
@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    """All terms by their first letter."""
    content = library()
    terms = sorted((_term(content, term) for term in content.glossary), key=lambda term: folded(term["term"]))
    letters = [
        {"letter": letter, "terms": list(group)}
        for letter, group in groupby(terms, key=lambda term: folded(term["term"])[0].upper())
    ]
    return render(request, "lessons/glossary.html", {"section": "rules", "letters": letters})


def _term(content: Library, term: TermEntry) -> dict[str, Any]:
    """A term in the active language, with what the other language calls it."""
    here = "de" if (get_language() or "en").startswith("de") else "en"
    there = "en" if here == "de" else "de"
    own, other = in_language(term, here), in_language(term, there)
    return {
        "key": term.key,
        "term": own.term,
        "also": own.also,
        "text": term_text(term),
        "other": other.term,
        "other_language": there,
        "rules": [rule_line(content.rules[rule]) for rule in term.rules if rule in content.rules],
    }


def term_url(key: str) -> str:
    """Where the term stands in the glossary."""
    return f"{reverse('lessons:glossary')}#term-{key}"
