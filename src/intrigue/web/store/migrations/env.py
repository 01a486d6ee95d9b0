"""Alembic runs this file to run the steps, on the connection it was handed."""

from alembic import context

from intrigue.web.store.schema import metadata


def run() -> None:
    """All steps in the one transaction that the caller has begun."""
    context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
    with context.begin_transaction():
        context.run_migrations()


# Alembic loads the file under this name; whoever else reads it runs nothing.
if __name__ == "env_py":
    run()
