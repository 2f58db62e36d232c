"""A guide for the pit: what may be declared to have gone wrong in a game, when, by whom, and what follows.

It is read off sample rounds of the game at every stage, so it says what the rounds do and nothing else.
"""

from collections.abc import Iterator
from typing import TypeAlias

import msgspec

from croupier.cards import cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.round import expects as baccarat_expects
from croupier.games.baccarat.round import play
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.evolving import evolve as box_evolve
from croupier.games.blackjack.expecting import expects as box_expects
from croupier.games.blackjack.notation import read
from croupier.games.blackjack.stream import Stream
from croupier.games.blackjack.stream import decide as stream_decide
from croupier.games.blackjack.stream import evolve as stream_evolve
from croupier.games.blackjack.stream import expects as stream_expects
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.games.round import Expected, Phase, Role, carries_cards
from croupier.games.terms import Terms
from croupier.games.told import AnyRound
from croupier.rulebook import Citation

Script: TypeAlias = list[tuple[m.AnyCommand, Role]]
"""What is said in a sample round, and by whom."""


class Irregularity(msgspec.Struct, frozen=True):
    """Something that may go wrong: the command that declares it, who may, by which clause, and while what goes on."""

    command: str
    says: str
    by: Role
    clause: Citation
    during: tuple[Phase, ...]
    entered: bool
    """Whether it tells which cards came, so that it is not declared where they come from a virtual shoe."""


def irregularities(game: Game) -> list[Irregularity]:
    """What may go wrong in a game.

    >>> from croupier.games.catalogue import game
    >>> [each.clause for each in irregularities(game("tiger")) if each.command == "declare-disturbed-order"]
    [ebaccarat 5.2, R-104]
    """
    found: dict[tuple[str, Role, Citation], tuple[str, list[Phase]]] = {}
    for round in sample_rounds(game):
        for each in _expects(round):
            if each.irregular:
                key = (each.command, each.by, each.clause)
                during = found.setdefault(key, (each.prompt, []))[1]
                if round.phase not in during:
                    during.append(round.phase)
    commands = b.COMMANDS if isinstance(game, Baccarat) else m.COMMANDS
    return [
        Irregularity(command, said, by, clause, tuple(during), carries_cards(commands[command]))
        for (command, by, clause), (said, during) in found.items()
    ]


def _expects(round: AnyRound) -> list[Expected]:
    match round:
        case BaccaratRound():
            return baccarat_expects(round)
        case BoxRound():
            return box_expects(round)
        case Stream():
            return stream_expects(round)


def sample_rounds(game: Game) -> Iterator[AnyRound]:
    """Rounds of a game at every stage, as it should be and as things go wrong in its own ways."""
    if isinstance(game, Baccarat):
        yield from _baccarat_rounds(game)
    elif isinstance(game, Blackjack):
        yield from _box_rounds(game) if game.boxes else _stream_rounds(game)


def _baccarat_rounds(game: Game) -> Iterator[BaccaratRound]:
    """A round from the opening to the settlement, with one wager on it; then cards that lie ready, a terminal lost."""
    terms = Terms.of(game.name)
    script: list[b.AnyCommand] = [
        b.OpenBets(terms=terms),
        b.PlaceWager(bettor="T1", wager="tie", stake=game.unit),
        b.CloseBets(),
        *(b.DealCard(card=card) for card in cards("8S 4C 3D 2H KH")),
        b.Settle(),
    ]
    ready: list[b.AnyCommand] = [b.OpenBets(terms=terms, waiting=cards("9D")), b.CloseBets()]
    lost: list[b.AnyCommand] = [*script[:2], b.LoseTerminal(bettor="T1"), *script[2:]]
    told = [script, ready]
    if isinstance(game, Baccarat) and game.law.terminals:
        told.append(lost)
    for each in told:
        for length in range(min(2, len(each) - 1), len(each) + 1):
            yield play(*each[:length])


