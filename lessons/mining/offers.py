"""What somebody could try in a position, sensible or not, by name: lists of actions from which questions are made."""

from __future__ import annotations

from typing import Final

from lessons.mining.offers_base import Offer
from lessons.mining.offers_begin import beginnings, openings, red_threes, takes
from lessons.mining.offers_end import asking, discards, endings
from lessons.mining.offers_lay import adds, blocking, mischief, sets

OFFERS: Final[dict[str, Offer]] = {
    "takes": takes,
    "openings": openings,
    "sets": sets,
    "adds": adds,
    "mischief": mischief,
    "beginnings": beginnings,
    "endings": endings,
    "discards": discards,
    "asking": asking,
    "blocking": blocking,
    "red-threes": red_threes,
}
