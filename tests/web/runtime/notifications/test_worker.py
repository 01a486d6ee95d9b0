"""The service worker, with Chromium's own tools: what is pushed is shown, and goes when the table is opened."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import CDPSession, Page, Worker, expect
from web.browsers import PATIENCE, Visitors
from web.guests import Site, running, until
from web.runtime.notifications.browsers import Browser
from web.servers import Site as Inn
from web.servers import inn

from intrigue.locale import LANGUAGES, words
from intrigue.web.runtime.notifications.notes import Note, push_body

__all__ = ["inn"]

SHOWN = """async ([count, title]) => {
    const all = await (await navigator.serviceWorker.ready).getNotifications();
    return all.length === count && (!title || all[0].title === title)
        && all.map(({title, body, tag, lang, data}) => ({title, body, tag, lang, url: data.url}));
}"""
REGISTER = "() => void navigator.serviceWorker.register('/worker.js')"
AT_WORK = "async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated'"
COUNT = """() => {
    const show = registration.showNotification.bind(registration);
    self.count = 0;
    registration.showNotification = async (...given) => { await show(...given); self.count += 1; };
}"""
"""Lets the worker count what it has shown. Whoever asks Chromium for the notices while one is on its way, written down
but not shown yet, makes it forget that one; so a test asks only when it is shown."""
CLICK = """async () => {
    const done = { focused: [], opened: [] };
    WindowClient.prototype.focus = async function () { done.focused.push(this.url); return this; };
    clients.openWindow = async (url) => { done.opened.push(url); return null; };
    const [notification] = await registration.getNotifications();
    const event = new NotificationEvent("notificationclick", { notification });
    let work;
    event.waitUntil = (promise) => (work = promise);
    self.dispatchEvent(event);
    await work;
    return { ...done, left: (await registration.getNotifications()).length };
}"""
"""Clicks on the first notice. Only a person's click lets a worker focus or open a window; what it asks for is noted."""
FAKE = """
PushManager.prototype.getSubscription = async () => window.made ?? null;
PushManager.prototype.subscribe = async (options) => {
    window.asked = [options.userVisibleOnly, options.applicationServerKey.length];
    return (window.made = {
        endpoint: GIVEN.endpoint,
        toJSON: () => ({ endpoint: GIVEN.endpoint, keys: GIVEN }),
        unsubscribe: async () => { window.made = null; return true; },
    });
};
Notification.requestPermission = async () => "granted";
"""


class Pushing(NamedTuple):
    """A push service: Chromium's tools, and the worker that is told."""

    origin: str
    tools: CDPSession
    worker: Worker
    registration: str

    def deliver(self, data: str) -> None:
        """Pushes something, and returns when the worker has shown it."""
        before = self.worker.evaluate("() => self.count")
        message = {"origin": self.origin, "registrationId": self.registration, "data": data}
        self.tools.send("ServiceWorker.deliverPushMessage", message, timeout=PATIENCE)
        until(lambda: self.worker.evaluate("() => self.count") > before)


def ready(visitors: Visitors, origin: str, path: str = "/about") -> tuple[Page, Pushing]:
    """A page with the worker at work, and how to push to it."""
    page = visitors(f"{origin}{path}", permissions=["notifications"])
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on("ServiceWorker.workerRegistrationUpdated", lambda event: found.extend(registrations(event)))
    tools.send("ServiceWorker.enable", timeout=PATIENCE)
    with page.context.expect_event("serviceworker") as worker:
        page.evaluate(REGISTER)
    page.wait_for_function(AT_WORK)
    worker.value.evaluate(COUNT)
    until(lambda: page.wait_for_function("() => true") and found)  # meanwhile the tools' events come in
    return page, Pushing(origin, tools, worker.value, found[-1])


def registrations(event: dict[str, Any]) -> list[str]:
    return [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]


def shown_notices(page: Page, count: int, title: str = "") -> list[dict[str, Any]]:
    """The notices, as soon as there are so many, and the first has its title."""
    found: list[dict[str, Any]] = page.wait_for_function(SHOWN, arg=[count, title], polling=20).json_value()
    return found


