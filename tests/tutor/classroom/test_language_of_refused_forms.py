"""The language of a page on which a form was refused: it can be changed, and what was typed stays."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.markup import flat
from tests.tutor.classroom.makers import make_class, owner_of, teacher_client
from tutor.classroom.models import Classroom

pytestmark = pytest.mark.django_db
OTHER = {"de": "en", "en": "de"}


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=2)


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    return teacher_client(owner_of(classroom))


def switched(teacher: Client, page: str, form: dict[str, str]) -> str:
    """The page in the other language, as the button of the switch asks for it, which belongs to the form."""
    button = re.search(
        r'<button type="submit" form="([^"]+)" name="do" value="language" formaction="([^"]+)"', page
    )
    assert button is not None
    assert f'id="{button[1]}"' in page
    response = teacher.post(button[2], {**form, "do": "language"})
    assert response.status_code == 200
    return flat(response.content.decode())


@pytest.mark.parametrize("language", OTHER)
def test_list_of_pupils_that_was_refused_stays_in_the_other_language(
    language: str, classroom: Classroom, teacher: Client
) -> None:
    taken = classroom.pupils.first().alias
    form = {"who": "labels", "aliases": "1", "labels": f"Mia\n{taken}"}
    address = f"/{language}/class/{classroom.token}/pupils/add/"
    refused = teacher.post(address, form)
    assert refused.status_code == 422
    page = switched(teacher, flat(refused.content.decode()), form)
    assert f'<html lang="{OTHER[language]}"' in page
    assert f"Mia {taken}</textarea>" in page
    assert re.search(r'value="labels"[^>]* checked', page)
    assert classroom.pupils.count() == 2


@pytest.mark.parametrize("language", OTHER)
def test_alias_that_was_refused_stays_in_the_other_language(
    language: str, classroom: Classroom, teacher: Client
) -> None:
    one, other = classroom.pupils.all()
    form = {"alias": other.alias}
    refused = teacher.post(f"/{language}/class/{classroom.token}/pupils/{one.pk}/name/", form)
    assert refused.status_code == 422
    page = switched(teacher, flat(refused.content.decode()), form)
    assert f'<html lang="{OTHER[language]}"' in page
    assert f'id="alias-{one.pk}" name="alias" type="text" value="{other.alias}"' in page


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("class/{token}/pupils/add/", "class/{token}/pupils/"),
        ("class/{token}/pupils/{pupil}/name/", "class/{token}/pupils/"),
        ("class/{token}/remedial/", "class/{token}/report/"),
        ("class/basket/add/", "class/basket/"),
        ("table/abcdefgh/do/", "table/"),
    ],
)
def test_address_to_which_a_form_is_sent_leads_to_the_page_of_the_form(
    path: str, leads_to: str, classroom: Classroom, teacher: Client
) -> None:
    facts = {"token": classroom.token, "pupil": classroom.pupils.first().pk}
    response = teacher.get(f"/en/{path.format(**facts)}")
    assert (response.status_code, response["Location"]) == (302, f"/en/{leads_to.format(**facts)}")
    assert teacher.put(f"/en/{path.format(**facts)}").status_code == 405
