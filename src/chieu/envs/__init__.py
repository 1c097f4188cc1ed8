"""Training environments for every game: PettingZoo, Gymnasium, OpenSpiel, and many deals in arrays.

Install with `pip install "chieu[envs]"`.

>>> from chieu import envs
>>> env = envs.pettingzoo("big2", "lawrence", seats=4)
>>> env.reset(seed=7)
>>> env.agent_selection, sorted(env.last()[0])
('seat_0', ['action_mask', 'actions', 'observation'])
"""

from __future__ import annotations

from importlib.util import find_spec

for _module in ("numpy", "gymnasium", "pettingzoo"):
    if find_spec(_module) is None:
        raise ModuleNotFoundError(f"{_module} is not installed: pip install 'chieu[envs]'", name=_module)

from chieu.envs.actions import WAIT, NoSuchAction, Wait  # noqa: E402  # after the check of dependencies
from chieu.envs.gymnasium_env import GymnasiumEnv as gymnasium  # noqa: E402, N813
from chieu.envs.layout import Layout  # noqa: E402
from chieu.envs.net import NetBot, Perceptron, net_bot  # noqa: E402
from chieu.envs.pettingzoo_env import ParallelPettingZooEnv as parallel  # noqa: E402, N813
from chieu.envs.pettingzoo_env import PettingZooEnv as pettingzoo  # noqa: E402, N813  # users call it by the library's name
from chieu.envs.table import Table  # noqa: E402
from chieu.envs.vector import STAY  # noqa: E402
from chieu.envs.vector import Vector as vector  # noqa: E402, N813
from chieu.envs.vector_env import VectorEnv as gymnasium_vector  # noqa: E402, N813

__all__ = [
    "STAY",
    "WAIT",
    "Layout",
    "NetBot",
    "NoSuchAction",
    "Perceptron",
    "Table",
    "Wait",
    "gymnasium",
    "gymnasium_vector",
    "net_bot",
    "parallel",
    "pettingzoo",
    "vector",
]
