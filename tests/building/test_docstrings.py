"""Docstrings of kernels, which a compiled module must have too."""

from __future__ import annotations

import ast
import importlib
import inspect
from pathlib import Path

import pytest

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
