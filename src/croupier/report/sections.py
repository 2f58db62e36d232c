"""The sections of a par sheet that every game has."""

from itertools import groupby

from croupier.cards import Card
from croupier.odds.catalogue import unlisted
from croupier.odds.odds_table import MAX_COUNTED_DEALS, MILLION, percent, ranks_alike, removal_label, span, suits_alike
from croupier.odds.readings.register import Priced
from croupier.odds.result import Chance, Odds, PlayedOdds, Share, base
from croupier.report.family import report_of
from croupier.report.figures import SEED, ParSheet
from croupier.report.markup import Markup, Row, element, join, note, table
from croupier.report.svg import sparkline
from croupier.report.volatility import ROUNDS, bands, lopsided
from croupier.rulebook import Ruling

MINUS = "\N{MINUS SIGN}"


def rules_in_force(sheet: ParSheet) -> Markup:
    """The document, the decks, and the settings of a table."""
    game, document = sheet.game, sheet.game.document
    low, high = game.decks.start, game.decks.stop - 1
    unit = f"{game.unit / 100:.2f}"
    rows: list[Row] = [
        ("Document", f"{document.name}{f', version {document.version}' if document.version else ''}"),
        ("In force from", document.effective),
        (
            "Cards",
            f"{sheet.shoe.decks} decks of {game.deck.name}, {sheet.shoe.total} in all (allowed: {low} to {high} decks)",
        ),
        ("Smallest exact unit", f"{unit}: with stakes in multiples of it every payment is exact (R-02)"),
    ]
    rows += report_of(game).rules(game)
    for ruling, letter in game.readings.changes.items():
        rows.append((f"Reading of {ruling}", f"({letter}) {Ruling(ruling).readings[letter]}"))
    optional = [wager.label for wager in game.wagers if wager.optional]
    rows.append(("Wagers that a table may leave out", ", ".join(optional) or "none"))
    return table(("", ""), rows, words=2, class_="plain rules")


def at_a_glance(sheet: ParSheet) -> Markup:
    """Every wager in one row."""
    rows: list[Row] = []
    for name, each in sheet.odds.items():
        most = report_of(sheet.game).liability(sheet.game, each)
        often = "" if most.chance is None else f"1 in {1 / most.chance:,.0f}" if most.chance else "never"
        pays = f"{float(most.pays):,.4g}" if most.pays < MILLION else f"{float(most.pays):,.0f}"
        pushes = sum(float(row.probability) for row in each.chances if row.result == "push")
        rows.append(
            (
                element("b", name),
                _edge(float(each.edge)),
                f"{each.sd:.4f}",
                percent(each.hit),
                f"{pushes:.4%}",
                pays,
                most.by,
                often,
            )
        )
    heads = ("wager", "edge", "sd", "hit rate", "push", "largest win", "by", "how often")
    return join(
        table(heads, rows),
        note(
            "Edge: the house's share of the stake. sd: standard deviation for a stake of one.",
            "Hit rate: how often it wins, pushes left out. Largest win: the most that one stake may win, in stakes;",
            "times the posted maximum it is the house's largest liability.",
        ),
        *(note(f"{line}.") for line in unlisted(sheet.game, sheet.odds)),
    )


def _edge(edge: float) -> Markup:
    text = f"{edge:.4%}".replace("-", MINUS)
    return element("span", text, class_="bad") if edge < 0 else element("b", text)


def pay_tables(sheet: ParSheet) -> Markup:
    """Every wager's outcomes: what each pays, its number of deals, its probability, and what it adds to the ev."""
    return join(*(_paytable(sheet, each) for each in sheet.odds.values()))


def _paytable(sheet: ParSheet, each: Odds | PlayedOdds) -> Markup:
    wager = sheet.game.by_name[base(each.name)]
    counted = isinstance(each, Odds) and each.total <= MAX_COUNTED_DEALS
    heads = ["outcome", "pays", *(["deals"] if counted else []), "probability", "adds to ev"]
    rows: list[Row] = []
    for chance in each.chances:
        deals = [f"{chance.count:,}"] if counted and isinstance(chance, Chance) else []
        adds = f"{float(chance.probability) * float(chance.net):+.6f}".replace("-", MINUS)
        likely = f"{float(chance.probability):.8%}" if chance.probability else "never"
        rows.append((chance.outcome, _pays(chance), *deals, likely, adds))
    totals = [f"{each.total:,}"] if counted and isinstance(each, Odds) else []
    ev = f"{float(each.ev):+.6f}".replace("-", MINUS)
    rows.append((element("b", "together"), "", *totals, "100%", element("b", ev)))
    heading = f"{each.label} ({each.name})" + (", optional" if wager.optional else "")
    figures = element(
        "span", f"edge {percent(each.edge)}, sd {each.sd:.4f}, hit rate {percent(each.hit)}", class_="figures"
    )
    clauses = sorted({str(clause) for row in wager.rows for clause in row.clauses}, key=_clause)
    how = (
        [each.method]
        if each.method
        else ["whole rounds of six cards, those not needed counted as if they had been taken"]
    )
    notes = note(
        f"Counted over: {'; '.join(how)}." if counted else f"{'; '.join(how)}.".capitalize(),
        f"Clauses: {', '.join(clauses)}.",
    )
    return element("div", element("h3", heading, figures), table(heads, rows), notes, class_="wager")


def _pays(chance: Chance | Share) -> str:
    if chance.pays is not None:
        return str(chance.pays)
    return f"{float(chance.net):+.4f}".rstrip("0").rstrip(".").replace("-", MINUS)


def _clause(text: str) -> tuple[str, list[int]]:
    document, _, number = text.partition(" ")
    return document, [int(part) for part in number.split(".") if part.isdigit()]


