"""The rules of play, one module for each topic; importing the package registers them all."""

from engine.rules import drawing, melding, pickup, sequences
from engine.rules.registry import breaches

__all__ = ["breaches", "drawing", "melding", "pickup", "sequences"]
