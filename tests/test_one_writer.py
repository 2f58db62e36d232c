"""One store, one house: what is decided upon another history is refused, and so is whoever comes second."""

from collections.abc import Iterator

import pytest

from croupier.games.baccarat.messages import WagerPlaced
from croupier.games.round import Role, encode
from croupier.house.audit import audit
from croupier.house.events import in_round
from croupier.house.house import House
from croupier.house.ledger import Posting, stakes, terminal
from croupier.house.shuffle import seeded
from croupier.house.store import Append, Store
from croupier.house.table import Request
from housed import at_rest
from stores import BACK_ENDS, KEYS, fresh
from tables import usual


@pytest.fixture(params=BACK_ENDS)
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    with fresh(request.param) as found:
        yield found


def _opened(store: Store) -> House:
    made = House.open(store, KEYS, {"B1": usual("tiger", unit=100)}, entropy=seeded(1), clock=lambda: 10**9)
    at_rest(made)
    made.tick()
    at_rest(made)
    return made


def _bet(name: str, id: str, stake: int) -> Request:
    said = {"command": "place-wager", "bettor": name, "wager": "banker", "stake": stake}
    return Request(id=id, actor=f"terminal:{name}", by=Role.PLAYER, body=encode(said), round=1)


def _withdrawal(name: str, id: str) -> Request:
    said = {"command": "withdraw-wager", "bettor": name, "wager": "banker"}
    return Request(id=id, actor=f"terminal:{name}", by=Role.PLAYER, body=encode(said), round=1)


def _buy_in(name: str) -> Request:
    return Request(id=f"in-{name}", actor="staff:cage", by=Role.DEALER, body=b'{"command":"buy-in","cents":100000}')


def test_fear_a_withdrawal_pays_out_of_somebody_elses_stake(url: str) -> None:
    """The wager that it takes back was refused, for another house wrote one event meanwhile: so it is refused, too."""
    with Store(url, KEYS) as one, Store(url, KEYS) as two:
        first = _opened(one)
        for name in ("T1", "T2"):
            first.pay(name, _buy_in(name))
        at_rest(first)
        theirs = WagerPlaced(bettor="T2", wager="banker", stake=5_000)
        moved = (Posting(terminal("T2"), stakes("B1", 1), 5_000, "stake"),)
        draft = in_round(1, theirs, moved)
        two.append(Append(stream="table:B1", drafts=(draft,), at=10**9, actor="terminal:T2"))
        mine = first.perform("B1", _bet("T1", "mine", 5_000))
        back = first.perform("B1", _withdrawal("T1", "back"))
        at_rest(first)
        records = one.records
        placed = [event for event in records.events("table:B1") if event.kind == "round:wager-placed"]
        own = [event for event in placed if event.actor == "terminal:T1"]
        assert mine.result().done == bool(own), "it is kept, decided anew, or refused: one of them"
        assert back.result().done == bool(own), "what was never placed is not given back"
        assert records.balance(terminal("T1")) == 100_000
        assert records.balance("stakes:B1/1") == 5_000, "the stake of the other lies where it lay"
        assert audit(records).defects == []
