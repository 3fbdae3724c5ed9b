"""Attack tests, one module per kind of attack. Each module defines `run(options) -> Iterable[AttackRow]`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from scripts.attacks.suites import Suites

GROUPS = {
    "input": "scripts.attacks.inputs",
    "openapi": "scripts.attacks.openapi",
    "crosssite": "scripts.attacks.crosssite",
    "ssrf": "scripts.attacks.ssrf",
    "pages": "scripts.attacks.pages",
    "xss": "scripts.attacks.xss",
    "injection": "scripts.attacks.injection",
    "poison": "scripts.attacks.poison",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOptions:
    """Options for all groups. `llm` is the base URL of a real LLM, or "" for none.

    If `brief` is true, fewer combinations are tried.
    """

    suites: Suites
    browser: bool
    llm: str
    llm_model: str
    tell: Callable[[str], None]
    brief: bool = False
