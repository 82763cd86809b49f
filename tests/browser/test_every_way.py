"""Every kind by every way, a part of what ``python -m tests.every_way`` plays."""

from __future__ import annotations

import pytest

from tests.browser.answers import KINDS
from tests.browser.conftest import Arrive
from tests.browser.learner import LANGUAGES
from tests.every_way import HANDS, HEIGHT, WAYS, WIDTH, EachWay, one_of, play
from tests.samples import some

ALL = [
    (kind, WAYS[(place + turn) % len(WAYS)], LANGUAGES[(place + turn // 2) % len(LANGUAGES)])
    for turn in range(len(WAYS))
    for place, kind in enumerate(KINDS)
]
"""Every kind by every way, the languages taking turns."""
PART = some(ALL, 5)


@pytest.mark.parametrize(("kind", "way", "language"), PART)
def test_kind_is_answered_wrongly_and_then_rightly(
    arrive: Arrive, kind: str, way: EachWay, language: str
) -> None:
    hands, its_way = HANDS[way]
    somebody = arrive(language=language, way=its_way)
    somebody.resize(WIDTH, HEIGHT)
    learner = hands(page=somebody.page, address=somebody.address, language=language, way=its_way)
    play(learner, one_of(kind))
    assert learner.troubles == []
