"""What a rule set says of a rule, as a short phrase: its value, and how the text stands to it.

The only place that turns a value of the engine's ``rules`` answer into words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import npgettext, pgettext, pgettext_lazy

from engine.law.ruleset import RuleSet
from lessons.parting.probing import said_of_rules
from lessons.saying.base import natural_cards, some_canastas, some_cards, some_points, wild_cards
from lessons.words import naming

Phrase = Callable[[Any], str]

HOLDS: Final = pgettext_lazy("rule value", "holds")
ABSENT: Final = pgettext_lazy("rule value", "no such rule here")
OTHER_STEPS: Final = pgettext_lazy("rule value", "other steps apply here")
LEFT_OPEN: Final = pgettext_lazy("rule value", "left open")
_CONCEALED: Final = "concealed.bonus"
"""The bonus is the same number in rule sets that know no other for going out, so the number alone says too little."""
SECOND_HAND: Final = pgettext_lazy("rule value", "known only second-hand")


@dataclass(frozen=True, slots=True)
class Said:
    """The value in words, and a note where the rule set's own text does not simply say it."""

    value: str
    note: str
    status: str

    def __str__(self) -> str:
        return self.value


def said(rules: RuleSet, rule: str) -> Said:
    """What this rule set says of the rule, in the active language."""
    answer = said_of_rules(rules)[rule]
    value = value_in_words(rule, answer["value"])
    if rule == "initial.boundaries" and rules.open_scores:
        value = steps_in_words(answer["value"], rules.open_scores)
    if rule == _CONCEALED and not rules.concealed_is_special:
        value = pgettext("rule value", "%(points)s, the same as for any other way of going out") % {
            "points": value
        }
    return Said(
        value=value,
        note=_note(rules, rule, answer["value"], answer["status"]),
        status=answer["status"],
    )


def is_absent(rule: str, value: Any) -> bool:
    """Whether this value of the rule says that there is no such rule."""
    if value is not False:
        return False
    return _SWITCHES[rule][False] is ABSENT if rule in _SWITCHES else True


def value_in_words(rule: str, value: Any) -> str:
    """A short phrase for the value of this rule, such as "at most three" or "only when going out"."""
    if value is None and rule not in _NONE_IS_A_VALUE:
        return str(LEFT_OPEN)
    if value is False and rule.startswith("initial.threshold"):
        return str(OTHER_STEPS)
    if rule in PHRASES and not (value is False and rule not in _SWITCHES):
        return PHRASES[rule](value)
    if rule.startswith("penalty."):
        return str(SECOND_HAND)
    return str(ABSENT if value is False else HOLDS)


def _note(rules: RuleSet, rule: str, value: Any, status: str) -> str:
    if status == "contradiction":
        if rule == "game.tie":
            return pgettext("rule note", "no source says")
        if rule.startswith("initial.") and value is None:
            return pgettext("rule note", "the text gives no number")
        if rule == "initial.boundaries" and rules.open_scores:
            return pgettext("rule note", "the text leaves open what applies at exactly %(score)s points") % {
                "score": naming.join_words([naming.number(score) for score in rules.open_scores])
            }
        return pgettext("rule note", "the text contradicts itself")
    if status == "fallback":
        topic = rule.partition(".")[0]
        if topic == "samba":
            return pgettext("rule note", "not specified; taken from the English books on Samba")
        if topic == "house":
            return pgettext("rule note", "only a reader’s comment mentions it")
        if topic in ("players", "penalty") or rule in _SILENT:
            return pgettext("rule note", "the text does not mention it")
        return pgettext("rule note", "not specified; the official rule applies")
    return ""


def _one_of(phrases: Mapping[Any, Any]) -> Phrase:
    return lambda value: str(phrases[value])


def _count(value: int) -> str:
    return naming.number_word(value)


def _packs(value: int) -> str:
    return npgettext("rule value", "one pack", "%(count)s packs", value) % {"count": _count(value)}


def _jokers(value: int) -> str:
    return npgettext("rule value", "one joker", "%(count)s jokers", value) % {"count": _count(value)}


def _cards_each(value: int) -> str:
    return npgettext("rule value", "one card each", "%(count)s cards each", value) % {
        "count": naming.number(value)
    }


def _hand_sizes(value: Mapping[str, int]) -> str:
    players_of: dict[int, list[str]] = {}
    for players, cards in value.items():
        players_of.setdefault(cards, []).append(_count(int(players)))
    return ", ".join(
        pgettext("rule value", "%(cards)s with %(players)s players")
        % {"players": naming.join_words(players), "cards": _cards_each(cards)}
        for cards, players in players_of.items()
    )


