"""The command line. Every command has `--json`; without it a person reads a table.

Exit status: 0 done, 1 some input was refused and the rest done, 2 wrong usage.
"""

import os
import random
import sys
from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from itertools import islice
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
import typer
from rich.console import Console

from croupier import __version__
from croupier import accounts as over_accounts
from croupier import records as over_records
from croupier.refused import Refused

app = typer.Typer(
    help="Conducts, settles, prices and proves casino table games.",
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

app.add_typer(over_records.app)
app.add_typer(over_accounts.app, name="account")

Json = Annotated[bool, typer.Option("--json", help="Write JSON instead of a table.")]
Seed = Annotated[int | None, typer.Option(help="The same seed deals the same cards.")]
Shoe = Annotated[str | None, typer.Option(help='What is left, such as "8x52 less AS KD".')]
AnyDecks = Annotated[bool, typer.Option("--any-decks", help="Numbers of decks that the rules do not know.")]
Plot = Annotated[Path | None, typer.Option(help="Draw a chart into this file, .svg or .png.")]
Decks = Annotated[int | None, typer.Option(help="Decks in the shoe; the game's usual number where not given.")]


def main() -> None:
    """Run the program; errors are one line."""
    try:
        status = app(standalone_mode=False)
    except Refused as refused:
        sys.exit(_complain(str(refused)))
    except typer.TyperException as error:
        # Its own words name the option; the plain text of the error does not.
        sys.exit(_complain(getattr(error, "format_message", error.__str__)()))
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # Whoever read us has left; nothing more can be said, not even while Python flushes at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    sys.exit(status if isinstance(status, int) else 0)


def _version(asked: bool) -> None:
    if asked:
        print(f"croupier {__version__}")
        raise typer.Exit


@app.callback()
def croupier(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Conduct, settle, price and prove casino table games."""
    del version


@app.command()
def games(
    game: Annotated[str | None, typer.Argument(help="Show this game's wagers and what they pay.")] = None,
    json: Json = False,
) -> None:
    """List the games, or one game's wagers and pays."""
    from croupier import show
    from croupier.games.catalogue import GAMES
    from croupier.games.catalogue import game as find

    chosen = [find(game)] if game else list(GAMES.values())
    if json:
        _print_json([_described(each) for each in chosen])
    else:
        Console().print(show.paytable(chosen[0]) if game else show.games())


@app.command()
def settle(
    file: Annotated[Path, typer.Argument(help="Recorded rounds, a JSON object a line; - is standard input.")],
    json: Annotated[bool, typer.Option("--json", help="Write JSON Lines (the default unless on a terminal).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Write tables (the default on a terminal).")] = False,
    unit: Annotated[int | None, typer.Option(help="Stakes are multiples of this many cents.", min=1)] = None,
) -> int:
    """Settle recorded rounds and explain every cent; a bad line gets an error and the rest goes on."""
    from croupier.games.recorded import Fault, encode, settle_line

    show_tables = table or (not json and sys.stdout.isatty())
    refused = 0
    with _open(file) as source, _progress(source, "settling") as lines:
        for number, line in enumerate(lines, 1):
            if not line.strip():
                continue
            answer = settle_line(line, number, unit)
            refused += isinstance(answer, Fault)
            if show_tables:
                _show_settlement(answer, line)
            else:
                sys.stdout.buffer.write(encode(answer) + b"\n")
    sys.stdout.flush()
    return 1 if refused else 0


@app.command()
def deal(
    game: Annotated[str, typer.Argument(help="The game to deal.")],
    rounds: Annotated[int, typer.Option(help="How many rounds.", min=0)] = 10,
    seed: Seed = None,
    decks: Decks = None,
    stake: Annotated[int | None, typer.Option(help="The stake on every wager, in cents.", min=1)] = None,
    json: Annotated[bool, typer.Option("--json", help="Write JSON Lines (the default unless on a terminal).")] = False,
    table: Annotated[bool, typer.Option("--table", help="Write a table (the default on a terminal).")] = False,
) -> None:
    """Deal random complete rounds, ready for `croupier settle`."""
    from croupier import show
    from croupier.games import recorded

    entropy = random.SystemRandom() if seed is None else random.Random(seed)
    dealt = islice(recorded.deal(game, entropy, decks, stake), rounds)
    if table or (not json and sys.stdout.isatty()):
        Console().print(show.dealt(dealt))
        return
    for each in _counted(dealt, rounds, "dealing"):
        sys.stdout.buffer.write(recorded.encode(each) + b"\n")
    sys.stdout.flush()


@app.command()
def odds(
    game: Annotated[str, typer.Argument(help="The game.")],
    decks: Decks = None,
    shoe: Shoe = None,
    any_decks: AnyDecks = False,
    removal: Annotated[bool, typer.Option("--removal", help="What one card gone does to each wager.")] = False,
    plot: Annotated[
        Path | None, typer.Option(help="Draw the edges across all numbers of decks into this file, .svg or .png.")
    ] = None,
    json: Json = False,
) -> None:
    """Exact odds of every wager, from a full shoe or from what is left of one."""
    from croupier.games.catalogue import game as find
    from croupier.odds import show
    from croupier.odds.catalogue import odds as compute
    from croupier.odds.catalogue import unlisted
    from croupier.odds.removal import every_removal as remove

    found = find(game)
    left = _shoe(found, decks, shoe)
    if plot:
        from croupier.odds.edges import draw, edges

        draw(found, edges(found), plot)
    priced = compute(game, left, any_decks=any_decks)
    removed = remove(game, left, any_decks=any_decks) if removal else None
    if json:
        _print_json(show.in_json(found, left, priced, removed))
    else:
        Console().print(show.table(found, left, priced) if removed is None else show.removals(found, left, removed))
        for line in unlisted(game, priced):
            Console().print(line, highlight=False)


@app.command()
def strategy(
    game: Annotated[str, typer.Argument(help="A game with decisions: lucky-8, e-blackjack, dueling-8s.")],
    decks: Decks = None,
    shoe: Shoe = None,
    any_decks: AnyDecks = False,
    reading: Annotated[
        str | None, typer.Option(help="What a Dealer Blackjack takes (R-43): obbo, bb+1 or obo.")
    ] = None,
    hand: Annotated[
        str | None, typer.Option(help='Exact cards, such as "T 6": every decision open about them.')
    ] = None,
    up: Annotated[str | None, typer.Option(help="With --hand: the Dealer's first card.")] = None,
    costs: Annotated[bool, typer.Option("--costs", help="In each square, what the next best decision costs.")] = False,
    plot: Plot = None,
    json: Json = False,
) -> None:
    """The best decisions of a game as a chart, and what every other one costs."""
    from croupier.games.catalogue import game as find
    from croupier.odds.strategy import known

    found = find(game)
    how = known(found)
    solved = how.find(found, _shoe(found, decks, shoe), reading, any_decks=any_decks)
    if hand is None and up is not None:
        raise Refused("--up goes with --hand")
    if hand is not None:
        if plot:
            raise Refused("--plot draws the whole chart, and goes without --hand")
        held = solved.holding(hand, up)
        if json:
            _print_json(how.hand_in_json(solved, held))
        else:
            Console().print(how.hand(solved, held), highlight=False)
        return
    if plot:
        how.draw(solved, plot)
    if json:
        _print_json(how.in_json(solved))
    else:
        Console().print(how.chart(solved, costs=costs), highlight=False)


@app.command()
def report(
    game: Annotated[str, typer.Argument(help="The game.")],
    decks: Decks = None,
    output: Annotated[
        Path | None, typer.Option(help="The file to write, GAME.html where not given; - is standard output.")
    ] = None,
    shoes: Annotated[int, typer.Option(help="Shoes dealt for what a counter wins; 0 leaves it out.", min=0)] = 200,
    json: Json = False,
) -> None:
    """One page of HTML with everything about a game, to be read or printed: its par sheet."""
    from croupier.games.catalogue import game as find
    from croupier.report.figures import figures, in_json
    from croupier.report.page import page

    rules = find(game)
    rules.check_decks(decks)
    path = output or Path(f"{game}.html")
    if json and output:
        raise Refused("--json writes to standard output: give it or --output, not both")
    found = figures(rules, decks, shoes=shoes)
    if json:
        _print_json(in_json(found))
    elif str(path) == "-":
        sys.stdout.write(page(found))
    else:
        try:
            path.write_text(page(found), "utf-8")
        except OSError as error:
            raise Refused(f"cannot write {path}: {error.strerror.lower() if error.strerror else error}") from None
        print(f"wrote {path}")


@app.command()
def protection(
    game: Annotated[str, typer.Argument(help="The game.")],
    wager: Annotated[str | None, typer.Option(help="One wager, at every depth of the cut, with its count.")] = None,
    cut: Annotated[int, typer.Option(help="Cards behind the cut card.")] = 52,
    shoes: Annotated[int, typer.Option(help="How many shoes are dealt.")] = 1_000,
    seed: Annotated[int, typer.Option(help="The same seed deals the same shoes.", min=0)] = 1,
    decks: Decks = None,
    json: Json = False,
) -> None:
    """What a perfect card counter wins, how often a wager turns favourable, and a simple count for it."""
    from croupier.games.catalogue import game as find
    from croupier.odds.families import odds_of
    from croupier.odds.protection import show
    from croupier.odds.protection.counter import protection as protect

    found = find(game)
    shoe = found.shoe(decks)
    least = odds_of(found).longest - 1
    cuts = range(least, shoe.total // 2 + 1) if wager and json else show.depths(found, shoe, least)
    counted = protect(found, shoe, [wager] if wager else None, cut=cut, cuts=cuts, shoes=shoes, seed=seed)
    if json:
        _print_json(show.in_json(found, shoe, counted, cut, shoes, seed))
    elif wager:
        Console().print(show.detail(found, shoe, counted[wager], cut, shoes, seed))
    else:
        Console().print(show.table(found, shoe, counted, cut, shoes, seed))


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="The game.")],
    rounds: Annotated[str, typer.Option(help="How many rounds, such as 1000000 or 1e10.")] = "1e8",
    decks: Decks = None,
    mode: Annotated[str, typer.Option(help="fresh: every round from a full shoe; shoe: whole shoes.")] = "fresh",
    burn: Annotated[int | None, typer.Option(help="Cards burned after each shuffle (whole shoes).", min=0)] = None,
    cut: Annotated[int | None, typer.Option(help="Cards behind the cutting card (whole shoes).", min=0)] = None,
    boxes: Annotated[int | None, typer.Option(help="Boxes that play (whole shoes of blackjack).", min=1)] = None,
    strategy: Annotated[
        str | None,
        typer.Option(help="How blackjack is played: chart, absent, or a file of `croupier strategy --json`."),
    ] = None,
    seed: Seed = None,
    device: Annotated[str, typer.Option(help="auto, cpu or cuda.")] = "auto",
    threads: Annotated[int | None, typer.Option(help="Threads of the CPU.", min=1)] = None,
    cluster: Annotated[
        str | None, typer.Option(help="Simulate on a Ray cluster: its address, or local to start one.")
    ] = None,
    open: Annotated[  # noqa: A002 - the option's name
        str | None,
        typer.Option("--open", help="Deal this round again and explain it: ROUND, SHOE:ROUND, or SHOE:ROUND:BOX."),
    ] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="Keep the state of the run here, and go on from it.")] = None,
    bettor: Annotated[
        list[str] | None, typer.Option(help="Play sessions with these stakes in cents, such as banker=10000,tie=500.")
    ] = None,
    session: Annotated[int, typer.Option(help="Rounds in a session.", min=1)] = 70,
    sessions: Annotated[int, typer.Option(help="How many sessions.", min=1)] = 100_000,
    bankroll: Annotated[int, typer.Option(help="What each bettor brings, in cents; 0: without end.", min=0)] = 0,
    rebuy: Annotated[bool, typer.Option("--rebuy", help="Who has lost it brings as much again.")] = False,
    counter: Annotated[
        str | None, typer.Option(help="Count cards through whole shoes by these tags, such as 2=1,T=-1,A=-1.")
    ] = None,
    spread: Annotated[
        str, typer.Option(help="From which true count on the counter bets how many units of the stakes.")
    ] = "1:1",
    plot: Plot = None,
    json: Json = False,
) -> int:
    """Simulate rounds by the billion, the exact odds beside; or sessions of people who bet."""
    from croupier import simulate as command
    from croupier.simulation.catalogue import kernel as find_kernel

    shoe = None if decks is None else _shoe(command.game(game), decks, None)
    kernel = find_kernel(game, shoe, mode, burn=burn, cut=cut, strategy=strategy, boxes=boxes)
    if open is not None:
        return command.open_round(kernel, open, seed, json)
    if counter is not None:
        if not bettor or len(bettor) > 1:
            raise Refused("a counter bets units of some stakes: give one --bettor, such as main=1000")
        return command.counting(kernel, bettor[0], counter, spread, rounds, seed, threads, json)
    if bettor:
        return command.sessions(kernel, bettor, seed, session, sessions, bankroll, rebuy, threads, plot, json)
    return command.rounds(kernel, rounds, seed, device, threads, cluster, checkpoint, plot, json)


