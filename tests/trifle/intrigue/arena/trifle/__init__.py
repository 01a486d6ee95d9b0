"""What a study counts of Trifle, and how its page shows it."""
