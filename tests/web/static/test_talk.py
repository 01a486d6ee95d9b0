"""Talk at the table, what was not read, muting; and the clock."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from web.static.fake import Fake, players

Visit = Callable[..., Page]


SPEAKERS = ("Ann", "Bob", "Cyd", "Eve")


def line(number: int, seat: int, text: str, who: str = "", by: str = "") -> dict[str, object]:
    """A line of talk by somebody, whatever they are called."""
    marks = f'id="talk-{number}" data-n="{number}" data-seat="{seat}" data-by="{SPEAKERS.index(by or who)}"'
    html = f"<li {marks}><b>{who}</b> <span>{text}</span></li>"
    return {"type": "talk", "n": number, "html": html}


def test_what_is_said_is_sent_once_and_appears_once(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="talk").click()
    page.get_by_label("text").fill("  hello there ")
    page.get_by_label("text").press("Enter")
    fake.wait(lambda: bool(fake.posted_bodies("say")))
    said = fake.posted_bodies("say")[0]
    assert len(said.pop("key")) >= 8
    assert said == {"kind": "text", "text": "hello there"}
    expect(page.get_by_label("text")).to_have_value("")
    fake.send(line(1, 1, "hello there", "Ann"))
    fake.send(line(1, 1, "hello there", "Ann"))
    fake.send(line(2, 2, "hi", "Bob"))
    expect(page.locator("#r-talk > li")).to_have_text(["Ann hello there", "Bob hi"])


def test_a_phrase_is_one_tap(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="talk").click()
    page.get_by_role("button", name="Hello!").click()
    fake.wait(lambda: bool(fake.posted_bodies("say")))
    assert (fake.posted_bodies("say")[0]["kind"], fake.posted_bodies("say")[0]["text"]) == ("phrase", "hello")


def test_what_is_refused_comes_back_into_the_field(fake: Fake, visit: Visit, faults: None) -> None:
    fake.answers["say"] = (422, {"message": "Too long."})
    page = visit()
    page.get_by_role("button", name="talk").click()
    page.get_by_label("text").fill("a long story")
    page.get_by_label("text").press("Enter")
    expect(page.locator("#notice")).to_have_text("Too long.")
    expect(page.get_by_label("text")).to_have_value("a long story")


def test_what_was_not_read_is_counted_until_the_drawer_is_opened(fake: Fake, visit: Visit) -> None:
    page = visit()
    opener = page.locator("[popovertarget='drawer-talk']")
    fake.send(line(1, 2, "hi", "Bob"))
    fake.send(line(2, 2, "anybody?", "Bob"))
    expect(opener).to_have_attribute("data-unread", "2")
    expect(opener).to_contain_text("New messages: 2")
    opener.click()
    expect(opener).to_have_attribute("data-unread", "0")


def mute(page: Page, name: str) -> None:
    """Mutes somebody, or hears them again."""
    page.locator("summary", has_text="Mute").click()
    page.locator("#mutes").get_by_role("button", name=name).click()


def test_somebody_can_be_muted_here_and_heard_again(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="talk").click()
    fake.send(line(1, 2, "hi", "Bob"))
    fake.send(line(2, 0, "I watch", "Eve"))
    mute(page, "Bob")
    fake.send(line(3, 2, "hello?", "Bob"))
    fake.send(line(4, 1, "hi Eve", "Ann"))
    expect(page.locator("#r-talk > li:not([hidden])")).to_have_text(["Eve I watch", "Ann hi Eve"])
    expect(page.locator("[popovertarget='drawer-talk']")).to_have_attribute("data-unread", "0")
    page.reload()
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    page.get_by_role("button", name="talk").click()
    fake.send(line(5, 2, "still here", "Bob"))
    fake.send(line(6, 1, "me too", "Ann"))
    expect(page.locator("#r-talk > li:not([hidden])")).to_have_text(["Ann me too"])
    mute(page, "Bob")
    expect(page.locator("#r-talk > li:not([hidden])")).to_have_text(["Bob still here", "Ann me too"])


def test_who_is_muted_stays_so_under_another_name_and_in_another_seat(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="talk").click()
    fake.send(line(1, 2, "hi", "Bob"))
    mute(page, "Bob")
    fake.send(line(2, 2, "it is me", "Robert", by="Bob"))
    fake.send(line(3, 3, "and again", "Cyd", by="Bob"))
    fake.send(line(4, 1, "hello", "Ann"))
    expect(page.locator("#r-talk > li:not([hidden])")).to_have_text(["Ann hello"])
    expect(page.locator("#mutes button")).to_have_text(["Cyd", "Ann"])


def test_who_comes_into_a_muted_persons_seat_is_heard(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.get_by_role("button", name="talk").click()
    fake.send(line(1, 2, "hi", "Bob"))
    mute(page, "Bob")
    fake.send(line(2, 2, "I am new here", "Cyd"))
    expect(page.locator("#r-talk > li:not([hidden])")).to_have_text(["Cyd I am new here"])
    expect(page.locator("#mutes button")).to_have_text(["Bob", "Cyd"])


def test_what_was_taken_out_of_the_talk_leaves_the_page(fake: Fake, visit: Visit) -> None:
    """Whoever deletes their data is gone from every open page: lines, names, and what was announced."""
    said = [line(1, 1, "hello", "Ann"), line(2, 0, "I watch", "Eve"), line(3, 2, "hi", "Bob"), line(4, 0, "so?", "Eve")]
    fake.talk = [str(one["html"]) for one in said]
    page = visit()
    fake.push({}, log=["<li>Eve came.</li>"])
    expect(page.locator("#r-log > li")).to_have_count(2)
    expect(page.locator("#mutes button")).to_have_text(["Ann", "Eve", "Bob"])
    fake.talk = [fake.talk[0], "", fake.talk[2].replace(">Bob", ">B."), ""]
    fake.log = ["<li>The game begins.</li>", "<li>Somebody came.</li>"]
    fake.send({"type": "resync"})
    expect(page.locator("#r-talk > li")).to_have_text(["Ann hello", "B. hi"])
    expect(page.locator("#mutes button")).to_have_text(["Ann", "B."])
    expect(page.locator("#announcer")).not_to_contain_text("Eve")
    expect(page.locator("[popovertarget='drawer-talk']")).to_have_attribute("data-unread", "0")
    fake.send(line(5, 2, "new", "B.", by="Bob"))
    expect(page.locator("#r-talk > li")).to_have_text(["Ann hello", "B. hi", "B. new"])
    expect(page.locator("[popovertarget='drawer-talk']")).to_have_attribute("data-unread", "1")


def test_what_was_taken_out_while_a_page_was_away_leaves_it_when_it_is_back(fake: Fake, visit: Visit) -> None:
    fake.talk = [str(line(1, 1, "hello", "Ann")["html"]), str(line(2, 0, "I watch", "Eve")["html"])]
    page = visit()
    expect(page.locator("body")).to_have_attribute("data-line", "online")
    fake.talk, fake.rewritten = [fake.talk[0], ""], 1
    back = "dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))"
    page.evaluate(back)
    expect(page.locator("#r-talk > li")).to_have_text(["Ann hello"])
    page.evaluate(back)
    fake.wait(lambda: len(fake.joins) == 4)
    assert [since for _, since in fake.joins] == [7, 7, 0, 7]  # what it has is known to be new


def test_who_is_here_is_shown(fake: Fake, visit: Visit) -> None:
    page = visit()
    fake.send({"type": "people", "html": "<p>Ann and Bob</p>"})
    expect(page.locator("#r-people p")).to_have_text("Ann and Bob")


# The clock


def clock(fake: Fake, page: Page, left: int, whole: int, kind: str = "live") -> None:
    fake.push({"players": players(left % 1000)}, clock={"kind": kind, "seat": 1, "left": left, "whole": whole})
    expect(page.locator("#p1 b")).to_have_text(str(left % 1000))


def test_the_clock_counts_down_by_itself(fake: Fake, visit: Visit) -> None:
    page = visit()
    expect(page.locator("[data-clock]")).to_be_hidden()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    clock(fake, page, 90_001, 180_000)
    expect(page.locator("[data-clock]")).to_have_text("1:31")
    page.clock.run_for(10_000)
    expect(page.locator("[data-clock]")).to_have_text("1:21")
    page.clock.run_for(200_000)
    expect(page.locator("[data-clock]")).to_have_text("0:00")


def test_the_own_last_seconds_are_announced_once(fake: Fake, visit: Visit) -> None:
    page = visit()
    page.clock.install(time=0)
    page.clock.pause_at(1000)
    clock(fake, page, 25_001, 60_000)
    expect(page.locator("[data-clock]")).not_to_have_class("low")
    page.clock.run_for(15_000)
    told = [text for text in page.locator("#announcer p").all_inner_texts() if "time" in text]
    assert len(told) == 1 and "Little time left" in told[0]


def test_days_are_told_in_words(fake: Fake, visit: Visit) -> None:
    fake.table = """data-time='{"kind":"days","seat":2,"left":190800000,"whole":259200000}'"""
    page = visit()
    expect(page.locator("[data-clock]")).to_have_text("2 d 5 h")
