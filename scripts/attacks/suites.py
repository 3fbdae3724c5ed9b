"""Reads the attack suites, either the small selections in tests/fixtures or whole suites from the given paths."""

from __future__ import annotations

import base64
import binascii
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from backend.errors import ConfigurationError

FIXTURES = Path(__file__).resolve().parents[2] / "tests" / "fixtures"
SHIPPED = {
    "xss": FIXTURES / "attacks" / "xss.json",
    "strings": FIXTURES / "attacks" / "strings.json",
    "parsing": FIXTURES / "attacks" / "parsing.json",
    "injections": FIXTURES / "attacks" / "injections.json",
    "poison": FIXTURES / "attacks" / "poison.json",
    "addresses": FIXTURES / "ssrf" / "addresses.json",
}
_SEED = 6

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True, kw_only=True)
class Poison:
    """A false claim and the passages to plant, all of which state that the claim is true."""

    claim: str
    passages: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Suites:
    """The attack suites. Methods raise ConfigurationError for unreadable files.

    `paths` override the shipped files. `rows` is the size of a seeded sample of each suite (None: all rows).
    """

    paths: Mapping[str, Path] = field(default_factory=dict)
    rows: int | None = None

    def texts(self, name: str) -> tuple[str, ...]:
        """Return the texts of the suite "xss", "strings", "injections" or "addresses".

        The file contains a JSON list, a JSON object of lists, or one text per line.
        """
        found = self._read(name)
        if isinstance(found, Mapping):
            found = [item for value in found.values() for item in (value if isinstance(value, list) else [value])]
        texts = tuple(dict.fromkeys(item for item in found if isinstance(item, str)))
        if not texts:
            raise ConfigurationError(f"There are no texts in the suite for --{name}.")
        return self._sample(texts)

    def parsing(self) -> tuple[tuple[str, bytes], ...]:
        """Return the JSON parsing cases as (name, bytes).

        The file is a JSON object of base64 texts. Names begin with y_, n_ or i_, as in JSONTestSuite.
        """
        found = self._read("parsing")
        try:
            return self._sample(tuple((name, base64.b64decode(text, validate=True)) for name, text in found.items()))
        except (AttributeError, TypeError, binascii.Error):
            raise ConfigurationError("The suite for --parsing must be an object of base64 texts.") from None

    def poison(self) -> tuple[Poison, ...]:
        """Return the cases of a file in the format of PoisonedRAG.

        The file contains {…: {"incorrect answer", "adv_texts"}} or a list of such objects, optionally with "claim".
        """
        found = self._read("poison")
        rows = list(found.values()) if isinstance(found, Mapping) else found
        try:
            return self._sample(tuple(_poison(row) for row in rows))
        except (KeyError, TypeError):
            raise ConfigurationError("The suite for --poison must hold adv_texts.") from None

    def _read(self, name: str) -> Any:
        path = self.paths.get(name) or SHIPPED[name]
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise ConfigurationError(f"The suite for --{name} cannot be read: {type(error).__name__}.") from None
        try:
            return json.loads(text)
        except ValueError:
            return [line for line in text.splitlines() if line.strip()]

    def _sample(self, items: Sequence[Item]) -> tuple[Item, ...]:
        if self.rows is None or self.rows >= len(items):
            return tuple(items)
        return tuple(random.Random(_SEED).sample(list(items), self.rows))


def _poison(row: Mapping[str, Any]) -> Poison:
    """Return one case. Without a "claim", the claim is the shortest planted sentence that states the incorrect answer."""
    passages = tuple(str(text).strip() for text in row["adv_texts"])
    wrong = str(row.get("incorrect answer", "")).lower().strip(" .")
    sentences = [s.strip() for text in passages for s in text.replace("? ", ". ").split(". ")]
    stating = (
        [s for s in sentences if wrong in s.lower() and len(s.split()) >= 5] if wrong not in ("", "yes", "no") else []
    )
    claim = str(row.get("claim") or min(stating, key=len, default=sentences[0]))
    return Poison(claim=claim.rstrip(".") + ".", passages=passages)
