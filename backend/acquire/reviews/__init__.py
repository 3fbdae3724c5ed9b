"""Fact-checks as pages publish them: which claim is reviewed, with which rating, and which text only repeats the claim."""
