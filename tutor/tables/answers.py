"""What was answered to the questions: texts of a form's fields, and the rule set that they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final

from django.utils.translation import gettext

from engine.law.errors import EngineError
from engine.law.parameters import MAX_NUMBER
from engine.law.ruleset import ABOUT, RuleSet
from engine.law.variants import CLASSIC, RULE_SETS
from lessons.counting.computing import POINT_STEP
from lessons.saying.engine_errors import error_in_words
from lessons.words import naming
from tutor.tables.asking import HANDS, STEPS, Question, questions, questions_by_parameter, text_of_value

PLAYERS: Final = (2, 3, 4, 5, 6)
MOST_STEPS: Final = 6
"""Steps of the initial meld besides the one that reaches down without limit."""
MOST_TYPED: Final = 30  # characters of an answer that are looked at: of a number, or of the name of a choice
_GROUPED: Final = re.compile(r"(-?)(\d{1,7}|\d{1,3}(?:[.,'’\s]\d{3}){1,2})")
Texts = Mapping[str, str]
"""Names of fields, and what stands in them."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong, at which questions: the first of them is where to look."""

    message: str
    parameters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The rule set that the answers make, None where they make none; then ``faults`` says why."""

    rules: RuleSet | None
    faults: tuple[Fault, ...] = ()


class _CannotRead(Exception):
    """A field holds what is no answer; the text says why."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A number that is asked for: an example of it, what it is a multiple of, and the least that it may be."""

    example: int
    step: int = 1
    lowest: int = 0


_FOR_EXAMPLE: Final = (CLASSIC, *RULE_SETS.values())
_HAND: Final = _Asked(example=11)
_MINIMUM: Final = _Asked(example=50, step=POINT_STEP)
_SCORE: Final = _Asked(example=1500, step=POINT_STEP, lowest=-MAX_NUMBER)


def field_names(question: Question) -> tuple[str, ...]:
    """The fields that one question has in the form."""
    name = question.parameter
    if name == HANDS:
        return tuple(f"{name}_{players}" for players in PLAYERS)
    if name == STEPS:
        rows = (row for place in range(1, MOST_STEPS + 1) for row in (f"from_{place}", f"minimum_{place}"))
        return ("minimum_0", *rows)
    return tuple(f"{name}_{key}" for key, _ in question.parts) or (name,)


def texts_of(rules: RuleSet) -> dict[str, str]:
    """All fields of the form, filled with the values of this rule set."""
    texts: dict[str, str] = {}
    for question in questions():
        value = ABOUT[question.parameter].to_json(getattr(rules, question.parameter))
        texts |= dict(zip(field_names(question), _texts(question, value), strict=True))
    return texts


def _texts(question: Question, value: Any) -> tuple[str, ...]:
    names = field_names(question)
    if value is None:
        return ("",) * len(names)
    if question.parameter == HANDS:
        return tuple(str(value.get(str(players), "")) for players in PLAYERS)
    if question.parameter == STEPS:
        low, *steps = value
        rows = [text for step in steps[:MOST_STEPS] for text in (str(step["from"]), str(step["minimum"]))]
        return (str(low["minimum"]), *rows, *("",) * (len(names) - 1 - len(rows)))
    if question.parts:
        return tuple(str(value[key]) for key, _ in question.parts)
    return (text_of_value(value),)


def texts_from(form: Mapping[str, str], base: RuleSet) -> dict[str, str]:
    """What the form sends; fields that it does not send are as in the rule set that it starts from."""
    usual = texts_of(base)
    return {name: str(form.get(name, text))[:MOST_TYPED].strip() for name, text in usual.items()}


def carried_over(texts: Texts, before: RuleSet, base: RuleSet) -> dict[str, str]:
    """The answers once the table starts from another rule set: what was answered otherwise than before stays."""
    old, new = texts_of(before), texts_of(base)
    kept = dict(new)
    for question in questions():
        names = field_names(question)
        if any(texts[name] != old[name] for name in names):
            kept |= {name: texts[name] for name in names}
    return kept


def answered(texts: Texts, base: RuleSet) -> Answered:
    """The rule set that these answers make of ``base``; all that is wrong at once, each at its question."""
    values: dict[str, Any] = {}
    faults = []
    for question in questions():
        try:
            values[question.parameter] = value_of(question, texts)
        except _CannotRead as error:
            faults.append(Fault(str(error), (question.parameter,)))
    if faults:
        return Answered(rules=None, faults=tuple(faults))
    values = {name: value if _is_asked(name, values) else None for name, value in values.items()}
    changes = {
        name: value for name, value in values.items() if value != ABOUT[name].to_json(getattr(base, name))
    }
    try:
        return Answered(rules=base.changed(changes))
    except EngineError as error:
        return Answered(rules=None, faults=(Fault(error_in_words(error), _places(error, base, changes)),))


