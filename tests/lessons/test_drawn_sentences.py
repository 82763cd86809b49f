"""Sentences drawn by lot, so that fresh eyes may read what is shown."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from django.core.management import call_command

from lessons.content.reading import library, seeds_folder
from lessons.proving.sentences import COURSE, authored, sentences_in


@pytest.mark.parametrize("language", ["de", "en"])
def test_drawn_sentences_are_different_come_from_everywhere_and_can_be_drawn_again(language: str) -> None:
    def drawn(seed: int) -> list[str]:
        out = StringIO()
        call_command("draw_sentences", language=language, count=24, seed=seed, stdout=out)
        return out.getvalue().splitlines()

    lines = drawn(7)
    assert lines[0] == f"--language {language} --seed 7"
    assert len(set(lines[1:])) == 24
    assert {line.split()[1] for line in lines[1:]} == {"message", "text", "verdict", "hint"}
    assert drawn(7) == lines
    intros = {one for item in library().items.values() if item.intro for one in sentences_in(str(item.intro))}
    assert not intros & {line[12:] for line in lines}


@pytest.mark.parametrize("language", ["de", "en"])
def test_of_the_course_alone_only_its_own_sentences_are_drawn(language: str) -> None:
    out = StringIO()
    call_command("draw_sentences", language=language, course=True, count=60, seed=7, stdout=out)
    first, *lines = out.getvalue().splitlines()
    assert first == f"--language {language} --course --seed 7"
    texts = " ".join(
        " ".join(path.read_text(encoding="utf-8").split())
        for path in (seeds_folder() / COURSE).rglob("*.toml")
    )
    assert len(set(lines)) == 60
    assert [line for line in lines if line[12:] not in texts] == []


def test_answer_for_a_second_rule_set_is_a_sentence_by_itself() -> None:
    assert sentences_in("Sie zählen minus. **Samba:** Erlaubt.") == [
        "Sie zählen minus.",
        "**Samba:** Erlaubt.",
    ]


ONLY_FOUND_BY = "alike.toml"
"""Words for finding, never shown."""


def test_every_file_of_the_content_but_the_course_is_drawn_from() -> None:
    seeds = seeds_folder()
    drawn = " ".join(authored(seeds, "de"))
    for path in seeds.rglob("*.toml"):
        if path.name != ONLY_FOUND_BY and COURSE not in path.parts:
            words = re.search(r'\bde = "([^"{*\[.!?:]{20,})', path.read_text(encoding="utf-8"))
            assert words is None or words[1].split("\\")[0].strip() in drawn, path


def test_what_is_quoted_stays_in_one_sentence() -> None:
    assert sentences_in("Try again. The answer: “No. One nine. See the rule “Pairs”.”") == [
        "Try again.",
        "The answer: “No. One nine. See the rule “Pairs”.”",
    ]
    assert sentences_in("Weiter. Die Antwort: „Nein. Eine Neun.“") == [
        "Weiter.",
        "Die Antwort: „Nein. Eine Neun.“",
    ]
