"""What all tests of the site share."""

from web.access.looking import furnished_site, house
from web.browsers import awake_browsers, browsers, chromium, visitors, whole_chromium
from web.databases import anyio_backend, empty_url, postgres, store, store_url
from web.servers import inn, known_inn, site

__all__ = [
    "anyio_backend",
    "awake_browsers",
    "browsers",
    "chromium",
    "empty_url",
    "furnished_site",
    "house",
    "inn",
    "known_inn",
    "postgres",
    "site",
    "store",
    "store_url",
    "visitors",
    "whole_chromium",
]
