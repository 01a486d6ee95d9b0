from web.server.conftest import site

__all__ = ["site"]
