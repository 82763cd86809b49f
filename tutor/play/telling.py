"""A played game in words and as something to draw: the seats, what was said and done, the log, the sheets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from django.urls import reverse
from django.utils.translation import gettext, pgettext

from engine.law.actions import Action
from engine.law.errors import EngineError
from engine.law.variants import rule_set
from engine.play.game import Game
from engine.play.game import PlayedDeal as DealOver
from engine.play.record import Done, format_game, format_seen
from engine.play.seen import seen_by
from engine.play.view import view_of_deal
from lessons.content.deals import MiniDeal, mini_deal, mini_deals
from lessons.content.reading import library
from lessons.counting.sheet_rows import side_names
from lessons.kinds.common.card_buttons import CardsForm
from lessons.kinds.common.work import Work
from lessons.kinds.turn import turn_at
from lessons.saying import moves
from lessons.saying.remedies import actions_in_words
from lessons.saying.verdicts import explain
from lessons.saying.wording import rule_title
from lessons.table import presenting
from lessons.words import naming
from tutor.learning.exercise_answer import answer_context
from tutor.play import asking
from tutor.play import sitting as play
from tutor.play.house_rules import (
    has_moved_on,
    moved_on_words,
    ours_of,
    players_note,
    title_of_game,
)
from tutor.play.models import PlayedDeal, PlayedGame
from tutor.play.sitting import NotAllowedError, Sitting
from tutor.play.thinking import can_think
from tutor.tables.models import Table

DELAYS: Final = {"slow": 2600, "normal": 1400, "quick": 500, "once": 0}
"""Milliseconds at least between the turns of others, by pace."""
PER_WORD: Final = {"slow": 420, "normal": 280}
"""Milliseconds for each word that is said of a turn before the next one: at the slower paces it can be heard out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """Another seat: what it is called, how many cards it holds, what it did last, and whether it is to act.

    ``is_last`` is whether it acted last of all, ``stood_in`` whether the careful style played its last turn.
    """

    name: str
    cards: int
    cards_words: str
    said: str
    style: str
    acts: bool
    is_last: bool
    stood_in: bool = False


def style_title(style: str) -> str:
    """What a style is called."""
    return {
        "beginner": pgettext("style of a player", "Beginner"),
        "careful": pgettext("style of a player", "Careful"),
        "strong": pgettext("style of a player", "Strong"),
        "quick": pgettext("style of a player", "Quick"),
        "slow": pgettext("style of a player", "Slow"),
    }[style]


def style_note(style: str) -> str:
    """What a style is, in one sentence."""
    note = {
        "beginner": gettext(
            "does not look at what the next player may take, does not hold pairs back, never freezes the "
            "pile, never asks before going out"
        ),
        "careful": gettext("looks at what the next player may take, and holds some cards back"),
        "quick": gettext("makes the initial meld, takes the pile and goes out as soon as possible"),
        "slow": gettext("holds cards back, and asks you before going out"),
        "strong": gettext("tries out its moves on many possible layouts of the cards that it does not see"),
    }[style]
    return f"{naming.first_upper(note)}."


def cannot_play_words(rules: Sequence[str]) -> str:
    """Which of these rule sets the strong style does not play, as a sentence; empty where it plays all."""
    names = [naming.named_rule_set(name) for name in rules if not can_think(rule_set(name))]
    if not names:
        return ""
    return gettext("The strong style does not play this yet: %(games)s.") % {
        "games": naming.join_words(names)
    }


def stood_in_words() -> str:
    """Of a turn in which the careful style played for the strong one."""
    return gettext("the careful style took over: the strong one was not ready in time")


def pace_title(pace: str) -> str:
    """What a pace of the others is called."""
    return {
        "slow": pgettext("pace", "slowly"),
        "normal": pgettext("pace", "at a normal pace"),
        "quick": pgettext("pace", "quickly"),
        "once": pgettext("pace", "all at once"),
    }[pace]


def game_note(name: str) -> str:
    """How many play a rule set, and to how many points."""
    rules = rule_set(name)
    return players_note(rules.default_players, rules)


