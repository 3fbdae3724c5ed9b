from backend.messages.catalogue import FOLDERS, publisher_names
from backend.sources.publishers import names


def test_translated_names_exist_in_every_other_language():
    assert {domain for domain in publisher_names() if domain not in names()} == set()
    assert {frozenset(found) for found in publisher_names().values()} == {frozenset(FOLDERS) - {"en"}}
