"""Melding, adding and what lies on the table: what allows it, what forbids it, and what is believed of it."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext

from lessons.kinds.offered.scene import Scene, true_no, true_yes
from lessons.saying.base import natural_cards, wild_cards
from lessons.words import naming


def _ranks(scene: Scene) -> dict[str, str]:
    return {"ranks": scene.ranks}


@true_no("meld.min-size")
def too_few(scene: Scene) -> str:
    return gettext("%(cards)s are too few for a meld") % {"cards": scene.players}


@true_no("meld.min-natural")
def too_few_naturals(scene: Scene) -> str:
    return gettext("there is only %(naturals)s with %(wilds)s") % {
        "naturals": natural_cards(scene.facts["have"]), "wilds": wild_cards(len(scene.wilds)),
    }  # fmt: skip


@true_no("meld.no-opponent")
def theirs(scene: Scene) -> str:
    return gettext("the %(ranks)s are an opponent’s meld") % {
        "ranks": naming.meld_name(scene.act.target.removeprefix("opp:").partition("#")[0])
    }


@true_no("meld.no-sequence")
def no_row(scene: Scene) -> str:
    ranks = [naming.rank_one(naming.word_key(card)) for card in scene.naturals]
    return gettext("%(ranks)s are a sequence, not cards of one rank") % {"ranks": naming.join_words(ranks)}


@true_no("meld.one-per-rank")
def second_meld(scene: Scene) -> str:
    if not scene.ranks:
        return gettext("you have a meld of wild cards already and may not begin a second one")
    return gettext("you have a meld of %(ranks)s already and may not begin a second one") % _ranks(scene)


@true_no("meld.same-rank")
def mixed_ranks(scene: Scene) -> str:
    keys = dict.fromkeys(naming.rank_many(naming.word_key(card)) for card in scene.naturals)
    if len(keys) < 2:
        return ""
    return gettext("%(ranks)s do not go together in a meld") % {"ranks": naming.join_words([*keys])}


@true_no("meld.stays-on-table", "wild.no-swap")
def stays(scene: Scene) -> str:
    return gettext("what is in a meld stays there")


@true_no("wild.add-to-canasta")
def complete(scene: Scene) -> str:
    return gettext("the %(ranks)s are a finished canasta and take no more wild cards here") % _ranks(scene)


@true_no("wild.majority")
def outnumbered(scene: Scene) -> str:
    return gettext("there would be %(naturals)s with %(wilds)s, and the natural ones must be in the majority") % {
        "naturals": natural_cards(scene.facts["naturals"]), "wilds": wild_cards(scene.facts["wilds"]),
    }  # fmt: skip


@true_no("wild.max-per-meld")
def too_many_wilds(scene: Scene) -> str:
    return gettext("there would be %(have)s in the meld, and the limit is %(max)s") % {
        "have": wild_cards(scene.facts["have"]), "max": naming.number_word(scene.facts["max"]),
    }  # fmt: skip


@true_no("wild.only-with-naturals")
def no_natural(scene: Scene) -> str:
    return gettext("with %(cards)s there is no natural card at all") % {
        "cards": naming.cards_in_text(scene.cards, "dative")
    }


@true_no("red3.not-a-meld")
def no_red_threes(scene: Scene) -> str:
    return gettext("a red three is a bonus card and does not belong in any meld")


@true_no("black3.meld-size")
def two_threes(scene: Scene) -> str:
    count = scene.facts["have"]
    if count > scene.facts["max"]:
        return gettext("%(count)s black threes are too many for a meld") % {
            "count": naming.number_word(count)
        }
    return gettext("%(count)s black threes are too few; a meld of them needs at least three") % {
        "count": naming.number_word(count)
    }


@true_no("black3.no-wild")
def no_wild_three(scene: Scene) -> str:
    if scene.rules.sperr_canasta:
        return gettext(
            "four black threes can be combined only with three jokers or with three twos of one colour"
        )
    return gettext("a black three cannot be replaced by %(wilds)s") % {
        "wilds": naming.cards_in_text(scene.wilds, "accusative")
    }


@true_no("black3.meld-only-going-out")
def not_out(scene: Scene) -> str:
    if scene.facts.get("reason") == "never":
        return gettext("in this rule set black threes are never melded")
    left = int(scene.facts.get("cards_left", 0))
    if not left:
        return gettext("black threes are melded only when going out, and that is not possible yet")
    return ngettext(
        "black threes are melded only when going out, and one card would be left",
        "black threes are melded only when going out, and %(count)s cards would be left",
        left,
    ) % {"count": naming.number_word(left)}


@true_no("meld.merge")
def other_ranks(scene: Scene) -> str:
    return gettext("these two melds are not of the same rank")


@true_yes("meld.min-size")
def enough(scene: Scene) -> str:
    return gettext("%(cards)s are enough for a meld") % {"cards": scene.players}


@true_yes("meld.same-rank")
def one_rank(scene: Scene) -> str:
    return gettext("all the natural cards are %(ranks)s") % _ranks(scene) if scene.ranks else ""


@true_yes("meld.min-natural")
def naturals_enough(scene: Scene) -> str:
    return gettext("with the wild cards there are %(count)s natural %(ranks)s, and two are enough") % {
        "count": naming.number_word(scene.facts["have"]), "ranks": scene.ranks,
    } if scene.rules.min_naturals == 2 else ""  # fmt: skip


@true_yes("meld.add-own-partner")
def own_side(scene: Scene) -> str:
    return gettext("the %(ranks)s belong to your side, no matter who laid them") % _ranks(scene)


@true_yes("meld.merge")
def joined(scene: Scene) -> str:
    both = [scene.own_meld(scene.act.target), scene.own_meld(scene.act.source)]
    wilds = sum(len(meld.wilds) for meld in both if meld)
    if not wilds:
        return gettext("both melds are your own, are of %(ranks)s and hold no wild card") % _ranks(scene)
    return gettext("both melds are your own, are of %(ranks)s and hold only %(wilds)s between them") % {
        "ranks": scene.ranks, "wilds": wild_cards(wilds),
    }  # fmt: skip


@true_yes("canasta.extend")
def grows(scene: Scene) -> str:
    return gettext("the canasta of %(ranks)s may go on growing") % {
        "ranks": naming.rank_many(naming.word_key(scene.naturals[0]), "dative") if scene.naturals else ""
    }


@true_yes("wild.add-to-canasta")
def wild_to_canasta(scene: Scene) -> str:
    return ngettext(
        "a wild card may be added to the canasta, which then holds one wild card",
        "a wild card may be added to the canasta: it then holds %(count)s",
        scene.facts["have"],
    ) % {"count": naming.number_word(scene.facts["have"])}


@true_yes("wild.max-per-meld")
def wilds_within(scene: Scene) -> str:
    return gettext("the meld then holds %(have)s, and %(max)s are allowed") % {
        "have": wild_cards(scene.facts["have"]), "max": naming.number_word(scene.facts["max"]),
    } if scene.facts.get("max") else ""  # fmt: skip


@true_yes("sambaopt.wild-melds")
def wilds_alone(scene: Scene) -> str:
    return gettext("in this rule set %(count)s wild cards are a meld by themselves") % {
        "count": naming.number_word(len(scene.cards))
    }


@true_yes("house.joker-canasta-1000")
def wild_canasta(scene: Scene) -> str:
    return gettext("the house rule allows wild cards alone, and all %(count)s are laid at once") % {
        "count": naming.number_word(len(scene.cards))
    }


@true_yes("black3.meld-size")
def threes_enough(scene: Scene) -> str:
    return gettext("%(count)s black threes without a wild card are a meld") % {
        "count": naming.number_word(scene.facts["have"])
    }


@true_yes("canasta.natural-to-mixed")
def becomes_mixed(scene: Scene) -> str:
    return gettext("a wild card may be added to the natural canasta; it is mixed from then on")
