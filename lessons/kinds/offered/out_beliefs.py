"""What is believed of going out and of asking the partner."""

from __future__ import annotations

from django.utils.translation import gettext

from lessons.kinds.offered.scene import Scene, false_no, false_yes
from lessons.kinds.offered.turn_beliefs import would_go_out
from lessons.words import naming

# It is allowed


@false_yes("meld add take discard", "out.canastas-needed")
def out_without(scene: Scene) -> str:
    if scene.verdict.legal and scene.verdict.went_out == "no" and not would_go_out(scene):
        if scene.verdict.after.own.canastas(scene.rules) >= scene.rules.canastas_to_go_out:
            return ""
        return gettext("even the last card could go, for going out needs no canasta")
    if not would_go_out(scene) and scene.verdict.went_out == "no":
        return ""
    return gettext("a player with no cards left is out, whatever lies on the table")


@false_yes("meld add take discard", "out.ask-binding")
def only_advice(scene: Scene) -> str:
    if scene.position.permission is None and not scene.all_of("ask"):
        return ""
    if scene.position.permission == "no":
        return gettext("your partner’s no is only advice")
    return gettext("your partner’s answer is only advice; you may still change your mind")


@false_yes("ask", "out.ask-binding")
def answer_is_advice(scene: Scene) -> str:
    return gettext("you may ask, and then do as you like, whatever the answer")


@false_yes("ask", "out.ask-timing")
def at_any_time(scene: Scene) -> str:
    return gettext("your partner may be asked at any time in your turn")


@false_yes("ask", "out.ask-optional")
def must_ask(scene: Scene) -> str:
    return gettext("you have to ask before you go out")


@false_yes("meld add", "out.ask-optional")
def permission_given(scene: Scene) -> str:
    if not scene.position.has_partner or scene.position.permission is not None:
        return ""
    if scene.verdict.went_out == "no" and not would_go_out(scene):
        return ""
    return gettext("your partner has not said no, and that is enough")


@false_yes("take", "concealed.minimum")
def exempt_with_the_pile(scene: Scene) -> str:
    if scene.opened or not scene.rules.concealed_waives_minimum or scene.position.unknown_cards:
        return ""
    laid = sum(len(one.laid_cards) for one in scene.actions)
    longest = max(len(one.cards) + (one.verb == "take") for one in scene.all_of("take", "meld"))
    if laid < len(scene.position.hand) + scene.position.pile_size - 1 or longest < scene.rules.canasta_size:
        return ""
    return gettext("you lay down your whole hand at once, including a canasta, so no minimum applies")


@false_yes("meld add", "out.final-discard-optional")
def last_card_stays(scene: Scene) -> str:
    if scene.verdict.went_out == "no" or scene.all_of("discard"):
        return ""
    return gettext("no card is left to discard; with one left, you could not go out")


# It is forbidden


@false_no("end", "out.canastas-needed")
def deal_needs_canasta(scene: Scene) -> str:
    if scene.canastas:
        return ""
    return gettext("there is no canasta of your own yet, and without one the deal cannot end")


@false_no("meld add take", "out.ask-optional")
def must_have_asked(scene: Scene) -> str:
    if not scene.position.has_partner or scene.position.permission is not None or scene.all_of("ask"):
        return ""
    if scene.verdict.went_out == "no" and not would_go_out(scene):
        return ""
    return gettext("you have not asked your partner whether you may go out")


@false_no("ask", "out.ask-optional")
def no_talking(scene: Scene) -> str:
    return gettext("partners may not talk about going out")


@false_no("ask", "out.canastas-needed")
def ask_with_canasta(scene: Scene) -> str:
    if scene.canastas:
        return ""
    return gettext("your side has no canasta yet, and until it has one nobody may ask")


@false_no("ask", "turn.keep-a-card")
def too_many_cards(scene: Scene) -> str:
    held = len(scene.position.hand) + scene.position.unknown_cards
    if held < 3:
        return ""
    return gettext("you still hold %(count)s cards, and only a player who holds two may ask") % {
        "count": naming.number_word(held)
    }


@false_no("ask", "turn.discard-one")
def before_the_discard(scene: Scene) -> str:
    return gettext("your partner is asked only right before the last discard")


@false_no("ask", "out.ask-timing")
def before_drawing(scene: Scene) -> str:
    if scene.verdict.legal is not True:
        return ""
    return gettext("your partner is asked before the turn begins, and you have begun it")


@false_no("meld add", "out.canasta-same-turn")
def canasta_before(scene: Scene) -> str:
    if scene.verdict.went_out == "no" or scene.canastas >= scene.rules.canastas_to_go_out:
        return ""
    return gettext("the canasta needed to go out must be on the table before the turn begins")


@false_no("meld add", "out.canastas-needed")
def more_canastas(scene: Scene) -> str:
    needed = scene.rules.canastas_to_go_out
    if scene.verdict.went_out == "no" and not (would_go_out(scene) and scene.verdict.legal is None):
        return _not_enough_canastas(scene)
    if scene.verdict.went_out == "no":
        return ""
    return gettext("going out takes %(count)s canastas, but there are fewer on the table") % {
        "count": naming.number_word(max(needed, scene.verdict.after.own.canastas(scene.rules)) + 1)
    }


def _not_enough_canastas(scene: Scene) -> str:
    """Where nobody goes out: without a canasta the hand may become as small as it likes."""
    left = scene.left
    if scene.canastas or left is None or left < 3 or left > 7:
        return ""
    return gettext("before the first canasta you may not part with so many cards")


@false_no("meld add discard", "out.final-discard-optional")
def needs_last_card(scene: Scene) -> str:
    if scene.verdict.went_out == "no":
        return ""
    if scene.all_of("discard"):
        return gettext("a player who goes out may not discard; all cards have to be laid")
    return gettext("a player who goes out has to discard a last card")


@false_no("meld add take", "out.ask-timing")
def says_it_first(scene: Scene) -> str:
    if scene.position.has_partner or scene.verdict.went_out == "no":
        return ""
    return gettext("going out must be announced one turn in advance")


@false_no("meld add", "concealed.definition")
def lay_before(scene: Scene) -> str:
    if scene.verdict.went_out != "concealed":
        return ""
    return gettext("you must have melded in an earlier turn before you may go out")


@false_no("meld add discard", "out.ask-binding")
def answer_overruled(scene: Scene) -> str:
    if scene.position.permission is None or scene.verdict.legal is not True:
        return ""
    if scene.verdict.went_out != "no":
        return gettext("your partner’s yes holds only for the next turn")
    return gettext("your partner has answered, and after an answer nothing more is melded")
