"""The cookie that carries a visitor's identity: how it is called, read, set and taken away."""

from __future__ import annotations

import re

from starlette.responses import Response

COOKIE = "intrigue"
TOKEN = re.compile(r"[0-9A-Za-z_-]{43}")
YEAR = 365 * 24 * 60 * 60


def cookie_name(scheme: str) -> str:
    """What the cookie is called. The prefix lets browsers take it from this very host over https only: nobody else can
    plant an identity that is known elsewhere."""
    return f"__Host-{COOKIE}" if scheme == "https" else COOKIE


def token_in(cookies: str, scheme: str) -> str | None:
    """The identity in a Cookie header, if there is exactly one; what others wrote into the header does not matter.

    >>> token_in('a={"b": 1}; intrigue=' + "x" * 43, "http") == "x" * 43, token_in("intrigue=x", "http")
    (True, None)
    """
    pairs = [pair.strip().partition("=") for pair in cookies.split(";")]
    values = {value for name, _, value in pairs if name == cookie_name(scheme)}
    token = values.pop() if len(values) == 1 else ""
    return token if TOKEN.fullmatch(token) else None


def set_identity(response: Response, token: str, scheme: str) -> Response:
    """Lets an answer carry the identity: out with what is new, and for one more year what is known."""
    name, secure = cookie_name(scheme), scheme == "https"
    response.set_cookie(name, token, max_age=YEAR, path="/", secure=secure, httponly=True, samesite="lax")
    return response


def clear_identity(response: Response, scheme: str) -> Response:
    """Lets an answer take the identity away, and whatever else a page of ours put into the browser."""
    name, secure = cookie_name(scheme), scheme == "https"
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="lax")
    if secure:
        response.headers["Clear-Site-Data"] = '"storage"'  # browsers heed it, and complain less, over https
    return response
