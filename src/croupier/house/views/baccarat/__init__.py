"""A baccarat table as it is shown."""