def seats_of(sitting: Sitting) -> list[SeatView]:
    """The other seats in the order of play, from the learner's left."""
    deal, me = sitting.deal, sitting.me
    view, count = view_of_deal(deal, sitting.watched.memory, me), len(deal.hands)
    history = sitting.watched.history
    last = {turn[0].seat: turn for turn in play.turns_of(history)}
    found = []
    for step in range(1, count):
        seat = (me + step) % count
        held, turn = view.cards[seat], last.get(seat, [])
        found.append(
            SeatView(
                name=moves.who(seat, me, count),
                cards=held,
                cards_words=naming.card_count(held),
                said=_answer_of(sitting, seat) or _said(turn, me=me, seats=count),
                stood_in=bool(turn) and turn[0].turn in sitting.stood_in,
                style=style_title(sitting.styles[sitting.game.players_at_table[seat]]),
                acts=seat == deal.seat,
                is_last=bool(history) and history[-1].seat == seat,
            )
        )
    return found


def _answer_of(sitting: Sitting, seat: int) -> str:
    """What the partner at this seat has answered to the learner's question in the turn that goes on."""
    deal, me = sitting.deal, sitting.me
    if sitting.state != "mine" or deal.side_of(seat) != deal.side_of(me):
        return ""
    return asking.said_at_seat(deal.answer)


def log_of(sitting: Sitting) -> list[str]:
    """The deal so far, a sentence for each turn."""
    return [_turn_in_words(turn, sitting) for turn in play.turns_of(sitting.watched.history)]


def since_mine(sitting: Sitting) -> list[str]:
    """What the others have done since the learner's last turn, a sentence for each turn."""
    since: list[str] = []
    for turn in reversed(play.turns_of(sitting.watched.history)):
        if turn[0].seat == sitting.me and (since or sitting.state != "mine"):
            break
        if turn[0].seat != sitting.me:
            since.append(_turn_in_words(turn, sitting))
    return since[::-1]


def turns_in_words(turns: Sequence[Sequence[Done]], sitting: Sitting) -> str:
    """Some turns of the deal that is being played, a sentence for each."""
    return " ".join(_turn_in_words(turn, sitting) for turn in turns)


def _turn_in_words(turn: Sequence[Done], sitting: Sitting) -> str:
    told = moves.turn_in_words(turn, me=sitting.me, seats=len(sitting.deal.hands))
    return f"{told} ({stood_in_words()})" if turn[0].turn in sitting.stood_in else told


def status_words(sitting: Sitting) -> str:
    """Who is to do what, as the heading of the table."""
    state = sitting.state
    if state == "over":
        return gettext("The deal is over.")
    deal, me = sitting.deal, sitting.me
    if state == "asked":
        return gettext("Your partner asks: may I go out?")
    if state == "theirs":
        return gettext("%(who)s is thinking …") % {"who": moves.who(deal.seat, me, len(deal.hands))}
    if deal.turn.phase == "draw":
        if not deal.stock:
            return gettext("Your turn. The stock is empty.")
        return gettext("Your turn: draw, or take the pile.")
    return gettext("Your turn: meld if you like, then discard.")


def delay_after(said: str, pace: str) -> int:
    """Milliseconds until the next turn after this was said of the last."""
    return max(DELAYS[pace], PER_WORD.get(pace, 0) * len(said.split()))


def score_words(game: Game) -> str:
    """The totals and which deal it is, in one line."""
    number = game.number + (game.deal is not None)
    return " · ".join([_by_sides(game, game.scores), gettext("deal %(number)s") % {"number": max(1, number)}])


def result_words(over: DealOver, game: Game) -> str:
    """What each side made in a deal that is over."""
    points = _by_sides(game, [sheet.total for sheet in over.score.sheets])
    return gettext("Points in this deal: %(points)s") % {"points": points}


