"""Verifiable shuffle: commitments, shuffle manifest, card order, and verification of records."""
