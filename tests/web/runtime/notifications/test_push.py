"""Web push as RFC 8291 and RFC 8292 have it: our sender against a browser of ours that decrypts."""

from __future__ import annotations

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from web.runtime.notifications.browsers import Browser, packed, unpacked

from intrigue.web.runtime.notifications import web_push


def test_the_example_of_the_standard_comes_out() -> None:
    """RFC 8291, appendix A."""
    own = ec.derive_private_key(
        int.from_bytes(unpacked("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big"), ec.SECP256R1()
    )
    to = web_push.keys(
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "BTBZMqHH6r4Tts7J_aSIgg",
    )
    message = unpacked("V2hlbiBJIGdyb3cgdXAsIEkgd2FudCB0byBiZSBhIHdhdGVybWVsb24")
    made = web_push.encrypt_with(message, to, own, unpacked("DGv6ra1nlYgDCS1FRnbzlw"))
    assert packed(made) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A"
        "_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


@pytest.mark.parametrize("length", [0, 1, 300, 1023, 1024, 3000])
def test_a_browser_reads_what_was_written_to_it_and_its_size_tells_nothing(length: int) -> None:
    browser = Browser()
    to = web_push.keys(packed(browser.point), packed(browser.auth))
    body = web_push.encrypt(b"x" * length, to)
    assert browser.read(body) == b"x" * length
    assert (len(body) - 86 - 16) % web_push.ROOM == 0
    assert body != web_push.encrypt(b"x" * length, to)


def test_another_browser_reads_nothing() -> None:
    browser, other = Browser(), Browser()
    body = web_push.encrypt(b"hello", web_push.keys(packed(browser.point), packed(browser.auth)))
    with pytest.raises(InvalidTag):
        other.read(body)


def test_a_message_has_an_end() -> None:
    browser = Browser()
    with pytest.raises(ValueError):
        web_push.encrypt(b"x" * 4000, web_push.keys(packed(browser.point), packed(browser.auth)))


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", ""),
        ("!!!", "BTBZMqHH6r4Tts7J_aSIgg"),
        (packed(b"\4" + b"\1" * 64), "BTBZMqHH6r4Tts7J_aSIgg"),  # no point of the curve
        (packed(b"\2" + b"\1" * 32), "BTBZMqHH6r4Tts7J_aSIgg"),
        (packed(Browser().point), "AAAA"),
        (packed(Browser().point), "é" * 22),
    ],
    ids=["none", "no base64", "no point", "packed point", "short", "no letters"],
)
def test_what_are_no_keys_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(web_push.BadKeys):
        web_push.keys(p256dh, auth)