@app.command()
def randomness(
    source: Annotated[
        str, typer.Option(help="house: the shuffle of real tables; simulation: the generator of `croupier simulate`.")
    ] = "house",
    size: Annotated[
        int, typer.Option(help="How many numbers of each kind; a shoe is shuffled for every 20.")
    ] = 100_000,
    seed: Annotated[
        int | None, typer.Option(help="The same numbers again; the house has the system's entropy where not given.")
    ] = None,
    significance: Annotated[float, typer.Option(help="How often a good source may fail, all tests together.")] = 0.01,
    json: Json = False,
) -> int:
    """Test random numbers, and the shoes made of them, by the usual families: a report for a laboratory."""
    from croupier.randomness.report import in_json, report, table

    if source == "simulation" and seed is None:
        seed = random.SystemRandom().getrandbits(32)
    found = report(source, size, seed, significance)
    if json:
        _print_json(in_json(found))
    else:
        Console().print(table(found), highlight=False)
    return 1 if found.failed else 0


@app.command()
def rulebook(
    document: Annotated[str | None, typer.Argument(help="One document; all where not given.")] = None,
    coverage: Annotated[
        bool, typer.Option("--coverage", help="The tests that prove each clause, and the cases that practise it.")
    ] = False,
    rulings: Annotated[bool, typer.Option("--rulings", help="The open points and the readings taken.")] = False,
    price: Annotated[bool, typer.Option("--price", help="With --rulings: the edge under each reading.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", help="With --coverage: only what is missing.")] = False,
    tests: Annotated[
        Path | None, typer.Option(help="With --coverage: the folder of the tests; the project's where not given.")
    ] = None,
    irregularities: Annotated[
        str | None,
        typer.Option(help="What may go wrong in this game, who may say so, and what follows.", metavar="GAME"),
    ] = None,
    json: Json = False,
) -> int:
    """The clauses of the rule documents, who enforces each, and which tests prove it."""
    from croupier import show
    from croupier.coverage import TESTS, practised, proofs, unpractised, unproven
    from croupier.rulebook import DOCUMENTS, all_rulings
    from croupier.rulebook import document as find

    if irregularities:
        return _show_irregularities(irregularities, json)
    if price and not rulings:
        raise Refused("--price goes with --rulings")
    chosen = [find(document)] if document else list(DOCUMENTS.values())
    proving = (tests or TESTS).resolve()
    unproved, unrehearsed = (
        [clause for clause in found if clause.document in chosen]
        for found in ((unproven(proving), unpractised()) if coverage else ((), ()))
    )
    if rulings:
        found = [each for each in all_rulings().values() if set(each.documents) & set(chosen)]
        if price:
            _show_priced(found, chosen, json)
        elif json:
            _print_json(
                [{"ruling": ruling, **vars(ruling), "documents": [d.id for d in ruling.documents]} for ruling in found]
            )
        else:
            Console().print(show.rulings(found))
    elif json:
        _print_json(
            [
                _clause_in_json(clause, proofs(proving)[clause], practised()[clause])
                for each in chosen
                for clause in each.clauses
            ]
        )
    elif not quiet:
        for each in chosen:
            Console().print(show.clauses(each, *((proofs(proving), practised()) if coverage else ())))
    for clause in unproved:
        _complain(f"no test proves {clause}: {clause.summary}")
    for clause in unrehearsed:
        _complain(f"no case practises {clause}: {clause.summary}")
    return 1 if unproved or unrehearsed else 0


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0 takes any that is free.", min=0, max=65535)] = 8021,
    store: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_STORE",
            help="Where the house keeps its records; sqlite:///house.db where not given, drill.db with --drill.",
            metavar="URL",
        ),
    ] = None,
    key: Annotated[
        Path | None, typer.Option(help="The file of the house's secret; beside the store if not given.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="The tables, in TOML; one of every game where not given.", metavar="FILE")
    ] = None,
    demo: Annotated[
        bool, typer.Option("--demo/--no-demo", help="Whether there are guests with demo credits, and demo staff.")
    ] = True,
    players: Annotated[bool, typer.Option("--players/--no-players", help="Whether demo players bet.")] = True,
    drill: Annotated[
        bool, typer.Option("--drill", help="A training house: tables to practise irregularities at. No play is real.")
    ] = False,
    speed: Annotated[float, typer.Option(help="Run the demo tables so many times faster.", min=0.1, max=1000)] = 1.0,
    often: Annotated[float, typer.Option(help="Requests a second that anybody may make.", min=1)] = 50.0,
    grace: Annotated[
        float, typer.Option(help="Seconds without a connection after which a terminal counts as lost.", min=0, max=60)
    ] = 3.0,
    json_logs: Annotated[bool, typer.Option("--json-logs", help="Write logs as JSON lines.")] = False,
    checkpoints: Annotated[
        str | None,
        typer.Option(
            envvar="CROUPIER_CHECKPOINTS",
            help="Where checkpoints go besides: a file, or an address of http; by default beside a store in a file.",
            metavar="PLACE",
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(help="Answer under this name too: casino.example, *.casino.example.", metavar="NAME"),
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(help="Believe this proxy's X-Forwarded-For: an address or a network.", metavar="ADDRESS"),
    ] = None,
    metrics: Annotated[
        list[str] | None,
        typer.Option(
            help="Who may read /metrics: addresses or networks; this machine if not given.", metavar="ADDRESS"
        ),
    ] = None,
    connections: Annotated[int, typer.Option(help="The most connections that are not signed in.", min=1)] = 8_192,
    per_address: Annotated[int, typer.Option(help="The most of them from one address.", min=1)] = 4_096,
) -> None:
    """Serve the house: tables that run by themselves, over HTTP and WebSocket, with a page to play at."""
    from functools import partial

    from croupier.server.serving import Settings, serve

    settings = Settings(
        host=host,
        port=port,
        store=store,
        key=key,
        config=config,
        demo=demo,
        players=players,
        drill=drill,
        speed=speed,
        often=often,
        grace=grace,
        json_logs=json_logs,
        checkpoints=checkpoints,
        hosts=tuple(allow_host or ()),
        proxies=tuple(proxy or ()),
        **({"metrics": tuple(metrics)} if metrics else {}),
        connections=connections,
        per_address=per_address,
    )
    serve(settings, partial(print, flush=True))


@app.command()
def verify(
    store: Annotated[
        str, typer.Option(envvar="CROUPIER_STORE", help="Where the house keeps its records.", metavar="URL")
    ] = "sqlite:///house.db",
    key: Annotated[
        str | None, typer.Option(help="The house's public key, which its checkpoints must be signed with.")
    ] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="A checkpoint that was kept elsewhere: all that it vouches for must be there.")
    ] = None,
    evidence: Annotated[
        Path | None, typer.Option(help="Check this evidence pack instead, which needs no store.", metavar="FILE")
    ] = None,
    json: Json = False,
) -> int:
    """Go through all that the house has kept: audit chain, ledger, rounds, shoe commitments and closed days."""
    if evidence is not None:
        return over_records.verify_evidence(evidence, key, json)
    from croupier.house.audit import audit, read_checkpoint
    from croupier.house.audit.show import summary
    from croupier.house.keys import read_public
    from croupier.house.store import Records
    from croupier.house.store.witness import beside

    public = None if key is None else read_public(key)
    if checkpoint is None and (kept := beside(store)) is not None and kept.exists():
        checkpoint = kept
    # Before the store is opened: what is vouched for meanwhile would be missed in it.
    witness = None if checkpoint is None else read_checkpoint(checkpoint)
    with Records(store) as records:
        found = audit(records, public, witness)
    if json:
        _print_json(found)
    else:
        for line in summary(found):
            print(line)
    return 1 if found.defects else 0


