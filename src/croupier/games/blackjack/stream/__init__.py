"""Rounds of Electronic Blackjack: any number of terminals share two opening cards and one stream of cards after them.

All decide in the same window, choices lock before each card, and the card serves every hand that waits for one (R-84 to
R-88).
"""
