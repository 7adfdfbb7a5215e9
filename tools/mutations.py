"""Small faults to put into rules: what can be broken in a source file, one place at a time.

A mutation belongs to the rules that its line cites, or, when the line cites none, the function around it.
Places that cite no rule are left alone.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

NUMBER = re.compile(r"(?<![\w.])(?:\d+(?:\.\d+){1,2}|[a-z]+(?:-[a-z]+)+)(?![\w]|\.\d)")

Expander: TypeAlias = Callable[[str], tuple[str, ...]]
"""From what a text cites to numbered rules: a section stands for its rules, other numbers for none."""

OPPOSITE: Mapping[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

IN_WORDS = frozenset({"prompt", "text", "title", "heading", "__repr__"})
"""Functions that make sentences for readers and decide nothing."""

NEWS = (".tell", ".heard")
"""What is told to readers, and asked before it is told."""


@dataclass(frozen=True, order=True)
class Mutation:
    """One fault: the text from `start` to `end` (offsets in the source) becomes another one."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str
    kind: str
    rules: tuple[str, ...]

    def applied(self, source: str) -> str:
        """The source with the fault in it."""
        return source[: self.start] + self.new + source[self.end :]

    def __str__(self) -> str:
        old, new = (" ".join(text.split()) for text in (self.old, self.new))
        return f"{self.file}:{self.line}: {self.kind}: {shortened(old)} -> {shortened(new)}"


def shortened(text: str, longest: int = 90) -> str:
    """A text on one line."""
    return text if len(text) <= longest else f"{text[: longest - 3]}..."


def mutations(file: str, source: str, rules_of: Expander) -> Iterator[Mutation]:
    """Everything that can be broken in a file, from top to bottom."""
    tree, cited = ast.parse(source), citations(source, rules_of)
    offsets = _offsets(source)

    def place(node: ast.AST) -> tuple[int, int]:
        lines = source.splitlines(keepends=True)
        start, end = (
            offsets[line - 1] + len(lines[line - 1].encode()[:column].decode())
            for line, column in (
                (node.lineno, node.col_offset),  # type: ignore[attr-defined]
                (node.end_lineno, node.end_col_offset),  # type: ignore[attr-defined]
            )
        )
        return start, end

    for scope, node in _scoped(tree):
        rules = _rules_at(node, scope, cited)
        if not rules:
            continue
        start, end = place(node)
        old = source[start:end]
        for kind, new in faults(node):
            text = ast.unparse(new)
            if isinstance(node, ast.expr):
                text = f"({text})"
            elif "\n" in text:
                text = text.replace("\n", "\n" + " " * node.col_offset)  # type: ignore[attr-defined]
            yield Mutation(file, node.lineno, start, end, old, text, kind, rules)  # type: ignore[attr-defined]


def citations(source: str, rules_of: Expander) -> Mapping[int, tuple[str, ...]]:
    """The rules cited in comments and texts, by line; a text of several lines counts for its first."""
    found: dict[int, tuple[str, ...]] = {}
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type in (tokenize.COMMENT, tokenize.STRING):
            numbers = tuple(rule for number in NUMBER.findall(token.string) for rule in rules_of(number))
            # A comment of its own speaks of the line below.
            alone = token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip()
            line = token.start[0] + alone
            found[line] = tuple(dict.fromkeys((*found.get(line, ()), *numbers)))
    return found


def _offsets(source: str) -> list[int]:
    found, total = [], 0
    for line in source.splitlines(keepends=True):
        found.append(total)
        total += len(line)
    return found


def _scoped(tree: ast.Module) -> Iterator[tuple[ast.AST | None, ast.AST]]:
    """Every statement and expression that decides something, with the function or value it stands in."""
    for node, following in zip(tree.body, (*tree.body[1:], None), strict=True):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            told = following if _is_text(following) else None
            for inner in ast.walk(node.value):
                yield told, inner
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield from _within(node)


def _within(node: ast.FunctionDef | ast.ClassDef) -> Iterator[tuple[ast.AST | None, ast.AST]]:
    for part in node.body:
        if isinstance(part, ast.FunctionDef | ast.ClassDef):
            if part.name not in IN_WORDS:
                yield from _within(part)
        elif isinstance(node, ast.FunctionDef):
            for inner in _decisive(part):
                yield node, inner


def _decisive(part: ast.AST) -> Iterator[ast.AST]:
    """A statement and what is in it, but for annotations and sentences."""
    if isinstance(part, ast.JoinedStr) or _is_text(part):
        return
    yield part
    for name, value in ast.iter_fields(part):
        if name in ("annotation", "returns"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _decisive(child)


def _is_text(node: ast.AST | None) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _rules_at(node: ast.AST, scope: ast.AST | None, cited: Mapping[int, tuple[str, ...]]) -> tuple[str, ...]:
    if not isinstance(node, ast.expr | ast.stmt):
        return ()
    own = _between(cited, node.lineno, node.lineno)
    if own or scope is None:
        return own
    assert isinstance(scope, ast.expr | ast.stmt)
    return _between(cited, scope.lineno, scope.end_lineno or scope.lineno)


def _between(cited: Mapping[int, tuple[str, ...]], first: int, last: int) -> tuple[str, ...]:
    return tuple(dict.fromkeys(rule for line in range(first, last + 1) for rule in cited.get(line, ())))


# --- the faults -------------------------------------------------------------------------------------------


def faults(node: ast.AST) -> Iterable[tuple[str, ast.AST]]:
    """What can go wrong with one statement or expression: the kind of fault, and what stands there then."""
    match node:
        case ast.Compare(left, ops, comparators):
            for index, operator in enumerate(ops):
                other = OPPOSITE[type(operator)]()
                turned = [*ops[:index], other, *ops[index + 1 :]]
                yield "comparison", ast.Compare(left, turned, comparators)
        case ast.BoolOp(operator, values):
            yield "and/or", ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield "not removed", operand
        case ast.Constant(bool() as value):
            yield "truth", ast.Constant(not value)
        case ast.Constant(int() as value):
            yield "constant", ast.Constant(value + 1)
            yield "constant", ast.Constant(value - 1)
        case ast.IfExp(test, body, orelse):
            yield "branches swapped", ast.IfExp(test, orelse, body)
        case ast.If(test, body, orelse) if not ast.unparse(test).endswith(NEWS):
            if orelse and not isinstance(orelse[0], ast.If):
                yield "branches swapped", ast.If(test, orelse, body)
            elif not orelse:
                yield "statement dropped", ast.Pass()
        case ast.Expr(ast.Call(function)) if ast.unparse(function).endswith(NEWS):
            return
        case ast.Expr(ast.Call()) | ast.AugAssign():
            yield "statement dropped", ast.Pass()
        case ast.Assign([ast.Attribute() | ast.Subscript()], _):
            yield "statement dropped", ast.Pass()
        case ast.BinOp(left, ast.Add(), right):
            yield "plus/minus", ast.BinOp(left, ast.Sub(), right)
        case ast.BinOp(left, ast.Sub(), right):
            yield "plus/minus", ast.BinOp(left, ast.Add(), right)
