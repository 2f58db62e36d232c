"""The stage: snapshots of a table ("moments"), made once and broadcast to all subscribers.

Each moment has a cursor. A subscriber with a recent cursor gets a delta; without one, or with one that is no longer
cached, the whole view. There are no queues per subscriber, so a slow one skips moments and causes no back-pressure.
"""

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

import msgspec

from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.form import own_form
from croupier.games.round import OVER, Phase, Role, encode
from croupier.house.configuration import Configuration
from croupier.house.corrections import Waiting
from croupier.house.events import AMENDED, ROUND, TIPPED, ApprovalAsked, CardDrawn, TipGiven, read_house
from croupier.house.house import House
from croupier.house.ledger import tips
from croupier.house.people import Who
from croupier.house.roads import Mark
from croupier.house.roles import HouseRole
from croupier.house.rounds import RoundFollower, load_round
from croupier.house.shoe import Drawn
from croupier.house.stakes import LINE, OWN_ONLY
from croupier.house.store import Records, Unavailable
from croupier.house.table import State, Table, Update
from croupier.house.table.actor import CLOCK, LAST_CALL
from croupier.house.table.offers import of_stopped, of_table
from croupier.house.table.shoe_acts import shoe_on
from croupier.house.table.state import Published, beginning
from croupier.house.views import Beside, Sight, delta, plain
from croupier.house.views.families import view_of
from croupier.house.views.offers import Staffed, shown
from croupier.house.views.offers import of_table as of_table_shown
from croupier.house.views.shown import Offer, TableOffer
from croupier.server.doors import seat
from croupier.server.wire import (
    ApprovalShown,
    Changed,
    Last,
    Mine,
    OwnRules,
    Private,
    Public,
    Snapshot,
    TableBrief,
    Whole,
)
from croupier.words import LANGUAGES, Sentence

MAX_MOMENTS = 64
"""Moments that are cached, so that a delta to them can be made."""
RETRY_SECONDS = 1.0
"""Retry interval when the records cannot be reached."""
MOMENT_SECONDS = 0.25
"""Debounce: the least time between moments while only single players' wagers and choices change."""
TELLING_SHARE = 8
"""Meanwhile broadcasting may use one part in so many of the time."""
GROUP, REST = 40, 0.003
"""Subscribers woken at a time where a broadcast is not urgent, and the pause in seconds between groups."""
MAX_ROUNDS_SHOWN = 10
"""Finished rounds in a view."""
ENDS = ("round:round-settled", "round:round-voided")
OWN = {f"round:{kind.__struct_config__.tag}" for kind in OWN_ONLY}
ALONE = {f"round:{kind.__struct_config__.tag}" for kind in LINE}
"""Events that concern one terminal and the staff, in every game."""
SAID = {
    "round:bets-opened": Sentence("place-your-bets"),
    "last-call": Sentence("last-bets-please"),
    "round:bets-closed": Sentence("no-more-bets"),
}


class _Bettor(msgspec.Struct):
    bettor: str | None = None


class _InRound(msgspec.Struct):
    event: _Bettor


class _Amended(msgspec.Struct):
    round: int


_bettor = msgspec.json.Decoder(_InRound).decode


def _own_rules(state: State, configuration: Configuration | None) -> OwnRules | None:
    """Whether the variant that a table plays has been approved by two people; none where it plays one of our games."""
    rules = configuration.terms.rules if configuration else None
    if rules is None or rules.origin is None:
        return None
    return "approved" if state.approved == f"{rules.name}@{rules.edition}" else "unapproved"


def _round_of(body: bytes) -> int:
    return msgspec.json.decode(body, type=_Amended).round