def _by_sides(game: Game, points: Sequence[int]) -> str:
    """Points of the sides of a game, the learner's first."""
    mine = game.seating.side_of(play.ME)
    together = len(game.seating.sides[mine]) > 1
    own = pgettext("score of a partnership", "You") if together else pgettext("at the table", "You")
    others = side_names(game.rules)[1]
    order = sorted(range(len(points)), key=lambda side: side != mine)
    return " · ".join(f"{own if side == mine else others} {naming.number(points[side])}" for side in order)


def table_context(sitting: Sitting) -> dict[str, Any]:
    """What lies on the table, and who sits round it. What the learner has laid in this turn can be taken back there."""
    deal = sitting.deal
    told = {"seats": seats_of(sitting), "since": since_mine(sitting)}
    if sitting.state != "mine":
        return {"table": presenting.table(seen_by(deal, sitting.me)), **told}
    # The partner's answer stands at its seat and beside the table.
    table = presenting.table(deal.position(), staged=deal.actions, asked="hidden")
    first = len(deal.actions) - play.may_take_back(sitting)
    melds = tuple(
        replace(meld, back=None) if meld.back is not None and meld.back.index < first else meld
        for meld in table.own.melds
    )
    own, pile = replace(table.own, melds=melds), replace(table.pile, back=None)
    return {"table": replace(table, own=own, pile=pile), **told}


def turn_context(sitting: Sitting, *, work: Work, is_over: bool, asks: bool = False) -> dict[str, Any]:
    """The learner's hand, and the form of the turn while it is the learner's and the game is not over.

    ``asks`` is whether the question to the partner stands open, and not among what is seldom done.
    """
    deal = sitting.deal
    if is_over or sitting.state != "mine":
        return {"hand": presenting.hand(deal.hands[sitting.me], selectable=False), "form": None, "tray": None}
    context = answer_context(turn_at(deal.position()), work, None, None, focus="")
    tray = context["tray"]
    first = len(deal.actions) - play.may_take_back(sitting)
    staged = tuple(replace(one, stays=one.index < first) for one in tray.staged)
    form = _offered(
        context["form"], begun=deal.turn.phase == "play", asks=asks, asked=deal.answer is not None
    )
    return {**context, "form": form, "tray": replace(tray, staged=staged) if staged else None}


def _offered(form: CardsForm, *, begun: bool, asks: bool, asked: bool) -> CardsForm:
    """Of the buttons of a turn those of its part: how it begins, or what can be done after that."""
    if begun:
        ask = tuple(button for button in form.more if button.do == "ask")
        more = tuple(button for button in form.more if button.do != "ask" or not (asks or asked))
        return replace(form, opening=(), onto=(), asking=ask if asks else (), more=more)
    expose = tuple(button for button in form.laying if button.do == "expose")
    return replace(form, laying=expose, targets=(), joins=(), closing=(), more=())


def refused_context(sitting: Sitting, error: NotAllowedError) -> dict[str, Any]:
    """Why the action was refused: the one thing that decided, what would mend it, and the rule."""
    deal = sitting.deal
    if error.verdict is None:
        why = (
            gettext("You may ask only if you could go out now and could also play on after a “no”.")
            if error.action.verb == "ask"
            else gettext("At this table that is not possible now.")
        )
        why = _about(error.action, why)
        return {"outcome": "wrong", "why": why, "fix": "", "rule_id": "", "rule_title": "", "ours": ""}
    told = explain(error.verdict, position=deal.position(), actions=(*deal.actions, error.action))
    open_rule = error.verdict.undecided[0] if error.verdict.legal is None else ""
    rule = told.rule_id or open_rule
    why = told.deciding.text if told.deciding else ""  # with actions before it, it names the one it speaks of
    return {
        "outcome": "wrong" if error.verdict.legal is False else "undecided",
        "why": why if deal.actions else _about(error.action, why),
        "fix": _fix(deal.actions, error.verdict.remedy, stay=len(deal.actions) - play.may_take_back(sitting)),
        "rule_id": rule,
        "rule_title": rule_title(rule, deal.rules) if rule else "",
        "ours": ours_of(rule, deal.rules),
    }


