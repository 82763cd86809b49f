"""What is believed of melding, adding and what lies on the table."""

from __future__ import annotations

from collections import Counter

from django.utils.translation import gettext, ngettext

from lessons.kinds.offered.scene import Scene, false_no, false_yes
from lessons.words import naming


def _wilds_there(scene: Scene) -> int:
    """Wild cards in the meld that the action makes or goes to."""
    return len(scene.wilds) + (len(scene.meld.wilds) if scene.meld else 0)


def _ranks(scene: Scene) -> dict[str, str]:
    return {"ranks": scene.ranks}


# It is allowed


@false_yes("meld", "meld.min-size")
def pair_is_enough(scene: Scene) -> str:
    if len(scene.rank_keys) != 1 or scene.rank_keys & {"3r", "3b"}:
        return ""
    if len(scene.cards) == 2:
        return gettext("two %(ranks)s are a pair, and a pair can be laid") % _ranks(scene)
    return gettext("two %(ranks)s would be enough for a meld") % _ranks(scene)


@false_yes("meld", "meld.min-natural")
def one_natural(scene: Scene) -> str:
    if not scene.wilds or len(scene.rank_keys) != 1 or scene.rank_keys & {"3r", "3b"}:
        return ""
    if scene.rules.min_naturals < 2:
        return ""
    if len(scene.naturals) == 1:
        return gettext("%(cards)s stand for the missing %(ranks)s") % {
            "cards": naming.cards_in_text(scene.wilds), "ranks": scene.ranks,
        } if len(scene.wilds) > 1 else ""  # fmt: skip
    return gettext("one natural card among the %(ranks)s would be enough; the rest may be wild") % {
        "ranks": scene.ranks
    }


@false_yes("meld add take merge", "wild.max-per-meld")
def any_number_of_wilds(scene: Scene) -> str:
    if scene.rules.max_wilds is None or scene.is_run or "3b" in scene.rank_keys:
        return ""
    if scene.act.verb == "merge":
        return gettext("there is no limit on wild cards in joined melds")
    if not scene.wilds or not scene.ranks or "3r" in scene.rank_keys:
        return ""
    return gettext("wild cards count as %(ranks)s, so there may be as many as you like") % _ranks(scene)


@false_yes("meld add", "wild.majority")
def wilds_may_outnumber(scene: Scene) -> str:
    if not scene.rules.naturals_must_outnumber or not scene.wilds or scene.is_run or len(scene.naturals) < 1:
        return ""
    return gettext("any number of wild cards may go with %(naturals)s") % {
        "naturals": naming.cards_in_text(scene.naturals, "dative")
    }


@false_yes("meld", "wild.only-with-naturals")
def wilds_are_cards(scene: Scene) -> str:
    if scene.naturals or scene.rules.wild_only_melds != "no":
        return ""
    return gettext("%(cards)s are a meld, because wild cards stand for whatever you like") % {
        "cards": scene.players
    }


@false_yes("meld", "meld.one-per-rank")
def another_of_the_rank(scene: Scene) -> str:
    if scene.rules.several_melds_per_rank or not scene.ranks or len(scene.rank_keys) != 1:
        return ""
    if scene.rank_keys & {"3r", "3b"}:
        return ""
    rank = scene.naturals[0].rank
    begun = [one for one in scene.all_of("meld") if any(c.is_natural and c.rank == rank for c in one.cards)]
    if len(begun) + sum(meld.rank == rank for meld in scene.position.own.melds) < 2:
        return ""  # there is no second one to be allowed
    return gettext("you may have as many melds of %(ranks)s as you like") % {
        "ranks": naming.rank_many(naming.word_key(scene.naturals[0]), "dative")
    }


@false_yes("meld", "meld.same-rank")
def any_three(scene: Scene) -> str:
    if len(scene.rank_keys) < 2:
        return ""
    return gettext("%(count)s cards are a meld, even if their ranks differ") % {
        "count": naming.number_word(len(scene.cards))
    }


@false_yes("meld", "meld.no-sequence")
def row_of_a_suit(scene: Scene) -> str:
    if scene.rules.sequences or len(scene.rank_keys) < 3 or scene.wilds:
        return ""
    return gettext("%(cards)s are a sequence, and a sequence can be melded") % {
        "cards": naming.join_words([naming.rank_one(naming.word_key(card)) for card in scene.naturals])
    }


@false_yes("meld", "red3.not-a-meld")
def red_threes_like_others(scene: Scene) -> str:
    if "3r" not in scene.rank_keys:
        return ""
    return (
        gettext("red threes are melded like any other cards")
        if len(scene.cards) > 2
        else gettext("two red threes count as a meld")
    )


@false_yes("meld", "black3.meld-only-going-out")
def black_threes_like_others(scene: Scene) -> str:
    if scene.rank_keys != {"3b"}:
        return ""
    if len(scene.naturals) < 3:
        return gettext("black threes may be laid in any turn, even if there are only two of them")
    return gettext("%(count)s black threes are a meld like any other, in any turn") % {
        "count": naming.number_word(len(scene.naturals))
    }


@false_yes("meld", "black3.meld-size")
def two_threes_do(scene: Scene) -> str:
    if scene.rank_keys != {"3b"} or scene.wilds or len(scene.naturals) != 2:
        return ""
    return gettext("there are few black threes, so two of them are a meld")


@false_yes("meld", "black3.no-wild")
def wild_three(scene: Scene) -> str:
    if scene.rank_keys != {"3b"} or scene.rules.sperr_canasta:
        return ""
    if scene.wilds:
        return gettext("the missing black three may be replaced by %(wilds)s") % {
            "wilds": naming.cards_in_text(scene.wilds, "accusative")
        }
    return gettext("a wild card could stand for one of the black threes as well")


