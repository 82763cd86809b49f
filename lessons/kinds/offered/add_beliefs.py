"""What is believed of adding to melds, joining them and moving what lies on the table."""

from __future__ import annotations

from django.utils.translation import gettext

from lessons.kinds.offered.scene import Scene, false_no, false_yes
from lessons.saying.base import wild_cards
from lessons.words import naming


def _definite(scene: Scene) -> dict[str, str]:
    """The rank as it stands after "the"."""
    return {"ranks": naming.target_name(scene.act.target.removeprefix("opp:").partition("#")[0])}


# It is allowed


@false_yes("add", "meld.no-opponent")
def theirs_too(scene: Scene) -> str:
    if not scene.act.target.startswith("opp:"):
        return ""
    return gettext("the %(ranks)s lie face up on the table, and anybody may add to them") % _definite(scene)


@false_yes("add", "meld.no-opponent")
def to_any_meld(scene: Scene) -> str:
    if scene.act.target.startswith("opp:") or not any(side.melds for side in scene.position.opponents):
        return ""
    return gettext("cards may be added anywhere, even to an opponent’s meld")


@false_yes("add", "wild.add-to-canasta")
def canasta_takes_all(scene: Scene) -> str:
    meld = scene.meld
    if scene.rules.wilds_on_canasta or not scene.wilds or meld is None or not meld.is_canasta(scene.rules):
        return ""
    return gettext("wild cards may still be added to a canasta of %(ranks)s") % {
        "ranks": naming.rank_many(meld.rank, "dative")
    }


@false_yes("swap move", "wild.no-swap")
def wild_set_free(scene: Scene) -> str:
    if scene.act.verb == "swap":
        return gettext("the natural card takes the place of the wild one, which is free again")
    return gettext("both melds are your own, so wild cards may change places")


@false_yes("swap move", "meld.stays-on-table")
def swapped(scene: Scene) -> str:
    return gettext("the melds stay as big as they were, so nothing is taken away")


@false_yes("merge", "meld.same-rank")
def any_two(scene: Scene) -> str:
    return gettext("any two melds of your own may be joined")


# It is forbidden


@false_no("merge", "wild.max-per-meld")
def joined_wilds(scene: Scene) -> str:
    both = [scene.own_meld(scene.act.target), scene.own_meld(scene.act.source)]
    wilds, most = sum(len(meld.wilds) for meld in both if meld), scene.rules.max_wilds
    if wilds < 1 or (most is not None and wilds > most):
        return ""
    return gettext("together they would hold %(wilds)s, and that is too many") % {"wilds": wild_cards(wilds)}


@false_no("add", "meld.add-own-partner")
def partners_meld(scene: Scene) -> str:
    if not scene.position.has_partner or scene.act.target.startswith("opp:") or scene.act.target == "3":
        return ""
    return gettext("only the player who laid the %(ranks)s may add to them") % {"ranks": scene.ranks}


@false_no("add", "canasta.extend")
def canasta_full(scene: Scene) -> str:
    meld = scene.meld
    if meld is None or not meld.is_canasta(scene.rules) or scene.is_run or scene.verdict.legal is not True:
        return ""
    return gettext("the %(ranks)s are a canasta already, and it is closed") % {"ranks": scene.ranks}


@false_no("add", "wild.add-to-canasta")
def stays_natural(scene: Scene) -> str:
    meld = scene.meld
    if meld is None or not scene.wilds or scene.verdict.legal is not True or scene.is_run:
        return ""
    if not meld.wilds:
        return gettext("the %(ranks)s are all natural, and a wild card would spoil that") % {
            "ranks": scene.ranks
        }
    return (
        gettext("there is a wild card with the %(ranks)s already")
        % {"ranks": naming.rank_many(meld.rank, "dative")}
        if meld.rank != "W"
        else ""
    )


@false_no("add", "meld.min-size")
def three_at_once(scene: Scene) -> str:
    if len(scene.cards) > 2:
        return ""
    return gettext("at least three cards must be laid at once")


@false_no("add", "meld.min-natural")
def not_wild_alone(scene: Scene) -> str:
    if scene.naturals or scene.is_run or not scene.wilds:
        return ""
    return gettext("a wild card is added only together with a natural one")


@false_no("add", "meld.one-per-rank")
def too_late(scene: Scene) -> str:
    if scene.act.target.startswith("opp:"):
        return ""
    return gettext("no more cards may be added to a meld that was on the table before this turn")


@false_no("merge swap move", "meld.one-per-rank")
def stay_apart(scene: Scene) -> str:
    if scene.act.verb == "merge":
        return gettext("what was laid as two melds stays two melds") if scene.rules.merge_melds else ""
    return gettext("only the meld with the most cards may still change")


@false_no("merge", "meld.stays-on-table")
def no_moving(scene: Scene) -> str:
    if not scene.rules.merge_melds:
        return ""
    return gettext("joining would take cards out of a meld on the table")


@false_no("merge", "meld.min-size")
def joined_too_early(scene: Scene) -> str:
    return gettext("two melds may be joined only if they make a canasta") if not _makes_canasta(scene) else ""


def _makes_canasta(scene: Scene) -> bool:
    both = [scene.own_meld(scene.act.target), scene.own_meld(scene.act.source)]
    return sum(len(meld.cards) for meld in both if meld) >= scene.rules.canasta_size


@false_no("swap move", "meld.add-own-partner")
def only_the_layer(scene: Scene) -> str:
    if not scene.position.has_partner:
        return ""
    return gettext("only the player who laid the wild card may move it")


@false_no("swap move", "canasta.extend")
def canasta_first(scene: Scene) -> str:
    return gettext("that is allowed only once the meld is a canasta")


@false_no("swap move", "turn.draw-or-take")
def only_after_pile(scene: Scene) -> str:
    return gettext("that is allowed only in a turn in which you take the pile")
