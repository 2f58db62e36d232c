"""Game protection: what a perfect card counter wins, when, and how near a simple count comes to it.

The expected value of every wager is computed from every remaining shoe to floating-point precision, vectorised over
many shoes; only which cards are gone is sampled, from a seed, and every figure has its standard error.
"""
