"""How a mini-deal stands, in one sentence: reached, lost or still open, and by what."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from django.utils.translation import gettext, ngettext

from lessons.words import naming

Facts = Mapping[str, Any]
Teller = Callable[[Facts], str]


def told(reason: str, facts: Facts) -> str:
    """The sentence for this reason."""
    return TELLERS[reason](facts)


def turns_left(turns: int) -> str:
    """How many turns of one's own are left, as a sentence."""
    return ngettext("You have %(count)s turn left.", "You have %(count)s turns left.", turns) % {
        "count": naming.number(turns)
    }


def who(facts: Facts) -> str:
    """Whoever did it, as a subject in the middle of a sentence."""
    return {
        "partner": lambda: gettext("your partner"),
        "left": lambda: gettext("the player on your left"),
        "right": lambda: gettext("the player on your right"),
        "opponent": lambda: gettext("the opponent"),
    }.get(facts["who"], lambda: gettext("another player"))()


def _plain(text: Callable[[], str]) -> Teller:
    return lambda facts: text()


def _with_who(text: Callable[[], str]) -> Teller:
    return lambda facts: naming.first_upper(text() % {"who": who(facts)})


def _ranks(facts: Facts) -> str:
    return naming.rank_many(str(facts["rank"]), "dative")


def _points(facts: Facts, key: str = "points") -> str:
    return naming.points_words(int(facts[key]))


def _opened(facts: Facts) -> str:
    return gettext("The initial meld is on the table: %(laid)s, and %(needed)s were needed.") % {
        "laid": _points(facts, "laid"),
        "needed": naming.number(int(facts["needed"] or 0)),
    }


def _took(facts: Facts) -> str:
    return ngettext(
        "The discard pile is yours: %(count)s "
        "card.", "The discard pile is yours: %(count)s cards.", facts["cards"]
    ) % {"count": naming.number(facts["cards"])}  # fmt: skip


def _took_frozen(facts: Facts) -> str:
    return ngettext(
        "The ice is broken: the frozen pile is yours, %(count)s card.",
        "The ice is broken: the frozen pile is yours, %(count)s cards.",
        facts["cards"],
    ) % {"count": naming.number(facts["cards"])}


def _completed(facts: Facts) -> str:
    if facts["sort"] == "sequence":
        return gettext("The samba is complete: a bonus of %(points)s.") % {"points": _points(facts)}
    text = (
        gettext("The natural canasta of %(ranks)s is complete: a bonus of %(points)s.")
        if facts["sort"] == "natural"
        else gettext("The mixed canasta of %(ranks)s is complete: a bonus of %(points)s.")
    )
    return text % {"ranks": _ranks(facts), "points": _points(facts)}


def _by_partner(facts: Facts) -> str:
    if facts["sort"] == "sequence":
        return gettext("Your partner completed the samba before you did.")
    return gettext("Your partner completed the canasta of %(ranks)s before you did.") % {
        "ranks": _ranks(facts)
    }


def _mixed(facts: Facts) -> str:
    text = gettext("The canasta of %(ranks)s is complete, but a wild card lies in it: it is a mixed one.")
    return text % {"ranks": _ranks(facts)}


def _bonus(text: Callable[[], str]) -> Teller:
    return lambda facts: text() % {"points": _points(facts)}


def _kept(facts: Facts) -> str:
    return ngettext(
        "You hold only %(count)s card now, and the deal goes on.",
        "You hold only %(count)s cards now, and the deal goes on.",
        facts["cards"],
    ) % {"count": naming.number(facts["cards"])}


def _ended(text: Callable[[], str]) -> Teller:
    return lambda facts: text() % {
        "points": _points(facts), "most": naming.number(facts["most"]),
    }  # fmt: skip


def _pile_kept(facts: Facts) -> str:
    text = ngettext(
        "%(who)s did not get the pile of %(count)s card.",
        "%(who)s did not get the pile of %(count)s cards.",
        facts["cards"],
    )
    return _with_pile(text, facts)


