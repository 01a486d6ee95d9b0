"""From a table into the rules: by a hint, by a line of the log, by trying what is not offered; and the search."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect
from web.access.looking import House, Look, table
from web.browsers import PHONE, Visitors
from web.servers import Site

from intrigue.locale import words

SAID = words("en")


def follow_link(page: Page, link: Locator, press: str = "") -> Page:
    """The window that a link opens."""
    with page.context.expect_page() as opened:
        if press:
            page.keyboard.press(press)
        else:
            link.click()
    found = opened.value
    found.wait_for_load_state()
    return found


def at(page: Page) -> tuple[str, str]:
    parts = urlsplit(page.url)
    return parts.path, parts.fragment


def test_a_hint_leads_to_its_paragraph_and_the_game_stays(house: House) -> None:
    page = house.show(table("oriflamme place"))
    card = page.locator("#r-hand .held").first
    kind = (card.get_attribute("id") or "").removeprefix("h-")
    card.hover()
    link = page.locator("#hint .in-rules a")
    expect(link).to_have_text(SAID("learn.in_rules"))
    rules = follow_link(page, link)
    assert at(rules) == ("/rules/oriflamme", kind)
    paragraph = rules.locator(f"#{kind}")
    expect(paragraph).to_be_in_viewport()
    expect(paragraph).to_contain_text(SAID(f"card.{kind}.name"))
    assert rules.evaluate("opener") is None
    expect(page.locator("body")).to_have_attribute("data-line", "online")


def test_the_link_of_a_hint_is_the_next_stop_of_the_keyboard(house: House) -> None:
    page = house.show(table("oriflamme place"))
    card = page.locator("#r-hand .held").first
    card.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    link = page.locator("#hint .in-rules a")
    expect(link).to_be_visible()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    assert at(follow_link(page, link, "Enter"))[0] == "/rules/oriflamme"
    page.bring_to_front()
    page.keyboard.press("Shift+Tab")
    expect(card).to_be_focused()
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.locator("#r-hand .held").nth(1)).to_be_focused()


@pytest.mark.parametrize("name", ["oriflamme target", "richelieu target"])
def test_lines_of_the_log_and_questions_lead_to_their_paragraphs(house: House, name: str) -> None:
    page = house.show(table(name))
    game = name.partition(" ")[0]
    for sign in (page.locator("#r-log .law").last, page.locator("#ask .law")):
        rules = follow_link(page, sign)
        path, paragraph = at(rules)
        assert path == f"/rules/{game}" and paragraph
        expect(rules.locator(f"[id='{paragraph}']")).to_be_in_viewport()
    line = page.locator("#r-log .line:has(.law)").last
    assert "§" not in line.inner_text(), "what is read aloud is the sentence alone"


def why(page: Page) -> Locator:
    return page.locator("#hint .why")


def test_trying_what_is_not_offered_says_why(house: House) -> None:
    """By mouse: somebody else's card may not be covered; and a place before a card is chosen."""
    page = house.show(table("oriflamme place"))
    first = page.locator("[data-at='to:first']")
    first.click(force=True)
    expect(why(page)).to_contain_text(SAID("learn.why.first"))
    page.mouse.move(640, 790)
    page.keyboard.press("Escape")
    page.locator("#r-hand .held").first.click()
    barred = page.locator(".slot .place:not(.can)").first
    barred.click(force=True)
    expect(why(page)).to_contain_text(SAID("learn.why.place"))
    expect(page.locator("#announcer")).to_contain_text(SAID("learn.why.place"))
    assert page.locator("#r-hand .picked").count() == 1
    rules = follow_link(page, why(page).locator("a"))
    assert at(rules)[0] == "/rules/oriflamme" and at(rules)[1]


def test_the_keyboard_hears_why_too(house: House) -> None:
    page = house.show(table("oriflamme place"))
    page.locator("#r-hand .held").first.focus()
    page.keyboard.press("Enter")
    place = page.locator(".slot .place:not(.can)").first
    place.focus()
    page.keyboard.press("Enter")
    expect(why(page)).to_contain_text(SAID("learn.why.place"))
    expect(page.locator("#announcer")).to_contain_text(SAID("learn.why.place"))
    expect(place).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#r-hand .picked")).to_have_count(1)


def test_a_finger_learns_why(house: House) -> None:
    page = house.show(table("oriflamme place"), Look(size="phone"))
    page.locator("#r-hand .held").first.tap()
    page.locator(".slot .place:not(.can)").first.tap(force=True)
    expect(why(page)).to_contain_text(SAID("learn.why.place"))


def test_actions_that_are_not_offered_say_why(house: House) -> None:
    page = house.show(table("richelieu place"))
    assert page.locator(".barred").count() > 0
    for n in range(page.locator(".barred").count()):
        button = page.locator(".barred").nth(n)
        key = button.get_attribute("data-why")
        button.focus()
        page.keyboard.press("Enter")
        expect(why(page)).to_contain_text(SAID(f"learn.why.{key}"))
    taken = page.locator(".space.taken:not(.can)").first
    taken.click(force=True)
    expect(why(page)).to_be_visible()


