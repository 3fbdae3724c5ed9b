"""XSS strings in answers, page titles and errors, shown by the overlay, popup, side panel and web page in Chromium.

A service returns answers with the strings in every possible field, first in the evidence and explanation, and then in
an error. Several strings share an answer. Each string has its own evidence, addresses and messages, and the strings are
joined in fields that occur only once. If an effect is detected, each string of the answer is tried alone. An attack
succeeds if the string opens a dialog, runs a script, sends a request to any host other than the service, creates an
element or a link that is neither http nor https, or causes a reported violation of the page's content security policy.
A string that is not shown at all also counts as a successful attack.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from playwright.sync_api import BrowserContext, Playwright, sync_playwright

from backend.domain.claim import VerifyRequest
from backend.domain.evidence import Evidence, Stance
from backend.domain.issue import Issue
from backend.domain.run import EvidenceEvent, Run, VerdictEvent
from backend.domain.verdict import Label, Verdict
from backend.errors import InvalidRequest
from scripts.attacks import AttackOptions
from scripts.attacks.report import AttackRow, Tally
from scripts.attacks.surfaces import Overlay, Popup, SidePanel, WebPage, panel_file
from tests.api_world import make_evidence, make_part, make_verdict, world
from tests.e2e.browser import EXTENSION, launch
from tests.e2e.local_servers import pages, serving

GROUP = "xss"
HOOKS = Path(__file__).with_name("hooks.js").read_text(encoding="utf-8")
PLAIN_CLAIM = "The Earth is flat"
AT_ONCE = 8
"""Maximum number of strings that share an answer. Together, they must fit in a claim."""
_ROOM = 1_400
_MARK = "⟦{}⟧"
"""Marker that follows the n-th string of an answer in the evidence. It reveals whether the string is displayed."""


class Surface(Protocol):
    """A user interface that shows an answer."""

    name: str

    def show(self, claim: str, page_title: str) -> None:
        """Check `claim` as a user would, and wait for the answer or the error."""
        ...

    def wrong(self) -> str:
        """Return all effects of the last answer except shown text, or "" if there are none."""
        ...

    def take_as_clean(self) -> None:
        """Treat the current elements as the surface's own, and discard earlier records."""
        ...

    def text(self) -> str:
        """Return all current text, hidden or not."""
        ...


class Script:
    """A pipeline that returns the strings in every field of the verdict, or fails with the strings in the error."""

    def __init__(self) -> None:
        self.texts: tuple[str, ...] = ()
        self.fails = False

    def __call__(self, request: VerifyRequest, run: Run) -> Verdict:
        """Return a verdict for any claim. Raises InvalidRequest if `fails` is true."""
        text = "\n".join(self.texts)
        run.step("recall", text)
        if self.fails:
            raise InvalidRequest(text or "-", hint=text)
        items = tuple(
            _evidence(stance, text, (n, place))
            for n, text in enumerate(self.texts)
            for place, stance in enumerate(Stance)
        )
        for item in items:
            run.report(EvidenceEvent(evidence=item))
        run.report(VerdictEvent(label=Label.FALSE, confidence=0.9, truthfulness_percent=3.0, reasoning=text))
        parts = tuple(make_part(Label.FALSE, items, text=text, n=n) for n, text in enumerate((*self.texts, text)))
        issues = tuple(Issue(code="x", stage="search", message=text, subject=text) for text in self.texts)
        plain = make_verdict(request, evidence=items)
        classification = replace(plain.classification, factual_part=text, reason=text)
        context = replace(plain.claim.context, title=text, url=text)
        return replace(
            plain, reasoning=f"{text} [1] {text}", issues=issues, parts=parts, steps=run.steps, classification=classification,
            claim=replace(plain.claim, context=context, text=text),
        )  # fmt: skip


def _evidence(stance: Stance, text: str, numbers: tuple[int, int]) -> Evidence:
    """Return evidence with the n-th string in every field. `numbers` holds n and the kind of address (0, 1 or 2)."""
    n, place = numbers
    item = make_evidence(stance, f"{text} {stance} {_MARK.format(n)}")
    addresses = (text, f"https://news.example/{text}", f"javascript:{text}")
    passage = replace(item.passage, title=text, source=addresses[place], domain=text, published=text)
    return replace(item, candidate=replace(item.candidate, passage=passage))


