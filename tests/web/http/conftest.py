"""One server for all tests of a file."""

from web.one_server import log_lines, site

__all__ = ["site", "log_lines"]
