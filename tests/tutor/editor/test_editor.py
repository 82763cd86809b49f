"""Asking the rules about a table of one's own, and making an exercise of it."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from engine.notation.position_line import format_position, parse_position
from lessons.content.reading import library
from lessons.fresh.sisters import find_item
from lessons.kinds.legal import Legal
from tests.markup import flat
from tests.samples import share
from tests.tutor.editor.pages import TABLE, Editor, signed_in
from tutor.editor.models import OwnItem
from tutor.editor.state import drop, from_position, put
from tutor.learning.models import Attempt, User

pytestmark = pytest.mark.django_db

KINGS = "classic | play | hand 5s 9c Kd Kh Ks 2c | stock 42"


def test_table_is_laid_card_by_card_and_the_address_says_it() -> None:
    editor = Editor("en")
    for card in ("Kh", "Kd", "2c"):
        editor.press(f"put:{card}")
    assert editor.fields("hand") == ["Kh Kd 2c"]
    editor.choose(zone="own-new").press("put:Qh")
    editor.press("put:Qd").press("put:Qs")
    assert editor.fields("own") == ["Qh Qd Qs", ""]
    assert "This position is possible." in editor.text
    editor.press("drop:hand:0")
    assert editor.fields("hand") == ["Kd 2c"]
    assert "do=" not in editor.url


def test_cards_go_where_the_chosen_place_is_as_quickly_as_they_are_typed() -> None:
    editor = Editor("en").fill(quick="7K Joker").press("show")
    assert editor.fields("hand") == ["7c Kc Joker"]
    editor.choose(zone="own-new").fill(quick="QQ*").press("show")
    assert editor.fields("own") == ["Qc Qd Joker", ""]
    assert "Type cards for: Your meld 1" in editor.text
    editor.press("put:Q").choose(zone="pile").press("put:2")
    assert (editor.fields("own")[0], editor.fields("pile")) == ("Qc Qd Joker Qh", ["2c"])
    editor.press("put:3r").press("put:3r").press("put:3b")
    assert editor.fields("pile") == ["2c 3h 3d 3c"]
    assert editor.fields("quick") == [""]


def test_what_names_no_card_stays_in_the_field_and_the_table_is_kept() -> None:
    editor = Editor("de").fill(hand="K K", quick="7 Kaiser").press("show", status=400)
    assert "ist keine Karte" in editor.text
    assert editor.fields("quick") == ["7 Kaiser"]
    assert editor.fields("hand") == ["Kc Kd"]


def test_suits_are_chosen_only_where_they_matter() -> None:
    assert 'value="put:K"' in Editor("en").source
    assert 'value="put:Kh"' not in Editor("en").source
    assert 'value="put:Kh"' in Editor("en").choose(suits="1").press("show").source
    assert 'value="put:Kh"' in Editor("en").choose(rules="samba").press("show").source


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"hand": "99", "pile": "2 5 9", "opened": "1"},
            ["Allowed: Take the pile with two nines"],
        ),
        (
            {"hand": "9 *", "pile": "2 5 9", "own": "999", "phase": "draw"},
            [
                "Not allowed: Take the pile, adding its top card to the nines together with a nine and a joker",
                "frozen because a wild card lies in it",
            ],
        ),
        ({"hand": "44 2* 7 9", "own": "QQQ", "phase": "play"}, ["Allowed: Meld two fours", "to the queens"]),
        ({"hand": "K 9 5", "pile": "4"}, ["Not allowed: Take the pile"]),
    ],
)
def test_the_verdict_on_what_may_be_meant_stands_beside_the_table(
    typed: dict[str, str], said: list[str]
) -> None:
    editor = Editor("en").fill(**typed).press("show")
    for one in said:
        assert one in editor.text
    link = re.search(r'<ul class="likely">.*?href="([^"]+)"', editor.source, re.DOTALL)
    assert link
    assert link[1].startswith("/en/ask/turn/?p=classic")


@pytest.mark.parametrize(
    ("language", "field", "typed", "sentence"),
    [
        ("en", "hand", "Kh XX", "“XX” is not a card."),
        ("de", "hand", "Kh XX", "„XX“ ist keine Karte."),
        ("de", "hand", "Kh K\u017f", "„K\u017f“ ist keine Karte."),
        ("en", "own", "Kh Kd 4c", "cannot lie on the table as a meld"),
        ("en", "opp_threes", "4c", "is not a red three"),
        ("en", "pile", "Kd Kd Kd", "the deck has only 2."),
        ("en", "stock", "many", "“many” is not a whole number"),
    ],
)
def test_impossible_table_says_what_is_wrong_and_keeps_everything(
    language: str, field: str, typed: str, sentence: str
) -> None:
    editor = Editor(language).fill(**{"hand": "5s 6s", "pile": "9d", field: typed}).press("go", status=400)
    assert sentence in editor.text
    assert editor.fields(field)[0] == typed
    assert 'aria-invalid="true"' in editor.source


def test_settings_are_folded_away_and_say_what_is_set() -> None:
    editor = Editor("en").fill(hand="Kh", own_score="800", stock="40").press("show")
    assert "800 to 0 points · stock 40" in editor.text
    assert '<details class="laying-more">' in editor.source
    assert '<details class="laying-more" open>' in editor.fill(stock="many").press("show").source


def test_text_that_names_no_cards_is_shown() -> None:
    typing = re.compile(r'<input type="checkbox" id="typing"[^>]* checked>')
    assert not typing.search(Editor("en").fill(hand="Kh").press("show").source)
    assert typing.search(Editor("en").fill(hand="XX").press("show").source)
    assert typing.search(Editor("en").fill(hand="Kh", typing="1").press("put:Kd").source)


@pytest.mark.parametrize("htmx", [False, True])
def test_other_language_keeps_what_is_typed_and_ticked(client: Client, htmx: bool) -> None:
    headers = {"HX-Request": "true"} if htmx else {}

    def there(path: str, **query: str) -> str:
        response = client.get(path, query, headers=headers)
        return response["HX-Redirect"] if htmx else response["Location"]

    laid = urlsplit(there("/en/ask/", hand="Kh Kd", stock="many", do="language:de"))
    assert laid.path == "/de/ask/"
    assert (parse_qs(laid.query)["hand"], parse_qs(laid.query)["stock"]) == (["Kh Kd"], ["many"])
    asked = urlsplit(there("/de/ask/turn/", p=TABLE, card="Kd#0", do="language:en"))
    assert asked.path == "/en/ask/turn/"
    assert parse_qs(asked.query)["card"] == ["Kd#0"]


def test_exercise_half_written_is_kept_in_the_other_language() -> None:
    path = "/en/items/new/?" + urlencode({"p": KINGS})
    switch = re.search(
        r'form="editing" name="do" value="language" formaction="([^"]*)"',
        flat(Client().get(path).content.decode()),
    )
    assert switch
    response = Client().post(
        unescape(switch[1]), {"kind": "melds", "goal_en": "Lay kings!", "do": "language"}
    )
    assert response.status_code == 200
    assert "Lay kings!" in response.content.decode()
    assert "Eine Aufgabe daraus machen" in response.content.decode()


def test_cards_are_read_with_the_letters_of_the_language() -> None:
    german = Editor("de").fill(hand="Kh Dh Bc").press("go")
    assert parse_position(german.query["p"][0]).hand == parse_position("classic | draw | hand Kh Qh Jc").hand


@pytest.mark.parametrize(
    ("typed", "cards"),
    [
        ("KKK2", "Kc Kd Kh 2c"),
        ("DDD+Joker", "Qc Qd Qh JK"),
        ("Kh K *", "Kc Kh JK"),
        ("BB", "Jc Jd"),
        ("J K", "Jc Kc"),
        ("KH 10S", "Ts Kh"),
        ("K♥ D♠", "Qs Kh"),
        ("", ""),
    ],
)
@pytest.mark.parametrize("language", ["de", "en"])
def test_cards_are_typed_here_as_in_every_answer(language: str, typed: str, cards: str) -> None:
    page = Editor(language).fill(hand=typed, pile="9c").press("go")
    hand = parse_position(page.query["p"][0]).hand
    assert hand == parse_position(f"classic | draw | hand {cards} | pile 9c").hand


def test_suits_that_nobody_typed_are_not_those_that_lie_elsewhere() -> None:
    page = Editor("en").fill(hand="K K", pile="Kc Kd").press("show")
    assert page.fields("hand") == ["Kh Ks"]
    assert Editor("en").fill(hand="3").press("show").text.count("Red or black?") > 0
    assert "In sequences the suit matters." in Editor("en").fill(hand="456", rules="samba").press("show").text


@pytest.mark.parametrize("hand", ["AAA 3", "3 AAA", "4+3 Joker", "2 3"])
@pytest.mark.parametrize("rules", ["classic", "samba"])
def test_three_of_no_suit_is_asked_for_whatever_lies_beside_it(hand: str, rules: str) -> None:
    page = Editor("en").fill(hand=hand, pile="9c", rules=rules).press("go", status=400)
    assert "Red or black?" in page.text
    assert "In sequences the suit matters." not in page.text


@pytest.mark.parametrize(
    ("language", "readings"),
    [("de", "als Bube und König oder als Joker"), ("en", "as a jack and a king, or as a joker")],
)
def test_bare_jk_is_refused_where_a_table_is_laid_too(language: str, readings: str) -> None:
    assert readings in Editor(language).fill(hand="JK 9c").press("show").text


def test_address_of_a_table_from_before_is_read_as_it_was_meant() -> None:
    page = Editor("en", hand="Kh JK", own="Qc Qd Qs *", pile="9c")
    assert page.fields("hand") == ["Kh Joker"]
    assert page.fields("own")[0] == "Qc Qd Qs (P)"
    page.fill(hand="Kh Joker", own="Qc Qd Qs (P)").press("go")
    position = parse_position(page.query["p"][0])
    assert [str(card) for card in position.hand] == ["Kh", "JK"]
    assert position.own.melds[0].by == "partner"


def test_move_gets_its_verdict_under_every_rule_set() -> None:
    page = Editor("en", path="/en/ask/turn/", p=TABLE).press("take", card=["Kd#0", "2c#0"])
    assert page.verdict.startswith("That is not allowed.")
    assert "And under other rules" in page.text
    assert page.query["action"] == ["take Kd 2c"]
    page.press("undo:0")
    assert "action" not in page.query


def test_move_needs_the_drawn_card_only_where_it_decides() -> None:
    page = Editor("en", path="/en/ask/turn/", p=TABLE).press("draw").press("discard", card=["5s#0"])
    assert page.verdict.startswith("That is allowed.")
    known = Editor("en", path="/en/ask/turn/", p=TABLE, n="9h").press("draw")
    assert known.query["action"] == ["draw 9h"]


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "classic | draw | hand Kh Kh Kh",
        "nonsense",
        "classic | draw | hand 99",
        "classic | draw | hand K\u017f",  # a long s, which is an s where capital and small letters are one
        'classic{wild_only_melds="\\ud800"} | draw',
    ],
)
def test_bad_link_is_refused_naming_the_place(client: Client, bad: str) -> None:
    for path in ("/en/ask/turn/", "/de/ask/turn/", "/en/items/new/"):
        response = client.get(path, {"p": bad})
        assert response.status_code == 400
        assert 'class="problem' in response.content.decode()


def test_htmx_gets_the_part_and_the_address() -> None:
    client = Client()
    query = urlencode({"hand": "Kh", "do": "put:Kd"})
    response = client.get(f"/en/ask/?{query}", headers={"HX-Request": "true"})
    source = response.content.decode()
    assert source.lstrip().startswith('<div id="laying">')
    assert parse_qs(urlsplit(response["HX-Push-Url"]).query)["hand"] == ["Kh Kd"]


def test_the_move_has_a_page_of_its_own_with_scripts_too(client: Client) -> None:
    response = client.get("/en/ask/", {"hand": "Kh", "do": "go"}, headers={"HX-Request": "true"})
    assert response["HX-Redirect"].startswith("/en/ask/turn/?p=classic")


def test_exercise_of_a_move_is_saved_worked_on_and_changed() -> None:
    client = signed_in("teacher")
    address = "/en/items/new/?" + urlencode({"p": TABLE, "action": "take Kd 2c"})
    assert "You read them in the exercise once it is saved" in flat(client.get(address).content.decode())
    data = {
        "kind": "legal",
        "goal_en": "May I?",
        "goal_de": "",
        "do": "save",
        "name": "Pile",
    }
    assert client.post(address, data).status_code == 303
    row = OwnItem.objects.get()
    item = find_item(f"own/{row.token}")
    assert item is not None
    assert (str(item.goal), item.kind) == ("May I?", "legal")
    right = item.task.rules[0]
    url = reverse("editor:item", args=[row.token])
    assert "May I?" in Client().get(url).content.decode()
    pupil = Client()
    pupil.post(url, {"do": "check", "legal": "no", "reason": right})
    assert Attempt.objects.get().outcome == "right"
    changing = unescape(flat(client.get(f"/en/items/{row.token}/edit/").content.decode()))
    assert "May I?" in changing
    told = changing.partition("The answers to choose from")[2]
    assert [one.text in told for one in Legal().offered(item)] == [True] * 3
    client.post(f"/en/items/{row.token}/edit/", {**data, "goal_en": "Is that legal?"})
    changed = find_item(f"own/{row.token}")
    assert changed is not None
    assert (str(changed.goal), changed.content_hash) == ("Is that legal?", item.content_hash)


@pytest.mark.parametrize("language", share(("en", "de"), 0, of=2))
@pytest.mark.parametrize(
    ("query", "is_offered"),
    [
        ({"p": TABLE}, False),
        ({"p": TABLE, "n": "5h"}, True),
        ({"p": TABLE, "action": "take Kd 2c"}, True),
        ({"p": TABLE, "action": ["draw", "discard 5h"]}, False),  # nobody knows what was drawn
        ({"p": KINGS}, True),
    ],
)
def test_only_what_can_become_an_exercise_leads_to_one(
    client: Client, language: str, query: dict[str, str | list[str]], is_offered: bool
) -> None:
    asked = urlencode(query, doseq=True)
    page = client.get(f"/{language}/ask/turn/?{asked}").content.decode()
    led_to = re.findall(rf'href="(/{language}/items/new/[^"]*)"', page)
    assert [client.get(unescape(path)).status_code for path in led_to] == [200] * is_offered
    assert client.get(f"/{language}/items/new/?{asked}").status_code == (200 if is_offered else 400)
    if "action" not in query and not is_offered:
        wanted = {"en": "say which cards come from the stock", "de": "gib an, was vom Talon kommt"}
        assert wanted[language] in flat(page)


def test_sister_of_an_own_exercise_has_other_cards() -> None:
    signed_in("teacher").post("/en/items/new/?" + urlencode({"p": KINGS}), {"kind": "melds", "do": "save"})
    row = OwnItem.objects.get()
    one, other = find_item(f"own/{row.token}"), find_item(f"own/{row.token}~1")
    assert one is not None
    assert other is not None
    assert one.position != other.position
    assert Client().get(f"/en/items/{row.token}/again/1/").status_code == 200


def test_undecided_exercise_is_saved_only_after_a_warning() -> None:
    client = signed_in("teacher")
    undecided = "spielregeln | play | hand 5s 6d Ac Ad Ah As Kc Kd Kh | own 3000 | stock 42"
    address = "/en/items/new/?" + urlencode(
        {"p": undecided, "action": ["meld Ac Ad Ah As", "meld Kc Kd Kh"]}, doseq=True
    )
    page = client.get(address)
    source = flat(page.content.decode())
    assert "does not decide the position" in unescape(source)
    refused = client.post(address, {"kind": "legal", "do": "save"})
    assert refused.status_code == 422
    assert not OwnItem.objects.exists()
    client.post(address, {"kind": "legal", "do": "save", "sure": "1"})
    row = OwnItem.objects.get()
    url = reverse("editor:item", args=[row.token])
    assert 'value="undecided"' in client.get(url).content.decode()
    client.post(url, {"do": "check", "legal": "yes", "reason": row.record["rules"][0]})
    client.post(url, {"do": "check", "legal": "undecided", "reason": row.record["rules"][0]})
    assert [attempt.outcome for attempt in Attempt.objects.all()] == ["undecided", "right"]


def test_exercise_that_nobody_could_solve_is_never_saved() -> None:
    client = signed_in("teacher")
    address = "/en/items/new/?" + urlencode({"p": "classic | play | hand 5s 9c | own 1500 | stock 42"})
    response = client.post(address, {"kind": "melds", "do": "save", "sure": "1"})
    assert response.status_code == 422
    assert "nobody could solve this" in response.content.decode()
    assert not OwnItem.objects.exists()


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "With more than 26 cards in the hand it takes too long"),
        ("de", "Bei mehr als 26 Karten im Blatt dauert"),
    ],
)
def test_large_hand_makes_no_exercise_that_must_be_solved(language: str, told: str) -> None:
    hand = " ".join(rank + suit for rank in "456789T" for suit in "cdhs")
    large = f"samba | play | hand {hand} | own 7400 | stock 42"
    path = f"/{language}/items/new/?"
    assert told in flat(Client().get(path + urlencode({"p": large})).content.decode())
    played = Client().get(path + urlencode({"p": large, "action": "meld 4c 4d"})).content.decode()
    assert told not in flat(played)
    assert 'value="legal"' in played, "whether something is allowed can be asked all the same"


def test_only_the_owner_changes_and_deletes() -> None:
    owner, other = signed_in("owner"), signed_in("other")
    owner.post("/en/items/new/?" + urlencode({"p": KINGS}), {"kind": "melds", "do": "save"})
    token = OwnItem.objects.get().token
    for stranger in (other, Client()):
        for action in ("edit", "delete"):
            assert stranger.get(f"/en/items/{token}/{action}/").status_code == 404
            assert stranger.post(f"/en/items/{token}/{action}/").status_code == 404
        assert token not in stranger.get("/en/items/").content.decode()
    assert OwnItem.objects.exists()
    owner.post(f"/en/items/{token}/delete/")
    assert not OwnItem.objects.exists()
    assert Client().get(f"/en/items/{token}/").status_code == 404


def test_visitor_is_told_that_saving_needs_an_account() -> None:
    response = Client().post("/de/items/new/?" + urlencode({"p": KINGS}), {"kind": "melds", "do": "save"})
    assert response.status_code == 403
    assert "Konto" in response.content.decode()
    assert not OwnItem.objects.exists()
    assert not User.objects.exists()


def test_position_with_several_opponents_can_be_asked_but_not_changed() -> None:
    three = format_position(
        parse_position("global-trade | play | players 3 | hand 5s 9c Kd | opp 0 | opp 0 | stock 42")
    )
    page = Editor("en", path="/en/ask/turn/", p=three).press("discard", card=["5s#0"])
    assert page.verdict.startswith("That is allowed.")
    assert "holds more than the form can show" in Editor("en", path="/en/ask/", p=three, status=400).text


def test_tables_of_exercises_can_be_changed_here() -> None:
    """What positions of the course usually hold has a field: a partner's melds, a pile not wholly seen."""
    positions = [item.position for item in library().items.values() if item.position is not None]
    shown = [from_position(position) for position in positions]
    assert sum(one is not None for one in shown) > 0.85 * len(positions)
    starred = next(one for one in shown if one and any("(P)" in meld for meld in one.own_melds))
    place = next(place for place, meld in enumerate(starred.own_melds) if "(P)" in meld)
    fuller = put(replace(starred, zone=f"own-{place}"), "2d")
    assert fuller.own_melds[place].endswith("2d (P)")
    assert (
        drop(fuller, f"own-{place}", len(starred.own_melds[place].split()) - 1).own_melds == starred.own_melds
    )
