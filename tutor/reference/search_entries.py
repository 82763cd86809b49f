"""What the search can find, and what each of its texts weighs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from django.utils.translation import get_language

from lessons.content.reading import Library
from lessons.content.topics import TOPICS
from lessons.saying.wording import term_text
from lessons.words.glossing import in_language, names_of
from tutor.site.templatetags.canasta import plain

Kind = Literal["term", "rule", "question", "rule-set", "stage", "exercise"]
KINDS: Final[tuple[Kind, ...]] = ("term", "rule", "question", "rule-set", "stage", "exercise")
TITLE, NAME, SHORT, TOPIC, NUMBER, BODY, ASIDE = 8.0, 6.0, 3.0, 2.5, 12.0, 1.5, 0.8
"""What a word weighs in the title, as another name, in the sentence below the title, in the title of the chapter, as
the number of a rule, in the text, in a remark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """Something that can be found: its texts in one language, each with its weight.

    ``shown`` are those of which a hit shows a sentence, ``names`` what else it is called.
    """

    kind: Kind
    id: str
    title: str
    texts: tuple[tuple[float, str], ...]
    shown: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


def entries(content: Library) -> Iterator[Entry]:
    """All that can be found, in the active language."""
    here = "de" if (get_language() or "en").startswith("de") else "en"
    there = "en" if here == "de" else "de"
    for term in content.glossary:
        own, other = names_of(term, here), names_of(term, there)
        yield Entry(
            kind="term", id=term.key, title=own[0], shown=(plain(term_text(term)),), names=in_language(term, here).also,
            texts=((TITLE, own[0]), *((NAME, name) for name in (*own[1:], *other)), (BODY, plain(term_text(term)))),
        )  # fmt: skip
    for page in content.rules.values():
        title, short, text, tables = map(plain, (page.title, page.short, page.text, page.tables))
        yield Entry(
            kind="rule", id=page.id, title=title, shown=(short, text, tables),
            texts=(
                (NUMBER, page.number), (TITLE, title), (TITLE, plain(page.subject)), (SHORT, short), (BODY, text),
                (TOPIC, str(TOPICS[page.section])), (ASIDE, tables),
            ),
        )  # fmt: skip
    for slug, question in content.questions.items():
        title, asked, answer = map(plain, (question.title, question.asked, question.answer))
        yield Entry(
            kind="question", id=slug, title=title, shown=(asked, answer),
            texts=((TITLE, title), (SHORT, asked), (BODY, answer)),
        )  # fmt: skip
    for name, rule_set in content.rule_sets.items():
        title, summary, text, players = map(
            plain, (rule_set.title, rule_set.summary, rule_set.text, rule_set.players)
        )
        yield Entry(
            kind="rule-set", id=name, title=title, shown=(summary, players, text),
            texts=((TITLE, title), (SHORT, summary), (SHORT, players), (BODY, text)),
        )  # fmt: skip
    for stage in content.stages:
        title, summary = plain(stage.title), plain(stage.summary)
        can_do = [plain(line) for line in stage.can_do]
        yield Entry(
            kind="stage", id=stage.slug, title=title, shown=(summary, *can_do),
            texts=((TITLE, title), (SHORT, summary), *((BODY, line) for line in can_do)),
        )  # fmt: skip
    for item in content.items.values():
        goal, group = plain(item.goal), plain(content.group_of(item).title)
        yield Entry(kind="exercise", id=item.slug, title=goal, texts=((TITLE, goal), (BODY, group)))
