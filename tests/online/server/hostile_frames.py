"""A corpus of hostile frames: name, frame, and the code of the answer."""

from __future__ import annotations

import json

DEEP = 1800


def _command(**fields: object) -> str:
    return json.dumps({"id": "x", "seq": 4} | fields)


TEXT: dict[str, tuple[str, str]] = {
    "empty": ("", "bad_message"),
    "space": ("   ", "bad_message"),
    "broken": ('{"type":"say","id":"x"', "bad_message"),
    "two objects": ('{"type":"hello"}{"type":"hello"}', "bad_message"),
    "no json": ("hello there", "bad_message"),
    "null": ("null", "bad_message"),
    "a number": ("12", "bad_message"),
    "a list": ('[{"type":"hello"}]', "bad_message"),
    "not a number": ('{"type":"sit","id":"x","seq":NaN,"seat":1}', "bad_message"),
    "infinity": ('{"type":"sit","id":"x","seq":4,"seat":Infinity}', "bad_message"),
    "minus one": (_command(type="sit", seat=-1), "bad_message"),
    "a fraction": (_command(type="sit", seat=1.5), "bad_message"),
    "an exponent": ('{"type":"sit","id":"x","seq":4,"seat":1e99}', "bad_message"),
    "a huge number": ('{"type":"sit","id":"x","seq":' + "9" * 400 + ',"seat":1}', "bad_message"),
    "a huge number in an action": (_command(type="act", action={"type": "stake", "amount": 10**30}), "bad_message"),
    "infinity in an unknown field of an action": (
        '{"type":"act","id":"x","seq":4,"action":{"type":"draw","junk":1e999}}',
        "bad_message",
    ),
    "thousands of digits in an unknown field of an action": (
        '{"type":"act","id":"x","seq":4,"action":{"type":"draw","junk":' + "9" * 5_000 + "}}",
        "bad_message",
    ),
    "a great seat": (_command(type="sit", seat=10**6), "bad_message"),
    "deep lists": ("[" * DEEP + "]" * DEEP, "bad_message"),
    "deep objects": ('{"a":' * DEEP + "1" + "}" * DEEP, "bad_message"),
    "a deep action": ('{"type":"act","id":"x","seq":4,"action":' + "[" * DEEP + "]" * DEEP + "}", "bad_message"),
    "a deep unknown field": ('{"type":"rise","id":"x","seq":4,"a":' + "[" * DEEP + "]" * DEEP + "}", "bad_message"),
    "too big": ('{"type":"say","id":"x","seq":4,"text":"' + "a" * 20_000 + '"}', "too_big"),
    "too big, not ascii": ('{"type":"say","id":"x","seq":4,"text":"' + "ế" * 9_000 + '"}', "too_big"),
    "no type": ('{"id":"x","seq":4}', "bad_message"),
    "type is a number": ('{"type":1,"id":"x","seq":4}', "bad_message"),
    "unknown type": (_command(type="win"), "bad_message"),
    "a server's message": ('{"type":"done","id":"x","seq":4}', "bad_message"),
    "a log entry": ('{"at":1,"event":{"type":"opened","table":"x","secret":"00"}}', "bad_message"),
    "no id": ('{"type":"rise","seq":4}', "bad_message"),
    "an empty id": ('{"type":"rise","id":"","seq":4}', "bad_message"),
    "a long id": ('{"type":"rise","id":"' + "x" * 65 + '","seq":4}', "bad_message"),
    "id is a list": ('{"type":"rise","id":["x"],"seq":4}', "bad_message"),
    "no number": ('{"type":"rise","id":"x"}', "bad_message"),
    "number is text": ('{"type":"rise","id":"x","seq":"5"}', "bad_message"),
    "number is negative": ('{"type":"rise","id":"x","seq":-5}', "bad_message"),
    "unknown field": (_command(type="rise", admin=True), "bad_message"),
    "a guest in the command": (_command(type="rise", guest="0" * 32), "bad_message"),
    "a field twice": ('{"type":"sit","id":"x","seq":4,"seat":0,"seat":99}', "bad_message"),
    "no action": (_command(type="act"), "bad_message"),
    "action is text": (_command(type="act", action="draw"), "bad_message"),
    "action is null": (_command(type="act", action=None), "bad_message"),
    "an unknown action": (_command(type="act", action={"type": "peek"}), "bad_message"),
    "chance's action": (_command(type="act", action={"type": "shuffle", "order": ["AS"]}), "bad_message"),
    "another game's action": (_command(type="act", action={"type": "play", "cards": ["3D"]}), "no_deal"),
    "an unknown field in the action": (_command(type="act", action={"type": "draw", "card": "AS"}), "bad_message"),
    "a commitment without a version": (_command(type="commit", deal=1, attempt=0, commitment="0" * 64), "bad_message"),
    "a commitment of another version": (
        _command(type="commit", deal=1, attempt=0, commitment="0" * 64, protocol=2),
        "bad_message",
    ),
    "a reveal for no manifest": (_command(type="reveal", deal=1, attempt=0, contribution="0" * 64), "bad_message"),
    "not a commitment": (_command(type="commit", deal=1, attempt=0, commitment="zz", protocol=1), "bad_message"),
    "a commitment, a line end": (
        _command(type="commit", deal=1, attempt=0, commitment="0" * 64 + "\n", protocol=1),
        "bad_message",
    ),
    "a long commitment": (_command(type="commit", deal=1, attempt=0, commitment="0" * 66, protocol=1), "bad_message"),
    "a commitment in capitals": (
        _command(type="commit", deal=1, attempt=0, commitment="A" * 64, protocol=1),
        "bad_message",
    ),
    "an unknown emote": (_command(type="send_emote", emote="rude"), "bad_message"),
    "an empty name": (_command(type="join", name=""), "bad_message"),
    "an invisible name": (_command(type="join", name="\u200b\u202e\u2066\u0000"), "empty_name"),
    "a name of spaces": (_command(type="join", name=" \t\u3000 "), "empty_name"),
    "half a surrogate": ('{"type":"join","id":"x","seq":4,"name":"\\ud800"}', "bad_message"),
    "an invisible text": (_command(type="say", text="\u200b\u2060"), "empty_text"),
    "a clock without time": (_command(type="change", sheet="room", seats=4, clock={"turn": 0}), "bad_message"),
    "no sheet": (_command(type="change", sheet="nonsense", seats=4), "unknown_preset"),
    "a hostile sheet": (_command(type="change", sheet="room~sm999999999", seats=4), "bad_value"),
    "too many seats": (_command(type="change", sheet="room", seats=32), "bad_seats"),
    "out of turn": (_command(type="act", action={"type": "draw"}), "no_deal"),
    "a number not reached yet": ('{"type":"rise","id":"x","seq":9007199254740991}', "stale"),
    "a hello from the future": ('{"type":"hello","seen":9007199254740992}', "bad_message"),
    "a hello with a token": ('{"type":"hello","seen":0,"token":"x"}', "bad_message"),
}

BINARY: dict[str, bytes] = {
    "no bytes": b"",
    "json in bytes": b'{"type":"rise","id":"x","seq":4}',
    "zeroes": b"\0" * 1000,
    "all bytes": bytes(range(256)) * 60,
}
