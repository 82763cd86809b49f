"""The signs of codes that people read from paper and type."""

from __future__ import annotations

from typing import Final

ALPHABET: Final = "bcdfghjkmnpqrstwxyz23456789"
"""No vowels, so that no word comes about, and nothing that looks like another."""
