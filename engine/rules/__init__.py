"""The rules of play, one module for each topic; importing the package registers them all."""

from engine.rules import closing, drawing, melding, pickup, sequences  # noqa: F401
