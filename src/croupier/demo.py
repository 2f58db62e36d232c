"""A shoe dealt in the terminal: every wager staked, every cent explained by its clause, the roads beside.

The rounds are played by the engine that plays them anywhere; this module only shuffles, bets, deals and draws.
"""

import codecs
import dataclasses
import io
import itertools
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.terminal_theme import TerminalTheme
from rich.text import Text
from rich.theme import Theme

from croupier.cards import Card, shuffled
from croupier.games.baccarat.drawing import Side, total
from croupier.games.baccarat.messages import (
    AnyCommand,
    CloseBets,
    DealCard,
    OpenBets,
    PlaceWager,
    RemoveCuttingCard,
    Settle,
)
from croupier.games.baccarat.outcome import Outcome, outcome
from croupier.games.baccarat.round import Round, decide, evolve
from croupier.games.baccarat.variants import Baccarat
from croupier.games.baccarat.wagers import NAMES, SIDES
from croupier.games.catalogue import GAMES
from croupier.games.catalogue import game as game_of
from croupier.games.round import Phase, Role
from croupier.games.terms import Terms
from croupier.games.wager import Line
from croupier.house.roads import LETTERS, ROWS, Bead, Cell, Mark, bead_plate, big_road, counts, mark
from croupier.money import dollars
from croupier.refused import Refused

DEFAULT_GAME = "tiger"
ROUNDS_UNASKED = 3
BETTOR = "you"
STAKE = 1_000
"""On every wager of every round, in cents: a multiple of every game's unit."""
WIDEST = 120
ROOMY = 32
"""Lines of a terminal from which on a round may take some empty ones."""
MINUS, DASH, TIMES = "\u2212", "\u2013", "\u00d7"


def demo(
    game: str | None = None, *, rounds: int | None = None, seed: int | None = None, console: Console | None = None
) -> None:
    """Deal a shoe: for as long as a person at a terminal likes, or so many rounds where nobody can be asked."""
    console = console or Console()
    if rounds is not None and rounds < 1:
        raise Refused(f"at least one round is to be dealt, not {rounds}")
    chosen = None if game is None else game_of(game)
    entropy = random.SystemRandom() if seed is None else random.Random(seed)
    _write_plainly(console)
    try:
        with console.use_theme(THEME):
            _demo(console, chosen, rounds, entropy)
    except (KeyboardInterrupt, EOFError):
        console.print()


def _demo(console: Console, game: Baccarat | None, rounds: int | None, entropy: random.Random) -> None:
    somebody = _somebody(console)
    game = game or (_choose(console) if somebody else game_of(DEFAULT_GAME))
    if somebody and rounds is None:
        _converse(console, game, entropy)
        return
    for dealt in itertools.islice(deal(game, entropy), rounds or ROUNDS_UNASKED):
        _show(console, dealt)
        console.print()


# The rounds


@dataclasses.dataclass(frozen=True, kw_only=True)
class Dealt:
    """A settled round, and what it stands among."""

    game: Baccarat
    round: Round
    shoe: int
    marks: tuple[Mark, ...]
    """Of the shoe so far, this round's the last."""
    balance: int
    """Since the start, in cents."""

    @property
    def outcome(self) -> Outcome:
        """What the cards came to."""
        return outcome(self.round.cards)

    @property
    def lines(self) -> list[Line]:
        """Every wager's settlement."""
        return self.round.lines(BETTOR)


def deal(game: Baccarat, entropy: random.Random, balance: int = 0) -> Iterator[Dealt]:
    """Rounds without end, shoe after shoe.

    >>> first = next(deal(game_of("tiger"), random.Random(1)))
    >>> first.round.phase, len(first.lines), first.balance == sum(line.net for line in first.lines)
    (<Phase.SETTLED: 'settled'>, 8, True)
    """
    for shoe in itertools.count(1):
        marks: tuple[Mark, ...] = ()
        for round in _rounds(game, shuffled(game.shoe(), entropy)):
            marks = (*marks, mark(outcome(round.cards)))
            balance += round.nets()[BETTOR]
            yield Dealt(game=game, round=round, shoe=shoe, marks=marks, balance=balance)


