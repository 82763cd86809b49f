"""Going out, asking for it and the concealed hand, in sentences."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from engine.law.melds import table_fault
from lessons.saying.base import (
    Breach,
    Told,
    as_many_canastas,
    breach,
    ground,
    some_canastas,
    some_cards,
    two_should_have_stayed,
)
from lessons.words import naming


@breach("out.canastas-needed")
def canastas_missing(told: Told) -> Breach:
    facts = told.facts
    text = told.say(
        gettext("That would mean going out. To go out, you need %(needed)s; you have %(have)s."),
        gettext(
            "That would mean that %(who)s goes out. To go out, %(side)s needs %(needed)s but has %(have)s."
        ),
        side=gettext("That would mean going out. To go out, your side needs %(needed)s; it has %(have)s."),
    )
    why = text % {
        "needed": some_canastas(facts["needed"]),
        "have": as_many_canastas(facts["have"]),
    }
    missing = facts["needed"] - facts["have"]
    if told.holds_one_card:
        return Breach(why, _with_the_only_card(told) if missing == 1 else two_should_have_stayed(told))
    condition = (
        _without_any(told, missing)
        if not facts["have"]
        else told.say(
            ngettext(
                "Complete one more canasta, or keep a card in your hand after the discard.",
                "Complete %(count)s more canastas, or keep a card in your hand after the discard.",
                missing,
            ),
            ngettext(
                "%(Who)s would have to complete one more canasta, or keep a card in hand after the discard.",
                "%(Who)s would have to complete %(count)s more canastas, or keep a card in hand after"
                " the discard.",
                missing,
            ),
        )
    )
    return Breach(why, condition % {"count": naming.number_word(missing)})


def _with_the_only_card(told: Told) -> str:
    """What it would take of the only card: that it completes the canasta that is missing, where a meld waits for it."""
    rules = told.position.rules
    waiting = [meld.cards for meld in told.position.own.melds if len(meld.cards) + 1 == rules.canasta_size]
    if all(table_fault(rules, (*cards, *told.position.hand)) for cards in waiting):
        return two_should_have_stayed(told)
    return told.say(
        gettext("Complete a canasta with your last card."),
        gettext("%(Who)s would have to complete a canasta with the last card."),
    )


def _without_any(told: Told, missing: int) -> str:
    """What it would take where the side has no canasta yet, so that one is not one more."""
    return told.say(
        ngettext(
            "Complete a canasta, or keep a card in your hand after the discard.",
            "Complete %(count)s canastas, or keep a card in your hand after the discard.",
            missing,
        ),
        ngettext(
            "%(Who)s would have to complete a canasta, or keep a card in hand after the discard.",
            "%(Who)s would have to complete %(count)s canastas, or keep a card in hand after the discard.",
            missing,
        ),
    )


@breach("out.ask-optional")
def no_partner_to_ask(told: Told) -> Breach:
    condition = told.say(gettext("Leave the question out."), gettext("The same without the question."))
    if told.position.has_partner:
        return Breach(gettext("In this rule set nobody is asked for permission to go out."), condition)
    why = told.say(
        gettext("Each of you plays alone: there is no partner to ask for permission to go out."),
        gettext("Here everybody plays alone: there is no partner to ask for permission to go out."),
    )
    return Breach(why, condition)


@breach("out.ask-timing")
def asked_at_the_wrong_time(told: Told) -> Breach:
    if not told.position.has_partner or told.position.rules.permission == "none":
        return no_partner_to_ask(told)
    condition = told.say(
        gettext("Ask after drawing or taking the pile and before you lay down anything else."),
        gettext(
            "%(Who)s would have to ask after drawing or taking the pile and before laying down anything else."
        ),
    )
    if told.reason == "before-draw":
        why = told.say(
            gettext("Your partner may be asked only after you have drawn or taken the pile."),
            gettext("%(Who)s may ask only after drawing or taking the pile."),
        )
    elif told.reason == "after-meld":
        why = told.say(
            gettext(
                "You have already laid down cards in this turn. The question comes right after drawing or "
                "taking "
                "the pile."
            ),
            gettext(
                "%(Who)s has already laid down cards in this turn. The question comes right after drawing or "
                "taking the pile."
            ),
        )
    else:
        why = told.say(
            gettext("You have already asked your partner in this turn."),
            gettext("%(Who)s has already asked in this turn."),
        )
        condition = told.say(gettext("Ask only once."), gettext("Only one question."))
    return Breach(why, condition)


@breach("out.ask-binding")
def answer_binds(told: Told) -> Breach:
    left = told.facts["cards_left"]
    if told.facts["answer"] == "no":
        why = told.say(
            gettext("Your partner has said no, and the answer binds you: you may not go out in this turn."),
            gettext("The answer was no, and it is binding: %(who)s may not go out in this turn."),
        )
        if told.holds_one_card:
            return Breach(why, two_should_have_stayed(told))
        condition = told.say(
            gettext("Keep at least one card after the discard."),
            gettext("At least one card must stay in the hand after the discard."),
        )
        return Breach(why, f"{condition} {_owed_discard(told)}" if left else condition)
    why = told.say(
        ngettext(
            "Your partner has said yes, and that binds you: you must go out in this turn. But %(cards)s "
            "would be left.",
            "Your partner has said yes, and that binds you: you must go out in this turn. But %(cards)s "
            "would be left.",
            left,
        ),
        ngettext(
            "The answer was yes, and it is binding: %(who)s must go out in this turn. But "
            "%(cards)s would be left.",
            "The answer was yes, and it is binding: %(who)s must go out in this turn. But "
            "%(cards)s would be left.",
            left,
        ),
    ) % {"cards": some_cards(left)}
    if not any(action.verb == "ask" for action in told.actions):  # it was asked before, and is not undone
        condition = told.say(
            gettext("Go out in this turn."), gettext("%(Who)s would have to go out in this turn.")
        )
    else:
        condition = told.say(
            gettext("Go out in this turn, or do not ask."),
            gettext("%(Who)s would have to go out in this turn, or not ask."),
        )
    return Breach(why, condition)


def _owed_discard(told: Told) -> str:
    """What comes of a last card where the discard is still to come."""
    return told.say(
        gettext("If you hold only one card, none is left after your discard."),
        gettext("With only one card in hand, none would be left after the discard."),
    )


# What allows it


@ground("out.canastas-needed")
def canastas_there(told: Told) -> str:
    needed = told.facts["needed"]
    text = told.say(
        ngettext(
            "You may go out: you have %(have)s, and %(needed)s is enough.",
            "You may go out: you have %(have)s, and %(needed)s are enough.",
            needed,
        ),
        ngettext(
            "%(Side)s has %(have)s and may go out: %(needed)s is enough.",
            "%(Side)s has %(have)s and may go out: %(needed)s are enough.",
            needed,
        ),
        side=ngettext(
            "Your side may go out: it has %(have)s, and %(needed)s is enough.",
            "Your side may go out: it has %(have)s, and %(needed)s are enough.",
            needed,
        ),
    )
    return text % {"have": some_canastas(told.facts["have"]), "needed": naming.number_word(needed)}


@ground("out.canasta-same-turn")
def canasta_in_same_turn(told: Told) -> str:
    return gettext("The canasta needed may be completed in the very turn in which a player goes out.")


@ground("out.final-discard-optional")
def with_or_without_discard(told: Told) -> str:
    if told.facts["discard"]:
        return gettext("Going out with a last discard is allowed; the discard may be any card.")
    return gettext("Going out without a discard is allowed.")


@ground("out.ask-optional")
def asking_is_optional(told: Told) -> str:
    return told.say(
        gettext("Asking your partner before going out is allowed, but never required."),
        gettext("Asking before going out is allowed, but never required."),
    )


@ground("out.ask-timing")
def asked_in_time(told: Told) -> str:
    return told.say(
        gettext(
            "You ask your partner at the right moment: after drawing or taking the pile and before you "
            "lay down any more cards."
        ),
        gettext(
            "%(Who)s asks at the right moment: after drawing or taking the pile and before "
            "anything more is laid down."
        ),
    )


@ground("out.ask-binding")
def answer_kept(told: Told) -> str:
    if told.facts["answer"] == "yes":
        return told.say(
            gettext("Your partner has said yes, and you go out in this turn."),
            gettext("The answer was yes, and %(who)s goes out in this turn."),
        )
    return told.say(
        gettext("Your partner has said no, and you do not go out in this turn."),
        gettext("The answer was no, and %(who)s is not going out in this turn."),
    )


@ground("concealed.definition")
def concealed(told: Told) -> str:
    text = told.say(
        gettext(
            "You go out concealed: you lay your whole hand in one turn, having melded nothing before. That "
            "scores %(concealed)s points instead of %(usual)s."
        ),
        gettext(
            "%(Who)s goes out concealed: the whole hand in one turn, with nothing melded before. That scores "
            "%(concealed)s points instead of %(usual)s."
        ),
    )
    rules = told.position.rules
    return text % {
        "concealed": naming.number(rules.concealed_total), "usual": naming.number(rules.going_out_bonus),
    }  # fmt: skip


@ground("concealed.own-canasta")
def concealed_canasta(told: Told) -> str:
    return gettext("The concealed hand holds a canasta of its own.")


@ground("concealed.pile-allowed")
def concealed_with_pile(told: Told) -> str:
    return gettext("Taking the pile in the last turn does not spoil the concealed hand.")


@ground("concealed.minimum")
def concealed_without_minimum(told: Told) -> str:
    if told.position.rules.initial_steps is None:
        return gettext(
            "A whole hand with a canasta, laid after a draw from the stock, need not reach any minimum. The text of "
            "these rules does not say how high it would be otherwise."
        )
    return gettext(
        "A whole hand with a canasta, laid after a draw from the stock, need not reach any minimum: "
        "%(have)s points are enough here, where %(needed)s would be needed otherwise. The bonus of the "
        "canasta does not count towards the minimum."
    ) % {"have": told.number("have"), "needed": told.number("needed")}
