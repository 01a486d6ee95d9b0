"""What the tests of running a site share."""

from web.databases import postgres

__all__ = ["postgres"]
