"""HTML and SVG built from elements, so that it is always well formed and escaped."""

from collections.abc import Iterable, Sequence
from html import escape
from typing import TypeAlias


class Markup(str):
    """Text that is already escaped markup; all other text is escaped when it is used."""

    __slots__ = ()


Child: TypeAlias = "Markup | str | int | Iterable[Markup | str]"
Row: TypeAlias = Sequence["str | Markup"]

SHORT = 16
"""Tables up to so many rows are not broken between pages."""
VOID = {"meta", "br", "col", "line", "circle", "polyline", "polygon", "rect"}


def element(tag: str, *children: Child, **attributes: str | int | float) -> Markup:
    """One element. In attribute names a trailing underscore is dropped, and others become dashes.

    >>> element("td", "3 < 4", class_="number")
    '<td class="number">3 &lt; 4</td>'
    >>> element("circle", r=2)
    '<circle r="2"/>'
    """
    written = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(str(value))}"' for name, value in attributes.items()
    )
    if tag in VOID:
        return Markup(f"<{tag}{written}/>")
    return Markup(f"<{tag}{written}>{join(*children)}</{tag}>")


def join(*children: Child) -> Markup:
    """Concatenate pieces, escaping plain text.

    >>> join("a & b", [element("b", "c")], 4)
    'a &amp; b<b>c</b>4'
    """
    return Markup("".join(_child(child) for child in children))


def _child(child: Child) -> str:
    if isinstance(child, str):
        return child if isinstance(child, Markup) else escape(child, quote=False)
    return str(child) if isinstance(child, int) else join(*child)


def table(heads: Sequence[str], rows: Iterable[Row], *, words: int = 1, class_: str = "") -> Markup:
    """A table whose first `words` columns hold text and whose others hold numbers."""
    sides = ["word" if place < words else "number" for place in range(len(heads))]
    head = element("tr", *(element("th", text, class_=side) for text, side in zip(heads, sides, strict=True)))
    body = [_row(row, sides) for row in rows]
    looks = [class_ or "plain", *(["short"] if len(body) <= SHORT else [])]
    return element("table", element("thead", head), element("tbody", *body), class_=" ".join(looks))


def _row(row: Row, sides: Sequence[str]) -> Markup:
    if len(row) == 1:
        return element("tr", element("th", row[0], colspan=len(sides), class_="group"))
    return element("tr", *(element("td", text, class_=side) for text, side in zip(row, sides, strict=True)))


def section(number: int, title: str, *children: Child) -> Markup:
    """A numbered section with a heading."""
    return element("section", element("h2", element("span", str(number), class_="no"), f" {title}"), *children)


def note(*lines: str) -> Markup:
    """A note below a table."""
    return element("p", *(element("span", f"{line} ") for line in lines), class_="note")
