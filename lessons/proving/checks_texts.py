"""What can be wrong with a text of the content, whatever it is about."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.law.rulebook import RULES
from lessons.content.base import LANGUAGES, Text
from lessons.content.files import Problem
from lessons.proving.checks_numbers import unequal_numbers, wrong_sums

_RULE_LINK: Final = re.compile(r"\]\(rule:([^)]*)\)")
_OTHER_LINK: Final = re.compile(r"\]\((?!rule:|points:)([^)]*)\)")
_CARDS: Final = re.compile(r"\{([^}]*)\}")
_ONE_CARD: Final = re.compile(r"(?:[2-9TJQKA][cdhs]|JK)")
_MOST_CARDS_IN_TEXT: Final = 8


def text_problems(file: str, key: str, text: Text) -> Iterator[Problem]:
    """What is wrong with a text in one of its languages, or between them."""
    unequal = unequal_numbers(text)
    if unequal:
        yield Problem(file, key, unequal)
    for language in LANGUAGES:
        for message in _text_faults(text.in_language(language)):
            yield Problem(file, f"{key}.{language}", message)


def _text_faults(text: str) -> Iterator[str]:
    for rule in _RULE_LINK.findall(text):
        if rule not in RULES:
            yield f"there is no rule “{rule}” to link to"
    for target in _OTHER_LINK.findall(text):
        yield f"“{target}” is no link that can be used here; write rule:… with the id of a rule"
    for group in _CARDS.findall(text):
        cards = group.split()
        wrong = [card for card in cards if not _ONE_CARD.fullmatch(card)]
        if not cards or wrong or len(cards) > _MOST_CARDS_IN_TEXT:
            yield f"“{{{group}}}” are not one to {_MOST_CARDS_IN_TEXT} cards such as {{Kh 2c}}"
    yield from wrong_sums(text)
    if text.count("{") != text.count("}") or text.count("**") % 2:
        yield "a brace or a pair of stars is not closed"
