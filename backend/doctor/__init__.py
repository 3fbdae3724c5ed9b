"""`claimlight doctor`: finds the problems that keep Claimlight from working, and says how to fix them."""
