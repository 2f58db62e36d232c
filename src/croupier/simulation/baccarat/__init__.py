"""The kernels of the baccarat games, which differ in nothing but their look-up tables."""
