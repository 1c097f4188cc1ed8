"""Parts that need packages which `pip install chieu` alone does not bring."""

from __future__ import annotations

from importlib.util import find_spec


def needs(part: str, *modules: str) -> None:
    """That the modules a part needs are there; `ModuleNotFoundError` says how to get them.

    >>> needs("testing", "pytest")
    """
    for module in modules:
        if find_spec(module) is None:
            raise ModuleNotFoundError(f"{module} is not installed: pip install 'chieu[{part}]'", name=module)
