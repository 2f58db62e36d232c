"""A single-threaded house in memory with a virtual clock, for the tests; commits happen on request."""

import itertools
from typing import Any

from croupier.games.round import Role, encode
from croupier.house.configuration import Configuration
from croupier.house.days import SECOND
from croupier.house.house import House
from croupier.house.shuffle import seeded
from croupier.house.table import Answer, Reply, Request, State, Table
from memory import Disk, MemoryStore
from stores import KEYS, patiently
from tables import usual

STAFF = Role.GAMING_SHIFT_MANAGER


def at_rest(made: House) -> None:
    """Wait until the real store has answered everything."""

    def answered() -> bool:
        made.pump()
        return not made.under_way

    patiently(answered)


class Housed:
    """A house and its virtual clock."""

    demo = False

    def __init__(self, seed: int = 1, **tables: Configuration) -> None:
        self.disk, self.now, self.tables = Disk(), 1_800_000_000 * SECOND, tables
        self._ids, self._seeds = itertools.count(1), itertools.count(seed)
        self.open()

    def open(self) -> None:
        self.store = MemoryStore(self.disk)
        self._open()

    def _open(self) -> None:
        entropy = seeded(next(self._seeds))
        self.house = House.open(self.store, KEYS, self.tables, entropy=entropy, clock=lambda: self.now, demo=self.demo)
        self.settle()

    def crash(self) -> None:
        """Restart the house; what was not committed is lost."""
        self.open()

    def settle(self) -> None:
        """Commit everything in flight and deliver the acknowledgements."""
        while self.store.waiting or self.house._outcomes:
            self.store.commit()
            self.house.pump()

    def wait(self, seconds: float) -> None:
        """Advance the clock, running what is due."""
        until = self.now + round(seconds * SECOND)
        while (due := self.house.due) is not None and due <= until:
            self.now = max(self.now, due)
            self.house.tick()
            self.settle()
        self.now = until

    def table(self, name: str = "B1") -> Table:
        return self.house.tables[name]

    def state(self, name: str = "B1") -> State:
        return self.table(name).durable

    def round(self, name: str = "B1") -> Any:
        return self.state(name).round

    def kinds(self, name: str = "B1") -> list[str]:
        """The kinds of all events of a table."""
        return [event.kind.removeprefix("round:") for event in self.store.records.events(f"table:{name}")]

    def request(self, command: str, by: Role = STAFF, table: str = "B1", **more: Any) -> Request:
        envelope = {key: more.pop(key) for key in ("id", "version", "round", "actor") if key in more}
        if by is Role.PLAYER:
            envelope.setdefault("round", self.table(table).state.number)
            envelope.setdefault("actor", f"terminal:{more.get('bettor')}")
        envelope = {"id": f"r{next(self._ids)}", "actor": "staff:ann", **envelope}
        return Request(by=by, body=encode({"command": command, **more}), **envelope)

    def ask(self, command: str, by: Role = STAFF, table: str = "B1", **more: Any) -> Reply:
        return self.house.perform(table, self.request(command, by, table, **more))

    def tell(self, command: str, by: Role = STAFF, table: str = "B1", **more: Any) -> Answer:
        """Give a command and wait for its answer."""
        reply = self.ask(command, by, table, **more)
        self.settle()
        return reply.result()

    def amend(self, number: int, command: str, by: Role = STAFF, table: str = "B1", **more: Any) -> Answer:
        """Request an amendment of an earlier round; where it needs two people, it waits for approval."""
        envelope = {key: more.pop(key) for key in ("id", "actor") if key in more}
        because = more.pop("because", "")
        body = {"command": "amend-round", "round": number, "amendment": {"command": command, **more}, "reason": because}
        request = Request(by=by, body=encode(body), **{"id": f"r{next(self._ids)}", "actor": "staff:ann", **envelope})
        reply = self.house.perform(table, request)
        self.settle()
        return reply.result()

    def approve(self, answer: Answer, by: Role = STAFF, actor: str = "staff:bob", table: str = "B1") -> Answer:
        """Approve a request as a second person."""
        return self.tell("approve", by, table, actor=actor, approval=answer.approval)

    def bet(self, bettor: str = "T1", wager: str = "main", stake: int = 1_000, **more: Any) -> Answer:
        return self.tell("place-wager", Role.PLAYER, bettor=bettor, wager=wager, stake=stake, **more)

    def play(self, command: str, bettor: str = "T1", **more: Any) -> Answer:
        return self.tell(command, Role.PLAYER, bettor=bettor, **more)

    def pay(self, command: str, terminal: str = "T1", **more: Any) -> Answer:
        reply = self.pay_later(command, terminal, **more)
        self.settle()
        return reply.result()

    def pay_later(self, command: str, terminal: str = "T1", **more: Any) -> Reply:
        """Request a payment by the terminal; a buy-in by the cage, unless an actor is given."""
        cage = command == "buy-in" and more.get("actor") is None
        envelope = {key: more.pop(key) for key in ("id", "actor") if key in more}
        envelope = {"id": f"r{next(self._ids)}", "actor": "staff:cage" if cage else f"terminal:{terminal}", **envelope}
        by = Role.DEALER if cage else Role.PLAYER
        return self.house.pay(terminal, Request(by=by, body=encode({"command": command, **more}), **envelope))

    def rich(self, *terminals: str) -> "Housed":
        for each in terminals or ("T1", "T2", "T3"):
            assert self.pay("buy-in", each, cents=100_000).done
        return self


def housed(game: str, seed: int = 1, **settings: Any) -> Housed:
    """A house with one table, bets open and money on three terminals; shuffled if it has a real shoe."""
    settings.setdefault("unit", 100)
    made = Housed(seed, B1=usual(game, **settings)).rich()
    made.wait(0)
    if settings.get("cards") == "entered":
        assert made.tell("shuffle", Role.DEALER).done
    return made


def until(made: Housed, phase: str, seconds: float = 300) -> None:
    """Advance the clock until the round is in this phase."""
    for _ in range(round(seconds * 4)):
        if made.round() is not None and made.round().phase == phase:
            return
        made.wait(0.25)
    raise AssertionError(f"the round is {made.round().phase}, and never {phase}")
