"""The parts of a par sheet specific to blackjack: rules of play, the chart, its expected value, and departures."""

from collections.abc import Iterator
from fractions import Fraction

from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.money import Pays
from croupier.odds.blackjack.strategy.chart_table import GOALS, HUNDREDTHS, PRICES, label, plan_rows, run_words, words
from croupier.odds.blackjack.strategy.play import SolvedStrategy
from croupier.odds.blackjack.strategy.plot import strength
from croupier.odds.blackjack.strategy.sheet import PARTS, Square
from croupier.odds.blackjack.strategy.together import TIE, Sides
from croupier.odds.drawing import DECISIONS, WORDS, ink_on, tint
from croupier.odds.odds_table import percent
from croupier.odds.result import Odds, PlayedOdds, base
from croupier.report.family import FamilyReport, Liability
from croupier.report.markup import Markup, Row, element, join, note, table

MAX_DEPARTURES_LISTED = 20
ABSENT = "main-absent"
"""The main wager of an absent player, which is neither doubled nor split."""


class BlackjackReport(FamilyReport):
    """The rules of play and the best strategy."""

    def rules(self, game: Game) -> Iterator[Row]:
        """Rows on splitting, doubling, surrender and the Dealer's draws."""
        assert isinstance(game, Blackjack)
        return _rules(game)

    def strategy(self, solved: SolvedStrategy) -> Markup:
        """The chart, its expected value, and the departures from it."""
        return _strategy(solved)

    def liability(self, game: Game, odds: Odds | PlayedOdds) -> Liability:
        """The largest win of a main wager: every hand that splitting may form doubled, or a bonus."""
        assert isinstance(game, Blackjack)
        if base(odds.name) != "main" or odds.name == ABSENT:
            return super().liability(game, odds)
        hands, main = game.splitting.hands, game.by_name["main"]
        won = {row.outcome: _amount(row.pays) for row in main.rows if row.match.result == "win"}
        regular = won.pop("Regular win")
        split = Liability(2 * hands * regular, f"{hands} hands, all doubled", None)
        alone = [Liability(pays, outcome, None) for outcome, pays in won.items()]
        paid = [(2 * regular + _amount(row.pays), row.outcome) for row in main.extras]
        return max([split, *alone, *(Liability(pays, f"{outcome}, doubled", None) for pays, outcome in paid)])


REPORT = BlackjackReport()


def _amount(pays: Pays | None) -> Fraction:
    return Fraction(0) if pays is None else Fraction(pays.num, pays.den)


def _rules(game: Blackjack) -> Iterator[Row]:
    only = f", {game.splitting.only}s only" if game.splitting.only else ""
    splitting = game.splitting
    again = "again" if splitting.resplits_aces else "once"
    drawn = "played on" if splitting.draws_to_aces else "one card each"
    aces = f"; Aces {again}, {drawn}" if game.blackjacks else ""
    yield "Splitting", f"up to {splitting.hands} hands{only}{aces}"
    on = "any two cards" if splitting.doubles_on is None else "hard {} to {}".format(*splitting.doubles_on)
    after = "after splits too" if splitting.doubles_split else "not after splits"
    yield "Doubling", f"{on}, {after}; {'for less if wanted' if game.double_for_less else 'in full'}"
    if game.surrender_offered:
        yield "Surrender", f"first two cards{_surrender(game)}"
    soft = "hits soft 17" if game.hits_soft_17 else "stands on every 17"
    yield "Dealer", f"no second card until all hands are finished; {soft}"
    if game.printed:
        yield (
            "Printed card",
            f"every hand starts with a printed {game.printed.rank} of Spades, which never leaves the layout",
        )
    if game.boxes:
        yield "Boxes", f"{game.boxes.start} to {game.boxes.stop - 1}"


def _surrender(game: Blackjack) -> str:
    if not game.blackjacks:
        return ""
    against = "" if game.surrender_on_ace else ", unless the Dealer shows an Ace"
    return f"{against}; all is lost to a Dealer Blackjack" if game.surrender_reclaimed else against


def _strategy(strategy: SolvedStrategy) -> Markup:
    parts = [_values(strategy), _chart(strategy), _legend(strategy), *(element("p", line) for line in words(strategy))]
    if strategy.departures:
        parts += list(_departures(strategy))
    if strategy.sides:
        parts += list(_sides(strategy.sides))
    return join(*parts)


def _values(strategy: SolvedStrategy) -> Markup:
    best = strategy.ev["composition"]
    rows: list[Row] = [
        (PRICES[name].capitalize(), f"{-float(ev):.6%}", "" if name == "composition" else f"{float(best - ev):.6%}")
        for name, ev in strategy.ev.items()
    ]
    return table(("main wager", "edge", "dearer than the best by"), rows)


def _chart(strategy: SolvedStrategy) -> Markup:
    ups = strategy.sheet.ups
    head = element("tr", element("th", ""), *(element("th", up) for up in ups))
    body = []
    for part in PARTS:
        for name, row in strategy.sheet.parts[part].items():
            cells = [_square(row[up]) if up in row else element("td", "") for up in ups]
            body.append(element("tr", element("th", label(part, [name]), class_="word"), *cells))
        body.append(element("tr", element("td", "", colspan=len(ups) + 1), class_="gap"))
    return element("table", element("thead", head), element("tbody", *body), class_="chart")


def _square(square: Square) -> Markup:
    cost = square.next_best[1]
    colour = tint(DECISIONS[square.symbol[0]], strength(cost))
    number = element("small", f"{round(cost * HUNDREDTHS)}")
    return element("td", square.symbol, number, style=f"background:{colour};color:{ink_on(colour)}")


def _legend(strategy: SolvedStrategy) -> Markup:
    squares = [square for rows in strategy.sheet.parts.values() for row in rows.values() for square in row.values()]
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


def _departures(strategy: SolvedStrategy) -> Iterator[Markup]:
    rows: list[Row] = [
        (
            each.cards,
            each.up,
            each.chart,
            each.best,
            percent(each.gain),
            f"1 in {1 / float(each.chance):,.0f}",
            f"{float(each.ev_gain) * HUNDREDTHS:.4f}",
        )
        for each in strategy.departures[:MAX_DEPARTURES_LISTED]
    ]
    number = len(strategy.departures)
    yield element(
        "h3",
        f"Where the exact cards say otherwise: {number} hands"
        + (f", the {MAX_DEPARTURES_LISTED} most valuable" if number > MAX_DEPARTURES_LISTED else ""),
    )
    yield table(("cards", "against", "chart", "better", "gain", "how often", "adds"), rows, words=4)
    yield note("Gain: of the stake, when it comes. Adds: to every round, in hundredths of a percent.")


def _sides(side_wagers: Sides) -> Iterator[Markup]:
    rows: list[Row] = [
        (name, *(_symbol(goal.plan.get(name)) for goal in side_wagers.goals.values()))
        for name in plan_rows(side_wagers)
    ]
    for wager, row_label in (("main", "edge of main"), (TIE, "edge of Tie on 18")):
        rows.append((element("b", row_label), *(percent(-goal.ev[wager]) for goal in side_wagers.goals.values())))
    yield element("h3", "With Tie on 18 placed too")
    yield table(("play for", *GOALS.values()), rows)
    yield note("A star: not all hands of that total are played alike.", run_words(side_wagers))


def _symbol(symbol: str | None) -> Markup:
    if symbol is None:
        return element("span", "")
    return element("b", symbol, style=f"color:{DECISIONS[symbol[0]]}")