class Memory:
    """What a view needs beyond the round: the results of the shoe's rounds, and the cards drawn for this one."""

    def __init__(self) -> None:
        self.latest: tuple[Last, ...] = ()
        self.drawn: tuple[Drawn, ...] = ()
        self.version = 0
        self._marks: dict[int, Mark] = {}
        """Road marks of this shoe, by round number."""
        self._finished: tuple[int, Round] | None = None

    @classmethod
    def read(cls, records: Records, name: str) -> "Memory":
        """Rebuild it from the records."""
        made, follower = cls(), RoundFollower(records)
        _, since = beginning(records, name)
        for event in records.events(f"table:{name}", since):
            step = follower.see(event)
            number, round = (step.playing.number, step.after) if step else (0, None)
            made.add(event.version, event.kind, event.body, number, round)
        return made

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the roads, without that of the round on the table, which the view adds."""
        return tuple(self._marks.values())

    def add(self, version: int, kind: str, body: bytes, number: int, round: Round | None) -> None:
        """Apply an event once, with the round after it if it belongs to one."""
        if version <= self.version:
            return
        self.version = version
        match kind:
            case "card-drawn":
                event = read_house(body)
                assert isinstance(event, CardDrawn)
                self.drawn = (*self.drawn, event.drawn)
            case "shoe-opened" | "shoe-placed":
                self._marks, self._finished = {}, None
            case "round-begun":
                self.drawn = ()
                if self._finished:
                    self._mark(*self._finished)
                self._finished = None
            case kind if round is not None and (kind.startswith(ROUND) or kind == AMENDED) and round.phase in OVER:
                self._over(number, round, corrected=kind == AMENDED)

    def _over(self, number: int, round: Round, corrected: bool) -> None:
        if number in self._marks:
            # One before the round on the table was put right: the roads are drawn again.
            self._mark(number, round)
        elif not corrected or (self._finished is not None and self._finished[0] == number):
            self._finished = (number, round)
        self._tell(number, round, corrected)

    def _mark(self, number: int, round: Round) -> None:
        found = view_of(round).mark(round)
        if found is not None:
            self._marks[number] = found
        else:
            self._marks.pop(number, None)

    def _tell(self, number: int, round: Round, corrected: bool) -> None:
        """Update the latest results; void rounds are not among them."""
        settled = round.phase is Phase.SETTLED
        if any(each.round == number for each in self.latest):
            again = [_last(number, round, corrected)] if settled else []
            self.latest = tuple(one for each in self.latest for one in (again if each.round == number else [each]))
        elif settled and not corrected:
            self.latest = (*self.latest[-MAX_ROUNDS_SHOWN + 1 :], _last(number, round))


class TableSnapshot:
    """A snapshot of a table, from which every subscriber's view is made."""

    def __init__(self, number: int, house: House, table: Table, memory: Memory, said: str = "") -> None:
        self.number, self.state, self._said = number, table.durable, said
        self._plain: dict[str, Any] = {}
        self._players = {name: house.credits(name) for name in table.durable.players}
        self._now, self._tips = house.now(), house.held(tips(table.name))
        # What comes next is known of the table with all that is under way; while that is another step, nobody is told.
        chore = table.chore if _step(table.durable) == _step(table.state) else None
        self._waits, self._until = (chore.command if chore else None), (table.deadline if chore else None)
        self._pending = table.pending
        self._whole = chore.wait if chore and self._until is not None else None
        self._broken, self._away = table.broken is not None, table.away
        self._stopped = table.stopped or (Sentence("records-unreachable") if table.away else None)
        self._marks, self._latest, self._drawn = memory.marks, memory.latest, memory.drawn

    @cached_property
    def sight(self) -> Sight | None:
        """The views of the round, None if there is none."""
        state = self.state
        if state.round is None:
            return None
        shoe = state.shoe if isinstance(state.shoe, Published) else None
        beside = Beside(
            table=state.name,
            number=state.number,
            version=state.version,
            timers={self._waits: self._until} if self._waits and self._until else {},
            shoe=shoe.commitment if shoe else None,
            left=shoe.left if shoe else None,
            drawn=self._drawn,
            marks=self._marks,
            next_command=self._next,
            stop=state.stop,
            holds=0 if shoe else state.left,
            players=self._players,
        )
        return Sight(state.round, beside)

    @property
    def _next(self) -> str | None:
        """The command that is next for staff; declaring a player absent is never suggested."""
        return None if self._waits == "declare-absent" else self._waits

    @cached_property
    def own_offers(self) -> list[TableOffer]:
        """The commands that the table itself takes."""
        if self._away:
            return []
        if self._broken:
            return of_stopped(self._pending, self._now)
        return of_table(self.state, self._now, self._tips)

    @cached_property
    def _of_table(self) -> list[Staffed]:
        # The next card is dealt from a virtual shoe by another command than the one that enters it.
        return of_table_shown(self.own_offers, "deal" if self._next == "deal-card" else self._next)

    @cached_property
    def staffed(self) -> list[Staffed]:
        """The offers to staff, of the round and of the table, each with the lowest position that may accept it."""
        return [*(self.sight.staffed if self.sight is not None and not self._stopped else ()), *self._of_table]

    @cached_property
    def public(self) -> Public:
        """The public view."""
        state = self.state
        configuration = state.configuration or state.coming
        game = configuration.terms.game if configuration else None
        return Public(
            table=state.name,
            game=game,
            rules=configuration.terms.in_full if configuration else None,
            title=configuration.terms.rules.title if configuration else "",
            own_rules=_own_rules(state, configuration),
            version=state.version,
            run=configuration.run if configuration else None,
            closed=state.closed or (Sentence("own-rules-unapproved") if state.unapproved else None),
            stopped=self._stopped,
            held=state.stands is not None,
            paused=state.paused,
            tips=state.coming is not None and state.coming.tips,
            waits=self._waits,
            until=self._until,
            whole=self._whole,
            said=self._said,
            last=list(self._latest),
            round=self.sight.table if self.sight else None,
        )

    def plain(self, language: str) -> Any:
        """The public view as plain values, for computing deltas."""
        if language not in self._plain:
            self._plain[language] = plain(self.public, language)
        return self._plain[language]

    def private(
        self,
        who: Who,
        balance: int | None,
        corrections: tuple[Waiting, ...] = (),
        draws: frozenset[str] = frozenset(),
    ) -> Private:
        """The private part of a view; offers whose controls the page draws itself (`draws`) come without a form."""
        approvals = shown_to(who, self.state.name, self._pending)
        called = self.state.called if of_the_floor(who) else None
        due = self.state.shoe_due if of_the_floor(who) and self.state.over else None
        why = due.why if due else None
        shoe = shoe_on(self.state) if of_the_floor(who) else None
        of_table = self._offers_of_table(who, draws)
        if self.sight is None or who.role is HouseRole.SPECTATOR:
            return Private(
                role=who.role,
                offers=of_table,
                credits=balance,
                approvals=approvals,
                called=called,
                corrections=corrections,
                shoe_due=why,
                shoe=shoe,
            )
        seen = self.sight.view(who.role, seat(who), balance, draws)
        return Private(
            role=who.role,
            own=seen.own,
            offers=of_table if self._stopped else (*seen.offers, *of_table),
            staff=seen.staff,
            credits=balance,
            approvals=approvals,
            called=called,
            corrections=corrections,
            shoe_due=why,
            shoe=shoe,
        )

    def _offers_of_table(self, who: Who, draws: frozenset[str]) -> tuple[Offer, ...]:
        position = who.role.at_table
        if position is None:
            return ()
        if position is not Role.PLAYER:
            return tuple(each.offer for each in self._of_table if each.open_to(position, who.actor))
        return tuple(
            shown(
                each.expected,
                form=None if each.expected.command in draws else own_form(each.form, who.name),
                part="table",
            )
            for each in self.own_offers
            if each.expected.by is Role.PLAYER
        )

    def brief(self, now: int) -> TableBrief:
        """The summary for lobbies and floor pages."""
        public, round = self.public, self.public.round
        terms = round.terms if round else None
        return TableBrief(
            now=now,
            run=public.run,
            decks=terms.decks if terms else None,
            unit=terms.unit if terms else None,
            limits=terms.limits if terms else {},
            boxes=terms.boxes if terms else 0,
            taken=view_of(self.state.round).taken(self.state.round) if round and self.state.round is not None else 0,
            players=len(self.state.round.wagers()) if self.state.round is not None else 0,
            marks=list(round.roads.marks) if round and round.roads else [],
            table=public.table,
            game=public.game,
            rules=public.rules,
            title=public.title,
            own_rules=public.own_rules,
            version=public.version,
            round=self.state.number,
            phase=self.state.round.phase if self.state.round is not None else None,
            waits=public.waits,
            until=public.until,
            whole=public.whole,
            closed=public.closed,
            stopped=public.stopped,
            hands=_hands(self.state.round) if self.state.round is not None else {},
            last=public.last,
        )


