"""The few words of SVG that the map is written in."""

from __future__ import annotations

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from grognard.board.cartography.geometry import Pen, Point, number

__all__ = ["circle", "dots", "element", "group", "path", "points_path", "text", "title", "use"]


def element(name: str, *children: str, **attributes: str | float) -> str:
    """Write an element; `_` in attribute names stands for `-`, a trailing one is dropped (`class_`)."""
    words = [name]
    for key, value in attributes.items():
        written = number(value) if isinstance(value, float | int) else value
        words.append(f"{key.rstrip('_').replace('_', '-')}={quoteattr(written)}")
    head = " ".join(words)
    body = "".join(children)
    return f"<{head}>{body}</{name}>" if body else f"<{head}/>"


def group(identity: str, *children: str, class_: str = "") -> str:
    """Write a group of elements that can be found, hidden or restyled by its id."""
    inside = "\n".join(child for child in children if child)
    return element("g", f"\n{inside}\n" if inside else "", **_identity(identity, class_))


def path(data: str, class_: str, **attributes: str | float) -> str:
    """Write a path of a class; nothing when there is nothing to draw."""
    return element("path", class_=class_, d=data, **attributes) if data else ""


def points_path(points: Iterable[Point], *, closed: bool = False) -> str:
    """Return path data for a broken line."""
    pen = Pen()
    for index, point in enumerate(points):
        if index:
            pen.line(point)
        else:
            pen.move(point)
    if closed:
        pen.close()
    return pen.data


def dots(points: Iterable[Point]) -> str:
    """Return path data for dots, to be stroked with round caps."""
    pen = Pen()
    for point in points:
        pen.dot(point)
    return pen.data


def circle(centre: Point, radius: float, class_: str) -> str:
    """Write a circle."""
    return element("circle", class_=class_, cx=centre[0], cy=centre[1], r=radius)


def use(identity: str, at: Point, **attributes: str | float) -> str:
    """Place a copy of a symbol with its origin at a point."""
    return element("use", href=f"#{identity}", x=at[0], y=at[1], **attributes)


def text(words: str, at: Point, class_: str, **attributes: str | float) -> str:
    """Write a line of text."""
    return element("text", escape(words), class_=class_, x=at[0], y=at[1], **attributes)


def title(words: str) -> str:
    """Write a tooltip as the first child of an element; nothing when there is nothing to say."""
    return element("title", escape(words)) if words else ""


def _identity(identity: str, class_: str) -> dict[str, str]:
    found = {"id": identity} if identity else {}
    return {**found, "class_": class_} if class_ else found