def _about(action: Action, reason: str) -> str:
    return gettext("“%(action)s”: %(reason)s") % {"action": naming.action_in_words(action), "reason": reason}


def _fix(done: tuple[Action, ...], remedy: Sequence[Action] | None, *, stay: int) -> str:
    """What could be done instead, without what is done already; nothing where that is only to leave it.

    The first ``stay`` actions cannot be taken back, and the remedy begins with them.
    """
    if remedy is None:
        return ""
    kept = tuple(remedy[: len(done)]) == done
    rest = tuple(remedy[len(done) if kept else stay :])
    if not rest:
        return ""
    facts = {"actions": actions_in_words(rest)}
    if kept:
        return gettext("This is allowed, for example: %(actions)s") % facts
    return gettext("Take back what you have laid; then this is allowed, for example: %(actions)s") % facts


def record_as_seen(game: PlayedGame) -> str:
    """The record of the deal that is being played as the learner saw it; between deals the totals.

    Empty for one that cannot be read any more.
    """
    try:
        sitting = play.sitting_from(game.record, tuple(game.styles), asked=game.asked)
    except EngineError:
        return ""
    return format_game(sitting.game) if sitting.game.deal is None else format_seen(sitting.game, sitting.me)


def whole_record(game: PlayedGame) -> str:
    """The record of all deals of a game; of the one that is being played only what the learner has seen."""
    told = [deal.record for deal in game.deals.all()]
    return "\n".join([*told, *([] if game.finished else [record_as_seen(game)])])


def deal_url(deal: PlayedDeal) -> str:
    return reverse("play:deal", args=[deal.game.key, deal.number + 1])


def _said(turn: Sequence[Done], *, me: int, seats: int) -> str:
    if not turn:
        return ""
    asks_me = seats == moves.PARTNERS_SEATS and (turn[0].seat + 2) % seats == me
    return naming.join_words(moves.turn_parts(turn, mine=False, asks_me=asks_me))


def outcome_words(outcome: str) -> str:
    """What came of the point of a mini-deal, as the heading of its table."""
    if outcome == PlayedGame.Outcome.REACHED:
        return gettext("Goal reached!")
    return gettext("Goal not reached this time.")


def mini_line(mini: MiniDeal, *, reached: bool) -> dict[str, Any]:
    """A mini-deal in a list: what it is about, after which stage it can be played, and whether it was reached."""
    stage = library().stage(mini.lesson)
    return {
        "slug": mini.slug,
        "title": mini.title,
        "goal": mini.goal,
        "rule_set": naming.rule_set_name(mini.table.rules),
        "is_classic": mini.table.rules.name == "classic",
        "stage": stage.title if stage else "",
        "reached": reached,
    }


def unreadable_words() -> str:
    """Of a game whose record cannot be played again, as after a change of its rule set."""
    return gettext("This game cannot be read any more: its rules have changed since.")


def next_mini(mini: MiniDeal) -> MiniDeal | None:
    """The mini-deal after this one, None after the last."""
    every = list(mini_deals().values())
    place = every.index(mini) + 1
    return every[place] if place < len(every) else None


def game_line(game: PlayedGame, *, table: Table | None = None) -> dict[str, Any]:
    """A game in a list: its rules, the totals, and where it goes on; of a mini-deal its title and its outcome.

    ``table`` is the one of the device: where it has changed its rules since the game began, that is said.
    """
    mini = mini_deal(game.mini) if game.mini else None
    note = ""
    try:
        sitting = play.sitting_from(game.record, tuple(game.styles), asked=game.asked)
        score, title = score_words(sitting.game), title_of_game(game)
        note = moved_on_words(game) if has_moved_on(game, table) else ""
    except EngineError:
        score, title = unreadable_words(), naming.named_rule_set(game.rule_set)
    if mini is not None:
        score = outcome_words(game.outcome) if game.outcome else str(mini.goal)
    return {
        "game": game,
        "title": mini.title if mini else title,
        "score": score,
        "note": note,
        "url": reverse("play:game", args=[game.key]),
    }
