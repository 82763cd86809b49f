"""Assignments as teachers make them: what is chosen and drawn, and by which address an exercise is named."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime

from engine.notation.position_line import format_position
from lessons.content import bank
from lessons.fresh.sisters import find_item
from lessons.parting.families import family_of
from tests.factories import UserFactory
from tests.lessons import pages
from tests.tutor.classroom.assigned import SUM, assigned, at, url
from tests.tutor.classroom.drawing import drawn_in
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tutor.classroom import assigning, choosing
from tutor.classroom.choosing import questions_for, remedial_source, slugs_in, theme_choices
from tutor.classroom.models import Assignment, Pupil
from tutor.classroom.services import ClassError
from tutor.editor.models import OwnItem
from tutor.puzzles.printing import code_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("small_content")]


@pytest.mark.parametrize(
    ("kind", "fields", "count"),
    [
        ("stage", {"stage": "first"}, 6),
        ("theme", {"theme": "early", "count": "5", "easiest": "1", "hardest": "3"}, 1),
        ("items", {"items": f"{SUM}\nhttp://testserver/de/course/first/wild-ones/\n"}, 2),
        ("sheet", {"count": "1"}, 1),
        ("readiness", {}, 7),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_teacher_makes_an_assignment_of_each_kind(language: str, kind: str, fields: dict, count: int) -> None:
    classroom = make_class()
    client = teacher_client(owner_of(classroom))
    address = f"/{language}/class/{classroom.token}/assign/"
    assert f"?kind={kind}" in client.get(address).content.decode()
    assert client.get(address, {"kind": kind}).status_code == 200
    settings = {"opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0", "counts": "best"}
    settings |= {"feedback": "at-once", "variant": "same", "hints": "on"}
    sent = {"kind": kind, **fields, **settings}
    response = client.post(address, sent)
    if response.status_code == 200:  # what was drawn is looked at first
        assert not Assignment.objects.exists()
        response = client.post(address, {**sent, "drawn-1": drawn_in(pages.Page(response))})
    made = Assignment.objects.get()
    assert response["Location"] == f"/{language}/class/{classroom.token}/{made.pk}/"
    assert len(made.questions) == count
    assert made.name
    assert set(made.titles) == {"de", "en"}
    assert client.get(response["Location"]).status_code == 200
    mine = pupil_client(classroom.pupils.first())
    assert made.name in mine.get(f"/{language}/class/{classroom.token}/my/").content.decode()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"items": "nowhere/at-all"}, "“nowhere/at-all” is not an exercise."),
        ({"due": "2020-01-01T10:00"}, "It would be due before it opens."),
        ({"feedback": "after-due"}, "Verdicts after the due time need a due time."),
        ({"tries": "-1"}, "greater than or equal to 0"),
        ({"minutes": "x"}, "Enter a whole number."),
    ],
)
def test_wrong_assignment_is_not_made_and_keeps_what_was_typed(change: dict[str, str], said: str) -> None:
    classroom = make_class()
    settings = {
        "opens": "2026-01-01T10:00",
        "tries": "0",
        "counts": "best",
        "feedback": "at-once",
        "variant": "same",
    }
    form = {"kind": "items", "items": SUM, "title": "Sums <1>", **settings, **change}
    response = teacher_client(owner_of(classroom)).post(f"/en/class/{classroom.token}/assign/", form)
    assert response.status_code == 422
    assert said in response.content.decode()
    assert "Sums &lt;1&gt;" in response.content.decode()
    assert not Assignment.objects.exists()


def test_theme_without_such_difficulty_is_refused_with_the_reason() -> None:
    with pytest.raises(ClassError, match="Choose a wider range"):
        questions_for("theme", {"theme": "early", "count": 3, "easiest": 5, "hardest": 5}, rng=Random(1))


def test_teacher_is_told_where_there_are_fewer_exercises_than_asked_for(pupil: Pupil) -> None:
    source = {"theme": "early", "count": 100, "easiest": 1, "hardest": 5}
    made = assigning.create_assignment(classroom=pupil.classroom, kind="theme", source=source)
    client = teacher_client(owner_of(pupil.classroom))
    page = client.get(f"/en/class/{pupil.classroom.token}/{made.pk}/").content.decode()
    assert "There are no more of this kind; you asked for 100." in page
    other = client.get(f"/en/class/{pupil.classroom.token}/{assigned(pupil).pk}/").content.decode()
    assert "you asked for" not in other


def test_themes_of_bank_and_files_are_chosen_from_by_difficulty(settings: Any) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    theme = next(one for one in theme_choices() if one.count > 20)
    found = questions_for(
        "theme", {"theme": theme.slug, "count": 10, "easiest": 1, "hardest": 5}, rng=Random(1)
    )
    assert len(found) == len(set(found)) == 10
    assert all(slug.startswith(f"puzzle/{theme.slug}/") for slug in found)
    levels = [find_item(slug).task.difficulty for slug in found]
    assert levels == sorted(levels)


@pytest.mark.parametrize(
    ("rule", "theme"), [("meld.no-sequence", "which-melds"), ("turn.draw-or-take", "how-a-turn-begins")]
)
def test_remedial_exercises_ask_as_the_one_where_the_rule_was_missed(
    rule: str, theme: str, settings: Any
) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    missed = next(
        item
        for one in bank.entries_of(theme)
        if rule in one.rules[:1] and (item := find_item(one.slug)) is not None
    )
    found = [
        find_item(slug)
        for slug in questions_for("remedial", remedial_source(rule, missed_at=missed), rng=Random(1))
    ]
    assert {(item.kind, item.task.rules[0]) for item in found} == {(missed.kind, rule)}
    assert {family_of(item.rules.base or item.rules.name) for item in found} == {"classic"}


def test_remedial_exercises_are_by_the_rules_that_were_played_where_there_are_any(settings: Any) -> None:
    settings.SEEDS_DIR = settings.BASE_DIR / "seeds"
    missed = find_item("deck/how-many-cards")
    source = remedial_source(missed.task.rules[0], missed_at=missed)
    found = [find_item(slug) for slug in questions_for("remedial", source, rng=Random(1))]
    assert {item.rules.name for item in found} == {"classic"}
    elsewhere = questions_for("remedial", source | {"family": "no such"}, rng=Random(1))
    assert len(elsewhere) > len(found)


def test_addresses_name_exercises_in_both_languages() -> None:
    text = "/de/course/first/sum/\nhttps://elsewhere.example/en/puzzles/early/take-it/?x=1\nfirst/sum~3\nfirst/sum"
    assert slugs_in(text) == [SUM, "puzzle/early/take-it", "first/sum~3"]


@pytest.mark.parametrize("language", ["de", "en"])
def test_own_exercise_is_assigned_and_asked_live_by_the_address_of_its_page(
    pupil: Pupil, language: str
) -> None:
    task = find_item("first/is-it-legal").task
    record = {
        "kind": "legal", "position": format_position(task.position), "actions": [str(task.actions[0])],
        "reasons": list(task.reasons), "rules": list(task.rules), "goal": {"de": "Erlaubt?", "en": "Allowed?"},
        "look": {"de": "Sieh hin.", "en": "Look."},
    }  # fmt: skip
    teacher = owner_of(pupil.classroom)
    own = OwnItem.objects.create(owner=teacher, record=record)
    client, token = teacher_client(teacher), pupil.classroom.token
    address = f"https://canasta.example{reverse('editor:item', args=[own.token])}".replace(
        "/de/", f"/{language}/"
    )
    settings = {"opens": f"{localtime():%Y-%m-%dT%H:%M}", "tries": "0", "counts": "best"}
    settings |= {"feedback": "at-once", "variant": "same", "hints": "on", "kind": "items", "items": address}
    assert client.post(f"/{language}/class/{token}/assign/", settings).status_code == 303
    made = pupil.classroom.assignments.get()
    assert made.questions == [f"own/{own.token}"]
    live = client.post(f"/{language}/class/{token}/live/new/", {"what": "items", "items": address})
    assert live.status_code == 303
    assert pupil.classroom.live_rounds.get().questions == [f"own/{own.token}"]
    page = at(pupil, language=language).open(url(made, 1, language=language))
    assert {"de": "Erlaubt?", "en": "Allowed?"}[language] in page.text


def test_every_address_that_shows_an_exercise_names_it() -> None:
    own = OwnItem.objects.create(owner=UserFactory(), record={})
    named = {
        reverse("lessons:step-worked", args=["first", "sum"]): SUM,
        reverse("short", args=[code_of("first/sum~3")]): "first/sum~3",
        reverse("practice:notebook-do", args=[SUM]): SUM,
        reverse("lessons:review-do", args=[7, SUM]): SUM,
        reverse("editor:item-again", args=[own.token, 3]): f"own/{own.token}~3",
        reverse("editor:edit", args=[own.token]): f"own/{own.token}",
    }
    assert {address: choosing._slug_of(address) for address in named} == named
    with pytest.raises(ClassError):
        slugs_in(f"/en/practice/daily/{timezone.localdate() + timedelta(days=1)}/")
