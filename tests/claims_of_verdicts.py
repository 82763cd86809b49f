"""What the sentences of a verdict claim of the rule set, known by their English words, and whether that is so.

They are filled from the facts of the verdict; what is written in them and not filled is what can be wrong elsewhere.
"""

from __future__ import annotations

from typing import Final

from tests.claims import Asked, Claim


def _claim(words: str, so: Asked) -> Claim:
    return Claim(de=words, en=words, so=so)


CLAIMS: Final = (
    _claim(
        "only one meld of (?:each|a) rank|more than one meld of a rank|only one of them",
        lambda r, n: not r.several_melds_per_rank,
    ),
    _claim(
        "one natural card of (?:that|the top card’s) rank and a wild card",
        lambda r, n: r.pickup_natural_plus_wild,
    ),
    _claim("up to # (?:is|are) allowed|at most # wild cards?", lambda r, n: r.max_wilds == n),
    _claim("freezes the pile for everybody", lambda r, n: r.wild_discard_effect == "freeze"),
    _claim(
        "with a wild card on top cannot be taken|wild card lies on top of the pile, so nobody",
        lambda r, n: r.wild_top_takeable == "never" or r.wild_discard_effect == "block_next",
    ),
    _claim("must outnumber", lambda r, n: r.naturals_must_outnumber),
    _claim("no wild card may be added to a finished", lambda r, n: not r.wilds_on_canasta),
    _claim("A wild card may be added to a finished", lambda r, n: r.wilds_on_canasta),
    _claim("needs? # canastas?", lambda r, n: r.canastas_to_go_out == n),
    _claim("nobody is asked", lambda r, n: r.permission == "none"),
    _claim("Asking your partner|at the right moment", lambda r, n: r.permission != "none"),
    _claim("black threes are never melded", lambda r, n: r.black_three_meld == "never"),
    _claim("Black threes may be melded", lambda r, n: r.black_three_meld == "going_out"),
    _claim("melds of one rank may be joined|Only two melds of one rank can", lambda r, n: r.merge_melds),
    _claim("Melds are never joined", lambda r, n: not r.merge_melds),
    _claim("Cards in a row are no meld", lambda r, n: not r.sequences),
    _claim("A sequence has at most # cards|may grow to # cards", lambda r, n: r.sequence_max == n),
    _claim("Wild cards alone are not a meld", lambda r, n: r.wild_only_melds == "no"),
    _claim("needs no minimum", lambda r, n: r.concealed_waives_minimum),
    _claim(
        "ends the deal at once|nothing may be melded or discarded",
        lambda r, n: r.last_stock_red_three == "ends_no_meld",
    ),
    _claim("may still meld", lambda r, n: r.last_stock_red_three != "ends_no_meld"),
    _claim("With a single card in hand a pile of one card", lambda r, n: r.one_card_pile == "forbidden"),
    _claim("While the stock lasts, a single", lambda r, n: r.one_card_pile == "forbidden_while_stock"),
    _claim("nobody may take the pile before", lambda r, n: r.pickup_before_initial == "never"),
    _claim(
        "only a natural pair takes the pile, and|Until then the pile is frozen against",
        lambda r, n: r.pickup_before_initial == "with_pair",
    ),
    _claim("A player draws # cards?", lambda r, n: r.draw_count == n),
    _claim("can be melded: in this rule set", lambda r, n: r.empty_stock_forced_take == "any_possible_meld"),
    _claim(
        "fits (?:a meld of your side|one of your melds): then",
        lambda r, n: r.empty_stock_forced_take == "fits_own_meld",
    ),
    _claim("blocking canasta", lambda r, n: r.sperr_canasta),
)