def volatility(sheet: ParSheet) -> Markup:
    """Confidence bands of the house's win after many rounds."""
    rows: list[Row] = []
    for name, each in sheet.odds.items():
        cells = []
        for rounds in ROUNDS:
            rough = lopsided(each, rounds)
            lines = [
                element(
                    "div",
                    f"{sure}%: {_percent(band.low)} to {_percent(band.high)}",
                    class_="rough" if rough else "sure",
                )
                for sure, band in bands(each, rounds).items()
            ]
            cells.append(join(*lines))
        rows.append((element("b", name), _edge(float(each.edge)), *cells))
    heads = ("wager", "expected", *(f"{rounds:,} rounds" for rounds in ROUNDS))
    return join(
        table(heads, rows),
        note(
            "What the house wins in percent of all stakes, with one stake a round:",
            "in so many percent of cases it lies between these.",
            "In italics: with so few rounds this wager is not yet distributed normally, and the band is a rough guide.",
        ),
    )


def _percent(share: float) -> str:
    return f"{share * 100:.3f}".replace("-", MINUS)


def removal(sheet: ParSheet) -> Markup:
    """The effect of removal of each card."""
    columns = ranks_alike(sheet.game.deck, sheet.removal.values())
    rows: list[Row] = []
    for wager, effects in sheet.removal.items():
        for suits in suits_alike(effects):
            cells = [effects.get(Card(ranks[0] + suits[0])) for ranks in columns]
            texts = ["gone" if each is None else f"{round(each * MILLION):+}".replace("-", MINUS) for each in cells]
            rows.append((element("b", removal_label(sheet.game, wager, suits)), *texts))
    return join(
        table(("wager", *(span(ranks) for ranks in columns)), rows),
        note(
            "How the bettor's expectation moves when one such card is gone, in millionths of the stake;",
            "+ is good for the bettor.",
        ),
    )


def counting(sheet: ParSheet) -> Markup:
    """What a card counter can win."""
    rows: list[Row] = []
    cut = next(iter(sheet.protection.values())).by_cut[0].cut
    for name, each in sorted(sheet.protection.items(), key=lambda item: -item[1].at(cut).per_shoe.value):
        at, count = each.at(cut), each.count
        tags = "no count by tags" if count is None else str(count.tags)
        worth = [f"{at.favourable.value:.2%}", f"{at.advantage.value:.2%}"] if at.advantage else ["none seen", ""]
        shoe = f"{at.per_shoe.value:.4f} ± {at.per_shoe.error:.4f}" if at.advantage else ""
        rows.append((element("b", name), *worth, shoe, tags))
    return join(
        table(
            ("wager", "favourable", "worth when it is", "units a shoe", "simple count"), rows, class_="plain counting"
        ),
        note(
            "A perfect counter who stakes one unit whenever the expectation is above nothing,",
            f"{cut} cards behind the cut; {sheet.shoes:,} shoes dealt from seed {SEED}, ± one standard error.",
        ),
    )


def by_decks(sheet: ParSheet) -> Markup:
    """The edges by number of decks."""
    here = sheet.shoe.decks
    decks = sorted({*sheet.game.decks, here})
    rows: list[Row] = []
    for name, row in sheet.edges.items():
        points = {number: float(edge) for number, edge in row.items()}
        cells = [
            _here(f"{points[number]:.4%}".replace("-", MINUS), number == here) if number in points else ""
            for number in decks
        ]
        rows.append((element("b", name), *cells, sparkline(points, here)))
    return join(
        table(("wager", *(f"{number} {'deck' if number == 1 else 'decks'}" for number in decks), "trend"), rows),
        note("The house's edge by number of decks. Trend: each wager on its own scale; the dot is this shoe."),
    )


def _here(text: str, here: bool) -> Markup:
    return element("b", text) if here else element("span", text)


def rulings(sheet: ParSheet) -> Markup:
    """Every open point of the document, the reading taken, and the edges under all readings where they are known."""
    priced = {each.ruling for each in sheet.priced}
    dear = [_ruling(sheet, each) for each in sheet.rulings if each in priced]
    rest = [_ruling(sheet, each) for each in sheet.rulings if each not in priced]
    heads = ("ruling", "weight", "point, reading taken, and the others")
    edges = f"The house's edge under each reading from {sheet.shoe.decks} decks, the register's default in bold."
    return join(
        element("h3", "Readings that change odds"),
        table(heads, dear, words=3, class_="plain rulings"),
        note(edges),
        element("h3", "Readings that change none, or that are not counted"),
        table(heads, rest, words=3, class_="plain rulings"),
        note("Weight: H changes odds or large sums, M money or authority in some rounds, L is rare."),
    )


def _ruling(sheet: ParSheet, ruling: Ruling) -> Row:
    prices = [each for each in sheet.priced if each.ruling == ruling]
    others = "; ".join(f"({key}) {text}" for key, text in ruling.readings.items() if key != ruling.default)
    taken = f"({ruling.default}) {ruling.readings[ruling.default]}."
    parts = [element("b", ruling.point), element("div", f"{taken} {ruling.taken}" if ruling.taken else taken)]
    if others:
        parts.append(element("div", f"Otherwise: {others}", class_="dim"))
    for wager, readings in groupby(prices, key=lambda each: each.wager):
        edges = [element("span", _reading(each), class_="taken" if each.default else "other") for each in readings]
        parts.append(element("div", element("span", f"{wager}: ", class_="dim"), *edges))
    return element("b", str(ruling)), ruling.weight, join(*parts)


def _reading(each: Priced) -> str:
    edge = "no odds" if each.edge is None else f"{each.edge:.4%}".replace("-", MINUS)
    return f"({each.key}) {edge} "
