"""The kernels of the baccarat games, which differ only in their look-up tables."""
