"""One screen looked at in every size and language: what happened stays, the page is loaded anew."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.screens import Screen

SIZES = {
    "phone": {"width": 390, "height": 844},
    "side": {"width": 844, "height": 390},
    "desktop": {"width": 1440, "height": 900},
}
LOOKS = (("phone", "vi"), ("phone", "zh"), ("phone", "en"), ("side", "en"), ("desktop", "en"))
# Until what moves has come to rest.
SETTLED_MS = 500
_SPEAK = """(lang) => {
  const kept = JSON.parse(localStorage.getItem("chieu.settings") ?? "{}");
  localStorage.setItem("chieu.settings", JSON.stringify({...kept, lang, askedToNotify: true}));
}"""


def dressed(one: Screen, size: str, language: str) -> None:
    """The same page in another size and language."""
    one.page.set_viewport_size({"width": SIZES[size]["width"], "height": SIZES[size]["height"]})
    one.page.evaluate(_SPEAK, language)
    one.language = language
    one.page.reload()
    one.page.wait_for_load_state("networkidle")


def everywhere(
    one: Screen, name: str, ready: Callable[[Screen], None], looks: tuple[tuple[str, str], ...] = LOOKS
) -> None:
    """A picture in every look, once what is to be seen is `ready`; then as it was."""
    was = one.language
    for size, language in looks:
        dressed(one, size, language)
        ready(one)
        one.page.wait_for_timeout(SETTLED_MS)
        one.shoot(f"{name}-{size}-{language}")
    dressed(one, "phone", was)


def side_by_side(*looks: str) -> tuple[tuple[str, str], ...]:
    """Only these sizes or languages."""
    return tuple(look for look in LOOKS if set(look) & set(looks))
