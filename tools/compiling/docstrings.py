"""Add docstrings to compiled functions; mypyc writes only their signatures into the C sources."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Final

_FUNCTION: Final = re.compile(r'CPyPy_(\w+),\s*(METH_[A-Z_| ]+), (?:NULL|PyDoc_STR\((?:NULL|"(.*?)")\))')
"""The entry of a function in a method table: its symbol, its calling convention, and its signature if it has one."""
_PROPERTY: Final = re.compile(r"\(getter\)(\w+),\s*(\(setter\)\w+|NULL),\s*NULL, NULL\}")
"""The entry of a property or an attribute: its symbol and its setter."""


def docstrings_of(source: str, module: Sequence[str]) -> dict[str, str]:
    """Return the docstrings of a module's functions and methods, by all symbols that mypyc may give them."""
    found: dict[str, str] = {}
    for node in ast.parse(source).body:
        owner = (node.name,) if isinstance(node, ast.ClassDef) else ()
        for entry in node.body if isinstance(node, ast.ClassDef) else (node,):
            if isinstance(entry, ast.FunctionDef) and (text := ast.get_docstring(entry)):
                for start in range(len(module)):
                    place = "___".join((*module[start:], *owner))
                    found[f"{place}___{entry.name}"] = found[f"{place}_get_{entry.name}"] = text
    return found


def with_docstrings(source: str, documented: Mapping[str, str]) -> str:
    """Return a C source whose functions have docstrings after their signatures."""

    def function(entry: re.Match[str]) -> str:
        symbol, call, signature = entry.groups()
        text = documented.get(symbol, "")
        return f'CPyPy_{symbol}, {call}, PyDoc_STR("{signature or ""}" {_literal(text)})'

    def attribute(entry: re.Match[str]) -> str:
        symbol, setter = entry.groups()
        text = f"PyDoc_STR({_literal(documented[symbol])})" if symbol in documented else "NULL"
        return f"(getter){symbol}, {setter}, {text}, NULL}}"

    return _PROPERTY.sub(attribute, _FUNCTION.sub(function, source))


def _literal(text: str) -> str:
    """Return a text as a C string literal, in pieces that every compiler accepts."""
    letters = "".join(
        chr(byte) if 32 <= byte < 127 and chr(byte) not in '"\\?' else f"\\{byte:03o}" for byte in text.encode()
    )
    pieces = re.findall(r"(?:\\[0-7]{3}|[^\\]){1,400}", letters)
    return " ".join(f'"{piece}"' for piece in pieces) or '""'
