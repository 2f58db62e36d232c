"""Croupier conducts, settles, prices and proves casino table games."""
