"""A guide for the pit: what may be declared to have gone wrong in a game, when, by whom, and what follows.

It is read off sample rounds of the game at every stage, so it says what the rounds do and nothing else.
"""

from collections.abc import Iterator

import msgspec

from croupier.cards import cards
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.round import expects as baccarat_expects
from croupier.games.baccarat.round import play
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.deciding import decide as box_decide
from croupier.games.blackjack.evolving import evolve as box_evolve
from croupier.games.blackjack.expecting import expects as box_expects
from croupier.games.blackjack.stream import Stream
from croupier.games.blackjack.stream import decide as stream_decide
from croupier.games.blackjack.stream import evolve as stream_evolve
from croupier.games.blackjack.stream import expects as stream_expects
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.games.round import Expected, Phase, Role
from croupier.games.terms import Terms
from croupier.rulebook import Citation


class Irregularity(msgspec.Struct, frozen=True):
    """Something that may go wrong: the command that declares it, who may, by which clause, and while what goes on."""

    command: str
    says: str
    by: Role
    clause: Citation
    during: tuple[Phase, ...]


def irregularities(game: Game) -> list[Irregularity]:
    """What may go wrong in a game.

    >>> from croupier.games.catalogue import game
    >>> [each.clause for each in irregularities(game("tiger")) if each.command == "declare-disturbed-order"]
    [ebaccarat 5.2]
    """
    found: dict[tuple[str, Role, Citation], tuple[str, list[Phase]]] = {}
    for phase, offers in _stages(game):
        for each in offers:
            if each.irregular or each.command in ("interrupt", "lose-terminal", "run-out"):
                key = (each.command, each.by, each.clause)
                during = found.setdefault(key, (each.prompt, []))[1]
                if phase not in during:
                    during.append(phase)
    return [
        Irregularity(command, said, by, clause, tuple(during))
        for (command, by, clause), (said, during) in found.items()
    ]


def _stages(game: Game) -> Iterator[tuple[Phase, list[Expected]]]:
    if isinstance(game, Baccarat):
        yield from _baccarat_stages(game)
    elif isinstance(game, Blackjack):
        yield from _box_stages(game) if game.boxes else _stream_stages(game)


def _baccarat_stages(game: Game) -> Iterator[tuple[Phase, list[Expected]]]:
    """A round from the opening to the settlement, with one wager on it."""
    script: list[b.AnyCommand] = [
        b.OpenBets(terms=Terms.of(game.name)),
        b.PlaceWager(bettor="T1", wager="tie", stake=game.unit),
        b.CloseBets(),
        *(b.DealCard(card=card) for card in cards("8S 4C 3D 2H KH")),
        b.Settle(),
    ]
    for length in range(2, len(script) + 1):
        round = play(*script[:length])
        yield round.phase, baccarat_expects(round)


def _box_stages(game: Game) -> Iterator[tuple[Phase, list[Expected]]]:
    """A round on one box from the opening to the settlement."""
    opening, drawn = ("8S", "9C") if game.name == "dueling-8s" else ("TS 7D 6H", "KC")
    script: list[tuple[m.AnyCommand, Role]] = [
        (m.OpenBets(terms=Terms.of(game.name)), Role.DEALER),
        (m.PlaceWager(bettor="Ann", wager="main", stake=game.unit), Role.PLAYER),
        (m.CloseBets(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards(opening)),
        (m.ConfirmDeal(), Role.DEALER),
        (m.CloseOffers(), Role.DEALER),
        (m.Decide(bettor="Ann", action="stand"), Role.PLAYER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards(drawn)),
        (m.Settle(), Role.DEALER),
    ]
    round: BoxRound | None = None
    for command, by in script:
        for event in box_decide(round, command, by):
            round = box_evolve(round, event)
        if round is not None:
            yield round.phase, box_expects(round)


def _stream_stages(game: Game) -> Iterator[tuple[Phase, list[Expected]]]:
    """A round against an Ace from the opening to the settlement, with one terminal."""
    script: list[tuple[m.AnyCommand, Role]] = [
        (m.OpenBets(terms=Terms.of(game.name)), Role.DEALER),
        (m.PlaceWager(bettor="T1", wager="main", stake=game.unit), Role.PLAYER),
        (m.CloseBets(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("8S AD 3H")),
        (m.CloseOffers(), Role.DEALER),
        (m.CloseDecisions(), Role.DEALER),
        *((m.DealCard(card=card), Role.DEALER) for card in cards("9C 7D")),
        (m.Settle(), Role.DEALER),
    ]
    round: Stream | None = None
    for command, by in script:
        for event in stream_decide(round, command, by):
            round = stream_evolve(round, event)
        if round is not None:
            yield round.phase, stream_expects(round)