def _rounds(game: Baccarat, shoe: Sequence[Card]) -> Iterator[Round]:
    """The rounds of one shoe, the last being that in which the cutting card comes, a deck before the end (R-15)."""
    cut, out = len(shoe) - len(game.deck.cards), 0
    while True:
        round = _after_bets(game)
        while round.phase is Phase.DEALING:
            if out == cut:
                round = _then(round, RemoveCuttingCard())
            round = _then(round, DealCard(card=shoe[out]))
            out += 1
        round = _then(round, Settle())
        yield round
        if round.cut_after is not None:
            return


def _after_bets(game: Baccarat) -> Round:
    round = _then(None, OpenBets(terms=Terms.of(game.name)))
    for wager in game.wagers:
        round = _then(round, PlaceWager(bettor=BETTOR, wager=wager.name, stake=STAKE))
    return _then(round, CloseBets())


def _then(round: Round | None, command: AnyCommand) -> Round:
    by = Role.PLAYER if isinstance(command, PlaceWager) else Role.DEALER
    for event in decide(round, command, by):
        round = evolve(round, event)
    assert round is not None, "a command that is not refused leaves a round"
    return round


# The conversation


def _somebody(console: Console) -> bool:
    return console.file.isatty() and sys.stdin is not None and not sys.stdin.closed and sys.stdin.isatty()


def _choose(console: Console) -> Baccarat:
    said = "every wager staked, every cent explained by its clause"
    console.print(Text.assemble(("Croupier", "brass"), (f"  {len(GAMES)} games, {said}\n", "faint")))
    console.print(_games())
    console.print()
    while True:
        answer = _answer(console, f"[brass]Which game?[/] A number or a name, Enter for {DEFAULT_GAME}: ")
        try:
            return _game_named(answer or DEFAULT_GAME)
        except Refused as refused:
            console.print(Text(str(refused), "push"))


def _game_named(answer: str) -> Baccarat:
    if answer.isdecimal():
        if 1 <= int(answer) <= len(GAMES):
            return list(GAMES.values())[int(answer) - 1]
        raise Refused(f"there is no game {answer}: they are 1 to {len(GAMES)}")
    return game_of(answer)


def _converse(console: Console, game: Baccarat, entropy: random.Random) -> None:
    rounds, more = deal(game, entropy), 1
    while True:
        for dealt in itertools.islice(rounds, more):
            _show(console, dealt)
            balance = dealt.balance
        more = 1
        match _ask(console):
            case "q":
                return
            case "a":
                more = 10
            case "g":
                rounds = deal(_choose(console), entropy, balance)


def _ask(console: Console) -> str:
    keys = "[brass]Enter[/] next round  [brass]a[/] ten rounds  [brass]g[/] another game  [brass]q[/] leave: "
    while (answer := _answer(console, keys)) not in ("", "a", "g", "q"):
        pass
    return answer


def _answer(console: Console, question: str) -> str:
    try:
        return console.input(question).strip().lower()
    except UnicodeDecodeError:
        return "?"


def _show(console: Console, dealt: Dealt) -> None:
    width = min(console.width, WIDEST)
    airy = not console.is_terminal or console.height >= ROOMY
    console.print(view(dealt, width, airy=airy), width=width)


# The drawing

SIDE_COLOURS = {"player": "#4E9DF5", "banker": "#F0605A", "tie": "#3CC482"}
THEME = Theme(
    {
        **SIDE_COLOURS,
        **{f"{side}.name": f"bold {colour}" for side, colour in SIDE_COLOURS.items()},
        **{f"{side}.plate": f"bold reverse {colour}" for side, colour in SIDE_COLOURS.items()},
        "win": "#4CC38A",
        "lose": "#B5645F",
        "push": "#D9A92F",
        "brass": "bold #C9A356",
        "faint": "dim",
        "card.red": "bold #C4202F on #FBFAF5",
        "card.black": "bold #14181D on #FBFAF5",
        "card.edge": "#A8A498 on #FBFAF5",
    }
)
SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
HAND = 20
"""The width of three cards."""
STATISTICS = 20
GAP = 4
"""Between what stands side by side."""


