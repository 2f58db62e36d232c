"""Strategy as tables for people: the chart in colours, its expected value, and departures by exact cards."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from croupier.games.blackjack.variants import OriginalOnly
from croupier.odds.blackjack.strategy.holding import Holding
from croupier.odds.blackjack.strategy.play import RULING, SolvedStrategy
from croupier.odds.blackjack.strategy.sheet import PARTS, Part, Square, SquareRows
from croupier.odds.blackjack.strategy.together import TIE, Goal, Sides
from croupier.odds.drawing import DECISIONS, WORDS
from croupier.odds.odds_table import named, percent
from croupier.odds.result import Number

NEXT = "small letter: what to do where that is not open"
HUNDREDTHS = 10_000
"""Hundredths of a percent in a whole."""
MAX_DEPARTURES_LISTED = 10
"""How many departures are shown."""
READINGS: Mapping[OriginalOnly, str] = {
    "obbo": "A Dealer Blackjack takes the original and bust stakes",
    "bb+1": "A Dealer Blackjack takes bust stakes and one more",
    "larger": "A Dealer Blackjack takes bust stakes, or else the original",
    "each": "A Dealer Blackjack takes bust stakes and one of every other hand",
    "obo": "A Dealer Blackjack takes one stake in all",
    "all": "A Dealer Blackjack takes every stake",
}
PRICES = {
    "chart": "played by this chart",
    "composition": "played by the exact cards held",
    "absent": "played for somebody absent",
}


def chart(strategy: SolvedStrategy, *, costs: bool = False) -> RenderableType:
    """The whole strategy of a game."""
    parts: list[RenderableType] = [
        Text(title(strategy), "bold"),
        _chart(strategy, costs=costs),
        *_legend(strategy, costs),
        Text(),
    ]
    parts += [_values(strategy), *(Text(line) for line in words(strategy))]
    if strategy.departures:
        parts += [Text(), _departures(strategy)]
    if strategy.sides:
        parts += [Text(), *_sides(strategy.sides)]
    return Group(*parts)


def title(strategy: SolvedStrategy) -> str:
    """The title of the chart: game and shoe."""
    return f"{strategy.game.title}: how to play, {named(strategy.shoe)}"


def _chart(strategy: SolvedStrategy, *, costs: bool) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, padding=0, show_edge=False)
    shown.add_column("", no_wrap=True, style="bold")
    for up in strategy.sheet.ups:
        shown.add_column(up, justify="center", no_wrap=True, min_width=6 if costs else 4)
    for part in PARTS:
        rows = strategy.sheet.parts[part]
        for names in [[name] for name in rows] if costs else _alike(rows):
            squares = [rows[names[0]].get(up) for up in strategy.sheet.ups]
            shown.add_row(label(part, names), *(_cell(square, costs=costs) for square in squares))
        shown.add_section()
    return shown


def label(part: Part, names: Sequence[str]) -> str:
    """The label of a row of the chart.

    >>> label("hard", ["5", "6", "7"]), label("pairs", ["T"])
    ('hard 5-7', 'T,T')
    """
    if part == "pairs":
        return ", ".join(f"{name},{name}" for name in names)
    return f"{part} {names[0]}" + (f"-{names[-1]}" if len(names) > 1 else "")


def _alike(rows: SquareRows) -> Iterator[list[str]]:
    """Groups of neighbouring totals with the same decisions: one row each."""
    for _, names in groupby(rows, lambda name: [square.symbol for square in rows[name].values()]):
        yield list(names)


def _cell(square: Square | None, *, costs: bool) -> Text:
    if square is None:
        return Text("")
    letter = square.symbol
    text = f" {letter:<2} " if not costs else f"{letter:<2}{_hundredths(square.next_best[1]):>4}"
    return Text(text, f"bold #FFFFFF on {DECISIONS[letter[0]]}")


def _hundredths(cost: Number) -> str:
    return f"{round(cost * HUNDREDTHS)}" if cost < 1 else ">99%"


def _legend(strategy: SolvedStrategy, costs: bool) -> list[Text]:
    used = [square.symbol for rows in strategy.sheet.parts.values() for row in rows.values() for square in row.values()]
    words = Text("  ").join(
        Text.assemble((f" {letter} ", f"bold #FFFFFF on {DECISIONS[letter]}"), f" {word}")
        for letter, word in WORDS.items()
        if any(letter in symbol for symbol in used)
    )
    lines = [words]
    if any(len(symbol) > 1 for symbol in used):
        lines.append(Text(NEXT, "dim"))
    if costs:
        lines.append(Text("numbers: what the next best decision costs, in hundredths of a percent of the stake", "dim"))
    return lines


def _values(strategy: SolvedStrategy) -> Table:
    shown = _table("main wager", "edge", "dearer by")
    best = strategy.ev["composition"]
    for name, ev in strategy.ev.items():
        shown.add_row(PRICES[name], percent(-ev), percent(best - ev) if name != "composition" else "")
    return shown


def words(strategy: SolvedStrategy) -> list[str]:
    """What the chart does not show: the offers against an Ace, and what a Dealer Blackjack takes."""
    lines = [f"Against an Ace, {offer.words}." for offer in strategy.offers]
    return [*lines, f"{READINGS[strategy.reading]} ({RULING})."] if strategy.reading else lines


def _departures(strategy: SolvedStrategy) -> RenderableType:
    shown = _table("cards", "against", "chart", "better", "gain", "one round in", "adds")
    for each in strategy.departures[:MAX_DEPARTURES_LISTED]:
        often, adds = f"{1 / float(each.chance):,.0f}", f"{float(each.ev_gain) * HUNDREDTHS:.4f}"
        shown.add_row(each.cards, each.up, each.chart, each.best, percent(each.gain), often, adds)
    number = len(strategy.departures)
    heading = f"{number} hands would rather not be played by their total" if number > 1 else "One hand would rather not"
    notes = ["gain: of the stake, when it comes; adds: to every round, in hundredths of a percent"]
    if strategy.in_split_hands > 0:
        notes.append(
            f"in hands of split pairs the chart costs another {float(strategy.in_split_hands) * HUNDREDTHS:.4f}"
        )
    return Group(Text(heading, "bold"), shown, *(Text(note, "dim") for note in notes))


GOALS = {"main": "main", TIE: "Tie on 18", "both": "both alike"}


def goals(strategy: SolvedStrategy) -> dict[str, Goal]:
    """The goals by label, where a side wager depends on decisions; empty elsewhere."""
    return {GOALS[name]: goal for name, goal in strategy.sides.goals.items()} if strategy.sides else {}


def _sides(side_wagers: Sides) -> Iterable[RenderableType]:
    shown = _table("play for", *GOALS.values())
    for name in plan_rows(side_wagers):
        shown.add_row(name, *(_symbol(goal.plan.get(name)) for goal in side_wagers.goals.values()))
    shown.add_section()
    for wager, words in (("main", "edge of main"), (TIE, "edge of Tie on 18")):
        shown.add_row(words, *(percent(-goal.ev[wager]) for goal in side_wagers.goals.values()))
    shown.add_row("both together", *(percent(-sum(goal.ev.values())) for goal in side_wagers.goals.values()))
    yield Text("With Tie on 18 placed too", "bold")
    yield shown
    yield Text("both together: of one stake, with as much on either wager", "dim")
    yield Text(run_words(side_wagers))


def run_words(side_wagers: Sides) -> str:
    """A sentence on the edge of Superb 8's under play for the main wager and at best."""
    main, best = side_wagers.run["main"], side_wagers.run.get("best")
    if best is None:
        return f"Superb 8's has an edge of {percent(-main)} under play for the main wager."
    if main == best:
        return f"Superb 8's loses {percent(-best)} at best, and play for the main wager is as good for it."
    return f"Superb 8's loses {percent(-best)} at best, and {percent(-main)} under play for the main wager."


