"""What is believed of drawing, discarding, red threes, the end of the stock and going out."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.kinds.offered.scene import Scene, false_no, false_yes
from lessons.words import naming


def would_go_out(scene: Scene) -> bool:
    """Whether no card would stay in the hand."""
    return scene.left == 0 or (scene.left == 1 and not scene.all_of("discard", "end"))


# It is allowed


@false_yes("discard meld end", "turn.draw-or-take")
def without_beginning(scene: Scene) -> str:
    if scene.position.phase != "draw" or scene.all_of("draw", "take"):
        return ""
    if scene.act.verb == "discard":
        return gettext("a player who wants no new card may discard at once")
    if scene.act.verb == "end":
        return gettext("a player may pass, and then nothing happens")
    return gettext("a player with a meld may lay it first and draw afterwards")


@false_yes("draw", "turn.draw-or-take")
def draw_and_take(scene: Scene) -> str:
    if not scene.position.pile_size:
        return ""
    if scene.facts.get("reason") == "already-pile":
        return gettext("taking the pile does not replace drawing, so you may do both")
    return gettext("after drawing you may take the pile too, if it suits you")


@false_yes("draw", "red3.no-replace-from-pile")
def replaced_from_anywhere(scene: Scene) -> str:
    if "red3.no-replace-from-pile" not in scene.facts.get("because", ()):
        return ""
    return gettext("every red three is replaced with a card from the stock, wherever it comes from")


@false_yes("draw", "turn.discard-one")
def nothing_to_discard(scene: Scene) -> str:
    return gettext("a player who draws need not discard in this turn")


@false_yes("draw", "stock.forced-take")
def draw_only_if_nothing_fits(scene: Scene) -> str:
    top, position = scene.top, scene.position
    if top is None or any(card.rank == top.rank for card in position.hand):
        return ""
    return (
        gettext("you hold no %(ranks)s; if you held one, you would have to take the pile")
        % {"ranks": scene.top_ranks}
        if not (top.is_wild or top.rank == "3")
        else ""
    )


@false_yes("draw", "turn.draw-count")
def wrong_number(scene: Scene) -> str:
    needed = int(scene.facts.get("needed", 0))
    have = int(scene.facts.get("have", needed))
    if not needed or have == needed:
        return ""
    return ngettext(
        "the red three counts as a drawn card, so one more is enough",
        "the red three counts as a drawn card, so %(count)s more are enough",
        have,
    ) % {"count": naming.number_word(have)}


@false_yes("discard", "turn.draw-count")
def draw_afterwards(scene: Scene) -> str:
    if scene.position.phase != "draw" or scene.all_of("draw", "take"):
        return ""
    return gettext("a player who discards first may draw afterwards")


@false_yes("meld", "turn.only-in-turn")
def meld_at_any_time(scene: Scene) -> str:
    if scene.position.my_turn:
        return ""
    return gettext("a player with a meld may lay it at any time")


@false_yes("meld add take", "turn.discard-one")
def without_discard(scene: Scene) -> str:
    if scene.verdict.went_out != "no" or scene.all_of("discard"):
        return ""
    return gettext("a player who has laid cards need not discard in this turn")


@false_yes("end", "turn.discard-one")
def end_without_discard(scene: Scene) -> str:
    if scene.position.phase == "draw" and not scene.all_of("draw", "take"):
        return gettext("a player who draws nothing need not discard either")
    return gettext("a player who has melded need not discard")


@false_yes("meld add take", "turn.keep-a-card")
def no_card_needed(scene: Scene) -> str:
    behind = scene.finding.rule if scene.finding else ""
    if scene.verdict.legal or (not would_go_out(scene) and behind != "turn.keep-a-card"):
        return ""
    return gettext("the last card may always be discarded, with or without a canasta")


@false_yes("discard", "red3.expose-at-once")
def discard_red(scene: Scene) -> str:
    if not any(card.is_red_three for card in scene.discards):
        if not any(card.is_red_three for card in scene.position.hand):
            return ""
        return gettext("a red three may stay in your hand as long as you like")
    return gettext("a red three may be discarded like any other card")


@false_yes("discard", "red3.not-a-meld")
def red_three_not_wanted(scene: Scene) -> str:
    if not any(card.is_red_three for card in scene.discards):
        if not any(card.is_red_three for card in scene.position.hand):
            return ""
        return gettext("a red three is laid only together with a meld")
    return gettext("the red three fits no meld, so it may go on the pile")


@false_yes("discard", "pickup.natural-plus-wild")
def wild_is_harmless(scene: Scene) -> str:
    if not any(card.is_wild for card in scene.discards) or scene.rules.wild_discard_effect != "freeze":
        return ""
    return gettext("the next player can take the pile with a wild card, too")


@false_yes("discard", "black3.no-lasting-freeze")
def three_freezes_for_long(scene: Scene) -> str:
    if not any(card.is_black_three for card in scene.discards):
        return ""
    return gettext("from then on the pile is frozen until somebody takes it")


@false_yes("expose", "red3.expose-at-once")
def kept_if_liked(scene: Scene) -> str:
    return gettext("the red three may just as well stay in your hand until the end")


@false_yes("expose", "initial.card-values-only")
def three_counts(scene: Scene) -> str:
    if scene.opened:
        return ""
    return gettext("the red three counts towards your initial meld")


@false_yes("expose", "red3.not-a-meld")
def three_joins_later(scene: Scene) -> str:
    return gettext("three red threes then make a meld, as three of any other rank do")


@false_yes("expose draw", "red3.replace-from-stock")
def nothing_in_place(scene: Scene) -> str:
    if scene.act.verb == "draw":
        # Who says so has drawn a red three and nothing for it.
        if not scene.cards or not scene.cards[-1].is_red_three:
            return ""
        return gettext("a red three is not replaced with another card")
    return gettext("the red three is not replaced, so your hand gets smaller")


@false_yes("end", "stock.forced-take")
def never_forced(scene: Scene) -> str:
    if scene.position.stock:
        return ""
    return gettext("nobody is ever forced to take the pile, even when the stock is empty")


@false_yes("end", "stock.play-on")
def over_at_once(scene: Scene) -> str:
    if scene.position.stock:
        return ""
    return gettext("the deal ended with the last card of the stock, whatever the top card is")


@false_yes("end", "stock.short-draw")
def turned_over(scene: Scene) -> str:
    if scene.position.stock:
        return ""
    return gettext("you pass, and the next player turns the pile over as a new stock")


@false_yes("meld discard add", "stock.last-red-three")
def finish_the_turn(scene: Scene) -> str:
    if not any(card.is_red_three for one in scene.all_of("draw") for card in one.cards):
        return ""
    return gettext("you have drawn, so you may play your turn to the end")


# It is forbidden


@false_no("draw", "stock.forced-take")
def must_take_the_pile(scene: Scene) -> str:
    top = scene.top
    if top is None or not scene.position.stock or top.is_wild or top.rank == "3":
        return ""
    if any(meld.rank == top.rank for meld in scene.position.own.melds):
        return gettext("the top card fits your %(ranks)s, so you must take the pile") % {
            "ranks": scene.top_ranks
        }
    if sum(card.rank == top.rank for card in scene.position.hand) >= 2:
        return gettext("you hold two %(ranks)s for the top card, so you must take the pile") % {
            "ranks": scene.top_ranks
        }
    return ""


@false_no("draw", "turn.draw-or-take")
def pile_first(scene: Scene) -> str:
    if not scene.position.pile_size:
        return ""
    return gettext("as long as there is a pile, taking it comes before drawing from the stock")


@false_no("draw", "turn.discard-one")
def discard_before(scene: Scene) -> str:
    if scene.position.phase != "draw":
        return ""
    return gettext("the discard comes first and drawing afterwards")


@false_no("discard", "freeze.wild-discard")
def wilds_are_kept(scene: Scene) -> str:
    if not any(card.is_wild for card in scene.discards):
        return ""
    return gettext("wild cards are never discarded")


@false_no("discard", "black3.stop-card")
def three_not_discarded(scene: Scene) -> str:
    if not any(card.is_black_three for card in scene.discards):
        return ""
    return gettext("a black three may be discarded only as the last card of a hand")


@false_no("discard", "black3.meld-only-going-out")
def three_is_for_the_end(scene: Scene) -> str:
    if not any(card.is_black_three for card in scene.discards):
        return ""
    return gettext("a black three is kept for going out")


@false_no("discard end", "meld.min-size")
def meld_first(scene: Scene) -> str:
    return gettext("in every turn something has to be melded first")


@false_no("discard", "red3.not-a-meld")
def red_three_is_wild(scene: Scene) -> str:
    if not any(card.is_red_three for card in scene.discards):
        return ""
    return gettext("the red three is a wild card and is needed for a meld")


@false_no("discard", "turn.keep-a-card")
def discard_keeps(scene: Scene) -> str:
    left = scene.left
    if left is None or not 1 <= left <= 5:
        return ""
    return ngettext(
        "you would keep only one card, and that is too few",
        "you would keep only %(count)s cards, and that is too few",
        left,
    ) % {"count": naming.number_word(left)}


@false_no("discard", "meld.no-opponent")
def rank_on_the_table(scene: Scene) -> str:
    cards = scene.discards
    if not cards or not scene.opponents_have(cards[0].rank):
        return ""
    return gettext("an opponent has %(ranks)s on the table, so none may be discarded") % {
        "ranks": naming.rank_many(naming.word_key(cards[0]))
    }


@false_no("end", "turn.discard-one")
def must_discard(scene: Scene) -> str:
    if scene.position.stock or scene.verdict.legal is None:
        return ""
    return gettext("you have to discard a card before the deal can end")


@false_no("end", "stock.forced-take")
def must_always_take(scene: Scene) -> str:
    if scene.position.stock:
        return ""
    return gettext("the stock is empty, so you must take the pile, whatever lies on top")


@false_no("end", "stock.play-on")
def new_stock(scene: Scene) -> str:
    if scene.position.stock:
        return ""
    return gettext("the stock is empty, so the pile is turned over and becomes the stock")


@false_no("end", "turn.keep-a-card")
def nobody_is_out(scene: Scene) -> str:
    return gettext("you still hold cards, and a deal ends only when somebody is out")


@false_no("expose", "red3.not-a-meld")
def three_of_them(scene: Scene) -> str:
    return gettext("red threes are laid only as a meld of three")


@false_no("expose", "initial.per-side")
def before_melding(scene: Scene) -> str:
    if scene.opened:
        return ""
    return gettext("the initial meld has to be made first")


@false_no("expose", "red3.expose-at-once")
def discard_the_three(scene: Scene) -> str:
    return gettext("a red three stays in the hand until it is discarded")


@false_no("expose", "turn.draw-count")
def one_draw_only(scene: Scene) -> str:
    return gettext("after drawing, no other card comes from the stock in this turn")
