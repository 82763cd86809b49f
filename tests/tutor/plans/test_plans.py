"""Plans for lessons in a class: put in by one press, opened part by part, printed, compared, taken out, exported."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from lessons.content.deals import mini_deals
from lessons.content.plans import Exit, StageWork, plan, plans
from lessons.content.reading import library
from tests.lessons import pages
from tests.tutor.classroom.makers import make_class, owner_of, pupil_client, teacher_client
from tests.tutor.classroom.strangers import TEACHER, is_closed_to_strangers
from tests.tutor.classroom.test_results import answered
from tests.tutor.tables.test_pages import kept
from tutor.classroom import services as classes
from tutor.classroom.dealing import services as dealing
from tutor.classroom.keeping import export_of
from tutor.classroom.models import Assignment, Classroom
from tutor.live.models import LiveRound
from tutor.plans import printed
from tutor.plans.models import ClassLesson
from tutor.plans.urls import urlpatterns

pytestmark = pytest.mark.django_db
FIRST = "first-lesson"
LIVE, STAGE, EXIT = "live", "stage-melds", "exit"
OPENING, DEAL = "the-opening", "deal-open-with-fifty"
TOLD = r"teaches or tests \d+ rules, of which your class shares \d+\. What differs is listed below\."


@pytest.fixture
def classroom() -> Classroom:
    return make_class(pupils=2)


@pytest.fixture
def teacher(classroom: Classroom) -> Client:
    return teacher_client(owner_of(classroom))


def url(name: str, classroom: Classroom, slug: str = FIRST, *, language: str = "en") -> str:
    with override(language):
        arguments = [classroom.token] if name == "overview" else [classroom.token, slug]
        return reverse(f"plans:{name}", args=arguments)


def press(teacher: Client, classroom: Classroom, slug: str = FIRST, **sent: object) -> pages.Page:
    """Press a button of the page of the plan, and the page that comes of it."""
    return pages.Page(teacher.post(url("plan", classroom, slug), sent, follow=True))


@pytest.mark.parametrize("language", ["de", "en"])
def test_teacher_finds_all_plans_and_reads_one(classroom: Classroom, teacher: Client, language: str) -> None:
    home = pages.Page(teacher.get(f"/{language}/class/{classroom.token}/"))
    assert f'href="{url("overview", classroom, language=language)}"' in home.source
    listed = pages.Page(teacher.get(url("overview", classroom, language=language)))
    read = pages.Page(teacher.get(url("plan", classroom, language=language)))
    first = plan(FIRST)
    assert first is not None
    for one in plans().values():
        assert one.title.in_language(language) in listed.text
    for text in (first.summary, *(aim.text for aim in first.aims), *(part.title for part in first.parts)):
        assert text.in_language(language) in read.text
    assert {"de": "45 Minuten", "en": "45 minutes"}[language] in read.text
    assert "7–13" in read.text
    following = plan("wild-cards-and-a-turn")
    assert following is not None
    assert following.title.in_language(language) in read.text
    assert (
        first.title.in_language(language)
        in pages.Page(teacher.get(url("plan", classroom, following.slug, language=language))).text
    )


@pytest.mark.parametrize("slug", list(plans()))
def test_one_press_makes_the_assignments_of_any_plan_in_order_and_not_yet_open(
    classroom: Classroom, teacher: Client, slug: str
) -> None:
    press(teacher, classroom, slug, put="1")
    press(teacher, classroom, slug, put="1")
    found = plan(slug)
    assert found is not None
    wanted: list[list[str]] = []
    for part in found.parts:
        stage = library().stage(part.stage) if isinstance(part, StageWork) else None
        if stage is not None:
            wanted.append([step.slug for step in stage.steps])
        if isinstance(part, Exit):
            wanted.append(list(part.items))
    made = list(classroom.assignments.all())
    assert [one.questions for one in made] == wanted
    assert {one.opens for one in made} == {None}
    assert (made[-1].counts, made[-1].hints, made[-1].only.count()) == (Assignment.Counts.FIRST, False, 0)
    assert not LiveRound.objects.exists()


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("de", ["Meldungen", "Zum Schluss: Karten und Meldungen"]),
        ("en", ["Melds", "Exit ticket: Cards and melds"]),
    ],
)
def test_assignments_are_called_in_the_language_of_the_reader(
    classroom: Classroom, teacher: Client, language: str, names: list[str]
) -> None:
    press(teacher, classroom, put="1")
    with override(language):
        assert [one.name for one in classroom.assignments.all()] == names


def test_parts_are_opened_one_by_one_and_pupils_see_them_then(classroom: Classroom, teacher: Client) -> None:
    pupil = pages.Learner(client=pupil_client(classroom.pupils.first()))
    mine = f"/en/class/{classroom.token}/my/"
    page = press(teacher, classroom, put="1")
    (first,) = re.findall(
        r'<button name="(\w+)" value="([\w-]+)" class="primary">(.*?)</button>', page.source
    )
    assert (first[:2], " ".join(first[2].split())) == (("begin", LIVE), "Begin the live round: Warm-up")
    stage, ticket = classroom.assignments.all()
    assert stage.name not in pupil.open(mine).text
    press(teacher, classroom, begin=LIVE)
    live = LiveRound.objects.get()
    assert live.questions[0] == "deck/how-many-wild"
    with override("de"):
        assert live.name == "Zum Warmwerden: Karten und Meldungen"
    press(teacher, classroom, begin=LIVE)
    assert LiveRound.objects.count() == 1
    page = press(teacher, classroom, open=STAGE)
    assert "Now open for everybody." in page.text
    assert "Open it now: Exit ticket" in page.text  # the next stands at the top
    assert stage.name in pupil.open(mine).text
    assert ticket.name not in pupil.open(mine).text
    opened = classroom.assignments.first()
    assert opened is not None
    assert opened.opens is not None
    press(teacher, classroom, open=STAGE)
    assert classroom.assignments.get(pk=opened.pk).opens == opened.opens
    press(teacher, classroom, open=EXIT)
    assert ticket.name in pupil.open(mine).text


@pytest.mark.parametrize(
    ("language", "goal", "opened"),
    [
        ("de", "Mach in diesem Zug die Erstmeldung: 50 Punkte.", "Jetzt für alle offen."),
        ("en", "Make the initial meld in this turn: 50 points.", "Now open for everybody."),
    ],
)
def test_mini_deal_of_a_plan_is_assigned_by_the_one_press_opened_and_played(
    classroom: Classroom, teacher: Client, language: str, goal: str, opened: str
) -> None:
    here = url("plan", classroom, OPENING, language=language)
    assert goal in pages.Page(teacher.get(here)).text  # read before it is put into a class
    teacher.post(here, {"put": "1"})
    teacher.post(here, {"put": "1"})
    deal = classroom.deals.get()
    assert (deal.mini, deal.opens, deal.title) == ("open-with-fifty", None, "")
    pupil = classroom.pupils.first()
    mine = pages.Learner(client=pupil_client(pupil))
    own = f"/{language}/class/{classroom.token}/my/"
    assert deal.name not in mine.open(own).text
    page = pages.Page(teacher.post(here, {"open": DEAL}, follow=True))
    assert opened in page.text
    assert f"/deals/{deal.pk}/" in page.source
    with override(language):
        assert deal.name in mine.open(own).text
    (told,) = export_of(classroom)["lessons"]
    assert [part["deal"] for part in told["parts"]] == [None, None, deal.pk, None, None]
    deal.refresh_from_db()
    dealing.begin(assigned=deal, pupil=pupil)
    teacher.post(here, {"out": "1"})
    assert classroom.deals.get() == deal  # somebody has played it
    teacher.post(here, {"put": "1"})
    other = classroom.deals.exclude(pk=deal.pk).get()
    other.delete()
    teacher.post(here, {"open": DEAL})  # opening makes it anew
    assert classroom.deals.count() == 2
    classroom.deals.exclude(pk=deal.pk).update(opens=None)
    teacher.post(here, {"out": "1"})
    assert classroom.deals.get() == deal


def test_what_cannot_be_done_is_said_and_changes_nothing(classroom: Classroom, teacher: Client) -> None:
    for sent in ({"open": STAGE}, {"out": "1"}, {"begin": LIVE}):
        assert "not in the class any more" in press(teacher, classroom, **sent).text
    press(teacher, classroom, put="1")
    for sent in ({"open": "tell"}, {"open": "3"}, {"begin": STAGE}, {"open": "²"}, {}):
        response = teacher.post(url("plan", classroom), sent)
        assert response.status_code == 422
        assert "cannot be opened" in pages.Page(response).text
    teacher.post(f"/en/class/{classroom.token}/now/", {"ask": "deck/how-many-wild"})
    assert "A live round is on." in press(teacher, classroom, begin=LIVE).text
    assert not classroom.assignments.exclude(opens=None).exists()
    assert teacher.get(url("plan", classroom, "nothing")).status_code == 404


def test_archived_class_gets_no_plan(classroom: Classroom, teacher: Client) -> None:
    classes.set_archived(classroom=classroom, archived=True)
    assert 'name="put"' not in pages.Page(teacher.get(url("plan", classroom))).source
    assert "archived" in press(teacher, classroom, put="1").text
    assert not ClassLesson.objects.exists()


def test_full_class_gets_none_of_a_plan(
    classroom: Classroom, teacher: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tutor.plans.services.MOST_ASSIGNMENTS", 1)
    assert "room for 1 assignments" in press(teacher, classroom, put="1").text
    assert not classroom.assignments.exists()
    assert not ClassLesson.objects.exists()


def test_deleted_assignment_is_made_anew_where_its_part_is_opened(
    classroom: Classroom, teacher: Client
) -> None:
    press(teacher, classroom, put="1")
    first = classroom.assignments.first()
    assert first is not None
    first.delete()
    assert (
        "Your class has nothing for this part at the moment; it will be created when you open the part."
        in pages.Page(teacher.get(url("plan", classroom))).text
    )
    press(teacher, classroom, open=STAGE)
    assert [len(one.questions) for one in classroom.assignments.exclude(opens=None)] == [8]


def test_taking_a_plan_out_keeps_what_was_answered(classroom: Classroom, teacher: Client) -> None:
    press(teacher, classroom, put="1")
    stage = classroom.assignments.first()
    pupil = classroom.pupils.first()
    assert stage is not None
    assert pupil is not None
    answered(stage, pupil, 1, "right")
    press(teacher, classroom, out="1")
    assert list(classroom.assignments.all()) == [stage]
    assert not ClassLesson.objects.exists()


def test_plan_is_in_the_export_and_goes_with_the_class(classroom: Classroom, teacher: Client) -> None:
    press(teacher, classroom, put="1")
    (exported,) = export_of(classroom)["lessons"]
    stage = classroom.assignments.first()
    assert stage is not None
    assert exported["plan"] == FIRST
    assert {"part": STAGE, "assignment": stage.pk, "deal": None, "live": None} in exported["parts"]
    classroom.delete()
    assert not ClassLesson.objects.exists()


def test_rules_of_the_class_are_kept_and_every_plan_is_held_against_them(
    classroom: Classroom, teacher: Client
) -> None:
    here, listed = url("plan", classroom, "taking-the-pile"), url("overview", classroom)
    assert (
        "It fits: all" in pages.Page(teacher.get(here)).text
    )  # a class plays classic unless it says otherwise
    kept = teacher.post(here, {"rules": "samba"})
    assert kept["Location"] == f"{here}#fits"
    other = pages.Page(teacher_client(owner_of(classroom)).get(here))  # also from another device
    rows = re.findall(r'<th scope="row">.*?</tr>', other.source, re.DOTALL)
    row = next(one for one in rows if "pickup.natural-plus-wild" in one or "with-wild" in one)
    assert "Stage of the course: taking the discard pile" in row
    assert re.search(TOLD, other.text)
    assert re.search(r'value="samba" selected', other.source)
    assert "rules are different in your class" in pages.Page(teacher.get(listed)).text
    classroom.refresh_from_db()
    assert (classroom.plays, classroom.rules) == ("samba", "samba")  # topics are drawn for them too
    assert classes.copy_class(classroom=classroom, user=owner_of(classroom), name="8a").plays == "samba"
    assert export_of(classroom)["class"]["plays"] == "samba"
    teacher.post(listed, {"rules": "nothing"})
    classroom.refresh_from_db()
    assert classroom.plays == "samba"
    assert teacher.post(listed, {"rules": "classic-2p"})["Location"] == f"{listed}#played"
    classes.set_rules(
        classroom=classroom, rules="wiener"
    )  # said in the settings, it goes before what was exact
    assert re.search(r'value="wiener" selected', pages.Page(teacher.get(here)).source)


def test_rules_of_a_table_are_kept_for_the_class(classroom: Classroom, teacher: Client) -> None:
    here = url("plan", classroom, "canastas-together")
    table = kept(
        teacher, "en", name="Ours", base="classic", was="classic", canastas_to_go_out="1", max_wilds="2"
    )
    table.rules = "classic{max_wilds=2}"
    table.save()
    assert "Ours" in pages.Page(teacher.get(here)).text
    teacher.post(here, {"rules": "ours"})
    classroom.refresh_from_db()
    assert (classroom.plays, classroom.rules) == ("classic{max_wilds=2}", "classic")
    elsewhere = pages.Page(teacher_client(owner_of(classroom)).get(here))
    assert re.search(r'value="kept" selected>the rules of your table', elsewhere.source)
    assert re.search(TOLD, elsewhere.text)
    classroom.plays = "gone{nothing=1}"
    classroom.save()
    assert "It fits: all" in pages.Page(teacher_client(owner_of(classroom)).get(here)).text


@pytest.mark.parametrize("language", ["de", "en"])
def test_guide_sheets_and_key_are_printed(classroom: Classroom, teacher: Client, language: str) -> None:
    for name in ("guide", "sheets", "key"):
        response = teacher.get(url(name, classroom, language=language))
        assert response["Content-Type"] == "application/pdf"
        assert response.content.startswith(b"%PDF-")
        assert len(response.content) > 20_000


def test_guide_says_all_that_the_plan_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is handed to the typesetter; the numbers of the exercises are those of sheets and key."""
    given = {}
    monkeypatch.setattr(printed.pdf, "handout", lambda **named: given.update(named) or b"%PDF-")
    first = plan(FIRST)
    assert first is not None
    printed.guide(first, note="7b", site="https://canasta.example", large=False)
    said = str(given["sections"])
    for text in (
        *(aim.text.en for aim in first.aims),
        "25–40 · 15 min",
        "shuffle the others and deal eleven",
    ):
        assert text in said
    printed.sheets(first, note="7b", site="https://canasta.example", large=False)
    asked = [number for section in given["sections"] for number, _ in section.items]
    assert asked == list(range(1, 3 + 8 + 3 + 1))
    assert [section.named for section in given["sections"]] == [True, True, False, True]


