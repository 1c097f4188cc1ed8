"""What can be learnt of a deal without playing it for real: what each option is worth, and what a choice cost."""

from __future__ import annotations

from chieu.search.advice import Advice, Choice, NothingToDecide, advise
from chieu.search.review import Decision, review

__all__ = ["Advice", "Choice", "Decision", "NothingToDecide", "advise", "review"]
