"""Who bets in the demo, and how much."""

BETTOR = "you"
STAKE = 1_000
"""On every wager of every round, in cents: a multiple of every game's unit."""
