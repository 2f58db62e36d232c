"""How the blackjack games are played best, as a person reads it: the chart, and the price of every other decision."""
