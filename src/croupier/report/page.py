"""The par sheet as one self-contained, printable HTML page."""

from importlib.resources import files

from croupier.odds.odds_table import percent
from croupier.report import sections
from croupier.report.family import report_of
from croupier.report.figures import ParSheet
from croupier.report.markup import Markup, element, section


def page(sheet: ParSheet) -> str:
    """The whole page; reproducible, without a date."""
    game = sheet.game
    title = f"{game.title}: par sheet, {sheet.shoe.decks} decks"
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Markup(files(__package__).joinpath("style.css").read_text("utf-8"))),
    )
    header = element(
        "header",
        element("p", "Par sheet", class_="eyebrow"),
        element("h1", game.title),
        element("p", game.rests_on),
        _facts(sheet),
    )
    parts = [section(number, name, part) for number, (name, part) in enumerate(_parts(sheet), 1)]
    foot = element(
        "footer",
        f"Computed by croupier report {game.name} --decks {sheet.shoe.decks}{_options(sheet)}.",
        " Nothing here is simulated but what a counter wins.",
    )
    body = element("body", header, *parts, foot)
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _parts(sheet: ParSheet) -> list[tuple[str, Markup]]:
    parts = [
        ("Rules in force", sections.rules_in_force(sheet)),
        ("Every wager at a glance", sections.at_a_glance(sheet)),
        ("Pay tables", sections.pay_tables(sheet)),
        ("What the house may win after many rounds", sections.volatility(sheet)),
    ]
    if sheet.strategy and (best := report_of(sheet.game).strategy(sheet.strategy)):
        parts.append(("How the main wager is played best", best))
    parts += [
        ("Edges by number of decks", sections.by_decks(sheet)),
        ("What one card gone does", sections.removal(sheet)),
    ]
    if sheet.protection:
        parts.append(("What a card counter can win", sections.counting(sheet)))
    return [*parts, ("Rulings on what the document leaves open", sections.rulings(sheet))]


def _options(sheet: ParSheet) -> str:
    """The command-line options, besides the number of decks, that reproduce the page."""
    unusual = "" if sheet.shoe.decks in sheet.game.decks else " --any-decks"
    return unusual + "".join(f" --reading {ruling}={letter}" for ruling, letter in sheet.game.readings.changes.items())


def _facts(sheet: ParSheet) -> Markup:
    first, *_ = sheet.odds.values()
    dearest = max(sheet.odds.values(), key=lambda each: float(each.edge))
    facts = {
        "Game": sheet.game.name,
        "Shoe": f"{sheet.shoe.decks} decks, {sheet.shoe.total} cards",
        "Wagers": str(len(sheet.game.wagers)),
        f"Edge of {first.label}": percent(first.edge),
        f"Highest edge: {dearest.label}": percent(dearest.edge),
        "Rulings": str(len(sheet.rulings)),
    }
    return element(
        "dl",
        *(element("div", element("dt", name), element("dd", fact)) for name, fact in facts.items()),
        class_="facts",
    )
