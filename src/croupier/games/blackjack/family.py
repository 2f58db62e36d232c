"""Blackjack as two families of games: on boxes, each with its own cards, and on one stream of cards shared by all."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, get_args

import msgspec

from croupier.cards import Card, cards
from croupier.games.blackjack import forms
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import round as boxes
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.blackjack.dealing import deal_round
from croupier.games.blackjack.dispatch import check_complete
from croupier.games.blackjack.recorded import BlackjackSettlement, settle
from croupier.games.blackjack.samples import on_boxes, on_stream
from croupier.games.blackjack.settlement import NOTHING_OVER, Position, at_risk, early_net
from croupier.games.blackjack.stream import round as stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.blackjack.variants import Blackjack
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
from croupier.games.round import Expected, Phase, Role
from croupier.games.wager import Line
from croupier.rulebook import Citation
from croupier.words import Sentence

Either = TypeVar("Either", BoxRound, StreamRound)
NOTHING = Standing()
PARTS = {
    "demo": "croupier.demo.blackjack:DEMO",
    "advice": "croupier.server.blackjack:advised",
    "practice": "croupier.server.blackjack:asked",
    "squares": "croupier.server.blackjack:squares",
    "odds": "croupier.odds.blackjack.family:ODDS",
    "report": "croupier.report.blackjack:REPORT",
    "strategy": "croupier.odds.blackjack.strategy.family:STRATEGY",
    "kernel": "croupier.simulation.blackjack.kernel:kernel",
    "vocabulary": "croupier.games.blackjack.vocabulary:VOCABULARY",
}
OPENS = {m.OpenBets, m.BetsOpened}
"""The command and the event that begin a round: handled before there is a round."""
check_complete({*get_args(m.AnyCommand), *get_args(m.AnyEvent)} - OPENS, boxes.HANDLERS, stream.HANDLERS)
_split_events = msgspec.json.Decoder(list[msgspec.Raw]).decode


class BlackjackFamily(Family[Either]):
    """What both blackjack families share."""

    commands = m.COMMANDS
    rulings = (m.PowerFailed, m.RoundVoided, m.RulingGiven)
    resumes = (m.PlayResumed,)
    own_only = (
        m.WagerPlaced,
        m.WagerClaimed,
        m.WagerWithdrawn,
        m.ChoiceMade,
        m.SurrenderChosen,
        m.InsurancePlaced,
        m.EvenMoneyTaken,
    )

    def decode_command(self, body: bytes) -> Any:
        return m.decode_command(body)

    def decode_event(self, body: bytes) -> Any:
        return m.decode_event(body)

    def decode_events(self, body: bytes | msgspec.Raw) -> list[Any]:
        return [m.decode_event(bytes(each)) for each in _split_events(body)]

    def settle(self, game: Game, round: RecordedRound, unit: int | None) -> BlackjackSettlement:
        assert isinstance(game, Blackjack)
        return settle(game, cards(round.cards), round.wagers, round.decisions, round.decks, unit)

    def deal(
        self, game: Game, shoe: list[Card], stakes: dict[str, int], entropy: random.Random
    ) -> tuple[Sequence[Card], list[str]]:
        assert isinstance(game, Blackjack)
        return deal_round(game, shoe, stakes, entropy)

    def apart(self, round: Either) -> tuple[Card, ...]:
        return round.removed

    def put_down(self, round: Either) -> dict[str, int]:
        return round.staked()

    def spoiled(self, round: Either) -> ShoeDue | None:
        if round.void == round.rules.law.bad_cards:
            return ShoeDue(BAD_CARDS, round.void)
        if round.void == KNOWN_EARLY:
            return ShoeDue(Sentence("shoe-card-was-known"), round.void)
        return ShoeDue(EMPTY, round.void) if round.void == Citation("R-13") else None

    def result(self, round: Either) -> str:
        hand = round.dealer_hand
        if not hand.cards:
            return Sentence("no-card-dealt")
        if hand.bust:
            return Sentence("dealer-busts-with-total", total=hand.total)
        return Sentence("dealer-has-blackjack") if hand.blackjack else Sentence("dealer-has-total", total=hand.total)

    def search_words(self, round: Either) -> Iterator[str]:
        dealer = round.dealer_hand
        blackjack = dealer.blackjack and round.rules.blackjacks
        yield "dealer-blackjack" if blackjack else "dealer-bust" if dealer.bust else f"dealer-{dealer.total}"


class BoxFamily(BlackjackFamily[BoxRound]):
    """Lucky 8 and Dueling 8's."""

    name = "boxes"
    parts = {**PARTS, "view": "croupier.house.views.blackjack.boxes:VIEW"}
    reshuffles = (m.DiscardsShuffled,)
    open_stakes = True

    def decide(self, round: BoxRound | None, command: Any, by: Role) -> list[Any]:
        return list(boxes.decide(round, command, by))

    def evolve(self, round: BoxRound | None, event: Any) -> BoxRound:
        return boxes.evolve(round, event)

    def expects(self, round: BoxRound) -> list[Expected]:
        return boxes.expects(round)

    def form(self, expected: Expected, round: BoxRound) -> Form:
        return forms.box_form(expected, round)

    def samples(self, game: Game) -> Iterator[BoxRound]:
        return on_boxes(game)

    def taken(self, round: BoxRound) -> tuple[Card, ...]:
        return (*_lying(round), *round.removed, *_pulled(round))

    def face_up(self, round: BoxRound) -> tuple[Card, ...]:
        return (*_lying(round), *_pulled(round), *next_face_up(round))

    def unseen(self, round: BoxRound) -> int:
        return round.unseen

    def removed_unseen(self, round: BoxRound) -> int:
        return round.removed_unseen

    def gone_unseen(self, round: BoxRound) -> int:
        return round.removed_unseen + (round.pulled.unseen if round.pulled else 0)

    def reshuffled(self, round: BoxRound) -> bool:
        return round.reshuffled

    def dealt(self, round: BoxRound) -> list[Dealt]:
        came = (event for event in round.play if isinstance(event, m.CardDealt | m.CardMisdealt))
        return [Dealt(each.card, "box", each.box) if each.box else Dealt(each.card, "dealer") for each in came]

    def hands(self, round: BoxRound) -> Mapping[str, tuple[Card, ...]]:
        return {"dealer": round.dealer, **{Sentence("place-box", box=box.number): box.cards for box in round.boxes}}

    def shuffle_due(self, round: BoxRound) -> ShoeDue | None:
        due = super().shuffle_due(round)
        if due is None and round.shuffle_due:
            law = round.rules.law
            clause = law.shuffles_fully if round.reshuffled else law.misses_cut
            return ShoeDue(Sentence("shuffle-after-last-round"), clause)
        return due

    def last_of_shoe(self, round: BoxRound) -> bool:
        return round.cut_after is not None or round.shuffle_due

    def copies(self, round: BoxRound) -> tuple[Card, ...] | None:
        return tuple(card for card in round.rules.deck.cards for _ in range(round.copies(card)))

    def absent(self, round: BoxRound) -> tuple[tuple[str, int], ...]:
        return tuple((each.bettor, box.number) for box in round.boxes for each in box.positions if each.absent)

    def honoured(self, round: BoxRound) -> tuple[str, ...]:
        return round.honoured

    def seats(self, round: BoxRound) -> dict[int, str]:
        return {box.number: box.seat for box in round.boxes if box.seat}

    def unstaked(self, round: BoxRound) -> bool:
        return not round.claims and not any(box.positions for box in round.boxes)

    def answered(self, round: BoxRound, choosing: int) -> bool:
        return round.phase is Phase.OFFERING

    def settlement(self, round: BoxRound) -> Iterator[tuple[str, int, Line]]:
        return _on_boxes(round.settlement())

    def left_by_void(self, round: BoxRound) -> Iterator[tuple[str, int, Line]]:
        return _on_boxes(round.left_by_void())

    def in_play(self, round: BoxRound) -> dict[str, Standing]:
        standings: dict[str, Standing] = {}
        held = [
            (each.bettor, _standing(each, round.rules, round.over(each)))
            for box in round.boxes
            for each in box.positions
        ]
        held += [(claim.bettor, Standing(claim.stake)) for claim in round.claims]
        held += [(each.bettor, Standing(each.stake)) for each in (*round.insured, *round.insurance_claims)]
        for bettor, more in held:
            standings[bettor] = standings.get(bettor, NOTHING) + more
        return standings

    def standing(self, round: BoxRound, bettor: str) -> Standing:
        return self.in_play(round).get(bettor, NOTHING)

    def staked(self, round: BoxRound) -> Iterator[Staked]:
        positions = (at_risk(position, round.over(position)) for box in round.boxes for position in box.positions)
        return _staked(positions, (each.stake for each in round.insured))

    def before_the_deal(self, round: BoxRound) -> list[dict[str, int]]:
        by_box = (
            stakes_by_wager(_before_the_deal(at_risk(each, round.over(each))) for each in box.positions)
            for box in round.boxes
        )
        return [stakes for stakes in by_box if stakes]

    def playing_total(self, round: BoxRound, bettor: str) -> int | None:
        hand = round.turn.area.hand if round.turn and round.turn.area else None
        return hand.total if hand else None

    def addition(self, round: BoxRound, bettor: str) -> int:
        positions = (position for box in round.boxes if (position := box.position(bettor)))
        return max((each.original for each in positions), default=0)


