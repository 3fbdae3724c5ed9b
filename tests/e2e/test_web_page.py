"""The web page in a real browser: live, without scripts, under attack, and after a lost connection."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from http.server import BaseHTTPRequestHandler
from itertools import cycle
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import SecretStr

from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.issue import Issue
from backend.domain.run import EvidenceEvent, Run
from backend.domain.verdict import Verdict
from backend.errors import Cancelled
from backend.jobs.runner import JobLimits
from tests.api_world import Script, World, make_evidence, make_part, make_verdict, world
from tests.e2e.local_servers import serving
from tests.e2e.patience import LIMIT_S

PAYLOADS = (
    (
        "<script>window.hit=1</script> <img src=x onerror=window.hit=1> <svg onload=window.hit=1>"
        " </textarea><script>window.hit=1</script> </title><script>window.hit=1</script>"
        " </template><img src=x onerror=window.hit=1> <iframe srcdoc='<script>parent.hit=1</script>'></iframe>"
        " <style>@import 'http://evil.example/'</style><base href='http://evil.example/'>"
        " <form action='http://evil.example/'><button>x</button></form> {{ 7*7 }}${7*7}{% raw %}"
    ),
    "\"><svg/onload=window.hit=1>",
    "'><img src=x onerror=window.hit=1>",
    "\" onmouseover=\"window.hit=1\" autofocus onfocus=\"window.hit=1",
)  # fmt: skip
"""Markup in one claim, and in separate claims what would end an attribute, because only the first quotation mark in a claim does."""
ADDRESSES = (
    "javascript:window.hit=1",
    "JaVaScRiPt:window.hit=1",
    "data:text/html,<script>window.hit=1</script>",
    "java\nscript:window.hit=1",
)


class Waiting:
    """Reports one passage, then waits for its release or cancellation."""

    def __init__(self) -> None:
        self.release = threading.Event()
        self.cancelled = threading.Event()

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        run.step("recall", "Looking in the knowledge base")
        run.report(EvidenceEvent(evidence=make_evidence()))
        while not self.release.wait(0.01):
            if run.cancelled:
                self.cancelled.set()
                raise Cancelled
        run.step("verdict", "Weighing the sides")
        return replace(make_verdict(request), steps=run.steps)


MARKUP = """(card) => {
  const said = (node) => [...node.attributes].map(({ name, value }) => `${name}=${value}`).sort().join(" ");
  const lines = (node) => node.nodeType === Node.TEXT_NODE ? [node.data.trim()].filter(Boolean)
    : node.nodeType !== Node.ELEMENT_NODE || node.matches("[data-share]") ? []
    : [`${node.tagName} ${said(node)}`, ...[...node.childNodes].flatMap(lines)];
  return lines(card);
}"""
"""Elements with their attributes and texts, without the export controls, which are created by the script."""
ACTIVE = """() => [...document.querySelectorAll("*")].filter((e) => e.matches("script, img, iframe, base, style, form")
  || [...e.attributes].some(({ name }) => name.startsWith("on"))).length"""
"""Number of elements that could run a script or load or send something."""


@pytest.fixture
def watch() -> Iterator[Callable[..., None]]:
    """Returns a function that fails the test on any error in a page's console, except those with the expected words."""
    troubles: list[str] = []
    foreseen: list[str] = []

    def begin(page: Page, expected: str = "-") -> None:
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda message: troubles.append(message.text) if message.type == "error" else None)
        foreseen.append(expected)

    yield begin
    assert [text for text in troubles if not any(words in text for words in foreseen)] == []


@pytest.fixture
def visit(browser: Browser, tmp_path: Path, watch: Callable[..., None]) -> Iterator[Callable[..., tuple[Page, World]]]:
    """Opens the page of a service with the given pipeline, and watches the page for errors."""
    with ExitStack() as stack:

        def open_page(script: Script | None = None, *, expected: str = "-", **settings: Any) -> tuple[Page, World]:
            running_service = stack.enter_context(
                world(tmp_path, script, **settings) if script else world(tmp_path, **settings)
            )
            context = browser.new_context(reduced_motion="reduce")
            stack.callback(context.close)
            page = context.new_page()
            watch(page, expected)
            page.goto(f"http://127.0.0.1:{running_service.port}/")
            return page, running_service

        yield open_page


def check(page: Page, claim: str = "The Earth is flat") -> None:
    page.fill("#claim", claim)
    page.click("#go")


