"""Opens the knowledge base of a data folder: lock, record, checked index (R1, R2, S7)."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

from backend.knowledge.base import Clock, KnowledgeBase, now_utc
from backend.knowledge.database import Database
from backend.knowledge.keeper import IndexKeeper
from backend.knowledge.lock import FolderLock
from backend.knowledge.store import Store
from backend.knowledge.values import Registry
from backend.ports import Embedder


def open_knowledge(data_dir: Path, embedder: Embedder, registry: Registry, clock: Clock = now_utc) -> KnowledgeBase:
    """Ready to search when it returns. Raises DataFolderLocked when another process has the folder, or StorageError."""
    with ExitStack() as undo:
        lock = FolderLock(data_dir)
        undo.callback(lock.release)
        store = Store(Database(data_dir))
        undo.callback(store.close)
        keeper = IndexKeeper(data_dir, store, embedder)
        knowledge = KnowledgeBase(store, keeper, embedder, registry, clock)
        knowledge.when_closed(lock.release)
        undo.pop_all()
    return knowledge
