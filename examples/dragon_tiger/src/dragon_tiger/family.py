"""Dragon Tiger as a family of games: the interface by which the house conducts and reads its rounds."""

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import msgspec

from croupier.cards import Card, cards
from croupier.games import messages as m
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
from croupier.games.form import Bounds, Form, FormContext, Row, Rows, form, limited
from croupier.games.game import Game
from croupier.games.irregularity import check_copies
from croupier.games.round import Expected, Role, decode_hook
from croupier.games.terms import Terms
from croupier.games.upcast import upcast
from croupier.games.wager import Line, lines
from croupier.refused import Refused
from croupier.rulebook import Clause
from croupier.words import Sentence
from dragon_tiger import round as rounds
from dragon_tiger.game import CHINESE, HANDS, NAMES, Hand, Outcome, clause, rank
from dragon_tiger.round import COMMANDS, AnyCommand, AnyEvent, Round

_decode_command = msgspec.json.Decoder(AnyCommand, dec_hook=decode_hook).decode
_decode_event = msgspec.json.Decoder(AnyEvent, dec_hook=decode_hook).decode
_split_events = msgspec.json.Decoder(list[msgspec.Raw]).decode


class Settlement(msgspec.Struct, frozen=True):
    """The settlement of one bettor's wagers in a recorded round, every cent explained."""

    outcome: Outcome
    hands: dict[Hand, tuple[Card, ...]]
    net: dict[str, int]
    total: int
    lines: list[Line]

    @property
    def headline(self) -> str:
        """Both cards and who won, in a few words."""
        held = ", ".join(f"{NAMES[hand]} {card}" for hand, (card,) in self.hands.items())
        return f"{held}: {rounds.result(self.outcome)}"


