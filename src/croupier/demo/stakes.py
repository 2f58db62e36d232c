"""Who bets in the demo, and how much."""

BETTOR = "you"
STAKE = 1_000
"""Cents on every wager of every round: a multiple of every game's unit."""
