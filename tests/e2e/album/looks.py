"""Screenshot one screen in five combinations of viewport and language."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e.screens import Screen

SIZES = {
    "phone": {"width": 390, "height": 844},
    "landscape": {"width": 844, "height": 390},
    "desktop": {"width": 1440, "height": 900},
}
LOOKS = (("phone", "vi"), ("phone", "zh"), ("phone", "en"), ("landscape", "en"), ("desktop", "en"))
_SET_LANGUAGE = """(lang) => {
  const settings = JSON.parse(localStorage.getItem("chieu.settings") ?? "{}");
  localStorage.setItem("chieu.settings", JSON.stringify({...settings, lang, askedToNotify: true}));
}"""


def reload_as(screen: Screen, size: str, language: str) -> None:
    """Reload the page in another size and language."""
    screen.page.set_viewport_size({"width": SIZES[size]["width"], "height": SIZES[size]["height"]})
    screen.page.evaluate(_SET_LANGUAGE, language)
    screen.language = language
    screen.page.reload()
    screen.page.wait_for_load_state("networkidle")


def shoot_looks(
    screen: Screen, name: str, ready: Callable[[Screen], None], looks: tuple[tuple[str, str], ...] = LOOKS
) -> None:
    """Take a screenshot in every look once `ready` returns, then restore the language."""
    original_language = screen.language
    for size, language in looks:
        reload_as(screen, size, language)
        ready(screen)
        screen.come_to_rest()
        screen.shoot(f"{name}-{size}-{language}")
    reload_as(screen, "phone", original_language)


def looks_with(*looks: str) -> tuple[tuple[str, str], ...]:
    """Return the looks that have one of these sizes or languages."""
    return tuple(look for look in LOOKS if set(look) & set(looks))
