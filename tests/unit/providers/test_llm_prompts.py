"""Prompt files are complete, and untrusted inputs cannot escape from their markers."""

from __future__ import annotations

from pathlib import Path

import pytest

from backend.errors import ConfigurationError
from backend.providers import prompt_files

NAMES = sorted(file.stem for file in prompt_files.FOLDER.glob("*.md") if file.stem != "README")


@pytest.mark.parametrize("name", NAMES)
def test_every_prompt_file_has_both_parts_and_at_least_one_input(name: str) -> None:
    prompt = prompt_files.load(name)
    assert prompt.system
    assert prompt.slots


def test_prompts_of_every_stage_exist() -> None:
    assert {"tie_break", "explain", "follow_up"} <= set(NAMES)


@pytest.mark.parametrize("inputs", [{"claim": "x"}, {"claim": "x", "passage": "y", "more": "z"}])
def test_missing_and_surplus_inputs_are_refused(inputs: dict[str, str]) -> None:
    with pytest.raises(ConfigurationError, match="needs"):
        prompt_files.load("tie_break").fill(inputs, schema="{}")


@pytest.mark.parametrize("name", ["nothing", "../llm", "README.md", ""])
def test_an_unknown_prompt_is_refused(name: str) -> None:
    with pytest.raises(ConfigurationError, match="no prompt"):
        prompt_files.load(name)


def test_a_file_without_parts_is_refused(tmp_path: Path) -> None:
    (tmp_path / "odd.md").write_text("Just text {claim}")
    with pytest.raises(ConfigurationError, match="## System"):
        prompt_files.load("odd", folder=tmp_path)


def test_slots_inside_an_input_are_not_filled() -> None:
    prompt = prompt_files.load("tie_break")
    _, user = prompt.fill({"claim": "{passage}", "passage": "SECRET"}, schema="{}")
    assert user.count("SECRET") == 1


def test_comment_in_a_prompt_file_is_not_sent() -> None:
    system, user = prompt_files.load("tie_break").fill({"claim": "a", "passage": "b"}, schema="{}")
    assert "undecided" not in system + user
