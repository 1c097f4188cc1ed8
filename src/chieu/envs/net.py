"""Bots that play by a neural net: from a file, or from any callable that scores actions.

A net gets an observation, as environments return it, and returns one score per action number. The bot plays the legal
action with the highest score. Files hold numbers only and are never unpickled, so that a net from somebody else cannot
run code (`docs/adr/0031-nets-are-data.md`):

- `.npz`: the weights of a multilayer perceptron, named as in the `state_dict` of PyTorch's `Sequential`
- `.onnx`: any net; needs `pip install "chieu[onnx]"`
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from chieu.bots import UnfitBot
from chieu.core.extras import Bot
from chieu.core.game import Seat
from chieu.core.rng import Rng
from chieu.envs.actions import WAIT
from chieu.envs.table import Observation, Table

Net: TypeAlias = Callable[[Observation], Any]
"""Returns a score per action number; of an index into the list of legal actions, scores of the legal ones suffice."""

_MAX_BYTES: Final = 1 << 28
_WEIGHT: Final = re.compile(r"(\d{1,4})\.weight")


class NetBot(Bot):
    """Plays the legal action that its net scores highest.

    Out-of-turn actions are offered to the net as in the environments: on its own turn, and right after its own play if
    that made new ones legal.
    """

    def __init__(self, net: Net, game: str, rules: Any) -> None:
        self._net, self._game, self._rules = net, game, rules
        self._seat: Seat | None = None
        self._offered: Sequence[Any] | None = None  # the choices of its last turn, until another seat moves

    def see(self, fact: Any) -> None:
        """Note that another seat moved."""
        if getattr(fact, "by", getattr(fact, "seat", self._seat)) != self._seat:
            self._offered = None

    def act(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the legal action that the net rates highest."""
        self._seat, self._offered = view.you, legal
        return self._best(view, legal)

    def aside(self, view: Any, legal: Sequence[Any]) -> Any:
        """Return the best out-of-turn action right after its own turn, None for `WAIT`."""
        offered, self._offered = self._offered, None
        if offered is None or all(action in offered for action in legal):
            return None
        action = self._best(view, (*legal, WAIT))
        return None if action is WAIT else action

    def _best(self, view: Any, legal: Sequence[Any]) -> Any:
        table = _table(self._game, self._rules, len(view.seats))
        seen = table.observe_view(view, legal)
        numbers = np.flatnonzero(seen["action_mask"])
        scores = np.asarray(self._net(seen), np.float64).ravel()
        if len(scores) not in (table.actions.size, len(numbers)) or len(scores) <= numbers[-1]:
            raise UnfitBot(
                f"expected {table.actions.size} scores of the net, one per action of {self._game},"
                f" got {len(scores)}: train it for these rules and seats"
            )
        best = np.nan_to_num(scores[numbers], nan=-np.inf).argmax()
        return table.actions.action(view.you, legal, int(numbers[best]))


@lru_cache(maxsize=16)
def _table(game: str, rules: Any, seats: int) -> Table:
    return Table(game, rules, seats)


@dataclass(frozen=True)
class NetBotMaker:
    """Makes bots of a game that play by the net in a file.

    It holds the content of the file, so that it can be sent to other processes and machines.
    """

    game: str
    suffix: str
    content: bytes

    @property
    def digest(self) -> str:
        """Short digest of the file."""
        return sha256(self.content).hexdigest()[:16]

    def __call__(self, rules: Any, seat: Seat, rng: Rng) -> NetBot:
        del seat, rng
        return NetBot(_loaded(self), self.game, rules)


def net_bot(game: str, file: str | Path) -> NetBotMaker:
    """Return the maker of bots that play a game by the net in a file.

    >>> net_bot("xidach", "player.pkl")
    Traceback (most recent call last):
    chieu.core.extras.UnfitBot: player.pkl: expected a file that ends in .npz or .onnx
    """
    path = Path(file)
    if path.suffix not in _LOADERS:
        raise UnfitBot(f"{path}: expected a file that ends in {' or '.join(_LOADERS)}")
    with path.open("rb") as opened:
        maker = NetBotMaker(game, path.suffix, opened.read(_MAX_BYTES + 1))
    if len(maker.content) > _MAX_BYTES:
        raise UnfitBot(f"{path}: expected at most {_MAX_BYTES >> 20} MB")
    try:
        _loaded(maker)
    except UnfitBot as error:
        raise UnfitBot(f"{path}: {error}") from None
    return maker


