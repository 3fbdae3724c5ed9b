"""Publisher names by registrable domain (`data/publishers.json`)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

NAMES_FILE = Path(__file__).with_name("data") / "publishers.json"


@cache
def names() -> Mapping[str, str]:
    """Return the bundled names, keyed by domain. The file is read only once."""
    found: dict[str, str] = json.loads(NAMES_FILE.read_text(encoding="utf-8"))
    return found


def publisher_name(domain: str) -> str:
    """Return the publisher's name, such as "AP News" for "apnews.com", or the domain itself if the name is unknown."""
    return names().get(domain, domain)
