"""Insert docstrings into the C code that mypyc generates, so that `help()` shows them.

mypyc 2.4 writes only the signatures of functions and classes there, and nothing for modules. Properties have no place
for a docstring.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from mypyc.codegen.cstring import c_string_initializer
from mypyc.namegen import NameGenerator

# Each pattern: the text before the docstring, with the name that it belongs to, and the text after it.
_SIGNATURE: Final = r'PyDoc_STR\("(?:[^"\\]|\\.)*--\\n\\n'
_FUNCTION: Final = re.compile(rf'(\(PyCFunction\)(CPyPy_\w+),\s*METH_[A-Z_| ]+, {_SIGNATURE})(?="\))')
_CLASS: Final = re.compile(rf'(PyTypeObject (CPyType_\w+)_template_ = \{{[^}}]*?\.tp_doc = {_SIGNATURE})(?="\))')
_MODULE: Final = re.compile(r'("([\w.]+)",\s*)NULL(?=, /\* docstring \*/)')


def insert(c_files: Sequence[Path], groups: Sequence[Sequence[Path]], package_root: Path) -> None:
    """Insert the docstrings of Python sources, grouped as mypyc compiles them, into their C files."""
    modules = [
        {".".join(path.relative_to(package_root).with_suffix("").parts): path for path in sources} for sources in groups
    ]
    names = NameGenerator([list(group) for group in modules], separate=len(groups) > 1)
    docs = {
        key: doc
        for group in modules
        for module, path in group.items()
        for key, doc in docstrings(module, path.read_text(encoding="utf-8"), names)
    }
    for path in c_files:
        path.write_text(inserted(path.read_text(encoding="utf-8"), docs), encoding="utf-8")


def docstrings(module: str, source: str, names: NameGenerator) -> Iterator[tuple[str, str]]:
    """Yield the docstrings of a module, its functions, classes and methods, keyed by their names in C."""
    tree = ast.parse(source)
    yield module, ast.get_docstring(tree) or ""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield f"CPyPy_{names.private_name(module, node.name)}", ast.get_docstring(node) or ""
        elif isinstance(node, ast.ClassDef):
            yield f"CPyType_{names.private_name(module, node.name)}", ast.get_docstring(node) or ""
            for method in node.body:
                if isinstance(method, ast.FunctionDef):
                    name = names.private_name(module, f"{node.name}.{method.name}")
                    yield f"CPyPy_{name}", ast.get_docstring(method) or ""


def inserted(c_code: str, docs: Mapping[str, str]) -> str:
    """Return the C code with docstrings. Code that has them already is returned unchanged."""

    def with_doc(match: re.Match[str]) -> str:
        return match[1] + _quoted(docs.get(match[2], ""))[1:-1]

    def with_module_doc(match: re.Match[str]) -> str:
        doc = docs.get(match[2], "")
        return match[1] + (f"PyDoc_STR({_quoted(doc)})" if doc else "NULL")

    for pattern, replace in ((_FUNCTION, with_doc), (_CLASS, with_doc), (_MODULE, with_module_doc)):
        c_code = pattern.sub(replace, c_code)
    return c_code


def _quoted(text: str) -> str:
    """Return a C string literal."""
    return c_string_initializer(text.encode())
