"""Who is told that it is their move, and how."""
