from backend.sources.publishers import names, publisher_name
from backend.sources.table import main_domain


def test_publishers_are_named_by_their_domain():
    assert publisher_name("apnews.com") == "AP News"
    assert publisher_name("unknown.example") == "unknown.example"


def test_every_name_belongs_to_the_domain_under_which_a_publisher_is_rated():
    assert [domain for domain in names() if main_domain(domain) != domain] == []
    assert all(name.strip() == name and name for name in names().values())
