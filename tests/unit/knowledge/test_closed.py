"""A closed database no longer accesses its folder, because another process may own the folder."""

import pytest

from backend.errors import StorageReadOnly
from backend.knowledge.database import Database

USES = {
    "read": lambda database: database.read().__enter__(),
    "write": lambda database: database.write().__enter__(),
    "shrink": lambda database: database.shrink_log(()),
}


@pytest.mark.parametrize("use", USES)
def test_folder_is_neither_read_nor_changed_after_close(tmp_path, use):
    database = Database(tmp_path)
    database.close()
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(StorageReadOnly):
        USES[use](database)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
