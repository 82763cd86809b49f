"""What can be said of a move in a played deal, and be true: a theme a file, in :mod:`lessons.coaching.themes`.

A theme looks at a *moment*, which is what one seat sees and may remember, the complete list of its legal moves, and
one of them: the one that it thinks of, or the one that it made. It finds a :class:`~registry.Remark` or nothing::

    from lessons.coaching.moments import Moment, moments
    from lessons.coaching.registry import remarks, say, theme_of, themes

    remarks(Moment(view, moves, move))      # what every theme finds, the weightiest first
    remarks(moment, during_play=True)       # without the themes whose worth only sampling knows
    for number, moment in moments(start, deal.played, seat=0): ...    # every move of a seat in a deal, turn by turn
    say(remark)                             # the sentence in the active language

A remark is data: the slug of its theme, its ``kind``, its ``tone``, facts, the rule at stake, and a chance where it
states one. ``kind`` says how it is known. *proved* follows from the rules and from what the seat has seen, whatever is
hidden. *calibrated* states a chance, which comes true as often as it says; ``python -m tests.calibration`` checks both.
What a move cost in points is neither: that is for whoever samples. ``tone`` is ``good`` where something went well,
``heed`` where there was something to see, and ``note`` where it is only worth knowing for whoever asks about the move.

``missed`` is set where it is about another move, which could have been made; of that nobody is told before.

Of a theme everything else is asked by its slug (:func:`~registry.theme_of`): the title, the number, and the rules it is
about; the first leads to its step of the course and to its puzzles. ``is_sampled`` marks themes that only accompany a
sampled loss, and are silent during play.

Adding a theme is a module in ``themes`` with one class that is registered, its German sentences, and its cases in
``tests/lessons/coaching/cases``.
"""

from lessons.coaching import themes  # noqa: F401
