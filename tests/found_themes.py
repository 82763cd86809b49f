"""What reviews find in the deals of a style, theme by theme: ``python -m tests.found_themes beginner --deals 200``.

Deals between players of one style are played and reviewed from the first seat. Printed are how many findings there
are, in how many of the deals; what would have been better, as headings of findings say it; and the themes that say why.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from statistics import mean

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"

import django

django.setup()

from engine.law.variants import RULE_SETS, rule_set  # noqa: E402
from engine.play.players.strong import PLAYER_NAMES  # noqa: E402
from engine.play.review.reviewing import review  # noqa: E402
from engine.play.review.turns import turns_of_seat  # noqa: E402
from tests.rejudging import played  # noqa: E402
from tutor.reviewing.reasons import reasons_of, told_as  # noqa: E402
from tutor.reviewing.storing import StoredChoice  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description="Count the findings of reviews by their themes.")
    parser.add_argument("style", choices=PLAYER_NAMES)
    parser.add_argument("--rules", default="classic", choices=RULE_SETS)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--seed", default="found")
    options = parser.parse_args()
    counts, headings, themes = list[int](), Counter[str](), Counter[str]()
    for number in range(options.deals):
        moments = played(rule_set(options.rules), options.style, f"{options.seed}-{number}")
        findings, turns = (
            review(moments, 0).findings,
            {turn.number: turn for turn in turns_of_seat(moments, 0)},
        )
        counts.append(len(findings))
        for found in findings:
            turn = turns[found.turn]
            moment = turn.beginning if found.part == "beginning" else turn.playing
            assert moment is not None
            choice = StoredChoice(part=found.part, better=found.better, gain=found.gain, grade=found.grade)
            reasons = reasons_of(moment, choice)
            headings[told_as(moment, choice, reasons).slug] += 1
            themes.update({remark.theme for remark in reasons})
    print(
        f"{options.deals} deals of {options.style}: {mean(counts):.2f} findings a deal, "
        f"in {100 * mean(count > 0 for count in counts):.0f} % of the deals"
    )
    for what, found_ones in (("better", headings), ("themes", themes)):
        told = ", ".join(f"{name} {count}" for name, count in found_ones.most_common())
        print(f"{what} ({len(found_ones)}): {told}")


if __name__ == "__main__":
    main()
