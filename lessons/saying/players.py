"""Why a player made a move, in a sentence that the player could say at the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext

from engine.play.players.deciding import Decision, ReasonId
from lessons.words import naming

Facts = Mapping[str, Any]
Teller = Callable[[Facts], str]

CERTAIN: Final = 0.995
"""From here on a chance is called certain: it is rounded to hundredths."""
FIVES: Final = 5
MANY_POINTS: Final = 60
"""Nobody says that a hand with more holds only so many points."""


def told(decision: Decision) -> str:
    """The sentence for the reason that fired."""
    return TELLERS[decision.reason](decision.facts)


def _cards(facts: Facts, key: str) -> str:
    return naming.card_count(int(facts[key]))


def _one(facts: Facts, case: naming.Case = "nominative") -> str:
    """The card that is discarded: "a king"."""
    return naming.rank_count(_key(facts), 1, case)


def _key(facts: Facts) -> str:
    return "3b" if facts["rank"] == "3" else str(facts["rank"])


def _ranks(facts: Facts) -> str:
    """What the meld is made of, as it stands after "of": "kings"."""
    return naming.rank_many(_key(facts), "dative")


def _draw_not_possible(facts: Facts) -> str:
    if not facts["pile"]:
        return gettext("There is no pile to take, so I draw.")
    return gettext("I cannot take the pile, so I draw.")


def _canasta(facts: Facts) -> str:
    if not facts["rank"]:
        return gettext("This completes a samba.")
    return gettext("This completes a canasta of %(ranks)s.") % {"ranks": _ranks(facts)}


def _natural(facts: Facts) -> str:
    if not facts["rank"]:
        return gettext("This brings the sequence closer to a samba.")
    return gettext("This brings the meld of %(ranks)s closer to a canasta.") % {"ranks": _ranks(facts)}


def _new(facts: Facts) -> str:
    if not facts["rank"]:
        return gettext("A new sequence can grow into a samba.")
    return gettext("A new meld of %(ranks)s can grow into a canasta.") % {"ranks": _ranks(facts)}


def _join(facts: Facts) -> str:
    return gettext("Joined, the two melds of %(ranks)s are a canasta.") % {"ranks": _ranks(facts)}


def _opened(facts: Facts) -> str:
    return gettext("This makes the initial meld: %(laid)s points, with %(needed)s required.") % {
        "laid": naming.number(facts["laid"]), "needed": naming.number(facts["needed"]),
    }  # fmt: skip


def _going_out(facts: Facts) -> str:
    if facts["seats"] == 1:
        return gettext("I go out while my opponent still holds %(cards)s.") % {
            "cards": _cards(facts, "opponents")
        }
    return gettext("I go out while the opponents still hold %(cards)s.") % {
        "cards": _cards(facts, "opponents")
    }


def _ask(facts: Facts) -> str:
    return gettext("I could go out, but my partner still holds %(cards)s, so I ask.") % {
        "cards": _cards(facts, "partner")
    }


def _yes(facts: Facts) -> str:
    if facts["points"] > MANY_POINTS:
        return gettext("Yes: even with another turn I could meld little of my hand.")
    return gettext("Yes: I hold only %(points)s in my hand.") % {
        "points": naming.points_words(facts["points"])
    }


def _no(facts: Facts) -> str:
    return gettext("No: I still hold %(points)s in my hand.") % {
        "points": naming.points_words(facts["points"])
    }


def _stop(facts: Facts) -> str:
    """With how many cards the pile has then, the three among them."""
    return gettext("A black three: the next player cannot take the pile of %(pile)s.") % {
        "pile": naming.card_count(facts["pile"] + 1)
    }


def _risk(facts: Facts) -> str:
    """The least risky discard, with how risky it is."""
    if facts["chance"] >= CERTAIN:
        return gettext("Whatever I discard, the next player can take the pile.")
    text = gettext(
        "No discard is less risky than %(card)s. The chance that the next player can take the pile: %(chance)s."
    )
    percent = gettext("about %(percent)s%%") % {"percent": max(10, 10 * round(10 * facts["chance"]))}
    return text % {"card": _one(facts), "chance": percent}


def _spare(facts: Facts) -> str:
    return gettext("I can spare %(card)s most easily, though it may let the next player take the pile.") % {
        "card": _one(facts, "accusative")
    }


def _sampled(facts: Facts) -> str:
    """What trying it out has shown; the points are an estimate, to fives."""
    text = gettext(
        "I have played on from here with %(worlds)s possible layouts of the cards that I cannot see. "
        "On average this move left me better off than my usual one, by about %(points)s."
    )
    points = max(FIVES, FIVES * round(facts["gain"] / FIVES))
    return text % {"worlds": naming.number(facts["worlds"]), "points": naming.points_words(points)}


def _with_card(text: Callable[[], str], case: naming.Case = "nominative") -> Teller:
    return lambda facts: naming.first_upper(text() % {"card": _one(facts, case)})


def _with_pile(text: Callable[[], str]) -> Teller:
    return lambda facts: text() % {"cards": _cards(facts, "pile")}


def _plain(text: Callable[[], str]) -> Teller:
    return lambda facts: text()


TELLERS: Final[dict[ReasonId, Teller]] = {
    "only-move": _plain(lambda: gettext("Nothing else is possible.")),
    "red-three": _plain(lambda: gettext("A red three goes on the table at once.")),
    "take-large": _with_pile(
        lambda: gettext("The pile has %(cards)s: taking it is worth more than drawing.")
    ),
    "take-useful": _plain(lambda: gettext("Taking the pile is worth more to me than drawing.")),
    "draw-small": _with_pile(
        lambda: gettext("Taking a pile of %(cards)s would be worth less to me than drawing.")
    ),
    "draw-not-possible": _draw_not_possible,
    "draw-too-dear": _plain(lambda: gettext("Taking the pile would cost me more than it is worth.")),
    "end-of-stock": _plain(lambda: gettext("The stock is empty, and taking the pile would not help.")),
    "open": _opened,
    "open-towards": lambda facts: (
        gettext("This counts towards the initial meld, which needs %(needed)s points.")
        % {"needed": naming.number(facts["needed"])}
    ),
    "lay-canasta": _canasta,
    "lay-natural": _natural,
    "lay-onto-canasta": _plain(lambda: gettext("On a canasta, these cards are sure to score.")),
    "lay-new": _new,
    "lay-wild": _natural,
    "lay-before-the-end": _plain(
        lambda: gettext(
            "The deal may be over soon: cards on the table score, cards left in the hand cost points."
        )
    ),
    "join": _join,
    "go-out": _going_out,
    "go-out-towards": _plain(lambda: gettext("I can go out in this turn, so I lay everything.")),
    "ask-partner": _ask,
    "answer-yes": _yes,
    "answer-no": _no,
    "throw-dead": _with_card(
        lambda: gettext("With %(card)s on top, the next player cannot take the pile."), "dative"
    ),
    "throw-stop": _stop,
    "throw-freeze": _plain(
        lambda: gettext("A wild card freezes the pile: from now on it can be taken only with a natural pair.")
    ),
    "throw-safe": _with_card(
        lambda: gettext("With %(card)s on top, the next player is unlikely to be able to take the pile."),
        "dative",
    ),
    "throw-least-risk": _risk,
    "throw-spare": _spare,
    "throw-lone": _with_card(lambda: gettext("Nothing else in my hand goes with %(card)s.")),
    "throw-least-use": lambda facts: (
        gettext("I can most easily do without %(card)s.") % {"card": _one(facts, "accusative")}
    ),
    "sampled": _sampled,
}
"""For each reason the function that says it."""
