"""What is legal in words, in as few lines as tell it all."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from django.utils.translation import gettext

from engine.law.actions import Action
from engine.law.cards import Card, sort_cards
from lessons.words import naming


def legal_in_words(actions: Sequence[Action]) -> list[str]:
    """The lines in the order of the actions, the discards last.

    Melds of a rank are one line, and so is what can be added to a meld; melds that the same can be added to share it.
    """
    melds: dict[str, list[Action]] = defaultdict(list)
    adds: dict[str, list[Action]] = defaultdict(list)
    for action in actions:
        if action.verb == "meld":
            melds[_rank(action)].append(action)
        elif action.verb == "add":
            adds[action.target].append(action)
    lines = [
        naming.action_in_words(action) for action in actions if action.verb not in ("meld", "add", "discard")
    ]
    lines += [_melds(of_rank) for of_rank in melds.values()]
    lines += _adds(adds)
    discards = [action.cards[0] for action in actions if action.verb == "discard"]
    return list(dict.fromkeys([*lines, *([_discards(discards)] if discards else [])]))


def _rank(meld: Action) -> str:
    """What melds are told together by: the rank of a group, each sequence by itself."""
    ranks = {card.rank for card in meld.cards if card.is_natural and not card.is_wild}
    return ranks.pop() if len(ranks) == 1 else str(meld)


def _melds(melds: Sequence[Action]) -> str:
    if len(melds) == 1:
        return naming.action_in_words(melds[0])
    return gettext("Meld: %(ways)s") % {"ways": _ways(melds)}


def _adds(adds: dict[str, list[Action]]) -> Iterator[str]:
    alike: dict[str, list[str]] = defaultdict(list)
    for target, found in adds.items():
        alike[_ways(found)].append(target)
    for ways, targets in alike.items():
        first = adds[targets[0]]
        if len(first) == 1:
            cards = naming.cards_in_text(first[0].cards, "accusative")
            yield naming.first_upper(naming.adding_in_words(cards, targets))
        else:
            melds = naming.join_words([naming.target_name(target) for target in targets])
            yield gettext("Add to the %(meld)s: %(ways)s") % {"meld": melds, "ways": ways}


def _ways(actions: Sequence[Action]) -> str:
    """The cards of each, once."""
    return "; ".join(dict.fromkeys(naming.cards_in_text(one.cards, "accusative") for one in actions))


def _discards(cards: Sequence[Card]) -> str:
    ranks = dict.fromkeys(naming.word_key(card) for card in sort_cards(cards))
    words = naming.either([naming.rank_count(rank, 1, "accusative") for rank in ranks])
    return naming.first_upper(gettext("Discard %(cards)s") % {"cards": words})
