"""The par sheet as one page of HTML that needs nothing else, neither to be read nor to be printed."""

from importlib.resources import files

from croupier.odds.odds_table import percent
from croupier.report import sections
from croupier.report.family import report_of
from croupier.report.figures import Figures
from croupier.report.markup import Markup, element, section


def page(found: Figures) -> str:
    """The whole page, without a date: the same game always gives the same page."""
    game, document = found.game, found.game.document
    edition = f"version {document.version}, " if document.version else ""
    title = f"{game.title}: par sheet, {found.shoe.decks} decks"
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
        element("p", f"{document.name}, {edition}in force from {document.effective}"),
        _facts(found),
    )
    parts = [section(number, name, part) for number, (name, part) in enumerate(_parts(found), 1)]
    foot = element(
        "footer",
        f"Computed by croupier report {game.name} --decks {found.shoe.decks}{_options(found)}.",
        " Nothing here is simulated but what a counter wins.",
    )
    body = element("body", header, *parts, foot)
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _parts(found: Figures) -> list[tuple[str, Markup]]:
    parts = [
        ("Rules in force", sections.rules_in_force(found)),
        ("Every wager at a glance", sections.at_a_glance(found)),
        ("Pay tables", sections.pay_tables(found)),
        ("What the house may win after many rounds", sections.volatility(found)),
    ]
    if found.strategy and (best := report_of(found.game).strategy(found.strategy)):
        parts.append(("How the main wager is played best", best))
    parts += [
        ("Edges by number of decks", sections.by_decks(found)),
        ("What one card gone does", sections.removal(found)),
    ]
    if found.protection:
        parts.append(("What a card counter can win", sections.counting(found)))
    return [*parts, ("Rulings on what the document leaves open", sections.rulings(found))]


def _options(found: Figures) -> str:
    """The options, besides the number of decks, that make the same page again."""
    unusual = "" if found.shoe.decks in found.game.decks else " --any-decks"
    return unusual + "".join(f" --reading {reading}" for reading in found.readings.values())


def _facts(found: Figures) -> Markup:
    first, *_ = found.odds.values()
    dearest = max(found.odds.values(), key=lambda each: float(each.edge))
    facts = {
        "Game": found.game.name,
        "Shoe": f"{found.shoe.decks} decks, {found.shoe.total} cards",
        "Wagers": str(len(found.game.wagers)),
        f"Edge of {first.label}": percent(first.edge),
        f"Highest edge: {dearest.label}": percent(dearest.edge),
        "Rulings": str(len(found.rulings)),
    }
    return element(
        "dl",
        *(element("div", element("dt", name), element("dd", fact)) for name, fact in facts.items()),
        class_="facts",
    )
