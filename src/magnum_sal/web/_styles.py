"""The style sheet with the colours of the page, which are those of the pictures."""

from __future__ import annotations

from ..render import properties_of
from ..render.themes import ThemeName


def themes_css() -> str:
    """Return the colours: what a person has chosen, else what the device asks for."""
    chosen = "".join(_rule(f':root[data-theme="{theme}"]', theme) for theme in ("light", "dark", "contrast"))
    unchosen = ":root:not([data-theme])"
    dark = f"@media (prefers-color-scheme: dark) {{ {_rule(unchosen, 'dark')} }}\n"
    contrast = f"@media (prefers-contrast: more) {{ {_rule(unchosen, 'contrast')} }}\n"
    return _rule(unchosen, "light") + chosen + dark + contrast


def _rule(selector: str, theme: ThemeName) -> str:
    scheme = "dark" if theme == "dark" else "light"
    colours = "; ".join(f"{name}: {colour}" for name, colour in properties_of(theme).items())
    return f"{selector} {{ color-scheme: {scheme}; {colours} }}\n"
