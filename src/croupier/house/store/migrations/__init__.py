"""The steps from one shape of the tables to the next, run by Alembic when a store is opened."""
