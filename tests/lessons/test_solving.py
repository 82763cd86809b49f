"""The solution that is shown: an answer a good player would give too."""

from lessons.content.reading import library
from lessons.kinds.asking.solving import solution


def test_solution_parts_with_a_low_single_card_rather_than_with_an_ace_or_a_two():
    shown = {}
    for slug in ("your-turn/draw-and-discard", "a-whole-deal/the-first-turn", "partners/down-to-five"):
        item = library().item(slug)
        assert item is not None
        answer = solution(item)
        assert answer is not None
        shown[slug] = answer["actions"][-1]
    assert shown == {
        "your-turn/draw-and-discard": "discard 4d",
        "a-whole-deal/the-first-turn": "discard 4s",
        "partners/down-to-five": "discard 4s",
    }


def test_solution_puts_a_red_three_down_before_the_draw():
    first = {}
    for slug in ("your-turn/a-red-three-to-begin-with", "a-whole-deal/the-first-turn"):
        item = library().item(slug)
        assert item is not None
        answer = solution(item)
        assert answer is not None
        first[slug] = [action.partition(" ")[0] for action in answer["actions"][:2]]
    assert set(map(tuple, first.values())) == {("expose", "draw")}, first
