"""PF-30 and PF-33: idempotent commands, stale numbers, and malformed or hostile input."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.core import codec
from chieu.core.rng import Rng
from chieu.core.text.languages import LANGS, SHARED
from chieu.games import all_games, load
from chieu.online.protocol import announcements, commands, fields, wire
from chieu.online.protocol.answers import Done, Refused, Stale
from chieu.online.protocol.commands import Hello
from chieu.online.protocol.texts import TEXTS
from chieu.online.protocol.wire import BadMessage
from chieu.online.table.entries import Moved
from chieu.online.table.fold import COMMANDS_REMEMBERED
from tests.online.table.sitting import Sitting, xidach

XIDACH = load("xidach")


# PF-30


def test_pf_30_same_id_has_one_effect_and_one_answer() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    command: commands.Act[Any] = commands.Act(id="once", seq=table.state.seq, action=xidach("deal_from", "left"))
    first = table.send("g0", command)
    seq = table.state.seq
    assert isinstance(first, Done)
    table.must("g1", commands.Say, text="well")
    assert table.send("g0", command) == first
    assert table.state.seq == seq + 1
    table.check()


def test_pf_30_ids_belong_to_one_guest() -> None:
    table = Sitting(people=2, seats=2)
    assert isinstance(table.send("g0", commands.Say(id="x", seq=0, text="one")), Done)
    assert isinstance(table.send("g1", commands.Say(id="x", seq=0, text="two")), Done)
    assert [line.text for line in table.state.chat] == ["one", "two"]


def test_pf_30_forgotten_id_has_no_second_effect() -> None:
    """Ids are dropped after a while. An older command is recognized as a repeat by its number."""
    table = Sitting(people=2, seats=2)
    first = commands.Say(id="first", seq=table.state.seq, text="hello")
    assert isinstance(table.send("g0", first), Done)
    for number in range(3 * COMMANDS_REMEMBERED):
        table.wait(2_000)
        table.must("g0", commands.Say, text=str(number))
        assert isinstance(table.send("g0", first), Done | Stale)
    assert isinstance(table.send("g0", first), Stale)
    assert len(table.state.members[0].done) == COMMANDS_REMEMBERED
    assert sum(1 for entry in table.log if entry.cause is not None and entry.cause.id == "first") == 1
    table.check()


def test_pf_30_move_for_an_earlier_turn_is_stale() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    before = table.state.seq
    table.act(0, xidach("deal_from", "left"))
    state = table.state
    seat = table.deal.to_act[0]
    assert isinstance(table.act(seat, xidach("draw"), seq=before), Stale)
    assert table.state is state
    assert isinstance(table.act(seat, xidach("draw")), Done)


def test_pf_30_simultaneous_moves_are_not_stale() -> None:
    table = Sitting(people=4, seats=4, sheet="vipgame")
    table.start()
    seq = table.state.seq
    for seat in (3, 1, 2):
        assert isinstance(table.act(seat, xidach("stake", seat), seq=seq), Done)


def test_pf_30_second_tab_is_stale_after_the_first_moved() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    table.act(0, xidach("deal_from", "left"))
    seat, seq = table.deal.to_act[0], table.state.seq
    assert isinstance(table.act(seat, xidach("draw"), seq=seq), Done)
    assert isinstance(table.act(seat, xidach("draw"), seq=seq), Stale)


def test_pf_30_late_command_about_a_deal_is_stale_after_it() -> None:
    table = Sitting(people=2, seats=2)
    seq = table.state.seq
    table.start()
    table.play_on(Rng(1))
    for kind in (commands.Ready, commands.DealNow, commands.Rise):
        assert isinstance(table.do("g0", kind, seq=seq), Stale)


def test_pf_30_late_leave_does_not_undo_a_return() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    seq = table.state.seq
    table.must("g1", commands.Leave)
    table.must("g1", commands.Back)
    assert isinstance(table.do("g1", commands.Leave, seq=seq), Stale)
    assert table.state.members[1].here


def test_pf_30_number_from_the_future_is_stale() -> None:
    table = Sitting(people=2, seats=2)
    assert isinstance(table.do("g0", commands.Say, text="hi", seq=table.state.seq + 1), Stale)


# PF-33


def test_pf_33_illegal_move_names_the_rule_and_changes_nothing() -> None:
    table = Sitting(people=3, seats=3)
    table.start()
    state = table.state
    answer = table.act(0, xidach("draw"))
    assert answer == Refused("c6", "choose_side", "XD-11")
    assert table.act(1, xidach("draw")) == Refused("c7", "not_your_turn", "", {"waiting": "0"})
    assert table.state is state


def test_pf_33_moves_before_and_after_the_deal_are_refused() -> None:
    table = Sitting(people=2, seats=2)
    assert table.do("g0", commands.Act, action=xidach("draw")) == Refused("c3", "no_deal")
    table.start()
    table.play_on(Rng(1))
    answer = table.act(0, xidach("draw"))
    assert isinstance(answer, Refused)
    assert answer.code == "deal_over"


def test_pf_33_move_at_the_time_out_counts_once() -> None:
    """The first of the two takes effect; the other finds the turn over."""
    for first in ("move", "time"):
        table = Sitting(people=3, seats=3, clock=fields.TurnClock(10, 0))
        table.start()
        seq = table.state.seq
        table.wait(10_000 if first == "time" else 9_999)
        table.now = 1_010_000
        answer = table.act(0, xidach("deal_from", "left"), seq=seq)
        assert isinstance(answer, Done if first == "move" else Stale)
        assert sum(1 for event in table.events if isinstance(event, Moved) and event.seat == 0) == 1
        table.check()


def test_pf_33_nobody_plays_the_seat_of_another() -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    state = table.state
    for guest in ("g7", "", "G0", "member 0", "0"):
        answer = table.do(guest, commands.Act, action=xidach("draw"))
        assert isinstance(answer, Refused)
        assert answer.code == "not_joined"
    assert table.state is state


GOOD = {"type": "act", "id": "1", "seq": 3, "action": {"type": "compare", "seat": 2}}


def frame(**changes: object) -> bytes:
    return json.dumps({**GOOD, **changes}).encode()


def test_pf_33_message_decodes_into_the_games_structs() -> None:
    read = wire.read(XIDACH, frame())
    assert read == commands.Act(id="1", seq=3, action=xidach("compare", 2))
    assert wire.read(XIDACH, b'{"type":"hello","seen":7}') == Hello(7)
    assert wire.read(XIDACH, frame().decode()) == read


HOSTILE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff\xfe",
    b"\x00" * 20,
    b'{"type":"act"}',
    b'{"type":"what","id":"1","seq":1}',
    b'{"id":"1","seq":1}',
    b'{"type":["act"],"id":"1","seq":1}',
    frame(id=""),
    frame(id="x" * 65),
    frame(id=7),
    frame(seq=-1),
    frame(seq=2**63),
    frame(seq=1.5),
    frame(seq="3"),
    frame(seq=True),
    frame(surprise=1),
    frame(action={"type": "compare", "seat": 2, "surprise": 1}),
    frame(action={"type": "compare", "seat": 2**40}),
    frame(action={"type": "compare", "seat": -(10**30)}),
    frame(action={"type": "compare"}),
    frame(action={"type": "shuffle", "order": ["AS"]}),
    frame(action="draw"),
    frame(action=None),
    b'{"type":"act","id":"1","seq":NaN,"action":{"type":"draw"}}',
    b'{"type":"act","id":"1","seq":1e999,"action":{"type":"draw"}}',
    b'{"type":"say","id":"1","seq":1,"text":"\xed\xa0\x80"}',
    b'{"type":"say","id":"1","seq":1,"text":"' + b"a" * 1001 + b'"}',
    b'{"type":"sit","id":"1","seq":1,"seat":-1}',
    b'{"type":"send_emote","id":"1","seq":1,"emote":"rude"}',
    b'{"type":"commit","id":"1","seq":1,"deal":1,"attempt":0,"commitment":"XYZ"}',
    b'{"type":"act","id":"1","seq":1,"action":' + b"[" * 8000,
    b'{"type":"act","id":"1","seq":1,"action":' + b'{"a":' * 3000,
    b'{"type":"hello","seen":-1}',
    b'{"type":"view","seq":1}',
]


@pytest.mark.parametrize("raw", HOSTILE, ids=lambda raw: raw[:40].decode("latin-1"))
def test_pf_33_hostile_frames_get_a_stable_code(raw: bytes) -> None:
    with pytest.raises(BadMessage) as caught:
        wire.read(XIDACH, raw)
    assert caught.value.code == "bad_message"
    assert len(caught.value.detail) <= 200


def test_pf_34_large_frame_is_rejected() -> None:
    with pytest.raises(BadMessage) as caught:
        wire.read(XIDACH, b" " * (wire.FRAME_AT_MOST + 1))
    assert caught.value.code == "too_big"


@given(st.binary(max_size=200))
def test_pf_33_any_bytes_are_a_message_or_rejected(raw: bytes) -> None:
    with suppress(BadMessage):
        wire.read(XIDACH, raw)


LEAVES = st.none() | st.booleans() | st.integers() | st.sampled_from(["draw", "act", "AS", "", "room", "x" * 300])
VALUES = LEAVES | st.lists(LEAVES, max_size=2) | st.dictionaries(st.sampled_from(["type", "seat"]), LEAVES)


@given(
    fields=st.dictionaries(
        st.sampled_from(["type", "id", "seq", "action", "seat", "level", "text", "deal", "on", "sheet", "seats"]),
        VALUES,
    ),
    tag=st.sampled_from(["act", "sit", "set_bot", "say", "change", "commit", "reveal", "join", "ready", "leave"]),
)
def test_pf_33_every_valid_command_is_answered(fields: dict[str, Any], tag: str) -> None:
    table = Sitting(people=2, seats=2)
    table.start()
    try:
        command = wire.read(XIDACH, codec.encode({**fields, "type": tag, "id": "1"}))
    except BadMessage:
        return
    assert not isinstance(command, Hello)
    answer = table.send("g1", command)
    assert isinstance(answer, Done | Refused | Stale)
    table.check()


# Texts and schemas


def codes_in_use() -> set[str]:
    """Return every refusal code in the sources of the table's own modules."""
    import re
    from pathlib import Path

    import chieu.online

    folder = Path(next(iter(chieu.online.__path__)))
    codes: set[str] = set()
    for path in [*folder.glob("protocol/*.py"), *folder.glob("table/*.py"), *folder.glob("history/*.py")]:
        codes |= set(re.findall(r'(?:Refusal|BadMessage)\(\s*"(\w+)"', path.read_text()))
    return codes