def test_who_waits_is_told_that_others_are_asked(house: House) -> None:
    page = house.show(table("oriflamme target"), person=2)
    card = page.locator("#r-hand .held").first
    card.hover()
    expect(page.locator("#hint h3")).to_be_visible()
    expect(why(page)).to_have_count(0)
    card.click(force=True)
    expect(why(page)).to_contain_text(SAID("learn.why.turn"))


def test_the_menu_leads_to_the_rules_of_this_table(house: House) -> None:
    page = house.show(table("ablaze place"))
    page.locator("[popovertarget=drawer-menu]").first.click()
    edition = page.locator("#table").get_attribute("data-edition")
    rules = follow_link(page, page.locator("#drawer-menu a[href^='/rules/']"))
    assert rules.url.endswith(f"/rules/ablaze?edition={edition}")


def test_the_search_filters_while_one_types(house: House) -> None:
    page = house.show("/rules/oriflamme?edition=fr")
    whole = page.locator(".paragraph").count()
    page.locator("#seek-words").press_sequentially("archer")
    expect(page.locator("#seek-found")).to_contain_text("found")
    expect(page.locator("#archer mark").first).to_have_text("Archer")
    assert page.locator(".paragraph").count() < whole
    assert "q=archer" in page.url
    page.locator("#seek-words").fill("")
    expect(page.locator(".paragraph")).to_have_count(whole)
    expect(page.locator("#seek-words")).to_be_focused()


def test_the_search_works_without_scripts(furnished_site: Site, visitors: Visitors) -> None:
    page = visitors(f"{furnished_site.url}/rules/oriflamme?edition=fr", java_script_enabled=False)
    page.locator("#seek-words").fill("archer")
    page.locator("#seek button").click()
    expect(page.locator("#archer mark").first).to_have_text("Archer")
    page.locator("#archer .numbers").click()
    expect(page.locator(".paragraph mark")).to_have_count(0)
    assert at(page) == ("/rules/oriflamme", "archer")


def test_on_a_phone_the_contents_fold_and_close_again(furnished_site: Site, visitors: Visitors) -> None:
    page = visitors(f"{furnished_site.url}/rules/richelieu", size=PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    page.locator(".contents-small summary").tap()
    page.locator(".contents-small a").last.tap()
    expect(page.locator(".contents-small[open]")).to_have_count(0)
    expect(page.locator(".book-text h2").last).to_be_in_viewport()


def meaning(mark: Locator) -> str:
    """What is shown beside a mark now."""
    shown: str = mark.evaluate(
        "a => { const s = getComputedStyle(a, '::after'); return s.display === 'none' ? '' : s.content; }"
    )
    return shown


def test_a_mark_says_what_it_means_and_leads_to_its_ruling(furnished_site: Site, visitors: Visitors) -> None:
    """By mouse and by keyboard; Escape puts the words away."""
    page = visitors(f"{furnished_site.url}/rules/ablaze?edition=uk")
    mark = page.locator("#hard_partners a.source").last
    expect(mark).to_have_accessible_name(f"G14: {SAID('learn.mark.ours')}. {SAID('learn.ours.otherwise')}")
    assert meaning(mark) == ""
    mark.hover()
    assert SAID("learn.ours.otherwise") in meaning(mark)
    page.keyboard.press("Escape")
    assert meaning(mark) == ""
    page.mouse.move(0, 0)
    page.locator("#hard_partners a.source").first.focus()
    page.keyboard.press("Tab")
    expect(mark).to_be_focused()
    assert SAID("learn.ours.otherwise") in meaning(mark)
    page.keyboard.press("Enter")
    assert at(page) == ("/rules/ablaze", "ruling-G14")
    ruling = page.locator("#ruling-G14")
    expect(ruling).to_be_in_viewport()
    expect(page.locator(".origin:has(#ruling-G14) p")).to_have_text(SAID("learn.ours.otherwise"))
    ruling.locator("a").click()
    assert at(page) == ("/rules/ablaze", "hard_partners")


def test_a_finger_follows_a_mark_and_nothing_sticks_out(furnished_site: Site, visitors: Visitors) -> None:
    page = visitors(f"{furnished_site.url}/rules/oriflamme?edition=fr", size=PHONE)
    page.locator("#decree_printed a.source").first.tap()
    expect(page.locator("#ruling-D4")).to_be_in_viewport()
    assert at(page)[1] == "ruling-D4"
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE[0]
    small = "[...document.querySelectorAll('a.source, .origin a')].filter(a => a.getBoundingClientRect().height < 24)"
    assert page.evaluate(f"{small}.length") == 0
