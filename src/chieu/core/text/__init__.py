"""Text catalogues, and actions, events, outcomes and refusals as sentences in any language."""
