"""Opens a data folder: acquires its lock, opens the database and the history, and checks the index (R1, R2, S7)."""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from backend.errors import ConfigurationError, StorageReadOnly
from backend.knowledge.base import Clock, GraphReading, KnowledgeBase, now_utc
from backend.knowledge.database import FILE_NAME, Database, RecordDatabase
from backend.knowledge.history import History
from backend.knowledge.index_supervisor import IndexSupervisor
from backend.knowledge.lock import FolderLock
from backend.knowledge.postgres import PostgresDatabase
from backend.knowledge.record_ownership import RecordOwnership
from backend.knowledge.shared_index import ChromaServer, SharedIndex
from backend.knowledge.soundness import check_sound
from backend.knowledge.store import Store
from backend.knowledge.values import MaintainedIndex, Registry
from backend.ports import Embedder
from backend.settings import Settings

log = logging.getLogger(__name__)

_LOOPBACK = ("127.0.0.1", "localhost", "::1")

UNWRITABLE = (
    "The data folder cannot be written, so nothing is kept and only the built-in facts are known from the start."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stores:
    """The knowledge base and the history of a data folder, and the path of the folder."""

    knowledge: KnowledgeBase
    history: History
    folder: Path


@dataclass(frozen=True, slots=True, kw_only=True)
class Servers:
    """The database and Chroma servers that replace stores in the data folder. By default, there are none."""

    database_url: str = field(default="", repr=False)
    chroma: ChromaServer | None = None

    @classmethod
    def of(cls, settings: Settings) -> Servers:
        """Return the servers named in the settings. Raises ConfigurationError for remote servers in offline mode."""
        database = settings.database_url.get_secret_value() if settings.database_url else ""
        for name, address in (("DATABASE_URL", database), ("CHROMA_URL", settings.chroma_url)):
            if settings.offline and address and urlsplit(address).hostname not in _LOOPBACK:
                hint = f"Unset {name}, or use a server on this machine."
                raise ConfigurationError(f"Offline, but {name} is not on this machine.", hint=hint)
        secret = settings.chroma_authorization
        headers = {"Authorization": secret.get_secret_value()} if secret else {}
        chroma = ChromaServer(url=settings.chroma_url, headers=headers) if settings.chroma_url else None
        return cls(database_url=database, chroma=chroma)

    @property
    def stateless(self) -> bool:
        """Whether the knowledge base is stored only on servers, so that any number of processes may run at once."""
        return bool(self.database_url) and self.chroma is not None


def open_knowledge(
    data_dir: Path,
    embedder: Embedder,
    source_registry: Registry,
    clock: Clock = now_utc,
    *,
    url: str = "",
    reading: GraphReading | None = None,
    servers: Servers | None = None,
) -> KnowledgeBase:
    """Open the knowledge base, ready for searches.

    Raises DataFolderLocked if another process uses the folder, or StorageError. The subclass StorageDamaged means that
    the database is damaged and was not changed. `url` is the address of this process, for other processes that find the
    folder locked. Without `reading`, no triples are added to the graph.
    """
    servers = servers or Servers()
    with ExitStack() as undo:
        if servers.stateless:
            _create_data_dir(data_dir)
        else:
            lock = FolderLock(data_dir, url=url)
            undo.callback(lock.release)
        store = Store(_open_database(data_dir, servers))
        undo.callback(store.close)
        ownership = _acquire_database(store.database, together=servers.stateless)
        undo.callback(ownership.close)
        index = _open_index(data_dir, servers, store, embedder)
        undo.callback(index.close)
        knowledge = KnowledgeBase(store, index, embedder, source_registry, clock=clock, reading=reading)
        knowledge.current.sweep(unfinished=not servers.stateless)
        knowledge.read_for_graph()
        knowledge.when_closed(ownership.close)
        if not servers.stateless:
            knowledge.when_closed(lock.release)
        undo.pop_all()
    return knowledge


def _create_data_dir(data_dir: Path) -> None:
    """Create the data folder for the few files that are not stored on the servers."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        log.warning("the data folder cannot be made (%s): which engines failed is forgotten at the end", error.strerror)


def _open_database(data_dir: Path, servers: Servers) -> RecordDatabase:
    if servers.database_url:
        return PostgresDatabase(servers.database_url)
    check_sound(data_dir / FILE_NAME)
    return Database(data_dir)


def _acquire_database(database: RecordDatabase, *, together: bool) -> ExitStack | RecordOwnership:
    """Acquire the right to write to a shared database. Raises ConfigurationError if other processes hold it.

    An index in a data folder matches the database only if no other process writes to the database. The lock on the
    folder cannot prevent such writes.
    """
    return RecordOwnership(database, together=together) if isinstance(database, PostgresDatabase) else ExitStack()


def _open_index(data_dir: Path, servers: Servers, store: Store, embedder: Embedder) -> MaintainedIndex:
    if servers.chroma is None:
        return IndexSupervisor(data_dir, store, embedder)
    return SharedIndex(servers.chroma, store, embedder)


def open_stores(data_dir: Path, open_knowledge_in: Callable[[Path], KnowledgeBase]) -> Stores:
    """Open the stores in the folder or, if the folder is not writable, in a temporary folder.

    Stores in a temporary folder refuse every write. Claims can still be checked, with a notice that the verdicts are not
    saved (R2). `open_knowledge_in` opens and fills the knowledge base. Raises the errors of `open_knowledge`.
    """
    try:
        return _open_stores_in(data_dir, open_knowledge_in)
    except StorageReadOnly:
        log.warning(UNWRITABLE)
    temporary = TemporaryDirectory(prefix="claimlight-")
    with ExitStack() as undo:
        undo.callback(temporary.cleanup)
        stores = _open_stores_in(Path(temporary.name), open_knowledge_in)
        stores.knowledge.when_closed(temporary.cleanup)
        undo.pop_all()
    stores.knowledge.freeze(UNWRITABLE)
    stores.history.freeze(UNWRITABLE)
    return stores


def _open_stores_in(folder: Path, open_knowledge_in: Callable[[Path], KnowledgeBase]) -> Stores:
    with ExitStack() as undo:
        knowledge = open_knowledge_in(folder)
        undo.callback(knowledge.close)
        history = History(knowledge.shared_record or folder)
        undo.pop_all()
    return Stores(knowledge=knowledge, history=history, folder=folder)