def _hand_of(value: Mapping[str, int]) -> str:
    return _cards_each(value["hand_size"])


def _two_players(value: Mapping[str, int]) -> str:
    drawn = npgettext(
        "rule value",
        "%(cards)s, drawing one at a time",
        "%(cards)s, drawing %(count)s at a time",
        value["draw_count"],
    )
    return drawn % {"cards": _hand_of(value), "count": _count(value["draw_count"])}


def _players(value: list[int]) -> str:
    low, high = min(value), max(value)
    if len(value) > 2 and len(value) == high - low + 1:
        return pgettext("rule value", "%(low)s to %(high)s players") % {
            "low": _count(low),
            "high": _count(high),
        }
    return pgettext("rule value", "%(count)s players") % {
        "count": naming.join_words([_count(n) for n in value])
    }


def _points_each(value: int) -> str:
    return pgettext("rule value", "%(points)s each") % {"points": some_points(value)}


def _bonus_only(value: int) -> str:
    return pgettext("rule value", "no card value, bonus %(points)s") % {"points": some_points(value)}


def _red_three_set(value: Mapping[str, int]) -> str:
    return pgettext("rule value", "%(points)s for all %(count)s") % {
        "count": _count(value["count"]),
        "points": some_points(value["total"]),
    }


def _at_most(value: int | None) -> str:
    if value is None:
        return pgettext("rule value", "no fixed number")
    return pgettext("rule value", "at most %(cards)s") % {"cards": wild_cards(value)}


def _at_least(value: int) -> str:
    return pgettext("rule value", "at least %(cards)s") % {"cards": some_cards(value)}


def _at_least_naturals(value: int) -> str:
    return pgettext("rule value", "at least %(cards)s") % {"cards": natural_cards(value)}


def _black_threes(value: Mapping[str, int]) -> str:
    if value["max"] - value["min"] == 1:
        text = pgettext("rule value", "%(low)s or %(high)s cards")
    else:
        text = pgettext("rule value", "%(low)s to %(high)s cards")
    return text % {"low": _count(value["min"]), "high": _count(value["max"])}


def steps_in_words(value: Sequence[Mapping[str, Any]] | None, open_scores: Collection[int] = ()) -> str:
    """What each score asks for: "90 from 1,500"; "120 above 3,000" where the text leaves open what applies at it."""
    if value is None:
        return str(LEFT_OPEN)
    parts = []
    for step, after in zip(value, [*value[1:], None], strict=True):
        facts = {"points": naming.number(step["minimum"])}
        if step["from"] is not None:
            if step["from"] in open_scores:
                text = pgettext("rule value", "%(points)s above %(score)s")
            else:
                text = pgettext("rule value", "%(points)s from %(score)s")
            facts["score"] = naming.number(step["from"])
        elif after is not None:
            text, facts["score"] = (
                pgettext("rule value", "%(points)s below %(score)s"),
                naming.number(after["from"]),
            )
        else:
            text = pgettext("rule value", "always %(points)s")
        parts.append((text % facts).replace(" ", "\N{NO-BREAK SPACE}"))
    return ", ".join(parts)


def _wild_bonus(value: Mapping[str, int]) -> str:
    if len(set(value.values())) == 1:
        return some_points(value["mixed"])
    return pgettext("rule value", "jokers %(jokers)s, twos %(twos)s, mixed %(mixed)s") % {
        name: naming.number(points) for name, points in value.items()
    }


def _ace_bonus(value: Mapping[str, int]) -> str:
    return pgettext("rule value", "natural %(natural)s, mixed %(mixed)s") % {
        name: naming.number(points) for name, points in value.items()
    }


def _all_cards(value: int) -> str:
    return pgettext("rule value", "%(count)s cards") % {"count": naming.number(value)}


def _at_most_cards(value: int) -> str:
    return pgettext("rule value", "at most %(cards)s") % {"cards": some_cards(value)}


_ALLOWED: Final = pgettext_lazy("rule value", "allowed")
_NOT_ALLOWED: Final = pgettext_lazy("rule value", "not allowed")
_UNFROZEN: Final = pgettext_lazy("rule value", "allowed while the pile is not frozen")

