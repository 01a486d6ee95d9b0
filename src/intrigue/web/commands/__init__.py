"""`intrigue serve` and `intrigue admin`."""
