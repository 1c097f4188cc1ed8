"""Docstrings of kernels, which a compiled module must have too."""

from __future__ import annotations

import ast
import importlib
import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

import chieu
from build_hooks.docstrings import inserted
from build_hooks.finder import ROOT
from build_hooks.kernels import kernels

C_CODE = r"""
static PyMethodDef rng___Rng_methods[] = {
    {"below",
     (PyCFunction)CPyPy_rng___Rng___below,
     METH_FASTCALL | METH_KEYWORDS, PyDoc_STR("below($self, n)\n--\n\n")},
};
static PyTypeObject CPyType_rng___Rng_template_ = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_doc = PyDoc_STR("Rng(seed=0)\n--\n\n"),
};
static struct PyModuleDef rngmodule = {
PyModuleDef_HEAD_INIT,
"chieu.core.rng",
NULL, /* docstring */
"""
DOCS = {
    "CPyPy_rng___Rng___below": 'Return "n".',
    "CPyType_rng___Rng": "Xì Dách",
    "chieu.core.rng": "Seeded.",
}


def test_docstrings_are_inserted_behind_signatures() -> None:
    code = inserted(C_CODE, DOCS)
    assert r'PyDoc_STR("below($self, n)\n--\n\nReturn \"n\".")' in code
    assert r'PyDoc_STR("Rng(seed=0)\n--\n\nX\303\254 D\303\241ch")' in code
    assert 'PyDoc_STR("Seeded."), /* docstring */' in code
    assert inserted(code, DOCS) == code


def test_code_without_docstrings_is_unchanged() -> None:
    assert inserted(C_CODE, {}) == C_CODE


@pytest.mark.parametrize("kernel", kernels())
def test_help_of_a_kernel_shows_its_docstrings(kernel: str) -> None:
    name = ".".join(Path(kernel).relative_to("src").with_suffix("").parts)
    module = importlib.import_module(name)
    tree = ast.parse((ROOT / kernel).read_text(encoding="utf-8"))
    assert inspect.getdoc(module) == ast.get_docstring(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            assert inspect.getdoc(getattr(module, node.name)) == ast.get_docstring(node), node.name


def undocumented(node: ast.Module | ast.ClassDef, name: str) -> Iterator[str]:
    """Yield the public classes, functions and methods below a node that have no docstring."""
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.ClassDef) and not part.name.startswith("_"):
            if ast.get_docstring(part) is None:
                yield f"{name}.{part.name}"
            if isinstance(part, ast.ClassDef) and part.name != "GameModule":  # documented at the fields of `Game`
                yield from undocumented(part, f"{name}.{part.name}")


def source_of(module: str) -> ast.Module | None:
    path = ROOT / "src" / module.replace(".", "/")
    file = next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)
    return None if file is None else ast.parse(file.read_text(encoding="utf-8"))


def test_every_name_in_the_reference_has_a_docstring() -> None:
    pages = [page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs/api").glob("*.md"))]
    modules = {line.removeprefix("::: ") for page in pages for line in page.splitlines() if line.startswith("::: ")}
    sources = {module: source for module in modules if (source := source_of(module)) is not None}
    assert len(sources) > 40
    assert [name for module, source in sorted(sources.items()) for name in undocumented(source, module)] == []


@pytest.mark.parametrize("module", ["chieu.core.cards", "chieu.core.game"])
def test_every_constant_that_games_import_has_a_docstring(module: str) -> None:
    source = source_of(module)
    assert source is not None
    exported = set(importlib.import_module(module).__dict__)
    bare = [
        node.target.id
        for node, after in zip(source.body, [*source.body[1:], None], strict=True)
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id in exported
        if not node.target.id.startswith("_") and not isinstance(after, ast.Expr)
    ]
    assert bare == []


def test_every_public_name_of_the_package_has_a_docstring() -> None:
    values = {name: getattr(chieu, name) for name in chieu.__all__ if name not in ("CHANCE", "__version__")}
    assert [name for name, value in values.items() if not inspect.getdoc(value)] == []
