"""The state of a round, the commands that it expects, the events of a command, and the state after each event.

>>> from croupier.cards import cards
>>> round = play(
...     m.OpenBets(terms=Terms.of("dragon-tiger")),
...     m.PlaceWager(bettor="T1", wager="dragon", stake=10_000),
...     m.CloseBets(),
...     *(m.DealCard(card=card) for card in cards("8S 8C")),
...     m.Settle(),
... )
>>> round.nets()
{'T1': -5000}
"""

from collections.abc import Iterator
from functools import partial
from typing import Any, Final, TypeAlias, assert_never, get_args

import msgspec

from croupier.cards import Card
from croupier.games import irregularity as shared
from croupier.games import messages as m
from croupier.games.round import (
    OVER,
    Command,
    Expected,
    Phase,
    Role,
    StaffEvent,
    check_bettor,
    check_position,
    signed,
    tag,
)
from croupier.games.terms import Terms
from croupier.games.wager import Line, Match, lines
from croupier.refused import Refused
from croupier.rulebook import Citation, Clause
from croupier.words import Sentence
from dragon_tiger.game import HANDS, NAMES, Hand, Outcome, clause

VOIDED_BY: Final = (clause("5.1"), clause("5.2"), clause("5.8.1"))
"""The clauses by which staff may void a round."""

# A round at one moment


class CardDealt(StaffEvent, frozen=True, tag="card-dealt"):
    """A card came out for that hand."""

    card: Card
    hand: Hand


AnyCommand: TypeAlias = (
    m.OpenBets
    | m.PlaceWager
    | m.WithdrawWager
    | m.CloseBets
    | m.DealCard
    | m.RemoveCuttingCard
    | m.Settle
    | m.VoidRound
    | m.Interrupt
    | m.LoseTerminal
    | m.FindTerminal
    | m.RunOut
    | m.DeclareBadCards
    | m.DeclareDisturbedOrder
    | m.DeclareDrawnTogether
    | m.Reconstruct
    | m.CorrectCards
    | m.TakeBackCard
    | m.RuleReadyCards
    | m.FindFaceUpCard
    | m.CorrectDisplay
    | m.ReturnLateWager
    | m.Refer
)
AnyEvent: TypeAlias = (
    m.BetsOpened
    | m.WagerPlaced
    | m.WagerWithdrawn
    | m.BetsClosed
    | CardDealt
    | m.CuttingCardRemoved
    | m.RoundSettled
    | m.RoundVoided
    | m.RoundInterrupted
    | m.TerminalLost
    | m.TerminalFound
    | m.CardsDrawnTogether
    | m.CardsDiscarded
    | m.CardsReconstructed
    | m.CardsCorrected
    | m.CardTakenBack
    | m.ReadyCardsRuled
    | m.FaceUpCardFound
    | m.DisplayCorrected
    | m.WagerReturned
    | m.RulingGiven
)
Note: TypeAlias = m.CardsCorrected | m.ReadyCardsRuled | m.FaceUpCardFound | m.DisplayCorrected | m.RulingGiven

COMMANDS: dict[str, type[Command]] = {tag(each): each for each in get_args(AnyCommand)}
"""The commands by their tags."""
SPOILS_SHOE = (clause("5.1"), clause("5.2"), clause("5.2.1"), clause("5.3"))
"""The clauses by which a shoe is out of play."""


