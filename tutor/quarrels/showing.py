"""A quarrel as its page shows it: what is asked, the answer for whoever asks, and what other tables say."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from engine.law.ruleset import RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from engine.notation.position_line import format_rules
from lessons.content.quarrels import TOPICS, Chosen, Deciding, QuarrelEntry
from lessons.content.reading import Library
from lessons.parting.probing import Judged, Scored
from lessons.parting.settling import Standing, is_example_for, points_asked, standing
from lessons.saying.base import some_points
from lessons.saying.comparing import WORDS_OF_STATE, is_silent, show_one, together
from lessons.saying.quarrels import outcome_in, reason_for
from lessons.saying.wording import rule_on_card, rule_title
from lessons.words import naming
from tutor.editor.state import nearest
from tutor.learning.addresses import position_url
from tutor.reference.everywhere import grouped_view, question_url, rule_set_line
from tutor.tables.models import Table

OUTCOMES = {"may": "right", "maynot": "wrong", "open": "undecided"}


def link_to(
    entry: QuarrelEntry, chosen: Chosen | None = None, *, query: str = "", rules: RuleSet | None = None
) -> dict[str, str]:
    """A quarrel as something to go to; with ``rules`` it is answered by these, whoever goes there."""
    named = {"rules": format_rules(rules)} if rules else {}
    pairs = {**({"q": query} if query else {}), **(chosen or {}), **named}
    url = reverse("quarrels:quarrel", args=[entry.slug])
    return {"title": str(entry.title), "url": f"{url}?{urlencode(pairs)}" if pairs else url}


def by_topic(content: Library) -> list[dict[str, Any]]:
    """All quarrels below what they are about."""
    titles = {
        "pile": gettext("The discard pile"),
        "opening": gettext("The initial meld"),
        "wild": gettext("Jokers and twos"),
        "melds": gettext("Melding and discarding"),
        "out": gettext("Going out"),
        "points": gettext("Points"),
    }
    return [
        {
            "key": topic,
            "title": titles[topic],
            "quarrels": [link_to(one) for one in content.quarrels.values() if one.topic == topic],
        }
        for topic in TOPICS
    ]


def shown(
    content: Library,
    entry: QuarrelEntry,
    chosen: Mapping[str, str],
    table: Table | None,
    *,
    query: str = "",
    linked: RuleSet | None = None,
) -> dict[str, Any]:
    """Everything that the page says of a quarrel after these choices, by the visitor's table, or officially.

    ``linked`` are the rules of whoever passed the answer on: then it goes by these.
    """
    rules = linked or (table.rule_set if table else CLASSIC)
    now, fits = standing(entry, rules, chosen), is_example_for(entry, rules)
    is_settled = fits and now.is_settled
    is_ours = table is not None and linked is None
    return {
        "slug": entry.slug,
        "rules": rules,
        "title": str(entry.title),
        "choices": dict(now.chosen),
        "chosen": [_chosen(now, one, query, linked) for one in entry.decide if one.key in now.chosen],
        "open": [_asked(now, one, query, linked) for one in now.open] if fits else [],
        "is_no_example": not fits,
        "rule": _rule(content, entry.rules[0], rules),
        "whose": _whose(table, linked),
        "table_url": reverse("tables:table", args=[table.public_id]) if table and is_ours else "",
        "own_url": link_to(entry, now.chosen, query=query)["url"] if linked else "",
        "answer": _answer(content, now) if is_settled else None,
        "elsewhere": _elsewhere(content, now, table, query, linked) if is_settled else None,
        "indifferent": [str(one.ask) for one in now.indifferent] if is_settled and now.found else [],
        "question": _question(content, entry),
    }


def _whose(table: Table | None, linked: RuleSet | None) -> str:
    """By whose rules it is answered."""
    if linked is not None:
        return gettext("By these rules: %(rules)s") % {"rules": naming.rule_set_name(linked)}
    return gettext("Our table: %(name)s") % {"name": table.name} if table else gettext("Officially")


def _chosen(now: Standing, one: Deciding, query: str, linked: RuleSet | None) -> dict[str, str]:
    choice = one.choice_of(now.chosen[one.key])
    others = {key: value for key, value in now.chosen.items() if key != one.key}
    return {
        "ask": str(one.ask),
        "words": str(choice.words) if choice else "",
        "change_url": link_to(now.entry, others, query=query, rules=linked)["url"],
    }


def _asked(now: Standing, one: Deciding, query: str, linked: RuleSet | None) -> dict[str, Any]:
    return {
        "key": one.key,
        "ask": str(one.ask),
        "choices": [
            {
                "words": str(choice.words),
                "url": link_to(now.entry, {**now.chosen, one.key: choice.key}, query=query, rules=linked)[
                    "url"
                ],
            }
            for choice in now.offered(one)
        ],
    }


def _answer(content: Library, now: Standing) -> dict[str, Any]:
    """The answer of the engine in words, and the table that it looked at."""
    found, reason, outcome = now.found, reason_for(now), outcome_in(now)
    position = found.position if isinstance(found, Judged) else None
    return {
        **_headline(now),
        "sentences": [sentence.text for sentence in reason.sentences],
        "rule": _rule(content, reason.rule, now.rules) if reason.rule else None,
        "is_silent": found is not None and outcome is not None and is_silent(found, outcome),
        "shown": show_one(reason.rule, found) if found is not None else None,
        "position_url": position_url(position) if position else "",
        "lay_url": f"{reverse('editor:lay')}?{nearest(position).query()}" if position else "",
    }


def _headline(now: Standing) -> dict[str, str]:
    """The answer in one line, and its colour."""
    match now.found:
        case Judged(verdict=verdict):
            said = {
                True: pgettext("quarrel", "Yes, that is allowed."),
                False: pgettext("quarrel", "No, that is not allowed."),
                None: pgettext(
                    "quarrel", "The text of these rules does not decide that. Agree among yourselves."
                ),
            }
            return {"outcome": OUTCOMES[WORDS_OF_STATE[verdict.legal]], "headline": said[verdict.legal]}
        case Scored() as found:
            points = points_asked(now.entry, found)
            return {
                "outcome": "right" if points >= 0 else "wrong",
                "headline": naming.first_upper(some_points(points)) + ".",
            }
    return {"outcome": "undecided", "headline": gettext("Under these rules, that cannot come up.")}


def _elsewhere(
    content: Library, now: Standing, table: Table | None, query: str, linked: RuleSet | None
) -> dict[str, Any]:
    """What the rule sets with a name say of the same; that of the answer itself is left out.

    Where something decides that nobody was asked, as it changes nothing here, they are named as ``depends``, and
    ``open`` is what to choose for their answer.
    """
    others = {name: rules for name, rules in RULE_SETS.items() if rules != now.rules or _is_of(table, rules)}
    stood = {name: standing(now.entry, rules, now.chosen) for name, rules in others.items()}
    settled = {name: one for name, one in stood.items() if one.is_settled}
    depends = {name: one for name, one in stood.items() if not one.is_settled}
    told = {
        name: (outcome, one.found is not None and is_silent(one.found, outcome))
        for name, one in settled.items()
        if (outcome := outcome_in(one)) is not None
    }
    missing = [name for name in settled if name not in told]
    still = [one for one in now.entry.decide if any(one in other.open for other in depends.values())]
    return grouped_view(content, together(told), missing, table) | {
        "depends": [rule_set_line(content, name, table) for name in depends],
        "open": [_asked(now, one, query, linked) for one in still],
    }


def _is_of(table: Table | None, rules: RuleSet) -> bool:
    """Whether a table goes by this rule set as it is: then what it says stands beside its answer, too."""
    return table is not None and table.rule_set == rules


def _rule(content: Library, rule: str, rules: RuleSet) -> dict[str, str]:
    return {"id": rule, "title": rule_title(rule, rules), "sentence": rule_on_card(rule, rules)}


def _question(content: Library, entry: QuarrelEntry) -> dict[str, str] | None:
    asked = content.questions.get(entry.question or "")
    return {"title": str(asked.title), "url": question_url(asked)} if asked else None
