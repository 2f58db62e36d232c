"""Solves the blackjack games: the best decision in every situation, and what it is worth."""
