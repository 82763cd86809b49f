"""Words that the sentences of several themes share."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext

from lessons.coaching.moments import rank_key
from lessons.words import naming


def keys_of(kinds: Sequence[int]) -> list[str]:
    """Cards as facts hold them: the key of each, natural cards first."""
    return [rank_key(kind) for kind in sorted(kinds)]


def cards_of(keys: Sequence[str], case: naming.Case = "nominative") -> str:
    """Such cards as a text: "two kings and a joker"."""
    counts = {key: list(keys).count(key) for key in keys}
    return naming.join_words([naming.rank_count(key, count, case) for key, count in counts.items()])


def melds_of(melds: Sequence[Sequence[str]]) -> str:
    """Several melds as a text in which it is clear where each one ends: "two kings and a joker, plus four nines"."""
    parts = [cards_of(keys) for keys in melds]
    if all(len(set(keys)) == 1 for keys in melds):
        return naming.join_words(parts)
    text = parts[0]
    for part in parts[1:]:
        text = gettext("%(melds)s, plus %(meld)s") % {"melds": text, "meld": part}
    return text
