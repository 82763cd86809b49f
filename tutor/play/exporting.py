"""What is kept of a learner's games, for the export of one's own data."""

from __future__ import annotations

from typing import Any

from tutor.learning.models import Learner
from tutor.play.models import PlayedGame
from tutor.play.telling import record_as_seen


def export_of(learner: Learner | None) -> list[dict[str, Any]]:
    """Everything that is kept here about a learner, ready for JSON."""
    if learner is None:
        return []
    games = PlayedGame.objects.filter(learner=learner).prefetch_related("deals", "refused")
    return [_exported(game) for game in games]


def met_rules_of(learner: Learner | None) -> list[dict[str, Any]]:
    """The rules of which a learner was told while playing, ready for JSON."""
    found = learner.met_rules.all() if learner else ()
    return [{"rule": met.rule, "created": met.created} for met in found]


def _exported(game: PlayedGame) -> dict[str, Any]:
    """A game as its export; of a deal that is being played only what the learner has seen."""
    return {
        "key": str(game.key), "rule_set": game.rule_set, "house_rules": game.house_rules,
        "table_name": game.table_name, "styles": game.styles, "pace": game.pace,
        "coach": game.coach, "partner_tells": game.partner_tells, "coached": game.coached,
        "by_suit": game.by_suit,
        "is_single": game.is_single, "mini": game.mini, "seed": game.seed, "outcome": game.outcome,
        "stage": game.stage,
        "thought": game.thought, "stood_in": game.stood_in,
        "asked": game.asked, "created": game.created, "updated": game.updated,
        "finished": game.finished, "record": record_as_seen(game),
        "deals": [
            {
                "number": deal.number, "key": str(deal.key), "record": deal.record, "points": deal.points,
                "cards": deal.cards, "is_shared": deal.is_shared, "ended": deal.ended,
            }
            for deal in game.deals.all()
        ],
        "refused": [
            {
                "number": one.number, "place": one.place, "action": one.action, "rules": one.rules,
                "created": one.created,
            }
            for one in game.refused.all()
        ],
    }  # fmt: skip
