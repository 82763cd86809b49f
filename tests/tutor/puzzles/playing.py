"""Playing rounds of puzzles as a learner does: from page to page, with answers that the engine finds."""

from __future__ import annotations

from typing import Any

from engine.notation.text import parse_cards
from lessons.content.reading import Item
from lessons.kinds.common.answers import ticked_values
from tests.browser.answers import right_answer, wrong_answer
from tests.lessons import pages
from tutor.puzzles import rounds
from tutor.puzzles.models import Round


def fields_of(item: Item, answer: dict[str, Any]) -> dict[str, Any]:
    """The fields of the form that carry an answer in its normal form."""
    if "cards" in answer:
        cards = parse_cards(answer["cards"])
        shown = getattr(item.task, "cards", ()) or item.position.hand
        return {"card": list(ticked_values(cards, shown=shown))} if cards else {"none": "1"}
    if "rows" in answer:
        return {f"row_{key}": value for key, value in answer["rows"].items()}
    return {{"ticks": "tick", "actions": "action"}.get(key, key): value for key, value in answer.items()}


def is_explained(verdict: str, *, language: str = "en") -> bool:
    """Whether the verdict tells the answer, which then comes back in the review."""
    return ("kommt in deiner Wiederholung" if language == "de" else "comes back in your review") in verdict


class Player(pages.Learner):
    """Somebody who plays rounds; ``url`` is where the last answer has led."""

    url = ""

    def begin(self, path: str, **choice: Any) -> str:
        """Press the button of the page; where that leads, without the place on the page."""
        response = self.client.post(path, choice)
        self.url = response.get("Location", "").partition("#")[0]
        return self.url

    @property
    def row(self) -> Round:
        """The learner's latest round."""
        return Round.objects.latest("pk")

    def item(self, number: int | None = None) -> Item:
        """The exercise of a question, of the last one if none is named."""
        found = rounds.item_of(self.row, number or len(self.row.questions))
        assert found is not None
        return found

    def look(self) -> pages.Page:
        """The open question."""
        path = self.url.rpartition("/rounds/")[0]
        number = rounds.next_number(self.row)
        assert number is not None
        return self.open(f"{path}/rounds/{self.row.pk}/{number}/")

    def answer(self, *, right: bool = True) -> pages.Page:
        """Answer the open question, and see what the site says."""
        item = self.item()
        self.look()
        return self.press("check", **fields_of(item, right_answer(item) if right else wrong_answer(item)))
