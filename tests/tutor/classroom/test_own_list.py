"""A class that was made from the teacher's own list: what is said of its names is true."""

from __future__ import annotations

import pytest

from tests.factories import UserFactory
from tests.tutor.classroom.makers import owner_of, teacher_client
from tests.tutor.play.at_the_table import readable
from tutor.classroom import services
from tutor.classroom.models import Classroom

pytestmark = pytest.mark.django_db

TOLD = {
    "de": (
        ("?new=1", "Jeder schreibt den eigenen Namen", "für wen aus deiner Liste er ist"),
        ("slips/", "gelangt der Name nie", "was du in deine Liste geschrieben hast"),
        ("list/", "schreib die Namen von Hand", "was du in deine eigene Liste geschrieben hast"),
    ),
    "en": (
        ("?new=1", "each pupil writes their name", "for whom of your list it is"),
        ("slips/", "the name never reaches this site", "what you wrote in your list"),
        ("list/", "write the names on it by hand", "What you wrote in your own list"),
    ),
}


def class_of(labels: list[str], aliases: int, language: str) -> Classroom:
    return services.create_class(
        user=UserFactory(), name="7b", language=language, labels=labels, aliases=aliases
    )


@pytest.mark.parametrize("language", TOLD)
@pytest.mark.parametrize("is_own", [True, False])
def test_pages_say_where_the_names_are(language: str, is_own: bool) -> None:
    classroom = class_of(["Mia Sommer"] if is_own else [], 1, language)
    teacher = teacher_client(owner_of(classroom))
    for path, of_aliases, of_own in TOLD[language]:
        page = readable(teacher.get(f"/{language}/class/{classroom.token}/{path}").content.decode())
        assert (of_own in page, of_aliases in page) == (is_own, not is_own), path


def test_aliases_of_another_language_are_no_own_list() -> None:
    classroom = class_of([], 3, "en")
    Classroom.objects.update(language="de")
    teacher = teacher_client(owner_of(classroom))
    page = readable(teacher.get(f"/en/class/{classroom.token}/slips/").content.decode())
    assert "the name never reaches this site" in page


def test_only_slips_with_an_alias_have_a_line_for_the_name() -> None:
    classroom = class_of(["Mia Sommer", "Ben"], 3, "de")
    slips = teacher_client(owner_of(classroom)).get(f"/de/class/{classroom.token}/slips/").content.decode()
    assert (slips.count('class="slip"'), slips.count('class="slip-name"')) == (5, 3)
