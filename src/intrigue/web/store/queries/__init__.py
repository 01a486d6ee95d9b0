"""What may be asked of the database: a function a question, a module a noun. `interface.py` lists them."""