def value_of(question: Question, texts: Texts) -> Any:
    """The answer to one question as JSON data. Raises an error with the sentence that says what is wrong."""
    name = question.parameter
    found = [texts.get(one, "") for one in field_names(question)]
    if question.options:
        for option in question.options:
            if option.text == found[0]:
                return option.value
        raise _CannotRead(
            gettext("“%(text)s” is not one of the answers. Choose one of them.") % {"text": found[0]}
        )
    if name == HANDS:
        return _hands(found)
    if name == STEPS:
        return _steps(found)
    if not any(found) and question.none is not None:
        return None
    if not question.parts:
        return _number(found[0], _asked_for(question))
    if question.none is not None and not all(found):
        raise _CannotRead(_all_or_none(question))
    return {
        key: _number(text, _asked_for(question, key))
        for (key, _), text in zip(question.parts, found, strict=True)
    }


def _asked_for(question: Question, key: str = "") -> _Asked:
    """What number belongs in a field of this question; the example is what is usual there."""
    values = (ABOUT[question.parameter].to_json(getattr(rules, question.parameter)) for rules in _FOR_EXAMPLE)
    usual = next((value for value in values if value is not None), question.example)
    is_score = question.unit == "points" and key != "count"
    return _Asked(example=usual[key] if key else usual, step=POINT_STEP if is_score else 1)


def _all_or_none(question: Question) -> str:
    """What to do where only some of several fields are filled in that may be empty together."""
    text = gettext(
        "Fill in all of these fields or leave all of them empty: %(names)s. What brings nothing gets a 0."
    )
    return text % {"names": naming.join_words([str(name) for _, name in question.parts])}


def _hands(found: list[str]) -> dict[str, int]:
    sizes = {str(players): _number(text, _HAND) for players, text in zip(PLAYERS, found, strict=True) if text}
    if not sizes:
        raise _CannotRead(gettext("For at least one number of players, say how many cards everybody gets."))
    return sizes


def _steps(found: list[str]) -> list[dict[str, int | None]] | None:
    """Rows that are empty are none; they may stand in any order."""
    low, rows = found[0], list(zip(found[1::2], found[2::2], strict=True))
    rows = [row for row in rows if any(row)]
    if not low and not rows:
        return None
    if not low:
        raise _CannotRead(gettext("The first minimum is missing: the one for the lowest scores."))
    if not all(map(all, rows)):
        raise _CannotRead(
            gettext("A step needs both numbers: the score at which it begins, and the minimum from there on.")
        )
    steps = sorted((_number(start, _SCORE), _number(minimum, _MINIMUM)) for start, minimum in rows)
    if len({start for start, _ in steps}) < len(steps):
        raise _CannotRead(gettext("Two steps begin at the same score."))
    every: list[tuple[int | None, int]] = [(None, _number(low, _MINIMUM)), *steps]
    for (_, before), (start, minimum) in pairwise(every):
        if minimum < before:
            raise _CannotRead(_falls(start or 0, minimum, before))
    return [{"from": start, "minimum": minimum} for start, minimum in every]


def _falls(start: int, minimum: int, before: int) -> str:
    text = gettext(
        "From %(score)s points on the minimum would be %(minimum)s, less than the %(before)s for lower scores. It must "
        "not fall as the score rises."
    )
    return text % {
        "score": naming.number(start), "minimum": naming.number(minimum), "before": naming.number(before),
    }  # fmt: skip


def _number(text: str, asked: _Asked) -> int:
    match = _GROUPED.fullmatch(text.replace("\N{MINUS SIGN}", "-"))
    number = int(match[1] + re.sub(r"\D", "", match[2])) if match else None
    example = naming.number(asked.example)
    if not text:
        raise _CannotRead(gettext("Enter a whole number here, such as %(example)s.") % {"example": example})
    if number is None or not asked.lowest <= number <= MAX_NUMBER:
        said = gettext("“%(text)s” is not a number that fits here; write a whole number such as %(example)s.")
        raise _CannotRead(said % {"text": text, "example": example})
    if number % asked.step:
        below = number - number % asked.step
        said = gettext(
            "“%(text)s” does not fit: all points are multiples of %(step)s. The nearest ones are %(below)s "
            "and %(above)s."
        )
        facts = {"below": naming.number(below), "above": naming.number(below + asked.step)}
        raise _CannotRead(said % {**facts, "text": text, "step": naming.number_word(asked.step)})
    return number


def _is_asked(name: str, values: Mapping[str, Any]) -> bool:
    wanted = questions_by_parameter()[name].only_if
    return all(values[other] in answers for other, answers in wanted.items())


def _places(error: EngineError, base: RuleSet, changes: Mapping[str, Any]) -> tuple[str, ...]:
    """The questions to look at: the one that the engine names, else those whose usual answer would mend it."""
    named = error.where.removeprefix("rules.")
    if named in changes:
        return (named,)
    mending = []
    for name in changes:
        try:
            base.changed({other: value for other, value in changes.items() if other != name})
        except EngineError:
            continue
        mending.append(name)
        # What is asked only because of this answer may be all that is missing.
        mending += [
            other.parameter
            for other in questions()
            if name in other.only_if
            and getattr(base, other.parameter) is None
            and other.parameter not in changes
        ]
    return tuple(mending) or tuple(changes)
