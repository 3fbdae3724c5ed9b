"""Trains the bundled verifier: data mix, contrast pairs, training loop. Needs torch; the backend never imports this package."""
