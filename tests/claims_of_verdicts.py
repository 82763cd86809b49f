"""What the sentences of a verdict claim of the rule set, known by their words, and whether that is so.

They are filled from the facts of the verdict; what is written in them and not filled is what can be wrong elsewhere.
"""

from __future__ import annotations

from typing import Final

from tests.claims import Asked, Claim


def _claim(en: str, de: str, so: Asked) -> Claim:
    return Claim(de=de, en=en, so=so)


CLAIMS: Final = (
    _claim(
        "only one meld of (?:each|a) rank|more than one meld of a rank|only one of them",
        "von jedem Rang gibt es (?:bei (?:dir|ihr) )?nur eine|mehr als eine Meldung je Rang",
        lambda r, n: not r.several_melds_per_rank,
    ),
    _claim(
        "one natural card of the top card’s rank and a wild card|or one of them and a wild card",
        "eine natürliche Karte (?:dieses Ranges|vom Rang der obersten) und eine wilde",
        lambda r, n: r.pickup_natural_plus_wild,
    ),
    _claim(
        "up to # (?:is|are) allowed|at most # wild cards?",
        "erlaubt (?:ist|sind bis zu) #|höchstens # wilde Karten?",
        lambda r, n: r.max_wilds == n,
    ),
    _claim(
        "freezes the pile against everybody",
        "friert den Ablagestapel für alle ein",
        lambda r, n: r.wild_discard_effect == "freeze",
    ),
    _claim(
        "with a wild card on top cannot be taken|wild card lies on top of the pile, so nobody",
        "Solange eine wilde Karte oben liegt, kann niemand|liegt eine wilde Karte, also kann ihn niemand",
        lambda r, n: r.wild_top_takeable == "never" or r.wild_discard_effect == "block_next",
    ),
    _claim(
        "must outnumber",
        "(?:muss|müssen).{0,20} mehr natürliche als wilde",
        lambda r, n: r.naturals_must_outnumber,
    ),
    _claim(
        "no wild card may be added to a finished",
        "darf keine wilde Karte an ein fertiges",
        lambda r, n: not r.wilds_on_canasta,
    ),
    _claim(
        "A wild card may be added to a finished",
        "An ein fertiges Canasta darf eine wilde Karte",
        lambda r, n: r.wilds_on_canasta,
    ),
    _claim(
        "needs? # canastas?",
        "(?:zum Ausmachen|Dazu) brauch(?:t|st)[^.;]{0,30}? # Canastas?",
        lambda r, n: r.canastas_to_go_out == n,
    ),
    _claim(
        "nobody is asked",
        "wird niemand um Erlaubnis zum Ausmachen gefragt",
        lambda r, n: r.permission == "none",
    ),
    _claim(
        "Asking your partner|at the right moment",
        "darfst du deinen Partner fragen|im richtigen Augenblick",
        lambda r, n: r.permission != "none",
    ),
    _claim(
        "black threes are never melded",
        "werden schwarze Dreien nie gemeldet",
        lambda r, n: r.black_three_meld == "never",
    ),
    _claim(
        "Black threes may be melded",
        "Schwarze Dreien (?:darf|dürfen|darfst)",
        lambda r, n: r.black_three_meld == "going_out",
    ),
    _claim(
        "melds of one rank may be joined|Only two melds of one rank can",
        "(?:darf|darfst).{0,20} zwei Meldungen eines Ranges zusammenlegen|lassen sich nur zwei Meldungen eines Ranges",
        lambda r, n: r.merge_melds,
    ),
    _claim("Melds are never joined", "Meldungen werden nie zusammengelegt", lambda r, n: not r.merge_melds),
    _claim(
        "A sequence is not a meld",
        "Eine Folge ist hier keine Meldung",
        lambda r, n: not r.sequences,
    ),
    _claim(
        "A sequence has at most # cards|may grow to # cards",
        "Eine Folge hat höchstens # Karten|darf auf # Karten wachsen",
        lambda r, n: r.sequence_max == n,
    ),
    _claim(
        "Wild cards alone are not a meld",
        "Wilde Karten allein sind keine Meldung",
        lambda r, n: r.wild_only_melds == "no",
    ),
    _claim(
        "need not reach any minimum",
        "muss keine Mindestpunktzahl erreichen",
        lambda r, n: r.concealed_waives_minimum,
    ),
    _claim(
        "ends the deal at once|nothing may be melded or discarded",
        "beendet die Runde sofort|Nichts darf mehr gemeldet oder abgeworfen werden",
        lambda r, n: r.last_stock_red_three == "ends_no_meld",
    ),
    _claim(
        "may still meld",
        "dann noch melden|noch melden, aber nicht",
        lambda r, n: r.last_stock_red_three != "ends_no_meld",
    ),
    _claim(
        "one card[.] (?:A player|Nobody) with a single card in hand may",
        "Mit nur einer Karte im Blatt darf man einen Ablagestapel aus einer",
        lambda r, n: r.one_card_pile == "forbidden",
    ),
    _claim(
        "While the stock lasts, (?:a player|nobody) with a single",
        "Solange der Talon reicht, darfst du mit einer einzigen",
        lambda r, n: r.one_card_pile == "forbidden_while_stock",
    ),
    _claim(
        "nobody may take the pile before",
        "darf vor der Erstmeldung niemand den Ablagestapel",
        lambda r, n: r.pickup_before_initial == "never",
    ),
    _claim(
        "can be taken only with a natural pair, and|Until (?:you have|it has), the pile is frozen against",
        "nur mit einem natürlichen Paar aufnehmen, und|Bis dahin ist der Ablagestapel für",
        lambda r, n: r.pickup_before_initial == "with_pair",
    ),
    _claim("A player draws # cards?", "Vom Talon zieht man # Karten?", lambda r, n: r.draw_count == n),
    _claim(
        "can be melded: in this rule set",
        "lässt sich melden: Dann muss",
        lambda r, n: r.empty_stock_forced_take == "any_possible_meld",
    ),
    _claim(
        "fits one of your (?:side’s )?melds, so the pile must",
        "passt zu einer (?:Meldung eurer Partnerschaft|deiner Meldungen): Dann",
        lambda r, n: r.empty_stock_forced_take == "fits_own_meld",
    ),
    _claim("blocking canasta", "Sperrcanasta", lambda r, n: r.sperr_canasta),
)