def plan_rows(side_wagers: Sides) -> list[str]:
    """Every total that occurs under some goal, hard ones first and pairs last."""
    names = {name for goal in side_wagers.goals.values() for name in goal.plan}
    return sorted(names, key=lambda name: ("," in name, name))


def _symbol(symbol: str | None) -> Text:
    if symbol is None:
        return Text("")
    return Text(f" {symbol:<2} ", f"bold #FFFFFF on {DECISIONS[symbol[0]]}")


def hand(strategy: SolvedStrategy, holding: Holding) -> RenderableType:
    """Every open decision for exact cards, with its cost."""
    shown = _table("decision", "expectation", "costs")
    for decision, ev in holding.ev.items():
        best = decision == holding.best
        costs = Text("best", "bold green") if best else Text(percent(holding.cost[decision]))
        shown.add_row(Text(decision, "bold" if best else ""), f"{float(ev):+.6f}", costs)
    title_text = f"{strategy.game.title}: {holding.cards} against {holding.up}, {named(strategy.shoe)}"
    notes = ["expectation: of one stake, where the rest is played best by the exact cards"]
    if holding.insurance is not None:
        verdict = "take it" if holding.insurance > 0 else "decline it"
        notes.append(f"a unit of insurance is worth {float(holding.insurance):+.6f} with these cards: {verdict}")
    return Group(Text(title_text, "bold"), shown, *(Text(note, "dim") for note in notes))


def _table(*columns: str) -> Table:
    shown = Table(box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    shown.add_column(columns[0], no_wrap=True)
    for column in columns[1:]:
        shown.add_column(column, justify="right", no_wrap=True)
    return shown
