"""PF-33: bad input gets a stable code, does not change the table, and does not end the connection."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from chieu.core.text.languages import SHARED
from chieu.games import load
from chieu.online.client.api import Identity
from chieu.online.protocol.texts import TEXTS as TABLE_TEXTS
from chieu.online.server.api.refusals import TEXTS
from tests.online.server.hostile_frames import BINARY, TEXT
from tests.online.server.in_process import RunningServer, Wire, running
from tests.online.server.raw_socket import masked, raw_connection

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("both_transports")]

KNOWN = {**SHARED, **load("xidach").presentation.texts, **TABLE_TEXTS, **TEXTS}


async def as_before(server: RunningServer, table: str, wire: Wire, before: list[bytes]) -> None:
    assert list(await server.log.read(table)) == before
    await wire.say(type="hello")
    assert (await wire.hear("view"))["seq"] == len(before)


async def test_pf_33_hostile_frames_are_answered_without_effect() -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        before = list(await server.log.read(table))
        async with server.wire(table, lan) as wire:
            for number, (name, (frame, code)) in enumerate(TEXT.items()):
                # A refusal is repeated for the same id, so each frame gets an id of its own.
                answer = await wire.raw(frame.replace('"x"', f'"x{number}"', 1))
                assert answer.get("code", answer["type"]) == code, f"{name}: {answer}"
                if answer["type"] == "refused":
                    assert f"error.{code}" in KNOWN, f"{name}: no text for {code}"
                    KNOWN[f"error.{code}"].say("vi", **answer.get("params", {}))
            for name, data in BINARY.items():
                answer = await wire.raw(data)
                assert answer["code"] == "binary", name
            await as_before(server, table, wire, before)


async def test_pf_33_refusal_carries_the_id_of_the_command() -> None:
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan) as wire:
            assert (await wire.raw('{"type":"nonsense","id":"mine","seq":1}'))["id"] == "mine"
            assert (await wire.raw('{"type":"nonsense","id":7}'))["id"] == ""


@settings(max_examples=15)
@given(frames=st.lists(st.text(max_size=60) | st.binary(max_size=60), min_size=1, max_size=20))
async def test_pf_33_random_frames_break_nothing(frames: list[str | bytes]) -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        before = list(await server.log.read(table))
        async with server.wire(table, lan) as wire:
            for frame in frames:
                usable = frame.encode(errors="replace").decode() if isinstance(frame, str) else frame
                assert (await wire.raw(usable))["type"] == "refused"
            await as_before(server, table, wire, before)


@st.composite
def twisted(draw: st.DrawFn) -> str:
    """A valid command with one or two mutations."""
    command: dict[str, Any] = draw(
        st.sampled_from(
            [
                {"type": "join", "id": "a", "seq": 4, "name": "Hoa"},
                {"type": "sit", "id": "a", "seq": 4, "seat": 1},
                {"type": "ready", "id": "a", "seq": 4, "on": True},
                {"type": "act", "id": "a", "seq": 4, "action": {"type": "draw"}},
                {"type": "set_bot", "id": "a", "seq": 4, "seat": 1, "level": "random"},
                {"type": "change", "id": "a", "seq": 4, "sheet": "room", "seats": 4, "clock": None},
                {"type": "commit", "id": "a", "seq": 4, "deal": 1, "attempt": 0, "commitment": "0" * 64},
                {"type": "say", "id": "a", "seq": 4, "text": "chào"},
            ]
        )
    )
    anything = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=5,
    )
    for key in draw(st.lists(st.sampled_from(sorted(command)), min_size=1, max_size=2)):
        command = {**command, key: draw(anything)}
    return json.dumps(command)


@settings(max_examples=15)
@given(frames=st.lists(twisted(), min_size=1, max_size=20))
async def test_pf_33_mutated_commands_are_answered_in_order(frames: list[str]) -> None:
    async with running() as server:
        lan, hoa = await server.guest(), await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire, server.wire(table, hoa) as other:
            for frame in frames:
                assert (await wire.raw(frame))["type"] in ("done", "refused", "stale")
                assert (await other.raw(frame))["type"] in ("done", "refused", "stale")
            await wire.say(type="hello")
            assert (await wire.hear("view"))["seq"] == len(await server.log.read(table))


async def test_pf_33_fragments_are_reassembled() -> None:
    async with running() as server:
        lan = await server.guest()
        async with server.wire(await server.table(lan), lan) as wire:
            whole = '{"type":"say","id":"c1","seq":4,"text":"in pieces"}'
            await wire.socket.send(whole[at : at + 7] for at in range(0, len(whole), 7))
            assert (await wire.hear("done"))["id"] == "c1"


CONTINUED, BINARY_FRAME, PING, PONG = 0, 2, 9, 10


def said(number: int, text: str = "x", kind: str = "say") -> bytes:
    return json.dumps({"type": kind, "id": f"c{number}", "seq": 1, "text": text}).encode()


def frames_of(kind: str, number: int) -> bytes:
    """A client's message or control frame, as bytes on the network."""
    match kind:
        case "long":
            return masked(said(number, "x" * 190))
        case "pieces":
            begin, middle, end = said(number)[:9], said(number)[9:20], said(number)[20:]
            piece = masked(b"between", PONG) + masked(middle, CONTINUED, last=False)
            return masked(begin, last=False) + piece + masked(end, CONTINUED)
        case "nonsense":
            return masked(said(number, kind="nonsense"))
        case "binary":
            return masked(b"\0", BINARY_FRAME)
        case "ping":
            return masked(b"p%d" % number, PING)
        case "hello":
            return masked(b'{"type":"hello"}')
        case _:
            return masked(said(number))


