"""The command `claimlight doctor`, which finds the problems that keep Claimlight from working and says how to fix them."""
