"""The HTML of Oriflamme, Ablaze and their mix."""
