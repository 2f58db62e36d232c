"""The kernels of the blackjack games, driven by state tables."""
