"""How long the server takes for a page and for a Check, over all exercises, one user, in one process.

Every second round asks for fragments, as a browser with scripts does; the others post a form and follow to the page
with the verdict, and both requests count as the Check.

Run by hand: ``python -m tests.benchmarks.requests``. Every answer is asserted to be a verdict before it is timed in.
The database is a file as on the site, made for the run; the network and the web server are not in the numbers.
"""

from __future__ import annotations

import os
import statistics
import time
from typing import Any

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.utils import translation  # noqa: E402

from engine.notation.text import parse_cards  # noqa: E402
from lessons.content.reading import Item, library  # noqa: E402
from lessons.kinds.asking.solving import solution  # noqa: E402
from lessons.kinds.asking.working import shown_cards  # noqa: E402
from lessons.kinds.common.answers import ticked_values  # noqa: E402
from lessons.kinds.common.work import Work  # noqa: E402
from lessons.kinds.order import shown_order  # noqa: E402
from tests.browser.answers import wrong_answer  # noqa: E402
from tutor.learning.addresses import item_url  # noqa: E402
from tutor.learning.loading import sync_items  # noqa: E402

ROUNDS = 5


def right_and_wrong(item: Item) -> tuple[dict[str, Any], dict[str, Any]]:
    """Form data of a right and of a wrong answer."""
    answer = solution(item)
    assert answer is not None, item.slug
    match item.kind:
        case "legal":
            other = {"yes": "no", "no": "yes"}[answer["legal"]]
            return answer, {"legal": other, "reason": answer["reason"]}
        case "cards":
            shown = shown_cards(item, Work())
            right: dict[str, Any] = {"card": ticked_values(parse_cards(answer["cards"]), shown=shown)}
            if not answer["cards"]:
                right["none"] = "1"
            return right, {"card": ticked_values(shown[:2], shown=shown)}
        case "number":
            return answer, {"number": str(int(answer["number"]) + 5)}
        case "find-all":
            right = {"tick": answer["ticks"], **({"none": "1"} if not answer["ticks"] else {})}
            return right, {"tick": [str(place) for place in range(len(item.task.options))]}
        case "predict" | "mistake" | "sheet-mistake":
            last = len(getattr(item.task, "options", getattr(item.task, "actions", ()))) - 1
            other = (
                "going-out" if item.kind == "sheet-mistake" else str((int(answer["choice"]) + 1) % (last + 1))
            )
            return answer, answer | {"choice": other}
        case "order":
            return answer, {"order": [str(place) for place in shown_order(item)]}
        case "compare":
            return answer, {"first": answer["second"], "second": answer["first"]}
        case "sheet":
            rows = {f"row-{key}": value for key, value in answer["rows"].items()}
            return rows, rows | {"row-total": "5"}
    return {"action": answer["actions"]}, {"action": wrong_answer(item)["actions"]}


def timed(times: list[float], call: Any) -> Any:
    start = time.perf_counter()
    response = call()
    times.append(time.perf_counter() - start)
    return response


def main() -> None:
    setup_test_environment()
    call_command("migrate", verbosity=0)
    sync_items()
    translation.activate("de")
    items = list(library().items.values())
    pages: list[float] = []
    checks: list[float] = []
    weights: list[int] = []
    for round_number in range(ROUNDS):
        for item in items:
            client, url = Client(), item_url(item)
            page = timed(pages, lambda client=client, url=url: client.get(url))
            assert page.status_code == 200
            weights.append(len(page.content))
            for data in right_and_wrong(item):  # a wrong pick would close it
                form = {"do": "check", "hash": item.content_hash, **data}
                headers = {"hx-request": "true"} if round_number % 2 else None
                answer = timed(
                    checks,
                    lambda client=client, url=url, form=form, headers=headers: client.post(
                        url, form, headers=headers, follow=True
                    ),
                )
                assert answer.status_code == 200, item.slug
                assert b'class="verdict' in answer.content, item.slug
    for name, times in (("page", pages), ("check", checks)):
        ranked = sorted(times)
        print(
            f"{name}: {len(times)} requests, median {statistics.median(times) * 1000:.1f} ms, "
            f"95 % {ranked[int(len(ranked) * 0.95)] * 1000:.1f} ms, slowest {ranked[-1] * 1000:.1f} ms"
        )
    print(
        f"page: {statistics.median(weights):.0f} bytes of HTML in the middle, {max(weights)} at most, not compressed"
    )


if __name__ == "__main__":
    main()
