from __future__ import annotations

import pytest

from backend.providers.prompt_files import load


@pytest.mark.parametrize(("name", "slots"), [("classify", {"claim", "context"}), ("decompose", {"claim"})])
def test_prompt_has_a_placeholder_for_every_input(name: str, slots: set[str]) -> None:
    assert load(name).slots == slots


def test_classify_prompt_shows_the_documented_examples() -> None:
    system = load("classify").system
    for example in (
        "The Earth is flat",
        "India is a company",
        "Minecraft is a 2D game",
        "It's true",
        "Water boils at 50C",
    ):
        assert f'"{example}"' in system