class SharedFamily(BlackjackFamily[StreamRound]):
    """Electronic Blackjack."""

    name = "shared"
    parts = {**PARTS, "view": "croupier.house.views.blackjack.shared:VIEW"}

    def decide(self, round: StreamRound | None, command: Any, by: Role) -> list[Any]:
        return list(stream.decide(round, command, by))

    def evolve(self, round: StreamRound | None, event: Any) -> StreamRound:
        return stream.evolve(round, event)

    def expects(self, round: StreamRound) -> list[Expected]:
        return stream.expects(round)

    def form(self, expected: Expected, round: StreamRound) -> Form:
        return forms.stream_form(expected, round)

    def samples(self, game: Game) -> Iterator[StreamRound]:
        return on_stream(game)

    def taken(self, round: StreamRound) -> tuple[Card, ...]:
        return (*round.cards, *round.removed)

    def dealt(self, round: StreamRound) -> list[Dealt]:
        opening = [Dealt(card, "opening") for card in round.opening]
        dealer = [Dealt(card, "dealer") for card in round.dealer]
        return [
            *opening[:1],
            *dealer[:1],
            *opening[1:],
            *(Dealt(card, "stream") for card in round.stream),
            *dealer[1:],
        ]

    def hands(self, round: StreamRound) -> Mapping[str, tuple[Card, ...]]:
        return {"dealer": round.dealer_hand.cards, "shared": (*round.opening, *round.stream)}

    def lost(self, round: StreamRound) -> tuple[str, ...]:
        return round.lost

    def unstaked(self, round: StreamRound) -> bool:
        return not round.positions

    def undecided(self, round: StreamRound) -> int:
        if round.phase is not Phase.PLAYING:
            return 0
        waiting = [who for area, who in zip(round.ways, round.by_way(), strict=True) if area.waits_for_decision]
        return sum(each not in round.choices for who in waiting for each in who)

    def answered(self, round: StreamRound, choosing: int) -> bool:
        if round.phase is Phase.PLAYING:
            return len(round.choices) >= choosing
        return round.phase is Phase.OFFERING and len(round.insured) >= len(round.mains)

    def settlement(self, round: StreamRound) -> Iterator[tuple[str, None, Line]]:
        return _of_terminals(round.settlement())

    def left_by_void(self, round: StreamRound) -> Iterator[tuple[str, None, Line]]:
        return _of_terminals(round.left_by_void())

    def in_play(self, round: StreamRound) -> dict[str, Standing]:
        return {bettor: self.standing(round, bettor) for bettor in round.positions}

    def standing(self, round: StreamRound, bettor: str) -> Standing:
        position = round.positions.get(bettor)
        if position is None:
            return NOTHING
        # A choice locks when the window closes; what it will cost is reserved from the moment it is made.
        chosen = position.original if round.choices.get(bettor) in ("double", "split") else 0
        return _standing(position, round.rules) + Standing(chosen + round.insured.get(bettor, 0))

    def staked(self, round: StreamRound) -> Iterator[Staked]:
        return _staked(round.positions.values(), round.insured.values())

    def before_the_deal(self, round: StreamRound) -> list[dict[str, int]]:
        return [stakes_by_wager(map(_before_the_deal, round.positions.values()))]

    def playing_total(self, round: StreamRound, bettor: str) -> int | None:
        if not round.ways or bettor not in round.way:
            return None
        area = round.area(bettor)
        return area.hands[area.at].total if area.at < len(area.hands) else None

    def addition(self, round: StreamRound, bettor: str) -> int:
        return round.positions[bettor].original if bettor in round.positions else 0


