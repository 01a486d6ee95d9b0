"""One site for all tests of a file."""

from web.servers import inn

__all__ = ["inn"]