def view(dealt: Dealt, width: int, *, airy: bool = True) -> RenderableType:
    """A round as it is shown: the hands, every wager, the boards; airy with empty lines between them."""
    between = [""] if airy else []
    return Group(
        _heading(dealt),
        *between,
        _hands(dealt, width),
        *between,
        _paid(dealt, width),
        _lost(dealt, width),
        *between,
        _sum(dealt),
        *between,
        _boards(dealt, width),
        _legend(),
    )


def _games() -> Table:
    table = _table("", "Game", "Title", "Document", "Wagers", right=("", "Wagers"), gap=1)
    for number, game in enumerate(GAMES.values(), 1):
        table.add_row(Text(str(number), "brass"), game.name, game.title, game.document.name, str(len(game.wagers)))
    return table


def _table(*columns: str, right: Iterable[str] = (), gap: int = 2) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="faint")
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def _heading(dealt: Dealt) -> Table:
    grid = Table.grid(expand=True, padding=(0, 1, 0, 0))
    grid.add_column()
    grid.add_column(ratio=1)
    grid.add_column()
    title = Text(f"{dealt.game.title} · shoe {dealt.shoe} · round {len(dealt.marks)}", "bold")
    grid.add_row(title, Rule(style="faint"), Text(f"clauses of {dealt.game.document.id}", "faint"))
    return grid


def _hands(dealt: Dealt, width: int) -> Table:
    grid = Table.grid(expand=True)
    grid.add_column(ratio=1)
    grid.add_column(width=HAND)
    grid.add_column(width=max(1, min(width, 80) - 2 * HAND), justify="center", vertical="middle")
    grid.add_column(width=HAND)
    grid.add_column(ratio=1)
    player, banker = (_hand(side, dealt.round.hands[side]) for side in SIDES)
    grid.add_row("", player, _result(dealt), banker, "")
    return grid


def _hand(side: Side, hand: Sequence[Card]) -> Text:
    """The cards of a hand, Player's to the left of the middle and Banker's to the right, the third one outermost."""
    name, points = (NAMES[side], f"{side}.name"), (f" {total(hand)} ", f"{side}.plate")
    cards = [_card(card) for card in hand]
    if side == "banker":
        return Text("\n").join([Text.assemble(points, " ", name), *_beside(cards)])
    rows = [Text.assemble(name, " ", points), *_beside(cards[2:] + cards[:2])]
    return Text("\n").join(Text(" " * (HAND - len(row))) + row for row in rows)


def _beside(cards: Iterable[tuple[Text, Text, Text]]) -> Iterator[Text]:
    return (Text(" ").join(pieces) for pieces in zip(*cards, strict=True))


def _card(card: Card) -> tuple[Text, Text, Text]:
    face = f"{card.rank.replace('T', '10'):>2}{SUITS[card.suit]} "
    suit = "card.red" if card.red else "card.black"
    middle = Text.assemble(("│", "card.edge"), (face, suit), ("│", "card.edge"))
    return Text("╭────╮", "card.edge"), middle, Text("╰────╯", "card.edge")


def _result(dealt: Dealt) -> Text:
    points, openings = dealt.outcome.points, dealt.outcome.openings
    high, low = max(points.player, points.banker), min(points.player, points.banker)
    said = f"Tie on {high}" if points.winner == "tie" else f"{NAMES[points.winner]} wins, {high} to {low}"
    pairs = {"player": openings.player_pair, "banker": openings.banker_pair}
    notes = [f"{NAMES[side]} natural" for side in SIDES if points.natural(side)]
    notes += [f"{NAMES[side]} pair" for side in SIDES if pairs[side]]
    result = Text.assemble((said, f"{points.winner}.name"))
    if notes:
        result.append("\n" + ", ".join(notes))
    if dealt.round.cut_after is not None:
        result.append(f"\nCutting card: last round of this shoe\n({dealt.round.law.cutting_card})", "push")
    return result


def _paid(dealt: Dealt, width: int) -> Table:
    columns = ("Wager", "Stake", "", "Outcome", "Pays", "Net", "Clauses")
    table = _table(*columns, right=("Stake", "Pays", "Net"), gap=2 if width >= 100 else 1)
    for line in dealt.lines:
        if line.result != "lose":
            label = dealt.game.by_name[line.wager].label
            cells = (label, money(line.stake), line.result, line.outcome or "", line.pays or "", signed(line.net))
            table.add_row(*cells, _clauses(line), style=line.result)
    return table


