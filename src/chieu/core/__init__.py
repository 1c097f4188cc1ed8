"""Cards, the contract, records, running and replaying. Knows no game."""
