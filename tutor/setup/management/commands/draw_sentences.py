"""`python3 manage.py draw_sentences --language de`: sentences that can be shown, drawn by lot for fresh eyes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any, Final

import polib
from django.conf import settings
from django.core.management import BaseCommand, CommandParser
from django.utils.translation import override

from lessons.proving.sentences import authored, hint_sentence, of_the_course, sentences_in, verdict_sentence
from tutor.privacy.stored import texts

COUNT: Final = 60
MOST_TRIES: Final = 40
"""So many draws for each sentence that is wanted, before there are taken to be no more."""


class Command(BaseCommand):
    help = "Draw sentences of everything that can be shown but the text of the course, or of that text alone."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--language", choices=["de", "en"], required=True)
        parser.add_argument("--count", type=int, default=COUNT)
        parser.add_argument("--course", action="store_true", help="of the text of the course")
        parser.add_argument("--seed", type=int, help="draw the same again; without it a fresh one is made")

    def handle(self, *args: Any, **options: Any) -> None:
        seed = options["seed"] if options["seed"] is not None else SystemRandom().randrange(10**6)
        chosen = draw_of_the_course if options["course"] else draw
        with override(options["language"]):
            drawn = chosen(options["language"], count=options["count"], rng=Random(seed))
        course = " --course" if options["course"] else ""
        self.stdout.write(f"--language {options['language']}{course} --seed {seed}")
        for number, (source, text) in enumerate(drawn, start=1):
            self.stdout.write(f"{number:2} {source:8} {text}")


def draw(language: str, *, count: int, rng: Random) -> list[tuple[str, str]]:
    """So many different sentences with where they come from. Each source is as likely as the others."""
    shown, written = messages(language), [*authored(settings.BASE_DIR / "seeds", language), *stored(language)]
    sources: dict[str, Callable[[], str]] = {
        "message": lambda: rng.choice(shown),
        "text": lambda: rng.choice(written),
        "verdict": lambda: verdict_sentence(rng),
        "hint": lambda: hint_sentence(rng),
    }
    found: dict[str, str] = {}
    for _ in range(count * MOST_TRIES):
        if len(found) == count:
            break
        source = rng.choice(sorted(sources))
        if text := sources[source]():
            found.setdefault(text, source)
    return [(source, text) for text, source in found.items()]


def draw_of_the_course(language: str, *, count: int, rng: Random) -> list[tuple[str, str]]:
    """So many different sentences of the course, all of them where there are no more."""
    found = of_the_course(settings.BASE_DIR / "seeds", language)
    return [("course", text) for text in rng.sample(found, min(count, len(found)))]


def stored(language: str) -> list[str]:
    """Every sentence or more that says what is stored."""
    told = [one for text in texts() for one in sentences_in(text.in_language(language))]
    return list(dict.fromkeys(one for one in told if len(one.split()) > 2))


def messages(language: str) -> list[str]:
    """Every message of templates and code that is a sentence or more."""
    found: dict[str, None] = {}
    for folder in settings.LOCALE_PATHS:
        for entry in polib.pofile(str(folder / "de" / "LC_MESSAGES" / "django.po")):
            told = (entry.msgstr, *entry.msgstr_plural.values())
            texts = told if language == "de" else (entry.msgid, entry.msgid_plural)
            if not entry.obsolete:
                found.update(dict.fromkeys(text for text in texts if len(text.split()) > 2))
    return list(found)
