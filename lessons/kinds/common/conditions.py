"""What an answer has to do besides being legal, in words: an aim of short parts that is put behind what is asked."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext, pgettext

from lessons.kinds.common.accepting import Accept
from lessons.words import naming


def with_conditions(goal: str, accept: Accept | None, *, alone: bool) -> str:
    """What is asked, with what the answer has to do besides."""
    aim = aim_in_words(accept, alone=alone) if accept is not None else ""
    return f"{goal} {aim}" if aim else goal


def aim_in_words(accept: Accept, *, alone: bool) -> str:
    """The conditions of an answer as a sentence; empty where there are none.

    Each part says what to do, in English as an order, in German in the infinitive: so any of them go together.
    """
    parts = [*_done(accept, alone=alone), *_kept(accept), *_worth(accept, alone=alone)]
    return gettext("Aim: %(what)s.") % {"what": naming.join_words(parts)} if parts else ""


def _done(accept: Accept, *, alone: bool) -> Iterator[str]:
    """What is to be played."""
    if accept.took_pile is not None:
        yield gettext("take the pile") if accept.took_pile else gettext("leave the pile where it is")
    if accept.went_out is not None:
        yield {
            "yes": pgettext("aim", "go out"),
            "concealed": pgettext("aim", "go out concealed"),
            "no": pgettext("aim", "do not go out yet"),
        }[accept.went_out]
    if accept.opens:
        yield gettext("make your initial meld") if alone else gettext("make your side’s initial meld")
    if accept.melds_min is not None:
        yield (
            ngettext("lay a new meld", "lay at least %(count)s new melds", accept.melds_min)
            % {"count": naming.number_word(accept.melds_min)}
        )
    if accept.canasta is not None:
        yield {
            "natural": gettext("have a natural canasta on the table at the end"),
            "mixed": gettext("have a mixed canasta on the table at the end"),
            "samba": gettext("have a samba on the table at the end"),
            "wild": gettext("have a canasta of wild cards on the table at the end"),
            "any": gettext("have a canasta on the table at the end"),
        }[accept.canasta]


def _kept(accept: Accept) -> Iterator[str]:
    """Which cards are left, and how many."""
    if accept.cards_left == 0:
        yield gettext("keep no card in your hand")
    elif accept.cards_left is not None:
        yield ngettext(
            "keep exactly one card in your hand",
            "keep exactly %(count)s cards in your hand",
            accept.cards_left,
        ) % {"count": naming.number_word(accept.cards_left)}
    if accept.cards_left_max is not None:
        yield ngettext(
            "keep no more than one card in your hand",
            "keep no more than %(count)s cards in your hand",
            accept.cards_left_max,
        ) % {"count": naming.number_word(accept.cards_left_max)}
    if accept.cards_left_min is not None:
        yield ngettext(
            "keep at least one card in your hand",
            "keep at least %(count)s cards in your hand",
            accept.cards_left_min,
        ) % {"count": naming.number_word(accept.cards_left_min)}
    if accept.keeps_pair is not None:
        yield gettext("keep a pair of %(rank)s in your hand") % {"rank": naming.rank_many(accept.keeps_pair)}


def _worth(accept: Accept, *, alone: bool) -> Iterator[str]:
    """How much it is to be worth."""
    if accept.min_points is not None:
        points = {"points": naming.number(accept.min_points)}
        yield gettext("lay down at least %(points)s points") % points
    if accept.max_points is not None:
        points = {"points": naming.number(accept.max_points)}
        yield gettext("lay down at most %(points)s points") % points
    if accept.cheapest is not None:
        yield gettext("lay down as few points as possible")
    if accept.sheet_min is not None:
        yield (
            gettext("have as many points as possible if the deal were scored after this turn")
            if alone
            else gettext("give your side as many points as possible if the deal were scored after this turn")
        )
