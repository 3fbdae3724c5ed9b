"""Claims about the present, for which outdated evidence does not count."""

from backend.claims.signals import is_time_sensitive
from backend.domain.present import Span, present_span
from tests.each_row import each_row

OF_NOW = [
    ("The bridge closed today", Span.DAY),
    ("Breaking news: the dam is open", Span.DAY),
    ("The bridge closed this week", Span.WEEK),
    ("Prices rose last month", Span.MONTH),
    ("The company recently sold its bank", Span.RECENT),
    ("The latest count is 5", Span.RECENT),
    ("Spain won the cup this year", Span.THIS_YEAR),
    ("She is currently the mayor", Span.NOW),
    ("The current mayor is Ann Poe", Span.NOW),
    ("Ann Poe is the current mayor of Velbrook", Span.NOW),
    ("The statue still stands in the harbour", Span.STILL),
    ("People still believe it", Span.STILL),
    ("He now owns the company that was founded in Ohio", Span.NOW),
    ("Pluto is no longer a planet", Span.NOW),
    ("The war is ongoing", Span.NOW),
    ("She has won three medals so far", Span.NOW),
    ("NOW THE BRIDGE IS OPEN", Span.NOW),
]
OF_NO_TIME = [
    "Alternating current was championed by Nikola Tesla.",
    "Alternating current is safer over long distances.",
    "The Gulf Stream is a warm ocean current.",
    "The Gulf Stream is a warm current of the Atlantic.",
    "The current flows from plus to minus.",
    "The Antarctic Circumpolar Current has no land in its way.",
    "Usain Bolt ran a record-breaking 9.58 seconds in Berlin.",
    "Breaking Bad is a television series.",
    "Cezanne painted still lifes with apples.",
    "Still waters run deep.",
    "The Earth stood still in the film.",
    "The most recent ice age ended about 11,700 years ago.",
    "Recent studies show that coffee prevents cancer.",
    "In his last years he was still alive to the arts.",
    "The now-defunct airline flew to Rome.",
    "By then the king was no longer in power.",
    "Constantinople, now Istanbul, fell to the Ottomans.",
    "USA Today is a newspaper.",
    "Apocalypse Now is a film.",
    "The work ends in May at the latest.",
]


@each_row(("claim", "span"), OF_NOW)
def test_claims_about_the_present(claim, span):
    assert present_span(claim) is span
    assert is_time_sensitive(claim)


@each_row("claim", OF_NO_TIME)
def test_claims_without_a_present_reference(claim):
    assert present_span(claim) is None
    assert not is_time_sensitive(claim)
