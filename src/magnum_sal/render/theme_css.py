"""The style sheet that sets the colours of a page to those of a theme."""

from __future__ import annotations

from .themes import Theme, ThemeName, properties_of, theme_of


def themes_css() -> str:
    """Return the style sheet for the person's chosen theme, or for the theme that the device prefers."""
    chosen = "".join(_rule(f':root[data-theme="{theme}"]', theme) for theme in ("light", "dark", "contrast"))
    unchosen = ":root:not([data-theme])"
    dark = f"@media (prefers-color-scheme: dark) {{ {_rule(unchosen, 'dark')} }}\n"
    contrast = f"@media (prefers-contrast: more) {{ {_rule(unchosen, 'contrast')} }}\n"
    # The order matters: among equally specific rules, the last one wins. So a preference for more contrast overrides a
    # preference for dark colours.
    return _rule(unchosen, "light") + chosen + dark + contrast


def theme_css(theme: Theme) -> str:
    """Return the style sheet for a page that always has this theme."""
    return _rule(":root", theme)


def _rule(selector: str, theme: ThemeName | Theme) -> str:
    # The scheme sets the colours of scroll bars and other native controls, which must fit the page.
    known = theme_of(theme)
    scheme = "dark" if _estimate_brightness(known.page) < _estimate_brightness(known.ink) else "light"
    colours = "; ".join(f"{name}: {colour}" for name, colour in properties_of(known).items())
    return f"{selector} {{ color-scheme: {scheme}; {colours} }}\n"


def _estimate_brightness(colour: str) -> float:
    """Estimate how bright a colour appears, from 0 to 255. The weights are those of the luma of sRGB (BT.709)."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
