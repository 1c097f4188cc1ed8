"""One after the other, whoever waits and however."""

from __future__ import annotations

import asyncio
from functools import partial

from chieu.house.callback_lock import CallbackLock


def test_who_comes_when_it_is_free_goes_on_at_once() -> None:
    lock, happened = CallbackLock(), list[str]()
    lock.call_when_acquired(partial(happened.append, "first"))
    assert happened == ["first"]
    assert not lock.try_acquire()
    lock.release()
    assert lock.try_acquire()


def test_who_waits_is_called_in_the_order_of_coming() -> None:
    async def story() -> None:
        lock, happened = CallbackLock(), list[str]()

        async def wait(name: str) -> None:
            async with lock:
                happened.append(name)
                await asyncio.sleep(0)

        lock.try_acquire()
        lock.call_when_acquired(partial(happened.append, "a"))
        waiting = asyncio.create_task(wait("b"))
        await asyncio.sleep(0)
        lock.call_when_acquired(partial(happened.append, "c"))
        lock.release()
        assert happened == ["a"], "it is called in the same breath"
        lock.release()
        assert lock.locked, "it is given to the task before that has come to run"
        assert not lock.try_acquire()
        await waiting
        assert happened == ["a", "b", "c"]
        lock.release()
        assert not lock.locked

    asyncio.run(story())


def test_who_gives_up_waiting_holds_nobody_up() -> None:
    async def story() -> None:
        lock, happened = CallbackLock(), list[str]()

        async def wait() -> None:
            async with lock:
                happened.append("never")

        lock.try_acquire()
        early, late = asyncio.create_task(wait()), asyncio.create_task(wait())
        await asyncio.sleep(0)
        early.cancel()
        await asyncio.sleep(0)
        lock.release()  # to the second, which has not come to run
        late.cancel()
        await asyncio.gather(early, late, return_exceptions=True)
        assert early.cancelled()
        assert late.cancelled()
        assert happened == []
        assert not lock.locked
        lock.call_when_acquired(partial(happened.append, "somebody else"))
        assert happened == ["somebody else"]

    asyncio.run(story())


def test_an_error_gives_the_turn_back() -> None:
    async def story() -> None:
        lock = CallbackLock()
        try:
            async with lock:
                raise OSError
        except OSError:
            assert not lock.locked

    asyncio.run(story())