def run(options: AttackOptions) -> Iterable[AttackRow]:
    """Yield a report row for each surface and kind of answer."""
    texts = options.suites.texts("xss")
    if not options.browser:
        return
    with tempfile.TemporaryDirectory(prefix="claimlight-attack-") as folder, sync_playwright() as playwright:
        yield from _all(playwright, Path(folder), texts, options)


def _all(playwright: Playwright, folder: Path, texts: Sequence[str], options: AttackOptions) -> Iterator[AttackRow]:
    script = Script()
    with (
        world(folder / "service", script) as served,
        serving(pages()) as site,
        _browser_context(playwright, folder, site) as context,
    ):
        for make in _surfaces():
            surface = make(context, f"http://127.0.0.1:{served.port}", f"http://news.example:{site}")
            for fails in (False, True):
                script.fails = fails
                tally = _tried(surface, script, texts)
                kind = "error text" if fails else "title, snippet, address, claim, page title, explanation"
                row = tally.row(GROUP, surface.name, kind)
                options.tell(f"  {surface.name}, {kind}: {row.through} of {row.tried}")
                yield row
            _reset_pages(context)


def _reset_pages(context: BrowserContext) -> None:
    """Close all pages but one and blank it, so that no effect of this surface's strings is attributed to the next."""
    first, *others = context.pages
    for page in others:
        page.close()
    first.goto("about:blank")


def _surfaces() -> tuple[Callable[[BrowserContext, str, str], Surface], ...]:
    found: list[Callable[[BrowserContext, str, str], Surface]] = [WebPage, Overlay, Popup]
    return (*found, SidePanel) if panel_file(EXTENSION) else tuple(found)


@contextmanager
def _browser_context(playwright: Playwright, folder: Path, site: int) -> Iterator[BrowserContext]:
    with tempfile.TemporaryDirectory(dir=folder) as profile:
        context = launch(playwright, Path(profile), site)
        context.add_init_script(HOOKS)
        try:
            yield context
        finally:
            context.close()


def _tried(surface: Surface, script: Script, texts: Sequence[str]) -> Tally:
    tally = Tally()
    # A harmless answer shows which elements belong to the surface itself.
    _effects_of(surface, script, tuple(f"harmless words {n}" for n in range(AT_ONCE)))
    surface.take_as_clean()
    for batch in _batches(texts):
        noticed = _effects_of(surface, script, batch)
        alone = (
            [_effects_of(surface, script, (text,)) for text in batch]
            if noticed and len(batch) > 1
            else [noticed] * len(batch)
        )
        # If only the combination of strings has an effect, the effect is counted for the first string.
        found = [noticed, *alone[1:]] if noticed and not any(alone) else alone
        for text, what in zip(batch, found, strict=True):
            tally.attempt(bool(what), f"{what} by {text}")
    return tally


def _batches(texts: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the strings in order, in batches of at most AT_ONCE strings that together fit in a claim.

    A string that is longer than a claim forms a batch of its own.
    """
    batch: list[str] = []
    for text in texts:
        if batch and (len(batch) == AT_ONCE or sum(map(len, batch)) + len(text) > _ROOM):
            yield tuple(batch)
            batch = []
        batch.append(text)
    if batch:
        yield tuple(batch)


def _effects_of(surface: Surface, script: Script, batch: tuple[str, ...]) -> str:
    """Show one answer with these strings and return its effects, or "" if there are none."""
    script.texts = batch
    surface.show(_claim_text(batch), " ".join(batch))
    wrong = surface.wrong()
    shown = surface.text()
    absent = [] if script.fails else [n for n in range(len(batch)) if _MARK.format(n) not in shown]
    return "; ".join(filter(None, (wrong, f"{len(absent)} strings were not shown" if absent else "")))


def _claim_text(batch: Sequence[str]) -> str:
    """Return the joined strings if they form a valid claim, otherwise a harmless claim."""
    text = " ".join(batch)
    usable = 3 <= len(text.strip()) <= 1_500 and any(sign.isalnum() for sign in text) and "\n" not in text
    return text if usable else PLAIN_CLAIM
