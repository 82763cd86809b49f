"""Whether reviews of played deals tell the truth: ``python -m tests.rejudging beginner quick --findings 500``.

Deals of each style by turns are played and reviewed from the first seat. Every finding is judged anew in other worlds,
ten times as many, by the same policies; and in three times as many by a policy that had no part in it and plays every
deal to its end. Printed are the share of findings that keep their sign, and of those that keep at least half of their
size. With ``--again 0`` findings are only counted: how many a deal, and in how many of the deals there are any.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from statistics import mean, median

from engine.law.ruleset import RuleSet
from engine.law.variants import RULE_SETS, rule_set
from engine.play.game import Game
from engine.play.players.strong import PLAYER_NAMES, player_named
from engine.play.players.style import QUICK
from engine.play.players.table import play_deal
from engine.play.record import Watched, format_game, watch_game
from engine.play.review.reviewing import USUAL_EFFORT, Choice, Review, review
from engine.play.review.turns import Moment, turns_of_seat
from engine.play.review.weighing import USUAL_SCALES, Estimate, Scales

SCORES = (0, 1500, 3000)
NO_PART = Scales(policies=(replace(QUICK, hold_cards=1),), turns=-1)
"""The quick style, as far as it can be played on; it is neither of the two that judge."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rejudged:
    """A finding, and what it came to when it was judged again and by another policy."""

    said: Choice
    again: Estimate
    other: Estimate

    @property
    def size(self) -> float:
        assert self.said.gain is not None
        return self.said.gain.mean


def played(rules: RuleSet, style: str, seed: str) -> list[Watched]:
    """A deal between players of one style, as its record tells it."""
    rng = Random(seed)
    score = rng.choice(SCORES)
    sides = len(Game.begin(rules).scores)
    game = Game.begin(rules, scores=(score,) * sides).shuffle(rng)
    assert game.deal is not None
    over = play_deal(game.deal, [player_named(style) for _ in game.deal.hands])
    return list(watch_game(format_game(game.after(over))))


def judged_again(moments: Sequence[Watched], found: Review, *, worlds: int) -> Iterator[Rejudged]:
    """Every finding judged again in so many ``worlds``; by the other policy in three tenths of them."""
    turns = {turn.number: turn for turn in turns_of_seat(moments, found.seat)}
    for choice in found.findings:
        turn = turns[choice.turn]
        moment = turn.beginning if choice.part == "beginning" else turn.playing
        assert moment is not None
        seed = f"again {choice.turn} {choice.part} {moment.view.hand}"
        yield Rejudged(
            said=choice,
            again=gain_of(moment, choice, USUAL_SCALES, worlds, Random(seed)),
            other=gain_of(moment, choice, NO_PART, max(2, 3 * worlds // 10), Random(f"other {seed}")),
        )


def gain_of(moment: Moment, choice: Choice, scales: Scales, worlds: int, rng: Random) -> Estimate:
    """By how much what the review found better is better than what was done."""
    made, better = scales.tried(
        [choice.made[:1] if choice.part == "beginning" else choice.made, choice.better]
    )
    scales.weigh(moment.view, [made, better], worlds, rng)
    return better.better_than(made)


def told(rows: Sequence[Rejudged]) -> str:
    """What so many findings came to, in a line."""
    if not rows:
        return "no findings"
    sign = mean(row.again.mean > 0 for row in rows)
    half = mean(row.again.mean >= row.size / 2 for row in rows)
    other = mean(row.other.mean > 0 for row in rows)
    sizes = median(row.again.mean / row.size for row in rows)
    return (
        f"{len(rows)} findings: again {100 * sign:.1f} % keep their sign, {100 * half:.1f} % half of their size "
        f"(median {100 * sizes:.0f} % of it); by another policy {100 * other:.1f} % keep their sign"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge the findings of reviews anew.")
    parser.add_argument("styles", nargs="+", choices=PLAYER_NAMES)
    parser.add_argument("--rules", default="classic", choices=RULE_SETS)
    parser.add_argument("--findings", type=int, default=500, help="end after so many")
    parser.add_argument("--deals", type=int, default=10**6, help="end after so many deals")
    parser.add_argument("--again", type=int, default=10, help="times as many worlds; 0 only counts")
    parser.add_argument("--seed", default="rejudged")
    options = parser.parse_args()
    rules, rows, counts, times = rule_set(options.rules), list[Rejudged](), list[int](), list[float]()
    worlds = options.again * USUAL_EFFORT.compared
    while len(counts) < options.deals and sum(counts) < options.findings:
        number = len(counts)
        moments = played(rules, options.styles[number % len(options.styles)], f"{options.seed}-{number}")
        began = time.process_time()
        found = review(moments, 0)
        times.append(time.process_time() - began)
        counts.append(len(found.findings))
        if worlds:
            rows += judged_again(moments, found, worlds=worlds)
        print(
            f"{len(counts)} deals of {', '.join(options.styles)}, {mean(counts):.2f} findings a deal, "
            f"{100 * mean(count > 0 for count in counts):.0f} % have any; a review took {mean(times):.1f} s, "
            f"at most {max(times):.1f}" + (f"; {told(rows)}" if worlds else ""),
            flush=True,
        )


if __name__ == "__main__":
    main()
