"""The terminal output shows untrusted text but never lets the terminal interpret it."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.domain.verdict import Label, Leaning, LeaningLabel
from backend.terminal import accept_every_character, show, show_scan, write_json
from tests.api_world import make_evidence, make_part, make_verdict

ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eflat\u2066"


def hostile() -> wire.Json:
    """Return a result whose texts all contain control sequences."""
    item = make_evidence(text=f"NASA {ATTACK} says so.")
    passage = replace(item.passage, source=f"https://nasa.gov/{ATTACK}", domain=f"nasa{ATTACK}.gov", published=ATTACK)
    found = replace(item, candidate=replace(item.candidate, passage=passage))
    verdict = make_verdict(VerifyRequest(claim=f"The Earth is {ATTACK}"), evidence=(found,))
    return wire.result(replace(verdict, reasoning=f"Because {ATTACK}"), job_id="j")


def printed(result: wire.Json, *, as_json: bool) -> str:
    stream = io.StringIO()
    show(result, as_json=as_json, stream=stream)
    return stream.getvalue()


@pytest.mark.parametrize("as_json", [False, True])
def test_no_control_character_reaches_the_terminal(as_json: bool) -> None:
    text = printed(hostile(), as_json=as_json)
    assert [char for char in text if char != "\n" and not char.isprintable()] == []
    assert "flat" in text


def test_json_output_equals_the_result() -> None:
    assert json.loads(printed(hostile(), as_json=True)) == hostile()


def test_json_output_keeps_other_scripts_readable() -> None:
    result = wire.result(make_verdict(VerifyRequest(claim="Земля плоская 地球は平らだ")), job_id="j")
    assert "Земля плоская 地球は平らだ" in printed(result, as_json=True)


def test_text_output_has_verdict_quote_and_source() -> None:
    text = printed(wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j"), as_json=False)
    assert text.startswith("Verdict: False")
    assert "“The Earth is an oblate spheroid, not flat.”" in text
    assert "https://www.nasa.gov/earth\n" in text


def test_text_output_uses_the_chosen_language() -> None:
    stream = io.StringIO()
    result = wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j")
    show(result, as_json=False, language="de", stream=stream)
    assert stream.getvalue().startswith("Urteil: Falsch (sehr sicher)\nWiderlegt durch: NASA.\n")
    assert "[1] Dagegen · NASA ★★★★★ · Früher gespeichert · 01.03.2024\n" in stream.getvalue()


def test_text_output_shows_the_corrected_claim() -> None:
    verdict = make_verdict(VerifyRequest(claim="the erth is flat"))
    verdict = replace(verdict, classification=replace(verdict.classification, read_as="The Earth is flat"))
    assert "Read as: The Earth is flat\n" in printed(wire.result(verdict, job_id="j"), as_json=False)


def leaning_result() -> wire.Json:
    leaning = Leaning(label=LeaningLabel.PROBABLY_TRUE, probability=0.84)
    parts = (
        make_part(Label.TRUE, (), text="It is old."),
        make_part(Label.NOT_ENOUGH_EVIDENCE, (), text="It is long.", n=2),
    )
    parts = (parts[0], replace(parts[1], leaning=leaning))
    verdict = make_verdict(VerifyRequest(claim="It is old and long."), label=Label.NOT_ENOUGH_EVIDENCE)
    return wire.result(replace(verdict, leaning=leaning, parts=parts), job_id="j")


def test_leaning_is_shown_as_its_own_grade() -> None:
    lines = printed(leaning_result(), as_json=False).splitlines()
    assert lines[:2] == [
        "Verdict: Probably true (such verdicts are right about 8 times in 10)",
        "Each part is true or probably true.",
    ]
    assert {
        "- True (very sure): It is old.",
        "- Probably true (such verdicts are right about 8 times in 10): It is long.",
    } <= set(lines)


class Terminal(io.StringIO):
    """A stream that supports colours."""

    def isatty(self) -> bool:
        return True


def test_leaning_is_dimmer_than_a_verdict_and_colour_is_reset() -> None:
    stream = Terminal()
    show(leaning_result(), as_json=False, stream=stream)
    assert stream.getvalue().startswith("Verdict: \x1b[2;32mProbably true\x1b[0m (such")


def scanned(**more: object) -> wire.Json:
    claims = [{"text": f"Second {ATTACK}", "rank": 2}, {"text": "Third", "rank": 0}, {"text": "First", "rank": 1}]
    issues = [{"message": "Cut off.", "severity": "warning"}]
    return {"url": "u", "title": "T", "worthy": 3, "sentences": 9, "claims": claims, "issues": issues, **more}


def test_scan_output_is_ordered_by_rank() -> None:
    stream = io.StringIO()
    show_scan(scanned(), as_json=False, stream=stream)
    lines = stream.getvalue().splitlines()
    assert [char for char in stream.getvalue() if char != "\n" and not char.isprintable()] == []
    assert lines[:2] == ["T", "Sentences worth checking: 3 of 9"]
    assert lines.index("  - First") < lines.index("Others") < lines.index("  - Third") < lines.index("  - Cut off.")


def test_a_page_without_a_title_is_named_by_its_address() -> None:
    stream = io.StringIO()
    show_scan(scanned(title="", claims=[], issues=[]), as_json=False, stream=stream)
    assert stream.getvalue().splitlines() == ["u", "Sentences worth checking: 3 of 9"]


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "utf-8"])
def test_unsupported_characters_are_replaced_on_the_console(encoding: str) -> None:
    raw = io.BytesIO()
    stream = io.TextIOWrapper(raw, encoding=encoding)
    accept_every_character(stream)
    stream.write("“Ünïcode” ✔ ★ 水 \udcff\n")
    write_json({"quote": "“水”"}, stream)
    stream.flush()
    printed, _, value = raw.getvalue().decode(encoding).partition("\n")
    assert json.loads(value) == {"quote": "“水”"}
    expected = {"cp1252": "“Ünïcode” + * ? ?", "ascii": '"?n?code" + * ? ?', "utf-8": "“Ünïcode” ✔ ★ 水 ?"}
    assert printed == expected[encoding]
