from backend.rank.addresses import url_quality
from tests.each_row import each_row


@each_row(
    ("url", "quality"),
    [
        ("", 0.0),
        ("https://paper.example", 0.0),
        ("https://paper.example/", 0.0),
        ("https://paper.example/news", 0.2),
        ("https://paper.example/news/", 0.2),
        ("https://paper.example/bridge-reopens", 0.6),
        ("https://paper.example/news/bridge-reopens-after-repairs", 0.9),
        ("https://paper.example/2024/05/bridge-reopens", 1.0),
        ("https://[broken", 0.5),
    ],
)
def test_addresses_have_the_documented_quality(url, quality):
    assert url_quality(url) == quality