@app.command()
def watch(
    store: Annotated[
        str, typer.Option(envvar="CROUPIER_STORE", help="Where the house keeps its records.", metavar="URL")
    ] = "sqlite:///house.db",
    table: Annotated[list[str] | None, typer.Option(help="This table; all of them where not given.")] = None,
    false_alarms: Annotated[float, typer.Option(help="So many a year of a table are allowed.", min=1e-6)] = 1.0,
    json: Json = False,
) -> int:
    """Go through all that the house has kept for what surveillance should look at: every alarm with its statistic."""
    from croupier.house.store import Records
    from croupier.house.surveillance.alarm import Budget
    from croupier.house.watching.record import lines, recorded, tables

    found = []
    with Records(store) as records:
        for name in tables(records, table or ()):
            found.append(recorded(records, name, Budget(a_year=false_alarms)))
            if not json:
                for line in lines(found[-1]):
                    print(line)
    if json:
        _print_json(found)
    return int(any(each.unread for each in found))


@app.command()
def demo(
    game: Annotated[str | None, typer.Argument(help="The game; asked for where not given.")] = None,
    rounds: Annotated[int | None, typer.Option(help="Stop after so many rounds.", min=1)] = None,
    seed: Seed = None,
) -> None:
    """Deal a baccarat shoe with its roads, or play blackjack, here in the terminal."""
    from croupier.demo import demo as show_demo

    show_demo(game, rounds=rounds, seed=seed)


