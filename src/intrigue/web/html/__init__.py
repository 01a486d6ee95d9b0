"""How HTML is put together, of no page in particular."""
