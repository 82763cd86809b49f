"""What a sheet of paper needs besides the form: where something is numbered, ringed or written."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class OnPaper:
    """``question`` stands above the options, which are ``counted`` and ticked, or numbered by who answers.

    ``total`` stands below them, ``instruction`` says what is done to the cards. ``line`` names one short line to write
    on, ``writing`` what goes onto so many ``lines``.
    """

    question: str = ""
    counted: bool = False
    by_number: bool = False
    total: str = ""
    instruction: str = ""
    line: str = ""
    writing: str = ""
    lines: int = 0
