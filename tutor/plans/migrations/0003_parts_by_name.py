"""Rows for the parts of a lesson are called by what was made for them.

Before they were counted, and when plans got mini-deals in between, the numbers came to mean other parts. Where opening a
part anew has made a second row for it, the one that pupils have worked on stays, else the newest that is open.
"""

from collections.abc import Iterator
from typing import Any

from django.db import migrations, models


def name_parts(apps: Any, schema_editor: Any) -> None:
    LessonPart = apps.get_model("plans", "LessonPart")
    answered = set(
        apps.get_model("classroom", "AssignmentAnswer")
        .objects.values_list("assignment", flat=True)
        .distinct()
    )
    played = set(apps.get_model("dealing", "DealTry").objects.values_list("assigned", flat=True).distinct())
    best: dict[int, dict[str, tuple[tuple[int, ...], str, int]]] = {}
    for row in LessonPart.objects.select_related("assignment", "deal", "live"):
        for field, name, rank in _made(row, answered, played):
            here = best.setdefault(row.lesson_id, {})
            if name not in here or rank > here[name][0]:
                here[name] = rank, field, getattr(row, f"{field}_id")
    LessonPart.objects.all().delete()
    for lesson, named in best.items():
        for place, (name, (_, field, pk)) in enumerate(named.items(), start=1):
            LessonPart.objects.create(lesson_id=lesson, place=place, part=name, **{f"{field}_id": pk})


def _made(row: Any, answered: set[int], played: set[int]) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """The field, the name of the part and how much it is worth to keep, for all that a row has."""
    one = row.assignment
    if one is not None:
        name = f"stage-{one.source.get('stage')}" if one.kind == "stage" else "exit"
        yield "assignment", name, (one.pk in answered, one.opens is not None, one.pk)
    if row.deal is not None:
        yield (
            "deal", f"deal-{row.deal.mini}", (row.deal.pk in played, row.deal.opens is not None, row.deal.pk),
        )  # fmt: skip
    if row.live is not None:
        yield "live", "live", (row.live.pk,)


class Migration(migrations.Migration):
    dependencies = [
        ("classroom", "0010_exact_rules_of_a_class"),
        ("dealing", "0003_for_some_and_played_cards"),
        ("live", "0002_titles_by_language"),
        ("plans", "0002_deal_of_a_part"),
    ]

    operations = [
        migrations.RemoveConstraint(model_name="lessonpart", name="one_part_per_place"),
        migrations.AddField(
            model_name="lessonpart",
            name="part",
            field=models.CharField(default="", max_length=100),
            preserve_default=False,
        ),
        migrations.RunPython(name_parts, migrations.RunPython.noop),
    ]