def _shoe(game: Any, decks: int | None, left: str | None) -> Any:
    """The shoe that the options describe; whether the game may be dealt from it is for others to say."""
    from croupier.cards import Composition

    if left is None:
        return Composition(game.deck, game.default_decks if decks is None else decks)
    if decks is not None:
        raise Refused("give --decks or --shoe, not both: a shoe says its decks")
    return Composition.parse(left)


def _show_irregularities(game: str, json: bool) -> int:
    from croupier import show
    from croupier.games.catalogue import game as find
    from croupier.games.guide import irregularities

    rules = find(game)
    found = irregularities(rules)
    if json:
        _print_json(found)
    else:
        Console().print(show.irregularities(rules, found))
    return 0


def _show_priced(rulings: Iterable[str], documents: Iterable[Any], json: bool) -> None:
    from croupier.games.catalogue import GAMES
    from croupier.odds.readings import show
    from croupier.odds.readings.register import priced, solve, unpriced

    rulings, games = list(rulings), {name for name, game in GAMES.items() if game.document in documents}
    found = [each for each in priced(rulings, solve) if each.game in games]
    waiting = [each for each in unpriced(rulings, solve) if each.game in games]
    if json:
        _print_json(show.in_json(found, waiting))
    else:
        Console().print(show.table(found, waiting))


