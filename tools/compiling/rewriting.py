"""
Rewrite a module for mypyc: the frozen values of attrs become native classes, line for line.

For an ordinary class with types, mypyc builds a native class, whose attributes compiled code reads without calling
Python. It builds an ordinary Python class for a class that attrs has decorated. So this module turns a class such as

    @attrs.frozen
    class Inn(Immutable):
        hired: Miners

into an ordinary class with the constructor, the comparison and the hash that attrs would have written. The class
receives everything else from attrs when it is imported (``magnum_sal._internal.native.make_value``). For the
interpreter, ``magnum_sal._internal.constructors`` writes and compiles functions at import; here they are written into
the source.

Every statement stays on its line, so that tracebacks of the compiled library show the lines of the source.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from magnum_sal._internal.constructors import Recipe, plan_change, plan_copy

_DECORATORS: Final = ("attrs.frozen", "attrs.define")


_OPEN: Final = "@mypyc_attr(allow_interpreted_subclasses=True)"
"""
The decorator of a class that interpreted classes may subclass.

Do not add ``acyclic=True``. mypyc then builds the class without a garbage collector header, but still calls CPython's
trashcan when an object dies. From the 50th nested deallocation on, the trashcan writes into that header.
"""


@dataclass(frozen=True)
class Field:
    """A field of a value."""

    name: str
    annotation: str
    options: Mapping[str, str]
    """The arguments of ``attrs.field``, or the value of a plain assignment as ``default``."""

    @property
    def is_argument(self) -> bool:
        """Return whether the constructor takes the field as an argument."""
        return self.options.get("init") != "False"

    @property
    def has_default(self) -> bool:
        """Return whether the field has a value if the caller passes none."""
        return "default" in self.options or "factory" in self.options

    @property
    def is_compared(self) -> bool:
        """Return whether the field is part of comparisons."""
        return self.options.get("eq") != "False"

    @property
    def is_checked(self) -> bool:
        """Return whether the constructor validates the field."""
        return "validator" in self.options


@dataclass(frozen=True)
class ValueClass:
    """A class that attrs decorates."""

    name: str
    node: ast.ClassDef
    options: Mapping[str, str]
    """The arguments of the decorator."""
    bases: tuple[ValueClass, ...] = ()
    own: tuple[Field, ...] = ()
    fields: tuple[Field, ...] = ()
    """The fields of the base classes, followed by the class's own."""
    is_sealed: bool = False
    """Whether a function turns drafts into values of the class, without the checks of ``__attrs_post_init__``."""


class CannotRewriteError(Exception):
    """An error for a class whose form this module does not know."""


