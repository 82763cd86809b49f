"""What is believed of taking the pile."""

from __future__ import annotations

from django.utils.translation import gettext

from lessons.kinds.offered.scene import Scene, false_no, false_yes, takes_pair
from lessons.words import naming

# It is allowed


@false_yes("take", "freeze.take-natural-pair-only")
def as_if_open(scene: Scene) -> str:
    if takes_pair(scene) or scene.top is None or scene.top.is_wild:
        return ""
    if not scene.cards:
        return gettext("the top card fits your %(ranks)s on the table, whether the pile is frozen or not") % {
            "ranks": scene.top_ranks
        }
    return gettext("with %(cards)s the pile can be taken, frozen or not") % {"cards": scene.used_dative}


@false_yes("take", "pickup.before-initial")
def as_if_melded(scene: Scene) -> str:
    if scene.opened or takes_pair(scene) or not scene.cards:
        return ""
    return gettext("with %(cards)s the pile can be taken even before the initial meld") % {
        "cards": scene.used_dative
    }


@false_yes("take", "pickup.natural-plus-wild")
def wild_instead(scene: Scene) -> str:
    if scene.rules.standing("pickup.natural-plus-wild") == "contradiction" or scene.top is None:
        return ""
    if scene.wilds and not scene.naturals:
        return gettext("wild cards stand for any card, so they stand for two %(ranks)s too") % {
            "ranks": scene.top_ranks
        }
    if takes_pair(scene) and scene.position.is_frozen and not scene.top.is_wild:
        return gettext("even one of the two %(ranks)s and a wild card would be enough here") % {
            "ranks": scene.top_ranks
        }
    return ""


@false_yes("take", "pickup.natural-pair")
def one_is_enough(scene: Scene) -> str:
    if takes_pair(scene) or len(scene.naturals) != 1 or scene.wilds or scene.act.target:
        return ""
    return gettext("with the top card there are two %(ranks)s, and two are enough") % {
        "ranks": scene.top_ranks
    }


@false_yes("take", "pickup.top-wild")
def wild_top_fits(scene: Scene) -> str:
    if scene.top is None or not scene.top.is_wild or scene.rules.wild_top_takeable != "never":
        return ""
    if not scene.cards:
        return gettext("the wild card on top fits any meld")
    return gettext("the wild card on top fits anything, so it fits %(cards)s too") % {
        "cards": scene.used_dative
    }


@false_yes("take", "pickup.top-black-three")
def three_comes_along(scene: Scene) -> str:
    if scene.top is None or not scene.top.is_black_three:
        return ""
    if not scene.cards:
        return gettext("the black three comes into your hand with the rest of the pile")
    return gettext("with %(cards)s you take the pile, and the black three on top comes along") % {
        "cards": scene.used_dative
    }


@false_yes("take", "pickup.top-red-three")
def red_three_comes_along(scene: Scene) -> str:
    if scene.top is None or not scene.top.is_red_three:
        return ""
    return gettext("the red three on top joins your red threes, and the rest goes into your hand")


@false_yes("take", "pickup.one-card-rule")
def even_with_one_card(scene: Scene) -> str:
    if len(scene.position.hand) != 1 or scene.position.pile_size != 1 or not scene.act.target:
        return ""
    return gettext("the top card fits your %(ranks)s, however few cards you hold") % {
        "ranks": scene.top_ranks
    }


@false_yes("take", "pickup.whole-pile")
def some_of_the_pile(scene: Scene) -> str:
    if scene.rules.standing("pickup.whole-pile") == "contradiction" or scene.position.pile_size < 2:
        return ""
    if scene.act.top_only:
        return gettext("you need only the top card, so the rest of the pile may stay")
    return gettext("of the %(count)s cards in the pile you take only those that you can use") % {
        "count": naming.number_word(scene.position.pile_size)
    }


@false_yes("take", "pickup.top-must-be-melded")
def melded_later(scene: Scene) -> str:
    if scene.top is None or scene.top.is_wild:
        return ""
    return gettext("the top card may go into your hand first and be melded later")


@false_yes("take", "turn.draw-count")
def draw_as_well(scene: Scene) -> str:
    if scene.position.phase != "draw":
        return ""
    return gettext("after taking the pile, you draw from the stock as well")


@false_yes("take meld", "initial.top-card-counts")
def whole_pile_counts(scene: Scene) -> str:
    if not scene.all_of("take"):
        return ""
    minimum = scene.position.initial_minimum
    if scene.opened or minimum is None or scene.position.pile_size < 2:
        return ""
    return gettext("the whole pile counts towards the minimum of %(needed)s points") % {
        "needed": naming.number(minimum)
    }


@false_yes("take", "turn.draw-or-take")
def as_a_draw(scene: Scene) -> str:
    if scene.position.phase != "draw":
        return ""
    return gettext("taking the pile is always allowed, just as drawing from the stock is")


# It is forbidden


def _no_meld_on_top(scene: Scene) -> bool:
    """Whether no meld can be made of the top card."""
    return scene.top is None or scene.top.is_wild or scene.top.rank == "3"