def test_a_push_is_shown_one_for_each_table_and_goes_when_the_table_is_opened(inn: Inn, visitors: Visitors) -> None:
    page, pushing = ready(visitors, inn.url, "/new")
    page.locator("form[action='/new'] button.main").first.click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    page.goto(f"{inn.url}/about")
    for title in ("Oriflamme: it is your move", "Ablaze: it is your move"):
        told = Note(title, "Also at the table: Bob", "Oriflamme", table, "en")
        pushing.deliver(push_body(told, inn.url).decode())
        shown_notices(page, 1, title)
    assert shown_notices(page, 1) == [
        {
            "title": "Ablaze: it is your move",
            "body": "Also at the table: Bob",
            "tag": table,
            "lang": "en",
            "url": f"{inn.url}/t/{table}",
        }
    ]
    other = Note("Richelieu: it is your move", "", "Richelieu", "aaaaaaaaaa", "en")
    pushing.deliver(push_body(other, inn.url).decode())
    shown_notices(page, 2)
    page.goto(f"{inn.url}/t/{table}")
    assert [one["tag"] for one in shown_notices(page, 1)] == ["aaaaaaaaaa"]


@pytest.mark.parametrize(
    "data", ["", "nonsense", "{}", json.dumps({"notification": {"title": "x", "navigate": "https://evil.example/"}})]
)
def test_whatever_is_pushed_something_is_shown_and_leads_nowhere_else(inn: Inn, visitors: Visitors, data: str) -> None:
    page, pushing = ready(visitors, inn.url)
    pushing.deliver(data)
    (one,) = shown_notices(page, 1)
    assert one["title"] and one["url"].startswith(inn.url)


def test_a_click_leads_to_the_open_table_or_opens_it(inn: Inn, visitors: Visitors) -> None:
    page, pushing = ready(visitors, inn.url, "/new")
    page.locator("form[action='/new'] button.main").first.click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    elsewhere = page.context.new_page()
    elsewhere.goto(f"{inn.url}/about")
    told = push_body(Note("Oriflamme: it is your move", "", "Oriflamme", table, "en"), inn.url).decode()
    pushing.deliver(told)
    assert pushing.worker.evaluate(CLICK) == {"focused": [page.url], "opened": [], "left": 0}
    page.goto(f"{inn.url}/about")
    pushing.deliver(told)
    assert pushing.worker.evaluate(CLICK) == {"focused": [], "opened": [f"{inn.url}/t/{table}"], "left": 0}


def test_a_click_on_a_strange_notice_leads_to_this_site(inn: Inn, visitors: Visitors) -> None:
    _, pushing = ready(visitors, inn.url)
    pushing.deliver(json.dumps({"notification": {"title": "x", "navigate": "https://evil.example/t/1"}}))
    assert pushing.worker.evaluate(CLICK) == {"focused": [], "opened": [f"{inn.url}/"], "left": 0}


def test_the_worker_keeps_nothing_and_answers_for_nobody(inn: Inn, visitors: Visitors) -> None:
    page, _ = ready(visitors, inn.url)
    page.reload()
    assert page.evaluate("() => caches.keys()") == []
    answer = page.request.get(f"{inn.url}/worker.js")
    assert (
        answer.headers["cache-control"] == "no-cache"
        and "worker-src 'self'" in answer.headers["content-security-policy"]
    )
    assert "fetch" not in answer.text().replace("fetches", "")


def test_the_site_can_be_put_on_a_home_screen(inn: Inn, visitors: Visitors) -> None:
    """Which iPhones ask for before they take notices; every language has its own manifest."""
    page = visitors(inn.url)
    found = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert found["url"] == f"{inn.url}/manifest/en" and found["errors"] == []
    told = json.loads(found["data"])
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
    paper = page.request.get(f"{inn.url}/static/css/tokens.css").text()
    assert f"--paper: light-dark({told['background_color']}," in paper and told["theme_color"] in paper
    assert page.request.get(inn.url + told["icons"][0]["src"]).headers["content-type"] == "image/svg+xml"
    drawn = [one for one in told["icons"] if one["type"] == "image/png"]
    assert {(one["sizes"], one["purpose"]) for one in drawn} == {
        (size, purpose) for size in ("192x192", "512x512") for purpose in ("any", "maskable")
    }
    assert all(page.request.get(inn.url + one["src"]).headers["content-type"] == "image/png" for one in drawn)
    for language in LANGUAGES:
        answer = page.request.get(f"{inn.url}/manifest/{language}")
        assert answer.headers["content-type"] == "application/manifest+json"
        assert answer.json()["description"] == words(language)("web.site.about")
    assert page.request.get(f"{inn.url}/manifest/xx").status == 404


@pytest.fixture
def home(tmp_path: Any) -> Any:
    with running(tmp_path) as site:
        yield site