def value_classes(tree: ast.Module) -> dict[str, ValueClass]:
    """Return the classes of a module that attrs decorates, by name."""
    found: dict[str, ValueClass] = {}
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and ast.unparse(node.func) == "make_sealer"]
    sealed = {ast.unparse(call.args[0]) for call in calls}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and (options := _options(node)) is not None:
            own = tuple(_fields(node))
            bases = tuple(found[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in found)
            inherited = tuple(known for base in bases for known in base.fields)
            found[node.name] = ValueClass(node.name, node, options, bases, own, inherited + own, node.name in sealed)
    return found


def _options(node: ast.ClassDef) -> dict[str, str] | None:
    for decorator in node.decorator_list:
        call = decorator.func if isinstance(decorator, ast.Call) else decorator
        if ast.unparse(call) in _DECORATORS:
            keywords = decorator.keywords if isinstance(decorator, ast.Call) else []
            frozen = {"frozen": "True"} if ast.unparse(call) == "attrs.frozen" else {}
            return frozen | {keyword.arg: ast.unparse(keyword.value) for keyword in keywords if keyword.arg}
    return None


def _fields(node: ast.ClassDef) -> Iterator[Field]:
    for statement in node.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            annotation = ast.unparse(statement.annotation)
            if not annotation.startswith("ClassVar"):
                yield Field(statement.target.id, annotation, _field_options(statement.value))


def _field_options(value: ast.expr | None) -> dict[str, str]:
    if value is None:
        return {}
    if isinstance(value, ast.Call) and ast.unparse(value.func) == "attrs.field":
        return {keyword.arg: ast.unparse(keyword.value) for keyword in value.keywords if keyword.arg}
    return {"default": ast.unparse(value)}


def rewrite_module(source: str, *, is_open: Iterable[str] = (), is_front: bool = False) -> str:
    """
    Return the source of a module for mypyc.

    Args:
        source: The module's text.
        is_open: The names of further classes that interpreted modules subclass.
        is_front: Whether users call its public functions with arbitrary arguments, which they check themselves.

    Raises:
        CannotRewriteError: a class has too few lines for the methods to write, or has an unknown form.
    """
    tree = ast.parse(source)
    lines = ["", *source.split("\n"), "", ""]
    classes = value_classes(tree)
    names = frozenset(is_open)
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            if node.name in classes:
                _rewrite_class(lines, classes[node.name])
            elif node.name in names:
                lines[_free_line(lines, node.lineno - 1)] = _OPEN
            if node.name not in classes and not node.decorator_list and not _is_tuple(node):
                lines[_free_line(lines, _find_line_after(node))] = (
                    f"_native.document({node.name}, {ast.get_docstring(node)!r})"
                )
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            _rewrite_constructor(lines, node, classes)
    _write_directly(lines, tree)
    _take_anything(lines, tree, is_front=is_front)
    _import(lines, tree)
    return "\n".join(lines[1:])


def _is_tuple(node: ast.ClassDef) -> bool:
    """Return whether mypyc leaves the class unchanged."""
    return any(ast.unparse(base) in ("NamedTuple", "enum.Enum") for base in node.bases)


def _write_directly(lines: list[str], tree: ast.Module) -> None:
    """Assign to fields directly where the source has to bypass the guard of a frozen value."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "derive":
            owner, name, value = node.value.args
            if node.lineno == node.end_lineno and isinstance(name, ast.Constant):
                indent = " " * node.col_offset
                lines[node.lineno] = f"{indent}{ast.unparse(owner)}.{name.value!s} = {ast.unparse(value)}"


def _take_anything(lines: list[str], tree: ast.Module, *, is_front: bool) -> None:
    """
    Write ``Any`` as the type of arguments that a function checks itself: compiled code would reject wrong types.

    In a module that users call, these are all arguments of its public functions.
    """
    functions = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    front = {node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")}
    for function in functions:
        examined = set(_find_examined_names(function))
        for argument in (*function.args.args, *function.args.kwonlyargs):
            note = argument.annotation
            if note is None or not (argument.arg in examined or (is_front and function in front)):
                continue
            if note.lineno == note.end_lineno:
                line = lines[note.lineno]
                lines[note.lineno] = line[: note.col_offset] + _pad_any(note) + line[note.end_col_offset :]


_EXAMINING: Final = (
    "isinstance",
    "type",
    "callable",
    "brief",
    "check_state",
    "check_seat",
    "check_game",
    "add_ruleset",
    "_parse_face",
)


def _find_examined_names(function: ast.FunctionDef) -> Iterator[str]:
    """Yield the names whose type a function checks, or that it shows in an error about a type."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            name = node.func.id
            if name in _EXAMINING or name.removeprefix("_").startswith("no_"):
                yield from (argument.id for argument in node.args if isinstance(argument, ast.Name))
        elif isinstance(node, ast.Attribute) and node.attr == "__class__" and isinstance(node.value, ast.Name):
            yield node.value.id


def _pad_any(note: ast.expr) -> str:
    """Return an annotation for any type, as long as the original, so that the following code keeps its column."""
    width = (note.end_col_offset or 0) - note.col_offset
    return "Any" + " " * (width - 3)


def _free_line(lines: list[str], number: int) -> int:
    if lines[number].strip():
        raise CannotRewriteError(f"line {number}: {lines[number]!r} is in a line that must be empty")
    return number


def _import(lines: list[str], tree: ast.Module) -> None:
    """Import the names that the written lines need."""
    if not any(isinstance(node, ast.ClassDef) for node in tree.body):
        return
    last = max(node.end_lineno or 0 for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom))
    lines[last] += "; import magnum_sal._internal.native as _native"
    lines[_free_line(lines, last + 1)] = "if _native.TYPE_CHECKING: from mypy_extensions import mypyc_attr"


