"""The codes on slips: eight letters and two words, such as ``kwm7-4xtp igel lampe``.

The letters stand in the short link and find the pupil; four are the same for the whole class. The two words are the
secret. They are not stored but made from the site's secret key, so a slip can be printed again, a new number of the
code makes the old one worthless, and whoever reads the database alone learns no code.

What a stranger can do in a day (W = 1,024 · 1,023 = 1,047,552 pairs of words at least, L = 27⁴ = 531,441 halves
of letters, 200 pupils at most in a class; ``tutor.site.throttling`` says what goes through):

- Who knows the letters of one slip, but not its words, has 56 tries from one address: 56 / W = 5.3 in 100,000; from a
  thousand addresses 56,000: 5.3 in 100. The teacher renews a code that somebody is after.
- Who knows the letters of the class only meets one of its pupils with 200 / (L · W) at each try: a million tries,
  which wait for their turns, are 3.6 in 10,000.
- Who knows nothing has to find the class as well, one of L.

No wrong try closes a class or another slip, and a device on which this very slip was used before has tries of its own.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from dataclasses import dataclass
from typing import Final

from django.conf import settings

from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.wordlists import code_words
from tutor.site.code_signs import ALPHABET

HALF: Final = 4
SALT: Final = "tutor.classroom.codes"
MOST_CODE: Final = 120  # characters that are looked at
_ACCENTS: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})


@dataclass(frozen=True, slots=True)
class Typed:
    """A code as it was typed: both halves of the letters, and the words with nothing between them."""

    class_letters: str
    pupil_letters: str
    words: str


def new_letters() -> str:
    """Half of the letters of a slip."""
    return "".join(secrets.choice(ALPHABET) for _ in range(HALF))


def words_of(pupil: Pupil, classroom: Classroom) -> tuple[str, str]:
    """The two words of the pupil's code, in the language of the class."""
    message = f"{SALT}:{classroom.token}:{pupil.pk}:{pupil.letters}:{pupil.code_version}"
    digest = hmac.digest(settings.SECRET_KEY.encode(), message.encode(), hashlib.sha256)
    number = int.from_bytes(digest[:16], "big")
    words = code_words(classroom.language)
    rest, first = divmod(number, len(words))
    others = words[:first] + words[first + 1 :]
    return words[first], others[rest % len(others)]


def letters_of(pupil: Pupil, classroom: Classroom) -> str:
    """The letters as they stand on the slip and in the short link."""
    return f"{classroom.letters}-{pupil.letters}"


def typed(letters: str, words: str) -> Typed:
    """What somebody typed, in whatever case, with or without hyphens, umlauts and spaces."""
    plain = re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKC", letters[:MOST_CODE]).casefold())
    return Typed(plain[:HALF], plain[HALF : 2 * HALF] if len(plain) == 2 * HALF else "", folded(words))


def split(text: str) -> tuple[str, str]:
    """Letters and words that were typed into one field: the letters come first."""
    text = unicodedata.normalize("NFKC", text[:MOST_CODE])
    match = re.match(r"\s*([a-z0-9]{4})[\s-]*([a-z0-9]{4})(?![^\W_])(.*)", text, re.I | re.S)
    return (match[1] + match[2], match[3]) if match else (text, "")


def folded(words: str) -> str:
    """Words without case, spaces and hyphens; ä and ae are the same."""
    text = unicodedata.normalize("NFKC", words[:MOST_CODE]).casefold().translate(_ACCENTS)
    return "".join(filter(str.isalpha, text))


def is_right(code: Typed, pupil: Pupil, classroom: Classroom) -> bool:
    """Whether these are the pupil's words; an umlaut may have been typed without its dots."""
    words = "".join(words_of(pupil, classroom))
    bare = "".join(one for one in unicodedata.normalize("NFD", words) if not unicodedata.combining(one))
    given = code.words.encode()
    return bool(
        hmac.compare_digest(given, folded(words).encode()) | hmac.compare_digest(given, folded(bare).encode())
    )
