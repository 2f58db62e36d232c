"""The demo: a table of every game that runs automatically, and players that bet at them."""

import asyncio
import logging
import random
import secrets

import msgspec

from croupier.games.catalogue import GAMES
from croupier.games.game import Game
from croupier.games.round import Role, encode
from croupier.games.terms import Limits
from croupier.games.wager import Wager
from croupier.house.configuration import Configuration, Subject
from croupier.house.house import House
from croupier.house.pace import Pace, microseconds
from croupier.house.players import SimulatedPlayer
from croupier.house.purchases import Purchases
from croupier.house.table import Answer, Request, Table
from croupier.refused import Refused

PLAYERS_PER_TABLE = 3
PLAYER_CREDIT_CENTS, PLAYER_LOW_CENTS = 1_000_000, 50_000
"""Cents that a demo player is given, and below which they are given more."""
THOUGHT_SECONDS = 0.9
"""Average seconds from one decision of a demo player to the next."""
PACE = Pace(betting=9, last_call=3, confirm=0.6, offer=8, join=3, settle=2, pause=4, shuffle=6)
"""Livelier than a human dealer; the time to decide about a hand is the usual one."""
OPENING_SECONDS, SHORTEST_CARD, LONGEST_CARD = 4.5, 0.3, 1.0
"""About how long the opening cards of a full table take, and the bounds of the delay before each card."""
STAGGER_SECONDS = 1.1
"""By how much the rounds of one demo table lag behind those of the one before it."""
STAGGER_LOOKS, STAGGER_LOOK_SECONDS = 200, 0.05
"""How often, and in which interval, a table is looked at until its first round has begun."""
UNIT_CENTS = 500
"""The smallest unit of stakes, rounded up to a multiple of what the game can pay exactly."""
POPULAR = ("tiger", "lucky-8", "no-commission", "e-blackjack", "fortune-six-nc", "sands-super", "dueling-8s")
"""The games whose tables come first in the lobby; those of the others follow as the catalogue has them."""
TWO_PEOPLE: tuple[Subject, ...] = ("void", "configuration")
"""What needs the approval of a second person at demo tables."""
MAX_EVEN_STAKE_CENTS = 500_000
"""The maximum stake on a wager that pays little more than even."""
PURCHASES = Purchases(sources=("demo",), least=100, most=100_000, day=1_000_000)
"""The demo credits that a guest may add at their terminal, free of charge."""
log = logging.getLogger("croupier.demo")


def tables(speed: float = 1.0) -> dict[str, Configuration]:
    """The configuration of one table of every game, by the name of the game; `speed` times faster than usual."""
    return {
        name: Configuration.of(
            name, unit=_unit(name), limits=_limits(game), pace=_pace(game, speed), two_people=TWO_PEOPLE
        )
        for name, game in sorted(GAMES.items(), key=_rank)
    }


def _rank(named: tuple[str, Game]) -> int:
    return POPULAR.index(named[0]) if named[0] in POPULAR else len(POPULAR)


def _pace(game: Game, speed: float) -> Pace:
    """A demo table's pace: the more boxes, the sooner each card comes, so that the first question does not wait."""
    opening = 2 * max(game.boxes, default=0) + 1
    card = min(max(OPENING_SECONDS / opening, SHORTEST_CARD), LONGEST_CARD)
    usual = msgspec.structs.replace(PACE, card=card)
    return Pace(**{name: getattr(usual, name) / speed for name in Pace.__struct_fields__})


async def stagger(house: House, speed: float = 1.0) -> None:
    """Give each table's first wait a little more time than the one before it, so that they are not all in step."""
    gap = microseconds(STAGGER_SECONDS / speed)
    async with asyncio.TaskGroup() as group:
        for place, table in enumerate(house.tables.values()):
            group.create_task(_lag(table, place * gap))


async def _lag(table: Table, by: int) -> None:
    for _ in range(STAGGER_LOOKS):
        if table.durable.round is not None and table.deadline is not None:
            table.postpone(by)
            return
        await asyncio.sleep(STAGGER_LOOK_SECONDS)


def _unit(name: str) -> int:
    least = GAMES[name].unit
    return -(-UNIT_CENTS // least) * least


def _limits(game: Game) -> dict[str, Limits]:
    """The limits of every wager: from the unit to a maximum that is lower the more the wager can pay."""
    return {name: Limits(_unit(game.name), _max_stake(wager)) for name, wager in game.bets.items()}


def _max_stake(wager: Wager) -> int:
    best = max(row.pays.num // row.pays.den for row in wager.rows if row.pays)
    return MAX_EVEN_STAKE_CENTS // (50 if best >= 50 else 10 if best > 2 else 1)


class Crowd:
    """Demo players at every table, who bet at random and play sensibly, with demo credits."""

    def __init__(self, house: House, chance: random.Random | None = None) -> None:
        self._house, self._chance = house, chance or random.Random()
        self._run = secrets.token_hex(6)
        self._number = 0

    async def play(self) -> None:
        """Play until cancelled."""
        async with asyncio.TaskGroup() as group:
            for table in self._house.tables.values():
                for seat in range(1, PLAYERS_PER_TABLE + 1):
                    group.create_task(self._sit(table, f"demo-{table.name}-{seat}"))

    async def _sit(self, table: Table, name: str) -> None:
        player = SimulatedPlayer(name, random.Random(self._chance.getrandbits(64)), most=4)
        while True:
            await asyncio.sleep(THOUGHT_SECONDS * self._chance.uniform(0.5, 1.5))
            try:
                await self._think(table, player)
            except Refused as refused:
                # The command may come too late, or the records may be unreachable: they try again.
                log.debug("%s at %s: %s", name, table.name, refused)

    async def _think(self, table: Table, player: SimulatedPlayer) -> None:
        if table.broken or table.away:
            return
        balance = self._house.credits(player.name)
        if balance < PLAYER_LOW_CENTS:
            gift = encode({"command": "buy-in", "cents": PLAYER_CREDIT_CENTS})
            await self._house.money(player.name, self._request("house", Role.DEALER, gift))
            return
        wish = player.wish(table.durable, balance)
        if wish is not None:
            request = self._request(f"terminal:{player.name}", Role.PLAYER, wish, table.durable.number)
            answer: Answer = await self._house.command(table.name, request)
            if not answer.done:
                log.debug("%s at %s: %s", player.name, table.name, answer.reason)

    def _request(self, actor: str, by: Role, body: bytes, round: int | None = None) -> Request:
        self._number += 1
        return Request(id=f"{self._run}.{self._number}", actor=actor, by=by, body=body, round=round)
