"""One word for each thing: words that are not used, in messages, templates and seeds of either language.

The text of the course itself (``seeds/lessons``) is not looked at here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import polib
import pytest
from django.conf import settings

from tests.tutor.test_catalogue import CATALOGUE
from tutor.privacy.stored import texts

COURSE = "seeds/lessons"
OTHER_NAMES = ("also", "known_as", "asked")
"""Other names that are explained in the glossary, and words in which people ask, accepted in search."""
ONLY_FOUND_BY = "seeds/alike.toml"
"""Words that are used for finding and never shown."""

_OF = "(?:[Dd]ie|[Dd]iese[rn]?|[Ee]ine[rn]?|[Ee]ure[rn]?|[Dd]eine[rn]?|[Mm]eine[rn]?|[Ii]hre[rn]?|jede[rn]?|beiden?)"
_SIDE_DOES = "(?:hat|hatte|kann|führt|macht|braucht|mit Meldungen|ausgemacht)"
_OF_SIDE = "(?:für|gegen|von|nach) (?:die|diese|dieser) Seite"
GERMAN = {
    "Partnerschaft": r"\b(?:[Ee]ure[rn]?|[Dd]eine[rn]?|[Mm]eine[rn]?|gegnerische[rn]?) Seiten?\b(?! der)|"
    rf"\b{_OF} Seite {_SIDE_DOES}|{_OF_SIDE}\b(?! mit| keine)(?= |\.|:|,)(?! „)(?! ge)",
    "Ablagestapel": r"(?<![\w-])[Ss]tapels?\b",
    "Mindestpunktzahl": r"\bMindest(?:wert\w*|punkten?)\b",
    "Abrechnung": r"\bWertungsb\w+|\bPunkte(?:blatt|zettel)\w*",
    "Absprache": r"\b(?:Verabredung|Vereinbarung)\w*",
    "Aktion": r"\b(?:Handlung|Spielzug|Spielzüge)\w*",
    "Lektion (eine Stufe hat die Mindestpunktzahl)": (
        r"\bStufen? (?:%\(number\)s|des Kurses|abschließen|geschafft)|\berste Stufe dauert"
    ),
    "Notiz (ein Hinweis ist zu einer Aufgabe)": r"\b[Dd]eine[nr]? Hinweise?\b(?! (?:zu|ist))",
    "Tisch (eine Runde wird abgerechnet)": r"\b(?:[Vv]iele|manche) Runden\b",
    "beim Canasta, beim Samba": r"\b[Ii]n (?:Canasta|Samba)\b",
    "ausgelegt, vorgemerkt (der Ablagestapel ist keine Ablage)": r"\bAblage\b",
    "Bonus": r"\bPrämien?\b",
}
ENGLISH = {
    "required": r"\basked for is\b|\bAsked for is\b|what is asked for|points are asked\b",
    "frozen against": r"\bfrozen (?:to|for)\b",
    "short of, still needed": r"\bmissing (?:to|for|at)\b",
    "with": r"\bput (?:it |them )?to (?:a|the|your) (?:meld|canasta)",
    "highest-scoring": r"\bdear(?:est|er)?\b",
    "has no": r"\bknows (?:no|of no)\b",
    "appears, is": (
        r"\bstands? (?:only |once |twice |still )?(?:below|there|here|twice|more than once|before rules|on the page"
        r"|in (?:the (?:readers|official|comments|address|list)|a (?:note|row)))\b|\bstill stands\b"
    ),
    "taking the pile": r"\b[Tt]he take\b",
    "when it expires": r"\buntil when\b",
    "anyone who": r"(?:^|[.:] )Who (?:is|has|wants|comes) not\b",
}  # fmt: skip


OTHER_MEANINGS = {
    r"(?<!-)\bRunden?\b": r"\b(?:a|the|this|live|another|earlier|your) rounds?\b",
    r"\bStufen?\b": r"\b(?:stages?|levels?)\b",
    r"\bHinweise?s?n?\b": r"\b(?:hints?|notes?)\b",
    r"\bTipps?\b": r"\b(?:reports?|notes?)\b",
    r"\bMeldung(?:en)?\b": r"\b(?:reports?|messages?|notifications?)\b",
}
"""German words of one meaning, and the English of another: a Runde is a deal, a Hinweis is a report, a Tipp a hint."""
SAID_ONCE = {
    "en": r"as long as it holds no more than three|\b[Ee]very other turn\b|\ba samba is one of them\b|"
    r"\breport stays\b|\bmore than one by one\b|\b[Nn]amed as\b",
    "de": r"solange darin höchstens drei liegen|Meldung ohne Bezug",
}
"""What was once said and was not so, or could be read the other way round."""


def messages() -> Iterator[tuple[str, str, str]]:
    """Language, place and text of every message of templates and code."""
    for entry in polib.pofile(str(CATALOGUE)):
        if not entry.obsolete:
            yield from (("en", CATALOGUE.name, text) for text in (entry.msgid, entry.msgid_plural) if text)
            yield from (
                ("de", CATALOGUE.name, text) for text in (entry.msgstr, *entry.msgstr_plural.values()) if text
            )


@cache
def pairs() -> tuple[tuple[str, str, str], ...]:
    """Place, German and English of every text that has both."""
    return tuple(_pairs())


def _pairs() -> Iterator[tuple[str, str, str]]:
    for entry in polib.pofile(str(CATALOGUE)):
        if not entry.obsolete:
            german = (entry.msgstr, *entry.msgstr_plural.values())
            yield CATALOGUE.name, " ".join(german), f"{entry.msgid} {entry.msgid_plural}"
    for path in sorted((settings.BASE_DIR / "seeds").rglob("*.toml")):
        for both in _both(tomllib.loads(path.read_text(encoding="utf-8"))):
            yield path.name, both["de"], both["en"]
    yield from (("fields.toml", text.de, text.en) for text in texts())


def _both(found: Any) -> Iterator[dict[str, str]]:
    if isinstance(found, dict) and isinstance(found.get("de"), str) and isinstance(found.get("en"), str):
        yield found
    elif isinstance(found, dict | list):
        for one in found.values() if isinstance(found, dict) else found:
            yield from _both(one)


def authored() -> Iterator[tuple[str, str, str]]:
    """The same of the seeds, other names left out."""
    for path in sorted((settings.BASE_DIR / "seeds").rglob("*.toml")):
        place = str(path.relative_to(settings.BASE_DIR))
        if not place.startswith((COURSE, ONLY_FOUND_BY)):
            for language, text in _texts(tomllib.loads(path.read_text(encoding="utf-8"))):
                yield language, place, text


def told_as_stored() -> Iterator[tuple[str, str, str]]:
    """The same of what the privacy page says is stored."""
    for text in texts():
        yield from (("de", "fields.toml", text.de), ("en", "fields.toml", text.en))


def _texts(found: Any, language: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(found, dict):
        for key, value in found.items():
            if key not in OTHER_NAMES:
                yield from _texts(value, key if key in ("de", "en") else language)
    elif isinstance(found, list):
        for one in found:
            yield from _texts(one, language)
    elif isinstance(found, str) and language:
        yield language, found


LONG_IMPERATIVE = re.compile(
    r"(?:^|[.:;!?“] |[„(])(?:Spiele|Lege|Ziehe|Bringe|Zähle|Prüfe|Hole|Löse|Tippe)(?= )(?! \d)"
    r"|(?:, |und |dann )(?:lege|zähle|spiele|prüfe|tippe|ziehe)(?= )(?! ich)"
)


def test_imperatives_have_their_short_form_everywhere() -> None:
    """ "Zieh", "leg": two forms side by side read like two authors."""
    assert [(place, german) for place, german, _ in pairs() if LONG_IMPERATIVE.search(german)] == []


@cache
def everything() -> tuple[tuple[str, str, str], ...]:
    return (*messages(), *authored(), *told_as_stored())


@pytest.mark.parametrize(
    ("language", "used", "not_used"),
    [*(("de", *pair) for pair in GERMAN.items()), *(("en", *pair) for pair in ENGLISH.items())],
    ids=lambda value: value if isinstance(value, str) and len(value) < 40 else "words",
)
def test_words_that_are_not_used_are_not_used(language: str, used: str, not_used: str) -> None:
    found = [
        f"{place}: {text}" for of, place, text in everything() if of == language and re.search(not_used, text)
    ]
    assert not found, f"say “{used}” instead"


@pytest.mark.parametrize("german", OTHER_MEANINGS)
def test_german_word_has_one_meaning(german: str) -> None:
    meant = [one for one in pairs() if re.search(german, one[1])]
    assert len(meant) > 10
    assert [one for one in meant if re.search(OTHER_MEANINGS[german], one[2])] == []


def test_what_was_not_so_is_not_said_again_in_the_course_either() -> None:
    said = [(place, "de", de) for place, de, _ in pairs()] + [(place, "en", en) for place, _, en in pairs()]
    assert [one for one in said if re.search(SAID_ONCE[one[1]], one[2])] == []


def test_both_languages_of_messages_and_seeds_are_looked_at() -> None:
    seen = {(language, place.partition("/")[0]) for language, place, _ in everything()}
    assert seen == {
        (language, place) for language in ("de", "en") for place in ("django.po", "fields.toml", "seeds")
    }


def test_glossary_says_what_others_say() -> None:
    terms = tomllib.loads((settings.BASE_DIR / "seeds" / "glossary.toml").read_text(encoding="utf-8"))["term"]
    text = {one["key"]: one["text"]["de"] for one in terms}
    assert "„der Canasta“" in text["canasta"]
    assert "Eingefroren" in text["blocked"]
    assert "Gemeinsam ist beidem" in text["blocked"]
