"""Random nets for a table, and files that hold them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from chieu.envs.actions import Listed
from chieu.envs.net import Perceptron
from chieu.envs.table import Table

_FLOAT = 1  # data types of ONNX


def random_perceptron(table: Table, seed: int, hidden: int = 8) -> Perceptron:
    """Return a net with one hidden layer that fits a table."""
    rng, actions = np.random.default_rng(seed), table.actions
    listed = isinstance(actions, Listed)
    inputs = table.layout.width + (len(actions.names) if isinstance(actions, Listed) else 0)
    outputs = 1 if listed else actions.size
    sizes = ((hidden, inputs), (outputs, hidden))
    return Perceptron([(_normal(rng, size), _normal(rng, size[:1])) for size in sizes])


def _normal(rng: np.random.Generator, size: tuple[int, ...]) -> NDArray[np.float32]:
    return rng.normal(size=size).astype(np.float32)


def save(net: Perceptron, file: Path) -> Path:
    """Write the weights by the names that PyTorch gives them in a `Sequential` with ReLU."""
    arrays: Any = {}
    for number, (weight, bias) in enumerate(net.layers):
        arrays |= {f"{2 * number}.weight": weight, f"{2 * number}.bias": bias}
    np.savez(file, **arrays)
    return file


def save_linear_onnx(weight: NDArray[np.float32], bias: NDArray[np.float32], file: Path) -> Path:
    """Write `observation @ weight.T + bias` in the ONNX format, which is a protocol buffer."""
    outputs, inputs = weight.shape
    graph = (
        _field(1, _field(1, b"observation") + _field(1, b"weight") + _field(2, b"product") + _field(4, b"MatMul"))
        + _field(1, _field(1, b"product") + _field(1, b"bias") + _field(2, b"scores") + _field(4, b"Add"))
        + _field(2, b"linear")
        + _field(5, _tensor(b"weight", weight.T))
        + _field(5, _tensor(b"bias", bias[np.newaxis]))
        + _field(11, _typed(b"observation", (1, inputs)))
        + _field(12, _typed(b"scores", (1, outputs)))
    )
    file.write_bytes(_number(1, 8) + _field(8, _number(2, 13)) + _field(7, graph))
    return file


def _tensor(name: bytes, array: NDArray[np.float32]) -> bytes:
    dims = b"".join(_number(1, size) for size in array.shape)
    return dims + _number(2, _FLOAT) + _field(8, name) + _field(9, array.astype("<f4").tobytes())


def _typed(name: bytes, shape: tuple[int, ...]) -> bytes:
    dims = b"".join(_field(1, _number(1, size)) for size in shape)
    return _field(1, name) + _field(2, _field(1, _number(1, _FLOAT) + _field(2, dims)))


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _number(number: int, value: int) -> bytes:
    return _varint(number << 3) + _varint(value)


def _varint(value: int) -> bytes:
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    return bytes([*out, value])
