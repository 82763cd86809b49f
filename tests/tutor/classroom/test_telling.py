"""Lists of exercises: entries with the same sentence are told apart by their cards."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from django.utils.translation import override

from engine.law.cards import sort_cards
from lessons.content import bank
from lessons.fresh.sisters import MARK, find_item
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom.assigning import create_assignment
from tutor.classroom.choosing import remedial_source, title_for
from tutor.classroom.telling import MOST_CARDS, entries_of

ONE, LIKE, OTHER = f"first/is-it-legal{MARK}2", f"first/is-it-legal{MARK}3", "first/sum"


@pytest.mark.django_db
@pytest.mark.usefixtures("small_content")
def test_pupil_and_teacher_tell_exercises_with_the_same_sentence_apart() -> None:
    classroom = make_class(pupils=1)
    made = create_assignment(
        classroom=classroom, kind="items", source={"items": [ONE, LIKE, OTHER]}, opens=timezone.now()
    )
    home = f"/en/class/{classroom.token}/"
    for client, path in (
        (pupil_client(classroom.pupils.get()), f"{home}my/{made.pk}/"),
        (teacher_client(owner_of(classroom)), f"{home}{made.pk}/"),
    ):
        listed = client.get(path).content.decode().partition('<ol class="assigned">')[2].partition("</ol>")[0]
        lines = [line.partition('class="telling"')[2] for line in listed.split("<li")[1:]]
        seen = [re.findall(r'class="minis" role="img" aria-label="(.+?)"', line) for line in lines]
        assert [len(cards) for cards in seen] == [1, 1, 0]
        assert seen[0] != seen[1]


def test_cards_of_a_turn_to_be_put_in_order_do_not_tell_the_order() -> None:
    items = [find_item(entry.slug) for entry in bank.entries_of("turn-in-order")[:6]]
    entries = entries_of(items)
    assert len({entry.cards for entry in entries}) == len(items)
    for entry, item in zip(entries, items, strict=True):
        assert item is not None
        assert item.position is not None
        assert entry.cards == sort_cards(item.position.hand)[:MOST_CARDS]
        assert len(entry.cards) + entry.more == len(item.position.hand)


@pytest.mark.parametrize(
    ("language", "title"),
    [("de", "Noch einmal: Der eingefrorene Ablagestapel"), ("en", "Once more: The frozen discard pile")],
)
def test_what_is_practised_again_is_called_by_its_stage_and_not_by_the_rule(
    language: str, title: str
) -> None:
    with override(language):
        assert title_for("remedial", remedial_source("freeze.take-natural-pair-only")) == title