@false_no("take", "freeze.take-natural-pair-only")
def frozen_for_all(scene: Scene) -> str:
    if scene.position.is_frozen and takes_pair(scene):
        return gettext("the pile is frozen, so nobody can take it, not even with two %(ranks)s") % {
            "ranks": scene.top_ranks_dative
        }
    if scene.position.is_frozen or takes_pair(scene) or not scene.opened or _no_meld_on_top(scene):
        return ""
    return gettext("the pile is frozen, so it can be taken only with two natural %(ranks)s from the hand") % {
        "ranks": scene.top_ranks
    }


@false_no("take", "black3.no-lasting-freeze")
def buried_three(scene: Scene) -> str:
    if not any(card.is_black_three for card in scene.position.pile[:-1]):
        return ""
    return gettext("a black three lies in the pile and blocks it")


@false_no("take", "freeze.wild-discard")
def buried_wild(scene: Scene) -> str:
    buried = next((card for card in scene.position.pile[:-1] if card.is_wild), None)
    if buried is None or not takes_pair(scene):
        return ""
    return gettext("as long as a wild card lies in the pile (%(card)s), nobody may take the pile") % {
        "card": naming.card_with_article(buried)
    }


@false_no("take", "pickup.natural-plus-wild")
def no_wild_helps(scene: Scene) -> str:
    if not scene.wilds or scene.verdict.legal is not True:
        return ""
    return gettext("you may not meld %(cards)s together with a card from the pile") % {
        "cards": naming.cards_in_text(scene.wilds, "accusative")
    }


@false_no("take", "pickup.natural-pair")
def only_a_pair(scene: Scene) -> str:
    if takes_pair(scene) or scene.verdict.legal is not True or scene.top is None:
        return ""
    return gettext("two natural %(ranks)s from your hand are needed, whatever lies on the table") % {
        "ranks": scene.top_ranks
    }


@false_no("take", "pickup.add-to-meld")
def not_onto_meld(scene: Scene) -> str:
    if not scene.act.target or scene.is_run or scene.verdict.legal is not True:
        return ""
    return gettext("no card straight from the pile may be added to the %(ranks)s on the table") % {
        "ranks": scene.top_ranks
    }


@false_no("take", "pickup.add-to-canasta")
def canasta_is_closed(scene: Scene) -> str:
    meld = scene.meld
    if meld is None or not meld.is_canasta(scene.rules) or scene.verdict.legal is not True:
        return ""
    return gettext("the %(ranks)s are a canasta already, and nothing more may be added to it") % {
        "ranks": scene.top_ranks
    }


@false_no("take", "meld.one-per-rank")
def rank_is_there(scene: Scene) -> str:
    top = scene.top
    if top is None or top.is_wild or scene.verdict.legal is None:
        return ""
    if scene.opponents_have(top.rank):
        return gettext("an opponent has %(ranks)s already, so you may not meld any") % {
            "ranks": scene.top_ranks
        }
    return ""


@false_no("take", "turn.draw-or-take")
def draw_first(scene: Scene) -> str:
    if scene.position.phase != "draw" or not scene.position.stock:
        return ""
    return gettext("drawing from the stock takes precedence over taking the pile")


@false_no("take", "initial.top-card-counts")
def top_does_not_count(scene: Scene) -> str:
    minimum = scene.position.initial_minimum
    if scene.opened or minimum is None or scene.verdict.legal is not True:
        return ""
    return gettext("the top card does not count towards the minimum of %(needed)s points") % {
        "needed": naming.number(minimum)
    }


@false_no("take", "initial.per-side")
def own_initial(scene: Scene) -> str:
    if not scene.opened or not scene.position.has_partner:
        return ""
    return gettext("you, too, still need an initial meld, not only your partner")


@false_no("take", "out.canastas-needed")
def canasta_first(scene: Scene) -> str:
    if scene.canastas:
        return ""
    return gettext("the pile may not be taken before the first canasta")


@false_no("take", "pickup.whole-pile")
def pile_is_too_big(scene: Scene) -> str:
    held = len(scene.position.hand) + scene.position.unknown_cards
    if scene.position.pile_size <= held or scene.act.top_only:
        return ""
    return gettext("the pile has %(count)s cards, more than you hold") % {
        "count": naming.number_word(scene.position.pile_size)
    }


@false_no("take", "pickup.one-card-rule")
def too_few_in_hand(scene: Scene) -> str:
    held = len(scene.position.hand) + scene.position.unknown_cards
    if not 1 < held <= 4:
        return ""
    return gettext("with only %(count)s cards in hand the pile may not be taken") % {
        "count": naming.number_word(held)
    }


@false_no("take", "meld.no-opponent")
def opponents_discard(scene: Scene) -> str:
    return gettext("a card that somebody else has discarded cannot be melded")


@false_no("take", "meld.min-size")
def too_small_with_top(scene: Scene) -> str:
    if scene.top is None or scene.act.target or len(scene.cards) != 2 or scene.verdict.legal is not True:
        return ""
    return gettext("with the top card there are only three cards, and a meld needs four")
