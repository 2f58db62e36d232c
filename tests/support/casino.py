"""A small casino day for the tests: random rounds of any game written to a store, with money and shoes."""

import random
from typing import Any

from croupier.games.baccarat import messages as b
from croupier.games.baccarat.variants import Baccarat
from croupier.games.blackjack import messages as m
from croupier.games.families import family
from croupier.games.family import Round
from croupier.games.round import Command, Expected, Phase, Role
from croupier.games.terms import Terms
from croupier.house import events as house
from croupier.house.keys import Keys
from croupier.house.ledger import terminal
from croupier.house.shoe import Shoe, usual_burn
from croupier.house.shuffle import seeded
from croupier.house.stakes import postings
from croupier.house.store import Append, Draft, Receipt, Store
from play import PEOPLE, command

NEVER = ("void-round", "lose-terminal", "interrupt", "leave-seat", "declare-absent", "run-out", "remove-cutting-card")


class Table:
    """A table that deals from a virtual shoe, and appends every event to the store."""

    def __init__(self, store: Store, keys: Keys, name: str, game: str, seed: int, cut: int = 60) -> None:
        self.store, self.keys, self.name, self.chance = store, keys, name, random.Random(seed)
        self.terms = Terms.of(game, unit=100)
        self.family, self.baccarat = family(game), isinstance(self.terms.rules, Baccarat)
        self.messages: Any = b if self.baccarat else m
        self.stream, self.number, self.time, self.commands = f"table:{name}", 0, 0, 0
        self.round: Round | None = None
        self.shoes, self.cut = 0, cut
        self.open_shoe()

    def open_shoe(self) -> None:
        self.shoes += 1
        burn = usual_burn(self.terms.rules)
        name = f"{self.name}-{self.shoes}"
        self.shoe = Shoe.shuffled(
            name, self.terms.shoe, self.keys, cut=self.cut, burn=burn, entropy=seeded(self.chance.getrandbits(64))
        )
        drafts = [house.drafted(house.opened(self.shoe))]
        drafts += [house.drafted(house.CardBurned(shoe=name, index=self.shoe.burn())) for _ in range(burn)]
        self.keep(drafts)

    def keep(self, drafts: list[Draft]) -> None:
        self.time += 1
        self.commands += 1
        receipt = Receipt.of(self.stream, f"c{self.commands}", b"", b"done")
        appended = Append(stream=self.stream, drafts=tuple(drafts), at=self.time, actor=self.stream, receipt=receipt)
        self.store.append(appended)

    def give(self, wanted: Command, by: Role, first: list[Draft] = []) -> None:  # noqa: B006
        drafts, round = list(first), self.round
        if isinstance(wanted, b.OpenBets | m.OpenBets):
            self.number, round = self.number + 1, None
        for event in self.family.decide(self.round, wanted, by):
            after = self.family.evolve(round, event)
            drafts.append(house.in_round(self.number, event, postings(self.name, self.number, round, event, after)))
            round = after
        self.keep(drafts)
        self.round = round

    def play(self) -> Round:
        """Play one round."""
        if self.shoe.cut_shows:
            self.keep([house.drafted(house.ShoeRetired(shoe=self.shoe.commitment.shoe, opening=self.shoe.retire()))])
            self.open_shoe()
        self.give(self.messages.OpenBets(terms=self.terms), Role.DEALER)
        steps = 0
        assert self.round is not None
        while self.round.phase not in (Phase.SETTLED, Phase.VOID):
            steps += 1
            offers = [each for each in self.family.expects(self.round) if self._fits(each, steps > 12)]
            offer = self.chance.choice(offers)
            if offer.command == "deal-card":
                drawn = self.shoe.draw()
                event = house.CardDrawn(shoe=self.shoe.commitment.shoe, round=self.number, drawn=drawn)
                self.give(self.messages.DealCard(card=drawn.card), Role.DEALER, [house.drafted(event)])
            else:
                self.give(self._command(offer), offer.by)
        return self.round

    def _fits(self, offer: Expected, closing: bool) -> bool:
        assert self.round is not None
        betting = self.round.phase is Phase.BETTING
        return (
            not offer.irregular
            and offer.command not in NEVER
            and (not betting or (offer.command == "close-bets") is closing)
        )

    def _command(self, offer: Expected) -> Command:
        if not self.baccarat:
            return command(offer, self.terms, self.chance, next(iter(self.terms.shoe)))
        if offer.command == "place-wager":
            stake = self.terms.unit * self.chance.randint(1, 50)
            wager = self.chance.choice(offer.wagers)
            return b.PlaceWager(bettor=self.chance.choice(PEOPLE), wager=wager, stake=stake)
        if offer.command == "withdraw-wager":
            assert isinstance(self.round, object)
            stakes: dict[str, dict[str, int]] = self.round.wagers()  # type: ignore[union-attr]
            bettor = self.chance.choice(list(stakes))
            return b.WithdrawWager(bettor=bettor, wager=next(iter(stakes[bettor])))
        return {"close-bets": b.CloseBets(), "settle": b.Settle()}[offer.command]


def buy_in(store: Store, cents: int = 10**8) -> None:
    """Buy in for everybody."""
    for name in PEOPLE:
        bought = house.drafted(house.BoughtIn(terminal=name, cents=cents))
        store.append(Append(stream=terminal(name), drafts=(bought,), at=0, actor="cage"))


def day(store: Store, keys: Keys, games: tuple[str, ...], rounds: int = 2, seed: int = 1, cut: int = 60) -> list[Table]:
    """Play so many rounds of each of these games."""
    buy_in(store)
    tables = [Table(store, keys, f"{game}.1", game, seed + at, cut) for at, game in enumerate(games)]
    for table in tables:
        for _ in range(rounds):
            table.play()
    return tables
