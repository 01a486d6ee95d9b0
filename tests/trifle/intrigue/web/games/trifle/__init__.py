"""The HTML of Trifle."""
