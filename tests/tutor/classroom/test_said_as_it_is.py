"""What pages of a class say is so: after its end, for a place that is gone, and about what nobody has."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.lessons.pages import Page
from tests.tutor.classroom.assigned import SUM, WILD, assigned, at, right, url
from tests.tutor.classroom.makers import owner_of, pupil_client, teacher_client
from tutor.classroom import services
from tutor.classroom.dealing import services as dealing
from tutor.classroom.dealing.models import DealTry
from tutor.classroom.keeping import delete_class
from tutor.classroom.models import Pupil
from tutor.live import services as live

pytestmark = pytest.mark.django_db
LANGUAGES = pytest.mark.parametrize("language", ["de", "en"])
small = pytest.mark.usefixtures("small_content")


@small
@LANGUAGES
def test_nothing_is_not_right_yet_where_it_can_no_longer_become_right(language: str, pupil: Pupil) -> None:
    yet, wrong = {"de": ("noch nicht richtig", "falsch"), "en": ("not right yet", "wrong")}[language]
    browser = at(pupil)
    once, often = assigned(pupil, WILD, tries=1), assigned(pupil, SUM)
    for one, answer in ((once, {"none": "1"}), (often, {"number": "1"})):
        browser.open(url(one, 1, language=language))
        browser.press("check", **answer)
    assert yet not in browser.open(url(once, language=language)).text
    assert wrong in browser.page.text
    assert yet in browser.open(url(often, language=language)).text
    often.due = timezone.now() - timedelta(minutes=1)
    often.save()
    assert yet not in browser.open(url(often, language=language)).text
    assert right(WILD)


@small
@LANGUAGES
@pytest.mark.parametrize("whole", [True, False], ids=["class", "pupil"])
def test_open_pages_of_a_place_that_is_gone_go_and_promise_nothing(
    whole: bool, language: str, pupil: Pupil
) -> None:
    classroom, client = pupil.classroom, pupil_client(pupil)
    owner = owner_of(classroom)
    start = f"/{language}/class/{classroom.token}"
    if whole:
        delete_class(classroom=classroom, user=owner)
    else:
        services.delete_pupil(pupil=pupil, user=owner)
    for asked in (f"{start}/my/news/?seen=0", f"{start}/live/poll/?seen=none"):
        assert client.get(asked, headers={"hx-request": "true"}).headers["HX-Refresh"] == "true", asked
    page = Page(client.get(f"{start}/my/"))
    assert page.status == 404
    said = {"de": "Was gelöscht wurde, ist endgültig weg.", "en": "What has been deleted is gone for good."}
    assert said[language] in page.text


@LANGUAGES
def test_table_of_a_deal_explains_points_only_where_there_are_some(language: str, pupil: Pupil) -> None:
    one = dealing.assign(classroom=pupil.classroom, what={"mini": "open-with-fifty"}, opens=timezone.now())
    client = teacher_client(owner_of(pupil.classroom))
    address = f"/{language}/class/{pupil.classroom.token}/deals/{one.pk}/"
    explained = {"de": "Bei den Punkten steht die eigene Zahl vorn", "en": "The first figure is the points"}
    assert explained[language] not in Page(client.get(address)).text
    DealTry.objects.create(assigned=one, pupil=pupil, outcome="reached", points=[500, 20])
    assert explained[language] in Page(client.get(address)).text


@LANGUAGES
def test_round_nobody_is_in_names_both_ways_in(language: str, pupil: Pupil) -> None:
    classroom = pupil.classroom
    slugs = ["deck/which-are-wild"]
    made = live.begin(classroom=classroom, teacher=owner_of(classroom), questions=slugs, title="One")
    page = Page(
        teacher_client(owner_of(classroom)).get(f"/{language}/class/{classroom.token}/live/{made.pk}/")
    )
    said = {"de": "mit dem Code an der Wand herein", "en": "with the code on the wall"}
    assert said[language] in page.text
    assert "Schülerinnen" not in page.text


def test_topics_stand_in_one_order_everywhere(pupil: Pupil) -> None:
    client, start = teacher_client(owner_of(pupil.classroom)), f"/de/class/{pupil.classroom.token}"
    orders = []
    for address in (f"{start}/assign/?kind=theme", f"{start}/paper/"):
        source = client.get(address).content.decode()
        options = source.partition('name="theme"')[2].partition("</select>")[0]
        orders.append([one.partition('"')[0] for one in options.split('value="')[1:]])
    assigning, paper = orders
    assert len(paper) > 10
    assert [one for one in assigning if one in paper] == [one for one in paper if one in assigning]