def _rewrite_class(lines: list[str], value: ValueClass) -> None:
    """Write a class into the lines between its decorator and its first method, or the next statement."""
    node = value.node
    (decorator,) = node.decorator_list
    lines[decorator.lineno] = _OPEN
    after = _find_line_after(node)
    methods = [entry for entry in node.body if isinstance(entry, ast.FunctionDef)]
    first, end = node.body[0].lineno, min((_first_line(entry) for entry in methods), default=after)
    head = "; ".join([repr(ast.get_docstring(node)), *_format_declarations(value)])
    body = [head, *_methods(value)]
    if not methods and len(body) > end - first:
        end += 1  # one of the two empty lines below the class; the other one is reserved for the next statement
    if len(body) > end - first:
        raise CannotRewriteError(f"{value.name}: {len(body)} lines do not fit into the {end - first} free lines")
    for number in range(first, end):
        lines[number] = ""
    for number, line in enumerate(body, first):
        lines[number] = f"    {line}"
    lines[_free_line(lines, max(after, end))] = _format_dressing(value)


def _format_declarations(value: ValueClass) -> Iterator[str]:
    """Yield the declarations of a class: its class variables and its fields."""
    for entry in value.node.body:
        if isinstance(entry, ast.AnnAssign) and ast.unparse(entry.annotation).startswith("ClassVar"):
            yield ast.unparse(entry)
    for known in value.own:
        yield f"{known.name}: {known.annotation}"
    if "cache_hash" in value.options:
        yield "_hashed: int"


def _find_line_after(node: ast.ClassDef) -> int:
    return (node.end_lineno or 0) + 1


def _first_line(node: ast.FunctionDef) -> int:
    return min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])


def _methods(value: ValueClass) -> Iterator[str]:
    """Yield the methods that attrs would write, one per line."""
    if value.fields and value.options.get("init") != "False":
        yield _constructor(value)
    if value.options.get("eq") != "False":
        compared = [known.name for known in value.fields if known.is_compared]
        alike = " and ".join(f"self.{name} == other.{name}" for name in compared) or "True"
        yield (
            f"def __eq__(self, other: object) -> bool: return ({alike}) "
            f"if isinstance(other, {value.name}) and type(other) is type(self) else NotImplemented"
        )
        if value.options.get("frozen") == "True" and not _defines(value.node, "__hash__"):
            found = f"hash(({''.join(f'self.{name}, ' for name in compared)}))"
            if "cache_hash" in value.options:
                yield (
                    f"def __hash__(self) -> int: self._hashed = {found} if self._hashed == -1 else self._hashed; "
                    "return self._hashed"
                )
            else:
                yield f"def __hash__(self) -> int: return {found}"


def _defines(node: ast.ClassDef, name: str) -> bool:
    return any(isinstance(entry, ast.FunctionDef) and entry.name == name for entry in node.body)


def _constructor(value: ValueClass) -> str:
    arguments, body = [], []
    for known in value.fields:
        name = known.name
        if known.is_argument and "factory" not in known.options:
            # The field's validator must see a value before it is in the attribute, which holds only one type.
            annotation = "object" if known.is_checked else known.annotation
            default = known.options.get("default")
            argument = given = name.lstrip("_")  # the name that attrs gives the argument of a private field
            if default and "lambda" in default:
                # mypyc does not support lambdas as defaults.
                annotation, default = "object", "_native.MISSING"
                given = f"_native.default(self, {name!r}) if {argument} is _native.MISSING else {argument}"
            arguments.append(f"{argument}: {annotation}" + (f" = {default}" if default else ""))
            if known.is_checked:
                body.append(f"_native.check(self, {name!r}, {argument})")
            body.append(f"self.{name} = {given}")
        elif known.has_default:
            # Callers cannot pass a field that is not an argument. Only the code that copies a value passes it, by
            # position.
            arguments.append(f"{name}: {known.annotation} | None = None")
            body.append(f"self.{name} = {_format_initial_value(known)} if {name} is None else {name}")
    if "cache_hash" in value.options:
        body.append("self._hashed = -1")
    written = f"{'; '.join(body)}"
    if _defines(value.node, "__attrs_post_init__"):
        # A draft of the engine needs no checks. Only the function that seals it passes this argument.
        skip = "None if is_sealing else " if value.is_sealed else ""
        arguments += ["is_sealing: bool = False"] * value.is_sealed
        written += f"; {skip}self.__attrs_post_init__()"
    return f"def __init__(self, {', '.join(arguments)}) -> None: {written}"


