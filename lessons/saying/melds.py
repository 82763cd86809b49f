"""What lies in a meld, wild cards and canastas, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from engine.law.melds import set_faults
from lessons.saying.base import Breach, Told, breach, natural_cards, ranks, some_cards, wild_cards
from lessons.saying.pile import what_takes_it
from lessons.words import naming


@breach("wild.only-with-naturals")
def wild_cards_alone(told: Told) -> Breach:
    rules, cards = told.position.rules, told.action.cards if told.action is not None else ()
    wilds, needed = sum(card.is_wild for card in cards), told.facts["needed"]
    most = rules.max_wilds
    if most is not None and wilds > most:
        condition = gettext("At most %(wilds)s, and with them at least %(naturals)s of the same rank.") % {
            "wilds": wild_cards(most),
            "naturals": natural_cards(max(needed, most + 1) if rules.naturals_must_outnumber else needed),
        }
    else:
        together = max(needed, wilds + 1) if rules.naturals_must_outnumber else needed
        condition = told.say(
            gettext("Lay the wild cards with at least %(naturals)s of the same rank."),
            gettext("At least %(naturals)s of the same rank with the wild cards."),
        ) % {"naturals": natural_cards(together)}
    why = gettext(
        "Wild cards alone are not a meld. They need at least %(naturals)s of the same rank with them."
    )
    return Breach(why % {"naturals": natural_cards(needed)}, condition)


@breach("wild.max-per-meld")
def too_many_wild_cards(told: Told) -> Breach:
    have, most = told.facts["have"], told.facts["max"]
    if told.position.rules.wild_only_melds == "no":
        why = ngettext(
            "A meld holds at most %(max)s wild card, and so does a canasta. Here there would be %(have)s.",
            "A meld holds at most %(max)s wild cards, and so does a canasta. Here there would be %(have)s.",
            most,
        )
    else:
        why = ngettext(
            "Alongside natural cards, a meld holds at most %(max)s wild card, and so does a canasta. Here there would "
            "be %(have)s.",
            "Alongside natural cards, a meld holds at most %(max)s wild cards, and so does a canasta. Here there would "
            "be %(have)s.",
            most,
        )
    why %= {"max": naming.number_word(most), "have": naming.number_word(have)}
    fewer, cards = have - most, told.action.cards if told.action is not None else ()
    if _joins_melds(told):
        return Breach(why, _melds_stay(told))
    if cards and fewer >= len(cards) and all(card.is_wild for card in cards):
        return Breach(why, gettext("No more wild cards fit onto this meld."))
    return Breach(
        why,
        ngettext("One wild card fewer.", "%(count)s wild cards fewer.", fewer)
        % {"count": naming.first_upper(naming.number_word(fewer))},
    )


@breach("wild.majority")
def wild_cards_outnumber(told: Told) -> Breach:
    facts = told.facts
    return Breach(
        gettext(
            "In this rule set the natural cards of a meld must outnumber the wild ones. Here there would be "
            "%(naturals)s with %(wilds)s."
        )
        % {"naturals": natural_cards(facts["naturals"]), "wilds": wild_cards(facts["wilds"])},
        _melds_stay(told) if _joins_melds(told) else gettext("More natural cards than wild ones."),
    )


def _joins_melds(told: Told) -> bool:
    """Whether two melds of the table are to become one: nothing can be left out of them."""
    return told.action is not None and told.action.verb == "merge"


@breach("wild.no-swap")
def wild_card_moved(told: Told) -> Breach:
    if told.facts["verb"] == "swap":
        why = gettext("A wild card stays in its meld. It is never exchanged for a natural card.")
        action = told.action
        if action is not None and {card.rank for card in action.cards} == {action.target.partition("#")[0]}:
            return Breach(
                why,
                told.say(
                    gettext("Add the natural card to the meld and leave the wild card there."),
                    gettext("The natural card goes onto the meld, and the wild card stays there."),
                ),
            )
    else:
        why = gettext("A wild card stays in its meld. It is never moved to another one.")
    return Breach(
        why,
        told.say(
            gettext("Leave the wild card where it lies."), gettext("The wild card stays where it lies.")
        ),
    )


@breach("wild.add-to-canasta")
def wild_card_on_canasta(told: Told) -> Breach:
    why = gettext("In this rule set no wild card may be added to a finished canasta.")
    action = told.action
    if not told.facts["naturals"] or (action is not None and action.target.partition("#")[0] == "W"):
        return _too_many_wild_cards_alone(told, why)
    if _joins_melds(told):
        return Breach(why, _melds_stay(told))
    return Breach(
        why,
        told.say(
            gettext(
                "Add only natural cards to the canasta; a wild card may be added only to a meld that is "
                "not a canasta yet."
            ),
            gettext(
                "Only natural cards may be added to the canasta; a wild card only to a meld that is not a canasta yet."
            ),
        ),
    )


def _too_many_wild_cards_alone(told: Told, why: str) -> Breach:
    """A meld of wild cards takes no natural card either: it ends as a canasta."""
    size, have = told.position.rules.canasta_size, told.facts["wilds"]
    action = told.action
    room = size - have + sum(card.is_wild for card in action.cards) if action is not None else 0
    if _joins_melds(told):
        condition = _melds_stay(told)
    elif action is not None and action.verb == "meld":
        condition = gettext("At most %(most)s wild cards.") % {"most": naming.number_word(size)}
    elif room > 0:
        condition = ngettext(
            "One more wild card fits onto this meld.", "%(count)s more wild cards fit onto this meld.", room
        ) % {"count": naming.first_upper(naming.number_word(room))}
    else:
        condition = told.say(
            gettext("Leave the finished canasta as it is."), gettext("The finished canasta stays as it is.")
        )
    would_be = gettext(
        "So a meld of wild cards has at most %(most)s cards; here there would be %(have)s."
    ) % {
        "most": naming.number_word(size),
        "have": naming.number_word(have),
    }
    return Breach(f"{why} {would_be}", condition)


@breach("meld.min-size")
def meld_too_small(told: Told) -> Breach:
    needed, have = told.facts["needed"], told.facts["have"]
    rules = told.position.rules
    why = gettext("A meld has at least %(needed)s; this one has %(have)s.") % {
        "needed": some_cards(needed),
        "have": naming.number_word(have) if have > 1 else gettext("only one"),
    }
    cards = told.action.cards if told.action else ()
    naturals = [card for card in cards if not card.is_wild]
    if instead := _onto_a_meld_instead(told):
        return Breach(why, instead)
    if len({card.rank for card in naturals}) > 1:
        text = (
            gettext("At least %(needed)s of the same rank, or consecutive cards of one suit.")
            if rules.sequences
            else gettext("At least %(needed)s of the same rank.")
        )
        return Breach(why, text % {"needed": some_cards(needed)})
    if len(naturals) >= rules.min_naturals and have == needed - 1:
        with_wild = not set_faults(rules, naturals=len(naturals), wilds=have - len(naturals) + 1)
        one_more = gettext("One more card: a natural one of the same rank or a wild card.")
        return Breach(
            why, one_more if with_wild else gettext("One more card: a natural one of the same rank.")
        )
    more = gettext("More cards: at least %(naturals)s of the same rank in all.") % {
        "naturals": natural_cards(rules.min_naturals)
    }
    if not cards or (naturals and not (rules.sequences and len(naturals) == len(cards))):
        return Breach(why, more)
    other = gettext("Or at least three consecutive cards of one suit.") if naturals else _wild_alone(told)
    return Breach(why, " ".join(filter(None, [more, other])))


def _onto_a_meld_instead(told: Told) -> str:
    """Where a new meld is wrong however many cards it has: that the cards go onto the meld of their rank."""
    ranks_laid = (
        {card.rank for card in told.action.cards if not card.is_wild} if told.action is not None else set()
    )
    lying = {meld.rank for meld in told.position.own.melds}
    is_new = told.action is not None and told.action.verb == "meld"
    if (
        not is_new
        or told.position.rules.several_melds_per_rank
        or len(ranks_laid) != 1
        or not ranks_laid <= lying
    ):
        return ""
    return told.say(
        gettext("Do not begin a new meld; natural %(ranks)s may be added to those on the table."),
        gettext("No new meld; natural %(ranks)s may be added to those on the table."),
    ) % {"ranks": ranks(sorted(ranks_laid))}


def _wild_alone(told: Told) -> str:
    """How many wild cards would be a meld by themselves, where the rule set knows such melds."""
    rules = told.position.rules
    if rules.wild_only_melds == "any":
        return gettext("Or %(wilds)s alone.") % {"wilds": wild_cards(rules.meld_min_size)}
    if rules.wild_only_melds == "canasta_only":
        return gettext("Or %(wilds)s alone, laid at once.") % {"wilds": wild_cards(rules.canasta_size)}
    return ""


@breach("meld.same-rank")
def meld_of_several_ranks(told: Told) -> Breach:
    together = {"ranks": ranks(told.facts["ranks"])}
    top = told.position.upcard
    taken = told.action is not None and told.action.verb == "take" and top is not None and top.is_natural
    if told.position.rules.sequences:
        why = gettext(
            "Cards of different ranks go together only as a sequence of one suit, each rank once. Here "
            "%(ranks)s would be in one meld."
        )
        condition = gettext("Cards of one rank, or consecutive cards of one suit.")
        # With cards of the hand the top card of the pile never makes a sequence.
        return Breach(why % together, what_takes_it(told.of_the_top_card()) if taken else condition)
    why = gettext("All natural cards of a meld have the same rank. Here %(ranks)s would be in one meld.")
    if taken:
        return Breach(why % together, what_takes_it(told.of_the_top_card()))
    return Breach(why % together, gettext("Natural cards of one rank only; wild cards may join them."))


@breach("meld.min-natural")
def too_few_natural_cards(told: Told) -> Breach:
    facts = told.facts
    needed, have = facts["needed"], facts["have"]
    why = gettext("A meld needs at least %(needed)s; this one has %(have)s and %(wilds)s.") % {
        "needed": natural_cards(needed),
        "have": gettext("only %(cards)s") % {"cards": natural_cards(have)},
        "wilds": wild_cards(facts["wilds"]),
    }
    more = needed - have
    return Breach(
        why,
        _onto_a_meld_instead(told)
        or ngettext(
            "One more natural card of the same rank.", "%(count)s more natural cards of the same rank.", more
        )
        % {"count": naming.first_upper(naming.number_word(more))},
    )


@breach("meld.no-sequence")
def sequence(told: Told) -> Breach:
    return Breach(
        gettext(
            "A sequence is not a meld here, not even one of a single suit. A meld consists of cards of one "
            "rank."
        ),
        gettext("Cards of one rank."),
    )


@breach("meld.one-per-rank")
def second_meld_of_rank(told: Told) -> Breach:
    if told.facts["rank"] == "W":
        why = told.say(
            gettext("You have a meld of wild cards already, and nobody may have more than one."),
            gettext("%(Side)s has a meld of wild cards already, and nobody may have more than one."),
            side=gettext("Your side has a meld of wild cards already, and a side may have only one."),
        )
    else:
        text = told.say(
            gettext(
                "You already have a meld of %(ranks)s, and nobody may have more than one meld of the same "
                "rank."
            ),
            gettext(
                "%(Side)s already has a meld of %(ranks)s, and nobody may have more than one meld of the "
                "same rank."
            ),
            side=gettext(
                "Your side has a meld of %(ranks)s already, and a side may have only one meld of each rank."
            ),
        )
        why = text % {"ranks": naming.meld_name(told.facts["rank"])}
    return Breach(why, _onto_that_meld(told))


def _onto_that_meld(told: Told) -> str:
    """That the cards may go onto the meld that is there, as far as its wild cards stay within the rules."""
    rules, rank = told.position.rules, told.facts["rank"]
    cards = told.action.cards if told.action is not None else ()
    meld = next((meld for meld in told.position.own.melds if meld.rank == rank), None)
    if rank == "W" and rules.wild_only_melds == "canasta_only" and not (meld and meld.is_canasta(rules)):
        return ""  # whether it may grow the house rule does not say
    together = (*(meld.cards if meld is not None else ()), *cards)
    wilds = sum(card.is_wild for card in together)
    added = sum(card.is_wild for card in cards)
    on_canasta = meld is not None and len(meld.cards) + added > rules.canasta_size
    if (
        rank not in ("W", "3")
        and added
        and (
            set_faults(rules, naturals=len(together) - wilds, wilds=wilds)
            or (on_canasta and not rules.wilds_on_canasta)
        )
    ):
        return told.say(
            gettext("Add the cards to that meld, wild cards only as far as it may hold more of them."),
            gettext("The cards go onto that meld, wild cards only as far as it may hold more of them."),
        )
    return told.say(gettext("Add the cards to that meld."), gettext("The cards go onto that meld."))


@breach("meld.merge")
def melds_joined(told: Told) -> Breach:
    rules = told.position.rules
    if rules.merge_melds:
        return Breach(
            gettext("Only two melds of one rank can be joined, never sequences or black threes.")
            if rules.sequences
            else gettext("Only two melds of one rank can be joined, never black threes."),
            gettext("Two melds of the same rank, or none joined at all."),
        )
    why = (
        gettext("Melds are never joined, not even two of one rank.")
        if rules.several_melds_per_rank
        else gettext(
            "Melds are never joined. Nobody has two melds of one rank, and different ranks do not go "
            "together."
        )
    )
    return Breach(why, _melds_stay(told))


def _melds_stay(told: Told) -> str:
    return told.say(gettext("Leave both melds as they are."), gettext("Both melds stay as they are."))


@breach("meld.no-opponent")
def added_to_opponents(told: Told) -> Breach:
    if told.position.has_partner:
        text = told.say(
            gettext("Cards are never added to the opponents’ melds, so none can be added to the %(meld)s."),
            gettext("Cards are never added to another side’s melds, so none can be added to the %(meld)s."),
        )
    else:
        text = told.say(
            gettext("Cards are never added to an opponent’s melds, so none can be added to the %(meld)s."),
            gettext(
                "Cards are never added to a meld of another player, so none can be added to the %(meld)s."
            ),
        )
    condition = told.say(
        gettext("Add only to your own melds."),
        gettext("%(Who)s may add cards only to the melds of their own side."),
        side=gettext("Add only to the melds of your own side."),
    )
    return Breach(text % {"meld": naming.target_name(told.facts["meld"])}, condition)


@breach("meld.stays-on-table")
def card_leaves_meld(told: Told) -> Breach:
    return Breach(
        gettext("A card that has been melded stays in its meld until the deal ends."),
        told.say(gettext("Leave the card where it lies."), gettext("The card stays where it lies.")),
    )
