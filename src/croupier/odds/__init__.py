"""Exact odds: integer counts over every ordered deal, from any remaining shoe. A float appears only when printed."""
