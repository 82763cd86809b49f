"""Taking the pile: what allows it, what forbids it, and what is believed of it."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.law.cards import CARDS
from lessons.kinds.offered.scene import Scene, true_no, true_yes
from lessons.words import naming


@true_no("freeze.take-natural-pair-only")
def frozen(scene: Scene) -> str:
    if not scene.cards:
        return gettext("the pile is frozen; taking it requires two natural %(ranks)s from the hand") % {
            "ranks": scene.top_ranks
        }
    return gettext("the pile is frozen, and it cannot be taken with %(cards)s") % {"cards": scene.used_dative}


@true_no("pickup.before-initial")
def not_melded(scene: Scene) -> str:
    if scene.facts.get("reason") == "never":
        return gettext("there is no initial meld yet, and without one the pile stays where it is")
    if not scene.cards:
        return gettext(
            "before the initial meld, taking the pile requires two natural %(ranks)s from the hand"
        ) % {"ranks": scene.top_ranks}
    return gettext("before the initial meld, the pile cannot be taken with %(cards)s") % {
        "cards": scene.used_dative
    }


@true_no("pickup.natural-pair")
def no_pair(scene: Scene) -> str:
    return gettext("laying only %(cards)s with the top card is not enough") % {"cards": scene.used}


@true_no("pickup.natural-plus-wild")
def no_natural(scene: Scene) -> str:
    if scene.naturals:
        return gettext("a wild card does not help here: only two natural %(ranks)s do") % {
            "ranks": scene.top_ranks
        }
    return gettext("no natural %(ranks)s come from the hand, only wild cards") % {"ranks": scene.top_ranks}


@true_no("pickup.one-card-rule")
def one_against_one(scene: Scene) -> str:
    return gettext("you hold only one card, and the pile has only one too")


@true_no("pickup.top-black-three")
def black_three_on_top(scene: Scene) -> str:
    return gettext("a black three lies on top and blocks the pile")


@true_no("pickup.top-wild")
def wild_on_top(scene: Scene) -> str:
    assert scene.top is not None
    return gettext("a wild card lies on top (%(card)s)") % {"card": naming.card_with_article(scene.top)}


@true_no("pickup.top-red-three")
def red_three_on_top(scene: Scene) -> str:
    return gettext("a red three lies on top, and it cannot be melded")


@true_no("pickup.top-must-be-melded")
def top_not_melded(scene: Scene) -> str:
    assert scene.top is not None
    return gettext("nothing is melded with the top card, %(card)s") % {
        "card": naming.card_with_article(scene.top)
    }


@true_no("pickup.whole-pile")
def whole_pile(scene: Scene) -> str:
    if scene.position.pile_size < 2:
        return ""
    return gettext("if you take the top card, you have to take all %(count)s cards of the pile") % {
        "count": naming.number_word(scene.position.pile_size)
    }


@true_yes("freeze.take-natural-pair-only")
def frozen_with_pair(scene: Scene) -> str:
    if scene.act.verb != "take":
        return ""
    return gettext("the pile is frozen, but you take it with two natural %(ranks)s from your hand") % {
        "ranks": scene.top_ranks
    }


@true_yes("pickup.before-initial")
def pair_before_initial(scene: Scene) -> str:
    return gettext("even before the initial meld, two natural %(ranks)s from your hand take the pile") % {
        "ranks": scene.top_ranks
    }


@true_yes("pickup.natural-pair")
def pair(scene: Scene) -> str:
    return gettext("two natural %(ranks)s from your hand go with the top card") % {"ranks": scene.top_ranks}


@true_yes("pickup.natural-plus-wild")
def natural_and_wild(scene: Scene) -> str:
    return gettext("the pile is not frozen, and %(cards)s go with the top card") % {"cards": scene.players}


@true_yes("pickup.add-to-meld")
def onto_meld(scene: Scene) -> str:
    return gettext("the pile is not frozen, and the top card goes onto your %(ranks)s on the table") % {
        "ranks": scene.top_ranks
    }


@true_yes("pickup.add-to-canasta")
def onto_canasta(scene: Scene) -> str:
    return gettext("the pile is not frozen, and the top card may even go onto the canasta of %(ranks)s") % {
        "ranks": scene.top_ranks_dative
    }


@true_yes("black3.no-lasting-freeze")
def covered_three(scene: Scene) -> str:
    return gettext("the black three in the pile is covered, so it no longer stops anybody")


@true_yes("pickup.top-wild")
def wild_top_taken(scene: Scene) -> str:
    return gettext(
        "with two natural cards of the same rank from your hand you can take even a pile with a wild card "
        "on top"
    )


@true_yes("pickup.top-must-be-melded")
def top_melded(scene: Scene) -> str:
    assert scene.top is not None
    return gettext("the top card is melded at once (%(card)s)") % {
        "card": naming.card_with_article(scene.top)
    }


@true_no("initial.top-card-counts")
def from_below(scene: Scene) -> str:
    if "cards" not in scene.facts:  # it only explains another rule
        return ""
    cards = [CARDS[one] for one in str(scene.facts["cards"]).split()]
    return gettext(
        "it is too early to use %(cards)s from below the top card: the minimum has not been reached yet"
    ) % {"cards": naming.cards_in_text(cards, "accusative")}
