"""The usual families of tests for random numbers, on a generator alone and on the shoes that are made of it."""