class Subscriber:
    """A client connection to a table: an event wakes it when something is to be sent."""

    def __init__(self, who: Who, draws: frozenset[str] = frozenset(), language: str = LANGUAGES[0]) -> None:
        self.who, self.draws, self.language = who, draws, language
        self.woken = asyncio.Event()
        self.seen = 0
        """The number of the last moment sent."""
        self.stale = True
        """Whether its private view may have changed."""
        self.said: list[bytes] = []
        """Encoded messages that wait to be sent."""

    def tell(self, message: bytes) -> None:
        """Send an encoded message."""
        self.said.append(message)
        self.woken.set()


class Stage:
    """One table and its subscribers."""

    def __init__(self, house: House, table: Table) -> None:
        self.house, self.table = house, table
        self._memory = Memory()
        try:
            self._memory = Memory.read(house.store.records, table.name)
        except Exception:
            # A record that makes no sense has stopped the table already; what can be seen of it is still shown.
            if table.broken is None:
                raise
        self._epoch = secrets.token_hex(4)
        self._moments: OrderedDict[int, TableSnapshot] = OrderedDict()
        self._number = 0
        self.watchers: set[Subscriber] = set()
        self._deltas: dict[tuple[int, str], bytes] = {}
        self._whole: dict[str, bytes] = {}
        """Caches of encoded deltas and whole views, by language."""
        self._said = ""
        self._told = 0.0
        self._took = 0.0
        self.broadcast: Callable[[float], None] = lambda seconds: None
        """Hook for the duration of a broadcast, in seconds."""
        self._subscription = house.subscribe(table.name, most=100_000)
        house.corrections.hears.append(self.touch)
        self.step()

    # Moments

    @property
    def now(self) -> TableSnapshot:
        """The latest broadcast moment."""
        return self._moments[self._number]

    def step(self) -> TableSnapshot:
        """Make a new moment from the table as it stands."""
        moment = TableSnapshot(self._number + 1, self.house, self.table, self._memory, self._said)
        self._moments[moment.number] = moment
        self._number = moment.number
        while len(self._moments) > MAX_MOMENTS:
            self._moments.popitem(last=False)
        self._deltas, self._whole = {}, {}
        return moment

    def snapshot(self, who: Who) -> Snapshot:
        """The current view of one viewer, public and private."""
        moment = self.look()
        return Snapshot(now=self.house.now(), public=moment.public, private=self._private(moment, who))

    def brief(self) -> TableBrief:
        """The current summary."""
        return self.look().brief(self.house.now())

    def look(self) -> TableSnapshot:
        """A moment of the table as it stands, which is not broadcast."""
        return TableSnapshot(0, self.house, self.table, self._memory, self._said)

    def _private(self, moment: TableSnapshot, who: Who, draws: frozenset[str] = frozenset()) -> Private:
        name = seat(who)
        waiting = () if name is None else self.house.corrections.waiting(name)
        return moment.private(who, self._credits(who), waiting, draws)

    def _credits(self, who: Who) -> int | None:
        return None if (name := seat(who)) is None else self.house.credits(name)

    # Who looks on

    def come(self, watcher: Subscriber, cursor: str | None) -> None:
        """Add a subscriber, resuming from its cursor if that moment is cached."""
        if self.table.durable.version != self.now.state.version:
            # Others may wait for more to happen; who comes is shown what is.
            self.step()
        epoch, _, number = (cursor or "").partition(".")
        if epoch == self._epoch and number.isdecimal() and int(number) in self._moments:
            watcher.seen = int(number)
        self.watchers.add(watcher)
        watcher.woken.set()

    def go(self, watcher: Subscriber) -> None:
        """Remove a subscriber."""
        self.watchers.discard(watcher)

    def news(self, watcher: Subscriber) -> bytes | None:
        """The encoded delta or whole view that a subscriber lacks; None if it lacks nothing."""
        language = watcher.language
        seen, watcher.seen = watcher.seen, self._number
        if seen == self._number:
            return None
        before = self._moments.get(seen)
        if before is None:
            if language not in self._whole:
                self._whole[language] = encode(Whole(self._cursor, self.house.now(), self.now.public), language)
            return self._whole[language]
        found = self._deltas.get((seen, language))
        if found is None:
            changes = delta(before.plain(language), self.now.plain(language))
            found = encode(Changed(self._cursor, self.house.now(), changes)) if changes else b""
            self._deltas[seen, language] = found
        return found or None

    def mine(self, watcher: Subscriber) -> bytes:
        """The encoded private view of a subscriber."""
        watcher.stale = False
        return encode(Mine(self._private(self.now, watcher.who, watcher.draws)), watcher.language)

    def touch(self, names: frozenset[str]) -> None:
        """Mark the private views of these players as stale, for changes that happened elsewhere."""
        for watcher in self.watchers:
            if seat(watcher.who) in names:
                watcher.stale = True
                watcher.woken.set()

    @property
    def _cursor(self) -> str:
        return f"{self._epoch}.{self._number}"

    # What happens

    async def run(self) -> None:
        """Broadcast updates until cancelled."""
        while True:
            await self._subscription.wait()
            updates = self._subscription.taken()
            wait = self._told + max(MOMENT_SECONDS, TELLING_SHARE * self._took) - time.monotonic()
            touched, everybody = self._take(updates)
            if not everybody and wait > 0:
                # Wagers by the thousand make one moment; as soon as anything else happens, it is shown at once.
                until = time.monotonic() + wait
                while (left := until - time.monotonic()) > 0 and not everybody:
                    try:
                        await asyncio.wait_for(self._subscription.wait(), left)
                    except TimeoutError:
                        break
                    more, everybody = self._take(self._subscription.taken())
                    touched |= more
            while True:
                try:
                    await self._tell(touched, everybody)
                    break
                except Unavailable:
                    # The records cannot be reached: what is seen stays as it was for the moment.
                    await asyncio.sleep(RETRY_SECONDS)

    @property
    def _open_stakes(self) -> bool:
        round = self.table.durable.round
        return round is not None and family_of(round).open_stakes

    def _take(self, updates: list[Update]) -> tuple[set[str], bool]:
        """Apply updates; the bettors they concern, and whether they concern everybody."""
        touched: set[str] = set()
        everybody = not updates  # so many have come that some were dropped
        for update in updates:
            if update.kind in ALONE or (update.kind in OWN and not self._open_stakes):
                touched.add(_bettor(update.body).event.bettor or "")
                continue
            if update.kind == TIPPED:
                tip = read_house(update.body)
                assert isinstance(tip, TipGiven)
                touched.add(tip.terminal)
                continue
            everybody = True
            if update.kind not in (LAST_CALL, CLOCK):
                self._remember(update)
            self._said = SAID.get(update.kind, self._said)
        return touched, everybody

    def _remember(self, update: Update) -> None:
        on_table, records = self.table.durable, self.house.store.records
        number = _round_of(update.body) if update.kind == AMENDED else update.round
        if update.kind in ENDS and on_table.number != number:
            # The table has gone on already; the records know how the round ended.
            self._memory = Memory.read(records, self.table.name)
            return
        round = on_table.round if on_table.number == number else None
        if round is None and update.kind == AMENDED:
            round = load_round(records, self.table.name, number, until=update.version).round
        self._memory.add(update.version, update.kind, update.body, number, round)

    async def _tell(self, touched: set[str], everybody: bool) -> None:
        """Make a moment and wake the subscribers; private views of those who were not touched stay valid.

        An update for everybody wakes all at once. Otherwise they are woken group by group, so that commands are
        handled in between.
        """
        start = time.monotonic()
        self.step()
        if everybody:
            for watcher in self.watchers:
                watcher.woken.set()
            for _ in range(3):
                await asyncio.sleep(0)
            self.broadcast(time.monotonic() - start)
        present = list(self.watchers)
        for at in range(0, len(present), GROUP):
            for watcher in present[at : at + GROUP]:
                # Staff see everybody's stakes.
                concerned = everybody or watcher.who.role.staff or seat(watcher.who) in touched
                watcher.stale = watcher.stale or concerned
                watcher.woken.set()
            await asyncio.sleep(REST if at + GROUP < len(present) else 0)
        self._told = time.monotonic()
        self._took = self._told - start


