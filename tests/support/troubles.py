"""Random irregularities in baccarat and the shared stream: a command for any offer, built from the offer alone.

A command built from an offer must be accepted: its bettors, wagers, cards and courses. Only two commands may be
refused, since whether cards can be corrected depends on which they are.
"""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games.baccarat import irregular as in_baccarat
from croupier.games.baccarat import messages as b
from croupier.games.baccarat.state import BaccaratRound
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.incidents.late_wagers import late_on_stream
from croupier.games.blackjack.stream.state import StreamRound
from croupier.games.families import family
from croupier.games.irregularity import answers
from croupier.games.round import Event, Expected, Phase, Role, replayed, tag
from croupier.games.terms import Terms
from croupier.house.stakes import postings
from croupier.refused import Refused
from croupier.rulebook import Clause
from play import PEOPLE
from play import command as usual_command
from reading import drawn

MAY_COME_TO_NOTHING = {
    "reconstruct": ("R-20",),
    "correct-cards": ("R-20", "R-111", "ebaccarat 6.1", "eblackjack 6.1"),
}
"""Commands that may be refused, and the clauses of the refusal."""
OVER = (Phase.SETTLED, Phase.VOID)
ENDS = ("void-round", "refer", "declare-bad-cards", "declare-disturbed-order", "run-out", "interrupt")
"""Commands that end a round early: they are chosen rarely."""

AnyRound = BaccaratRound | StreamRound


def late_wagers(round: AnyRound) -> list[tuple[str, str, int]]:
    return in_baccarat.late_wagers(round) if isinstance(round, BaccaratRound) else late_on_stream(round)


