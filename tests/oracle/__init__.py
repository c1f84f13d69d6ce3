"""Brute-force oracles: slow, literal readings of the rules that share no code with mjsim."""
