"""Terminals at Electronic Blackjack, for the tests of irregularities."""

import msgspec
import pytest

from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.stream.round import decide, evolve
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.refused import Refused

TERMS = Terms.of("e-blackjack", unit=100)
GSM = Role.GAMING_SHIFT_MANAGER


def then(round: StreamRound | None, *commands: m.AnyCommand, by: Role | None = None) -> StreamRound:
    for command in commands:
        players = (m.PlaceWager, m.Decide, m.Surrender, m.Insure, m.TakeEvenMoney)
        actor = by or (Role.PLAYER if isinstance(command, players) else GSM)
        for event in decide(round, command, actor):
            round = evolve(round, event)
    assert round is not None
    return round


def dealt(text: str, **mains: int) -> StreamRound:
    bets = [m.PlaceWager(bettor=name, wager="main", stake=stake) for name, stake in (mains or {"T1": 1_000}).items()]
    return then(None, m.OpenBets(terms=TERMS), *bets, m.CloseBets(), *deal(text))


def deal(text: str) -> list[m.AnyCommand]:
    return [m.DealCard(card=card) for card in cards(text)]


def says(**choices: str) -> list[m.AnyCommand]:
    made = [
        msgspec.convert({"command": "decide", "bettor": name, "action": word}, m.Decide)
        for name, word in choices.items()
    ]
    return [*made, m.CloseDecisions()]


def refusal(round: StreamRound, command: m.AnyCommand, by: Role = GSM) -> Refused:
    with pytest.raises(Refused) as caught:
        decide(round, command, by)
    return caught.value
