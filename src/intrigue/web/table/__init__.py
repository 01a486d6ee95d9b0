"""A table as its log tells it: pure, without clock, database or network of its own."""
