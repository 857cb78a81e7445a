"""The mutants of a module: copies of its source, each with one small change."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping

import attrs


@attrs.frozen
class Mutant:
    """
    A change of one place in one file.

    Attributes:
        path: The file, from the root of the project.
        line: The line on which the changed code begins, from 1.
        column: Its column, from 1.
        before: The original code, on one line.
        after: The code that replaces it, on one line.
        lines: The lines of the smallest statement around it. A test that runs none of them cannot notice the mutant.
        is_in_function: Whether the code runs only when a function is called, and not when the module is imported.
        readers: The lines in functions that read the names to which a statement outside functions assigns. A test that
            runs one of them is most likely to notice a mutant of the statement.
        start: Offset in bytes at which the changed code begins.
        end: Offset in bytes at which it ends.
        new: The text that replaces it, with the same number of lines.
    """

    path: str
    line: int
    column: int
    before: str
    after: str
    lines: range
    is_in_function: bool
    readers: frozenset[int]
    start: int
    end: int
    new: str

    def apply_to(self, source: bytes) -> bytes:
        """Return the file's *source* with the change made."""
        return source[: self.start] + self.new.encode() + source[self.end :]


def mutants_of(path: str, source: bytes) -> list[Mutant]:
    """Return the mutants of a module, in the order of its text."""
    tree = ast.parse(source)
    finder = _Finder(path, source, _find_readers(tree))
    finder.visit(tree)
    found = {(mutant.start, mutant.end, mutant.new): mutant for mutant in finder.found}
    return sorted(found.values(), key=lambda mutant: (mutant.start, mutant.end, mutant.after))


_COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
_ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}


def _expressions(node: ast.expr) -> Iterator[ast.expr]:
    """Yield the replacements of an expression; its parts stay unchanged."""
    match node:
        case ast.Compare(left, ops, comparators):
            for index, op in enumerate(ops):
                for other in _COMPARISONS[type(op)]:
                    yield ast.Compare(left, [*ops[:index], other(), *ops[index + 1 :]], comparators)
        case ast.BoolOp(op, values):
            yield ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not() | ast.USub(), operand):
            yield operand
        case ast.BinOp(left, op, right) if type(op) in _ARITHMETIC:
            yield ast.BinOp(left, _ARITHMETIC[type(op)](), right)
        case ast.Constant(bool() as value):
            yield ast.Constant(not value)
        case ast.Constant(int() as value):
            yield ast.Constant(value + 1)
        case ast.Constant(str() as value) if re.fullmatch(r"[\w.+-]*", value):  # keys and ids, not sentences
            yield ast.Constant(f"{value}?")
        case ast.Yield(value) if value is not None:
            yield ast.Yield(ast.Constant(None))


def _statements(node: ast.stmt) -> Iterator[ast.stmt]:
    """Yield the replacements of a statement; its parts stay unchanged."""
    match node:
        case ast.Return(value) if value is not None and not isinstance(value, ast.Constant):
            yield ast.Return(ast.Constant(None))
        case ast.AugAssign(target, op, value):
            if type(op) in _ARITHMETIC:
                yield ast.AugAssign(target, _ARITHMETIC[type(op)](), value)
            yield ast.Pass()
        case ast.Expr(ast.Call()) | ast.Raise() | ast.Delete() | ast.Continue() | ast.Break():
            yield ast.Pass()
        case ast.Assign(targets) if not all(isinstance(target, (ast.Name, ast.Tuple)) for target in targets):
            yield ast.Pass()


def _conditions(node: ast.AST) -> Iterator[tuple[ast.expr, bool]]:
    """Return each condition that decides about a node, with the value that replaces it."""
    match node:
        case ast.While(test):
            found = [(test, False)]  # An endless loop would reveal nothing that a skipped loop does not reveal sooner.
        case ast.If(test) | ast.IfExp(test) if ast.unparse(test) != "TYPE_CHECKING":
            found = [(test, True), (test, False)]
        case ast.comprehension(ifs=tests):
            found = [(test, value) for test in tests for value in (True, False)]
        case ast.match_case(guard=ast.expr() as guard):
            found = [(guard, True), (guard, False)]
        case _:
            found = []
    return ((test, value) for test, value in found if not isinstance(test, ast.Constant))


