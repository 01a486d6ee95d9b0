"""Sites for all tests of a file."""

from web.servers import inn, known_inn

__all__ = ["inn", "known_inn"]
