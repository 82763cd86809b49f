"""Sequences of Samba: what allows them, what forbids them, and what is believed of them."""

from __future__ import annotations

from django.utils.translation import gettext

from engine.law.cards import CARDS, Card
from lessons.kinds.offered.scene import Scene, false_no, false_yes, true_no, true_yes
from lessons.words import naming


def _named(scene: Scene) -> list[Card]:
    return [CARDS[one] for one in str(scene.facts.get("cards", "")).split()]


def _length(scene: Scene) -> int:
    """Cards of the sequence that is made or goes on."""
    return len(scene.cards) + (len(scene.meld.cards) if scene.meld else 0)


@true_no("samba.sequence-ace-high")
def not_round(scene: Scene) -> str:
    return gettext("the sequence would have to go on from the ace to the four")


@true_no("samba.sequence-max-seven")
def full(scene: Scene) -> str:
    return gettext("the sequence would have %(have)s cards, and with seven it is closed") % {
        "have": naming.number_word(scene.facts["have"])
    }


@true_no("samba.sequence-no-start-from-pile")
def top_is_no_start(scene: Scene) -> str:
    assert scene.top is not None
    return gettext("the top card, %(card)s, never makes a sequence with cards from the hand") % {
        "card": naming.card_with_article(scene.top)
    }


@true_no("samba.sequence-no-wild-no-three")
def does_not_belong(scene: Scene) -> str:
    return gettext("in a sequence there is no place for %(cards)s") % {
        "cards": naming.cards_in_text(_named(scene), "accusative")
    }


@true_no("samba.sequence-shape")
def no_row(scene: Scene) -> str:
    if len({card.suit for card in scene.naturals}) > 1:
        return gettext("the cards are of different suits")
    return gettext("the cards do not follow one another without a gap")


@true_yes("samba.sequence-shape")
def row(scene: Scene) -> str:
    suits = {card.suit for card in scene.naturals}
    if len(suits) != 1 or not scene.naturals:
        return ""
    ranks = naming.join_words([naming.rank_one(card.rank) for card in _in_order(scene)])
    if scene.act.verb == "meld":
        return gettext("%(ranks)s follow one another in one suit") % {"ranks": ranks}
    return gettext("with %(cards)s the sequence goes on without a gap") % {
        "cards": naming.cards_in_text(scene.cards, "dative")
    }


def _in_order(scene: Scene) -> list[Card]:
    return sorted(scene.naturals, key=lambda card: "456789TJQKA".find(card.rank))


@true_yes("samba.sequence-pickup")
def onto_row(scene: Scene) -> str:
    assert scene.top is not None
    return gettext("the top card, %(card)s, goes directly onto the sequence") % {
        "card": naming.card_with_article(scene.top)
    }


@false_yes("meld add", "samba.sequence-ace-high")
def round_the_ace(scene: Scene) -> str:
    if not scene.is_run:
        return ""
    return gettext("after the ace a sequence goes on with the four")


@false_yes("add take", "samba.sequence-max-seven")
def longer(scene: Scene) -> str:
    if not scene.is_run or not scene.rules.sequence_max:
        return ""
    if _length(scene) > scene.rules.sequence_max:
        return gettext("a sequence may go on up to the ace")
    return gettext("a sequence may go on growing beyond seven cards")


@false_yes("take", "samba.sequence-no-start-from-pile")
def start_with_top(scene: Scene) -> str:
    if not scene.rules.sequences or not scene.is_run or len(scene.cards) < 2:
        return ""
    return gettext("with %(cards)s the top card makes a sequence") % {
        "cards": naming.cards_in_text(scene.cards, "dative")
    }


@false_yes("meld add", "samba.sequence-no-wild-no-three")
def wild_fills(scene: Scene) -> str:
    if not scene.is_run:
        return ""
    if scene.wilds:
        return gettext("%(cards)s fill the gap in the sequence") % {
            "cards": naming.cards_in_text(scene.wilds)
        } if len(scene.wilds) > 1 else gettext("the wild card fills the gap in the sequence")  # fmt: skip
    return gettext("a wild card, too, could take a place in the sequence")


@false_yes("meld add", "samba.sequence-shape")
def suit_is_free(scene: Scene) -> str:
    if not scene.is_run:
        return ""
    return gettext("a sequence may change suit along the way")


@false_no("meld", "meld.no-sequence")
def rows_are_no_melds(scene: Scene) -> str:
    if not scene.rules.sequences or not scene.is_run:
        return ""
    return gettext("cards of different ranks are never a meld")


@false_no("meld add", "samba.sequence-max-seven")
def too_long(scene: Scene) -> str:
    most = scene.rules.sequence_max
    if not scene.is_run or most is None or _length(scene) > most:
        return ""
    return (
        gettext("a sequence may have only %(count)s cards")
        % {"count": naming.number_word(_length(scene) - 1)}
        if _length(scene) > 3
        else ""
    )


@false_no("meld add", "samba.sequence-no-start-from-pile")
def begins_with_pile(scene: Scene) -> str:
    if not scene.is_run:
        return ""
    if scene.act.verb == "add":
        return gettext("a sequence grows only with the top card of the pile")
    return gettext("a sequence is begun only with the top card of the pile")


@false_no("meld add", "samba.sequence-ace-high")
def begins_low(scene: Scene) -> str:
    if not scene.is_run:
        return ""
    if any(card.rank == "A" for card in scene.naturals) and scene.verdict.legal:
        return gettext("the ace belongs before the four, not after the king")
    if scene.act.verb == "add":
        return gettext("a sequence may be continued only at its upper end") if scene.verdict.legal else ""
    return gettext("a sequence has to begin with the four")


@false_no("meld", "samba.sequence-shape")
def longer_at_first(scene: Scene) -> str:
    if not scene.is_run or len(scene.cards) != 3 or scene.verdict.legal is not True:
        return ""
    return gettext("a sequence needs at least four cards")
