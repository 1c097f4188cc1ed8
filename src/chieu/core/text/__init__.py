"""Phrasing: actions, facts, outcomes and refusals as sentences in the reader's language."""
