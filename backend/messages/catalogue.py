"""Reads the message catalogue (the extension's `_locales/*/messages.json`), in the format of Chrome's `i18n` API."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from backend.extension_folder import extension_folder

FOLDERS = {"en": "en", "de": "de", "es": "es", "fr": "fr", "hi": "hi", "zh": "zh_CN", "ar": "ar"}
"""The folder of each primary language subtag. English, the source language, comes first."""
DEFAULT = "en"


@cache
def publisher_names() -> Mapping[str, Mapping[str, str]]:
    """Return the translated names of publishers by registrable domain and primary language subtag, without English."""
    found: dict[str, dict[str, str]] = json.loads(
        Path(__file__).with_name("publisher_names.json").read_text(encoding="utf-8")
    )
    return found


@cache
def table(language: str) -> Mapping[str, str]:
    """Return all messages of a language by key, with the placeholders $1 to $9 for values."""
    file = extension_folder() / "_locales" / FOLDERS[language] / "messages.json"
    return {key: entry["message"] for key, entry in json.loads(file.read_text(encoding="utf-8")).items()}


def closest(*wanted: str) -> str:
    """Return the first of the wanted languages that the catalogue has, or else English.

    `wanted` are BCP 47 tags such as "de-AT".
    """
    return next(filter(None, map(_supported, wanted)), DEFAULT)


def _supported(tag: str) -> str:
    primary = tag.replace("_", "-").partition("-")[0].lower()
    return primary if primary in FOLDERS else ""
