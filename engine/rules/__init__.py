"""The rules of play, one module for each topic; importing the package registers them all."""

from engine.rules import drawing, going_out, initial, melding, pickup, shape  # noqa: F401
