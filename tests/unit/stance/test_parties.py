"""Who does it to whom, and whether the words stand in the claim's order."""

import pytest

from backend.stance.parties import same_order, swapped


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The Sun orbits the Earth", "The Earth orbits the Sun."),
        ("Russia bought Alaska from the United States", "The United States bought Alaska from Russia."),
        ("Russia bought Alaska from the US", "In 1867 the US bought Alaska from Russia."),
        ("Men live longer than women", "On average, women live longer than men."),
        ("Germany beat Brazil in the final", "Brazil beat Germany in the final."),
        ("The company moved from Boston to Chicago", "The company moved from Chicago to Boston."),
        ("Google acquired Motorola", "Motorola acquired Google in 2012."),
        ("Ukraine invaded Russia", "Ukraine was invaded by Russia in February 2022."),
        ("The dog bit the man", "The dog was bitten by the man."),
        ("Disney was acquired by Pixar", "Disney acquired Pixar in 2006."),
        ("Chelsea beat Arsenal", "Chelsea were beaten by Arsenal."),
        ("The plaintiff was paid by the firm's chief", "The firm's chief was paid by the plaintiff."),
        ("The lightning struck the tree", "The lightning was struck by the tree."),
    ],
)
def test_parties_exchanged_decide_nothing(claim, sentence):
    assert swapped(claim, sentence)
    assert not same_order(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The Earth orbits the Sun", "The Earth orbits the Sun."),
        ("The Earth orbits the Sun", "The Sun is orbited by the Earth."),
        ("A person is peeling a potato", "A potato is being peeled by a person."),
        ("Pixar was acquired by Disney", "Disney acquired Pixar in 2006."),
        ("COVID-19 is caused by a virus", "COVID-19 is caused by the SARS-CoV-2 virus, not by bacteria."),
        (
            "A video shows police beating a man",
            "The video, verified by the BBC, shows police officers beating a man.",
        ),
        ("Kuwait was invaded by Iraq", "Kuwait was invaded overnight by Iraq."),
        ("Arsenal beat Chelsea", "Chelsea were beaten by Arsenal."),
        ("Google was founded by Larry Page", "Google, founded by Larry Page, is an American company."),
        ("The drug cut deaths by half", "The drug cut deaths by half."),
        ("Paris is the capital of France", "France's capital is Paris."),
        ("Jay married Ann in Rome", "Ann married Jay in Rome."),
        ("France borders Spain", "Spain borders France."),
        ("Tom and Jerry fight", "Jerry and Tom fight."),
        ("Oil prices fell in May", "In May, oil prices fell."),
        ("Apollo 11 landed on the Moon", "On the Moon landed Apollo 11, and Apollo 12 landed on the Moon later."),
    ],
)
def test_other_orders_exchange_nothing(claim, sentence):
    assert not swapped(claim, sentence)


@pytest.mark.parametrize(
    ("claim", "sentence", "same"),
    [
        ("Oil prices went up in May", "Oil prices went up sharply in May.", True),
        ("Oil prices went up in May", "Oil prices went down in May.", False),
        ("Oil prices went up", "Oil prices went down in May.", False),
        ("Oil prices went up", "Oil prices went up in May.", True),
        ("Senator Smith voted for the bill", "Senator Smith voted on Monday for the bill.", True),
        ("Senator Smith voted for the bill", "Senator Smith voted against the bill.", False),
        ("Most adults support the law", "Few adults support the law.", False),
        ("The film was shot before 1940", "The film was shot after 1940.", False),
        ("The bridge opened in 1937", "In 1937 the bridge opened.", True),
        ("Men earn more than women", "Men earn less than women.", False),
        ("The lake lies above sea level", "The lake lies below sea level.", False),
        ("The bridge opened", "The tunnel opened.", False),
    ],
)
def test_words_of_direction_belong_to_the_order(claim, sentence, same):
    assert same_order(claim, sentence) is same
