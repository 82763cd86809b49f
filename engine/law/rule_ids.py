"""The ids of rules as a type: a word that is none of them is found before anything runs.

The rules of the ledger are listed here; what else is known of each stands in :mod:`engine.law.rulebook`.
"""

from __future__ import annotations

from typing import Final, Literal, NewType

LedgerId = Literal[
    "deck.packs", "deck.jokers", "deck.total", "deck.wild-total", "seat.partnership-draw",
    "seat.draw-suit-tiebreak", "seat.first-player", "deal.hand-size", "deal.upcard", "deal.upcard-cover-wild-red3",
    "deal.upcard-cover-black-three", "value.joker", "value.ace-two", "value.eight-to-king", "value.four-to-seven",
    "value.black-three", "value.red-three", "turn.draw-or-take", "turn.draw-count", "turn.discard-one",
    "turn.only-in-turn", "turn.keep-a-card", "red3.expose-at-once", "red3.replace-from-stock",
    "red3.no-replace-from-pile", "red3.not-a-meld", "red3.value-each", "red3.all-bonus", "red3.sign-condition",
    "red3.forgotten-penalty", "black3.stop-card", "black3.no-lasting-freeze", "black3.meld-only-going-out",
    "black3.meld-size", "black3.no-wild", "black3.in-hand", "wild.identity", "wild.only-with-naturals",
    "wild.max-per-meld", "wild.majority", "wild.no-swap", "wild.add-to-canasta", "meld.min-size", "meld.same-rank",
    "meld.min-natural", "meld.natural-ranks", "meld.no-sequence", "meld.one-per-rank", "meld.merge",
    "meld.add-own-partner", "meld.no-opponent", "meld.stays-on-table", "canasta.size", "canasta.natural-bonus",
    "canasta.mixed-bonus", "canasta.card-values-extra", "canasta.built-in-stages", "canasta.extend",
    "canasta.natural-to-mixed", "initial.per-side", "initial.threshold-negative", "initial.threshold-low",
    "initial.threshold-mid", "initial.threshold-high", "initial.boundaries", "initial.score-before-deal",
    "initial.card-values-only", "initial.several-melds", "initial.wild-allowed", "initial.top-card-counts",
    "pickup.top-must-be-melded", "pickup.whole-pile", "pickup.natural-pair", "pickup.natural-plus-wild",
    "pickup.add-to-meld", "pickup.add-to-canasta", "pickup.before-initial", "pickup.top-wild",
    "pickup.top-black-three", "pickup.top-red-three", "pickup.one-card-rule", "freeze.wild-discard",
    "freeze.for-everyone", "freeze.until-taken", "freeze.take-natural-pair-only", "freeze.before-initial",
    "freeze.opening-card", "out.canastas-needed", "out.canasta-same-turn", "out.final-discard-optional",
    "out.ends-deal", "out.bonus", "out.ask-optional", "out.ask-timing", "out.ask-binding", "concealed.definition",
    "concealed.own-canasta", "concealed.no-partner-add", "concealed.bonus", "concealed.pile-allowed",
    "concealed.minimum", "stock.play-on", "stock.forced-take", "stock.end-no-bonus", "stock.last-red-three",
    "stock.short-draw", "score.formula", "score.hand-minus", "game.target", "game.checked-after-deal",
    "game.winner", "game.settlement", "game.tie", "players.count", "players.two", "players.two-canastas",
    "players.three", "players.five", "players.six", "penalty.short-initial", "penalty.illegal-take",
    "penalty.ask-and-fail", "samba.sequence-shape", "samba.sequence-no-wild-no-three", "samba.sequence-ace-high",
    "samba.sequence-max-seven", "samba.bonus", "samba.counts-as-canasta", "samba.sequence-pickup",
    "samba.sequence-no-start-from-pile", "samba.initial-7000", "sambaopt.wild-melds", "sambaopt.nine-jokers",
    "sambaopt.wild-canasta-bonus", "sambaopt.ace-canasta", "sambaopt.long-game", "sambaopt.surprise",
    "house.joker-canasta-1000", "house.sperr-canasta-1500", "house.wiener-red-threes",
]  # fmt: skip

NewRule = NewType("NewRule", str)
"""The id of a rule that the ledger does not have: named once, where its function stands."""
RuleId = LedgerId | NewRule

BELOW_ZERO: Final = "initial.threshold-negative"
FROM_ZERO: Final = "initial.threshold-low"
STEPS: Final = "initial.boundaries"
STEPS_IN_LAW: Final[dict[LedgerId, tuple[int, int]]] = {
    FROM_ZERO: (0, 50),
    "initial.threshold-mid": (1500, 90),
    "initial.threshold-high": (3000, 120),
    "samba.initial-7000": (7000, 150),
}
"""The rules about a step that is not below zero: where the law begins it, and its minimum. Ledger 9.3 to 9.5, 18.9."""
STEP_RULES: Final[tuple[LedgerId, ...]] = (BELOW_ZERO, *STEPS_IN_LAW)