_SWITCHES: Final[dict[str, dict[Any, Any]]] = {
    "deal.upcard-cover-black-three": {
        True: pgettext_lazy("rule value", "is covered"), False: pgettext_lazy("rule value", "stays on top"),
    },
    "wild.majority": {
        True: pgettext_lazy("rule value", "natural cards must outnumber the wild ones"), False: ABSENT,
    },
    "wild.add-to-canasta": {True: _ALLOWED, False: pgettext_lazy("rule value", "never")},
    "wild.only-with-naturals": {
        True: pgettext_lazy("rule value", "wild cards alone are not a meld"),
        False: pgettext_lazy("rule value", "wild cards alone may be a meld"),
    },
    "meld.no-sequence": {
        True: pgettext_lazy("rule value", "sequences are not melds"),
        False: pgettext_lazy("rule value", "sequences of one suit are melds too"),
    },
    "meld.one-per-rank": {
        True: pgettext_lazy("rule value", "one meld of each rank"),
        False: pgettext_lazy("rule value", "several melds of a rank allowed"),
    },
    "meld.merge": {
        True: pgettext_lazy("rule value", "two melds of one rank may be joined"),
        False: pgettext_lazy("rule value", "melds are never joined"),
    },
    "pickup.natural-plus-wild": {True: _UNFROZEN, False: _NOT_ALLOWED},
    "pickup.add-to-meld": {True: _UNFROZEN, False: _NOT_ALLOWED},
    "pickup.add-to-canasta": {True: _UNFROZEN, False: _NOT_ALLOWED},
    "pickup.top-wild": {
        True: pgettext_lazy("rule value", "the pile cannot be taken"),
        False: pgettext_lazy("rule value", "the pile can be taken with any natural pair"),
    },
    "freeze.for-everyone": {
        True: pgettext_lazy("rule value", "for everybody"),
        False: pgettext_lazy("rule value", "only for the next player"),
    },
    "freeze.until-taken": {
        True: pgettext_lazy("rule value", "until somebody takes the pile"),
        False: pgettext_lazy("rule value", "for one turn"),
    },
    "freeze.opening-card": {
        True: pgettext_lazy("rule value", "the pile is frozen from the start"),
        False: pgettext_lazy("rule value", "this does not freeze the pile"),
    },
    "concealed.own-canasta": {
        True: pgettext_lazy("rule value", "needed"), False: pgettext_lazy("rule value", "not needed"),
    },
    "concealed.no-partner-add": {
        True: pgettext_lazy("rule value", "nothing may be added to the partner’s melds"), False: ABSENT,
    },
    "canasta.natural-to-mixed": {
        True: pgettext_lazy("rule value", "a wild card makes it mixed"),
        False: ABSENT,
    },
    "concealed.minimum": {
        True: pgettext_lazy("rule value", "no minimum after a draw from the stock"),
        False: pgettext_lazy("rule value", "the minimum applies as always"),
    },
    "stock.short-draw": {
        True: pgettext_lazy("rule value", "a single last card counts as a full draw"),
        False: pgettext_lazy("rule value", "one card is drawn anyway"),
    },
    "players.two-canastas": {
        True: pgettext_lazy("rule value", "two canastas to go out"), False: ABSENT,
    },
    "samba.sequence-shape": {
        True: pgettext_lazy("rule value", "three or more cards of a suit in a row"), False: ABSENT,
    },
    "samba.sequence-no-wild-no-three": {
        True: pgettext_lazy("rule value", "wild cards and threes"), False: ABSENT,
    },
    "samba.sequence-ace-high": {
        True: pgettext_lazy("rule value", "four low, ace high"), False: ABSENT,
    },
    "samba.counts-as-canasta": {
        True: pgettext_lazy("rule value", "counts as a canasta"), False: ABSENT,
    },
    "samba.sequence-pickup": {
        True: pgettext_lazy(
            "rule value", "allowed while the pile is not frozen; what becomes of the rest is left open"
        ),
        False: ABSENT,
    },
    "samba.sequence-no-start-from-pile": {
        True: pgettext_lazy("rule value", "never together with cards from the hand"), False: ABSENT,
    },
    "sambaopt.wild-melds": {
        True: pgettext_lazy("rule value", "three or more wild cards"), False: ABSENT,
    },
    "sambaopt.nine-jokers": {
        True: pgettext_lazy("rule value", "nine jokers, 165 cards"), False: ABSENT,
    },
    "sambaopt.long-game": {
        True: pgettext_lazy("rule value", "ends at 15,000 points"), False: ABSENT,
    },
    "house.wiener-red-threes": {
        True: pgettext_lazy("rule value", "bonus only with a canasta"), False: ABSENT,
    },
}  # fmt: skip
"""Rules that hold or do not, with a phrase for each."""

