"""Parts of long lists: in time nothing is missed."""

from __future__ import annotations

import pytest

from tests import samples
from tests.samples import share, some


def turn(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(samples, "TURN", number)
    monkeypatch.setattr(samples, "WHOLE", False)


@pytest.mark.parametrize(("size", "part"), [(2, 1), (3, 2), (7, 3), (48, 5), (66, 21)])
def test_part_has_its_size_in_each_turn_and_all_come_in_time(
    monkeypatch: pytest.MonkeyPatch, size: int, part: int
) -> None:
    seen: set[int] = set()
    for number in range(-(-size // part)):
        turn(monkeypatch, number)
        found = some(range(size), part)
        assert found == sorted(set(found))
        assert len(found) == part
        assert found == some(range(size), part)
        seen.update(found)
    assert seen == set(range(size))


@pytest.mark.parametrize(("size", "tests", "of"), [(9, 2, 2), (9, 2, 4), (5, 3, 6), (2, 2, 4)])
def test_tests_that_share_a_list_take_each_of_it_once_at_most_and_all_come_in_time(
    monkeypatch: pytest.MonkeyPatch, size: int, tests: int, of: int
) -> None:
    seen: set[tuple[int, int]] = set()
    for number in range(of):
        turn(monkeypatch, number)
        shares = [share(range(size), place, of=of) for place in range(tests)]
        together = [one for share in shares for one in share]
        assert len(together) == len(set(together))
        if tests == of:
            assert set(together) == set(range(size))
        seen.update((one, place) for place, share in enumerate(shares) for one in share)
    assert seen == {(one, place) for one in range(size) for place in range(tests)}


def test_whole_is_everything_in_each_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    turn(monkeypatch, 3)
    monkeypatch.setattr(samples, "WHOLE", True)
    assert some("abc", 1) == ["a", "b", "c"]
    assert share("abc", 1, of=2) == ["a", "b", "c"]