def _box_rounds(game: Blackjack) -> Iterator[BoxRound]:
    """Rounds on three boxes from the opening on: one as it should be, then what goes wrong in its own ways."""
    for line in _box_lines(game):
        round: BoxRound | None = None
        for event in read(line):
            round = box_evolve(round, event)
            yield round


def _box_lines(game: Blackjack) -> Iterator[str]:
    def by(says: str) -> str:
        return f"by {game.law(says)} pit-supervisor"

    lucky, laid = game.opening == 2, by("misdealt")
    placed = "Ann on 1 main 1.00, Bob on 3 main 1.00, Cid on 5 main 1.00, no more bets | "
    opened = f"{game.name} 8 decks 7 boxes limits main 1.00..50.00"
    bets = f"{opened} | {placed}"
    first = "KS to 1, 9H to 3, 9D to 5"
    second = ", 7D to Dealer, 6H to 1, 8C to 3, 8D to 5" if lucky else ""
    dealt = f"{bets}{first}{second}, deal confirmed | offers closed | "
    stood = f"{dealt}Ann on 1: stand, Bob on 3: stand, Cid on 5: stand, "
    yield f"{stood}QC to Dealer, settled"
    yield f"{bets}power failed before any outcome {by('power_undecided')}"
    yield f"{opened} waiting 4C | {placed}ready 4C plays by R-22 pit-manager"
    yield f"{dealt}4C in error {by('exposed')}"
    yield f"{dealt}Ann on 1: hit, QC to 1, Bob on 3: hit, QH to 3, Cid on 5: hit, QD to 5"
    yield f"{bets}2 at once for Ann on 1 seen 4C 5C {by('pulled_more')}, Ann picks 5C {by('pulled_more')}, 5C to 1"
    for key, faces in (("none", "-"), ("more", "4C 5C")):
        yield f"{dealt}Ann on 1: hit, 2 at once for a player seen {faces} {by(f'pulled_{key}')}"
        yield f"{stood}2 at once for the Dealer seen {faces} {by(f'pulled_dealer_{key}')}"
    yield f"{dealt}1 passed over {by('skipped')}, Bob on 3: hit, 2H to 3, Bob on 3: stand, Cid on 5: hit, 2D to 5"
    skipped_box = f"KS to 1, 2C laid on 2 {laid}, 9D laid on 5 {laid}"
    rest = f", 7D to Dealer, 6H to 1, 8D laid on 5 {laid}" if lucky else ""
    yield f"{bets}{skipped_box}{rest}, deal confirmed | offers closed"
    if lucky:
        yield f"{bets}{first}{rest}, deal confirmed | offers closed | 3 has one card {by('short_hand')}"
        no_card = f", 6H laid on 1 {laid}, 8C to 3, 8D to 5, deal confirmed"
        yield f"{bets}{first}{no_card} | Dealer has no card {by('dealer_missed')}"


def _stream_rounds(game: Game) -> Iterator[Stream]:
    """A round against an Ace from the opening to the settlement; then cards that lie ready, and a terminal lost."""
    terms = Terms.of(game.name)
    bet = (m.PlaceWager(bettor="T1", wager="main", stake=game.unit), Role.PLAYER)
    script: Script = [
        (m.OpenBets(terms=terms), Role.DEALER),
        bet,
        (m.CloseBets(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("8S AD 3H")),
        (m.CloseOffers(), Role.DEALER),
        (m.CloseDecisions(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("9C 7D")),
        (m.Settle(), Role.DEALER),
    ]
    ready: Script = [(m.OpenBets(terms=terms, waiting=cards("9D")), Role.DEALER), bet, (m.CloseBets(), Role.DEALER)]
    lost: Script = [*script[:2], (m.LoseTerminal(bettor="T1"), Role.DEALER), *script[2:]]
    for told in (script, ready, lost):
        round: Stream | None = None
        for command, by in told:
            for event in stream_decide(round, command, by):
                round = stream_evolve(round, event)
            if round is not None:
                yield round