def test_progress_is_shown_until_the_check_is_stopped_or_answered(visit: Callable[..., tuple[Page, World]]) -> None:
    script = Waiting()
    page, _ = visit(script)
    check(page)
    expect(page.locator("#found .evidence")).to_have_count(1)
    page.click("#stop")
    expect(page.locator("#working")).to_be_hidden()
    assert script.cancelled.wait(LIMIT_S)
    check(page)
    expect(page.locator("#now")).to_have_text("Looking through what is already known")
    expect(page.locator("#trace")).to_contain_text("Looking in the knowledge base")
    expect(page.locator("#trace")).to_be_hidden()
    expect(page.locator("#found .evidence blockquote")).to_have_text("The Earth is an oblate spheroid, not flat.")
    script.release.set()
    expect(page.locator(".verdict h2")).to_have_text("False")
    expect(page.locator(".verdict h2")).to_be_focused()
    expect(page.locator("#working")).to_be_hidden()
    expect(page.locator(".verdict .odds")).to_have_text("very sure")
    expect(page.locator(".verdict .says")).to_have_text("Contradicted by NASA.")
    card = page.locator("#e-1")
    expect(card.locator(".badge").first).to_have_text("Against")
    expect(card.locator(".meta")).to_contain_text("Saved earlier")
    expect(card.locator("a.title")).to_have_attribute(
        "href", "https://www.nasa.gov/earth#:~:text=The%20Earth%20is%20an%20oblate%20spheroid%2C%20not%20flat."
    )
    expect(card.locator("a.title")).to_have_attribute("rel", "noopener noreferrer")
    expect(card.locator(".stars")).to_have_attribute("aria-label", "Source trust 5 of 5, tier A")
    page.click("text=How this was decided")
    expect(page.locator(".result .steps li")).to_have_count(2)


def test_form_works_without_scripts_and_renders_the_same_answer(
    browser: Browser, visit: Callable[..., tuple[Page, World]]
) -> None:
    page, running_service = visit()
    page.click(".chips button >> nth=0")
    expect(page.locator(".verdict-claim")).to_have_text("The Earth is flat")
    expect(page.locator("#claim")).to_have_value("The Earth is flat")
    plain = browser.new_context(java_script_enabled=False).new_page()
    plain.goto(f"http://127.0.0.1:{running_service.port}/")
    check(plain)
    for one in (page, plain):
        expect(one.locator(".verdict h2")).to_have_text("False")
    assert page.locator(".result").evaluate(MARKUP) == plain.locator(".result").evaluate(MARKUP)
    check(plain, "The Earth is flat & <b>more</b>")
    expect(plain.locator(".verdict-claim")).to_have_text("The Earth is flat & <b>more</b>")
    expect(plain.locator(".verdict h2")).to_have_text("False")
    expect(plain.locator("#kb-size")).to_have_text("1")
    plain.click(".chips button >> nth=1")
    expect(plain.locator(".verdict-claim")).to_have_text("Apollo 11 landed on the Moon in 1969")
    plain.context.close()


def test_reduced_motion_is_respected(visit: Callable[..., tuple[Page, World]]) -> None:
    script = Waiting()
    page, _ = visit(script)
    page.set_viewport_size({"width": 900, "height": 500})
    page.evaluate("""() => {
      window.paces = [];
      Element.prototype.scrollIntoView = function (options) { window.paces.push(options.behavior); };
    }""")
    motions: tuple[tuple[Literal["reduce", "no-preference"], str], ...] = (
        ("reduce", "instant"),
        ("no-preference", "smooth"),
    )
    for motion, pace in motions:
        script.release.clear()
        page.emulate_media(reduced_motion=motion)
        check(page, f"The Earth is flat, {pace}")
        expect(page.locator("#found .evidence")).to_have_count(1)
        moving = page.evaluate("document.getAnimations().length")
        assert (moving == 0) is (motion == "reduce")
        script.release.set()
        expect(page.locator(".verdict-claim")).to_have_text(f"The Earth is flat, {pace}")
        assert page.evaluate("window.paces.splice(0)") == [pace]


def test_leaving_the_page_cancels_the_job_after_the_grace_period(visit: Callable[..., tuple[Page, World]]) -> None:
    script = Waiting()
    page, _ = visit(script, limits=JobLimits(grace_s=0.3))
    check(page)
    expect(page.locator("#found .evidence")).to_have_count(1)
    page.goto("about:blank")
    assert script.cancelled.wait(LIMIT_S)