def test_mini_deal_stands_in_the_guide_and_its_table_on_the_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {}
    monkeypatch.setattr(printed.pdf, "handout", lambda **named: given.update(named) or b"%PDF-")
    opening = plan(OPENING)
    assert opening is not None
    printed.guide(opening, note="7b", site="https://canasta.example", large=False)
    mini = mini_deals()["open-with-fifty"]
    said = str(given["sections"])
    assert mini.goal.en in said
    assert "One way to the goal" in said
    printed.sheets(opening, note="7b", site="https://canasta.example", large=False)
    section = next(one for one in given["sections"] if one.heading == "On the screen: open with 50")
    cards = [card for block in section.blocks for run in block.runs for card in run.cards]
    assert set(mini.table.hands[0]) <= set(cards)
    assert section.blocks[-1].count == 3


METHODS = {"overview": "GET POST", "plan": "GET POST", "guide": "GET", "sheets": "GET", "key": "GET"}


def test_only_teachers_of_the_class_see_a_plan_in_it_and_put_one_there(
    classroom: Classroom, teacher: Client
) -> None:
    assert {one.name for one in urlpatterns} == set(METHODS)
    for name, methods in METHODS.items():
        is_closed_to_strangers(url(name, classroom), classroom, who=TEACHER, methods=methods)
        response = teacher.get(url(name, classroom))
        assert response.status_code == 200
        assert "no-store" in response["Cache-Control"]
    assert not ClassLesson.objects.exists()
