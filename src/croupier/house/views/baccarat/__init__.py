"""The view of a baccarat table."""
