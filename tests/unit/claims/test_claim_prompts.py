from __future__ import annotations

import pytest

from backend.providers.prompt_files import load


@pytest.mark.parametrize(("name", "slots"), [("classify", {"claim", "context"}), ("decompose", {"claim"})])
def test_a_prompt_takes_exactly_what_the_stage_gives(name: str, slots: set[str]) -> None:
    assert load(name).slots == slots


def test_the_classify_prompt_shows_document_004s_examples() -> None:
    system = load("classify").system
    for example in (
        "The Earth is flat",
        "India is a company",
        "Minecraft is a 2D game",
        "It's true",
        "Water boils at 50C",
    ):
        assert f'"{example}"' in system
