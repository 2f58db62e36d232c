"""The views of blackjack: on boxes, and on one stream of cards for all."""
