"""Deterministic simulation of a casino in virtual time, from a seed: crashes, delays, duplicates and reordering.

The same seed gives the same history, to the last hash. Messages are delayed, duplicated and reordered; the store takes
time to commit and to acknowledge; the process dies at any time, also between the two, and restarts. Clients retry,
under the same idempotency key, whatever they have no answer to.
"""

import heapq
import itertools
import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import msgspec

from croupier.cards import Card, Composition
from croupier.games.blackjack.boxes.state import BoxRound
from croupier.games.catalogue import GAMES
from croupier.games.family import Round
from croupier.games.form import Form, own_form
from croupier.games.round import Expected, Phase, Role, encode
from croupier.games.terms import Limits
from croupier.house.audit import audit
from croupier.house.configuration import Configuration
from croupier.house.days import SECOND
from croupier.house.events import AMENDED
from croupier.house.house import House
from croupier.house.ledger import owed, terminal
from croupier.house.pace import Pace
from croupier.house.players import SimulatedPlayer
from croupier.house.purchases import Purchases
from croupier.house.rounds import load_round, read_amendment
from croupier.house.shuffle import seeded
from croupier.house.store import Store, Unavailable
from croupier.house.table import Answer, Reply, Request, State, Table, Update
from croupier.house.table.amendments import offers as amendable
from croupier.house.table.offers import of_round, of_table
from croupier.house.table.state import Placed
from filling import fillings
from memory import Disk, MemoryStore
from stores import KEYS
from tables import usual

AMENDMENTS = ("correct-cards", "return-late-wager", "refer")
ENDS = ("void-round", "refer", "declare-bad-cards", "declare-disturbed-order", "run-out", "interrupt")
"""Commands that end a round early: they are chosen rarely."""
HARMLESS = ("correct-display", "lose-terminal")
"""Commands that are always possible and change little: they are chosen rarely too."""
WITHOUT_TERMINAL = ("seat-player", "buy-in-at-table", "pay-off-player")
HOUR = 3_600 * SECOND
BEGINNING = 1_800_000_000 * SECOND


class OnDisk(MemoryStore):
    """The same steps over the real store: commits happen when the simulation says so, and answers are held back."""

    def __init__(self, url: str) -> None:
        self._store = Store(url, KEYS)
        self.records = self._store.records
        self.waiting = []

    def write(self) -> list[Any]:
        batch, self.waiting = self.waiting, []
        sent = [(then, self._store.submit(append)) for append, then in batch]
        return [(then, done.exception() or done.result()) for then, done in sent]

    def close(self) -> None:
        self._store.close()


class Client:
    """A client that sends commands, records every answer, and retries those without one."""

    def __init__(self, casino: "Casino", name: str, by: Role) -> None:
        self.casino, self.name, self.by = casino, name, by
        self.chance = random.Random(f"{casino.seed} {name}")
        self.player = SimulatedPlayer(name, self.chance)
        self.answers: dict[str, Answer] = {}
        self.sent: dict[str, tuple[str | None, Request]] = {}
        self.waiting: set[str] = set()
        self._number = itertools.count(1)

    @property
    def actor(self) -> str:
        return f"terminal:{self.name}" if self.by is Role.PLAYER else f"staff:{self.name}"

    def send(self, table: str | None, body: bytes, state: State | None = None, **more: Any) -> str:
        """Send a command to a table, or about money; it is delayed, and sometimes duplicated."""
        # On a later day nobody uses the ids of an earlier one again.
        day = "" if self.casino.begins == BEGINNING else f"{self.casino.begins}-"
        id = f"c{day}{next(self._number)}"
        number = state.number if state else None
        request = Request(id=id, actor=self.actor, by=more.pop("by", self.by), body=body, round=number, **more)
        self.sent[id] = (table, request)
        self.waiting.add(id)
        self._post(id)
        return id

    def _post(self, id: str) -> None:
        casino = self.casino
        for _ in range(2 if self.chance.random() < casino.faults else 1):
            slow = self.chance.random() < casino.faults
            casino.later(self.chance.uniform(0.01, 8.0 if slow else 0.2), lambda: self._arrive(id))
        casino.later(12.0, lambda: self._post(id) if id in self.waiting else None)

    def _arrive(self, id: str) -> None:
        house = self.casino.house
        if house is None:
            return
        table, request = self.sent[id]
        reply = house.perform(table, request) if table else house.pay(self.name, request)
        life = self.casino.lives
        reply.then(lambda done: self._hear(id, done) if self.casino.lives == life else None)

    def _hear(self, id: str, done: Reply) -> None:
        if done.failure:
            return
        answer = done.result()
        known = self.answers.setdefault(id, answer)
        assert known == answer, f"{self.name} was told {known} and then {answer} of {id}"
        self.waiting.discard(id)