class Round(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a round. What follows from the cards is derived from them, never stored."""

    terms: Terms
    phase: Phase = Phase.BETTING
    stakes: dict[str, dict[str, int]] = {}
    """Stakes in cents, by bettor and wager."""
    cards: tuple[Card, ...] = ()
    """Dragon's, then Tiger's."""
    waiting: tuple[Card, ...] = ()
    """Cards already out of the shoe that are dealt next, in this order."""
    unruled: bool = False
    """Whether they were out before bets opened, and nobody has ruled yet to burn or play them (5.6.1)."""
    burned: tuple[Card, ...] = ()
    history: tuple[tuple[Card, ...], ...] = ()
    """The cards before each correction."""
    cut_after: int | None = None
    """How many cards were out when the cutting card appeared."""
    void: Citation | None = None
    interruptions: int = 0
    lost: tuple[str, ...] = ()
    """Terminals that are disconnected."""
    returned: tuple[m.WagerReturned, ...] = ()
    """Late wagers that were returned."""
    notes: tuple[Note, ...] = ()
    """Other findings and rulings."""

    @property
    def surplus(self) -> tuple[Card, ...]:
        """Cards drawn but not needed by a settled round: none, for it always takes two."""
        return ()

    @property
    def next_hand(self) -> Hand | None:
        """The hand that gets the next card; `None` when both are out."""
        return HANDS[len(self.cards)] if len(self.cards) < len(HANDS) else None

    @property
    def out(self) -> tuple[Card, ...]:
        """Every card that has left the shoe for this round."""
        return (*self.cards, *self.waiting, *self.burned)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome, once both cards are out."""
        return Outcome.of(*self.cards) if self.next_hand is None else None

    @property
    def shoe_spoiled_by(self) -> Clause | None:
        """The clause by which the shoe cannot be dealt from again, if any."""
        cited = (self.void, *(note.clause for note in self.notes if isinstance(note, m.RulingGiven)))
        return next((each for each in SPOILS_SHOE if each in cited), None)

    @property
    def shoe_spoiled(self) -> bool:
        """Whether the shoe cannot be dealt from again."""
        return self.shoe_spoiled_by is not None

    def wagers(self) -> dict[str, dict[str, int]]:
        """Stakes in cents, by bettor and wager."""
        return self.stakes

    def matches(self) -> dict[str, Match]:
        """The result of every wager in a settled round, for all bettors."""
        if self.phase is not Phase.SETTLED:
            raise Refused("round-not-settled", clause("3.4"), phase=self.phase)
        return self.terms.rules.matcher.match(self.outcome)

    def lines(self, bettor: str) -> list[Line]:
        """A bettor's settlement, wager by wager."""
        return lines(self.matches(), self.stakes.get(bettor, {}))

    def nets(self) -> dict[str, int]:
        """The net win of each bettor in cents; zero where the round is void (5.11)."""
        if self.phase is Phase.VOID:
            return dict.fromkeys(self.stakes, 0)
        return {bettor: sum(line.net for line in self.lines(bettor)) for bettor in self.stakes}


# What may happen next


def expects(round: Round) -> list[Expected]:
    """The commands that the round expects next, the usual one first."""
    return [*_usual(round), *_irregular(round)]


def _usual(round: Round) -> Iterator[Expected]:
    match round.phase:
        case Phase.BETTING:
            yield Expected(
                command="place-wager",
                by=Role.PLAYER,
                clause=clause("3.1"),
                prompt=Sentence("place-your-bets"),
                wagers=round.terms.offered,
            )
            yield from shared.offer_withdrawal(round.stakes, clause("3.1"))
            yield _dealers("close-bets", "3.2", Sentence("no-more-bets"))
        case Phase.DEALING:
            if round.next_hand and not round.unruled:
                said = Sentence("dragon-tiger-card-to-hand", hand=NAMES[round.next_hand])
                yield _dealers("deal-card", "3.3", said, hand=round.next_hand)
            if round.cut_after is None:
                yield _dealers("remove-cutting-card", "3.5", Sentence("take-cutting-card-out"))
        case Phase.COMPLETE:
            assert round.outcome is not None
            yield _dealers("settle", "3.4", result(round.outcome))


def _dealers(command: str, id: str, prompt: str, hand: str | None = None) -> Expected:
    return Expected(command=command, by=Role.DEALER, clause=clause(id), prompt=prompt, hand=hand)


def result(outcome: Outcome) -> str:
    """The result as the Dealer announces it."""
    if outcome.winner == "tie":
        return Sentence("dragon-tiger-suited-tie") if outcome.suited else Sentence("tie")
    return Sentence("hand-wins", winner=NAMES[outcome.winner])


def _irregular(round: Round) -> Iterator[Expected]:
    if round.phase is Phase.VOID:
        return
    if round.phase is not Phase.SETTLED:
        yield from _until_settled(round)
    if round.cards:
        yield shared.offer_correction(clause("6.3"))
    if round.phase is not Phase.BETTING:
        yield from shared.offer_return(late_wagers(round), round.terms.unit, clause("5.5"))
    yield shared.offer("correct-display", Role.DEALER, clause("6.3"), Sentence("display-wrong-cards-stand"))
    yield shared.offer("refer", Role.GAMING_SHIFT_MANAGER, clause("6.1"), Sentence("shift-manager-ruling"))


def late_wagers(round: Round) -> list[tuple[str, str, int]]:
    """The wagers that may be returned as late: bettor, wager and maximum amount."""
    return [(bettor, wager, stake) for bettor, stakes in round.stakes.items() for wager, stake in stakes.items()]


def _until_settled(round: Round) -> Iterator[Expected]:
    complete = round.phase is Phase.COMPLETE
    interrupted = clause("5.9.1" if complete else "5.9")
    yield shared.offer("interrupt", Role.DEALER, interrupted, Sentence("declare-technical-interruption"))
    yield from shared.offer_terminals(round.stakes, round.lost, clause("5.10"))
    yield shared.offer("void-round", Role.PIT_MANAGER, VOIDED_BY[0], Sentence("void-round"), clauses=VOIDED_BY)
    yield shared.offer("declare-bad-cards", Role.PIT_MANAGER, clause("5.1"), Sentence("bad-cards-void"))
    if complete and not round.shoe_spoiled:
        stands = Sentence("shoe-order-lost-stands")
        yield shared.offer("declare-disturbed-order", Role.GAMING_SHIFT_MANAGER, clause("5.2.1"), stands)
    if round.unruled:
        yield shared.offer_ready(clause("5.6.1"))
    elif not complete and not round.waiting:
        yield shared.offer_face_up(not round.cards, clause("5.6"), clause("5.6.1"))
    if round.phase is Phase.DEALING:
        yield from _of_the_shoe(round)
    if round.cards:
        yield shared.offer("reconstruct", Role.PIT_SUPERVISOR, clause("5.7"), Sentence("put-cards-right"))
        if not round.waiting:
            yield shared.offer_back(round.cards[-1], clause("6.3"))


def _of_the_shoe(round: Round) -> Iterator[Expected]:
    """Irregularities of cards still to be dealt."""
    lost = Sentence("shoe-order-lost-void")
    yield shared.offer("declare-disturbed-order", Role.PIT_MANAGER, clause("5.2"), lost)
    if round.waiting:
        return
    yield shared.offer("run-out", Role.DEALER, clause("5.3"), Sentence("shoe-empty-void"))
    known, unknown = Sentence("drawn-at-once-order-known"), shared.UNKNOWN_ORDER
    together = partial(shared.offer, "declare-drawn-together")
    yield together(Role.PIT_SUPERVISOR, clause("5.8"), known, options=("known",))
    yield together(Role.PIT_MANAGER, clause("5.8.1"), unknown, options=("unknown",))


# What follows from a command


def decide(round: Round | None, command: AnyCommand, by: Role) -> list[AnyEvent]:
    """The events that follow from a command, or a refusal that says why nothing does."""
    if isinstance(command, m.OpenBets):
        return _opened(round, command, by)
    if round is None:
        raise Refused("no-round-begun")
    expected = next((each for each in expects(round) if shared.answers(each, command)), None)
    if expected is None:
        raise _out_of_turn(round, command)
    check_position(expected.by, by, expected.clause)
    return signed(_follows(round, command, expected, by), by)


def _opened(round: Round | None, command: m.OpenBets, by: Role) -> list[AnyEvent]:
    if round is not None and round.phase not in OVER:
        raise Refused("previous-round-not-over", clause("3.1"))
    check_position(Role.DEALER, by, clause("3.1"))
    return signed([m.BetsOpened(terms=command.terms, waiting=command.waiting)], by)


def _out_of_turn(round: Round, command: AnyCommand) -> Refused:
    """Why a command that is not expected is refused."""
    match command:
        case m.PlaceWager() if round.phase is not Phase.BETTING:
            return Refused("bets-closed", clause("5.5"))
        case m.WithdrawWager() if round.phase is not Phase.BETTING:
            return Refused("withdrawal-closed-result-decides", clause("5.4"))
        case m.DealCard() if round.unruled:
            return shared.not_ruled(clause("5.6.1"))
        case m.LoseTerminal(bettor=bettor) | m.FindTerminal(bettor=bettor):
            return Refused("not-open-to-bettor", clause("5.10"), bettor=bettor)
    now = tuple(dict.fromkeys(each.command for each in expects(round))) or (Sentence("nothing-more-expected"),)
    return Refused("command-not-expected", clause("3.3"), phase=round.phase, expected=now)


def _follows(round: Round, command: AnyCommand, expected: Expected, by: Role) -> Iterator[AnyEvent]:
    says = expected.clause
    match command:
        case m.PlaceWager(bettor=bettor, wager=wager, stake=stake):
            check_bettor(bettor)
            round.terms.check_stake(wager, stake)
            yield m.WagerPlaced(bettor=bettor, wager=wager, stake=stake)
        case m.WithdrawWager(bettor=bettor, wager=wager):
            if wager not in round.stakes.get(bettor, {}):
                raise Refused("no-such-wager-placed", bettor=bettor, wager=wager)
            yield m.WagerWithdrawn(bettor=bettor, wager=wager)
        case m.CloseBets():
            yield m.BetsClosed()
        case m.DealCard(card=card):
            yield _dealt(round, card)
        case m.RemoveCuttingCard():
            yield m.CuttingCardRemoved()
        case m.Settle():
            yield m.RoundSettled()
        case m.VoidRound(clause=chosen):
            if chosen not in expected.clauses:
                raise Refused("void-clause-not-applicable", chosen, cited=chosen, allowed=expected.clauses)
            yield m.RoundVoided(clause=chosen, by=by)
        case m.LoseTerminal(bettor=bettor):
            shared.check_bettors(expected, bettor)
            yield m.TerminalLost(bettor=bettor)
        case m.FindTerminal(bettor=bettor):
            shared.check_bettors(expected, bettor)
            yield m.TerminalFound(bettor=bettor)
        case m.Interrupt():
            complete = round.phase is Phase.COMPLETE
            yield m.RoundInterrupted(clause=clause("5.9.1")) if complete else m.RoundVoided(clause=says, by=by)
        case m.RunOut():
            yield m.RoundVoided(clause=says, by=by)
        case m.DeclareBadCards(kind=kind):
            yield m.RoundVoided(clause=says, by=by, why=Sentence("bad-cards-of-kind", defect=kind))
        case m.DeclareDisturbedOrder():
            yield from _disturbed(round, says, by)
        case m.DeclareDrawnTogether(cards=cards, known=known):
            yield from _drawn_together(round, cards, known, says, by)
        case m.Reconstruct(cards=cards):
            yield _reconstructed(round, cards, says, by)
        case m.CorrectCards(cards=cards):
            shared.check_correction(round.cards, cards, says)
            _check_copies(round, (*cards, *round.waiting, *round.burned))
            yield m.CardsCorrected(cards=cards, was=round.cards, clause=says, by=by)
        case m.TakeBackCard(card=card):
            yield shared.taken_back(round.cards[-1], card, says, by)
        case m.RuleReadyCards(course=course):
            yield shared.ready_ruled(round.waiting, course, by, says)
        case m.FindFaceUpCard(card=card, course=ruled):
            _check_copies(round, (*round.out, card))
            yield shared.face_up(card, ruled, expected, by)
        case m.CorrectDisplay(said=said):
            yield m.DisplayCorrected(said=said, clause=says, by=by)
        case m.ReturnLateWager(bettor=bettor, wager=wager, amount=amount):
            stake = round.stakes.get(bettor, {}).get(wager, 0)
            shared.check_late(bettor, wager, stake, amount, round.terms.unit, says)
            yield m.WagerReturned(bettor=bettor, wager=wager, amount=amount, clause=says, by=by)
        case m.Refer(reason=reason, effect=effect):
            yield from shared.ruled(reason, effect, says, by)
        case m.OpenBets():
            raise AssertionError("a round that has begun is not opened")
        case _:
            assert_never(command)


def _dealt(round: Round, card: Card) -> CardDealt:
    shared.check_waiting(round.waiting, card, clause("5.7"))
    _check_copies(round, (*round.cards, *round.burned, card))
    assert round.next_hand is not None  # a round that is being dealt has a card to come
    return CardDealt(card=card, hand=round.next_hand)


def _disturbed(round: Round, says: Citation, by: Role) -> Iterator[AnyEvent]:
    why = Sentence("shoe-order-is-lost")
    if round.phase is Phase.COMPLETE:
        yield from shared.ruled(why, "stands", says, by)
    else:
        yield m.RoundVoided(clause=says, by=by, why=why)


def _drawn_together(round: Round, cards: tuple[Card, ...], known: bool, says: Citation, by: Role) -> Iterator[AnyEvent]:
    """Cards that came at once: dealt next where their order is known, else the round is void and they are out."""
    shared.check_together(cards, known, says)
    _check_copies(round, (*round.out, *cards))
    if known:
        yield m.CardsDrawnTogether(cards=cards, clause=says, by=by)
        return
    if cards:
        yield m.CardsDiscarded(cards=cards, clause=says, by=by)
    yield m.RoundVoided(clause=says, by=by, why=Sentence("drawn-together-order-unknown"))


def _reconstructed(round: Round, cards: tuple[Card, ...], says: Citation, by: Role) -> m.CardsReconstructed:
    """The cards in the order in which they left the shoe: the first two are the hands', the rest is dealt next."""
    shared.check_same_cards((*round.cards, *round.waiting), cards, says)
    _check_copies(round, (*cards, *round.burned))
    hands, waiting = cards[: len(HANDS)], cards[len(HANDS) :]
    return m.CardsReconstructed(cards=hands, waiting=waiting, was=round.cards, clause=says, by=by)


def _check_copies(round: Round, cards: tuple[Card, ...]) -> None:
    shared.check_copies(round.terms.rules, round.terms.decks, cards)


# The round after an event


def evolve(round: Round | None, event: AnyEvent) -> Round:
    """The round after an event."""
    if isinstance(event, m.BetsOpened):
        return Round(terms=event.terms, waiting=event.waiting, unruled=bool(event.waiting))
    if round is None:
        raise Refused("event-outside-round", event=tag(event))
    return msgspec.structs.replace(round, **_changes(round, event))


def _changes(round: Round, event: AnyEvent) -> dict[str, Any]:
    """The fields that an event changes. Events may be replayed years later, so they are never validated here."""
    match event:
        case m.WagerPlaced(bettor=bettor, wager=wager, stake=stake):
            return _with_stake(round, bettor, wager, stake)
        case m.WagerWithdrawn(bettor=bettor, wager=wager):
            return _with_stake(round, bettor, wager, 0)
        case m.WagerReturned(bettor=bettor, wager=wager, amount=amount):
            left = round.stakes[bettor][wager] - amount
            return {**_with_stake(round, bettor, wager, left), "returned": (*round.returned, event)}
        case m.BetsClosed():
            return {"phase": Phase.DEALING}
        case CardDealt(card=card):
            return {**_laid((*round.cards, card)), "waiting": round.waiting[1:]}
        case m.CuttingCardRemoved():
            return {"cut_after": len(round.cards)}
        case m.RoundSettled():
            return {"phase": Phase.SETTLED}
        case m.RoundVoided(clause=says):
            return {"phase": Phase.VOID, "void": says}
        case m.RoundInterrupted():
            return {"interruptions": round.interruptions + 1}
        case m.TerminalLost(bettor=bettor):
            return {"lost": (*shared.without(round.lost, bettor), bettor)}
        case m.TerminalFound(bettor=bettor):
            return {"lost": shared.without(round.lost, bettor)}
        case m.CardsDrawnTogether(cards=cards):
            return {"waiting": cards}
        case m.CardsDiscarded(cards=cards):
            return {"burned": (*round.burned, *cards)}
        case m.CardsReconstructed(cards=cards, waiting=waiting, was=was):
            return {**_laid(cards), "waiting": waiting, "history": (*round.history, was)}
        case m.CardTakenBack():
            return {**_laid(round.cards[:-1]), "history": (*round.history, round.cards)}
        case m.CardsCorrected(cards=cards, was=was):
            return {"cards": cards, "history": (*round.history, was), "notes": (*round.notes, event)}
        case m.ReadyCardsRuled(burned=burned):
            out = {"burned": (*round.burned, *round.waiting), "waiting": ()} if burned else {}
            return {"unruled": False, "notes": (*round.notes, event), **out}
        case m.FaceUpCardFound(card=card, burned=burned):
            out = {"burned": (*round.burned, card)} if burned else {"waiting": (card,)}
            return {"notes": (*round.notes, event), **out}
        case m.DisplayCorrected() | m.RulingGiven():
            return {"notes": (*round.notes, event)}
        case m.BetsOpened():
            raise AssertionError("it begins a round")
        case _:
            assert_never(event)


def _with_stake(round: Round, bettor: str, wager: str, stake: int) -> dict[str, Any]:
    """Set a bettor's stake on a wager; a terminal that bets is no longer lost."""
    own = {**round.stakes.get(bettor, {}), wager: stake}
    stakes = {**round.stakes, bettor: {name: each for name, each in own.items() if each}}
    return {
        "stakes": {name: each for name, each in stakes.items() if each},
        "lost": shared.without(round.lost, bettor),
    }


def _laid(cards: tuple[Card, ...]) -> dict[str, Any]:
    """Set the cards on the table, and the phase that follows from their number."""
    return {"cards": cards, "phase": Phase.DEALING if len(cards) < len(HANDS) else Phase.COMPLETE}


def play(*commands: AnyCommand) -> Round:
    """The round after these commands, each given by the lowest position that may give it."""
    round: Round | None = None
    for command in commands:
        offers = expects(round) if round else []
        by = next((each.by for each in offers if shared.answers(each, command)), Role.DEALER)
        for event in decide(round, command, by):
            round = evolve(round, event)
    if round is None:
        raise Refused("no-command-no-round")
    return round
