"""What a study counts of Oriflamme, Ablaze and the mix, and how its page shows it."""