@false_yes("meld add merge", "meld.stays-on-table")
def taken_back_later(scene: Scene) -> str:
    return gettext("what is laid now can be taken back later")


@false_yes("meld", "meld.no-sequence")
def row_would_do(scene: Scene) -> str:
    if scene.rules.sequences or len(scene.rank_keys) != 1 or scene.rank_keys & {"3r", "3b"}:
        return ""
    return gettext("three cards of one suit in a row would do as well")


@false_yes("meld", "wild.no-swap")
def wild_moves_on(scene: Scene) -> str:
    if not scene.wilds or not scene.naturals:
        return ""
    return gettext("you may exchange %(wilds)s for natural cards again later") % {
        "wilds": naming.cards_in_text(scene.wilds, "accusative")
    }


# It is forbidden


@false_no("meld", "meld.one-per-rank")
def others_have_it(scene: Scene) -> str:
    if len(scene.rank_keys) != 1 or not scene.ranks:
        return ""
    if not scene.opponents_have(scene.naturals[0].rank):
        return ""
    return gettext("an opponent has %(ranks)s on the table already") % _ranks(scene)


@false_no("meld", "meld.min-size")
def four_needed(scene: Scene) -> str:
    if len(scene.cards) != 3 or scene.rank_keys & {"3r", "3b"}:
        return ""
    return gettext("three cards are not enough; four are needed")


@false_no("meld", "meld.min-natural")
def three_naturals_needed(scene: Scene) -> str:
    if not scene.wilds or len(scene.naturals) != 2 or len(scene.rank_keys) != 1:
        return ""
    if scene.rules.naturals_must_outnumber and len(scene.wilds) >= 2:
        return ""
    return gettext("with a wild card there must be three natural %(ranks)s") % _ranks(scene)


@false_no("meld add", "wild.max-per-meld")
def fewer_wilds(scene: Scene) -> str:
    have, most = _wilds_there(scene), scene.rules.max_wilds
    if not scene.wilds or not scene.ranks or (most is not None and have > most):
        return ""
    if have == 1 and scene.act.verb == "meld":
        return gettext("a wild card may be added later, but may not be part of a new meld")
    if have == 1:
        return gettext("a wild card may be added only to a meld of five or more cards")
    return ngettext(
        "a meld may hold only one wild card",
        "a meld may hold only %(count)s wild cards",
        have - 1,
    ) % {"count": naming.number_word(have - 1)}


@false_no("meld", "wild.majority")
def equal_numbers(scene: Scene) -> str:
    if scene.rules.naturals_must_outnumber or len(scene.wilds) < len(scene.naturals) or not scene.naturals:
        return ""
    most = scene.rules.max_wilds
    if most is not None and len(scene.wilds) > most:
        return ""
    return gettext(
        "there must be more natural cards than wild ones: here there would be %(naturals)s and %(wilds)s"
    ) % {
        "naturals": naming.number_word(len(scene.naturals)),
        "wilds": naming.number_word(len(scene.wilds)),
    }


@false_no("meld", "meld.same-rank")
def twice_the_same(scene: Scene) -> str:
    twice = [card for card, count in Counter(scene.naturals).items() if count > 1]
    if len(scene.rank_keys) > 1 or "3r" in scene.rank_keys:
        return ""
    if twice and not twice[0].is_black_three:
        return gettext("the %(card)s may not be in a meld twice") % {"card": naming.card_in_text(twice[0])}
    if len({card.suit for card in scene.naturals}) > 1 and "3b" not in scene.rank_keys:
        return gettext("the cards of a meld must be of one suit, and these are not")
    return ""


@false_no("meld add", "turn.draw-or-take")
def only_after_taking(scene: Scene) -> str:
    if scene.position.phase != "play" or scene.position.drew != "stock" or scene.all_of("take"):
        return ""
    return gettext("you have drawn; cards are laid only after taking the pile")


@false_no("meld add merge", "turn.discard-one")
def after_the_discard(scene: Scene) -> str:
    return gettext("cards are laid only after the discard")


@false_no("meld add", "turn.keep-a-card")
def hand_too_small(scene: Scene) -> str:
    left = scene.left
    if left is None or not 2 <= left <= 6 or scene.verdict.went_out != "no":
        return ""
    return gettext("you would keep only %(count)s cards, and that is not enough") % {
        "count": naming.number_word(left)
    }


@false_no("meld", "black3.meld-only-going-out")
def only_for_discarding(scene: Scene) -> str:
    if scene.rank_keys != {"3b"} or scene.verdict.legal is not True:
        return ""
    return gettext("black threes can only be discarded, never melded")


@false_no("meld", "black3.no-wild")
def needs_a_wild(scene: Scene) -> str:
    if scene.rank_keys != {"3b"} or scene.wilds or len(scene.cards) < 3:
        return ""
    return gettext("a meld of black threes needs a wild card as well")


@false_no("meld", "wild.only-with-naturals")
def wilds_need_naturals(scene: Scene) -> str:
    if scene.naturals or scene.verdict.legal is not True:
        return ""
    return gettext("there must be two natural cards of one rank with %(cards)s") % {
        "cards": naming.cards_in_text(scene.cards, "dative")
    }


@false_no("meld", "wild.no-swap")
def twos_and_jokers(scene: Scene) -> str:
    if len({card.rank for card in scene.wilds}) < 2:
        return ""
    return gettext("jokers and twos may not be in the same meld")


@false_no("meld", "red3.not-a-meld")
def red_threes_first(scene: Scene) -> str:
    if not scene.position.own.red_threes or scene.opened:
        return ""
    return gettext("there are red threes on the table already, so nothing else may be the first meld")
