from web.databases import postgres

__all__ = ["postgres"]
