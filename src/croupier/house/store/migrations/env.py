"""How Alembic finds the database: the connection is handed in, for the store itself brings its tables up to date."""

from alembic import context

from croupier.house.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
context.run_migrations()
