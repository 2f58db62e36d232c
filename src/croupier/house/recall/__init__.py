"""Recall: every round of every table and shoe, found again, told again step by step, and settled again.

All of it is read from the events. The index that makes a search quick is thrown away and made again at will.
"""

from croupier.house.recall.index import Found as Found
from croupier.house.recall.index import Index as Index
from croupier.house.recall.index import Search as Search
