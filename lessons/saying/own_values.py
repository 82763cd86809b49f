"""A rule as a sentence for a value that the rulebook has no words for, as a table of its own may choose.

Nobody is addressed in them, so they are as right for those who play without a partner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, ngettext

from engine.law.ruleset import RuleSet
from engine.law.variants import SAMBA_15000
from lessons.parting.probing import said_of_rules
from lessons.saying.base import natural_cards, some_cards, some_points, wild_cards
from lessons.saying.rule_values import steps_in_words
from lessons.words import naming

WIENER: Final = "wiener"

Telling = Callable[[Any, RuleSet], str]
"""Makes a sentence of a rule's value, as the engine's ``rules`` answer has it, in a rule set."""


def told_by_value(rule: str, rules: RuleSet) -> str:
    """The rule as these rules have it, in one sentence; empty where its value has none of its own."""
    value = said_of_rules(rules)[rule]["value"]
    if rule in _OF_RULES and (text := _OF_RULES[rule](rules)):
        return text
    if rule in _OF_VALUES:
        return str(_OF_VALUES[rule].get(value, ""))
    telling = _TELLING.get(rule)
    return telling(value, rules) if telling and value is not False else ""


def _packs(count: int, rules: RuleSet) -> str:
    return ngettext(
        "Canasta is played with one complete pack of 52 cards.",
        "Canasta is played with %(count)s complete packs of 52 cards each.",
        count,
    ) % {"count": naming.number_word(count)}


def _jokers(count: int, rules: RuleSet) -> str:
    if not count:
        return gettext("No jokers are added to the packs.")
    return ngettext("One joker is added to the packs.", "%(count)s jokers are added to the packs.", count) % {
        "count": naming.first_upper(naming.number_word(count))
    }


def _hands(sizes: Mapping[str, int], rules: RuleSet) -> str:
    players_of: dict[int, list[str]] = {}
    for players, cards in sizes.items():
        players_of.setdefault(cards, []).append(naming.number_word(int(players)))
    dealt = [
        ngettext("one card with %(players)s players", "%(count)s cards with %(players)s players", cards)
        % {"players": naming.join_words(players), "count": naming.number(cards)}
        for cards, players in players_of.items()
    ]
    return gettext("Everybody is dealt %(cards)s.") % {"cards": ", ".join(dealt)}


def _drawn(count: int, rules: RuleSet) -> str:
    return gettext("A player who draws takes %(cards)s from the stock.") % {"cards": some_cards(count)}


def _naturals(count: int, rules: RuleSet) -> str:
    if not count:
        return gettext("A meld needs no natural cards.")
    return gettext("Every meld contains at least %(cards)s.") % {"cards": natural_cards(count)}


def _most_wilds(count: int | None, rules: RuleSet) -> str:
    if count is None:
        return gettext("The number of wild cards in a meld is not limited.")
    if not count:
        return gettext("There are no wild cards in a meld.")
    if rules.wild_only_melds == "no":
        text = gettext("A meld holds at most %(cards)s, and so does a canasta.")
    else:
        text = gettext("Alongside natural cards, a meld holds at most %(cards)s, and so does a canasta.")
    return text % {"cards": wild_cards(count)}


def _size(count: int, rules: RuleSet) -> str:
    return gettext("A canasta is a meld of at least %(cards)s.") % {"cards": some_cards(count)}


def _natural_bonus(points: int, rules: RuleSet) -> str:
    if rules.bonus_aces is None:
        text = gettext("A natural canasta, one without any wild card, earns a bonus of %(points)s.")
    else:
        text = gettext("Any natural canasta but one of aces earns a bonus of %(points)s.")
    return text % {"points": some_points(points)}


def _mixed_bonus(points: int, rules: RuleSet) -> str:
    if rules.bonus_aces is None:
        text = gettext("A mixed canasta, one of natural cards and wild cards, earns a bonus of %(points)s.")
    else:
        text = gettext("Any mixed canasta but one of aces earns a bonus of %(points)s.")
    return text % {"points": some_points(points)}


def _steps(steps: Sequence[Mapping[str, Any]] | None, rules: RuleSet) -> str:
    if steps is None:
        return gettext("What the initial meld needs is left open and agreed on before the game.")
    if len(steps) == 1:
        return gettext("The initial meld always needs at least %(points)s.") % {
            "points": some_points(steps[0]["minimum"])
        }
    if rules.open_scores:
        text = gettext(
            "The minimum for the initial meld depends on the score: %(steps)s. What applies at exactly "
            "%(score)s points is left open."
        )
    else:
        text = gettext("The minimum for the initial meld depends on the score: %(steps)s.")
    return text % {
        "steps": steps_in_words(steps, rules.open_scores),
        "score": naming.join_words([naming.number(score) for score in rules.open_scores]),
    }


def _needed(count: int, rules: RuleSet) -> str:
    if not count:
        return gettext("Going out needs no canasta.")
    return ngettext(
        "Going out needs at least one canasta.", "Going out needs at least %(count)s canastas.", count
    ) % {"count": naming.number_word(count)}


def _out(points: int, rules: RuleSet) -> str:
    return gettext("Going out scores %(points)s.") % {"points": some_points(points)}


def _concealed(points: int, rules: RuleSet) -> str:
    if rules.concealed_is_special:
        text = gettext("Going out concealed scores %(points)s altogether.")
    else:
        text = gettext("Going out concealed scores %(points)s, the same as any other way of going out.")
    return text % {"points": some_points(points)}


def _red_three(points: int, rules: RuleSet) -> str:
    return gettext("At the end of the deal each red three on the table counts %(points)s.") % {
        "points": some_points(points)
    }


def _red_threes(value: Mapping[str, int], rules: RuleSet) -> str:
    return gettext("Whoever has all %(count)s red threes counts %(points)s for them together.") % {
        "count": naming.number_word(value["count"]),
        "points": some_points(value["total"]),
    }


def _forgotten(points: int, rules: RuleSet) -> str:
    return gettext("A red three that is still in the hand at the end of the deal costs %(points)s.") % {
        "points": some_points(points)
    }


def _black_threes(value: Mapping[str, int], rules: RuleSet) -> str:
    if rules.black_three_meld == "never":
        return gettext("Black threes are never melded.")
    if value["min"] >= value["max"]:
        return gettext("A meld of black threes has %(cards)s.") % {"cards": some_cards(value["min"])}
    return gettext("A meld of black threes has at least %(low)s and at most %(high)s cards.") % {
        "low": naming.number_word(value["min"]),
        "high": naming.number_word(value["max"]),
    }


def _aces(value: Mapping[str, int], rules: RuleSet) -> str:
    return gettext("A natural canasta of aces scores %(natural)s, a mixed one %(mixed)s.") % {
        name: some_points(points) for name, points in value.items()
    }


def _wilds(value: Mapping[str, int], rules: RuleSet) -> str:
    if len(set(value.values())) == 1:
        return gettext("A canasta of nothing but wild cards scores %(points)s.") % {
            "points": some_points(value["mixed"])
        }
    return gettext(
        "A canasta of nothing but jokers scores %(jokers)s, of nothing but twos %(twos)s, of both %(mixed)s."
    ) % {name: some_points(points) for name, points in value.items()}


def _target(points: int, rules: RuleSet) -> str:
    return gettext("The game is played to %(points)s.") % {"points": some_points(points)}


def _longest(count: int, rules: RuleSet) -> str:
    return gettext(
        "A sequence has at most %(cards)s; with the last of them it becomes a samba, is turned over and stays closed."
    ) % {"cards": some_cards(count)}


def _samba(points: int, rules: RuleSet) -> str:
    return gettext("A complete sequence, a samba, scores %(points)s.") % {"points": some_points(points)}


def _wild_melds(rules: RuleSet) -> str:
    """What may be melded of wild cards alone; nothing where nothing may."""
    if rules.wild_only_melds == "any":
        return gettext("Wild cards may be melded by themselves, three or more of them.")
    if rules.wild_only_melds == "canasta_only":
        return gettext(
            "Wild cards by themselves are melded only seven at once, as a joker canasta; whether it may grow out of "
            "fewer is left open."
        )
    return ""


def _majority(rules: RuleSet) -> str:
    if not rules.naturals_must_outnumber or rules.wild_only_melds == "no":
        return ""
    return gettext("Where a meld has natural cards, they must outnumber the wild ones.")


def _one_card_each(rules: RuleSet) -> str:
    """What of Vienna nobody has read himself."""
    if rules.one_card_pile != "allowed" or WIENER not in (rules.base, rules.name):
        return ""
    return gettext(
        "Whoever has one card in hand may take a discard pile of one card. This is known only second-hand."
    )


def _long_game(rules: RuleSet) -> str:
    """What the source of the long game gives only in part."""
    if rules.initial_steps != SAMBA_15000.initial_steps:
        return ""
    text = gettext(
        "The minimum for the initial meld depends on the score: %(steps)s. The source names only the scores at which "
        "it rises; this is how we read it."
    )
    return text % {"steps": steps_in_words(said_of_rules(rules)["initial.boundaries"]["value"])}


def _two_play(rules: RuleSet) -> str:
    """How many canastas two need, of rule sets that two play without needing one more."""
    if 2 not in dict(rules.hand_size) or said_of_rules(rules)["players.two-canastas"]["value"] is not False:
        return ""
    return gettext("Two players need no more canastas to go out than four do.")


_NOT_IN_THE_TEXT: Final = gettext_lazy(
    "The text does not say how many cards each is dealt; elsewhere it is %(cards)s."
)


def _five(rules: RuleSet) -> str:
    return _many(rules, 5, gettext("With five, two play against three, one of whom always sits out."))


def _six(rules: RuleSet) -> str:
    return _many(
        rules,
        6,
        gettext("With six, two sides of three play, one of each sitting out, or three sides of two."),
    )


def _many(rules: RuleSet, players: int, how: str) -> str:
    """How so many sit at the table, by the text that gives no size of a hand."""
    size = dict(rules.hand_size).get(players)
    if size is None or rules.source != "global-trade":
        return ""
    return f"{how} {str(_NOT_IN_THE_TEXT) % {'cards': naming.number_word(size)}}"


_OF_RULES: Final[dict[str, Callable[[RuleSet], str]]] = {
    "wild.only-with-naturals": _wild_melds,
    "wild.majority": _majority,
    "pickup.one-card-rule": _one_card_each,
    "initial.boundaries": _long_game,
    "players.two-canastas": _two_play,
    "players.five": _five,
    "players.six": _six,
}
"""Rules whose sentence hangs on more than their own value; an empty one is none."""

_TELLING: Final[dict[str, Telling]] = {
    "deck.packs": _packs,
    "deck.jokers": _jokers,
    "deal.hand-size": _hands,
    "turn.draw-count": _drawn,
    "out.canastas-needed": _needed,
    "red3.value-each": _red_three,
    "red3.forgotten-penalty": _forgotten,
    "red3.all-bonus": _red_threes,
    "game.target": _target,
    "sambaopt.ace-canasta": _aces,
    "sambaopt.wild-canasta-bonus": _wilds,
    "house.joker-canasta-1000": _wilds,
    "samba.sequence-max-seven": _longest,
    "meld.min-natural": _naturals,
    "wild.max-per-meld": _most_wilds,
    "black3.meld-size": _black_threes,
    "canasta.size": _size,
    "canasta.natural-bonus": _natural_bonus,
    "canasta.mixed-bonus": _mixed_bonus,
    "initial.boundaries": _steps,
    "out.bonus": _out,
    "concealed.bonus": _concealed,
    "samba.bonus": _samba,
}

_OF_VALUES: Final[Mapping[str, Mapping[Any, Promise]]] = {
    "deal.upcard-cover-black-three": {
        False: gettext_lazy("A black three that the dealer turns up stays on top."),
    },
    "freeze.opening-card": {
        False: gettext_lazy("A wild card or a red three that the dealer turns up does not freeze the discard pile."),
    },
    "wild.majority": {
        True: gettext_lazy("In every meld the natural cards must outnumber the wild ones."),
    },
    "wild.add-to-canasta": {False: gettext_lazy("Wild cards are never added to a finished canasta.")},
    "canasta.natural-to-mixed": {
        False: gettext_lazy("A natural canasta stays natural, for no wild card is added to a canasta."),
    },
    "meld.merge": {
        True: gettext_lazy(
            "Two melds of the same rank may be joined if no more wild cards lie together then than a meld may hold."
        ),
    },
    "meld.one-per-rank": {False: gettext_lazy("Several melds of the same rank may lie side by side.")},
    "black3.meld-only-going-out": {"never": gettext_lazy("Black threes are never melded.")},
    "pickup.natural-plus-wild": {
        False: gettext_lazy("The discard pile cannot be taken with one natural card and one wild card."),
    },
    "pickup.add-to-meld": {
        False: gettext_lazy("The discard pile cannot be taken by adding its top card to a meld."),
    },
    "freeze.before-initial": {
        "never": gettext_lazy("Before the initial meld the discard pile is closed altogether."),
    },
    "pickup.add-to-canasta": {
        False: gettext_lazy("The discard pile cannot be taken by adding its top card to a finished canasta."),
    },
    "pickup.before-initial": {
        "never": gettext_lazy("The discard pile cannot be taken for the initial meld, only afterwards."),
    },
    "pickup.one-card-rule": {
        "allowed": gettext_lazy("Whoever has one card in hand may take a discard pile of one card."),
        "forbidden_while_stock": gettext_lazy(
            "Whoever has one card in hand may take a discard pile of one card only once the stock is empty."
        ),
    },
    "pickup.whole-pile": {
        None: gettext_lazy(
            "Whether the whole discard pile or only its top card is taken is left open and agreed on before the game."
        ),
    },
    "pickup.top-wild": {
        False: gettext_lazy("If a wild card lies on top, the discard pile can be taken with any natural pair."),
    },
    "freeze.wild-discard": {
        "block_next": gettext_lazy(
            "A wild card that is discarded blocks the discard pile for the next player only, while it lies on top; "
            "after that it has no effect."
        ),
    },
    "freeze.until-taken": {
        False: gettext_lazy("What a wild card does to the discard pile lasts for one turn."),
    },
    "out.ask-optional": {"none": gettext_lazy("Nobody is asked for permission to go out.")},
    "concealed.minimum": {
        False: gettext_lazy("Going out concealed needs the points of the initial meld, too."),
    },
    "concealed.own-canasta": {
        False: gettext_lazy("Going out concealed needs no canasta laid from the hand."),
    },
    "concealed.no-partner-add": {
        False: gettext_lazy("Whoever goes out concealed may add cards to the partner’s melds."),
    },
    "red3.sign-condition": {
        "one_canasta": gettext_lazy(
            "Red threes count in favour only with a canasta; without one the same points count against."
        ),
        "two_canastas": gettext_lazy(
            "Red threes count in favour only with two canastas; without them the same points count against."
        ),
    },
    "stock.forced-take": {
        "any_possible_meld": gettext_lazy(
            "With the stock empty, the discard pile must be taken whenever its top card can be melded."
        ),
    },
    "stock.last-red-three": {
        "meld_no_discard": gettext_lazy(
            "If the last card of the stock is a red three, its player may still meld, but not discard."
        ),
    },
    "samba.sequence-shape": {
        True: gettext_lazy("Three or more consecutive cards of one suit are a meld too: a sequence."),
    },
    "samba.sequence-no-wild-no-three": {
        True: gettext_lazy("A sequence contains neither wild cards nor threes."),
    },
    "samba.counts-as-canasta": {
        True: gettext_lazy(
            "A samba counts as a canasta, both for going out and for making red threes count in favour."
        ),
    },
    "samba.sequence-pickup": {
        True: gettext_lazy("As long as the discard pile is not frozen, its top card may be added to a sequence."),
    },
}  # fmt: skip
"""Rules that hold or do not, or have one of a few named values, with the sentence for each."""