_CHOICES: Final[dict[str, dict[str, Any]]] = {
    "red3.sign-condition": {
        "melded": pgettext_lazy("rule value", "bonus after the initial meld"),
        "one_canasta": pgettext_lazy("rule value", "bonus with a canasta"),
        "two_canastas": pgettext_lazy("rule value", "bonus with two canastas"),
    },
    "black3.meld-only-going-out": {
        "going_out": pgettext_lazy("rule value", "only when going out"),
        "never": pgettext_lazy("rule value", "never"),
    },
    "freeze.before-initial": {
        "with_pair": pgettext_lazy("rule value", "frozen: it can be taken only with a natural pair"),
        "never": pgettext_lazy("rule value", "closed altogether"),
    },
    "pickup.before-initial": {
        "with_pair": pgettext_lazy("rule value", "with a natural pair and the minimum"),
        "never": pgettext_lazy("rule value", "not before the initial meld"),
    },
    "pickup.one-card-rule": {
        "forbidden": _NOT_ALLOWED,
        "forbidden_while_stock": pgettext_lazy("rule value", "not allowed while the stock lasts"),
        "allowed": _ALLOWED,
    },
    "freeze.wild-discard": {
        "freeze": pgettext_lazy("rule value", "freezes the pile"),
        "block_next": pgettext_lazy("rule value", "blocks the next player only"),
    },
    "out.ask-optional": {
        "optional_binding": pgettext_lazy("rule value", "allowed, not required"),
        "none": pgettext_lazy("rule value", "nobody is asked"),
    },
    "stock.forced-take": {
        "fits_own_meld": pgettext_lazy("rule value", "if the top card fits one of your own melds"),
        "any_possible_meld": pgettext_lazy("rule value", "whenever the top card can be melded"),
    },
    "stock.last-red-three": {
        "ends_no_meld": pgettext_lazy("rule value", "the deal ends at once"),
        "meld_no_discard": pgettext_lazy("rule value", "melding allowed, but not discarding"),
    },
}
"""Rules with several named values."""

_SILENT: Final = frozenset({"freeze.opening-card"})
"""Rules on which a text may be silent although the official rule does not serve either."""

_NONE_IS_A_VALUE: Final = frozenset({"wild.max-per-meld"})

PHRASES: Final[dict[str, Phrase]] = {
    **{rule: _one_of(phrases) for rule, phrases in (_SWITCHES | _CHOICES).items()},
    "pickup.whole-pile": lambda value: pgettext("rule value", "always the whole pile"),
    "deck.packs": _packs,
    "deck.jokers": _jokers,
    "deck.total": _all_cards,
    "deck.wild-total": wild_cards,
    "deal.hand-size": _hand_sizes,
    "value.red-three": _bonus_only,
    "turn.draw-count": some_cards,
    "red3.value-each": _points_each,
    "red3.all-bonus": _red_three_set,
    "black3.meld-size": _black_threes,
    "wild.max-per-meld": _at_most,
    "meld.min-size": _at_least,
    "meld.min-natural": _at_least_naturals,
    "canasta.size": _at_least,
    "initial.boundaries": steps_in_words,
    "samba.sequence-max-seven": _at_most_cards,
    "sambaopt.wild-canasta-bonus": _wild_bonus,
    "sambaopt.ace-canasta": _ace_bonus,
    "house.joker-canasta-1000": _wild_bonus,
    "out.canastas-needed": some_canastas,
    "players.two": _two_players,
    "players.three": _hand_of,
    "players.five": _hand_of,
    "players.six": _hand_of,
    "players.count": _players,
    **dict.fromkeys(
        (
            "value.joker", "value.ace-two", "value.eight-to-king", "value.four-to-seven", "value.black-three",
            "red3.forgotten-penalty", "black3.in-hand", "canasta.natural-bonus", "canasta.mixed-bonus",
            "initial.threshold-negative", "initial.threshold-low", "initial.threshold-mid", "initial.threshold-high",
            "samba.bonus", "samba.initial-7000", "house.sperr-canasta-1500", "out.bonus", "concealed.bonus",
            "game.target",
        ),
        some_points,
    ),
}  # fmt: skip
"""How to say the value of each rule that has one of its own; the others hold or do not."""
