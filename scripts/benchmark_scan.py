"""Measures the time to scan a page of 10,000 words over HTTP. Every page is new to the service."""

from __future__ import annotations

import os
import statistics
import time
from pathlib import Path

import httpx

WORDS = 10_000
PLACES = "harbour station mountain council library factory airport orchard museum railway theatre village".split()
PEOPLE = "residents engineers teachers doctors farmers officials students workers".split()
SENTENCES = (
    "The {place} of the old town was opened in {year} and cost about {number} million euros, according to the national audit office.",
    "Most {people} who were asked about the {place} said that they would rather walk there than take the bus in the evening.",
    "In {year} a fire destroyed the roof of the {place}, and {number} {people} had to be moved to other buildings for the winter.",
    "Nobody really knows why the {place} was painted in that colour, but it has been like this for as long as anyone remembers.",
    "A study of {number} {people} found no link between the noise of the {place} and the health of the children living near it.",
    "What a wonderful place it is in spring, when the trees along the river are green and the first boats go out again!",
    "The government promised in {year} to reduce the number of accidents near the {place} by {number} percent within five years.",
    "Is it not time, some {people} ask, to think about the whole matter once more and from the very beginning?",
)


def page(number: int, words: int = WORDS) -> list[str]:
    """Return a page as a list of four-sentence paragraphs. Places are numbered, so no two pages name the same place."""
    blocks: list[str] = []
    counted, at = 0, number * 100_000
    while counted < words:
        block = " ".join(_sentence(at + step) for step in range(4))
        blocks.append(block)
        counted += len(block.split())
        at += 4
    return blocks


def _sentence(at: int) -> str:
    place, people = PLACES[at % len(PLACES)], PEOPLE[(at // 3) % len(PEOPLE)]
    return SENTENCES[at % len(SENTENCES)].format(
        place=f"{place} {at}", people=people, year=1900 + at % 120, number=at % 997
    )


def cpu_ms(pid: int) -> float:
    """Return the CPU time of all threads of a process so far in ms, or 0 if the system does not report it."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except OSError:
        return 0.0
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def scan_ms(client: httpx.Client, pid: int, rounds: int) -> dict[str, float]:
    """Return the median, maximum and first scan time in ms, the CPU time per page in ms, and the claims per page.

    The first page warms up the service and is excluded from the median, the maximum and the CPU time.
    """
    timings: list[float] = []
    claims, computed = 0, 0.0
    for number in range(rounds + 1):
        body = {"blocks": page(number), "language": "en", "url": f"https://news.example/{number}"}
        begin, before = time.perf_counter(), cpu_ms(pid)
        answer = client.post("/api/scan", json=body)
        timings.append((time.perf_counter() - begin) * 1000)
        answer.raise_for_status()
        computed += cpu_ms(pid) - before if number else 0.0
        claims += len(answer.json()["claims"])
    cold, *warm = timings
    return {
        "p50": round(statistics.median(warm)),
        "max": round(max(warm)),
        "first": round(cold),
        "computing": round(computed / rounds),
        "claims": round(claims / (rounds + 1)),
    }
