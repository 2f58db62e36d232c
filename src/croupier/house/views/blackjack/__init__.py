"""Blackjack as it is shown, on boxes and on one stream of cards for all."""
