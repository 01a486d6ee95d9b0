"""One server for all tests of a file."""

from web.one_server import site, written

__all__ = ["site", "written"]
