"""The drill of a table asks for moves on which it parts from its base, and tells what the engine says of them."""

from __future__ import annotations

import pytest
from django.test import Client

from engine.judging.judge import judge
from lessons.content.reading import seeds_folder
from tests.lessons.pages import Page
from tests.tutor.tables.test_pages import kept
from tutor.tables.drilling import MOST_OF_A_RULE, cases

MAJORITY = "classic{naturals_must_outnumber=true,canastas_to_go_out=2}"


def test_each_case_is_allowed_by_one_and_forbidden_by_the_other() -> None:
    found = cases(seeds_folder(), MAJORITY)
    assert {one.rule for one in found} >= {"wild.majority", "out.canastas-needed"}
    assert len({(str(one.ours.position), one.ours.actions) for one in found}) == len(found) > 3
    for one in found:
        assert sum(other.rule == one.rule for other in found) <= MOST_OF_A_RULE
        again = [judge(side.position, side.actions, remedy=False).legal for side in (one.usual, one.ours)]
        assert sorted(again) == [False, True]  # type: ignore[type-var]  # neither is undecided
        assert one.usual.position.rules.name == "classic"
        assert one.ours.position.rules.naturals_must_outnumber
    assert not cases(seeds_folder(), "classic{target=7000}")


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["de", "en"])
def test_a_drill_goes_from_move_to_move_and_says_how_it_went(language: str) -> None:
    client = Client()
    table = kept(client, naturals_must_outnumber="yes")
    address = f"/{language}/table/{table.public_id}/drill/"
    found = cases(seeds_folder(), table.rules)
    question = Page(client.get(f"{address}1/"))
    assert {"de": "Ist das bei „Freitags“ erlaubt?", "en": "Is that allowed at “Freitags”?"}[
        language
    ] in question.text
    assert 'class="outcome' not in question.source
    empty = client.post(f"{address}1/")
    assert empty.status_code == 422
    assert {"de": "Wähle zuerst", "en": "Choose one"}[language] in Page(empty).text

    right = "yes" if found[0].ours.verdict.legal else "no"
    told = Page(client.post(f"{address}1/", {"answer": right}))
    assert {"de": "Richtig.", "en": "Right."}[language] in told.text
    first, second = told.source.split('class="sides"')[1].split("<h3>")[1:3]
    assert first.startswith("Freitags<")
    assert second.startswith({"de": "Klassisch<", "en": "Classic<"}[language])
    assert f"{address}2/?right=1" in told.source
    wrong = Page(client.post(f"{address}1/", {"answer": "yes" if right == "no" else "no"}))
    assert {"de": "Nicht richtig.", "en": "Not right."}[language] in wrong.text
    assert f"{address}2/?right=0" in wrong.source
    end = Page(client.get(f"{address}{len(found) + 1}/?right=3"))
    said = {"de": f"3 von {len(found)} richtig", "en": f"3 of {len(found)} right"}[language]
    assert said in end.text


@pytest.mark.django_db
def test_where_only_points_differ_there_is_nothing_to_drill() -> None:
    client = Client()
    table = kept(client, canastas_to_go_out="1", target="7000")
    assert "nichts zu üben" in Page(client.get(f"/de/table/{table.public_id}/drill/1/")).text
    assert Client().get("/de/table/nothere2/drill/1/").status_code == 404
    assert Client().get(f"/de/table/{table.public_id}/drill/1/?right=x").status_code == 200


@pytest.mark.django_db
def test_melds_of_a_drill_are_counted_as_at_the_table() -> None:
    client = Client()
    table = kept(client, canasta_size="8")
    found = cases(seeds_folder(), table.rules)
    pages = [
        Page(client.get(f"/en/table/{table.public_id}/drill/{number}/")).text
        for number in range(1, len(found) + 1)
    ]
    assert any(" of 8" in page for page in pages)
    assert not any(" of 7" in page for page in pages)
