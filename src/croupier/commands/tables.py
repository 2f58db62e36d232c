"""Tables for people, which several commands print."""

from collections.abc import Iterable

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.games.catalogue import GAMES
from croupier.games.game import Game
from croupier.games.guide import Irregularity
from croupier.games.recorded import RecordedRound, Settlement
from croupier.games.told import ToldSettlement
from croupier.games.wager import Line
from croupier.money import dollars
from croupier.rulebook import Clause, Document, Ruling

RESULTS = {"win": "green", "lose": "dim", "push": "magenta"}
"""Colours of results; a loss is grey, never red."""
ENFORCERS = {"engine": "cyan", "table": "blue", "staff": "magenta", "notice": "dim"}


def plain_table(*columns: str, right: Iterable[str] = (), title: str | None = None) -> Table:
    """A table without cell borders."""
    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", title_style="bold", padding=(0, 1, 0, 0))
    for column in columns:
        table.add_column(column, justify="right" if column in right else "left")
    return table


def games() -> Table:
    """Every game with its title, document, decks and number of wagers."""
    table = plain_table("game", "title", "document", "decks", "unit", "wagers", right=("unit", "wagers"))
    for game in GAMES.values():
        decks = f"{game.decks.start}-{game.decks.stop - 1}"
        wagers = str(len(game.wagers))
        table.add_row(f"[bold]{game.name}", game.title, game.document.id, decks, dollars(game.unit), wagers)
    return table


def paytable(game: Game) -> Table:
    """Every wager of a game with its rows."""
    table = plain_table("wager", "outcome", "pays", "clauses", right=("pays",), title=f"{game.title}: {game.rests_on}")
    for wager in game.wagers:
        for number, row in enumerate(wager.rows):
            name = "" if number else f"[bold]{wager.name}[/]" + (" (optional)" if wager.optional else "")
            table.add_row(name, row.outcome, str(row.pays or "loses"), ", ".join(clause.id for clause in row.clauses))
    return table


def settlement(game: str, settled: Settlement) -> RenderableType:
    """A settled round, each wager with the clauses that applied."""
    heading = Text.assemble((game, "bold"), f"  {settled.headline}")
    table = lines(settled.lines)
    table.add_row("", "", "", "", "", _net(settled.total), "")
    return Group(heading, table)


def told(game: str, settled: ToldSettlement) -> RenderableType:
    """A round settled from its events: every bettor's lines, or the clause by which it is void."""
    if settled.void:
        return Text.assemble((game, "bold"), f"  void by {settled.void}: every stake is returned")
    tables: list[RenderableType] = [Text(game, "bold")]
    for bettor, net in settled.net.items():
        tables.append(Text.assemble((bettor, "bold"), " ", _net(net)))
        tables.append(lines(each for each in settled.lines if each.bettor == bettor))
    return Group(*tables)


def lines(settled: Iterable[Line]) -> Table:
    """Settlement lines."""
    table = plain_table("wager", "stake", "result", "outcome", "pays", "net", "clauses", right=("stake", "pays", "net"))
    for line in settled:
        result = Text(line.result, RESULTS[line.result])
        clauses = ", ".join(clause.id for clause in line.clauses)
        outcome, pays = line.outcome or "", line.pays or ""
        wager = line.wager if line.hand is None else f"{line.wager} ({line.hand})"
        table.add_row(wager, dollars(line.stake), result, outcome, pays, _net(line.net), clauses)
    return table


def _net(net: int) -> Text:
    return Text(f"{'+' if net > 0 else ''}{dollars(net)}", RESULTS["win" if net > 0 else "lose" if net < 0 else "push"])


def dealt(rounds: Iterable[RecordedRound]) -> Table:
    """Rounds as they were dealt."""
    table = plain_table("round", "cards", "decisions", right=("round",))
    for number, recorded in enumerate(rounds, 1):
        table.add_row(str(number), " ".join(recorded.cards), ", ".join(recorded.decisions))
    return table


def clauses(
    document: Document,
    proofs: dict[Clause, tuple[str, ...]] | None = None,
    cases: dict[Clause, tuple[str, ...]] | None = None,
) -> Table:
    """A document's clauses, with the tests that prove each and the drill cases that practise it, if given."""
    edition = f"version {document.version}, " if document.version else ""
    title = f"{document.name} ({document.id}), {edition}from {document.effective}"
    columns = (
        ("clause", "kind", "enforced by", "summary") if proofs is None else ("clause", "enforced by", "tests and cases")
    )
    table = plain_table(*columns, title=title)
    for clause in document.clauses:
        enforced = Text(clause.enforced_by, ENFORCERS[clause.enforced_by])
        if proofs is None:
            table.add_row(clause.id, clause.kind, enforced, clause.summary)
        else:
            practised = (f"case {each}" for each in (cases or {}).get(clause, ()))
            table.add_row(clause.id, enforced, "\n".join((*proofs[clause], *practised)) or Text("none", "dim"))
    return table


def irregularities(game: Game, guide: Iterable[Irregularity]) -> Table:
    """The irregularities of a game: who may declare each, by which clause, and when."""
    table = plain_table("what is declared", "at least", "clause", "while", title=f"{game.title}: when things go wrong")
    table.columns[0].min_width = 30
    for each in guide:
        during = ", ".join(each.during) if len(each.during) < 6 else "always"
        table.add_row(Text.assemble((each.command, "bold"), f"\n{each.says}"), each.by, each.clause, during)
    return table


def rulings(listed: Iterable[Ruling]) -> Table:
    """Open points, their readings, and the one taken."""
    table = plain_table(
        "ruling", "", "documents", "point and readings", title="Rulings on what the documents leave open"
    )
    for ruling in listed:
        text = Text(ruling.point, "bold")
        for key, reading in ruling.readings.items():
            text.append(f"\n({key}) {reading}", "green" if key == ruling.default else "not bold dim")
        table.add_row(ruling, ruling.weight, "\n".join(document.id for document in ruling.documents), text)
    return table
