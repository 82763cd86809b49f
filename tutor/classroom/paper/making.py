"""Large files: asked for, made by the job queue, kept for a day."""

from __future__ import annotations

import hashlib
import json
import uuid
import zlib
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.utils import timezone, translation

from tutor.classroom.models import Classroom, ClassTeacher
from tutor.classroom.paper.files import KINDS, File
from tutor.classroom.paper.models import Export, ExportPart
from tutor.learning.models import User
from tutor.site.queue.jobs import State, enqueue, state_of

JOB: Final = "paper.make"
KEPT: Final = timedelta(days=1)
FRESH: Final = timedelta(minutes=1)
"""Who asks for the same again within it gets the file that is there."""
PIECE: Final = 1_000_000  # bytes before packing


@transaction.atomic
def ask(*, classroom: Classroom, user: User, kind: str, options: dict[str, Any], language: str) -> Export:
    """Have a file made. Asked for again while it is being made, or a moment later, it is made once."""
    told = json.dumps([classroom.pk, user.pk, kind, options, language], sort_keys=True)
    found, is_new = Export.objects.select_for_update().get_or_create(
        key=hashlib.sha256(told.encode()).hexdigest(),
        defaults={
            "classroom": classroom, "user": user, "kind": kind, "options": options, "language": language,
            "asked": timezone.now(),
        },
    )  # fmt: skip
    if is_new or not _serves(found):
        begin(found)
    return found


def begin(export: Export) -> None:
    """Have it made from the start; what was there goes."""
    with transaction.atomic():
        export.parts.all().delete()
        export.made, export.asked = None, timezone.now()
        export.job = enqueue(JOB, export=str(export.pk))
        export.save(update_fields=["made", "asked", "job"])


def state_of_export(export: Export) -> State:
    """How far it is."""
    if export.made is not None:
        return State.DONE
    state = state_of(export.job)
    return state if state in (State.WAITING, State.RUNNING) else State.FAILED


def make(*, export: str) -> None:
    """The job. It may run twice, even at the same time: what is there already stays as it is."""
    found = Export.objects.select_related("classroom").filter(pk=export, made=None).first()
    if found is None:
        return
    if not ClassTeacher.objects.filter(classroom=found.classroom, user_id=found.user_id).exists():
        found.delete()  # who teaches the class no more gets nothing of it
        return
    with translation.override(found.language):
        file = KINDS[found.kind].make(found.classroom, found.options)
        size, packed = _packed(file.parts)
    _keep(found.pk, file, size=size, packed=packed)


@transaction.atomic
def _keep(export: uuid.UUID, file: File, *, size: int, packed: list[bytes]) -> None:
    found = Export.objects.select_for_update().filter(pk=export, made=None).first()
    if found is None:
        return
    ExportPart.objects.bulk_create(
        [ExportPart(export=found, number=number, packed=part) for number, part in enumerate(packed)],
        batch_size=10,
    )
    found.name, found.media, found.size, found.made = file.name, file.media, size, timezone.now()
    found.save(update_fields=["name", "media", "size", "made"])


def content_of(export: Export) -> Iterator[bytes]:
    """The file, a piece at a time."""
    for number in range(export.parts.count()):
        yield zlib.decompress(export.parts.get(number=number).packed)


def of_teacher(classroom: Classroom, user: User, pk: uuid.UUID) -> Export | None:
    """A file that this teacher has asked for, None for anybody else's and after a day."""
    asked = timezone.now() - KEPT
    return Export.objects.filter(pk=pk, classroom=classroom, user=user, asked__gt=asked).first()


def forget_old() -> int:
    """Delete the files of yesterday. Returns how many."""
    old = Export.objects.filter(asked__lte=timezone.now() - KEPT)
    count = old.count()
    old.delete()
    return count


def _serves(export: Export) -> bool:
    if export.made is not None:
        return timezone.now() - export.made < FRESH
    return state_of_export(export) != State.FAILED


def _packed(parts: Iterable[bytes]) -> tuple[int, list[bytes]]:
    """How many bytes there are, and the pieces."""
    size, packed, waiting = 0, [], bytearray()
    for part in parts:
        size += len(part)
        waiting += part
        while len(waiting) >= PIECE:
            packed.append(zlib.compress(waiting[:PIECE]))
            del waiting[:PIECE]
    if waiting:
        packed.append(zlib.compress(waiting))
    return size, packed
