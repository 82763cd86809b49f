"""How the tests are given to the workers."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import samples
from tests.conftest import LONG, beside_the_browser, one_of_each, quick, spread


class Item(SimpleNamespace):
    """What the order looks at of a test."""

    __hash__ = object.__hash__


@pytest.mark.parametrize("workers", [1, 2, 4])
def test_each_worker_begins_with_its_share_of_the_long_tests(workers: int) -> None:
    items: list[Any] = [
        Item(name=str(n), fixturenames=("browser",) if n % 5 == 0 else (), path=Path("test_short.py"))
        for n in range(41)
    ]
    found = spread(items, workers=workers)
    assert Counter(found) == Counter(items)
    ends = [len(items) * (number + 1) // workers for number in range(workers)]
    shares = [found[start:end] for start, end in zip([0, *ends], ends, strict=False)]
    for share in shares:
        long = ["browser" in one.fixturenames for one in share]
        assert 9 // workers <= sum(long) <= -(-9 // workers)
        assert long == sorted(long, reverse=True)


def test_file_of_long_tests_stays_together_and_comes_before_the_short_ones() -> None:
    first, second = list(LONG)[:2]
    names = [first, "test_short", second, "test_short", "test_short", first, "test_short", second]
    items: list[Any] = [Item(fixturenames=(), path=Path(f"{name}.py")) for name in names]
    found = [one.path.stem for one in spread(items, workers=2)]
    assert found == [first, first, "test_short", "test_short", second, second, "test_short", "test_short"]


def test_second_browser_begins_a_worker_that_has_not_the_first_one() -> None:
    items: list[Any] = [
        Item(name=str(n), get_closest_marker={"webkit": n in (2, 7) or None}.get) for n in range(9)
    ]
    found = [one.name for one in beside_the_browser(items, workers=3)]
    assert "".join(found) == "013456278"


def test_on_another_database_one_of_many_values_is_enough_for_what_asks_it() -> None:
    def item(name: str, *, asks: bool = True) -> Any:
        return Item(
            nodeid=f"tests/test_page.py::{name}", get_closest_marker=lambda mark: mark if asks else None
        )

    many = [item(f"test_saves[{number}]") for number in range(5)]
    two = [item("test_shows[de]"), item("test_shows[en]")]
    rest = [item("test_alone"), *(item(f"test_counts[{number}]", asks=False) for number in range(3))]
    assert one_of_each([*many, *two, *rest]) == {many[-1], two[-1], *rest}


def of_all_kinds() -> list[Any]:
    """Tests with one value and with several, short and long ones."""

    def test(name: str, path: str, *, browser: bool = False) -> Any:
        def mark(asked: str) -> bool | None:
            return (browser and asked == "browser") or None

        return Item(nodeid=f"{path}::{name}", path=Path(path), get_closest_marker=mark)

    return [
        *(test(f"test_alone_{number}", "test_short.py") for number in range(3)),
        *(test(f"test_pair_{n}[{language}]", "test_short.py") for n in range(4) for language in ("de", "en")),
        *(test(f"test_many[{number}]", "test_short.py") for number in range(7)),
        *(test(f"test_starts_{number}", f"{next(iter(LONG))}.py") for number in range(4)),
        *(
            test(f"test_seen_{n}[{width}]", "test_seen.py", browser=True)
            for n in range(5)
            for width in (1, 2)
        ),
    ]


def test_quick_run_takes_every_short_test_and_in_ten_turns_everything(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(samples, "WHOLE", False)
    items, seen = of_all_kinds(), set()
    short = {item.nodeid.partition("[")[0] for item in items if "test_short" in item.nodeid}
    for turn in range(10):
        monkeypatch.setattr(samples, "TURN", turn)
        kept = quick(items)
        assert short <= {item.nodeid.partition("[")[0] for item in kept}
        assert len(kept) < len(items) * 0.6
        assert quick(items) == kept
        seen |= kept
    assert seen == set(items)


def test_quick_run_shows_some_pages_in_each_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(samples, "WHOLE", False)
    monkeypatch.setattr(samples, "TURN", 0)
    pairs = [item.nodeid for item in quick(of_all_kinds()) if "pair" in item.nodeid]
    assert sorted(name.partition("[")[2] for name in pairs) == ["de]", "de]", "en]", "en]"]
