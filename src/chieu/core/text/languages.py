"""Words for people, in three languages side by side, so that a missing one is a type error and not a surprise."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple, TypeAlias, get_args

Lang: TypeAlias = Literal["vi", "en", "zh"]
LANGS: Final[tuple[Lang, ...]] = get_args(Lang)


class Text(NamedTuple):
    """One thing said in Vietnamese, English and Chinese; `{name}` marks a place to fill in."""

    vi: str
    en: str
    zh: str

    def say(self, lang: Lang, **values: object) -> str:
        """The text in a language with its places filled in."""
        template: str = getattr(self, lang)
        return template.format(**values) if values else template


class Named(NamedTuple):
    """What something is called, and a line about it."""

    title: Text
    about: Text


def same(word: str) -> Text:
    """A text that is the same in every language: a name or a number."""
    return Text(word, word, word)


def listed(words: Sequence[str], lang: Lang) -> str:
    """Words in a row, with the comma of the language between them."""
    return ("、" if lang == "zh" else ", ").join(words)


def colon(lang: Lang) -> str:
    """What stands between a name and what is said of it."""
    return "：" if lang == "zh" else ": "


def seat_name(seat: int, lang: Lang, names: Sequence[str] = ()) -> str:
    """A seat by the name of who is there, or by its number, as people count: the first is 1."""
    return names[seat] if seat < len(names) else SHARED["seat"].say(lang, seat=seat + 1)


def seat_head(seat: int, names: Sequence[str]) -> str:
    """What stands before the line of a seat: a name, or just its number."""
    return names[seat] if seat < len(names) else str(seat + 1)


def bracketed(words: Sequence[str], lang: Lang) -> str:
    """Words in a row in brackets, to stand after something; nothing if there are none."""
    if not words:
        return ""
    return f"（{listed(words, lang)}）" if lang == "zh" else f"  ({listed(words, lang)})"


# What any game may say; a game's own texts hide these where the keys are the same.
SHARED: Final[Mapping[str, Text]] = {
    "sheet.off": Text("Không chơi: {what}.", "Not played: {what}.", "不采用：{what}。"),
    "action.shuffle": Text("Xào bài", "Shuffle", "洗牌"),
    "sheet.changed": Text("{preset}, đổi {count} luật", "{preset}, {count} changed", "{preset}，改 {count} 处"),
    "card.joker": Text("Phăng teo", "Joker", "鬼牌"),
    "allowed.flag": Text("yes (có) hoặc no (không)", "yes or no", "yes（是）或 no（否）"),
    "allowed.number": Text("{least} đến {most}", "{least} to {most}", "{least} 到 {most}"),
    "seat": Text("Ghế {seat}", "Seat {seat}", "{seat} 号位"),
    "seat.chance": Text("xào bài", "the shuffle", "洗牌"),
    "seat.house": Text("Nhà cái", "The house", "庄家"),
    "show.you": Text("bạn", "you", "你"),
    "show.turn": Text("tới lượt", "to act", "轮到"),
    "number.last": same("{number}"),
    "often": Text("{number} trong 10 lần", "{number} times in ten", "十次里有 {number} 次"),
    "often.0": Text("hầu như không bao giờ", "hardly ever", "几乎从不"),
    "often.1": Text("1 trong 10 lần", "one time in ten", "十次里有 1 次"),
    "often.5": Text("một nửa số lần", "half the time", "有一半机会"),
    "often.10": Text("gần như chắc chắn", "almost always", "几乎必定"),
    "word.yes": Text("có", "yes", "是"),
    "word.no": Text("không", "no", "否"),
    "outcome.wins": Text("{seat} ăn {other} {chips}", "{seat} wins {chips} from {other}", "{seat} 赢 {other} {chips}"),
    "outcome.even": Text("{seat} và {other} huề", "{seat} and {other} are even", "{seat} 和 {other} 打平"),
    "outcome.then": Text("Lúc xét {seat} có {hand}.", "{seat} had {hand} then.", "比牌时 {seat} 是 {hand}。"),
    "error.bad_card": Text(
        "{card!r} không phải lá bài: viết số (A 2-10 J Q K, T là 10) và chất (S H D C hay ♠ ♥ ♦ ♣), như 10S, joker.",
        "{card!r} is no card: write rank (A 2-10 J Q K, T is 10) and suit (S H D C or ♠ ♥ ♦ ♣), as in 10S, or joker.",
        "{card!r} 不是牌：写点数（A 2-10 J Q K，T 即 10）加花色（S H D C 或 ♠ ♥ ♦ ♣），如 10S，或 joker。",
    ),
    "error.card_twice": Text(
        "Lá {card} có hai lần: mỗi bộ bài chỉ có một lá mỗi thứ.",
        "{card} is there twice: a deck has one of each card.",
        "{card} 出现了两次：一副牌每张只有一张。",
    ),
    "error.not_your_turn": Text(
        "Chưa tới lượt bạn. Đang chờ: {waiting}.",
        "It is not your turn. Waiting for: {waiting}.",
        "还没轮到你。正在等：{waiting}。",
    ),
    "error.deal_over": Text("Ván này đã xong.", "This deal is over.", "这一局已经结束。"),
    "error.not_over": Text("Ván này chưa xong.", "This deal is not over yet.", "这一局还没结束。"),
    "error.no_such_seat": Text(
        "Không có ghế đó: bàn có {seats} ghế.",
        "There is no such seat: the table has {seats} of them.",
        "没有这个座位：本桌共 {seats} 个座位。",
    ),
    "error.wrong_action": Text(
        "Ở đây không có nước đi đó. Có: {known}.",
        "There is no such action here. There are: {known}.",
        "这里没有这种操作。可用的有：{known}。",
    ),
    "error.not_a_shuffle": Text(
        "Bộ bài xào ra không đúng {count} lá cần xào.",
        "The shuffle is not an order of the {count} cards due.",
        "洗出的牌不是应洗的 {count} 张牌。",
    ),
    "error.bad_seats": Text(
        "Trò này chơi {least} đến {most} người, không phải {seats}.",
        "This game has {least} to {most} seats, not {seats}.",
        "这个游戏需要 {least} 到 {most} 人，不能是 {seats} 人。",
    ),
}
