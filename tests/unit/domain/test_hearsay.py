"""Hearsay and statements of a named source."""

from backend.domain.manner import mentions
from tests.each_row import each_row

HEARSAY = [
    "A viral post says vaccines contain chips.",
    "Vaccines contain chips, a viral post says.",
    "Vaccines contain chips, according to posts on Facebook.",
    "Vaccines contain chips, according to viral social media posts.",
    "Posts shared thousands of times on Facebook claim that vaccines contain chips.",
    "Posts, shared thousands of times, claim that vaccines contain chips.",
    "A video that went viral in May shows aliens in the desert.",
    "A video on TikTok shows aliens in the desert.",
    "TikTok videos claim that vaccines contain chips.",
    "A website says vaccines contain chips.",
    "Facebook users said vaccines contain chips.",
    "Claims circulating online say vaccines contain chips.",
    "False claims that vaccines contain chips spread in May.",
    "It is claimed that vaccines contain chips.",
    "The rumour that vaccines contain chips spread.",
    "A viral message claims that vaccines contain chips.",
    "Old photos falsely show crowds in Berlin.",
    "An image shared online shows a shark.",
    "A conspiracy theory claims that the Earth is flat.",
    "Social media claims that the Earth is flat.",
    "A Facebook Post said vaccines contain chips.",
    "The Post said vaccines contain chips.",
    "Vaccines contain chips, according to a post by Facebook users.",
    "Vaccines contain chips, according to posts on X.",
]
STATED = [
    "The Jerusalem Post said inflation fell.",
    "Inflation fell, the Denver Post said.",
    "The Huffington Post reported that the minister resigned, and the Washington Post said so, too.",
    "Output rose, according to a post by OPEC.",
    "Output rose, according to the Washington Post.",
    "The CDC website says measles is highly contagious.",
    "Apple's website says that Apple was founded in 1976.",
    "The company’s own website says it was founded in 1976.",
    "The website of the agency from NASA shows the landing.",
    "Facebook has three billion users, the company said.",
    "YouTube hosts 800 million videos, a 2022 report said.",
    "Video games cause violence, a new study shows.",
    "Insurance claims show that statins reduce heart attacks.",
    "Jobless claims showed a fall in May.",
    "Images taken by Viking showed that Mars has two moons.",
    "Satellite images show that the ice is melting.",
    "Pictures from the Hubble telescope show a ring around the star.",
    "A viral infection shows no symptoms at first.",
    "The study of news articles suggests that prices rose.",
    "Instagram deleted millions of posts in 2020, which shows how strict it was.",
    "The police posted images of the suspect, who said nothing.",
    "A story in the Times says that prices rose.",
]


@each_row("sentence", HEARSAY)
def test_hearsay_is_detected(sentence):
    assert mentions(sentence, "Vaccines contain chips")


@each_row("sentence", STATED)
def test_statement_of_a_named_source_is_not_hearsay(sentence):
    assert not mentions(sentence)


@each_row(
    ("claim", "sentence"),
    [
        ("The photo shows a protest in Paris in 2023.", "The viral photo shows a protest in Berlin in 2015."),
        ("Posts on X spread faster than others.", "False posts on X spread faster than true ones."),
        ("Scientists claimed that the reactor worked.", "Scientists claimed that the reactor worked."),
    ],
)
def test_sentence_about_the_same_posts_as_the_claim_is_not_hearsay(claim, sentence):
    assert mentions(sentence)
    assert not mentions(sentence, claim)
