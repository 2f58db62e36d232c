"""The parts of every game's drawings: colours, cards, amounts, tables, headings."""

from collections.abc import Iterable, Iterator, Sequence

from rich.console import RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text
from rich.theme import Theme

from croupier.cards import Card
from croupier.games.game import Game
from croupier.money import dollars

MINUS, DASH, TIMES = "\u2212", "\u2013", "\u00d7"
COLOURS = {
    "player": "#4E9DF5",
    "banker": "#F0605A",
    "tie": "#3CC482",
    "win": "#4CC38A",
    "lose": "#87958E",
    "push": "#9C92DE",
    "brass": "#C9A356",
}
"""Readable on dark terminals and on light ones. A loss is grey, never red."""
THEME = Theme(
    {
        **COLOURS,
        **{f"{name}.name": f"bold {colour}" for name, colour in COLOURS.items()},
        **{f"{name}.plate": f"bold reverse {colour}" for name, colour in COLOURS.items()},
        "brass": f"bold {COLOURS['brass']}",
        "plate": "bold reverse",
        "notice": "#D9A92F",
        "faint": "dim",
        "card.red": "bold #C4202F on #FBFAF5",
        "card.black": "bold #14181D on #FBFAF5",
        "card.edge": "#A8A498 on #FBFAF5",
        "printed": "bold",
        "printed.edge": "dim",
    }
)
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}

Rows = tuple[Text, Text, Text]
"""A card, or several: its upper edge, its face, its lower edge."""


def card(card: Card) -> Rows:
    """A whole card."""
    middle = Text.assemble(("│", "card.edge"), (f"{_face(card)} ", _ink(card)), ("│", "card.edge"))
    return Text("╭────╮", "card.edge"), middle, Text("╰────╯", "card.edge")


def beside(cards: Iterable[Rows]) -> Iterator[Text]:
    """Cards side by side, a gap between them."""
    return (Text(" ").join(pieces) for pieces in zip(*cards, strict=True))


def fan(cards: Sequence[Card], *, printed: bool = False) -> list[Text]:
    """Cards in a fan, each over the one before; if `printed`, the first is drawn as printed on the layout.

    >>> print(*fan([Card("TH"), Card("6D")]), sep=chr(10))
    ╭───╭────╮
    │10♥│ 6♦ │
    ╰───╰────╯
    """
    last = len(cards) - 1
    pieces = [_piece(each, whole=at == last, printed=printed and at == 0) for at, each in enumerate(cards)]
    return [Text().join(row) for row in zip(*pieces, strict=True)]


def _piece(card: Card, *, whole: bool, printed: bool) -> Rows:
    edges = "┌╌┐┆└┘" if printed else "╭─╮│╰╯"
    ink, edge = ("printed", "printed.edge") if printed else (_ink(card), "card.edge")
    top, face, bottom = edges[0] + edges[1] * 3, _face(card), edges[4] + edges[1] * 3
    middle = Text.assemble((edges[3], edge), (face, ink))
    if whole:
        top, bottom = top + edges[1] + edges[2], bottom + edges[1] + edges[5]
        middle.append(" ", ink).append(edges[3], edge)
    return Text(top, edge), middle, Text(bottom, edge)


def _face(card: Card) -> str:
    return f"{card.rank.replace('T', '10'):>2}{SUITS[card.suit]}"


def _ink(card: Card) -> str:
    return "card.red" if card.red else "card.black"


def table(*columns: str, right: Iterable[str] = (), gap: int = 2) -> Table:
    """A table without lines."""
    made = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="faint")
    for column in columns:
        made.add_column(column, justify="right" if column in right else "left")
    return made


def heading(game: Game, shoe: int, round: int, width: int) -> RenderableType:
    """The game, the shoe and the round; on two lines if one is too short."""
    title = Text(f"{game.title} · shoe {shoe} · round {round}", "bold")
    document = Text(f"clauses of {game.document.id}", "faint")
    if len(title) + len(document) + len(" ─ ") > width:
        return Text("\n").join((title, document))
    grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_column()
    grid.add_row(title, Rule(style="faint"), document)
    return grid


def colour(net: int) -> str:
    """The style of a gain, a loss, or neither."""
    return "win" if net > 0 else "lose" if net < 0 else "push"


def money(cents: int) -> str:
    """An amount in dollars, as the terminals write it.

    >>> money(125_000), money(1_050)
    ('$1,250', '$10.50')
    """
    return f"${dollars(cents).removesuffix('.00')}"


def signed(cents: int) -> str:
    """A net result in dollars, with its sign.

    >>> signed(10_000), signed(-2_500).replace(MINUS, "-"), signed(0)
    ('+$100', '-$25', '$0')
    """
    sign = "+" if cents > 0 else MINUS if cents < 0 else ""
    return sign + money(abs(cents))
