"""Two players at a table with boxes, for the tests of irregularities."""

import pytest

from croupier.cards import Card, cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes.round import decide, evolve
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.catalogue import GAMES
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.refused import Refused
from croupier.rulebook import Clause

GSM = Role.GAMING_SHIFT_MANAGER
both = pytest.mark.parametrize("name", ["lucky-8", "dueling-8s"])
PLAYERS = (
    m.PlaceWager,
    m.WithdrawWager,
    m.Decide,
    m.Surrender,
    m.Insure,
    m.RefuseCard,
    m.WithdrawAll,
    m.MatchSplit,
    m.FinishHand,
    m.ChooseCourse,
)
OPENING = {"lucky-8": "TS 9H 7D 6H 8C", "dueling-8s": "6H 8C"}
"""Ann on box 1 holds ten and six, or eight and six; Bob on box 3 the rest; the Dealer a seven, or the printed eight."""


def then(round: BoxRound | None, *commands: m.AnyCommand, by: Role | None = None) -> BoxRound:
    for command in commands:
        for event in decide(round, command, by or (Role.PLAYER if isinstance(command, PLAYERS) else GSM)):
            round = evolve(round, event)
    assert round is not None
    return round


def bets_open(name: str, **options: object) -> BoxRound:
    return then(None, m.OpenBets(terms=Terms.of(name, unit=100, **options)))  # type: ignore[arg-type]


def closed(name: str) -> BoxRound:
    ann = m.PlaceWager(bettor="Ann", box=1, wager="main", stake=1_000)
    bob = m.PlaceWager(bettor="Bob", box=3, wager="main", stake=600)
    return then(bets_open(name), ann, bob, m.CloseBets())


def deal(text: str) -> list[m.AnyCommand]:
    return [m.DealCard(card=card) for card in cards(text)]


def playing(name: str) -> BoxRound:
    return then(closed(name), *deal(OPENING[name]), m.ConfirmDeal(), m.CloseOffers())


def refusal(round: BoxRound, command: m.AnyCommand, by: Role = GSM) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value


def says(name: str, lucky: str, dueling: str) -> Clause:
    return Clause(GAMES[name].document.id, lucky if name == "lucky-8" else dueling)


def held(round: BoxRound) -> dict[int, tuple[Card, ...]]:
    return {box.number: box.area.hands[0].cards if box.area else box.dealt for box in round.wagered}
