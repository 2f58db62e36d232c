"""The best strategy of the blackjack games for people to read: the chart, and the cost of every other decision."""
