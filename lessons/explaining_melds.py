"""What lies in a meld, wild cards, threes and canastas, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons import words
from lessons.explaining_base import (
    Breach,
    Told,
    breach,
    ground,
    natural_cards,
    ranks,
    some_canastas,
    some_cards,
    wild_cards,
)


@breach("red3.not-a-meld")
def red_three_in_meld(told: Told) -> Breach:
    why = gettext("A red three is a bonus card. It never belongs to a meld and replaces no other card.")
    return Breach(why, gettext("The same without a red three."))


@breach("black3.meld-only-going-out")
def black_threes_without_going_out(told: Told) -> Breach:
    if told.reason == "never":
        return Breach(
            gettext("In this rule set black threes are never melded."), gettext("Keep the black threes.")
        )
    facts = told.facts
    left = facts["cards_left"]
    parts = [
        gettext("Black threes may be melded only by a player who goes out in the same turn."),
        ngettext(
            "You would not be out: %(cards)s would be left in your hand.",
            "You would not be out: %(cards)s would be left in your hand.",
            left,
        )
        % {"cards": some_cards(left)},
    ]
    if facts["canastas"] < facts["canastas_needed"]:
        text = (
            gettext("And going out takes %(needed)s; your side has %(have)s.")
            if told.position.has_partner
            else gettext("And going out takes %(needed)s; you have %(have)s.")
        )
        parts.append(
            text
            % {"needed": some_canastas(facts["canastas_needed"]), "have": some_canastas(facts["canastas"])}
        )
    return Breach(" ".join(parts), gettext("Go out in this turn, or keep the black threes."))


@breach("black3.meld-size")
def black_three_meld_size(told: Told) -> Breach:
    facts = told.facts
    why = gettext("%(size)s This one would have %(have)s.") % {
        "size": _size_of_black_threes(told),
        "have": some_cards(facts["have"]),
    }
    if facts["have"] < facts["min"]:
        return Breach(why, gettext("A third black three, or none melded at all."))
    return Breach(why, gettext("Fewer black threes in the meld."))


def _size_of_black_threes(told: Told) -> str:
    least, most = told.facts["min"], told.facts["max"]
    names = {"min": words.number_word(least), "max": words.number_word(most)}
    if most == least:
        return gettext("A meld of black threes has %(min)s cards.") % names
    if most == least + 1:
        return gettext("A meld of black threes has %(min)s or %(max)s cards.") % names
    return gettext("A meld of black threes has %(min)s to %(max)s cards.") % names


@breach("black3.no-wild")
def black_threes_with_wild(told: Told) -> Breach:
    return Breach(
        gettext("A wild card never stands for a three: black threes are melded without wild cards."),
        gettext("Black threes and no wild card, in the turn in which you go out."),
    )


@breach("wild.only-with-naturals")
def wild_cards_alone(told: Told) -> Breach:
    needed = natural_cards(told.facts["needed"])
    return Breach(
        gettext("Wild cards alone are no meld. At least %(naturals)s of one rank must lie with them.")
        % {"naturals": needed},
        gettext("Put the wild cards to %(naturals)s of one rank.") % {"naturals": needed},
    )


@breach("wild.max-per-meld")
def too_many_wild_cards(told: Told) -> Breach:
    have, most = told.facts["have"], told.facts["max"]
    why = ngettext(
        "A meld holds at most %(max)s wild card, a canasta too. Here there would be %(have)s.",
        "A meld holds at most %(max)s wild cards, a canasta too. Here there would be %(have)s.",
        most,
    ) % {"max": words.number_word(most), "have": words.number_word(have)}
    fewer = have - most
    return Breach(
        why,
        ngettext("One wild card fewer.", "%(count)s wild cards fewer.", fewer)
        % {"count": words.first_upper(words.number_word(fewer))},
    )


@breach("wild.majority")
def wild_cards_outnumber(told: Told) -> Breach:
    facts = told.facts
    return Breach(
        gettext(
            "In this rule set the natural cards of a meld must outnumber the wild ones. Here %(naturals)s would lie "
            "with %(wilds)s."
        )
        % {"naturals": natural_cards(facts["naturals"]), "wilds": wild_cards(facts["wilds"])},
        gettext("More natural cards than wild ones."),
    )


@breach("wild.no-swap")
def wild_card_moved(told: Told) -> Breach:
    if told.facts["verb"] == "swap":
        return Breach(
            gettext("A wild card stays in its meld. It is never exchanged for a natural card."),
            gettext("Add the natural card to the meld and leave the wild card there."),
        )
    return Breach(
        gettext("A wild card stays in its meld. It is never moved to another one."),
        gettext("Leave the wild card where it lies."),
    )


@breach("wild.add-to-canasta")
def wild_card_on_canasta(told: Told) -> Breach:
    return Breach(
        gettext("In this rule set no wild card may be added to a finished canasta."),
        gettext("Add natural cards only; a wild card goes to a meld that is no canasta yet."),
    )


@breach("meld.min-size")
def meld_too_small(told: Told) -> Breach:
    needed, have = told.facts["needed"], told.facts["have"]
    why = gettext("A meld has at least %(needed)s; this one has %(have)s.") % {
        "needed": some_cards(needed),
        "have": words.number_word(have) if have > 1 else gettext("only one"),
    }
    naturals = [card for card in (told.action.cards if told.action else ()) if not card.is_wild]
    if len({card.rank for card in naturals}) > 1:
        return Breach(why, gettext("At least %(needed)s of one rank.") % {"needed": some_cards(needed)})
    if len(naturals) >= 2:
        return Breach(why, gettext("One more card: a natural one of the same rank or a wild card."))
    return Breach(why, gettext("More cards: at least two natural ones of the same rank in all."))


@breach("meld.same-rank")
def meld_of_several_ranks(told: Told) -> Breach:
    together = {"ranks": ranks(told.facts["ranks"])}
    if told.position.rules.sequences:
        why = gettext(
            "Cards of different ranks go together only as a sequence of one suit, each rank once. Here %(ranks)s would "
            "lie together."
        )
        return Breach(why % together, gettext("Cards of one rank, or one suit in a row."))
    why = gettext("All natural cards of a meld have the same rank. Here %(ranks)s would lie together.")
    return Breach(why % together, gettext("Natural cards of one rank only; wild cards may join them."))


@breach("meld.min-natural")
def too_few_natural_cards(told: Told) -> Breach:
    facts = told.facts
    needed, have = facts["needed"], facts["have"]
    why = gettext("A meld needs at least %(needed)s; this one has %(have)s and %(wilds)s.") % {
        "needed": natural_cards(needed),
        "have": gettext("only one") if have == 1 else natural_cards(have),
        "wilds": wild_cards(facts["wilds"]),
    }
    more = needed - have
    return Breach(
        why,
        ngettext(
            "One more natural card of the same rank.", "%(count)s more natural cards of the same rank.", more
        )
        % {"count": words.first_upper(words.number_word(more))},
    )


@breach("meld.natural-ranks")
def three_in_meld(told: Told) -> Breach:
    if all(card.is_black_three for card in told.cards):
        return Breach(
            gettext("Melds consist of cards from four to ace. A black three does not fit into them."),
            gettext("The same without a black three."),
        )
    return Breach(
        gettext("Only black threes belong to a meld of black threes."),
        gettext("Leave the other cards in your hand."),
    )


@breach("meld.no-sequence")
def sequence(told: Told) -> Breach:
    return Breach(
        gettext(
            "Cards in a row are no meld here, not even of one suit: a meld consists of cards of one rank."
        ),
        gettext("Cards of one rank."),
    )


@breach("meld.one-per-rank")
def second_meld_of_rank(told: Told) -> Breach:
    partners = told.position.has_partner
    if told.facts["rank"] == "W":
        why = (
            gettext("Your side has a meld of wild cards already, and a side keeps only one of them.")
            if partners
            else gettext("You have a meld of wild cards already, and nobody keeps more than one of them.")
        )
    else:
        text = (
            gettext("Your side has a meld of %(ranks)s already, and a side keeps only one meld of each rank.")
            if partners
            else gettext(
                "You have a meld of %(ranks)s already, and nobody keeps more than one meld of a rank."
            )
        )
        why = text % {"ranks": words.meld_name(told.facts["rank"])}
    return Breach(why, gettext("Add the cards to that meld."))


@breach("meld.merge")
def melds_joined(told: Told) -> Breach:
    if told.position.rules.merge_melds:
        return Breach(
            gettext("Only two melds of one rank can be joined, never sequences or black threes."),
            gettext("Two melds of the same rank, or none joined at all."),
        )
    return Breach(
        gettext(
            "Melds are never joined: there is only one meld of each rank, and different ranks do not go together."
        ),
        gettext("Leave both melds as they are."),
    )


@breach("meld.no-opponent")
def added_to_opponents(told: Told) -> Breach:
    name = {"ranks": words.meld_name(told.facts["meld"].partition("#")[0])}
    if told.position.has_partner:
        return Breach(
            gettext(
                "Cards are never added to the opponents’ melds, and these %(ranks)s belong to the opponents."
            )
            % name,
            gettext("Add only to the melds of your own side."),
        )
    return Breach(
        gettext("Cards are never added to an opponent’s melds, and these %(ranks)s are not yours.") % name,
        gettext("Add only to your own melds."),
    )


@breach("meld.stays-on-table")
def card_leaves_meld(told: Told) -> Breach:
    return Breach(
        gettext("A card that has been melded stays in its meld until the deal ends."),
        gettext("Leave the card where it lies."),
    )


# What allows a meld


@ground("meld.min-size")
def meld_large_enough(told: Told) -> str:
    have, needed = told.facts["have"], told.facts["needed"]
    return ngettext(
        "%(have)s card of one rank is a meld; it takes at least %(needed)s.",
        "%(have)s cards of one rank are a meld; it takes at least %(needed)s.",
        have,
    ) % {"have": words.first_upper(words.number_word(have)), "needed": words.number_word(needed)}


@ground("meld.same-rank")
def one_rank(told: Told) -> str:
    return gettext("All natural cards have the same rank: %(ranks)s.") % {"ranks": ranks(told.facts["ranks"])}


@ground("meld.min-natural")
def enough_natural_cards(told: Told) -> str:
    return gettext("With wild cards a meld needs at least %(needed)s, and this one has %(have)s.") % {
        "needed": natural_cards(told.facts["needed"]),
        "have": words.number_word(told.facts["have"]),
    }


@ground("wild.max-per-meld")
def wild_cards_within_limit(told: Told) -> str:
    have, most = told.facts["have"], told.facts["max"]
    if most is None and told.position.rules.naturals_must_outnumber:
        return gettext("The natural cards of the meld must outnumber the wild ones, and here they do.")
    if most is None:
        return gettext("This rule set has no limit of wild cards of its own.")
    return ngettext(
        "The meld then holds %(have)s; up to %(max)s is allowed.",
        "The meld then holds %(have)s; up to %(max)s are allowed.",
        most,
    ) % {"have": wild_cards(have), "max": words.number_word(most)}


@ground("wild.add-to-canasta")
def wild_card_on_canasta_allowed(told: Told) -> str:
    return gettext(
        "A wild card may be added to a finished canasta, as long as the meld keeps to the limit of wild "
        "cards."
    )


@ground("canasta.extend")
def canasta_extended(told: Told) -> str:
    return gettext("A finished canasta may go on growing: the %(ranks)s take further natural cards.") % {
        "ranks": words.meld_name(told.facts["rank"])
    }


@ground("canasta.natural-to-mixed")
def canasta_made_mixed(told: Told) -> str:
    rules = told.position.rules
    return gettext(
        "That is allowed, but the wild card makes the natural canasta a mixed one: %(mixed)s instead of %(natural)s "
        "points of bonus."
    ) % {"mixed": words.number(rules.bonus_mixed), "natural": words.number(rules.bonus_natural)}


@ground("meld.add-own-partner")
def added_to_own(told: Told) -> str:
    text = (
        gettext(
            "Cards may be added to every meld of your own side, whoever of you laid it: here the %(ranks)s."
        )
        if told.position.has_partner
        else gettext("Cards may be added to any of your own melds: here the %(ranks)s.")
    )
    return text % {"ranks": words.meld_name(told.facts["meld"].partition("#")[0])}


@ground("black3.meld-size")
def black_three_meld_fits(told: Told) -> str:
    return gettext("%(have)s black threes are a meld, without any wild card. %(size)s") % {
        "have": words.first_upper(words.number_word(told.facts["have"])),
        "size": _size_of_black_threes(told),
    }


@ground("black3.meld-only-going-out")
def black_threes_going_out(told: Told) -> str:
    return gettext("Black threes may be melded, because you can go out in this turn.")