def test_push_is_turned_on_tried_and_turned_off_in_the_settings(home: Site, visitors: Visitors, endpoint: Any) -> None:
    home.parts.notifier.outbound = endpoint.outbound()
    browser = Browser()
    given = browser.subscription(f"{endpoint.url}/push/1")
    page = visitors(f"{home.url}/about", permissions=["notifications"])
    page.add_init_script(FAKE.replace("GIVEN", json.dumps(given)))
    page.goto(f"{home.url}/me/notices")
    expect(page.get_by_text("Off on this device.")).to_be_visible()
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("On: this device is told")).to_be_visible()
    assert page.evaluate("window.asked") == [True, 65]
    page.get_by_role("button", name="Send a test").first.click()
    expect(page.get_by_text("The test is on its way.")).to_be_visible()
    message = json.loads(browser.read(endpoint.next().body))
    assert message["notification"]["tag"] == "test" and "your move" in message["notification"]["title"]
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Off on this device.")).to_be_visible()
    assert home.inside(lambda: home.parts.store.reachable_people()) == set()


def test_where_push_cannot_be_the_settings_say_why(home: Site, visitors: Visitors) -> None:
    page = visitors(f"{home.url}/about")
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', {value: false})")
    page.goto(f"{home.url}/me/notices")
    expect(page.get_by_text("only on pages that come over https")).to_be_visible()
    expect(page.get_by_role("button", name="Turn on")).to_be_hidden()


def test_a_table_is_silenced_in_its_menu(home: Site, visitors: Visitors, endpoint: Any) -> None:
    home.parts.notifier.outbound = endpoint.outbound()
    page = visitors(f"{home.url}/new", size=(360, 640))
    page.locator("form[action='/new'] button.main").first.click()
    page.wait_for_url("**/t/*")
    page.locator("[popovertarget='drawer-menu']").first.click()
    expect(page.get_by_role("link", name="Tell me when it is my move")).to_be_visible()
    expect(
        page.get_by_role("button", name="Turn notices for this table: on")
    ).to_be_visible()  # ● and sounds have it too
    table = page.url
    page.goto(f"{home.url}/me/notices")
    page.get_by_label("Address of the webhook").fill(f"{endpoint.url}/hook")
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Send a test").last.click()
    expect(page.get_by_text("The test went out.")).to_be_visible()
    assert "/me/notices" in endpoint.next().json["table"]
    page.goto(table)
    page.locator("[popovertarget='drawer-menu']").first.click()
    with page.expect_response(lambda response: response.request.method == "POST" and response.ok):
        page.get_by_role("button", name="Turn notices for this table: on").click()
    expect(page.get_by_role("button", name="Turn notices for this table: off")).to_be_visible()
    page.reload()
    expect(page.locator("body[data-quiet]")).to_be_attached()
    page.locator("[popovertarget='drawer-menu']").first.click()
    expect(page.get_by_role("button", name="Turn notices for this table: off")).to_be_visible()


def test_a_page_tells_whether_its_reader_is_active(home: Site, visitors: Visitors) -> None:
    """By the socket: a deed on a page that is seen, and that it is hidden."""
    page = visitors(f"{home.url}/about")
    page.add_init_script(
        "const hidden = {get: () => window.away ?? false, configurable: true};"
        "Object.defineProperty(document, 'hidden', hidden);"
        "WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {apply: (send, to, given) => {"
        " (window.signs ??= []).push(given[0]); return Reflect.apply(send, to, given); }});"
    )
    page.goto(f"{home.url}/new")
    page.locator("form[action='/new'] button.main").first.click()
    page.wait_for_url("**/t/*")
    page.wait_for_function("() => window.signs?.includes('!')")
    page.evaluate("() => { window.away = true; document.dispatchEvent(new Event('visibilitychange')); }")
    page.wait_for_function("() => window.signs.at(-1) === '-'")
    page.mouse.move(100, 100)
    page.mouse.move(200, 200)
    assert page.evaluate("() => window.signs.at(-1)") == "-"
    page.evaluate("() => { window.away = false; document.dispatchEvent(new Event('visibilitychange')); }")
    page.wait_for_function("() => window.signs.at(-1) === '!'")


CHANGE = """async () => {
    const event = new ExtendableEvent("pushsubscriptionchange");
    let work;
    event.waitUntil = (promise) => (work = promise);
    self.dispatchEvent(event);
    await work;
}"""
"""Lets the worker hear that the browser has changed its subscription."""


def turned_on(home: Site, visitors: Visitors, endpoint: Any) -> Page:
    """The settings of a reader who has turned push on."""
    home.parts.notifier.outbound = endpoint.outbound()
    page = visitors(f"{home.url}/about", permissions=["notifications"])
    subscribes(page, f"{endpoint.url}/push/1")
    page.goto(f"{home.url}/me/notices")
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("On: this device is told")).to_be_visible()
    return page


def subscribes(page: Page, endpoint: str) -> None:
    """From the next page on the browser has no subscription, and gets this one whenever it asks."""
    page.add_init_script(FAKE.replace("GIVEN", json.dumps(Browser().subscription(endpoint))))