def _described(game: Any) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": game.title,
        "document": game.document.id,
        "decks": {"least": game.decks.start, "most": game.decks.stop - 1, "usual": game.default_decks},
        "unit": game.unit,
        "wagers": {
            wager.name: {
                "label": wager.label,
                "optional": wager.optional is not None,
                "rows": [{"outcome": row.outcome, "pays": str(row.pays), "clauses": row.clauses} for row in wager.rows],
            }
            for wager in game.wagers
        },
    }


def _clause_in_json(clause: Any, tests: tuple[str, ...], cases: tuple[str, ...]) -> dict[str, Any]:
    return {
        "document": clause.document.id,
        "clause": clause.id,
        "summary": clause.summary,
        "kind": clause.kind,
        "enforced_by": clause.enforced_by,
        "tests": tests,
        "cases": cases,
    }


def _show_settlement(answer: Any, line: bytes) -> None:
    from croupier import show
    from croupier.games.recorded import Fault
    from croupier.games.told import ToldSettlement

    if isinstance(answer, Fault):
        Console().print(f"[red]{answer.message}" + (f" ({answer.clause})" if answer.clause else ""), highlight=False)
    elif isinstance(answer, ToldSettlement):
        Console().print(show.told(msgspec.json.decode(line)["game"], answer))
    else:
        Console().print(show.settlement(msgspec.json.decode(line)["game"], answer))