def _pile_lost(facts: Facts) -> str:
    text = ngettext(
        "%(who)s has taken the pile of %(count)s card.",
        "%(who)s has taken the pile of %(count)s cards.",
        facts["cards"],
    )
    return _with_pile(text, facts)


def _with_pile(text: str, facts: Facts) -> str:
    return naming.first_upper(text % {"who": who(facts), "count": naming.number(facts["cards"])})


def _totals(facts: Facts) -> str:
    return gettext("The deal is over: your side scored %(own)s, the opponents %(others)s.") % {
        "own": _points(facts, "own"),
        "others": naming.number(int(facts["others"])),
    }


NOT_DONE: Final[Mapping[str, Callable[[], str]]] = {
    "opens": lambda: gettext("The initial meld is not on the table."),
    "takes": lambda: gettext("You have not taken the pile."),
    "completes": lambda: gettext("You have not completed the meld."),
    "goes-out": lambda: gettext("You have not gone out."),
    "asks": lambda: gettext("You have not asked your partner."),
    "keeps": lambda: gettext("You still hold too many cards."),
    "freezes": lambda: gettext("You have not frozen the pile."),
}
"""What has not come about, by the sort of the point."""


def _turns_over(facts: Facts) -> str:
    turns = ngettext("Your turn is over.", "Your %(count)s turns are over.", facts["turns"])
    return f"{turns % {'count': naming.number(facts['turns'])}} {NOT_DONE[facts['point']]()}"


def _other_out(facts: Facts) -> str:
    text = gettext("%(who)s has gone out.") % {"who": who(facts)}
    return f"{naming.first_upper(text)} {NOT_DONE[facts['point']]()}"


def _not_done(text: Callable[[], str]) -> Teller:
    return lambda facts: f"{text()} {NOT_DONE[facts['point']]()}"


TELLERS: Final[dict[str, Teller]] = {
    "open": _plain(lambda: gettext("Nothing is decided yet.")),
    "opened": _opened,
    "opened-by-partner": _plain(lambda: gettext("Your partner made the initial meld before you did.")),
    "took": _took,
    "took-frozen": _took_frozen,
    "frozen-gone": _with_who(lambda: gettext("%(who)s took the frozen pile before you did.")),
    "completed": _completed,
    "completed-by-partner": _by_partner,
    "completed-mixed": _mixed,
    "out": _bonus(lambda: gettext("You have gone out: a bonus of %(points)s.")),
    "out-concealed": _bonus(lambda: gettext("You have gone out concealed: a bonus of %(points)s.")),
    "out-not-concealed": _plain(lambda: gettext("You have gone out, but not concealed.")),
    "concealed-spoilt": _plain(lambda: gettext("You have melded: now you can no longer go out concealed.")),
    "asked-yes": _plain(lambda: gettext("You asked, your partner said yes, and you have gone out.")),
    "asked-no": _plain(lambda: gettext("You asked, your partner said no, and you have kept to it.")),
    "out-unasked": _plain(
        lambda: gettext("You have gone out without asking. That is allowed, but here you were meant to ask.")
    ),
    "kept": _kept,
    "ended-by-you": _plain(lambda: gettext("You have gone out: no card is left in your hand.")),
    "ended-cheap": _ended(
        lambda: gettext("The deal is over, and your hand costs %(points)s; up to %(most)s were allowed.")
    ),
    "ended-dear": _ended(
        lambda: gettext("The deal is over, and your hand costs %(points)s; only %(most)s were allowed.")
    ),
    "ahead": _totals,
    "not-ahead": _totals,
    "pile-kept": _pile_kept,
    "pile-kept-to-the-end": _plain(lambda: gettext("The deal is over, and you have guarded the pile.")),
    "pile-lost": _pile_lost,
    "froze": _plain(
        lambda: gettext("The pile is frozen: now it can be taken only with a natural pair from the hand.")
    ),
    "turns-over": _turns_over,
    "other-out": _other_out,
    "out-without": _not_done(lambda: gettext("You have gone out.")),
    "deal-over": _not_done(lambda: gettext("The deal is over.")),
}
"""For each reason the function that says it."""
