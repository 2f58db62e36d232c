"""Players without a terminal, at tables with boxes: they buy in at the table, staff enter what they ask for or signal.

Law: lucky8 3.7, 3.31; dueling8 3.7, 3.30; R-41. Such a player goes by a name that staff choose. Their money becomes
credits of an account like a terminal's, so that play and reports treat them like terminals. Names are unique: the name
of a terminal or of a player at another table is refused, and one whose account is not empty.
"""

from typing import TYPE_CHECKING, Protocol

from croupier.games.round import Command, Expected, Role, check_bettor, tag
from croupier.house import events as house
from croupier.house.ledger import owed, terminal
from croupier.house.table import commands as c
from croupier.house.table.state import State
from croupier.house.terminals import check_amount
from croupier.house.views.offers import ASKED_FOR
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

if TYPE_CHECKING:
    from croupier.house.table.decisions import TableChange

RECORDED = Citation("R-41")
"""By this ruling it is recorded who asked, who entered it and when, and the player sees it before the close."""
MAX_WITHOUT_TERMINAL = 50
"""Players without a terminal at one table."""


class Registry(Protocol):
    """What a table needs to know of the house: balances, the gaming day, and the names in use."""

    def held(self, account: str) -> int:
        """The balance of an account in cents, appends in flight included."""

    def today(self) -> str:
        """The current gaming day."""

    def now(self) -> int:
        """The house's time, in microseconds since 1970."""

    def check_buy_in(self, cents: int) -> None:
        """Refuse an amount above the limit for one buy-in."""

    def has_terminal(self, name: str) -> bool:
        """Whether there is, or was, a terminal of that name."""

    def seated(self, name: str) -> str | None:
        """The table at which a player of that name plays without a terminal, if any."""


def decide(
    change: "TableChange", command: c.SeatPlayer | c.BuyInAtTable | c.PayOffPlayer, by: Role, names: Registry
) -> None:
    """Add the events that follow from a command about a player without a terminal, or refuse it."""
    match command:
        case c.SeatPlayer():
            _seat(change, command, by, names)
        case c.BuyInAtTable(name=name, cents=cents):
            _check_here(change.state, name)
            check_amount(cents)
            names.check_buy_in(cents)
            table, game = change.state.name, _game(change.state)
            change.note(house.PlayerBoughtIn(table=table, game=game, player=name, cents=cents, by=by))
        case c.PayOffPlayer(name=name):
            _pay_off(change, name, by, names)


def _seat(change: "TableChange", command: c.SeatPlayer, by: Role, names: Registry) -> None:
    state, name = change.state, command.name
    check_bettor(name)
    game = _game(state)
    check_amount(command.cents)
    names.check_buy_in(command.cents)
    if state.closed is not None:
        raise Refused("table-closed", table=state.name, why=state.closed)
    if len(state.players) >= MAX_WITHOUT_TERMINAL:
        raise Refused("too-many-players-without-terminal", count=MAX_WITHOUT_TERMINAL, table=state.name)
    if at := names.seated(name):
        raise Refused("player-name-at-table", RECORDED, player=name, table=at)
    if names.has_terminal(name):
        raise Refused("player-name-is-terminal", RECORDED, player=name)
    if left := names.held(terminal(name)) or names.held(owed(name)):
        raise Refused(Sentence("player-name-has-open-money", amount=left, player=name), RECORDED)
    change.note(house.PlayerSeated(table=state.name, game=game, player=name, cents=command.cents, by=by))
    if command.box is not None:
        if state.over:
            raise Refused("box-taken-outside-betting")
        change.give(c.made(state.family, "take-seat", bettor=name, box=command.box), by)


def _pay_off(change: "TableChange", name: str, by: Role, names: Registry) -> None:
    state = change.state
    _check_here(state, name)
    if staked := in_play(state, name):
        raise Refused("player-has-money-in-play", RECORDED, player=name, amount=staked)
    if any(each.command == "leave-seat" and name in (each.bettors or ()) for each in state.expects()):
        box = next(number for number, who in state.seats().items() if who == name)
        change.give(c.made(state.family, "leave-seat", bettor=name, box=box), by)
    change.note(house.PlayerPaidOff(table=state.name, player=name, cents=names.held(terminal(name)), by=by))


def in_play(state: State, name: str) -> int:
    """What a player has staked in the round in play, in cents."""
    round = state.round
    return 0 if state.over or round is None else state.family.put_down(round).get(name, 0)


def _game(state: State) -> str:
    """The game of a table with boxes; refused at others, where everybody has a terminal."""
    if state.coming is None:
        raise Refused("table-not-set-up", table=state.name)
    if not state.coming.terms.boxes:
        raise Refused("game-at-terminals-only", game=state.coming.terms.game)
    return state.coming.terms.game


def _check_here(state: State, name: str) -> None:
    if name not in state.players:
        raise Refused("no-such-player-without-terminal", RECORDED, player=name[:64], table=state.name)


def check_entered(state: State, command: Command, by: Role, names: Registry) -> None:
    """Refuse what staff enter for a player who has a terminal, or plays at another table.

    A wager is placed for whoever asks for it (3.7); decisions are entered for those without a terminal alone.
    """
    bettor = getattr(command, "bettor", None)
    if by is Role.PLAYER or not isinstance(bettor, str) or state.round is None or bettor in state.players:
        return
    players = [each for each in _offers(state, command) if each.by is Role.PLAYER]
    if not players:
        return
    if at := names.seated(bettor):
        raise Refused("plays-at-another-table", RECORDED, player=bettor, table=at)
    if tag(command) != ASKED_FOR:
        clause = next((each.signals for each in players if each.signals), RECORDED)
        raise Refused("acts-at-own-terminal", clause, player=bettor)


def _offers(state: State, command: Command) -> list[Expected]:
    if type(command) in c.NEEDS or state.round is None:
        return []
    return [each for each in state.family.expects(state.round) if each.command == tag(command)]
