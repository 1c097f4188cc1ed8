"""The verifiable shuffle: commitments, the manifest, the order of the cards, and checking a record."""