KINDS = ("command", "long", "pieces", "nonsense", "binary", "ping", "hello")


@settings(max_examples=40)
@given(
    kinds=st.lists(st.sampled_from(KINDS), min_size=2, max_size=14),
    cuts=st.lists(st.floats(0, 1, exclude_min=True, exclude_max=True), max_size=40),
)
@example(kinds=["command", "nonsense", "pieces", "command", "command"], cuts=[])  # the second waits for the first
@example(kinds=["pieces", "command"], cuts=[])  # a fragmented message before one in a single frame
@example(kinds=list(KINDS), cuts=[part / 1000 for part in range(1, 1000)])
async def test_pf_33_any_split_of_the_stream_is_answered_in_order(kinds: list[str], cuts: list[float]) -> None:
    stream = b"".join(frames_of(kind, number) for number, kind in enumerate(kinds))
    places = sorted({int(cut * len(stream)) for cut in cuts} | {0, len(stream)})
    pongs = [f"p{number}" for number, kind in enumerate(kinds) if kind == "ping"]
    silent = ("ping", "hello")
    ids = ["" if kind == "binary" else f"c{number}" for number, kind in enumerate(kinds) if kind not in silent]
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        answers = await asyncio.to_thread(
            send_cut, server, table, lan, [stream[a:b] for a, b in pairwise(places)], len(pongs) + len(ids)
        )
        # The protocol answers pings itself, before queued messages.
        assert [answer for answer in answers if answer.startswith("p")] == pongs
        assert [answer for answer in answers if not answer.startswith("p")] == ids


def send_cut(server: RunningServer, table: str, who: Identity, parts: list[bytes], count: int) -> list[str]:
    with raw_connection(server, table, who) as plain:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        plain.sendall(frames_of("hello", 0))
        messages = heard(plain)
        assert json.loads(next(messages)[1])["type"] == "view"
        for part in parts:
            plain.sendall(part)
        answers = list[str]()
        while len(answers) < count:
            kind, payload = next(messages)
            if kind == PONG:
                answers.append(payload.decode())
            elif "id" in (message := json.loads(payload)):
                answers.append(message["id"])
        return answers


def heard(plain: socket.socket) -> Iterator[tuple[int, bytes]]:
    """Yield opcodes and payloads of the server's frames."""
    waiting = b""
    while True:
        head = 4 if waiting[1:2] == b"\x7e" else 2
        size = int.from_bytes(waiting[2:4], "big") if head == 4 else int.from_bytes(waiting[1:2], "big")
        if len(waiting) < 4 or len(waiting) < head + size:
            data = plain.recv(4096)
            assert data, "closed"
            waiting += data
        else:
            yield waiting[0] & 15, waiting[head : head + size]
            waiting = waiting[head + size :]


@pytest.mark.parametrize(
    "frame",
    [
        b"\x81\x7f" + struct.pack(">Q", 2**62),  # an impossible length
        b"\x81\xfe\xff\xff\0\0\0\0" + b"{" * 100,  # a length without the bytes
        b"\x83\x80\0\0\0\0",  # an unknown opcode
        b"\xf1\x80\0\0\0\0",  # reserved bits
        b"\x81\x05hello",  # not masked
        b"\x80\x80\0\0\0\0",  # a continuation of nothing
        b"\x09\x80\0\0\0\0",  # a fragmented ping
        b"\x88\x81\0\0\0\0\x01",  # a close with half a code
        b"\x81\x82\0\0\0\0\xff\xff",  # not UTF-8
        b"\x01\x81\0\0\0\0{\x81\x82\0\0\0\0{}",  # a message inside another
        b"GET / HTTP/1.1\r\n\r\n",
    ],
    ids=range(11),
)
async def test_pf_33_bad_websocket_bytes_end_only_their_connection(frame: bytes) -> None:
    async with running() as server:
        lan = await server.guest()
        table = await server.table(lan)
        async with server.wire(table, lan) as wire:
            await asyncio.to_thread(send_raw, server, table, lan, frame)
            assert (await wire.ask(type="say", id="c1", seq=4, text="still here"))["type"] == "done"


def send_raw(server: RunningServer, table: str, who: Identity, frame: bytes) -> None:
    with raw_connection(server, table, who) as plain:
        plain.sendall(frame)
        plain.settimeout(0.2)
        try:
            while plain.recv(4096):
                pass
        except OSError:
            return
