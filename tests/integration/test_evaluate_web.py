"""`scripts/evaluate web`: the real service on a web written for the test, with a claim that paraphrases a page."""

from __future__ import annotations

import json
from pathlib import Path

from scripts.evaluate import main

PAGES = (
    {
        "url": "https://www.reuters.com/world/lisvik-ferry-opens-2024-03-11/",
        "title": "Lisvik ferry sails for the first time",
        "date": None,
        "html_body": "<h1>Lisvik ferry sails for the first time</h1>"
        "<p>The Lisvik ferry carries 240 passengers and thirty cars. It sailed for the first time on Monday, two years late.</p>"
        "<p>The mayor of Lisvik said that the town had waited long enough.</p>",
    },
    {
        "url": "https://www.harbour-news.example/goats",
        "title": "Goats of the north",
        "date": None,
        "html_body": "<h1>Goats of the north</h1><p>The valley is known for its cheese, its goats and its wooden churches.</p>",
    },
)
CLAIM = {
    "id": "x1",
    "claim": "The Lisvik ferry first sailed two years later than planned",
    "label": "TRUE",
    "pages": [PAGES[0]["url"]],
}
"""A single claim, because two claims would be verified by two services."""


def test_claims_are_answered_from_the_written_pages_and_counted(tmp_path: Path, capsys) -> None:
    files = {"pages": PAGES, "claims": (CLAIM,)}
    for name, rows in files.items():
        (tmp_path / name).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert main(["web", "--json", "--data", str(tmp_path / "claims"), "--pages", str(tmp_path / "pages")]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert (counted["n"], counted["TRUE_claims"]) == (1, 1)
    assert counted["TRUE_firm"] + counted["TRUE_leaning"] == 1