@lru_cache(maxsize=16)
def _loaded(maker: NetBotMaker) -> Net:
    return _LOADERS[maker.suffix](maker.content)


class Perceptron:
    """Linear layers with ReLU between them.

    It takes an observation and returns a score per action number. If actions are listed, it takes an observation
    followed by the features of one action, and returns the score of that action.

    >>> layers = [(np.ones((2, 3), np.float32), np.zeros(2, np.float32))]
    >>> Perceptron(layers)({"observation": np.array([1.0, 2.0, 3.0], np.float32)})
    array([6., 6.], dtype=float32)
    """

    def __init__(self, layers: Sequence[tuple[NDArray[np.float32], NDArray[np.float32]]]) -> None:
        """`layers` are weights (outputs × inputs) and biases."""
        self.layers = layers

    def __call__(self, seen: Observation) -> NDArray[np.float32]:
        values = seen["observation"]
        if "actions" in seen:
            actions = seen["actions"][: np.count_nonzero(seen["action_mask"])]
            values = np.hstack([np.tile(values, (len(actions), 1)), actions.astype(np.float32)])
        if values.shape[-1] != self.layers[0][0].shape[1]:
            raise UnfitBot(
                f"expected a net with {values.shape[-1]} inputs, got {self.layers[0][0].shape[1]}:"
                " train it for these rules and seats"
            )
        for number, (weight, bias) in enumerate(self.layers):
            values = (values if number == 0 else np.maximum(values, 0)) @ weight.T + bias
        return values


def _perceptron(content: bytes) -> Perceptron:
    """Read `<number>.weight` and `<number>.bias` of each layer, in the order of the numbers."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
        if size > _MAX_BYTES:
            raise UnfitBot(f"expected at most {_MAX_BYTES >> 20} MB of arrays")
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            weights = {name: arrays[name].astype(np.float32, casting="same_kind") for name in arrays.files}
    except UnfitBot:
        raise
    except Exception as error:  # numpy, zipfile and zlib have no common class for damaged files
        raise UnfitBot(f"expected an .npz file of plain arrays: {error}") from None
    numbers = sorted(int(match[1]) for name in weights if (match := _WEIGHT.fullmatch(name)))
    names = [f"{number}.{part}" for number in numbers for part in ("weight", "bias")]
    if not numbers or sorted(names) != sorted(weights):
        raise UnfitBot(f"expected arrays 0.weight, 0.bias and so on, got {', '.join(sorted(weights))[:80] or 'none'}")
    layers = [(weights[f"{number}.weight"], weights[f"{number}.bias"]) for number in numbers]
    outputs = 0
    for number, (weight, bias) in zip(numbers, layers, strict=True):
        if weight.ndim != 2 or bias.shape != weight.shape[:1] or outputs not in (0, weight.shape[1]):
            raise UnfitBot(f"layer {number}: its {weight.shape} weights do not fit the layer before or its bias")
        outputs = len(weight)
    return Perceptron(layers)


class _Onnx:
    """A net in the ONNX format.

    Its inputs are named as the parts of an observation, each with a first dimension of 1.
    """

    def __init__(self, content: bytes) -> None:
        try:
            import onnxruntime  # noqa: PLC0415  # an extra
        except ModuleNotFoundError:
            raise UnfitBot("a net in the ONNX format needs another package: pip install 'chieu[onnx]'") from None
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # small nets; the arena uses a process per core
        try:
            self._session = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
        except Exception as error:  # its exceptions have no common class of their own
            raise UnfitBot(f"expected a net in the ONNX format: {str(error)[:200]}") from None
        self._inputs = [given.name for given in self._session.get_inputs()]

    def __call__(self, seen: Observation) -> Any:
        missing = [name for name in self._inputs if name not in seen]
        if missing:
            raise UnfitBot(f"expected inputs named {', '.join(seen)}, got {', '.join(missing)[:80]}")
        given = {name: seen[name][np.newaxis].astype(np.float32) for name in self._inputs}
        try:
            return self._session.run(None, given)[0]
        except Exception as error:
            raise UnfitBot(f"the net does not fit these rules and seats: {str(error)[:200]}") from None


_LOADERS: Final[dict[str, Callable[[bytes], Net]]] = {".npz": _perceptron, ".onnx": _Onnx}
