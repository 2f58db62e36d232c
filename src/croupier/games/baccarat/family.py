"""Baccarat as a family of games: one round for all terminals, Player against Banker."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from croupier.cards import Card, cards
from croupier.games.baccarat import forms
from croupier.games.baccarat import messages as m
from croupier.games.baccarat import round as rounds
from croupier.games.baccarat.drawing import next_hand
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.samples import samples
from croupier.games.baccarat.settlement import BaccaratSettlement, Summary, settle
from croupier.games.baccarat.state import BaccaratRound, baccarat
from croupier.games.baccarat.variants import Baccarat
from croupier.games.baccarat.wagers import NAMES
from croupier.games.family import (
    BAD_CARDS,
    EMPTY,
    Dealt,
    Family,
    RecordedRound,
    ShoeDue,
    Staked,
    Standing,
    stakes_by_wager,
)
from croupier.games.form import Form
from croupier.games.game import Game
from croupier.games.irregularity import KNOWN_EARLY
from croupier.games.round import Expected, Role
from croupier.games.wager import Line, lines
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence

_split_events = msgspec.json.Decoder(list[msgspec.Raw]).decode


class BaccaratFamily(Family[BaccaratRound]):
    """The baccarat games."""

    name = "baccarat"
    parts = {
        "demo": "croupier.demo.baccarat:DEMO",
        "squares": "croupier.server.baccarat:squares",
        "odds": "croupier.odds.baccarat.family:ODDS",
        "view": "croupier.house.views.baccarat.view:VIEW",
        "kernel": "croupier.simulation.baccarat.kernel:kernel",
        "vocabulary": "croupier.games.baccarat.vocabulary:VOCABULARY",
    }
    commands = m.COMMANDS
    rulings = (m.RoundInterrupted, m.RoundVoided, m.RulingGiven)
    waits_for_bets = False
    sides = ("player", "banker")
    own_only = (m.WagerPlaced, m.WagerWithdrawn)

    def decide(self, round: BaccaratRound | None, command: Any, by: Role) -> list[Any]:
        return list(rounds.decide(round, command, by))

    def evolve(self, round: BaccaratRound | None, event: Any) -> BaccaratRound:
        return rounds.evolve(round, event)

    def expects(self, round: BaccaratRound) -> list[Expected]:
        return rounds.expects(round)

    def form(self, expected: Expected, round: BaccaratRound) -> Form:
        return forms.form(expected, round)

    def decode_command(self, body: bytes) -> Any:
        return m.decode_command(body)

    def decode_event(self, body: bytes) -> Any:
        return m.decode_event(body)

    def decode_events(self, body: bytes | msgspec.Raw) -> list[Any]:
        return [m.decode_event(bytes(each)) for each in _split_events(body)]

    def samples(self, game: Game) -> Iterator[BaccaratRound]:
        return samples(game)

    def settle(self, game: Game, round: RecordedRound, unit: int | None) -> BaccaratSettlement:
        assert isinstance(game, Baccarat)
        if round.decisions:
            raise Refused("game-has-no-decisions", game.law.draws, game=game.name, decision=round.decisions[0])
        return settle(game, cards(round.cards), round.wagers, round.decks, unit)

    def deal(
        self, game: Game, shoe: list[Card], stakes: dict[str, int], entropy: random.Random
    ) -> tuple[Sequence[Card], list[str]]:
        needed = next(number for number in range(len(shoe)) if next_hand(shoe[:number]) is None)
        return shoe[:needed], []

    def drawn_by(self, game: Game) -> tuple[Clause, ...]:
        assert isinstance(game, Baccarat)
        return (game.law.draws,)

    def taken(self, round: BaccaratRound) -> tuple[Card, ...]:
        return (*round.cards, *round.burned)

    def apart(self, round: BaccaratRound) -> tuple[Card, ...]:
        return round.burned

    def won_by(self, cards: Sequence[Card]) -> str | None:
        done = len(cards) >= 4 and next_hand(cards) is None
        return outcome(cards).points.winner if done else None

    def dealt(self, round: BaccaratRound) -> list[Dealt]:
        sides = (next_hand(round.cards[:place]) for place in range(len(round.cards)))
        return [Dealt(card, side) for card, side in zip(round.cards, sides, strict=True) if side]

    def hands(self, round: BaccaratRound) -> Mapping[str, tuple[Card, ...]]:
        return {str(side): held for side, held in round.hands.items()}

    def spoiled(self, round: BaccaratRound) -> ShoeDue | None:
        law, void = round.law, round.void
        if not round.shoe_spoiled:
            return None
        if void in (law.bad_cards, law.bad_cards_alike):
            return ShoeDue(BAD_CARDS, void)
        if void == law.runs_out:
            return ShoeDue(EMPTY, void)
        if void == KNOWN_EARLY:
            return ShoeDue(Sentence("shoe-card-was-known"), void)
        return ShoeDue(Sentence("shoe-order-was-lost"), void or law.disturbed_complete)

    def lost(self, round: BaccaratRound) -> tuple[str, ...]:
        return round.lost

    def would_win(self, round: BaccaratRound, wager: str, stake: int) -> int | None:
        return round.matches()[wager].net(stake)

    def interrupted(self, round: BaccaratRound) -> bool:
        return bool(round.interruptions)

    def unstaked(self, round: BaccaratRound) -> bool:
        return not round.stakes

    def settlement(self, round: BaccaratRound) -> Iterator[tuple[str, None, Line]]:
        matches = round.matches()
        for bettor, stakes in round.stakes.items():
            yield from ((bettor, None, line) for line in lines(matches, stakes))

    def left_by_void(self, round: BaccaratRound) -> Iterator[tuple[str, None, Line]]:
        for bettor, left in round.left_by_void().items():
            yield from ((bettor, None, line) for line in left)

    def in_play(self, round: BaccaratRound) -> dict[str, Standing]:
        return {bettor: Standing(sum(stakes.values())) for bettor, stakes in round.stakes.items()}

    def standing(self, round: BaccaratRound, bettor: str) -> Standing:
        return Standing(sum(round.stakes.get(bettor, {}).values()))

    def put_down(self, round: BaccaratRound) -> dict[str, int]:
        return {bettor: sum(stakes.values()) for bettor, stakes in round.stakes.items()}

    def staked(self, round: BaccaratRound) -> Iterator[Staked]:
        for stakes in round.stakes.values():
            for wager, stake in stakes.items():
                yield Staked(wager, stake, stake)

    def before_the_deal(self, round: BaccaratRound) -> list[dict[str, int]]:
        return [stakes_by_wager(round.stakes.values())]

    def result(self, round: BaccaratRound) -> str:
        assert round.outcome is not None
        points = round.outcome.points
        if points.winner == "tie":
            return Sentence("tie-at-points", points=points.player)
        low, high = sorted((points.player, points.banker))
        return Sentence("hand-wins-by-points", winner=NAMES[points.winner], high=high, low=low)

    def search_words(self, round: BaccaratRound) -> Iterator[str]:
        assert round.outcome is not None
        summary = Summary.of(round.outcome, baccarat(round.terms))
        yield summary.winner
        yield from ("natural",) * summary.natural
        yield from ("player-pair",) * summary.player_pair
        yield from ("banker-pair",) * summary.banker_pair


BACCARAT = BaccaratFamily()
