"""Take one screen in every size and language by reloading the page."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.screens import Screen

SIZES = {
    "phone": {"width": 390, "height": 844},
    "side": {"width": 844, "height": 390},
    "desktop": {"width": 1440, "height": 900},
}
LOOKS = (("phone", "vi"), ("phone", "zh"), ("phone", "en"), ("side", "en"), ("desktop", "en"))
# Time for animations to end.
SETTLED_MS = 500
_SPEAK = """(lang) => {
  const settings = JSON.parse(localStorage.getItem("chieu.settings") ?? "{}");
  localStorage.setItem("chieu.settings", JSON.stringify({...settings, lang, askedToNotify: true}));
}"""


def dressed(screen: Screen, size: str, language: str) -> None:
    """Reload the page in another size and language."""
    screen.page.set_viewport_size({"width": SIZES[size]["width"], "height": SIZES[size]["height"]})
    screen.page.evaluate(_SPEAK, language)
    screen.language = language
    screen.page.reload()
    screen.page.wait_for_load_state("networkidle")


def everywhere(
    screen: Screen, name: str, ready: Callable[[Screen], None], looks: tuple[tuple[str, str], ...] = LOOKS
) -> None:
    """Take a screenshot in every look once `ready` returns, then restore the language."""
    before = screen.language
    for size, language in looks:
        dressed(screen, size, language)
        ready(screen)
        screen.page.wait_for_timeout(SETTLED_MS)
        screen.shoot(f"{name}-{size}-{language}")
    dressed(screen, "phone", before)


def side_by_side(*looks: str) -> tuple[tuple[str, str], ...]:
    """Return the looks that have one of these sizes or languages."""
    return tuple(look for look in LOOKS if set(look) & set(looks))
