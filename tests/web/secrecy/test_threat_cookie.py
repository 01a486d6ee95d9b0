"""An identity is neither lost, planted nor sent where it does not belong (threats 14 and 15)."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.guests import Site, running

from intrigue.web.config import networks
from intrigue.web.http.identity_cookie import cookie_name, token_in
from intrigue.web.runtime.tokens import new_token

OTHERS = [
    'a={"x":1}',
    "a=b c",
    "naïve=é",
    "a",
    "=b",
    "a=b=c",
    'a="unclosed',
    "intrigue_x=1",
    "xintrigue=1",
    "a=\x01",
    "a:b=c",
]


@pytest.mark.parametrize("other", OTHERS)
def test_cookies_of_neighbours_do_not_take_the_seat_away(other: str) -> None:
    """Cookies do not know ports: whatever else runs on this machine leaves its own with ours."""
    token = new_token()
    for line in (f"{other}; intrigue={token}", f"intrigue={token}; {other}", f"{other};intrigue={token};{other}"):
        assert token_in(line, "http") == token, line


@pytest.mark.parametrize(
    "line",
    ["", "intrigue=", "intrigue=short", f"intrigue={'a' * 44}", "intrigue=" + "a" * 42 + "/", "Intrigue=" + "a" * 43],
)
def test_what_is_no_identity_is_none(line: str) -> None:
    assert token_in(line, "http") is None


def test_of_two_identities_neither_is_believed() -> None:
    """Somebody planted one: a browser sends ours and theirs, and does not say which is which."""
    one, two = new_token(), new_token()
    assert token_in(f"intrigue={one}; intrigue={two}", "http") is None
    assert token_in(f"intrigue={one}; intrigue={one}", "http") == one


def test_a_seat_is_kept_beside_the_cookies_of_others(site: Site) -> None:
    guest = site.guest()
    table = guest.open()
    cookie = f'settings={{"a": 1}}; intrigue={guest.http.cookies["intrigue"]}'
    page = guest.http.get(f"/t/{table}", headers={"Accept": "text/html", "Cookie": cookie})
    assert page.status_code == 200 and f"intrigue={guest.http.cookies['intrigue']}" in page.headers["set-cookie"]


def test_over_https_no_neighbour_can_plant_an_identity(tmp_path: Path) -> None:
    """The prefix makes browsers refuse such a cookie from other hosts, from other paths, and over plain http."""
    assert cookie_name("http") == "intrigue" and cookie_name("https") == "__Host-intrigue"
    settings = {"proxies": networks(["127.0.0.1"]), "public_url": "https://games.example"}
    with running(tmp_path, **settings) as site:
        guest = site.guest(Host="games.example", **{"X-Forwarded-Proto": "https"})
        cookie = guest.page().headers["set-cookie"]
        assert cookie.startswith("__Host-intrigue=") and "; Secure" in cookie and "; Path=/;" in cookie
        assert "domain" not in cookie.lower() and "; HttpOnly" in cookie
        token, planted = cookie.partition(";")[0].partition("=")[2], new_token()
        asked = {"Accept": "text/html", "Cookie": f"intrigue={planted}; __Host-intrigue={token}"}
        page = guest.http.get("/", headers=asked)
        assert token in page.headers["set-cookie"] and planted not in page.headers["set-cookie"]
        page = guest.http.get("/", headers={"Accept": "text/html", "Cookie": f"intrigue={planted}"})
        assert planted not in page.headers["set-cookie"]


def test_a_public_address_by_https_is_https_though_no_proxy_says_so(tmp_path: Path) -> None:
    """Else an operator who forgets to list the proxy hands out cookies that travel over plain http too."""
    with running(tmp_path, public_url="https://games.example") as site:
        cookie = site.guest(Host="games.example").page().headers["set-cookie"]
        assert cookie.startswith("__Host-intrigue=") and "; Secure" in cookie
        cookie = site.guest().page().headers["set-cookie"]
        assert cookie.startswith("intrigue=") and "Secure" not in cookie
