"""What others wrote is shown in the terminal and never obeyed by it."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import pytest

from backend.api import wire
from backend.domain.claim import VerifyRequest
from backend.terminal import show
from tests.api_world import make_evidence, make_verdict

ATTACK = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202eflat\u2066"


def hostile() -> wire.Json:
    """A result whose every text carries control sequences."""
    item = make_evidence(text=f"NASA {ATTACK} says so.")
    passage = replace(item.passage, source=f"https://nasa.gov/{ATTACK}", domain=f"nasa{ATTACK}.gov", published=ATTACK)
    found = replace(item, candidate=replace(item.candidate, passage=passage))
    verdict = make_verdict(VerifyRequest(claim=f"The Earth is {ATTACK}"), evidence=(found,))
    return wire.result(replace(verdict, reasoning=f"Because {ATTACK}"), job_id="j")


def shown(result: wire.Json, *, as_json: bool) -> str:
    stream = io.StringIO()
    show(result, as_json=as_json, stream=stream)
    return stream.getvalue()


@pytest.mark.parametrize("as_json", [False, True])
def test_no_control_character_reaches_the_terminal(as_json: bool) -> None:
    text = shown(hostile(), as_json=as_json)
    assert [char for char in text if char != "\n" and not char.isprintable()] == []
    assert "flat" in text


def test_json_means_the_same_as_the_result() -> None:
    assert json.loads(shown(hostile(), as_json=True)) == hostile()


def test_other_scripts_stay_readable_in_json() -> None:
    result = wire.result(make_verdict(VerifyRequest(claim="Земля плоская 地球は平らだ")), job_id="j")
    assert "Земля плоская 地球は平らだ" in shown(result, as_json=True)


def test_people_get_verdict_quote_and_source() -> None:
    text = shown(wire.result(make_verdict(VerifyRequest(claim="The Earth is flat")), job_id="j"), as_json=False)
    assert text.startswith("Verdict: False")
    assert "“The Earth is an oblate spheroid, not flat.”" in text
    assert "https://www.nasa.gov/earth" in text
