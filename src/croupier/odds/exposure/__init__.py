"""The most that a table can lose on the wagers that are accepted now, whatever the game."""

from croupier.odds.exposure.largest import Largest as Largest
from croupier.odds.exposure.largest import largest_loss as largest_loss
