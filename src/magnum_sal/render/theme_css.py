"""The style sheet that gives the colours of the themes to a page."""

from __future__ import annotations

from .themes import ThemeName, properties_of


def themes_css() -> str:
    """Return the style sheet for the person's chosen theme, or for the theme that the device prefers."""
    chosen = "".join(_rule(f':root[data-theme="{theme}"]', theme) for theme in ("light", "dark", "contrast"))
    unchosen = ":root:not([data-theme])"
    dark = f"@media (prefers-color-scheme: dark) {{ {_rule(unchosen, 'dark')} }}\n"
    contrast = f"@media (prefers-contrast: more) {{ {_rule(unchosen, 'contrast')} }}\n"
    # The order matters: among equally specific rules, the last one wins. So a preference for more contrast overrides a
    # preference for dark colours.
    return _rule(unchosen, "light") + chosen + dark + contrast


def _rule(selector: str, theme: ThemeName) -> str:
    scheme = "dark" if theme == "dark" else "light"
    colours = "; ".join(f"{name}: {colour}" for name, colour in properties_of(theme).items())
    return f"{selector} {{ color-scheme: {scheme}; {colours} }}\n"
