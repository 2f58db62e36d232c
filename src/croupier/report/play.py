"""The part of a par sheet that only games with decisions have: the chart, its worth, and where it is left."""

from collections.abc import Iterator

from croupier.odds.drawing import DECISIONS, WORDS, ink_on, tint
from croupier.odds.show import percent
from croupier.odds.strategy.play import Strategy
from croupier.odds.strategy.plot import strength
from croupier.odds.strategy.sheet import PARTS, Square
from croupier.odds.strategy.show import GOALS, HUNDREDTHS, PRICES, label, plan_rows, run_words, words
from croupier.odds.strategy.together import TIE, Sides
from croupier.report.markup import Markup, Row, element, join, note, table

MOST = 20


def strategy(found: Strategy) -> Markup:
    """How the game is played best."""
    parts = [_values(found), _chart(found), _legend(found), *(element("p", line) for line in words(found))]
    if found.departures:
        parts += list(_departures(found))
    if found.sides:
        parts += list(_sides(found.sides))
    return join(*parts)


def _values(found: Strategy) -> Markup:
    best = found.ev["composition"]
    rows: list[Row] = [
        (PRICES[name].capitalize(), f"{-float(ev):.6%}", "" if name == "composition" else f"{float(best - ev):.6%}")
        for name, ev in found.ev.items()
    ]
    return table(("main wager", "edge", "dearer than the best by"), rows)


def _chart(found: Strategy) -> Markup:
    ups = found.sheet.ups
    head = element("tr", element("th", ""), *(element("th", up) for up in ups))
    body = []
    for part in PARTS:
        for name, row in found.sheet.parts[part].items():
            cells = [_square(row[up]) if up in row else element("td", "") for up in ups]
            body.append(element("tr", element("th", label(part, [name]), class_="word"), *cells))
        body.append(element("tr", element("td", "", colspan=len(ups) + 1), class_="gap"))
    return element("table", element("thead", head), element("tbody", *body), class_="chart")


def _square(square: Square) -> Markup:
    cost = square.next_best[1]
    colour = tint(DECISIONS[square.symbol[0]], strength(cost))
    number = element("small", f"{round(cost * HUNDREDTHS)}")
    return element("td", square.symbol, number, style=f"background:{colour};color:{ink_on(colour)}")


def _legend(found: Strategy) -> Markup:
    squares = [square for rows in found.sheet.parts.values() for row in rows.values() for square in row.values()]
    used = {letter for square in squares for letter in square.symbol.upper()}
    marks = [
        element("span", element("b", letter, style=f"background:{DECISIONS[letter]}"), word)
        for letter, word in WORDS.items()
        if letter in used
    ]
    return join(
        element("p", *marks, class_="legend"),
        note(
            "Small letter: what to do where that is not open. Number: what the next best decision costs,",
            "in hundredths of a percent of the stake; below nothing where a few hands would rather do otherwise than",
            "all of their total. The paler, the closer the call.",
        ),
    )


def _departures(found: Strategy) -> Iterator[Markup]:
    rows: list[Row] = [
        (
            each.cards,
            each.up,
            each.chart,
            each.best,
            percent(each.gain),
            f"1 in {1 / float(each.chance):,.0f}",
            f"{float(each.worth) * HUNDREDTHS:.4f}",
        )
        for each in found.departures[:MOST]
    ]
    number = len(found.departures)
    yield element(
        "h3",
        f"Where the exact cards say otherwise: {number} hands"
        + (f", the {MOST} most valuable" if number > MOST else ""),
    )
    yield table(("cards", "against", "chart", "better", "gain", "how often", "adds"), rows, words=4)
    yield note("Gain: of the stake, when it comes. Adds: to every round, in hundredths of a percent.")


def _sides(found: Sides) -> Iterator[Markup]:
    rows: list[Row] = [
        (name, *(_symbol(goal.plan.get(name)) for goal in found.goals.values())) for name in plan_rows(found)
    ]
    for wager, said in (("main", "edge of main"), (TIE, "edge of Tie on 18")):
        rows.append((element("b", said), *(percent(-goal.ev[wager]) for goal in found.goals.values())))
    yield element("h3", "With Tie on 18 placed too")
    yield table(("play for", *GOALS.values()), rows)
    yield note("A star: not all hands of that total are played alike.", run_words(found))


def _symbol(symbol: str | None) -> Markup:
    if symbol is None:
        return element("span", "")
    return element("b", symbol, style=f"color:{DECISIONS[symbol[0]]}")
