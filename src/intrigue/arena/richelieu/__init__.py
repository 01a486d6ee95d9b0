"""What a study counts of Richelieu, and how its page shows it."""
