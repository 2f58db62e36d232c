"""Simulates the blackjack games."""