def _print_json(value: Any) -> None:
    sys.stdout.buffer.write(msgspec.json.format(msgspec.json.encode(value, enc_hook=_plain), indent=2) + b"\n")
    sys.stdout.flush()


def _plain(value: Any) -> str:
    return str(value)


def _open(file: Path) -> Any:
    if str(file) == "-":
        return nullcontext(sys.stdin.buffer)
    try:
        return file.open("rb")
    except OSError as error:
        raise Refused(f"cannot read {file}: {error.strerror.lower() if error.strerror else error}") from None


def _progress(source: BinaryIO, doing: str) -> Any:
    """The lines of a file, with a bar on stderr where a person watches; the file is never held in memory."""
    if not sys.stderr.isatty() or not source.seekable():
        return nullcontext(source)
    from rich.progress import wrap_file

    size = os.fstat(source.fileno()).st_size
    return wrap_file(source, size, description=doing, console=Console(stderr=True), transient=True)


def _counted(items: Iterable[Any], number: int, doing: str) -> Iterator[Any]:
    if not sys.stderr.isatty() or number < 10_000:
        yield from items
        return
    from rich.progress import track

    yield from track(items, doing, number, console=Console(stderr=True), transient=True)


def _complain(message: str) -> int:
    print(f"croupier: {message}", file=sys.stderr)
    return 2