class DragonTigerFamily(Family[Round]):
    """One round for all terminals, two cards, and nothing to decide."""

    name = "dragon-tiger"
    parts = {"odds": "dragon_tiger.odds:ODDS", "kernel": "dragon_tiger.kernel:kernel"}
    commands = COMMANDS
    rulings = (m.RoundInterrupted, m.RoundVoided, m.RulingGiven)
    waits_for_bets = False
    sides = HANDS
    own_only = (m.WagerPlaced, m.WagerWithdrawn)
    chinese = CHINESE

    # Conducting

    def decide(self, round: Round | None, command: Any, by: Role) -> list[Any]:
        return list(rounds.decide(round, command, by))

    def evolve(self, round: Round | None, event: Any) -> Round:
        return rounds.evolve(round, event)

    def expects(self, round: Round) -> list[Expected]:
        return rounds.expects(round)

    def form(self, expected: Expected, round: Round) -> Form:
        known = FormContext(
            unit=round.terms.unit,
            people=tuple(round.stakes),
            waiting=round.waiting,
            dealt=round.cards,
            rows=_rows(expected, round),
        )
        return form(COMMANDS[expected.command], expected, known)

    def decode_command(self, body: bytes) -> Any:
        return _decode_command(body)

    def decode_event(self, body: bytes) -> Any:
        return _decode_event(upcast(body))

    def decode_events(self, body: bytes | msgspec.Raw) -> list[Any]:
        return [self.decode_event(bytes(each)) for each in _split_events(body)]

    def samples(self, game: Game) -> Iterator[Round]:
        terms = Terms.of(game.name)
        opened, bet = m.OpenBets(terms=terms), m.PlaceWager(bettor="T1", wager="tie", stake=game.unit)
        deal = [m.DealCard(card=card) for card in cards("8S 4C")]
        scripts: list[list[AnyCommand]] = [
            [opened, bet, m.CloseBets(), *deal, m.Settle()],
            [opened, bet, m.LoseTerminal(bettor="T1"), m.CloseBets(), *deal],
            [m.OpenBets(terms=terms, waiting=cards("9D")), m.CloseBets()],
        ]
        for script in scripts:
            yield from (rounds.play(*script[:length]) for length in range(1, len(script) + 1))

    # Rounds of one bettor, as they are recorded

    def settle(self, game: Game, round: RecordedRound, unit: int | None) -> Settlement:
        if round.decisions:
            raise Refused("game-has-no-decisions", clause("3.3"), game=game.name, decision=round.decisions[0])
        if len(round.cards) != len(HANDS):
            raise Refused("dragon-tiger-one-card-each", clause("3.3"), given=len(round.cards))
        dragon, tiger = dealt = cards(round.cards)
        check_copies(game, game.check_decks(round.decks), dealt)
        game.check_stakes(round.wagers, unit or game.unit)
        outcome = Outcome.of(dragon, tiger)
        settled = lines(game.matcher.match(outcome), round.wagers)
        net = {line.wager: line.net for line in settled}
        return Settlement(outcome, {"dragon": (dragon,), "tiger": (tiger,)}, net, sum(net.values()), settled)

    def deal(
        self, game: Game, shoe: list[Card], stakes: dict[str, int], entropy: random.Random
    ) -> tuple[Sequence[Card], list[str]]:
        return shoe[: len(HANDS)], []

    def drawn_by(self, game: Game) -> tuple[Clause, ...]:
        return (clause("3.3"),)

    # Cards

    def taken(self, round: Round) -> tuple[Card, ...]:
        return (*round.cards, *round.burned)

    def apart(self, round: Round) -> tuple[Card, ...]:
        return round.burned

    def dealt(self, round: Round) -> list[Dealt]:
        return [Dealt(card, hand) for hand, card in zip(HANDS, round.cards, strict=False)]

    def hands(self, round: Round) -> Mapping[str, Sequence[Card]]:
        return {hand: round.cards[place : place + 1] for place, hand in enumerate(HANDS)}

    def comes_to(self, round: Round, hand: str) -> str:
        return "".join(str(rank(card)) for card in self.hands(round)[hand])

    def won_by(self, cards: Sequence[Card]) -> str | None:
        return Outcome.of(*cards).winner if len(cards) == len(HANDS) else None

    def spoiled(self, round: Round) -> ShoeDue | None:
        by = round.shoe_spoiled_by
        why = {clause("5.1"): BAD_CARDS, clause("5.3"): EMPTY}
        return None if by is None else ShoeDue(why.get(by, Sentence("shoe-order-was-lost")), by)

    # People and what they have at stake

    def lost(self, round: Round) -> tuple[str, ...]:
        return round.lost

    def interrupted(self, round: Round) -> bool:
        return round.interruptions > 0

    def would_win(self, round: Round, wager: str, stake: int) -> int | None:
        return round.matches()[wager].net(stake)

    def unstaked(self, round: Round) -> bool:
        return not round.stakes

    def settlement(self, round: Round) -> Iterator[tuple[str, int | None, Line]]:
        matches = round.matches()
        for bettor, stakes in round.stakes.items():
            yield from ((bettor, None, line) for line in lines(matches, stakes))

    def in_play(self, round: Round) -> dict[str, Standing]:
        return {bettor: self.standing(round, bettor) for bettor in round.stakes}

    def standing(self, round: Round, bettor: str) -> Standing:
        return Standing(sum(round.stakes.get(bettor, {}).values()))

    def put_down(self, round: Round) -> dict[str, int]:
        return {bettor: sum(stakes.values()) for bettor, stakes in round.stakes.items()}

    def staked(self, round: Round) -> Iterator[Staked]:
        for stakes in round.stakes.values():
            yield from (Staked(wager, stake, stake) for wager, stake in stakes.items())

    def before_the_deal(self, round: Round) -> list[dict[str, int]]:
        return [stakes_by_wager(round.stakes.values())]

    # Words

    def result(self, round: Round) -> str:
        assert round.outcome is not None
        return rounds.result(round.outcome)

    def search_words(self, round: Round) -> Iterator[str]:
        assert round.outcome is not None
        yield round.outcome.winner
        if round.outcome.suited and round.outcome.winner == "tie":
            yield "suited-tie"


def _rows(expected: Expected, round: Round) -> Rows | None:
    """The valid combinations of fields, for commands whose fields depend on one another."""
    match expected.command:
        case "place-wager":
            return limited(expected.wagers, round.terms.limits_of)
        case "return-late-wager":
            unit = round.terms.unit
            late = rounds.late_wagers(round)
            rows = tuple(Row((bettor, wager), (Bounds(unit, stake),)) for bettor, wager, stake in late)
            return Rows(("bettor", "wager"), ("amount",), rows)
        case _:
            return None


FAMILY = DragonTigerFamily()