def _on_boxes(settled: Mapping[str, Mapping[int, Iterable[Line]]]) -> Iterator[tuple[str, int, Line]]:
    for bettor, by_box in settled.items():
        for box, lines in by_box.items():
            yield from ((bettor, box, line) for line in lines)


def _of_terminals(settled: Mapping[str, Iterable[Line]]) -> Iterator[tuple[str, None, Line]]:
    for bettor, lines in settled.items():
        yield from ((bettor, None, line) for line in lines)


def next_face_up(round: BoxRound) -> tuple[Card, ...]:
    """The next card, if everybody has seen it: dealt in error, or the only one seen of several drawn at once.

    Other waiting cards lie face down; those found face up in the shoe are played as if nobody had seen them.
    """
    kinds = (m.CardExposed, m.CardsPulled, m.CardDealt, m.CardMisdealt)
    last = next((event for event in reversed(round.play) if isinstance(event, kinds)), None)
    seen: tuple[Card, ...] = ()
    if isinstance(last, m.CardExposed) and round.exposed:
        seen = (last.card,)
    elif isinstance(last, m.CardsPulled) and len(last.disclosed) == 1:
        seen = last.disclosed
    return seen if seen == round.waiting[:1] else ()


def _lying(round: BoxRound) -> tuple[Card, ...]:
    return (*(card for box in round.boxes for card in box.cards), *round.dealer)


