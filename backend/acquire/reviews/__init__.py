"""Reads fact-checks as pages publish them: the reviewed claim, its rating, and the text that only repeats the claim."""
