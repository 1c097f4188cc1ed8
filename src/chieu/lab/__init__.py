"""What can be learnt of a deal without playing it for real: what each option is worth, and what a choice cost."""

from __future__ import annotations

from chieu.lab.advice import Advice, Choice, NothingToDecide, advise
from chieu.lab.review import Decision, review

__all__ = ["Advice", "Choice", "Decision", "NothingToDecide", "advise", "review"]
