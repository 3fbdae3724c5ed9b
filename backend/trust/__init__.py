"""Whether the evidence suffices: to skip the web, to stop searching, to give a firm verdict."""