class Seated(Client):
    """A player, mostly at a table, sometimes at the cage."""

    def __init__(self, casino: "Casino", name: str, tables: list[str]) -> None:
        super().__init__(casino, name, Role.PLAYER)
        self.tables = tables
        self.vouchers: list[str] = []
        self.send(None, encode({"command": "buy-in", "cents": 5_000_000}), by=Role.DEALER)
        casino.later(self.chance.uniform(0, 20), self.live)

    def live(self) -> None:
        """Act at random intervals."""
        if self.casino.closing:
            return
        house = self.casino.house
        self.casino.later(self.chance.uniform(4, 28), self.live)
        if house is None or len(self.waiting) > 3:
            return
        if self.chance.random() < 0.03:
            self._money(house)
        name = self.chance.choice(self.tables)
        if state := self.casino.seen.get(name):
            if self.chance.random() < 0.03:
                tip = {"command": "give-tip", "bettor": self.name, "cents": self.chance.choice((0, 100, 500, 10**9))}
                self.send(name, encode(tip), state)
            for _ in range(self.chance.choice((1, 1, 2, 5))):
                purse = house.credits(self.name) if self.chance.random() < 0.98 else 10**9
                wish = self.player.wish(state, purse, self.casino.offers(state)) or self._answer(state)
                if wish:
                    self.send(name, wish, state)

    def _answer(self, state: State) -> bytes | None:
        """A random answer where an irregularity asks this player for a choice."""
        if state.round is None or state.held:
            return None
        asked = [
            each
            for each in self.casino.offers(state)
            if each.by is Role.PLAYER and each.irregular and self.name in (each.bettors or ())
        ]
        if not asked:
            return None
        offer = self.chance.choice(asked)
        form = own_form(state.family.form(offer, state.round), self.name, offer.owner)
        return self.casino.filled(offer, form, state, self.chance, bettor=self.name)

    def _money(self, house: House) -> None:
        kind = self.chance.choice(("buy-in", "cash-out", "cash-out", "issue-voucher", "redeem-voucher"))
        if kind == "redeem-voucher":
            known = [answer.voucher for answer in self.answers.values() if answer.voucher]
            if not known:
                return
            self.send(None, encode({"command": kind, "voucher": self.chance.choice(known)}))
            return
        cents = self.chance.choice((100, 10_000, max(1, house.credits(self.name)), 400_000))
        said: dict[str, Any] = {"command": kind, "cents": cents}
        if kind == "buy-in":
            # At the terminal itself, which has limits.
            said |= {"source": self.chance.choice(("notes", "card")), "reference": f"{self.chance.random()}"}
        self.send(None, encode(said))


