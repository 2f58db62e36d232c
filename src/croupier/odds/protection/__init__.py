"""Game protection: what somebody who counts every card wins, when, and how near a simple count comes to it.

The expectation of every wager is computed from every remaining shoe as exactly as floating point allows, for many
shoes at once; only which cards are gone is left to chance, by a seed, and every figure carries its standard error.
"""