def of_the_floor(who: Who) -> bool:
    """Whether it is a member of staff with a position at tables."""
    return who.role.at_table not in (None, Role.PLAYER)


def shown_to(who: Who, table: str, pending: Iterable[ApprovalAsked]) -> tuple[ApprovalShown, ...]:
    """The pending approvals, for staff with a position at tables."""
    role = who.role.at_table
    if role is None or not of_the_floor(who):
        return ()
    return tuple(
        ApprovalShown(
            id=each.id,
            table=table,
            subject=each.subject,
            by=each.by,
            role=HouseRole(each.role.value),
            needs=HouseRole(each.needs.value),
            at=each.at,
            until=each.until,
            command=msgspec.Raw(each.what.encode()),
            yours=each.by != who.actor and role.may_act_as(each.needs),
        )
        for each in pending
    )


def _step(state: State) -> tuple[int, Phase | None]:
    return state.number, state.round.phase if state.round is not None else None


def _last(number: int, round: Round, corrected: bool = False) -> Last:
    return Last(number, _hands(round), view_of(round).winner(round), corrected)


def _hands(round: Round) -> dict[str, str]:
    """The face-up cards by hand."""
    found = family_of(round).hands(round)
    return {whose: " ".join(map(str, cards)) for whose, cards in found.items() if cards}
