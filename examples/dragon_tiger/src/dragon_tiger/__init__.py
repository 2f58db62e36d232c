"""Dragon Tiger for Croupier: one card to Dragon, one to Tiger, and the higher rank wins."""

from croupier.rulebook import Document

__version__ = "1.0"

DOCUMENT = Document("dragontiger", "Dragon Tiger", "龙虎", "1", "2026-01-01", package="dragon_tiger")
"""The rules; `dragontiger.csv` beside this file lists their clauses."""
