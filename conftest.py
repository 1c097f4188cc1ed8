"""Import the compiled modules before pytest collects the doctests in their sources.

Pytest loads a source file as the module itself if that is not imported yet. Compiled modules would then get classes
that are not compiled, and crash.
"""

from __future__ import annotations

from importlib import import_module

from build_hooks.finder import compiled_modules, fresh_build

for name in compiled_modules(fresh_build()):
    if name.startswith("chieu."):
        import_module(name)
