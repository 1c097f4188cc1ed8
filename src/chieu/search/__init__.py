"""Evaluate the options of a seat by Monte Carlo search: advice during a deal, review after it."""

from __future__ import annotations

from chieu.search.advice import Advice, Choice, NothingToDecide, advise
from chieu.search.review import Decision, review

__all__ = ["Advice", "Choice", "Decision", "NothingToDecide", "advise", "review"]
