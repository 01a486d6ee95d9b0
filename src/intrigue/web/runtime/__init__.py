"""What lives in memory while the site runs."""
