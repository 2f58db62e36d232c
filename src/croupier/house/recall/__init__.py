"""Recall: search for past rounds, replay them step by step, and settle them again.

All of it is read from the events. The search index is derived data and can be rebuilt at any time.
"""

from croupier.house.recall.index import Found as Found
from croupier.house.recall.index import Index as Index
from croupier.house.recall.index import Search as Search
