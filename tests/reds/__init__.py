"""Breaks: small changes to the code, each of which brings one fault back, and the tests that must notice it."""
