"""A second verifier, written from docs/fairness.md alone. It shares no code with the first and knows no rules."""

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


def verify(record: str) -> int:
    """Checks one record; the number of shuffles, or `Wrong`."""
    sum_so_far = sha256()
    sheet_line = ""
    notes: list[list[str]] = []
    shuffles: list[list[str]] = []
    for line in record.splitlines():
        check, content = line[:6], line[7:]
        sum_so_far.update(content.encode() + b"\n")
        if sum_so_far.hexdigest()[:6] != check:
            raise Wrong("sum")
        words = content.split()
        if words[0] == "sheet":
            sheet_line = words[1]
        if words[:2] == ["note", "fair"]:
            notes.append(words[2:])
        if words[:2] == ["*", "shuffle"]:
            shuffles.append(words[2:])
    if notes[0] != ["chieu/fair/1"]:
        raise Wrong("protocol")
    said = {words[0]: words[1] for words in notes if len(words) == 2}
    table, deal, attempt = said["table"].encode(), said["deal"].encode(), said["attempt"].encode()
    if said["sheet"] != sheet_line:
        raise Wrong("sheet")
    attempts = [(words[1].encode(), words[2], words[3]) for words in notes if words[0] == "void"]
    for which, commitment, seed in [*attempts, (attempt, said["commitment"], said["seed"])]:
        whole = fields(b"chieu/fair/1 seed", table, deal, which, bytes.fromhex(seed))
        if sha256(whole).hexdigest() != commitment:
            raise Wrong("seed")
    material = fields(bytes.fromhex(said["seed"]))
    for words in sorted((words for words in notes if words[0] == "from"), key=lambda words: int(words[1])):
        _, seat, commitment, contribution = words
        raw = bytes.fromhex(contribution)
        whole = fields(b"chieu/fair/1 contribution", table, deal, attempt, seat.encode(), raw)
        if sha256(whole).hexdigest() != commitment:
            raise Wrong("contribution")
        material += fields(seat.encode(), raw)
    extracted = hmac.new(b"chieu/fair/1 key", material, sha512).digest()
    for number, played in enumerate(shuffles):
        info = fields(table, deal, attempt, said["sheet"].encode(), str(number).encode())
        stream = Stream(hmac.new(extracted, info + b"\1", sha512).digest())
        cards = sorted(played, key=number_of_card)
        for place in range(len(cards) - 1, 0, -1):
            other = stream.less_than(place + 1)
            cards[place], cards[other] = cards[other], cards[place]
        if cards != played:
            raise Wrong("shuffle")
    return len(shuffles)
