"""Making the bundled verifier: data mix, contrast pairs, training loop. Needs torch; never imported by the backend."""
