"""What allows a meld to be laid and to grow, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.saying.base import Told, ground, natural_cards, ranks, some_cards, wild_cards
from lessons.words import naming


@ground("meld.min-size")
def meld_large_enough(told: Told) -> str:
    return gettext("The meld has %(have)s, and that is enough; at least %(needed)s are needed.") % {
        "have": some_cards(told.facts["have"]),
        "needed": naming.number_word(told.facts["needed"]),
    }


@ground("meld.same-rank")
def one_rank(told: Told) -> str:
    return gettext("All natural cards have the same rank: %(ranks)s.") % {"ranks": ranks(told.facts["ranks"])}


@ground("meld.min-natural")
def enough_natural_cards(told: Told) -> str:
    return gettext("A meld with wild cards needs at least %(needed)s, and this one has %(have)s.") % {
        "needed": natural_cards(told.facts["needed"]),
        "have": naming.number_word(told.facts["have"]),
    }


@ground("wild.max-per-meld")
def wild_cards_within_limit(told: Told) -> str:
    have, most = told.facts["have"], told.facts["max"]
    if most is None:
        return gettext("This rule set has no limit of its own for wild cards.")
    return ngettext(
        "The meld then holds %(have)s; up to %(max)s is allowed.",
        "The meld then holds %(have)s; up to %(max)s are allowed.",
        most,
    ) % {"have": wild_cards(have), "max": naming.number_word(most)}


@ground("wild.majority")
def natural_cards_outnumber(told: Told) -> str:
    return gettext("The natural cards of the meld must outnumber the wild ones, and here they do.")


@ground("wild.add-to-canasta")
def wild_card_on_canasta_allowed(told: Told) -> str:
    rules = told.position.rules
    if rules.max_wilds is None and rules.naturals_must_outnumber:
        return gettext(
            "A wild card may be added to a finished canasta, as long as its natural cards outnumber the wild ones."
        )
    if rules.max_wilds is None:
        return gettext("A wild card may be added to a finished canasta.")
    return gettext(
        "A wild card may be added to a finished canasta, as long as the meld stays within the limit for "
        "wild cards."
    )


@ground("canasta.extend")
def canasta_extended(told: Told) -> str:
    return gettext(
        "A finished canasta may go on growing. More natural cards may be added to the %(ranks)s."
    ) % {"ranks": naming.target_name(told.facts["rank"])}


@ground("canasta.natural-to-mixed")
def canasta_made_mixed(told: Told) -> str:
    rules = told.position.rules
    natural, mixed = rules.bonus_natural, rules.bonus_mixed
    if rules.bonus_aces is not None and told.facts["rank"] == "A":
        natural, mixed = rules.bonus_aces
    wilds = sum(card.is_wild for card in told.action.cards) if told.action is not None else 1
    return ngettext(
        "That is allowed, but the wild card makes the natural canasta a mixed one: a bonus of %(mixed)s "
        "instead of %(natural)s points.",
        "That is allowed, but the wild cards make the natural canasta a mixed one: a bonus of %(mixed)s "
        "instead of %(natural)s points.",
        wilds,
    ) % {"mixed": naming.number(mixed), "natural": naming.number(natural)}


@ground("meld.add-own-partner")
def added_to_own(told: Told) -> str:
    text = told.say(
        gettext("You may add cards to any of your own melds, including the %(meld)s."),
        gettext("%(Who)s may add cards to any meld of their own side, including the %(meld)s."),
        side=gettext(
            "You may add cards to any meld of your side, including the %(meld)s, no matter who laid it down."
        ),
    )
    return text % {"meld": naming.target_name(told.facts["meld"])}
