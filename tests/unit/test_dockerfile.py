"""The Dockerfile, checked without running Docker: copied files exist, and promises are kept. `scripts/rehearse_image` runs it."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import pytest
import yaml
from click import Group

from backend import __version__
from backend.cli import Call, Launch, program
from backend.settings import DEFAULT_PORT
from scripts.rehearse_image import Instruction, steps


@pytest.fixture
def image(root: Path) -> list[Instruction]:
    return steps(root / "Dockerfile")


def last_stage(image: list[Instruction]) -> list[Instruction]:
    return image[max(n for n, step in enumerate(image) if step.word == "FROM") :]


def instruction(image: list[Instruction], word: str) -> str:
    """Return the only instruction of this kind in the final image."""
    (found,) = (step.text for step in last_stage(image) if step.word == word)
    return found


def test_everything_that_is_copied_exists_and_is_not_ignored(image: list[Instruction], root: Path) -> None:
    copied = {
        name for step in image if step.word == "COPY" and "--from" not in step.text for name in step.text.split()[:-1]
    }
    assert {name for name in copied if not (root / name).exists()} == set()
    lines = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert "*" in lines
    assert copied == {line.removeprefix("!") for line in lines if line.startswith("!")}


def test_last_stage_copies_existing_outputs(image: list[Instruction]) -> None:
    taken = [shlex.split(step.text)[1] for step in last_stage(image) if step.word == "COPY"]
    made = " ".join(step.text for step in image[: len(image) - len(last_stage(image))])
    assert taken
    assert all(name.removeprefix("/app/") in made for name in taken)


def test_image_runs_unprivileged_with_versioned_base_images(image: list[Instruction]) -> None:
    assert instruction(image, "USER").isdigit()
    assert instruction(image, "USER") != "0"
    assert all(":" in step.text.split()[0] for step in image if step.word == "FROM")


def test_image_command_is_valid_and_matches_the_health_check(image: list[Instruction]) -> None:
    entry, arguments = json.loads(instruction(image, "ENTRYPOINT")), json.loads(instruction(image, "CMD"))
    assert entry == ["python", "-m", "backend"]
    call = Call(Launch())
    assert instruction(image, "EXPOSE") == str(DEFAULT_PORT)
    assert f"'127.0.0.1', {DEFAULT_PORT}" in instruction(image, "HEALTHCHECK")
    name, *options = arguments
    assert isinstance(program, Group)
    program.commands[name].make_context(name, options, obj=call)
    assert call.given["host"] == "0.0.0.0"
    assert str(call.given["data_dir"]) == instruction(image, "VOLUME")


def test_compose_builds_a_read_only_image(root: Path) -> None:
    backend = yaml.safe_load((root / "docker-compose.yml").read_text(encoding="utf-8"))["services"]["backend"]
    assert (backend["build"], backend["image"]) == (".", f"claimlight:{__version__}")
    assert (backend["read_only"], backend["tmpfs"], backend["cap_drop"]) == (True, ["/tmp"], ["ALL"])
