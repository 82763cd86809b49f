"""Drawing, discarding, red threes, the end of the stock and going out: what allows it, and what forbids it."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.kinds.offered.scene import Scene, true_no, true_yes
from lessons.saying.base import Told, some_cards
from lessons.saying.stock import left_because
from lessons.words import naming


@true_no("turn.draw-or-take")
def not_begun(scene: Scene) -> str:
    if scene.facts.get("reason") != "not-begun":
        return gettext("the turn had begun already, and it begins only once")
    return gettext("you have neither drawn from the stock nor taken the pile yet")


@true_no("red3.no-replace-from-pile")
def nothing_for_it(scene: Scene) -> str:
    return gettext("a red three that comes with the pile goes on the table, and nothing is drawn for it")


@true_no("turn.draw-count")
def wrong_count(scene: Scene) -> str:
    have = scene.facts["have"]
    return ngettext(
        "a player draws %(needed)s from the stock, not one",
        "a player draws %(needed)s from the stock, not %(have)s",
        have,
    ) % {"needed": some_cards(scene.facts["needed"]), "have": naming.number_word(have)}


@true_no("turn.discard-one")
def no_discard(scene: Scene) -> str:
    left = scene.facts.get("cards_left")
    if not left:
        return ""
    return ngettext(
        "one card is still in hand, so there has to be a discard",
        "%(count)s cards are still in hand, so there has to be a discard",
        left,
    ) % {"count": naming.number_word(left)}


@true_no("turn.only-in-turn")
def not_your_turn(scene: Scene) -> str:
    return gettext("it is not your turn")


@true_no("turn.keep-a-card", "out.canastas-needed")
def no_way_out(scene: Scene) -> str:
    facts = scene.facts
    needed = facts.get("canastas_needed", facts.get("needed"))
    if needed is None:
        return ""
    if needed > 1:
        return gettext(
            "no card would be left, and going out takes %(needed)s canastas, but there are fewer on the table"
        ) % {"needed": naming.number_word(needed)}
    if "canastas_needed" in facts:
        return gettext("no card would be left after the discard, and there is no canasta to go out with")
    return gettext("with this you would go out, but there is no canasta yet")


@true_no("out.ask-binding")
def answer_binds(scene: Scene) -> str:
    if scene.facts.get("answer") == "yes":
        left = scene.facts.get("cards_left")
        if not left:
            return gettext("your partner has said yes, and so you would have to go out")
        return ngettext(
            "your partner has said yes, so you must go out, and one card would be left",
            "your partner has said yes, so you must go out, and %(count)s cards would be left",
            left,
        ) % {"count": naming.number_word(left)}
    if scene.facts.get("cards_left"):
        return gettext("your partner has said no, and the discard would take your last card")
    return gettext("your partner has said no, and this would mean going out")


@true_no("out.ask-timing")
def asked_too_late(scene: Scene) -> str:
    if scene.facts.get("reason") == "after-meld":
        return gettext("cards have already been laid down in this turn, so it is too late to ask")
    return ""


@true_no("red3.expose-at-once")
def no_discarding(scene: Scene) -> str:
    if scene.facts.get("reason") == "discarded":
        return gettext("the red three goes on the table and not on the pile")
    return ""


@true_no("stock.forced-take")
def must_take(scene: Scene) -> str:
    top = scene.top
    if top is None:
        return ""
    text = (
        gettext("the stock is empty, and the top card, %(card)s, can be melded, so you must take the pile")
        if scene.rules.empty_stock_forced_take == "any_possible_meld"
        else gettext("the stock is empty, and the top card, %(card)s, has to go onto a meld")
    )
    return text % {"card": naming.card_with_article(top)}


@true_no("stock.last-red-three")
def over(scene: Scene) -> str:
    return gettext("the red three was the last card of the stock, and that ends the deal")


@true_yes("out.canasta-same-turn")
def canasta_now(scene: Scene) -> str:
    return gettext("the canasta needed to go out is made in this very turn")


@true_yes("out.ask-timing")
def asked_in_time(scene: Scene) -> str:
    return gettext("the turn has begun, and nothing else has been laid down yet")


@true_yes("out.ask-binding")
def goes_out_as_said(scene: Scene) -> str:
    return (
        gettext("your partner has said yes, and you go out")
        if scene.verdict.went_out != "no"
        else (gettext("your partner has said no, and you stay in"))
    )


@true_yes("out.final-discard-optional")
def out_either_way(scene: Scene) -> str:
    if scene.facts.get("discard"):
        return gettext("you go out, and the last card may be discarded")
    return gettext("you go out, and whoever goes out need not keep a card to discard")


@true_yes("out.ask-optional")
def no_need_to_ask(scene: Scene) -> str:
    return gettext("you may go out without asking your partner")


@true_yes("out.canastas-needed")
def may_go_out(scene: Scene) -> str:
    have = scene.facts.get("have")
    if not have:
        return ""
    if scene.facts["needed"] == 1 and scene.position.has_partner:
        return gettext("you go out, and your side has the canasta it needs for that")
    return gettext("you go out, and there are enough canastas for it: %(have)s") % {
        "have": naming.number_word(have)
    }


@true_yes("turn.keep-a-card")
def keeps_some(scene: Scene) -> str:
    left = scene.facts.get("cards_left")
    if not left:
        return ""
    return ngettext(
        "one card is left after the discard, so you are not out",
        "%(count)s cards are left after the discard, so you are not out",
        left,
    ) % {"count": naming.number_word(left)}


@true_yes("black3.meld-only-going-out")
def threes_in_going_out(scene: Scene) -> str:
    return gettext("you go out in this turn, so the black threes may be melded")


@true_yes("turn.discard-one")
def any_discard(scene: Scene) -> str:
    if not scene.discards:
        return ""
    card = scene.discards[0]
    if card.is_wild:
        return gettext("almost any card may be discarded at the end of the turn, even a wild one")
    if card.is_black_three:
        return gettext("almost any card may be discarded at the end of the turn, even a black three")
    return gettext("the turn ends with a discard, and this is one")


@true_yes("black3.stop-card")
def stops_next(scene: Scene) -> str:
    return gettext("the black three may go on the pile and keeps the next player from taking it")


@true_yes("turn.draw-count")
def draws(scene: Scene) -> str:
    return ngettext(
        "your turn begins, and one card comes from the stock",
        "your turn begins, and %(count)s cards come from the stock",
        scene.facts["needed"],
    ) % {"count": naming.number_word(scene.facts["needed"])}


@true_yes("turn.draw-or-take")
def begins(scene: Scene) -> str:
    if scene.facts.get("way") == "take":
        return gettext("your turn begins, and taking the pile replaces drawing")
    return gettext("your turn begins, and drawing is always possible")


@true_yes("red3.replace-from-stock")
def replaced(scene: Scene) -> str:
    return gettext("the red three goes on the table and is replaced with another card from the stock")


@true_yes("stock.play-on")
def declines(scene: Scene) -> str:
    return gettext("the stock is empty, and you need not take the pile; if you leave it, the deal is over")


@true_yes("stock.forced-take")
def not_forced(scene: Scene) -> str:
    match left_because(Told(facts={}, position=scene.position)):
        case "frozen":
            return gettext(
                "the stock is empty, but the pile is frozen, so your melds do not force you to take it"
            )
        case "one-card":
            return one_card_left(scene)
        case "no-fit" if scene.rules.empty_stock_forced_take == "any_possible_meld":
            return gettext("the stock is empty, but you cannot meld the top card")
        case "no-fit":
            return gettext("the stock is empty, but the top card fits none of your own melds")
    return gettext("the stock is empty, but you cannot take the pile with the meld that the top card fits")


@true_yes("pickup.one-card-rule")
def one_card_left(scene: Scene) -> str:
    return gettext("you hold one card, so you may not take a pile of one card and certainly do not have to")
