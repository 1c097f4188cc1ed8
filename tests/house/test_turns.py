"""One after the other, whoever waits and however."""

from __future__ import annotations

import asyncio
from functools import partial

from chieu.house.turns import Turn


def test_who_comes_when_it_is_free_goes_on_at_once() -> None:
    turn, happened = Turn(), list[str]()
    turn.when_free(partial(happened.append, "first"))
    assert happened == ["first"]
    assert not turn.take()
    turn.give()
    assert turn.take()


def test_who_waits_is_called_in_the_order_of_coming() -> None:
    async def story() -> None:
        turn, happened = Turn(), list[str]()

        async def wait(name: str) -> None:
            async with turn:
                happened.append(name)
                await asyncio.sleep(0)

        turn.take()
        turn.when_free(partial(happened.append, "a"))
        waiting = asyncio.create_task(wait("b"))
        await asyncio.sleep(0)
        turn.when_free(partial(happened.append, "c"))
        turn.give()
        assert happened == ["a"], "it is called in the same breath"
        turn.give()
        assert turn.taken, "it is given to the task before that has come to run"
        assert not turn.take()
        await waiting
        assert happened == ["a", "b", "c"]
        turn.give()
        assert not turn.taken

    asyncio.run(story())


def test_who_gives_up_waiting_holds_nobody_up() -> None:
    async def story() -> None:
        turn, happened = Turn(), list[str]()

        async def wait() -> None:
            async with turn:
                happened.append("never")

        turn.take()
        early, late = asyncio.create_task(wait()), asyncio.create_task(wait())
        await asyncio.sleep(0)
        early.cancel()
        await asyncio.sleep(0)
        turn.give()  # to the second, which has not come to run
        late.cancel()
        await asyncio.gather(early, late, return_exceptions=True)
        assert early.cancelled()
        assert late.cancelled()
        assert happened == []
        assert not turn.taken
        turn.when_free(partial(happened.append, "somebody else"))
        assert happened == ["somebody else"]

    asyncio.run(story())


def test_an_error_gives_the_turn_back() -> None:
    async def story() -> None:
        turn = Turn()
        try:
            async with turn:
                raise OSError
        except OSError:
            assert not turn.taken

    asyncio.run(story())
