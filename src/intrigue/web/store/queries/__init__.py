"""What may be asked of the database, one function a question, by noun. `interface.py` lists them; the caller commits."""
