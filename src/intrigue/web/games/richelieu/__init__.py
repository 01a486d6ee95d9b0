"""The HTML of Richelieu."""
