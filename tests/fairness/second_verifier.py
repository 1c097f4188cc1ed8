"""Second verifier, written from docs/fairness.md alone: no code in common with the first, no rules."""

from __future__ import annotations

import hmac
from hashlib import sha256, sha512


class Wrong(Exception):
    pass


def fields(*parts: bytes) -> bytes:
    joined = b""
    for part in parts:
        joined += len(part).to_bytes(4, "big")
        joined += part
    return joined


def number_of_card(text: str) -> int:
    if text in ("JK1", "JK2"):
        return 51 + int(text[2])
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
    return ranks.index(text[:-1]) * 4 + "DCHS".index(text[-1])


class Stream:
    def __init__(self, key: bytes) -> None:
        self.key = key
        self.counter = 0
        self.left = b""

    def word(self) -> int:
        if not self.left:
            self.left = hmac.new(self.key, self.counter.to_bytes(8, "big"), sha512).digest()
            self.counter += 1
        word, self.left = self.left[:8], self.left[8:]
        return int.from_bytes(word, "big")

    def less_than(self, n: int) -> int:
        while True:
            word = self.word()
            if word < 2**64 // n * n:
                return word % n


def parse(record: str) -> tuple[dict[str, str], list[list[str]], list[list[str]]]:
    """Return the head lines by their first word, the words of the fair notes, and the shuffles."""
    sum_so_far = sha256()
    head: dict[str, str] = {"host": "0"}
    notes: list[list[str]] = []
    shuffles: list[list[str]] = []
    for line in record.splitlines():
        check, content = line[:6], line[7:]
        sum_so_far.update(content.encode() + b"\n")
        if sum_so_far.hexdigest()[:6] != check:
            raise Wrong("sum")
        words = content.split(" ")
        if words[0] in ("game", "sheet", "match", "host", "seats"):
            head[words[0]] = content.partition(" ")[2]
        if words[:2] == ["note", "fair"]:
            notes.append(words[2:])
        if words[:2] == ["*", "shuffle"]:
            shuffles.append(words[2:])
    return head, notes, shuffles


def played_by(record: str) -> dict[str, list[str]]:
    """Return the words of the notes on players, by seat."""
    words = [line[7:].split(" ") for line in record.splitlines()]
    return {fields[2]: fields[3:] for fields in words if fields[:2] == ["note", "seat"]}


def deal_out(shuffles: list[list[str]], extracted: bytes) -> int:
    for number, order in enumerate(shuffles):
        stream = Stream(hmac.new(extracted, fields(str(number).encode()) + b"\1", sha512).digest())
        cards = sorted(order, key=number_of_card)
        for place in range(len(cards) - 1, 0, -1):
            other = stream.less_than(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        if cards != order:
            raise Wrong("shuffle")
    return len(shuffles)


def verify(record: str) -> int:
    """Verify one record and return its number of shuffles. Raise `Wrong` if it fails."""
    if record.partition("\n")[0][7:] != "chieu-record 1":
        raise Wrong("format")
    head, notes, shuffles = parse(record)
    players = played_by(record)
    if notes[0] != ["chieu/fair/1"]:
        raise Wrong("protocol")
    attempts: list[list[list[str]]] = []
    for words in notes[1:]:
        if words[0] == "attempt":
            attempts.append([])
        attempts[-1].append(words)
    before = ""
    for number, lines in enumerate(attempts):
        manifest = "".join(" ".join(words[1:]) + "\n" for words in lines if words[0] == "|")
        values = {words[0]: words[1] for words in lines if words[0] in ("attempt", "server", "seed")}
        void = next((words[1:] for words in lines if words[0] == "void"), None)
        if int(values["attempt"]) != number or (void is None) != (number == len(attempts) - 1):
            raise Wrong("attempts")
        last_manifest = [line.split(" ") for line in manifest.splitlines()] or last_manifest_of(attempts)
        named = {words[0]: " ".join(words[1:]) for words in last_manifest}
        table, deal = named["table"].encode(), named["deal"].encode()
        seed = bytes.fromhex(values["seed"])
        if (
            sha256(fields(b"chieu/fair/1 seed", table, deal, str(number).encode(), seed)).hexdigest()
            != values["server"]
        ):
            raise Wrong("seed")
        chairs = {words[1]: words[2:] for words in last_manifest if words[0] == "chair"}
        contributors = {chair: words[1] for chair, words in chairs.items() if words[0] in ("contributes", "chat")}
        seats = {words[words.index("seat") + 1]: words for words in chairs.values() if "seat" in words}
        if len(set(contributors.values())) < len(contributors):
            raise Wrong("commitments")
        if manifest:
            if deal == b"1" and not before:
                before = "0" * 64
            if (named["attempt"], named["server"]) != (str(number), values["server"]) or before not in (
                "",
                named["after"],
            ):
                raise Wrong("manifest")
            before = sha256(manifest.encode()).hexdigest()
        if void is not None and void[0] == "withheld" and (not manifest or not set(void[1:]) <= set(contributors)):
            raise Wrong("void")
    if [named[name] for name in ("game", "sheet", "match", "host")] != [
        head[name] for name in ("game", "sheet", "match", "host")
    ]:
        raise Wrong("record")
    if list(seats) != [str(seat) for seat in range(int(head["seats"]))]:
        raise Wrong("seats")
    for seat, name in players.items():
        words = seats[seat]
        bot = words[words.index("bot") + 1] if "bot" in words else ""
        if bot != (" ".join(name[1:]) if name[0] == "bot" else ""):
            raise Wrong("players")
    material = fields(bytes.fromhex(before), seed)
    contributions = {words[1]: bytes.fromhex(words[2]) for words in attempts[-1] if words[0] == "from"}
    if list(contributions) != list(contributors):
        raise Wrong("contributors")
    for chair, raw in contributions.items():
        whole = fields(b"chieu/fair/1 contribution", table, deal, named["attempt"].encode(), raw)
        if sha256(whole).hexdigest() != contributors[chair]:
            raise Wrong("contribution")
        material += fields(chair.encode(), raw)
    extracted = hmac.new(b"chieu/fair/1 key", material, sha512).digest()
    return deal_out(shuffles, extracted)


def last_manifest_of(attempts: list[list[list[str]]]) -> list[list[str]]:
    """Return the lines of the last manifest, for the table and deal of an attempt without one."""
    return [words[1:] for words in attempts[-1] if words[0] == "|"]
