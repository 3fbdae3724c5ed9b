"""What is planned, demanded, alleged or all but done is no evidence that it happened."""

import pytest

from backend.stance.unreal import unreal

NOT_DONE = [
    ("The man robbed the bank.", "The man was charged with robbing the bank."),
    ("The man robbed the bank.", "The man was charged with bank robbery."),
    ("The man robbed the bank.", "The man, accused of robbing the bank, was found not guilty."),
    ("The man robbed the bank.", "The man allegedly robbed the bank."),
    ("The suspect murdered the woman.", "Police arrested the suspect on suspicion of murdering the woman."),
    ("The suspect killed the woman.", "The suspect was accused of killing the woman."),
    ("The minister took bribes.", "Prosecutors accuse the minister of taking bribes."),
    ("The doctor killed his patients.", "The doctor is on trial for killing his patients."),
    ("John Smith killed his wife.", "John Smith was arrested for killing his wife."),
    ("The president has resigned.", "The president will resign."),
    ("The president has resigned.", "The president is expected to resign."),
    ("The bill has passed.", "The bill is expected to pass."),
    ("The company bought the rival.", "The company plans to buy the rival."),
    ("The company bought the rival.", "The company agreed to buy the rival."),
    ("The Spanish company bought the rival.", "The Spanish company offered to buy the rival."),
    ("Elon Musk bought Twitter.", "Elon Musk offered to buy Twitter."),
    ("Russia invaded Finland.", "Russia threatened to invade Finland."),
    ("The dam collapsed.", "The dam could collapse."),
    ("The dam collapsed.", "Had the rain gone on, the dam would have collapsed."),
    ("The dam collapsed.", "The dam almost collapsed."),
    ("The dam collapsed.", "If the dam collapsed, thousands would die."),
    ("The city banned cars.", "The city is considering banning cars."),
    ("The city banned cars.", "The mayor wants to ban cars in the city."),
    ("The city banned cars.", "The mayor called for the city to ban cars."),
    ("Iran has nuclear weapons.", "Iran is close to having nuclear weapons."),
    ("The company fired its CEO.", "Shareholders urged the company to fire its CEO."),
    ("Coffee causes cancer.", "Coffee may cause cancer."),
    ("Finland joined NATO.", "Finland applied to join NATO."),
    ("The man robbed the bank.", "The man who wanted to rob the bank stabbed a guard."),
    ("The man robbed the bank.", "The man is accused of being the one who robbed the bank."),
    ("The mayor took bribes.", "A grand jury indicted the mayor on five counts of taking bribes."),
    ("The plant reopened.", "The company plans to reopen the plant, which closed in 2010."),
    ("The priest abused children.", "The priest was arrested over the abuse of children."),
    ("The priest abused children.", "The priest was charged over the abuse of children."),
    ("The priest abused children.", "The priest was charged in the abuse of children."),
    ("The priest abused children.", "The priest was charged for the abuse of children."),
    ("The priest abused children.", "The priest is facing trial for abusing children."),
    ("The priest abused children.", "The priest's trial for abusing children begins on Monday."),
    ("The priest abused children.", "The priest awaits trial for abusing children."),
    ("The priest abused children.", "The priest was sued over the abuse of children."),
    ("The priest abused children.", "The priest was investigated over the abuse of children."),
    ("The priest abused children.", "The priest was acquitted of abusing children."),
    ("The priest abused children.", "The priest faces charges that he abused children."),
    ("The priest abused children.", "The priest was accused of abusing children, and his trial went ahead on Monday."),
    ("The nurse murdered seven babies.", "The nurse's trial over the murder of seven babies opens."),
    ("The minister resigned.", "The minister threatened to resign but never did so."),
    ("Microsoft bought Yahoo in 2008.", "Microsoft proposed to buy Yahoo in 2008 but the deal never went through."),
    (
        "Microsoft bought Yahoo in 2008.",
        "Microsoft proposed to buy Yahoo in 2008, and Verizon completed the deal in 2017.",
    ),
    ("Microsoft bought Yahoo in 2008.", "Microsoft proposed to buy Yahoo in 2008 and left before the deal closed."),
    (
        "The government cut pensions.",
        "The government planned to cut pensions but the plan never went through parliament.",
    ),
]
DONE = [
    ("The trial begins on Monday.", "The priest's trial for abusing children begins on Monday."),
    ("The vaccine works.", "Pfizer's trial of the vaccine showed that the vaccine works."),
    ("The drug prevents migraine.", "A clinical trial for treating headaches showed that the drug prevents migraine."),
    ("The company bought the rival.", "The company, which plans to expand, bought the rival."),
    ("The company bought the rival.", "The company bought the rival and plans to expand."),
    ("The company bought the rival.", "The company that plans to expand bought the rival."),
    ("The company bought the rival.", "The company agreed to buy the rival in June and closed the deal in August."),
    ("The bill passed.", "The bill that would have raised taxes passed."),
    ("The men fled the country.", "The men accused of robbing the bank fled the country."),
    ("The mayor was arrested.", "The mayor was arrested on bribery charges."),
    ("The trial went on.", "The trial went on after the judge refused to halt it."),
    ("The vaccine prevented disease.", "A trial of 40,000 people showed that the vaccine prevented disease."),
    (
        "Vitamin D reduces colds.",
        "Researchers investigated the effect of vitamin D on colds and found that it reduces colds.",
    ),
    ("She doubled the profit.", "She took charge of the company in 2010 and doubled the profit."),
    ("The mayor was indicted.", "A grand jury indicted the mayor on five counts of bribery."),
    ("The mayor is under investigation.", "The mayor is being investigated for corruption."),
    ("The man robbed the bank.", "The man was convicted of robbing the bank."),
    ("The man robbed the bank.", "The man accused of robbing the bank was found guilty."),
    ("The man killed himself.", "The man was charged with robbing the bank and killed himself."),
    ("The mayor resigned in May.", "In May the mayor resigned."),
    ("Will Smith won an Oscar.", "Will Smith won an Oscar."),
    ("The king married a duchess.", "In 1990 the king would later marry a duchess."),
    ("The attack killed 300 people.", "Almost 300 people were killed in the attack."),
    ("The storm destroyed the town.", "The storm destroyed almost all of the town."),
    ("Water boils at 100 degrees.", "Water will boil at 100 degrees."),
    ("The company plans to buy the rival.", "The company plans to buy the rival."),
    ("The dam could collapse.", "The dam could collapse."),
    ("The man was charged with robbing the bank.", "The man was charged with robbing the bank."),
    ("The president will resign.", "The president will resign."),
    ("Sales fell in 2020.", "Sales fell in 2020 and are likely to fall again."),
    ("The charity plants trees in Kenya.", "The charity plants trees and will train farmers in Kenya."),
    ("Bezos founded Amazon in 1994.", "Bezos established Amazon, which was later sued for that, in 1994."),
    ("The plant is financed by the bank.", "The plant will be financed by a loan from the bank."),
    ("Petra Voss is the mayor of Hollen.", "Delivery vans may still enter. Mayor Petra Voss said so in Hollen."),
    ("Apollo 11 landed on the Moon.", "Apollo 11 landed on the Moon, and nobody could have foreseen it."),
]


@pytest.mark.parametrize(("claim", "sentence"), NOT_DONE)
def test_what_has_not_happened_supports_no_claim_that_it_has(claim, sentence):
    assert unreal(claim, sentence)


@pytest.mark.parametrize(("claim", "sentence"), DONE)
def test_what_has_happened_or_is_claimed_as_a_plan_is_left_alone(claim, sentence):
    assert not unreal(claim, sentence)
