"""Making puzzles: positions from played deals and from construction, a question to each, and the proof of the answer.

``deals`` and ``made`` give positions, ``offers`` what somebody could try there, the ``ask_*`` modules put questions of
one kind, ``themes_*`` modules say what belongs together, ``proving`` proves, and ``mine`` balances what is kept.
"""
