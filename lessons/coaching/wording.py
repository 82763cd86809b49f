"""Words that the sentences of several themes share."""

from __future__ import annotations

from collections.abc import Sequence

from lessons.coaching.moments import rank_key
from lessons.words import naming


def keys_of(kinds: Sequence[int]) -> list[str]:
    """Cards as facts hold them: the key of each, natural cards first."""
    return [rank_key(kind) for kind in sorted(kinds)]


def cards_of(keys: Sequence[str], case: naming.Case = "nominative") -> str:
    """Such cards as a text: "two kings and a joker"."""
    counts = {key: list(keys).count(key) for key in keys}
    return naming.join_words([naming.rank_count(key, count, case) for key, count in counts.items()])
