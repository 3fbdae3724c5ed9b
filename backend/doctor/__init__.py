"""The command `claimlight doctor`, which finds what keeps Claimlight from working and says how to fix it."""
