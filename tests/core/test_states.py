"""Equality of states, compiled or not, including subclasses defined elsewhere."""

from __future__ import annotations

from chieu.core.states import KernelState


class Pile(KernelState):
    def __init__(self, height: int) -> None:
        self.height = height

    def parts(self) -> tuple[object, ...]:
        return (self.height,)


class Tower(Pile):
    pass


def test_states_are_equal_if_type_and_parts_are() -> None:
    assert Pile(3) == Pile(3)
    assert hash(Pile(3)) == hash(Pile(3))
    assert Pile(3) != Pile(4)
    assert Pile(3) != Tower(3)
    assert Pile(3) != (3,)
