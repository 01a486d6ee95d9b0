"""Each game's HTML, and what the site asks of it."""
