"""The verifier that every site carries; it shares nothing with the rest of the program."""
