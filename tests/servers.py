"""Real servers for tests, started once per session. If a server cannot run here, its tests are skipped with the reason.

`tests/conftest.py` provides the fixtures to every test. Do not import them into a test module, which would then start
its own servers.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import psycopg
import pytest

from scripts.scaling.servers import Unavailable, chroma, postgres

_numbers = itertools.count()


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a running PostgreSQL."""
    try:
        with postgres() as url:
            yield url
    except Unavailable as reason:
        pytest.skip(f"NO POSTGRESQL SERVER: {reason}")


@pytest.fixture
def database_url(postgres_server: str) -> str:
    """The address of a separate database for one test."""
    return new_database(postgres_server)


def new_database(postgres_server: str) -> str:
    """Return the address of a fresh database on the server."""
    name = f"test_{next(_numbers)}"
    with psycopg.connect(postgres_server, autocommit=True) as db:
        db.execute(f"CREATE DATABASE {name}")
    return postgres_server.rpartition("/")[0] + f"/{name}"


@pytest.fixture(scope="session")
def chroma_url() -> Iterator[str]:
    """The address of a running Chroma server."""
    try:
        with chroma() as url:
            yield url
    except Unavailable as reason:
        pytest.skip(f"NO CHROMA SERVER: {reason}")
