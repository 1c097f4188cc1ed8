"""States as values: kernels compiled or not, and classes of somebody else's."""

from __future__ import annotations

from chieu.core.states import KernelState


class Pile(KernelState):
    def __init__(self, height: int) -> None:
        self.height = height

    def parts(self) -> tuple[object, ...]:
        return (self.height,)


class Tower(Pile):
    pass


def test_states_are_equal_if_they_are_of_one_kind_and_all_their_parts_are_equal() -> None:
    assert Pile(3) == Pile(3)
    assert hash(Pile(3)) == hash(Pile(3))
    assert Pile(3) != Pile(4)
    assert Pile(3) != Tower(3)
    assert Pile(3) != (3,)
