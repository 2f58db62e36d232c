"""Statistical tests for random numbers, on a generator's output and on the shoes shuffled with it."""
