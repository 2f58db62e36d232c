"""Solves the blackjack games: the best decision in every situation, and its expected value."""
