"""What rule systems are written in: asks, terms, refusals, steps, drivers, fold, chain.

Imports the standard library only (L2). Knows no game, no database, no clock and no chance of its own.
"""
