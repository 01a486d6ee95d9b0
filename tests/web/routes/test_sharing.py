"""Links and QR codes lead others to the site, also from the page that opened on the server's own machine."""

from __future__ import annotations

import html
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import segno
from web.guests import Guest, Site, playing, running, to_the_end

from intrigue.locale import LANGUAGES, words
from intrigue.web.config import networks
from intrigue.web.http import site_address
from intrigue.web.runtime.sandbox import sketches
from intrigue.web.view import sandbox_link

POSITION = sketches.record_of_sketch("oriflamme", "1lord 2spy 3heir @1")
LAN = {"host": "0.0.0.0", "lan": True}
PUBLIC = {"public_url": "https://games.example"}


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(site_address, "network_address", lambda host: "192.0.2.44")


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[Site]:
    with running(tmp_path, outside_bots=True, **LAN) as found:
        yield found


def qr_picture(url: str, error: str) -> str:
    """The picture of a link."""
    picture = io.BytesIO()
    segno.make(url, error=error, micro=False).save(picture, kind="svg", border=2, scale=4, light="white")
    return picture.getvalue().decode()


def read(guest: Guest, path: str, host: str) -> str:
    """A page under a name of the site."""
    answer = guest.http.get(path, headers={"Accept": "text/html", "Host": host})
    assert answer.status_code == 200, answer.text
    return answer.text


@pytest.mark.parametrize(
    ("settings", "opened", "expected"),
    [
        (LAN, "127.0.0.1:{port}", "http://192.0.2.44:{port}"),
        (LAN, "localhost:{port}", "http://192.0.2.44:{port}"),
        (LAN, "[::1]:{port}", "http://192.0.2.44:{port}"),
        (LAN, "192.0.2.44:{port}", "http://192.0.2.44:{port}"),
        (LAN, "10.0.0.7:{port}", "http://10.0.0.7:{port}"),  # of several networks, the one where somebody is
        (PUBLIC, "127.0.0.1:{port}", "https://games.example"),
        (LAN | PUBLIC, "127.0.0.1:{port}", "https://games.example"),
        ({"hosts": ("castle",)}, "castle", "http://castle"),
    ],
)
def test_the_link_to_a_table_is_one_that_others_can_open(
    tmp_path: Path, settings: dict[str, Any], opened: str, expected: str
) -> None:
    with running(tmp_path, **settings) as site:
        guest, host, url = site.guest(), opened.format(port=site.port), expected.format(port=site.port)
        table = guest.open()
        page = read(guest, f"/t/{table}", host)
        for place in ("lobby", "dialog", "code"):
            assert f'id="link-{place}" class="link" type="text" readonly value="{url}/t/{table}"' in page
        assert page.count(f'data-copy="{url}/t/{table}"') == page.count(f'src="/t/{table}/qr.svg"') == 3
        assert 'class="alone"' not in page
        assert read(guest, f"/t/{table}/qr.svg", host) == qr_picture(f"{url}/t/{table}", "m")


@pytest.mark.parametrize("settings", [LAN, {}])
def test_whoever_only_says_to_be_on_this_machine_learns_no_address_of_it(
    tmp_path: Path, settings: dict[str, Any]
) -> None:
    with running(tmp_path, proxies=networks(["127.0.0.1"]), outside_bots=True, **settings) as site:
        guest = site.guest(**{"X-Forwarded-For": "203.0.113.9", "X-Forwarded-Host": "localhost:8080"})
        table = guest.post("/new", {"game": "oriflamme"}, Origin="http://localhost:8080").json()["table"]
        page = guest.page(f"/t/{table}").text
        assert f'data-copy="http://localhost:8080/t/{table}"' in page  # as a port that is passed on to a container
        assert "192.0.2.44" not in page and 'class="alone"' not in page
        assert guest.get(f"/t/{table}/qr.svg").text == qr_picture(f"http://localhost:8080/t/{table}", "m")


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nobody_else_can_come_the_page_says_so_and_draws_no_code(tmp_path: Path, language: str) -> None:
    say = words(language)
    alone = f"{say('web.share.alone.here')} <code>make play ARGS=--lan</code>"
    with running(tmp_path) as site:
        guest = site.guest(**{"Accept-Language": language})
        table = guest.open()
        page = html.unescape(guest.page(f"/t/{table}").text)
        assert page.count(alone) == 3
        assert "qr.svg" not in page and say("web.share.link") not in page
        assert f'value="{site.url}/t/{table}"' in page  # for another tab
        friend = html.unescape(site.guest(**{"Accept-Language": language}).page(f"/t/{table}").text)
        assert "ARGS=--lan" not in friend and say("web.share.alone.here") not in friend
        page = html.unescape(guest.page(sandbox_link.link_to(POSITION)).text)
        assert alone in page and 'id="qr"' not in page


def test_without_a_network_the_page_does_not_tell_to_open_what_is_open(
    lan: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site_address, "network_address", lambda host: None)
    guest, say = lan.guest(), words("en")
    page = guest.page(f"/t/{guest.open()}").text
    assert say("web.share.alone.no_network") in page and "--lan" not in page and "qr.svg" not in page


def test_positions_replays_and_programs_are_shared_alike(lan: Site) -> None:
    guest, url = lan.guest(), f"http://192.0.2.44:{lan.port}"
    way = sandbox_link.link_to(POSITION)
    assert f'data-site="{url}" value="{url}{way}"' in html.unescape(guest.page(way).text)
    assert guest.get(way.replace("?", "/qr.svg?")).text == qr_picture(f"{url}{way}", "l")
    table = guest.open()
    lent = guest.post(f"/t/{table}/lend", {"seat": 2, "name": "Deep Row"}).json()
    assert lent["address"] == f"ws://192.0.2.44:{lan.port}/t/{table}/bot"
    over, guests = playing(lan)
    to_the_end(lan, over, guests)
    assert f'data-copy="{url}/t/{over}/replay' in guests[0].page(f"/t/{over}/replay").text


def test_notices_lead_to_where_their_reader_is_known(lan: Site) -> None:
    guest = lan.guest()
    assert guest.post("/me/hook", {"url": "https://hooks.example/turn"}).status_code == 200
    channels = lan.inside(lambda: lan.parts.store.channels(1, "aaaaaaaaaa"))
    assert channels.hook and channels.hook.site == lan.url
