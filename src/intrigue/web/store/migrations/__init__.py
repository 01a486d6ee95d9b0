"""The steps from an empty database to `schema.py`, run by `migrate.py`. A step that was released never changes."""
