"""View models of a table, a hand and a turn in progress: engine values in, words and drawing order out.

Nothing here knows a request, a model or a template.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from django.utils.translation import gettext, ngettext, pgettext

from engine.law.actions import Action
from engine.law.cards import NATURAL_RANKS, Card, sort_cards
from engine.law.melds import Meld
from engine.law.position import Position, Side
from engine.law.ruleset import RuleSet
from lessons.table import position_words
from lessons.table.laying import Laid, laid_on
from lessons.table.staging import REVEALING
from lessons.table.view_models import (
    BackView,
    HandCard,
    HandGroup,
    HandView,
    MeldView,
    MeterView,
    PileCard,
    PileView,
    SideView,
    StagedView,
    StateTag,
    TableView,
    TrayView,
)
from lessons.words import naming
from lessons.words.in_brief import InBrief
from lessons.words.vocabulary import SUIT_NAMES

# Groups of a hand from left to right: threes apart and first, four to ace, wild cards last.
GROUP_KEYS: Final = ("3r", "3b", *NATURAL_RANKS, "W")
APART: Final = ("3r", "3b", "W")
"""Groups that stay together where the rest of a hand lies by suits."""
SUIT_ORDER: Final = "cdsh"
"""Black and red suits by turns."""


def table(
    position: Position,
    *,
    staged: Sequence[Action] = (),
    seat: position_words.Seat = "you",
    asked: position_words.Asked = "yes",
    labelled: bool = True,
    marked: Iterable[Card] = (),
) -> TableView:
    """The table as the staged actions leave it: what they laid lies there, and can be taken back there.

    Of the cards laid in this turn those that are ``marked`` are so there. Without ``labelled`` it says in no words what
    can be read from it: that the pile is frozen or blocked, which points an initial meld needs, and to what the
    partner's answer obliges.
    """
    laid, pool = laid_on(position, staged), list(marked)
    backs: dict[int | None, BackView] = {
        index: BackView(index=index, words=naming.action_in_words(staged[index]))
        for index in laid.taken_back_there
    }
    own = _side(
        laid.position.own, position.rules, title=position_words.own_title(position, seat), own=labelled
    )
    drawn = sum(_from_stock(action, position.rules) for action in staged)
    stock = None if position.stock is None else max(0, position.stock - drawn)
    return TableView(
        opponents=tuple(
            _side(
                side,
                position.rules,
                title=position_words.own_title(position, "you")
                if seat == "opponent"
                else position_words.opponents_title(position, place),
            )
            for place, side in enumerate(position.opponents, start=1)
        ),
        own=replace(own, melds=_laid_melds(laid, position.rules, pool, backs)),
        pile=_pile(laid, pool, labelled=labelled, backs=backs),
        stock=stock,
        stock_words=_stock_words(stock),
        partner_words=position_words.partner_words(position, seat, asked, labelled=labelled),
    )


def _from_stock(action: Action, rules: RuleSet) -> int:
    """How many cards the action took from the stock: red threes and what replaces them too, as far as it names them."""
    if action.verb == "draw":
        return len(action.cards) or rules.draw_count
    return len(action.others) if action.verb == "expose" else 0


def score_table(side_melds: Iterable[Meld], red_threes: Iterable[Card], rules: RuleSet) -> SideView:
    """What one side has on the table when the deal is scored."""
    side = Side(melds=tuple(side_melds), red_threes=tuple(red_threes))
    view = _side(side, rules, title=gettext("On the table"))
    return SideView(
        title=view.title, score="", melds=view.melds, red_threes=view.red_threes,
        red_threes_words=view.red_threes_words, notes=() if side.melds else (gettext("no meld"),),
    )  # fmt: skip


def looked_at(position: Position) -> dict[str, TableView | HandView]:
    """A position to look at, with nothing to press: the table and the hand."""
    shown = hand(position.hand, selectable=False, unknown=position.unknown_cards)
    return {"table": table(position), "hand": shown}


def hand(
    cards: Iterable[Card],
    *,
    selected: Collection[str] = (),
    marked: Iterable[Card] = (),
    new: Iterable[Card] = (),
    selectable: bool = True,
    title: str = "",
    unknown: int = 0,
    plain: bool = False,
) -> HandView:
    """The cards in groups by rank; ``selected`` holds form values, ``marked`` the cards the verdict points at.

    ``plain`` leaves out the groups and everything that says which cards are special, for tasks that ask just that.
    """
    marked, new = list(marked), list(new)
    numbered: dict[Card, int] = {}
    groups: dict[str, list[HandCard]] = {key: [] for key in ("", *GROUP_KEYS)}
    ordered = tuple(cards) if plain else sort_cards(cards)
    # The verdict may point at cards on the table besides, such as those of the sequence that is not continued.
    marked_here = (Counter(marked) & Counter(ordered)).elements()
    marked_words = naming.cards_listed(sort_cards(marked_here))
    for place, card in enumerate(ordered):
        copy = numbered[card] = numbered.get(card, -1) + 1
        value = f"{card}#{copy}"
        is_selected = value in selected
        groups["" if plain else _group_key(card)].append(
            HandCard(
                card=card,
                value=value,
                id=f"card-{place}",
                selected=is_selected,
                marked=_take(card, marked) if not selected or is_selected else False,
                new=_take(card, new),
            )
        )
    return HandView(
        title=title or gettext("Your hand"),
        count_words=naming.card_count(len(ordered) + unknown),
        groups=tuple(
            HandGroup(key=key, name=_group_name(key, len(group)), cards=tuple(group))
            for key, group in groups.items()
            if group
        ),
        selectable=selectable,
        marked_words=marked_words,
        plain=plain,
        unknown_words=_unknown_words(unknown),
    )


def focused(hand: HandView) -> HandView:
    """The hand with the focus on its first selected card."""
    chosen = [one.id for group in hand.groups for one in group.cards if one.selected][:1]
    groups = [
        replace(group, cards=tuple([replace(one, focused=one.id in chosen) for one in group.cards]))
        for group in hand.groups
    ]
    return replace(hand, groups=tuple(groups))


def by_suit(hand: HandView) -> HandView:
    """The hand with its natural cards in groups by suit; threes and wild cards stay apart."""
    ranks = {group.key: group for group in hand.groups}
    naturals = [one for group in hand.groups if group.key not in APART for one in group.cards]
    suits = {suit: tuple([one for one in naturals if one.card.suit == suit]) for suit in SUIT_ORDER}
    told = [
        HandGroup(key=suit, name=naming.first_upper(str(SUIT_NAMES[suit])), cards=cards)
        for suit, cards in suits.items()
        if cards
    ]
    *threes, wild = [[ranks[key]] if key in ranks else [] for key in APART]
    return replace(hand, groups=(*threes[0], *threes[1], *told, *wild))


def tray(
    staged: Sequence[Action],
    *,
    have: int | None = None,
    need: int | None = None,
    marked: Iterable[Card] = (),
    seen_stays: bool = False,
    lying: Collection[int] = (),
) -> TrayView:
    """The staged actions, each with its words, and the points meter where both numbers are given.

    ``seen_stays`` says that what showed cards of the stock cannot be taken back, ``lying`` which actions can be where
    they lie on the table.
    """
    meter = None
    if have is not None and need is not None:
        reached = have >= need
        text = gettext("%(have)s of %(need)s points") % {
            "have": naming.number(have),
            "need": naming.number(need),
        }
        meter = MeterView(have=min(have, need), need=need, words=text, reached=reached)
    pool = list(marked)
    # A card that is drawn and then melded is marked where it is melded.
    order = sorted(range(len(staged)), key=lambda index: staged[index].verb == "draw")
    views = {
        index: replace(
            _staged(index, staged[index], pool),
            stays=seen_stays and staged[index].verb in REVEALING,
            lies=index in lying,
        )
        for index in order
    }
    return TrayView(staged=tuple(views[index] for index in range(len(staged))), meter=meter)


def _staged(index: int, action: Action, pool: list[Card]) -> StagedView:
    cards = action.cards + action.others
    marks = tuple(_take(card, pool) for card in cards)
    return StagedView(
        index=index,
        words=naming.action_in_words(action),
        cards=cards,
        notation=str(action),
        marked=marks,
        marked_words=naming.cards_listed(card for card, mark in zip(cards, marks, strict=True) if mark),
    )


def _side(side: Side, rules: RuleSet, *, title: str, own: bool = False) -> SideView:
    notes = []
    if own and not side.opened:
        minimum = rules.initial_minimum(side.score)
        notes.append(
            gettext("not melded yet, minimum for the initial meld left open")
            if minimum is None
            else gettext("not melded yet, initial meld %(minimum)s") % {"minimum": naming.number(minimum)}
        )
    elif not side.melds:
        notes.append(gettext("has melded") if side.opened else gettext("not melded yet"))
    count = len(side.red_threes)
    red = ngettext("%(count)s red three", "%(count)s red threes", count) % {"count": count} if count else ""
    return SideView(
        title=title,
        score=InBrief(naming.points_words(side.score), naming.number(side.score)),
        melds=_melds(side.melds, rules),
        red_threes=side.red_threes,
        red_threes_words=red,
        notes=tuple(notes),
    )


def _laid_melds(
    laid: Laid, rules: RuleSet, pool: list[Card], backs: Mapping[int | None, BackView]
) -> tuple[MeldView, ...]:
    """The own melds with what came to them in this turn. Cards that are marked are taken out of the pool."""
    views = []
    for one, view in zip(laid.melds, _melds([one.meld for one in laid.melds], rules), strict=True):
        came = list(one.came)
        looks = tuple(_look(card, came, pool) for card in view.cards)
        views.append(replace(view, key=one.name, looks=looks, back=backs.get(one.last)))
    return tuple(views)


def _look(card: Card, came: list[Card], pool: list[Card]) -> str:
    if not _take(card, came):
        return ""
    return "came marked" if _take(card, pool) else "came"


def _melds(melds: Sequence[Meld], rules: RuleSet) -> tuple[MeldView, ...]:
    """The melds of a side; those of a rank that lies there more than once say which they are."""
    seen: Counter[str] = Counter()
    together = Counter(one.rank for one in melds)
    views = []
    for one in melds:
        seen[one.rank] += 1
        several = together[one.rank] > 1 and not one.is_sequence
        views.append(meld(one, rules, place=seen[one.rank] if several else 0))
    return tuple(views)


def meld(one: Meld, rules: RuleSet, *, place: int = 0) -> MeldView:
    """One meld with its count and tag: "5 of 7", mixed, natural canasta, samba.

    ``place`` counts the melds of a rank that lies on the table more than once.
    """
    count = len(one.cards)
    size = rules.canasta_size
    sort = ""
    if rules.sperr_canasta and one.is_blocking:
        look, tag = "canasta mixed", gettext("blocking canasta")
    elif one.is_sequence:
        size = rules.sequence_max or size
        complete = one.is_canasta(rules)
        look = "sequence canasta natural" if complete else "sequence"
        samba = InBrief(gettext("samba, complete"), f"{count} · Samba")
        tag = samba if complete else _count_of(count, size)
    elif not one.naturals:
        complete = one.is_canasta(rules)
        look = "canasta mixed" if complete else "mixed"
        wild = InBrief(gettext("wild canasta"), f"{count} · " + pgettext("canasta", "wild"))
        tag = wild if complete else _count_of(count, size)
    elif one.is_canasta(rules):
        look = "canasta natural" if one.is_natural else "canasta mixed"
        tag = gettext("natural canasta") if one.is_natural else gettext("mixed canasta")
        if count > rules.canasta_size:
            tag = gettext("%(tag)s, %(count)s cards") % {"tag": tag, "count": count}
        sort_of = pgettext("canasta", "natural") if one.is_natural else pgettext("canasta", "mixed")
        tag = InBrief(tag, f"{count} · {sort_of}")
    elif one.rank == "3":
        look, tag = "", naming.card_count(count)
    else:
        look = "" if one.is_natural else "mixed"
        sort = "" if one.is_natural else gettext("mixed")
        tag = _count_of(count, size)
    name = f"{one.rank}#{place}" if place else one.rank
    return MeldView(
        name=naming.first_upper(naming.meld_title(name)),
        cards=one.naturals + one.wilds,
        counted=tag,
        sort=sort,
        look=look,
        by_partner=one.by == "partner",
    )


def _count_of(count: int, size: int) -> str:
    return InBrief(gettext("%(count)s of %(size)s") % {"count": count, "size": size}, f"{count}/{size}")


def _pile(laid: Laid, pool: list[Card], *, labelled: bool, backs: Mapping[int | None, BackView]) -> PileView:
    """The pile after staged actions: as it was, taken, or with the card that was discarded on it."""
    now, back = laid.position, backs.get(laid.at_pile)
    if laid.taken and not now.pile_size:
        return PileView(
            cards=(), size=0, words=gettext("taken in this turn"), states=(), density="", back=back
        )
    view = replace(_pile_of(now, labelled=labelled), back=back, taken=laid.taken)
    if not laid.discarded or now.upcard is None:
        return view
    *below, top = view.cards
    return replace(view, cards=(*below, replace(top, look=_look(now.upcard, [now.upcard], pool))))


def _pile_of(position: Position, *, labelled: bool) -> PileView:
    cards = tuple(
        PileCard(card=card, across=_lies_across(position, place), top=place == len(position.pile) - 1)
        for place, card in enumerate(position.pile)
    )
    if position.freeze_cause == "unlisted":
        cards = (PileCard(card=None, across=True, top=False), *cards)
    density = "dense" if len(cards) > 12 else "many" if len(cards) > 7 else ""
    states = tuple(_pile_states(position)) if labelled else ()
    return PileView(
        cards=cards,
        size=position.pile_size,
        words=_pile_words(position),
        states=states,
        density=density,
    )


def _lies_across(position: Position, place: int) -> bool:
    """A buried card that freezes the pile is turned sideways so that it sticks out."""
    card = position.pile[place]
    freezes = card.is_wild or (card.is_red_three and position.rules.opening_card_freezes)
    return position.is_frozen and freezes and place < len(position.pile) - 1


def _pile_words(position: Position) -> str:
    if not position.pile_size:
        return gettext("empty")
    if position.upcard is None:
        return naming.card_count(position.pile_size)
    top = {"count": naming.number(position.pile_size), "card": naming.card_in_text(position.upcard)}
    words = (
        ngettext("%(count)s card: %(card)s", "%(count)s cards, top card %(card)s", position.pile_size) % top
    )
    return InBrief(words, gettext("%(count)s, top card %(card)s") % top if position.pile_size > 1 else words)


def _pile_states(position: Position) -> Iterable[StateTag]:
    if position.is_frozen:
        yield StateTag(slug="frozen", text=gettext("frozen"))
    top = position.upcard
    if top is not None and top.is_black_three:
        yield StateTag(slug="blocked", text=InBrief(gettext("blocked by a black three"), gettext("blocked")))
    if top is not None and top.is_wild:
        yield StateTag(slug="blocked", text=gettext("wild card on top"))


def _stock_words(stock: int | None) -> str:
    if stock is None:
        return gettext("face down")
    return gettext("empty") if stock == 0 else InBrief(naming.card_count(stock), naming.number(stock))


def _unknown_words(count: int) -> str:
    if not count:
        return ""
    return ngettext(
        "and %(count)s card that is not named", "and %(count)s cards that are not named", count
    ) % {"count": count}


def _group_key(card: Card) -> str:
    return "W" if card.is_wild else naming.word_key(card)


def _group_name(key: str, count: int) -> str:
    return (
        "" if not key else naming.first_upper(naming.rank_one(key) if count == 1 else naming.rank_many(key))
    )


def _take(card: Card, pool: list[Card]) -> bool:
    """Whether the card is in the pool; takes it out, so that of equal cards only as many are marked."""
    if card in pool:
        pool.remove(card)
        return True
    return False
