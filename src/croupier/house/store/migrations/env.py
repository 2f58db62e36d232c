"""Alembic's environment: the store runs the migrations itself and passes its connection in."""

from alembic import context

from croupier.house.store.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
context.run_migrations()
