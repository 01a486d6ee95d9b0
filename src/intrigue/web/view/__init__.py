"""What one viewer may see of a table."""
