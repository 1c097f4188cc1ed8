"""Deals that people play with real cards: the form to enter them, and their score (RT)."""
