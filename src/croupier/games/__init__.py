"""The rules of the games: pure, with no clock, no randomness and no I/O."""
