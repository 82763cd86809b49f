"""What an answer has to do besides being legal, in words: clauses that are joined to what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext, pgettext

from lessons.kinds.common.accepting import Accept
from lessons.words import naming


def with_conditions(goal: str, accept: Accept | None, *, alone: bool) -> str:
    """What is asked, with what the answer has to do besides."""
    if accept is None or not conditions_in_words(accept, alone=alone):
        return goal
    asked = gettext("Make sure that %(what)s.") % {"what": conditions_in_words(accept, alone=alone)}
    return f"{goal} {asked}"


def conditions_in_words(accept: Accept, *, alone: bool) -> str:
    """The conditions of an answer, joined: clauses that follow upon "that"."""
    parts: list[str] = []
    if accept.took_pile is not None:
        parts.append(
            gettext("you take the pile") if accept.took_pile else gettext("the pile stays where it is")
        )
    if accept.went_out is not None:
        parts.append(
            {
                "yes": gettext("you go out"),
                "concealed": gettext("you go out concealed"),
                "no": gettext("you do not go out yet"),
            }[accept.went_out]
        )
    if accept.opens:
        parts.append(
            gettext("you make your initial meld") if alone else gettext("you make your side’s initial meld")
        )
    if accept.min_points is not None:
        points = {"points": naming.number(accept.min_points)}
        parts.append(gettext("the cards you lay down are worth at least %(points)s points") % points)
    if accept.max_points is not None:
        points = {"points": naming.number(accept.max_points)}
        parts.append(gettext("the cards you lay down are worth at most %(points)s points") % points)
    if accept.canasta is not None:
        parts.append(
            {
                "natural": gettext("there is a natural canasta at the end"),
                "mixed": gettext("there is a mixed canasta at the end"),
                "samba": gettext("there is a samba at the end"),
                "wild": gettext("there is a canasta of wild cards at the end"),
                "any": gettext("there is a canasta at the end"),
            }[accept.canasta]
        )
    return naming.join_words([*_about_you_once([*parts, *_counted(accept, alone=alone)])])


def _about_you_once(clauses: list[str]) -> Iterator[str]:
    """The clauses, of which those that speak of you leave that word out where the one before did so too."""
    you = pgettext("subject of a clause", "you") + " "
    for before, clause in zip(["", *clauses], clauses, strict=False):
        yield clause.removeprefix(you) if before.startswith(you) else clause


def _counted(accept: Accept, *, alone: bool) -> Iterator[str]:
    """How many cards are left, and how many melds are new."""
    if accept.cards_left is not None:
        yield _left(accept.cards_left)
    if accept.cards_left_max is not None:
        yield (
            ngettext(
                "no more than one card is left in your hand",
                "no more than %(count)s cards are left in your hand",
                accept.cards_left_max,
            )
            % {"count": naming.number_word(accept.cards_left_max)}
        )
    if accept.cards_left_min is not None:
        yield (
            ngettext(
                "at least one card stays in your hand",
                "at least %(count)s cards stay in your hand",
                accept.cards_left_min,
            )
            % {"count": naming.number_word(accept.cards_left_min)}
        )
    if accept.melds_min is not None:
        yield (
            ngettext("you lay a new meld", "you lay at least %(count)s new melds", accept.melds_min)
            % {"count": naming.number_word(accept.melds_min)}
        )
    if accept.keeps_pair is not None:
        yield gettext("a pair of %(rank)s stays in your hand") % {"rank": naming.rank_many(accept.keeps_pair)}
    if accept.cheapest is not None:
        yield gettext("the cards you lay down are worth as few points as possible")
    if accept.sheet_min is not None:
        yield (
            gettext("you would have as many points as possible if the deal ended with this turn")
            if alone
            else gettext("your side would have as many points as possible if the deal ended with this turn")
        )


def _left(count: int) -> str:
    if count == 0:
        return gettext("no card is left in your hand")
    return ngettext(
        "one card is left in your hand", "exactly %(count)s cards are left in your hand", count
    ) % {"count": naming.number_word(count)}
