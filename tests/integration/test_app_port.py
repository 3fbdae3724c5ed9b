"""Binding the port: only once, only on this machine, with an explanation if the port is in use."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from backend.app import listen
from backend.errors import ConfigurationError, PortTaken
from backend.settings import Settings
from tests.e2e.backend_process import free_port
from tests.e2e.local_servers import Stranger, serving


def settings(port: int, host: str = "127.0.0.1") -> Settings:
    return Settings(_env_file=None, port=port, host=host)


@pytest.fixture
def taken() -> Iterator[Settings]:
    """A port that is in use by a service that does not respond yet."""
    chosen = settings(free_port())
    with listen(chosen):
        yield chosen


def test_port_is_bound_before_models_are_loaded(taken: Settings) -> None:
    """When two backends start at the same time, the second must not find the port free."""
    with pytest.raises(PortTaken) as refused:
        listen(taken)
    assert "still starting" in refused.value.message
    assert f"--port {taken.port + 1}" in refused.value.hint


def test_requests_during_the_start_are_queued(taken: Settings) -> None:
    socket.create_connection(("127.0.0.1", taken.port), timeout=1).close()


def test_another_program_on_the_port_has_its_own_error() -> None:
    with serving(Stranger) as port, pytest.raises(PortTaken, match=r"^Another program already uses port"):
        listen(settings(port))


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="permission and a token"):
        listen(settings(free_port(), "192.0.2.1"))
