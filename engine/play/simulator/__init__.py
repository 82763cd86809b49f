"""Deals in counts of kinds, to be played by the thousand: it judges nobody, and knows no suit.

Equal to the deal of :mod:`engine.play.deal` in lock-step, which tests hold it to.
"""
