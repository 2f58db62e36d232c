"""The house around the games: everything that a table needs beyond its rules."""
