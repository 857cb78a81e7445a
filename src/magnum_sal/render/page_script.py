"""Join the browser's modules into one script, for a page that must work without a server."""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Final

# The server's own pages use the same modules, so they are in the folder that the server serves. This module reads them
# as files: it imports no code of the room `web`, and works without that room's requirements.
_STATIC: Final = files("magnum_sal") / "web" / "static"
_IMPORT: Final = re.compile(r'^import (\{[^}]*\}) from "\./([a-z/]+\.js)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?(?:function|class|const|let)) (\w+)", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def read_static(name: str) -> str:
    """Return the text of one of the browser's files."""
    return (_STATIC / name).read_text("utf-8")


# A page without a server cannot import modules: browsers refuse to load a module from a file, and modules in `data:`
# addresses would need a policy that allows any script. So each module becomes a function that returns its exports, and
# the functions are in the order of the imports. The names at the top level of a module stay private.
def join_modules(entry: str) -> str:
    """
    Return the module *entry* and all modules that it imports as one script.

    A module may import names by ``import { name } from "./file.js";``, and export functions, classes and constants
    where it declares them. Raises ``AssertionError`` for any other form.
    """
    modules = _modules_of(entry, {})
    return "const modules = {};\n" + "\n".join(modules.values())


def _modules_of(name: str, known: dict[str, str]) -> dict[str, str]:
    """Return the modules that *name* needs and *name* itself, each after those that it imports."""
    text = read_static(name)
    for _, imported in _IMPORT.findall(text):
        if imported not in known:
            known = _modules_of(imported, known)
    return {**known, name: _wrap_module(name, text)}


def _wrap_module(name: str, text: str) -> str:
    exported = [found for _, found in _EXPORT.findall(text)]
    text = _IMPORT.sub(lambda found: f'const {found[1].replace(" as ", ": ")} = modules["{found[2]}"];', text)
    text = _EXPORT.sub(r"\1 \2", text)
    other = _OTHER.search(text)
    if other is not None:
        raise AssertionError(f"{name}: {other[0]!r} is not a form of import or export that join_modules() knows")
    return f'modules["{name}"] = (() => {{\n{text}return {{ {", ".join(exported)} }};\n}})();'
