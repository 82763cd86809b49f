"""A deal that was counted card by card and cannot have been so: what to ask, and the rule or the slip that explains."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Final

from django.utils.translation import gettext, ngettext

from engine.law.cards import CARDS, JOKER, TWO, copies_in_deck
from engine.law.ruleset import RuleSet
from engine.score.sheet import ScoreSide
from lessons.counting.tally import (
    BLACK_THREE,
    HAND_KINDS,
    RED_THREE,
    Tally,
    melds_of,
    sheet_of_tally,
    sides_of,
)
from lessons.miscounts.doubts import Doubt
from lessons.miscounts.known import asked_for_total, mistake_in
from lessons.words import naming

NEAR: Final = 3
"""So many canastas more of a sort are tried to say what the cards could be."""


def doubts_of_tallies(
    tallies: Sequence[Tally], rules: RuleSet, *, before: Sequence[int], alone: bool
) -> tuple[Doubt, ...]:
    """What cannot be, about the packs first, then side by side. ``alone`` says that each side is one player."""
    if all(tally == Tally() for tally in tallies):
        text = gettext("Nothing is entered here: was it a deal in which nobody won or lost a point?")
        return (Doubt(text=text, rule="score.formula"),)
    found = [*_about_packs(tallies, rules), *_about_going_out(tallies)]
    sides = sides_of(tallies, rules, before=before)
    for place, (tally, side) in enumerate(zip(tallies, sides, strict=True)):
        own = [*_about_out(tally, rules, alone=alone), *_about_threes(tally, rules)]
        if melds_of(tally, rules) is None:
            own.append(_about_melds(tally, rules))
        if not own and not found:
            own += _about_sum(tally, rules, side)
        found += [replace(doubt, side=place) for doubt in own]
    return tuple(found)


def _about_packs(tallies: Sequence[Tally], rules: RuleSet) -> Iterator[Doubt]:
    """More cards of a kind than the packs hold."""
    for kind in HAND_KINDS:
        given = sum(tally.cards.get(kind, 0) + tally.hand.get(kind, 0) for tally in tallies)
        given += sum(tally.red_threes for tally in tallies) if kind == RED_THREE else 0
        have = copies_of(kind, rules)
        if given > have:
            text = ngettext(
                "%(given)s %(cards)s are entered, but the packs hold only %(have)s.",
                "%(given)s %(cards)s are entered, but the packs hold only %(have)s.",
                given,
            )
            facts = {
                "given": naming.number(given),
                "cards": naming.rank_many(kind),
                "have": naming.number(have),
            }
            yield Doubt(text=text % facts, rule="deck.jokers" if kind == JOKER else "deck.packs")


def copies_of(kind: str, rules: RuleSet) -> int:
    """How many cards of this kind the packs hold."""
    fitting = [card for card in CARDS.values() if naming.word_key(card) == kind]
    return sum(copies_in_deck(card, packs=rules.packs, jokers=rules.jokers) for card in fitting)


def _about_going_out(tallies: Sequence[Tally]) -> Iterator[Doubt]:
    if sum(tally.went_out != "no" for tally in tallies) > 1:
        text = gettext(
            "More than one side is said to have gone out. The deal ends as soon as one player goes out."
        )
        yield Doubt(text=text, rule="out.bonus")


def _about_out(tally: Tally, rules: RuleSet, *, alone: bool) -> Iterator[Doubt]:
    """Going out without the canastas for it, or with cards left."""
    if tally.went_out == "no":
        return
    if tally.complete < rules.canastas_to_go_out:
        text = ngettext(
            "This side went out, but nobody may go out without a canasta.",
            "This side went out, but nobody may go out without %(count)s canastas.",
            rules.canastas_to_go_out,
        )
        facts = {"count": naming.number_word(rules.canastas_to_go_out)}
        yield Doubt(text=text % facts, rule="out.canastas-needed")
    if alone and any(tally.hand.values()):
        text = gettext("Whoever goes out has no cards left in hand, but some are entered.")
        yield Doubt(text=text, rule="score.hand-minus")


def _about_threes(tally: Tally, rules: RuleSet) -> Iterator[Doubt]:
    if tally.cards.get(BLACK_THREE) and (tally.went_out == "no" or rules.black_three_meld == "never"):
        text = gettext("Black threes lie on the table, but only a player who goes out may meld them.")
        yield Doubt(text=text, rule="black3.meld-only-going-out")


def _about_melds(tally: Tally, rules: RuleSet) -> Doubt:
    """No table can look like that: what the cards could be instead, else what is missing."""
    cards = tally.cards
    if tally.complete and sum(cards.values()) < rules.canasta_size * tally.complete:
        text = ngettext(
            "A canasta has %(size)s cards, and all cards on the table count, "
            "including those in canastas. Too few are entered for %(count)s canasta.",
            "A canasta has %(size)s cards, and all cards on the table count, "
            "including those in canastas. Too few are entered for %(count)s canastas.",
            tally.complete,
        )
        facts = {"size": naming.number_word(rules.canasta_size), "count": naming.number(tally.complete)}
        return Doubt(text=text % facts, rule="canasta.card-values-extra")
    if tally.canastas.get("mixed") and not cards.get(JOKER) and not cards.get(TWO):
        text = gettext(
            "A mixed canasta holds wild cards, but no two and no joker is entered. Is it a natural one?"
        )
        return Doubt(text=text, rule="canasta.mixed-bonus")
    could = _could_be(tally, rules)
    if could is not None:
        text = gettext("With these cards the canastas cannot be %(given)s; they could be %(could)s.")
        facts = {"given": _canastas(tally), "could": _canastas(could)}
        return Doubt(text=text % facts, rule="canasta.size")
    text = gettext(
        "These cards cannot lie on the table as melds: a meld has at least three cards of one rank, and "
        "not too many wild ones. Count the cards of each rank again."
    )
    return Doubt(text=text, rule="meld.min-size")


def _could_be(tally: Tally, rules: RuleSet) -> Tally | None:
    """The same cards with the nearest number of natural and mixed canastas that they can make."""
    natural, mixed = tally.canastas.get("natural", 0), tally.canastas.get("mixed", 0)
    tries = product(range(natural + NEAR), range(mixed + NEAR))
    for one, other in sorted(tries, key=lambda pair: abs(pair[0] - natural) + abs(pair[1] - mixed)):
        changed = replace(tally, canastas={**tally.canastas, "natural": one, "mixed": other})
        if melds_of(changed, rules) is not None:
            return changed
    return None


def _canastas(tally: Tally) -> str:
    natural, mixed = tally.canastas.get("natural", 0), tally.canastas.get("mixed", 0)
    return gettext("%(natural)s natural and %(mixed)s mixed") % {
        "natural": naming.number(natural),
        "mixed": naming.number(mixed),
    }


def _about_sum(tally: Tally, rules: RuleSet, side: ScoreSide | None) -> Iterator[Doubt]:
    """Another sum than somebody has written down already, with the slip that leads to it."""
    sheet = sheet_of_tally(tally, rules, side)
    if tally.own_sum is None or tally.own_sum == sheet.total or side is None:
        return
    text = gettext("You have written %(own)s, but the rows add up to %(total)s.") % {
        "own": naming.number(tally.own_sum),
        "total": naming.number(sheet.total),
    }
    mistake = mistake_in(asked_for_total(side, sheet, rules), tally.own_sum)
    if mistake is None:
        yield Doubt(text=text, rule="score.formula")
    else:
        yield Doubt(text=f"{text} {mistake.text}", rule=mistake.rule_id)
