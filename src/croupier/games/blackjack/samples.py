"""Sample rounds of blackjack at every stage, for the pit's guide, the forms and the tests."""

from collections.abc import Iterator
from typing import TypeAlias

from croupier.cards import cards
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.notation import read
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
from croupier.games.game import Game
from croupier.games.round import Role
from croupier.games.terms import Terms
from croupier.rulebook import Citation

Script: TypeAlias = list[tuple[m.AnyCommand, Role]]
"""The commands of a sample round, each with the position of whoever gives it."""


def on_boxes(game: Game) -> Iterator[BoxRound]:
    """Rounds on three boxes, after every event: a regular one, then one for each kind of irregularity."""
    assert isinstance(game, Blackjack)
    for line in _sample_lines(game):
        round: BoxRound | None = None
        for event in read(line):
            round = boxes.evolve(round, event)
            yield round


def _sample_lines(game: Blackjack) -> Iterator[str]:
    def by(clause: Citation) -> str:
        return f"by {clause} pit-supervisor"

    law = game.law
    lucky, laid = game.opening == 2, by(law.misdealt)
    placed = "Ann on 1 main 1.00, Bob on 3 main 1.00, Cid on 5 main 1.00, no more bets | "
    opened = f"{game.name} 8 decks 7 boxes limits main 1.00..50.00"
    bets = f"{opened} | {placed}"
    first = "KS to 1, 9H to 3, 9D to 5"
    second = ", 7D to Dealer, 6H to 1, 8C to 3, 8D to 5" if lucky else ""
    dealt = f"{bets}{first}{second}, deal confirmed | offers closed | "
    stood = f"{dealt}Ann on 1: stand, Bob on 3: stand, Cid on 5: stand, "
    yield f"{stood}QC to Dealer, settled"
    yield f"{bets}power failed before any outcome {by(law.power_undecided)}"
    yield f"{opened} waiting 4C | {placed}ready 4C plays by R-22 pit-manager"
    yield f"{dealt}4C in error {by(law.exposed)}"
    yield f"{dealt}Ann on 1: hit, QC to 1, Bob on 3: hit, QH to 3, Cid on 5: hit, QD to 5"
    yield f"{bets}2 at once for Ann on 1 seen 4C 5C {by(law.pulled_more)}, Ann picks 5C {by(law.pulled_more)}, 5C to 1"
    for faces, drawn, dealers in (
        ("-", law.pulled_none, law.pulled_dealer_none),
        ("4C 5C", law.pulled_more, law.pulled_dealer_more),
    ):
        yield f"{dealt}Ann on 1: hit, 2 at once for a player seen {faces} {by(drawn)}"
        yield f"{stood}2 at once for the Dealer seen {faces} {by(dealers)}"
    yield f"{dealt}1 passed over {by(law.skipped)}, Bob on 3: hit, 2H to 3, Bob on 3: stand, Cid on 5: hit, 2D to 5"
    skipped_box = f"KS to 1, 2C laid on 2 {laid}, 9D laid on 5 {laid}"
    rest = f", 7D to Dealer, 6H to 1, 8D laid on 5 {laid}" if lucky else ""
    yield f"{bets}{skipped_box}{rest}, deal confirmed | offers closed"
    if lucky:
        yield f"{bets}{first}{rest}, deal confirmed | offers closed | 3 has one card {by(law.short_hand)}"
        no_card = f", 6H laid on 1 {laid}, 8C to 3, 8D to 5, deal confirmed"
        yield f"{bets}{first}{no_card} | Dealer has no card {by(law.dealer_missed)}"


def on_stream(game: Game) -> Iterator[StreamRound]:
    """A round against an Ace from opening to settlement, then one with early cards, and one with a lost terminal."""
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
    for each in (script, ready, lost):
        round: StreamRound | None = None
        for command, by in each:
            for event in stream.decide(round, command, by):
                round = stream.evolve(round, event)
            if round is not None:
                yield round
