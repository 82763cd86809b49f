"""Opening and closing a lobby, coming in with an alias, and letting in.

The code only leads into the lobby: whoever has it is nobody in the class before a teacher says so, and sees nothing of
it but its name. Six signs make 387 million codes, wrong ones go through the throttle, and a lobby is open for an hour.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from datetime import timedelta
from random import SystemRandom
from typing import Any, Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext

from tutor.classroom.lobby.models import Lobby, LobbySeat
from tutor.classroom.models import Classroom, Pupil
from tutor.classroom.services import MOST_PUPILS, ClassError, add_pupils
from tutor.classroom.wordlists import is_alias, new_aliases
from tutor.learning.models import User
from tutor.site.code_signs import ALPHABET
from tutor.site.throttling import Source, attempt

CODE_LENGTH: Final = 6
OPEN_FOR: Final = timedelta(hours=1)
KEPT: Final = timedelta(days=1)
OFFERED: Final = 8
_KEY_BYTES: Final = 24


@transaction.atomic
def open_lobby(*, classroom: Classroom, seats: int) -> Lobby:
    """Open the lobby with a new code and so many seats; who waited in an earlier one is out. Raises ClassError."""
    Classroom.objects.select_for_update().get(pk=classroom.pk)
    if classroom.archived is not None:
        raise ClassError(gettext("This class is archived. Take it out of the archive first."))
    if not 1 <= seats <= MOST_PUPILS:
        raise ClassError(
            gettext("A lobby has at least one seat and at most %(most)s.") % {"most": MOST_PUPILS}
        )
    lobby, _ = Lobby.objects.get_or_create(classroom=classroom)
    lobby.taken.all().delete()
    lobby.seats, lobby.closes = seats, timezone.now() + OPEN_FOR
    _give_code(lobby)
    return lobby


def renew_code(*, lobby: Lobby) -> None:
    """Another code; the old one leads nowhere. Who is in the lobby stays."""
    if lobby.is_open:
        _give_code(lobby)


@transaction.atomic
def close_lobby(*, lobby: Lobby) -> None:
    """From now on nobody comes in; who still waits is out."""
    Lobby.objects.filter(pk=lobby.pk).update(code="")
    lobby.taken.filter(pupil=None).delete()


def lobby_by_code(code: str, *, source: Source) -> Lobby | None:
    """The open lobby with this code. Raises WaitError where the try has to wait."""
    if len(code) != CODE_LENGTH:
        return None
    return attempt(lambda: _open_one(code), kind="lobby", name=code, source=source)


def _open_one(code: str) -> Lobby | None:
    found = Lobby.objects.select_related("classroom").filter(code=code).first()
    return found if found is not None and found.is_open else None


def folded_code(text: str) -> str:
    """A code as it is compared: in small letters, with nothing between them."""
    return "".join(sign for sign in text[:40].casefold() if sign in ALPHABET)


def aliases_for(lobby: Lobby) -> list[str]:
    """Aliases to choose from: first those of pupils of the class who have not come in yet, then new ones.

    Labels that a teacher has given are not shown to who only has the code, and what stands on a slip belongs to
    whoever has that.
    """
    language = lobby.classroom.language
    taken = set(lobby.taken.values_list("alias", flat=True))
    pupils = {alias: not joined and not shown for alias, joined, shown in
              lobby.classroom.pupils.values_list("alias", "joined", "slip_shown")}  # fmt: skip
    rng = SystemRandom()
    waiting = [
        alias for alias, is_free in pupils.items()
        if is_free and alias not in taken and is_alias(alias, language)
    ]  # fmt: skip
    chosen = rng.sample(waiting, min(OFFERED, len(waiting)))
    return chosen + new_aliases(OFFERED - len(chosen), language=language, taken=taken | set(pupils), rng=rng)


def kept_for_slips(classroom: Classroom) -> int:
    """How many aliases are not given out here, because somebody may hold the slip; their pupils have not come in."""
    return classroom.pupils.filter(slip_shown=True, joined=None, learner__user=None).count()


def take_seat(*, lobby: Lobby, alias: str) -> str:
    """A seat in the lobby; returns the secret of the browser that has it. Raises ClassError."""
    key = secrets.token_urlsafe(_KEY_BYTES)
    with transaction.atomic():
        held = Lobby.objects.select_for_update().select_related("classroom").get(pk=lobby.pk)
        if not held.is_open:
            raise ClassError(gettext("The lobby has been closed. Ask your teacher."))
        if held.taken.count() >= held.seats:
            raise ClassError(gettext("All seats are taken. Ask your teacher."))
        if not is_alias(alias, held.classroom.language):
            raise ClassError(gettext("Choose one of these names."))
        if _is_taken(held, alias):
            raise ClassError(gettext("Somebody was quicker: choose another name."))
        try:
            with transaction.atomic():
                LobbySeat.objects.create(lobby=held, alias=alias, key=_digest(key))
        except IntegrityError:
            raise ClassError(gettext("Somebody was quicker: choose another name.")) from None
    return key


def seat_of(key: str) -> LobbySeat | None:
    """The seat of the browser that has this secret."""
    rows = LobbySeat.objects.select_related("lobby__classroom", "pupil__learner")
    return rows.filter(key=_digest(key)).first() if key else None


def use_up(seat: LobbySeat) -> None:
    """The browser has come in, and its secret does it no second time. The seat stays taken."""
    seat.key = _digest(secrets.token_urlsafe(_KEY_BYTES))
    seat.save(update_fields=["key"])


@transaction.atomic
def let_in(*, lobby: Lobby, seats: Iterable[LobbySeat], user: User) -> int:
    """Make these pupils of the class; whose alias came in by slip meanwhile is sent away. Raises ClassError."""
    Classroom.objects.select_for_update().get(pk=lobby.classroom_id)
    waiting = [seat for seat in seats if seat.pupil_id is None]
    known = {pupil.alias: pupil for pupil in lobby.classroom.pupils.select_related("learner")}
    fresh = [seat.alias for seat in waiting if seat.alias not in known]
    made = add_pupils(classroom=lobby.classroom, user=user, labels=fresh) if fresh else []
    known |= {pupil.alias: pupil for pupil in made}
    for seat in waiting:
        pupil = known[seat.alias]
        if _has_come(pupil):
            seat.delete()
            continue
        seat.pupil = pupil
        seat.save(update_fields=["pupil"])
        Pupil.objects.filter(pk=pupil.pk, joined=None).update(joined=timezone.now())
    return len(waiting)


def remove_seat(*, lobby: Lobby, number: int) -> None:
    """Send somebody away who waits; the seat is free again."""
    lobby.taken.filter(pk=number, pupil=None).delete()


def forget_old() -> int:
    """Delete the seats of a day ago. Returns how many."""
    return LobbySeat.objects.filter(came__lt=timezone.now() - KEPT).delete()[0]


def export_lobby(classroom: Classroom) -> list[dict[str, Any]]:
    """What is stored of the lobby, ready for JSON; nothing where it was never opened."""
    return [
        {
            "open": lobby.is_open,
            "seats": lobby.seats,
            "closes": lobby.closes.isoformat(),
            "taken": [
                {"alias": seat.alias, "pupil": seat.pupil_id, "came": seat.came.isoformat()}
                for seat in lobby.taken.all()
            ],
        }
        for lobby in Lobby.objects.filter(classroom=classroom).select_related("classroom")
    ]


def _give_code(lobby: Lobby) -> None:
    for _ in range(20):
        lobby.code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
        try:
            with transaction.atomic():
                lobby.save()
                return
        except IntegrityError:  # another lobby has it
            continue
    raise RuntimeError("no code is free")


def _is_taken(lobby: Lobby, alias: str) -> bool:
    pupil = lobby.classroom.pupils.select_related("learner").filter(alias=alias).first()
    is_anothers = pupil is not None and (pupil.slip_shown or _has_come(pupil))
    return is_anothers or lobby.taken.filter(alias=alias).exists()


def _has_come(pupil: Pupil) -> bool:
    return pupil.joined is not None or pupil.has_account


def _digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
