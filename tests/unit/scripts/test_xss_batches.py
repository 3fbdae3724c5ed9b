"""XSS strings that share one answer: no string is omitted or too long for a claim, and the dangerous string is identified."""

from __future__ import annotations

import pytest

from scripts.attacks import xss


class OneBadString:
    """A surface that executes one of the strings as code, and otherwise shows the texts of the last answer."""

    name = "fake"

    def __init__(self, script: xss.Script, bad: str) -> None:
        self._script = script
        self._bad = bad
        self.answers = 0

    def show(self, claim: str, page_title: str) -> None:
        self.answers += 1

    def wrong(self) -> str:
        return "dialog" if self._bad in self._script.texts else ""

    def take_as_clean(self) -> None:
        assert self._script.texts[0].startswith("harmless")

    def text(self) -> str:
        return "".join(xss._MARK.format(n) for n in range(len(self._script.texts)))


def test_every_string_is_in_one_batch_and_none_is_longer_than_a_claim() -> None:
    texts = [f"<img src={n}>" for n in range(30)] + ["x" * 3_000] + ["<b>" + "y" * 700] * 3
    batches = list(xss._batches(texts))
    assert [text for batch in batches for text in batch] == texts
    assert max(len(batch) for batch in batches) == xss.AT_ONCE
    assert all(len(batch) == 1 or sum(map(len, batch)) <= 2_000 for batch in batches)


def test_faulty_string_of_a_batch_is_found() -> None:
    script = xss.Script()
    surface = OneBadString(script, "s9")
    tally = xss._tried(surface, script, [f"s{n}" for n in range(16)])
    row = tally.row("xss", "fake", "x")
    assert (row.tried, row.through) == (16, 1)
    assert row.examples == ("dialog by s9",)
    assert surface.answers == 1 + 2 + 8


@pytest.mark.parametrize("fails", [False, True])
def test_string_that_is_not_shown_is_reported(fails: bool) -> None:
    """Errors have no titles, so titles are not checked in that case."""
    script = xss.Script()
    script.fails = fails
    surface = OneBadString(script, "")
    surface.text = lambda: ""  # type: ignore[method-assign]
    row = xss._tried(surface, script, ["a", "b"]).row("xss", "fake", "x")
    assert row.through == (0 if fails else 2)