def command(offer: Expected, round: Any, shoe: list[Card], chance: random.Random) -> Any:
    """A random command that the offer allows, with cards from the end of the shoe; misread cards go back into it."""
    said: Any = b if isinstance(round, BaccaratRound) else m
    match offer.command:
        case "deal-card":
            return said.DealCard(card=round.waiting[0] if round.waiting else shoe.pop())
        case "find-face-up-card":
            course = chance.choice([*offer.options, None])
            return said.FindFaceUpCard(card=shoe.pop(), course=course)
        case "rule-ready-cards":
            return said.RuleReadyCards(course=chance.choice(offer.options))
        case "declare-drawn-together":
            drawn = tuple(shoe.pop() for _ in range(chance.randint(2, 4)))
            return said.DeclareDrawnTogether(cards=drawn, known=offer.options == ("known",))
        case "reconstruct":
            return said.Reconstruct(cards=_other_order(round, shoe, chance))
        case "correct-cards":
            return said.CorrectCards(cards=_reread(round, shoe, chance))
        case "take-back-card":
            shoe.insert(0, Card(offer.options[0]))
            return said.TakeBackCard(card=Card(offer.options[0]))
        case "remove-dealer-card":
            return m.RemoveDealerCard(card=Card(offer.options[0]) if offer.options else shoe.pop())
        case "return-late-wager":
            bettor, wager, stake = chance.choice(late_wagers(round))
            assert bettor in (offer.bettors or ())
            assert wager in offer.wagers
            assert offer.least is not None
            amount = chance.choice([stake, offer.least * chance.randint(1, stake // offer.least)])
            return said.ReturnLateWager(bettor=bettor, wager=wager, amount=amount)
        case "lose-terminal":
            return said.LoseTerminal(bettor=chance.choice(offer.bettors or ()))
        case "find-terminal":
            return said.FindTerminal(bettor=chance.choice(offer.bettors or ()))
        case "withdraw-wager":
            return said.WithdrawWager(bettor=chance.choice(offer.bettors or ()), wager=chance.choice(offer.wagers))
        case "void-round":
            return said.VoidRound(clause=Clause(str(chance.choice(offer.clauses))))
        case "declare-bad-cards":
            return said.DeclareBadCards(
                kind=chance.choice(offer.options or ("foreign", "extra", "missing", "unshuffled"))
            )
        case "correct-display":
            return said.CorrectDisplay(said="a | bar, and a comma")
        case "refer":
            return said.Refer(reason="nobody knows, yet", effect=chance.choice(["void", "stands", "stands"]))
        case "interrupt":
            courses: list[Any] = [*offer.options, None]
            return m.Interrupt(course=chance.choice(courses)) if said is m else b.Interrupt()
        case "run-out":
            return said.RunOut()
        case "place-wager" if said is b:
            units = chance.randint(1, 9)
            wager = chance.choice(offer.wagers)
            return b.PlaceWager(
                bettor=chance.choice(offer.bettors or PEOPLE[:4]), wager=wager, stake=round.terms.unit * units
            )
        case plain if said is b:
            return {
                "close-bets": b.CloseBets(),
                "remove-cutting-card": b.RemoveCuttingCard(),
                "declare-disturbed-order": b.DeclareDisturbedOrder(),
                "settle": b.Settle(),
            }[plain]
        case _:
            return usual_command(offer, round.terms, chance, shoe[-1])


def _other_order(round: AnyRound, shoe: list[Card], chance: random.Random) -> tuple[Card, ...]:
    out = [*round.cards, *round.waiting]
    order = list(out)
    for _ in range(5):
        first, second = chance.randrange(len(order)), chance.randrange(len(order))
        order[first], order[second] = order[second], order[first]
        if order != out:
            break
    if order == out or chance.random() < 0.2:
        order.append(shoe.pop())
    return tuple(order)


def _reread(round: AnyRound, shoe: list[Card], chance: random.Random) -> tuple[Card, ...]:
    read = (*round.cards, *round.surplus)
    right = list(read)
    for place in chance.sample(range(len(right)), chance.randint(1, min(2, len(right)))):
        wrong, right[place] = right[place], shoe.pop()
        shoe.insert(0, wrong)
    while tuple(right) == read:
        place = chance.randrange(len(right))
        shoe.insert(0, right[place])
        right[place] = shoe.pop()
    return tuple(right)


class Table:
    """A table of baccarat or of the shared stream with random irregularities, round after round."""

    def __init__(self, name: str, chance: random.Random, shoe: list[Card], terms: Terms | None = None) -> None:
        self.chance, self.shoe = chance, shoe
        self.terms = terms or Terms.of(name, unit=Terms.of(name).rules.unit * 10, rulings=drawn(name, chance))
        self.family = family(name)
        self.said: Any = m if self.terms.game == "e-blackjack" else b
        self.events: list[Event] = []
        self.round: Any = None
        self.discarded: list[Card] = []
        """The cards of rounds that are over."""
        self.refused = 0
        self.open()

    def open(self) -> None:
        """Open the next round; surplus cards of the previous one are waiting."""
        waiting: tuple[Card, ...] = ()
        if self.round is not None:
            waiting = self.round.waiting
            self.discarded += self.round.cards
            self.discarded += self.round.burned if isinstance(self.round, BaccaratRound) else self.round.removed
        self.events = []
        self.give(self.said.OpenBets(terms=self.terms, waiting=waiting), Role.DEALER)

    def give(self, command: Any, by: Role) -> None:
        for event in self.family.decide(self.round, command, by):
            self.round = self.family.evolve(self.round, event)
            self.events.append(event)

    def offers(self) -> list[Expected]:
        return self.family.expects(self.round)

    def step(self, offer: Expected) -> bool:
        """Take an offer; return whether it was accepted, which only `MAY_COME_TO_NOTHING` may not be."""
        kept = list(self.shoe)
        asked = command(offer, self.round, self.shoe, self.chance)
        assert answers(offer, asked)
        refused = self.tried(asked, offer.by)
        if refused is None:
            return True
        assert refused.clause in MAY_COME_TO_NOTHING.get(offer.command, ()), (offer, asked, str(refused))
        self.shoe[:] = kept
        self.refused += 1
        return False

    def tried(self, asked: Any, by: Role) -> Refused | None:
        try:
            self.give(asked, by)
        except Refused as refused:
            return refused
        return None

    def steps(self, trouble: float = 0.2, most: int = 400) -> Iterator[AnyRound]:
        """Play one round step by step, to its end and a little beyond."""
        for number in range(most):
            offer = self.choose(number, trouble)
            if offer is None:
                return
            if self.step(offer):
                yield self.round
        raise AssertionError("a round ends")

    def choose(self, number: int, trouble: float) -> Expected | None:
        """A random offer, mostly a regular one; often `None` when the round is over."""
        offers, chance, phase = self.offers(), self.chance, self.round.phase
        odd = [each for each in offers if each.irregular or each.command.endswith("-terminal")]
        odd = [each for each in odd if each.command not in ENDS or chance.random() < 0.15]
        usual = [each for each in offers if not each.irregular and each.command not in (*ENDS, "lose-terminal")]
        usual = [
            each for each in usual if each.command not in ("withdraw-wager", "remove-cutting-card", "find-terminal")
        ]
        rare = [each for each in offers if each.command in ("void-round", "withdraw-wager", "remove-cutting-card")]
        if phase is Phase.BETTING:
            usual = [each for each in usual if (each.command == "close-bets") is (number > 8)]
        if phase in OVER and (not odd or not trouble or chance.random() < 0.4):
            return None
        if rare and trouble and chance.random() < 0.04:
            return chance.choice(rare)
        if odd and (not usual or chance.random() < trouble):
            return chance.choice(odd)
        # Where cards are waiting unruled, only a ruling continues the round.
        return chance.choice(usual or [each for each in offers if each.command in ("rule-ready-cards", "refer")])

    def accounts(self, number: int) -> dict[str, int]:
        """The balances that result from the postings of the round's events, without zeros."""
        before: Any = None
        moved: dict[str, int] = {}
        for event in self.events:
            after = self.family.evolve(before, event)
            for each in postings("B1", number, before, event, after):
                moved[each.source] = moved.get(each.source, 0) - each.cents
                moved[each.destination] = moved.get(each.destination, 0) + each.cents
            before = after
        assert sum(moved.values()) == 0
        return {account: cents for account, cents in moved.items() if cents}

    def owed(self) -> dict[str, int]:
        """The expected balances after the round: every bettor's net, and the house's win."""
        assert self.round.phase in OVER
        nets = self.round.nets()
        found = {f"terminal:{bettor}": net for bettor, net in nets.items()} | {"win:B1": -sum(nets.values())}
        return {account: cents for account, cents in found.items() if cents}

    def corrected(self) -> Any:
        """The settled round after a random card correction; `None` where the number of cards changes."""
        for offer in self.offers():
            if offer.command == "correct-cards":
                was, over = len(self.round.cards), self.round.surplus
                kept = list(self.events)
                if self.step(offer) and len(self.round.cards) == was and not (over or self.round.surplus):
                    self.events = kept
                    return self.round
        return None

    def retold(self, right: tuple[Card, ...]) -> Iterator[Event]:
        """The events with these cards instead, in the same order."""
        coming = iter(right)
        for event in self.events:
            yield msgspec.structs.replace(event, card=next(coming)) if tag(event) == "card-dealt" else event

    def replayed(self) -> Any:
        return replayed(self.family.evolve, self.events)
