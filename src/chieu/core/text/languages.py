"""Texts for people: catalogues of them by key, and the punctuation of each language.

A catalogue is a package with one TOML file per language (`en.toml`, `vi.toml`, …) beside its code. Code holds keys; the
templates are read when a text is first needed in a language.

To add a language, name it in `Lang` and put a file beside every `en.toml`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeAlias, get_args

from chieu.core.files import read_file

Lang: TypeAlias = Literal["vi", "en", "zh"]
LANGS: Final[tuple[Lang, ...]] = get_args(Lang)

Templates: TypeAlias = Mapping[str, str]


class Text:
    """One text in every language. In a template `{name}` is a placeholder.

    >>> Text({"vi": "{seat} rút.", "en": "{seat} draws.", "zh": "{seat} 摸牌。"}).say("en", seat="Lan")
    'Lan draws.'
    """

    def __init__(self, templates: Mapping[Lang, str]) -> None:
        self._templates = templates

    def template(self, lang: Lang) -> str:
        """Return the text in a language with its placeholders."""
        return self._templates[lang]

    def say(self, lang: Lang, **values: object) -> str:
        """Return the text in a language with its placeholders filled in."""
        template = self.template(lang)
        return template.format(**values) if values else template

    def __iter__(self) -> Iterator[str]:
        """Yield the templates in the order of `LANGS`."""
        return (self.template(lang) for lang in LANGS)


class Catalogue(Mapping[str, Text]):
    """The texts of one or more packages by key. Where two packages share a key, the later package wins.

    Its keys are those of the first language read, English if none was: the tests of a game require that all languages
    have the same keys.
    """

    def __init__(self, *packages: str) -> None:
        self.packages = packages

    def read(self, lang: Lang) -> Templates:
        """Return all templates in a language."""
        return _reader.read(self.packages, lang)

    def __or__(self, other: Catalogue) -> Catalogue:
        return Catalogue(*self.packages, *other.packages)

    def __getitem__(self, key: str) -> Text:
        if key not in self._keys():
            raise KeyError(key)
        return _Entry(self, key)

    def __iter__(self) -> Iterator[str]:
        return iter(self._keys())

    def __len__(self) -> int:
        return len(self._keys())

    def __repr__(self) -> str:
        return f"Catalogue{self.packages}"

    def _keys(self) -> Templates:
        read_already = (_reader.cache.get((self.packages, lang)) for lang in LANGS)
        return next((templates for templates in read_already if templates is not None), None) or self.read("en")


class _Entry(Text):
    """A text that is looked up in its catalogue when it is said."""

    def __init__(self, catalogue: Catalogue, key: str) -> None:
        self._catalogue = catalogue
        self._key = key

    def template(self, lang: Lang) -> str:
        return self._catalogue.read(lang)[self._key]


class Named(NamedTuple):
    """The title of something, and one sentence about it."""

    title: Text
    about: Text


def templates(texts: Mapping[str, Text], lang: Lang) -> Templates:
    """Return the templates of texts in a language, without reading another language of a catalogue."""
    return (
        texts.read(lang) if isinstance(texts, Catalogue) else {key: text.template(lang) for key, text in texts.items()}
    )


def same(word: str) -> Text:
    """A text that is the same in every language: a name or a number."""
    return Text(dict.fromkeys(LANGS, word))


def listed(words: Sequence[str], lang: Lang) -> str:
    """Join words with the list comma of the language."""
    return SHARED["mark.comma"].say(lang).join(words)


def colon(lang: Lang) -> str:
    """The colon of the language, with the space after it if it takes one."""
    return SHARED["mark.colon"].say(lang)


def bracketed(words: Sequence[str], lang: Lang) -> str:
    """Words in brackets, to follow something else; empty if there are none."""
    return SHARED["mark.note"].say(lang, words=listed(words, lang)) if words else ""


def seat_name(seat: int, lang: Lang, names: Sequence[str] = ()) -> str:
    """The name at a seat, or `Seat 3` without one; seats count from 1."""
    return names[seat] if 0 <= seat < len(names) else SHARED["seat"].say(lang, seat=seat + 1)


def seat_head(seat: int, names: Sequence[str]) -> str:
    """The start of the line of a seat: its name, or just its number."""
    return names[seat] if 0 <= seat < len(names) else str(seat + 1)


def _load(package: str, lang: Lang) -> Templates:
    """Return the templates of `<lang>.toml` in a package. Keys of tables are joined by dots."""
    import tomllib  # noqa: PLC0415  # it would slow down `import chieu`

    def flat(table: Mapping[str, Any], prefix: str) -> dict[str, str]:
        out: dict[str, str] = {}
        for key, value in table.items():
            out |= flat(value, f"{prefix}{key}.") if isinstance(value, dict) else {f"{prefix}{key}": value}
        return out

    try:
        return flat(tomllib.loads(read_file(package, f"{lang}.toml").decode()), "")
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{package}/{lang}.toml: {error}") from None


class _Reader:
    """Reads the templates of a catalogue once per language."""

    def __init__(self, load: Callable[[str, Lang], Templates]) -> None:
        self.load = load
        self.cache: dict[tuple[tuple[str, ...], Lang], Templates] = {}

    def read(self, packages: tuple[str, ...], lang: Lang) -> Templates:
        if (packages, lang) not in self.cache:
            texts = {key: text for package in packages for key, text in self.load(package, lang).items()}
            self.cache[packages, lang] = texts
        return self.cache[packages, lang]


_reader: Final = _Reader(_load)

SHARED: Final = Catalogue("chieu.core.text")
"""Texts that any game may use. Those of a game take precedence."""