def _format_initial_value(known: Field) -> str:
    """Return the initial value of a field that callers do not pass: empty, or computed from the others."""
    if "factory" in known.options:
        return f"{known.options['factory']}()"
    default = ast.parse(known.options["default"], mode="eval").body
    if isinstance(default, ast.Call) and ast.unparse(default.func) == "attrs.Factory":
        return f"{ast.unparse(default.args[0])}(self)"
    return ast.unparse(default)


def _format_dressing(value: ValueClass) -> str:
    annotations = ", ".join(f"{known.name!r}: {known.annotation!r}" for known in value.own)
    # mypy believes that attrs.field returns a value of the field's type, which is not true.
    given = ", ".join(
        f"{known.name!r}: {{{', '.join(f'{name!r}: {option}' for name, option in known.options.items())}}}"
        for known in value.own
        if known.options
    )
    options = "".join(f", {name}={option}" for name, option in value.options.items())
    documented = ast.get_docstring(value.node)
    return f"_native.make_value({value.name}, {documented!r}, {{{annotations}}}, {{{given}}}{options})"


def _plan_seal(fields: Mapping[str, bool], _: Sequence[str]) -> Recipe:
    """Return the recipe for turning a mutable object into a value. The class of a native object cannot be changed."""
    return Recipe(["draft"], {name: f"draft.{name}" for name, is_argument in fields.items() if is_argument})


_PLANS: Final[Mapping[str, Callable[[Mapping[str, bool], Sequence[str]], Recipe]]] = {
    "make_changer": plan_change,
    "make_copier": plan_copy,
    "make_sealer": _plan_seal,
}


def _rewrite_constructor(lines: list[str], node: ast.Assign | ast.AnnAssign, classes: Mapping[str, ValueClass]) -> None:
    """Write a function of ``magnum_sal._internal.constructors`` where its name is assigned, from the same recipe."""
    target, call = node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value
    if not (isinstance(target, ast.Name) and isinstance(call, ast.Call) and isinstance(call.func, ast.Name)):
        return
    kind, arguments = call.func.id, [argument.id for argument in call.args if isinstance(argument, ast.Name)]
    if kind not in _PLANS or arguments[0] not in classes:
        return
    value = classes[arguments[0]]
    changed = [str(argument.value) for argument in call.args if isinstance(argument, ast.Constant)]
    recipe = _PLANS[kind]({known.name: known.is_argument for known in value.fields}, changed)
    types = {"value": value.name, "draft": arguments[-1]} | {known.name: known.annotation for known in value.fields}
    parameters = ", ".join(f"{name}: {types[name]}" for name in recipe.parameters)
    if kind == "make_copier":
        made = arguments[-1]
        written = "".join(f"copy.{name} = {expression}; " for name, expression in recipe.fields.items())
        body = f"copy = {made}(); {written}return copy"
    else:
        made = value.name
        skip = ", is_sealing=True" * (kind == "make_sealer" and _defines(value.node, "__attrs_post_init__"))
        body = f"return {made}({', '.join(recipe.fields.values())}{skip})"
    for number in range(node.lineno, (node.end_lineno or 0) + 1):
        lines[number] = ""
    lines[node.lineno] = f"def {target.id}({parameters}) -> {made}: {body}"
