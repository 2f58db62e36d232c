"""Baccarat: the seven electronic variants and Sands Super Baccarat."""
