"""The kernels of the eight baccarat games, which differ in nothing but their look-up tables."""