def _clauses(line: Line) -> str:
    return " ".join(clause.id for clause in line.clauses)


LOST = ("Lost", "Stake", "Net", "Clauses")
Folded: TypeAlias = tuple[str, str, str, str]


def _lost(dealt: Dealt, width: int) -> Table:
    lost = fold(dealt.game, [line for line in dealt.lines if line.result == "lose"])
    grid = Table.grid(padding=(0, GAP, 0, 0))
    tables = []
    for panel in _panels(lost, width):
        table = _table(*LOST, right=("Stake", "Net"), gap=1)
        for cells in panel:
            table.add_row(*cells, style="lose")
        tables.append(table)
    grid.add_row(*tables)
    return grid


def _panels(lost: list[Folded], width: int) -> list[list[Folded]]:
    """Side by side, as few rows high as the width allows, three at most."""
    for height in range(-(-len(lost) // 3), len(lost)):
        panels = [lost[at : at + height] for at in range(0, len(lost), height)]
        if sum(map(_breadth, panels)) + GAP * (len(panels) - 1) <= width:
            return panels
    return [lost]


def _breadth(panel: list[Folded]) -> int:
    return sum(max(map(len, column)) for column in zip(LOST, *panel, strict=True)) + len(LOST) - 1


def fold(game: Baccarat, lines: Iterable[Line]) -> list[Folded]:
    """What was lost: label, stake, net, clauses; wagers that only a number in their names tells apart fold into one."""
    families: dict[tuple[str, int, str], list[int]] = {}
    for line in lines:
        label = game.by_name[line.wager].label
        found = re.fullmatch(r"(.+) (\d+)", label)
        name, number = (found[1], int(found[2])) if found else (label, -1)
        families.setdefault((name, line.stake, _clauses(line)), []).append(number)
    return [_folded(*alike, numbers) for alike, numbers in families.items()]


def _folded(name: str, stake: int, clauses: str, numbers: list[int]) -> Folded:
    each = f"{len(numbers)}{TIMES}" if len(numbers) > 1 else ""
    return f"{name} {ranges(numbers)}".strip(), each + money(stake), signed(-stake * len(numbers)), clauses


def ranges(numbers: Iterable[int]) -> str:
    """Ascending numbers as people write them; negative ones are none.

    >>> ranges([1, 2, 3, 5, 8, 9]).replace(DASH, "-")
    '1-3 5 8-9'
    """
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        elif number >= 0:
            runs.append([number])
    return " ".join(f"{run[0]}{DASH}{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def _sum(dealt: Dealt) -> Text:
    net, staked = sum(line.net for line in dealt.lines), sum(line.stake for line in dealt.lines)
    return Text.assemble(
        (f"{len(dealt.lines)} wagers, {money(staked)} staked", "faint"),
        "   This round ",
        (signed(net), _colour(net)),
        "   Balance ",
        (signed(dealt.balance), _colour(dealt.balance)),
    )


def _colour(net: int) -> str:
    return "win" if net > 0 else "lose" if net < 0 else "push"


def money(cents: int) -> str:
    """An amount as the terminals write it.

    >>> money(125_000), money(1_050)
    ('$1,250', '$10.50')
    """
    return f"${dollars(cents).removesuffix('.00')}"


def signed(cents: int) -> str:
    """What somebody is up or down.

    >>> signed(10_000), signed(-2_500).replace(MINUS, "-"), signed(0)
    ('+$100', '-$25', '$0')
    """
    sign = "+" if cents > 0 else MINUS if cents < 0 else ""
    return sign + money(abs(cents))


def _boards(dealt: Dealt, width: int) -> Table:
    room = width - STATISTICS - 2 * GAP
    # A bead is three characters wide, a ring two: a third of the room is for the bead plate.
    beads = max(2, min(13, room // 8))
    rings = max(2, min(48, (room - 3 * beads) // 2))
    grid, played = Table.grid(padding=(0, GAP, 0, 0)), len(dealt.marks)
    titles = ("Bead plate", "Big road, for information only", f"Shoe {dealt.shoe}, {played} round{'s' * (played > 1)}")
    grid.add_row(*(Text(title, "faint", no_wrap=True) for title in titles))
    plate = {(bead.column, bead.row): _bead(bead) for bead in bead_plate(dealt.marks)}
    road = {(cell.column, cell.row): _cell(cell) for cell in big_road(dealt.marks)}
    empty = Text(" · ", "faint"), Text("· ", "faint")
    grid.add_row(_board(plate, beads, empty[0]), _board(road, rings, empty[1]), _statistics(dealt.marks))
    return grid


def _board(drawn: dict[tuple[int, int], Text], columns: int, empty: Text) -> Text:
    """The newest columns, with an empty one after them."""
    first = max(0, 2 + max(column for column, _ in drawn) - columns)
    shown = range(first, first + columns)
    rows = (Text().join(drawn.get((column, row), empty) for column in shown) for row in range(ROWS))
    return Text("\n", no_wrap=True, overflow="crop").join(rows)


def _bead(bead: Bead) -> Text:
    winner = bead.mark.winner
    return Text.assemble((LETTERS[winner] + _pairs(bead.mark), f"{winner}.plate"), " ")


def _cell(cell: Cell) -> Text:
    side, pairs = (cell.mark.winner, _pairs(cell.mark)) if cell.mark else ("tie", " ")
    if cell.ties < 2:
        return Text.assemble(("○⊘"[cell.ties], side), pairs)
    return Text.assemble((str(min(cell.ties, 9)), f"{side}.plate"), pairs)


def _pairs(mark: Mark) -> str:
    """As on the boards: Banker's dot above, Player's below."""
    return (" ", ".", "'", ":")[mark.player_pair + 2 * mark.banker_pair]


def _statistics(marks: Sequence[Mark]) -> Table:
    found = counts(marks)
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=STATISTICS - 8)
    grid.add_column(width=2, justify="right")
    grid.add_column(width=4, justify="right", style="faint")
    for name, count in (("banker", found.banker), ("player", found.player), ("tie", found.tie)):
        grid.add_row(Text(name.capitalize(), name), str(count), f"{count / found.rounds:.0%}")
    grid.add_row("Banker pairs", str(found.banker_pairs))
    grid.add_row("Player pairs", str(found.player_pairs))
    grid.add_row("Naturals", str(found.naturals))
    return grid


def _legend() -> Text:
    return Text("○' Banker pair   ○. Player pair   ○: both   ⊘ and a tie   2 and two ties", "faint")


# Where the drawing goes

PLAIN = str.maketrans(f"♠♥♦♣○⊘·╭╮╰╯─│…{MINUS}{DASH}{TIMES}", "SHDCo/.++++-|.--x")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    plain = error.object[error.start : error.end].translate(PLAIN)
    return plain.encode("ascii", "replace").decode("ascii"), error.end


def _write_plainly(console: Console) -> None:
    """Where the output cannot hold a suit or a ring, a letter stands for it."""
    if isinstance(console.file, io.TextIOWrapper):
        codecs.register_error("croupier-plain", _plain)
        console.file.reconfigure(errors="croupier-plain")


SVG = """\
<svg class="rich-terminal" viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{ font-family: ui-monospace, monospace; font-size: {char_height}px; line-height: {line_height}px }}
.{unique_id}-title {{ font-family: system-ui, sans-serif; font-size: 18px; font-weight: bold }}
{styles}
</style>
<defs>
<clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""Rich's own frame fetches its fonts from somewhere; a picture of ours needs nothing from anywhere."""
FELT = TerminalTheme((6, 20, 15), (242, 246, 240), [(0, 0, 0)] * 8)
PICTURED_SEED, PICTURED_ROUND = 3849, 44
"""A round in which much happens: Big Tiger, a pair, a long streak, ties upon ties."""


def picture(path: Path) -> None:
    """Draw one round of Tiger Baccarat, always the same, for the README."""
    console = Console(record=True, width=100, file=io.StringIO(), theme=THEME)
    rounds = deal(game_of("tiger"), random.Random(PICTURED_SEED))
    console.print(view(next(itertools.islice(rounds, PICTURED_ROUND - 1, None)), console.width))
    drawn = console.export_svg(title="croupier demo tiger", theme=FELT, code_format=SVG, unique_id="croupier")
    try:
        path.write_text(drawn, "utf-8")
    except OSError as error:
        raise Refused(f"cannot write {path}: {error.strerror}") from None