def test_every_code_has_a_text_in_three_languages() -> None:
    codes = codes_in_use()
    assert len(codes) > 15
    for code in codes:
        text = {**SHARED, **TEXTS}[f"error.{code}"]
        assert all(text.say(lang) for lang in LANGS)


def test_every_announcement_and_emote_has_a_text() -> None:
    for kind in announcements.Announcement.__args__:
        assert f"happened.{kind.__struct_config__.tag}" in TEXTS
    for emote in fields.Emote.__args__:  # type: ignore[attr-defined]
        assert f"emote.{emote}" in TEXTS


@pytest.mark.parametrize("game", list(all_games()))
def test_messages_generate_json_schema(game: str) -> None:
    definition = all_games()[game]
    client, server = wire.client_schema(definition), wire.server_schema(definition)
    assert {"Act", "Join", "Commit", "Hello"} <= set(client["$defs"])
    assert {"View", "Update", "DealView", "Refused"} <= set(server["$defs"])
    for schema in (client, server):
        text = json.dumps(schema)
        assert "chieu.games" not in text
        for name in set(schema["$defs"]):
            assert f'"#/$defs/{name}"' in text


@pytest.mark.parametrize("game", list(all_games()))
def test_sent_messages_decode_into_the_games_structs(game: str) -> None:
    definition = all_games()[game]
    seats = definition.seats[-1]
    table = Sitting(game, people=seats, seats=seats, clock=fields.TurnClock(30, 30))
    reader = codec.decoder(wire.server_type(definition))
    table.must("g0", commands.Say, text="hi")
    table.start()
    rng = Rng(1)
    for _ in range(30):
        seq_before = table.state.seq
        table.play_on(rng, 1)
        for guest in ("g0", "g1", None):
            for raw in (table.sent(guest, seq_before), wire.write(table.whole(guest))):
                assert wire.write(reader.decode(raw)) == raw