def test_lost_connection_is_resumed_unnoticed_and_a_lasting_loss_is_reported(
    visit: Callable[..., tuple[Page, World]],
) -> None:
    script = Waiting()
    page, _ = visit(script, expected="ERR_FAILED")
    # The first stream is cut off after two events, as if the connection had been lost.
    page.evaluate(
        """() => {
          const real = window.fetch;
          window.calls = [];
          window.fetch = async (path, init) => {
            window.calls.push(path);
            const answer = await real(path, init);
            if (path !== "/api/verify") return answer;
            const reader = answer.body.getReader();
            let text = "";
            while (text.split("\\n\\n").length < 3) text += new TextDecoder().decode((await reader.read()).value);
            await reader.cancel();
            return new Response(text.split("\\n\\n").slice(0, 2).join("\\n\\n") + "\\n\\n");
          };
        }"""
    )
    check(page)
    expect(page.locator("#found .evidence")).to_have_count(1)
    script.release.set()
    expect(page.locator(".verdict h2")).to_have_text("False")
    assert any(re.fullmatch(r"/api/verify/[\w-]+/events", path) for path in page.evaluate("window.calls"))
    expect(page.locator("#error")).to_be_hidden()
    page.route("**/api/verify", lambda route: route.abort())
    check(page, "The Earth is a disc")
    expect(page.locator("#error")).to_contain_text("cannot be reached")
    expect(page.locator("#error")).to_contain_text("continues automatically")
    page.unroute("**/api/verify")
    expect(page.locator(".verdict-claim")).to_have_text("The Earth is a disc")
    expect(page.locator("#error")).to_be_hidden()


def test_token_is_requested_once(visit: Callable[..., tuple[Page, World]]) -> None:
    page, _ = visit(token=SecretStr("s3cret"), expected="401")
    expect(page.locator("#token-form")).to_be_visible()
    page.fill("#token", "s3cret")
    page.click("text=Unlock")
    expect(page.locator("#token-form")).to_be_hidden()
    expect(page.locator("#kb-size")).to_have_text("1")
    check(page)
    expect(page.locator(".verdict h2")).to_have_text("False")


def test_form_rejects_requests_from_other_origins(browser: Browser, tmp_path: Path) -> None:
    asked = threading.Event()

    def script(request: VerifyRequest, run: Run) -> Verdict:
        asked.set()
        return make_verdict(request)

    with world(tmp_path, script) as running_service, serving(_form_to(running_service.port)) as foreign:
        page = browser.new_page()
        with page.expect_navigation() as navigation:
            page.goto(f"http://localhost:{foreign}/")
            page.click("button")
        assert navigation.value
        expect(page.locator("body")).to_contain_text("may not")
        page.close()
    assert not asked.is_set()


def _form_to(port: int) -> type[BaseHTTPRequestHandler]:
    html = f'<form method="post" action="http://127.0.0.1:{port}/"><input name="claim" value="x"><button>Go</button></form>'

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *_: object) -> None:
            """Suppress the request log."""

    return Handler


def _hostile(payload: str, address: str, stance: Stance) -> Evidence:
    item = make_evidence(stance, payload + " " + stance)
    passage = replace(item.passage, title=payload, source=address, domain=payload, published=payload)
    return replace(item, candidate=replace(item.candidate, passage=passage))


def _attack(request: VerifyRequest, run: Run) -> Verdict:
    payload = request.claim
    run.step("recall", payload)
    items = tuple(_hostile(payload, address, stance) for address, stance in zip(ADDRESSES, cycle(Stance), strict=False))
    for item in items:
        run.report(EvidenceEvent(evidence=item))
    issue = Issue(code="x", stage="search", message=payload)
    parts = tuple(make_part(make_verdict(request).label, items, text=payload, n=n) for n in (1, 2))
    return replace(
        make_verdict(request, evidence=items), reasoning=f"{payload} [1] {payload}", issues=(issue,), parts=parts,
        steps=run.steps,
    )  # fmt: skip


def test_hostile_text_is_shown_as_text_with_and_without_scripts(
    browser: Browser, visit: Callable[..., tuple[Page, World]], watch: Callable[..., None]
) -> None:
    page, running_service = visit(_attack)
    plain = browser.new_context(java_script_enabled=False).new_page()
    watch(plain)
    plain.goto(page.url)
    requested: list[str] = []
    for one in (page, plain):
        one.on("request", lambda request: requested.append(request.url))
        clean = one.evaluate(ACTIVE)
        for payload in PAYLOADS:
            check(one, payload)
            expect(one.locator(".verdict-claim")).to_have_text(payload)
            assert one.locator(".result a[href]:not(.cite)").count() == 0
            assert one.evaluate(ACTIVE) == clean
            assert one.evaluate("window.hit") is None
    assert all(url.startswith(f"http://127.0.0.1:{running_service.port}/") for url in requested)
    plain.context.close()