class Dealer(Client):
    """Runs a table by hand: does its next chore, sometimes without a version check."""

    def __init__(self, casino: "Casino", table: str) -> None:
        super().__init__(casino, f"dealer-{table}", Role.GAMING_SHIFT_MANAGER)
        self.table = table
        self._shoe: tuple[str, list[Card]] = ("", [])
        self._spoiled = ""
        casino.later(1, self.live)

    def live(self) -> None:
        house = self.casino.house
        table = house.tables[self.table] if house else None
        if self.casino.closing and (table is None or table.durable.over):
            return
        state = self.casino.seen.get(self.table)
        over = state is None or state.over
        betting = state is not None and state.round is not None and state.round.phase is Phase.BETTING
        self.casino.later(self.chance.uniform(10, 40) if betting or over else self.chance.uniform(1, 4), self.live)
        if table is None or state is None or self.waiting:
            return
        if body := self._next(table, state):
            # A card read off a shoe is only valid for one version; other commands may omit the version check.
            exact = b'"card"' in body or self.chance.random() < 0.9
            self.send(self.table, body, None, version=state.version if exact else None)

    def _next(self, table: Table, state: State) -> bytes | None:
        if state.held:
            effect = self.chance.choice(("void", "stands"))
            refer = {"command": "refer", "reason": "the power was off", "effect": effect}
            return encode(self.chance.choice(({"command": "interrupt"}, refer)))
        chore = table.chore
        if chore is None or (self.casino.closing and chore.command == "begin-round"):
            return None
        if chore.command == "lapse-approval":
            return None
        if isinstance(state.shoe, Placed) and (name := state.shoe.name):
            # A card that was declared by mistake now comes: it cannot be entered again, so the shoe is abandoned.
            if any("cannot have another" in (each.reason or "") for each in list(self.answers.values())[-1:]):
                self._spoiled = name
            low = self._left(state) < min(60, Composition.parse(state.shoe.decks).total // 2)
            if chore.command == "begin-round" and (low or self._spoiled == name):
                return encode({"command": "shuffle"})
            if chore.command == "deal-card" and self._spoiled == name and not state.round.waiting:  # type: ignore[union-attr]
                return self._void(state)
        if isinstance(state.shoe, Placed) and self.chance.random() < 0.03:
            offers = self.casino.offers(state)
            if back := next((each for each in offers if each.command == "take-back-card"), None):
                return encode({"command": "take-back-card", "card": back.options[0]})
        if chore.command == "deal-card":
            return self._card(state)
        about = {"bettor": chore.bettor, "box": chore.box} if chore.bettor else {}
        if chore.command == "rule-ready-cards":
            about = {"course": self.chance.choice(("burn", "play"))}
        return encode({"command": chore.command, **about})

    def _left(self, state: State) -> int:
        """The number of cards still in the real shoe."""
        assert isinstance(state.shoe, Placed)
        return state.left + state.shoe.burn

    def _void(self, state: State) -> bytes:
        clause = next(each.clause for each in state.expects() if each.command == "void-round")
        return encode({"command": "void-round", "clause": clause})

    def _card(self, state: State) -> bytes:
        shoe, round = state.shoe, state.round
        if not isinstance(shoe, Placed) or round is None:
            return encode({"command": "deal"})
        if round.waiting:
            return encode({"command": "deal-card", "card": round.waiting[0]})
        if not self._left(state) or getattr(round, "reshuffled", False):
            # The real shoe is empty, or would hold shuffled discards, which this simulation does not model.
            return self._void(state)
        if self._shoe[0] != shoe.name:
            cards = list(round.terms.shoe)
            random.Random(f"{self.casino.seed} {shoe.name}").shuffle(cards)
            self._shoe = (shoe.name, cards)
        return encode({"command": "deal-card", "card": self._shoe[1][-self._left(state)]})


class Casino:
    """The whole simulation."""

    def __init__(
        self,
        seed: int,
        tables: dict[str, Configuration],
        *,
        faults: float = 0.1,
        url: str | None = None,
        begins: int = BEGINNING,
    ) -> None:
        self.seed, self.faults, self.url, self.begins = seed, faults, url, begins
        self.chance = random.Random(seed)
        self.tables, self.now, self.lives = tables, begins, 0
        self.disk = Disk()
        self.house: House | None = None
        self.store: MemoryStore
        self.closing = False
        self.crashes, self.untold, self.away = 0, 0, 0
        self.seen: dict[str, State] = {}
        self._heap: list[tuple[int, int, Callable[[], None]]] = []
        self._number = itertools.count()
        self._writing, self._told = False, 0
        self._declared: list[tuple[Client, str, str]] = []
        self._offers: dict[int, tuple[State, list[Expected]]] = {}
        self.open()
        names = [f"T{number}" for number in range(1, 3 * len(tables) + 1)]
        order = list(tables)
        self.players = [
            Seated(self, name, [order[at % len(order)], self.chance.choice(order)]) for at, name in enumerate(names)
        ]
        self.dealers = [Dealer(self, name) for name, each in tables.items() if each.run == "dealer"]
        self.pit = Client(self, "pit", Role.PIT_MANAGER)
        self.manager = Client(self, "manager", Role.GAMING_SHIFT_MANAGER)
        self.staff = (self.pit, self.manager, *self.dealers)
        self.later(30, self._rule)
        if faults:
            self.later(self.chance.expovariate(1 / 900), self._crash)
            self.later(self.chance.expovariate(1 / 1_200), self._meddle)
            self.later(self.chance.expovariate(1 / 120), self._amend)
            self.later(self.chance.expovariate(1 / 8), self._trouble)

    # Time

    def later(self, seconds: float, do: Callable[[], None]) -> None:
        heapq.heappush(self._heap, (self.now + int(seconds * SECOND), next(self._number), do))

    def play(self, hours: float) -> None:
        """Run for so many hours, then close all tables and wait until everything is finished."""
        self._run(self.now + int(hours * HOUR))
        self.closing = True
        if self.house is None:
            self.open()
        self.faults = 0.0
        for name in self.tables:
            self.pit.send(name, encode({"command": "close-table", "reason": "the end of the day"}))
        until = self.now + HOUR
        while self.now < until and not self._quiet():
            self._run(self.now + 10 * SECOND)

    def _quiet(self) -> bool:
        assert self.house is not None
        idle = all(table.durable.over for table in self.house.tables.values())
        return idle and not any(client.waiting for client in (*self.players, *self.staff))

    def _run(self, until: int) -> None:
        while True:
            due = self.house.due if self.house else None
            queued = self._heap[0][0] if self._heap else None
            at = min((each for each in (due, queued) if each is not None), default=until)
            if at >= until:
                self.now = until
                return
            self.now = max(self.now, at)
            if queued is not None and queued <= self.now:
                heapq.heappop(self._heap)[2]()
            elif self.house:
                self.house.tick()
            self._work()

    def _work(self) -> None:
        """Start a commit of the store if appends are waiting."""
        if self.house and self.store.waiting and not self._writing:
            self._writing = True
            life = self.lives
            # Sometimes the disk is slow, so that a large batch gathers.
            takes = self.chance.uniform(0.5, 4) if self.chance.random() < self.faults / 3 else 0.02
            self.later(self.chance.uniform(0.001, takes), lambda: self._write() if self.lives == life else None)

    def _write(self) -> None:
        told: list[tuple[Any, Any]]
        if away := self.chance.random() < self.faults / 100:
            # The store is reported unavailable; what was sent may or may not be committed.
            self.away += 1
            sent, kept = [then for _, then in self.store.waiting], self.chance.random() < 0.5
            if kept:
                self.store.write()
            self.store.waiting = []
            told = [(then, Unavailable("the store cannot be reached")) for then in sent]
        else:
            told = self.store.write()
        life = self.lives
        self._writing = False

        def tell() -> None:
            if self.lives != life or self.house is None:
                return
            for then, outcome in told:
                then(outcome)
            self.house.pump()

        if not away and self.chance.random() < self.faults / 100:
            # Committed, but not acknowledged.
            self.untold += 1
            self._die()
            return
        # Acknowledgements keep the order of commits.
        self._told = max(self._told, self.now + self.chance.randint(0, 5_000))
        heapq.heappush(self._heap, (self._told, next(self._number), tell))

    # Faults

    def _crash(self) -> None:
        if self.closing:
            return
        self.later(self.chance.expovariate(1 / 900), self._crash)
        if self.house is not None:
            if self.store.waiting and self.chance.random() < 0.5:
                self.store.write()
                self.untold += 1
            self._die()

    def _die(self) -> None:
        self.crashes += 1
        self.lives += 1
        self.house = None
        self.seen.clear()
        self._writing = False
        self.store.close()
        self.later(self.chance.uniform(0, 60), lambda: self.open() if self.house is None else None)

    def open(self) -> None:
        self.lives += 1
        self.store = MemoryStore(self.disk) if self.url is None else OnDisk(self.url)
        self.house = House.open(
            self.store, KEYS, self.tables, entropy=seeded(self.chance.getrandbits(64)), clock=lambda: self.now
        )
        self.house.purchases = Purchases(sources=("notes", "card"), least=5_000, most=300_000, day=500_000)
        stopped = {name: table.broken for name, table in self.house.tables.items() if table.broken}
        assert not stopped, stopped
        self.house.publish = self._publish  # type: ignore[method-assign]
        self.seen = {name: table.durable for name, table in self.house.tables.items()}
        self._work()

    def _publish(self, update: Update) -> None:
        assert self.house is not None
        House.publish(self.house, update)
        late = self.chance.random() < self.faults
        life, state = self.lives, self.house.tables[update.table].durable

        def see() -> None:
            if self.lives == life and state.version >= self.seen[update.table].version:
                self.seen[update.table] = state

        if late:
            self.later(self.chance.uniform(0.1, 5), see)
        else:
            see()

    def offers(self, state: State) -> list[Expected]:
        """What a table expects; memoised by state."""
        known = self._offers.get(id(state))
        if known is None or known[0] is not state:
            if len(self._offers) > 100:
                self._offers.clear()
            known = self._offers[id(state)] = (state, state.expects())
        return known[1]

    def _meddle(self) -> None:
        """The pit intervenes: a void, other limits, a pause."""
        if self.closing:
            return
        self.later(self.chance.expovariate(1 / 1_200), self._meddle)
        name = self.chance.choice(list(self.tables))
        state = self.seen.get(name)
        if state is None or state.round is None or state.coming is None:
            return
        offers = self.offers(state)
        voids = next((each for each in offers if each.command == "void-round"), None)
        if voids is not None and self.chance.random() < 0.4:
            body: dict[str, Any] = {"command": "void-round", "clause": (voids.clauses or (voids.clause,))[0]}
        elif self.chance.random() < 0.3 and state.over:
            body = {"command": "shuffle"}
            if state.early:
                body = {"command": "shuffle-early", "reason": "somebody has spilled a drink"}
        elif self.chance.random() < 0.2:
            body = {"command": "pause-table", "reason": "somebody has fallen off a chair"}
        else:
            unit = state.coming.terms.unit
            main = state.coming.terms.offered[0]
            fresh = {main: Limits(unit * self.chance.randint(1, 3), unit * self.chance.randint(10, 500))}
            terms = msgspec.structs.replace(state.coming.terms, limits={**state.coming.terms.limits, **fresh})
            body = {"command": "configure", "configuration": msgspec.structs.replace(state.coming, terms=terms)}
        self.pit.send(name, encode(body), None, version=None)

    def _trouble(self) -> None:
        """Staff declare a random irregularity, or act for a player without a terminal."""
        if self.closing:
            return
        self.later(self.chance.expovariate(1 / 8), self._trouble)
        name = self.chance.choice(list(self.tables))
        state = self.seen.get(name)
        if self.house is None or state is None or state.round is None or self.pit.waiting or self.manager.waiting:
            return
        round = state.round
        of_the_round = [(each, state.family.form(each, round)) for each in of_round(state) if self._odd(each, state)]
        of_the_table = [
            (each.expected, each.form)
            for each in of_table(state, self.now)
            if each.expected.command in WITHOUT_TERMINAL and self.chance.random() < 0.2
        ]
        possible = [(offer, form) for offer, form in (*of_the_round, *of_the_table) if form.possible]
        if not possible:
            return
        offer, form = self.chance.choice(possible)
        body = self.filled(offer, form, state, self.chance)
        who = self.manager if offer.by is Role.GAMING_SHIFT_MANAGER else self.pit
        # With a version check: a round later the declaration would be about other cards.
        if body is not None:
            self._declared.append((who, who.send(name, body, None, version=state.version), offer.command))

    def _odd(self, offer: Expected, state: State) -> bool:
        """Whether an offer is taken: an irregularity, or a signal of a player without a terminal."""
        if offer.by is Role.PLAYER:
            return offer.signals is not None and bool(set(offer.bettors or state.players) & set(state.players))
        seldom = self.chance.random() < (0.03 if offer.command in (*ENDS, *HARMLESS) else 0.5)
        return seldom and (offer.irregular or offer.command in ("lose-terminal", "find-terminal"))

    def filled(self, offer: Expected, form: Form, state: State, chance: random.Random, **more: str) -> bytes | None:
        """An offer's form filled in at random; staff fill in players' forms only for those without a terminal."""
        assert state.round is not None
        deck = state.round.terms.rules.deck.cards
        for told in fillings(form, chance, deck):
            if "cents" in told:
                told["cents"] = 50_000
            if offer.by is not Role.PLAYER or more or told.get("bettor") in state.players:
                return encode({"command": offer.command, **told, **more})
        return None

    def _amend(self) -> None:
        """Request an amendment of a random earlier round."""
        if self.closing:
            return
        self.later(self.chance.expovariate(1 / 120), self._amend)
        name = self.chance.choice(list(self.tables))
        table = self.house.tables[name] if self.house else None
        if table is None or table.away or not table.state.number:
            return
        number = self.chance.randint(max(1, table.state.number - 30), table.state.number)
        earlier = table.recall(number)
        if earlier.round.phase is not Phase.SETTLED:
            return
        found = [each for each in amendable(table.state, earlier) if each.command in AMENDMENTS]
        offer = self.chance.choice(found)
        if body := self._amendment(offer, earlier.round):
            who = self.manager if offer.by is Role.GAMING_SHIFT_MANAGER else self.pit
            who.send(
                name, encode({"command": "amend-round", "round": number, "amendment": body, "reason": "seen late"})
            )

    def _amendment(self, offer: Expected, round: Round) -> dict[str, Any] | None:
        match offer.command:
            case "correct-cards":
                dealt = [*(round.dealt if isinstance(round, BoxRound) else round.cards)]
                dealt[self.chance.randrange(len(dealt))] = self.chance.choice(round.terms.rules.deck.cards)
                return {"command": offer.command, "cards": dealt}
            case "return-late-wager":
                staked = [(who, *each) for who, stakes in round.wagers().items() for each in stakes.items()]
                if not staked:
                    return None
                bettor, wager, stake = self.chance.choice(staked)
                wager, _, box = wager.partition(" on ")
                amount = self.chance.choice((stake, round.terms.unit))
                on = {"box": int(box)} if box else {}
                return {"command": offer.command, "bettor": bettor, "wager": wager, "amount": amount, **on}
            case _:
                effect = self.chance.choice(("void", "stands", "stands"))
                return {"command": "refer", "reason": "somebody complained", "effect": effect}

    def _rule(self) -> None:
        """The Gaming Shift Manager rules wherever a table waits for it; the pit pays tips out."""
        self.later(30, self._rule)
        for name, state in self.seen.items():
            if self.house is not None and not self.closing and self.chance.random() < 0.02:
                self.pit.send(name, encode({"command": "pay-out-tips"}))
            if self.house is not None and not self.manager.waiting:
                if state.paused is not None:
                    self.manager.send(name, encode({"command": "resume-table"}))
                for asked in state.pending:
                    answer = self.chance.choice(("approve", "approve", "refuse-approval"))
                    second = self.pit if asked.by == self.manager.actor else self.manager
                    second.send(name, encode({"command": answer, "approval": asked.id}))
            if self.house is None or state.over or self.house.tables[name].chore is not None or self.manager.waiting:
                continue
            asked_of = [each for each in self.offers(state) if each.by is Role.PLAYER or each.command == "pick-card"]
            if any(each.irregular for each in asked_of) and (self.closing or self.chance.random() < 0.1):
                # A player who is asked does not answer, and the round is blocked.
                refer = {"command": "refer", "reason": "nobody answers", "effect": "void"}
                self.manager.send(name, encode(refer), state)
            elif state.held:
                self.manager.send(name, encode({"command": "interrupt"}), state)
            elif any(each.command == "run-out" for each in self.offers(state)):
                self.manager.send(name, encode({"command": "run-out"}), state)

    # What must hold

    def check(self) -> Counter[str]:
        """Check all invariants at the end; return counts of what happened."""
        assert self.house is not None
        records = self.store.records
        for name, table in self.house.tables.items():
            assert table.broken is None, f"{name}: {table.broken}"
            assert table.durable.over, f"{name} has not ended its round: {table.chore}"
            assert table.state == table.durable
        clients = (*self.players, *self.staff)
        assert not any(client.waiting for client in clients), "everybody has got an answer"
        assert [str(defect) for defect in audit(records).defects] == []
        held = records.balances()
        assert sum(held.values()) == 0
        assert not [account for account in held if account.startswith("stakes:")], "every wager settled or returned"
        nets, wagers = self._history(records)
        for player in self.players:
            # A player who cashed out before a correction may still owe what the house advanced.
            has = held.get(terminal(player.name), 0) + held.get(owed(player.name), 0)
            assert has == self._credit(player) + nets[player.name], player.name
            accepted = Counter(
                (table, request.round, fields["wager"], fields["stake"], player.name)
                for id, (table, request) in player.sent.items()
                if player.answers[id].done
                and table
                and (fields := msgspec.json.decode(request.body))["command"] == "place-wager"
            )
            kept = Counter({key: count for key, count in wagers.items() if key[-1] == player.name})
            assert accepted == kept, "each wager that was acknowledged is there, once, and no other"
        self._check_tips(records, held)
        answers = [answer for client in clients for answer in client.answers.values()]
        found = Counter("done" if answer.done else f"refused: {answer.reason}" for answer in answers)
        found["rounds"] = sum(table.durable.number for table in self.house.tables.values())
        found["crashes"], found["untold"], found["away"] = self.crashes, self.untold, self.away
        found["events"] = records.head().position
        declared = Counter(f"declared: {command}" for who, id, command in self._declared if who.answers[id].done)
        found.update({**declared, "declared": declared.total()})
        found["amended"] = len(records.rare_events(AMENDED))
        return found

    def _check_tips(self, records: Any, held: dict[str, int]) -> None:
        """Check that exactly the acknowledged tips are recorded, and that the unpaid rest is held."""
        acknowledged = Counter(
            (table, player.name, fields["cents"])
            for player in self.players
            for id, (table, request) in player.sent.items()
            if player.answers[id].done
            and table
            and (fields := msgspec.json.decode(request.body))["command"] == "give-tip"
        )
        given: Counter[Any] = Counter()
        for name in self.tables:
            left = 0
            for event in records.events(f"table:{name}"):
                said = msgspec.json.decode(event.body) if event.kind in ("tip-given", "tips-paid-out") else {}
                if event.kind == "tip-given":
                    given[name, said["terminal"], said["cents"]] += 1
                    left += said["cents"]
                elif event.kind == "tips-paid-out":
                    left -= said["cents"]
            assert held.get(f"tips:{name}", 0) == left
        assert acknowledged == given

    def _credit(self, player: Seated) -> int:
        """The net of acknowledged money movements of a player, in cents."""
        total, vouchers = 0, {}
        for id, (table, request) in player.sent.items():
            answer, fields = player.answers[id], msgspec.json.decode(request.body)
            if not answer.done or (table and fields["command"] != "give-tip"):
                continue
            match fields["command"]:
                case "give-tip":
                    total -= fields["cents"]
                case "buy-in":
                    total += fields["cents"]
                case "cash-out" | "issue-voucher":
                    total -= fields["cents"]
                    vouchers[answer.voucher] = fields["cents"]
                case "redeem-voucher":
                    total += vouchers.pop(fields["voucher"])
        return total

    def _history(self, records: Any) -> tuple[Counter[str], Counter[Any]]:
        """Everybody's net over all rounds, and every wager placed by its player."""
        nets: Counter[str] = Counter()
        wagers: Counter[Any] = Counter()
        for name in self.tables:
            state, rounds = State(name=name), {}
            for event in records.events(f"table:{name}"):
                state = state.after_stored(event)
                rounds[state.number] = state.round
                if event.kind == AMENDED:
                    number = read_amendment(event).round
                    rounds[number] = load_round(records, name, number, until=event.version).round
                if event.kind in ("round:wager-placed", "round:wager-claimed") and event.actor.startswith("terminal:"):
                    said = msgspec.json.decode(event.body)["event"]
                    wagers[name, state.number, said["wager"], said["stake"], said["bettor"]] += 1
            for round in rounds.values():
                if round is not None:
                    assert round.phase in (Phase.SETTLED, Phase.VOID)
                    nets.update(round.nets())
        return nets, wagers

    @property
    def hash(self) -> str:
        """The hash that identifies the history."""
        return self.store.records.head().hash.hex()


def tables(chance: random.Random, games: tuple[str, ...] = tuple(GAMES)) -> dict[str, Configuration]:
    """One table of each game, with random settings."""
    found = {}
    for game in games:
        rules = GAMES[game]
        run = "dealer" if chance.random() < 0.4 else "automatic"
        cards = "entered" if run == "dealer" and chance.random() < 0.7 else "virtual"
        decks = chance.choice(list(rules.decks))
        pace = Pace(betting=chance.choice((20, 40, 60)), pause=chance.choice((5, 15, 30)), last_call=5)
        more: dict[str, Any] = {"boxes": chance.choice(list(rules.boxes))} if rules.boxes else {}
        cut = chance.choice((2, 14, 30)) if decks > 1 else 5
        orders = chance.random() < 0.7
        more |= {"two_people": ("void", "card-entry", "configuration")} if chance.random() < 0.5 else {}
        more |= {"no_bets": chance.choice(("deal", "wait")), "tips": chance.random() < 0.8}
        found[f"{game}.1"] = usual(
            game, unit=100, run=run, cards=cards, decks=decks, cut=cut, pace=pace, standing_orders=orders, **more
        )
    return found
