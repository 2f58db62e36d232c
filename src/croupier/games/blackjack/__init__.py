"""Blackjack: Blackjack Lucky 8, Electronic Blackjack and Dueling 8's 21+."""