def _parts(node: ast.AST) -> Iterable[ast.AST]:
    """Return the parts of a node that may change: all except the bodies of functions."""
    match node:
        # Before Python 3.12, the parts of an f-string have no position. Assertions serve only the type checker.
        case ast.JoinedStr() | ast.Assert() | ast.Import() | ast.ImportFrom() | ast.Expr(ast.Constant()):
            return []
        # Decorators configure values and caches, and annotations do not run.
        case ast.FunctionDef(args=args) | ast.AsyncFunctionDef(args=args):
            return [default for default in [*args.defaults, *args.kw_defaults] if default is not None]
        case ast.ClassDef(body=body):
            return body
        case ast.match_case(_, guard, body):
            return body if guard is None else [guard, *body]
        case ast.AnnAssign(target, annotation, value) if value is not None:
            return [] if "TypeAlias" in ast.unparse(annotation) else [target, value]
        case ast.AnnAssign():
            return []
        case ast.Assign([ast.Name("__all__")]) | ast.If(ast.Name("TYPE_CHECKING")):
            return []
        case ast.Call(ast.Name("TypeVar" | "ParamSpec" | "lru_cache" | "cached")):
            return []
        case ast.Call(ast.Name("cast"), [_, value]):
            return [value]
        case ast.Call(ast.Name("zip"), arguments):  # strict=True only asserts an invariant
            return arguments
    return ast.iter_child_nodes(node)


def _find_readers(tree: ast.Module) -> dict[str, set[int]]:
    """Return the names that functions read, each with the lines."""
    found: dict[str, set[int]] = {}
    for function in ast.walk(tree):
        if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for statement in function.body:
                for node in ast.walk(statement):
                    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                        found.setdefault(node.id, set()).add(node.lineno)
    return found


def _list_assigned_names(node: ast.stmt) -> list[str]:
    """Return the names to which a statement assigns."""
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]


class _Finder:
    """A visitor that collects the mutants of a module."""

    def __init__(self, path: str, source: bytes, readers: Mapping[str, set[int]]) -> None:
        self.path = path
        self.readers = readers
        self.offsets = [0]
        for line in source.splitlines(keepends=True):
            self.offsets.append(self.offsets[-1] + len(line))
        self.lines = range(0)
        self.names: list[str] = []
        self.functions = 0
        self.found: list[Mutant] = []

    def visit(self, node: ast.AST) -> None:
        """Collect the mutants of a node and of its parts."""
        around = self.lines
        if isinstance(node, (ast.stmt, ast.match_case)):
            self.lines = _own_lines(node)
        if isinstance(node, ast.stmt):
            self.names = [] if self.functions else _list_assigned_names(node)
            self._add(node, *_statements(node))
        elif isinstance(node, ast.expr):
            self._add(node, *_expressions(node))
        for test, value in _conditions(node):
            self._add(test, ast.Constant(value))
        for part in _parts(node):
            self.visit(part)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            self.functions += 1
            for statement in node.body:
                self.visit(statement)
            self.functions -= 1
        self.lines = around

    def _add(self, node: ast.stmt | ast.expr, *changed: ast.AST) -> None:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        line_ends = "\n" * (node.end_lineno - node.lineno)
        for other in changed:
            after = ast.unparse(ast.fix_missing_locations(other))
            mutant = Mutant(
                path=self.path,
                line=node.lineno,
                column=node.col_offset + 1,
                before=ast.unparse(node),
                after=after,
                lines=self.lines,
                is_in_function=self.functions > 0,
                readers=frozenset(line for name in self.names for line in self.readers.get(name, ())),
                start=self.offsets[node.lineno - 1] + node.col_offset,
                end=self.offsets[node.end_lineno - 1] + node.end_col_offset,
                # Every function keeps its line number. A replaced statement is never a compound one.
                new=f"{after}{line_ends}" if isinstance(node, ast.stmt) else f"({after}{line_ends})",
            )
            self.found.append(mutant)


def _own_lines(node: ast.stmt | ast.match_case) -> range:
    """Return the lines of a statement or case, without the lines of the statements inside it."""
    begin = _first_line(node)
    inner = [part for name in ("body", "cases") for part in getattr(node, name, [])]
    if inner:
        return range(begin, max(_first_line(inner[0]), begin + 1))
    return range(begin, (getattr(node, "end_lineno", None) or begin) + 1)


def _first_line(node: ast.stmt | ast.match_case) -> int:
    return node.pattern.lineno if isinstance(node, ast.match_case) else node.lineno
