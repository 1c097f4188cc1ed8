"""Numbers as people write them: decimal comma in Vietnamese, decimal point in English and Chinese."""

from __future__ import annotations

from chieu.core.text.languages import SHARED, Lang


def written(value: float, lang: Lang, digits: int = 0, *, sign: bool = False) -> str:
    """Return a number with this many decimals and a mark between thousands.

    >>> written(1234.5, "en", 1), written(1234.5, "vi", 1), written(0.25, "vi", 2, sign=True)
    ('1,234.5', '1.234,5', '+0,25')
    """
    text = f"{value:{'+' if sign else ''},.{digits}f}"
    marks = {".": SHARED["mark.decimal"].say(lang), ",": SHARED["mark.thousands"].say(lang)}
    return "".join(marks.get(letter, letter) for letter in text)


def percent(share: float, lang: Lang, digits: int = 2) -> str:
    """Return a share in per cent.

    >>> percent(0.0123, "vi")
    '1,23 %'
    """
    return f"{written(100 * share, lang, digits)} %"


def with_margin(value: float, margin: float, lang: Lang, digits: int = 2, *, sign: bool = False) -> str:
    """Return a number and its margin; only the number if the margin is 0.

    >>> with_margin(0.5, 0.25, "vi"), with_margin(0.5, 0, "en")
    ('0,50 ± 0,25', '0.50')
    """
    text = written(value, lang, digits, sign=sign)
    return f"{text} ± {written(margin, lang, digits)}" if margin else text