def _pulled(round: BoxRound) -> tuple[Card, ...]:
    return round.pulled.cards if round.pulled else ()


def _standing(position: Position, rules: Blackjack, over: Mapping[str, int] = NOTHING_OVER) -> Standing:
    """A surrendered wager and one paid even money are settled; everything else is in play until the settlement."""
    beside = sum(position.sides.values()) + sum(position.ties.values())
    if position.surrendered:
        lost = early_net(position, over)
        # By one reading the other half is in play until the Dealer has no Blackjack.
        held = position.original - over.get("main", 0) + lost
        return Standing(beside + (held if rules.surrender_reclaimed else 0), lost)
    if position.even_money:
        return Standing(beside, early_net(position, over))
    on_hands = sum(position.stakes.values()) or position.original
    return Standing(beside + on_hands + sum(position.doubles.values()))


def _staked(positions: Iterable[Position], insured: Iterable[int]) -> Iterator[Staked]:
    for each in positions:
        if each.original:
            on_hands = sum(each.stakes.values()) or each.original
            yield Staked("main", on_hands + sum(each.doubles.values()), each.original)
        yield from (Staked(wager, stake, stake) for wager, stake in each.sides.items())
        yield from (Staked("tie-on-18", stake, stake) for stake in each.ties.values())
    yield from (Staked("insurance", stake, stake) for stake in insured)


def _before_the_deal(position: Position) -> dict[str, int]:
    return {**({"main": position.original} if position.original else {}), **position.sides}


BOXES, SHARED = BoxFamily(), SharedFamily()
