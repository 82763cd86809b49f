"""Two more things to show elsewhere, the end of a deal and a settled quarrel; and what an address of ours shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

from django.urls import Resolver404, resolve, reverse
from django.utils.translation import get_language, gettext

from engine.law.cards import Card
from engine.law.errors import EngineError
from engine.law.ruleset import RuleSet
from engine.notation.position_line import format_rules, parse_rules
from lessons.content.reading import library
from lessons.counting.computing import score_side_of
from lessons.counting.sheet_rows import side_names
from lessons.counting.sides_text import format_sides, parse_sides
from lessons.kinds.sheet import deal_of
from lessons.parting.probing import Judged, Scored
from lessons.parting.settling import standing
from lessons.saying.engine_errors import error_at_its_place
from lessons.words import naming
from tutor.elsewhere.texts import cards_as_text
from tutor.elsewhere.things import NotShown, Thing, evening_thing, position_thing, rows_of, rule_thing
from tutor.learning.exercise_facts import facts_of
from tutor.quarrels.showing import link_to, shown
from tutor.site.templatetags.canasta import plain
from tutor.tables.models import MOST_RULES


def thing_at(url: str) -> Thing:
    """What our own address shows, in its language. Raises NotShown for every other address."""
    parts = urlsplit(url)
    try:
        match = resolve(parts.path)
    except Resolver404:
        raise NotShown(gettext("There is no such page here.")) from None
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    match match.view_name:
        case "lessons:position" | "elsewhere:position":
            return position_thing(query.get("p", ""), query.get("a", ""))
        case "lessons:scored" | "elsewhere:scored":
            return scored_thing(query.get("s", ""))
        case "quarrels:quarrel" | "elsewhere:quarrel":
            return quarrel_thing(match.kwargs["slug"], query)
        case "lessons:rule" | "elsewhere:rule":
            return rule_thing(match.kwargs["rule_id"])
        case "evenings:read" | "elsewhere:evening":
            return evening_thing(match.kwargs["key"])
    raise NotShown(
        gettext(
            "This page cannot be shown elsewhere: only a position, an answer, a rule or a score sheet can."
        )
    )


def scored_thing(text: str) -> Thing:
    """What the sides have at the end of a deal. Raises NotShown that names what cannot be read."""
    if not text.strip():
        raise NotShown(gettext("This link carries no position."))
    try:
        rules, sides = parse_sides(text, german=(get_language() or "").startswith("de"))
    except EngineError as error:
        raise NotShown(error_at_its_place(error)) from error
    item = deal_of(*sides, rule_set=rules)
    rows: list[tuple[str, Any]] = []
    for name, side in zip(
        side_names(item.rules), (score_side_of(one, parse_rules(rules)) for one in sides), strict=False
    ):
        rows.append((name, [*(meld.cards for meld in side.melds), side.red_threes]))
        rows.append((gettext("%(side)s, left in the hand") % {"side": name}, list(side.hands)))
    rows = [(name, [tuple(cards) for cards in groups if cards]) for name, groups in rows if any(groups)]
    note = " · ".join(map(str, facts_of(item)))
    query = urlencode({"s": format_sides(rules, sides)})
    return Thing(
        kind="scored",
        title=gettext("The end of a deal"),
        text="\n".join([note, *(f"{name}: {_groups(groups)}" for name, groups in rows)]),
        url=f"{reverse('lessons:scored')}?{query}",
        frame_url=f"{reverse('elsewhere:scored')}?{query}",
        picture_url=f"{reverse('elsewhere:scored-picture')}?{query}",
        rows=rows,
        note=note,
        found=item,
    )


def _groups(groups: list[tuple[Card, ...]]) -> str:
    return " | ".join(map(cards_as_text, groups))


def quarrel_thing(slug: str, said: Mapping[str, str]) -> Thing:
    """A quarrel with its answer, by the rules that the link names, else officially. Raises NotShown."""
    content = library()
    entry = content.quarrels.get(slug)
    if entry is None:
        raise NotShown(gettext("There is no such quarrel."))
    rules = _rules_in(said.get("rules", "classic"))
    chosen = {one.key: said.get(one.key, "") for one in entry.decide}
    now = standing(entry, rules, chosen)
    told = shown(content, entry, chosen, None, linked=rules)
    answer = told["answer"] or {}
    found = now.found if answer else None
    sentence = plain(told["rule"]["sentence"])
    lines = [plain(line) for line in answer.get("sentences", ())]
    verdict = " ".join([naming.rule_set_name(rules) + ":", answer["headline"], *lines]) if answer else ""
    facts = [f"{one['ask']} {one['words']}" for one in told["chosen"]]
    query = urlencode({**now.chosen, "rules": format_rules(rules)})
    return Thing(
        kind="quarrel",
        title=told["title"],
        text="\n".join([*facts, verdict or sentence]),
        url=link_to(entry, now.chosen, rules=rules)["url"],
        frame_url=f"{reverse('elsewhere:quarrel', args=[slug])}?{query}",
        picture_url=f"{reverse('elsewhere:quarrel-picture', args=[slug])}?{query}",
        rows=_rows_of_answer(found),
        note=" · ".join(facts) or sentence,
        verdict=verdict,
        outcome=answer.get("outcome", ""),
        found=found,
    )


def _rows_of_answer(found: Judged | Scored | None) -> list[tuple[str, Any]]:
    return rows_of(found.position) if isinstance(found, Judged) else []


def _rules_in(text: str) -> RuleSet:
    try:
        return parse_rules(text[:MOST_RULES])
    except EngineError as error:
        raise NotShown(error_at_its_place(error)) from error