def told_of(home: Site) -> set[str]:
    """Where the server reaches whoever it reaches."""

    async def endpoints() -> set[str]:
        store = home.parts.store
        return {one.endpoint for person in await store.reachable_people() for one in await store.pushes_of(person)}

    return home.inside(endpoints)


def at_a_table(page: Page, home: Site) -> None:
    page.goto(f"{home.url}/new")
    page.locator("form[action='/new'] button.main").first.click()
    page.wait_for_url("**/t/*")


def test_a_subscription_that_the_browser_lost_is_renewed_at_the_next_table(
    home: Site, visitors: Visitors, endpoint: Any
) -> None:
    page = turned_on(home, visitors, endpoint)
    subscribes(page, f"{endpoint.url}/push/2")
    at_a_table(page, home)
    until(lambda: told_of(home) == {f"{endpoint.url}/push/1", f"{endpoint.url}/push/2"})
    assert page.evaluate("window.asked") == [True, 65]


def test_a_subscription_that_changes_while_a_table_is_open_is_renewed_at_once(
    home: Site, visitors: Visitors, endpoint: Any
) -> None:
    page = turned_on(home, visitors, endpoint)
    (worker,) = page.context.service_workers
    at_a_table(page, home)
    until(lambda: page.evaluate("Boolean(window.asked)"))  # what the fake forgot with the page
    page.wait_for_selector("body[data-line=online]")
    given = Browser().subscription(f"{endpoint.url}/push/3")
    page.evaluate(
        "given => void (window.made = { endpoint: given.endpoint, toJSON: () => ({ ...given, keys: given }) })", given
    )
    worker.evaluate(CHANGE)
    until(lambda: f"{endpoint.url}/push/3" in told_of(home))


def test_where_push_was_never_turned_on_or_is_off_again_nothing_is_renewed(
    home: Site, visitors: Visitors, endpoint: Any
) -> None:
    page = turned_on(home, visitors, endpoint)
    page.get_by_role("button", name="Turn off").click()
    expect(page.get_by_text("Off on this device.")).to_be_visible()
    (worker,) = page.context.service_workers
    at_a_table(page, home)
    page.wait_for_selector("body[data-line=online]")
    worker.evaluate(CHANGE)
    page.reload()
    page.wait_for_selector("body[data-line=online]")
    assert told_of(home) == set() and not page.evaluate("window.asked")


def test_whoever_deletes_everything_leaves_nothing_in_the_browser(
    home: Site, visitors: Visitors, endpoint: Any
) -> None:
    page = turned_on(home, visitors, endpoint)
    page.evaluate("() => { for (const key of ['intrigue.deals', 'other']) localStorage.setItem(key, '[]'); }")
    page.add_init_script(
        "window.made = { endpoint: 'x', unsubscribe: async () => localStorage.setItem('unsubscribed', '1') };"
    )
    kept = "() => Object.keys(localStorage).sort()"
    page.goto(f"{home.url}/me/gone")
    page.wait_for_load_state("networkidle")
    assert page.evaluate(kept) == ["intrigue.deals", "intrigue.push", "other"], "nothing was deleted yet"
    page.goto(f"{home.url}/me/delete")
    page.locator("input[name=sure]").check()
    page.locator("form[action='/me/delete'] button").click()
    page.wait_for_url("**/me/gone")
    until(lambda: page.evaluate(kept) == ["other", "unsubscribed"])
    subscribes(page, f"{endpoint.url}/push/2")
    at_a_table(page, home)
    page.wait_for_selector("body[data-line=online]")
    assert told_of(home) == set() and not page.evaluate("window.asked")


def test_the_settings_say_that_push_has_gone_off_until_it_is_turned_on_or_off(
    home: Site, visitors: Visitors, endpoint: Any
) -> None:
    page = turned_on(home, visitors, endpoint)
    made = f"window.made = {{ endpoint: {json.dumps(endpoint.url + '/push/1')}, unsubscribe: async () => true }};"
    page.add_init_script(made)  # the browser still has it
    page.reload()
    expect(page.get_by_text("On: this device is told")).to_be_visible()
    home.inside(lambda: home.parts.store.drop_push(f"{endpoint.url}/push/1"))
    page.reload()
    expect(page.get_by_text("Notices have gone off on this device")).to_be_visible()
    page.get_by_role("button", name="Turn on").click()
    expect(page.get_by_text("On: this device is told")).to_be_visible()
    home.inside(lambda: home.parts.store.drop_push(f"{endpoint.url}/push/1"))
    page.reload()
    page.get_by_role("button", name="Turn off").click()
    page.reload()
    expect(page.get_by_text("Off on this device.")).to_be_visible()
