"""The state of a table: its configuration, its shoe, its round. All of it is derived from the events of its stream."""

from collections import Counter
from collections.abc import Iterable

import msgspec

from croupier.cards import Card, Composition
from croupier.games.families import AnyFamily, family
from croupier.games.family import Round, ShoeDue
from croupier.games.messages import (
    CorrectCards,
    Reconstruct,
    TakeBackCard,
    TerminalFound,
    TerminalLost,
)
from croupier.games.round import OVER, Event, Expected, Phase
from croupier.house import events as house
from croupier.house.configuration import Configuration
from croupier.house.hold import Hold
from croupier.house.rounds import cards_taken
from croupier.house.shoe import Commitment
from croupier.house.stakes import begins
from croupier.house.store import Event as StoredEvent
from croupier.house.store import Records
from croupier.house.table.shoes import drawn, finished
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

OTHER_CARDS = ShoeDue(Sentence("set-up-with-other-cards"))
"""A shoe is replaced because the next round is set up with another one."""
LATEST_OF_KINDS = (
    ("table-configured",),
    ("table-closed", "table-opened"),
    ("table-paused", "table-resumed"),
    ("pit-called", "pit-came"),
    ("change-planned", "plan-ended"),
    (house.GAME_APPROVED,),
)
"""Kinds of events of which the latest of each group holds, whatever shoes come and go."""


class Published(msgspec.Struct, frozen=True):
    """A virtual shoe: its published commitment, its sealed order, and how many cards have left it."""

    commitment: Commitment
    sealed: bytes
    drawn: int = 0
    after: int = 0
    """The round after which it came."""

    @property
    def left(self) -> int:
        """How many cards are still in it."""
        return self.commitment.size - self.drawn

    @property
    def cut_shows(self) -> bool:
        """Whether the cutting card lies next, or has come."""
        return self.left <= self.commitment.cut


class Placed(msgspec.Struct, frozen=True):
    """A real shoe: what it was filled with, and which cards came out in earlier rounds."""

    name: str
    decks: str
    after: int
    """The round after which it came."""
    seen: tuple[Card, ...] = ()
    burn: int = 0
    """How many cards were burned unseen before the first round."""
    unseen: int = 0
    """How many more cards left it in earlier rounds and were never seen."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment: a snapshot, never changed in place."""

    name: str
    version: int = 0
    """How many events its stream has."""
    configuration: Configuration | None = None
    """The configuration of the round in play, or of the last one."""
    stamp: int = 0
    """The version of `configuration`."""
    coming: Configuration | None = None
    """The configuration of the next round."""
    coming_stamp: int = 0
    filed: str = ""
    """The digest of the house's configuration file as it was applied last."""
    plan: house.ChangePlanned | None = None
    """A change of settings that waits for its time."""
    number: int = 0
    """The number of the round in play, or of the last one."""
    round: Round | None = None
    shoe: Published | Placed | None = None
    day: str = ""
    """The gaming day in which the round began."""
    closed: str | None = None
    """Why no further round begins."""
    session_over: bool = False
    """Whether the table was closed with no round in play since the round began."""
    held: bool = False
    """Whether the round waits for a ruling on an interruption."""
    paused: str | None = None
    """Why the table is paused."""
    called: str | None = None
    """The reason of a call to the pit that is not answered yet."""
    came: bool = False
    """Whether the pit has come since anything last happened in the round."""
    players: tuple[str, ...] = ()
    """Players without a terminal who are at the table, by the names that staff gave them."""
    departed: tuple[str, ...] = ()
    """Players without a terminal who have left since the round began."""
    pending: tuple[house.ApprovalAsked, ...] = ()
    """Requests that wait for a second person's approval."""
    approved: str = ""
    """The variant that two people have approved last, by its name and edition."""
    demo: bool = False
    """Whether credits have no value here, so that a variant needs no approval."""

    @property
    def stands(self) -> str | None:
        """Why the table is on hold, so that no timer runs and no player acts; none where it is not."""
        if self.held:
            return Sentence("round-interrupted")
        if self.paused is not None:
            return Sentence("table-paused", table=self.name, why=self.paused)
        return Sentence("round-waits-for-second-person") if any(each.holds for each in self.pending) else None

    @property
    def variant(self) -> str | None:
        """The variant that the next round plays, by its name and edition; none where it plays one of our games."""
        rules = self.coming.terms.rules if self.coming else None
        return f"{rules.name}@{rules.edition}" if rules and rules.origin else None

    @property
    def unapproved(self) -> str | None:
        """The variant that the next round would play, where it still needs the approval of two people."""
        return None if self.demo or self.variant == self.approved else self.variant

    @property
    def stop(self) -> Hold | None:
        """What the hold forbids, where the table is on hold."""
        if self.stands is None:
            return None
        two = self.configuration is not None and "card-entry" in self.configuration.two_people
        return Hold(held=self.held, paused=self.paused is not None, two_people=two)

    def moved(self, by: int) -> "State":
        """The state with the deadlines of approvals shifted by as many microseconds as the clock was set."""
        return msgspec.structs.replace(self, pending=tuple(moved(each, by) for each in self.pending))

    @property
    def stream(self) -> str:
        """The stream of its events."""
        return f"table:{self.name}"

    @property
    def family(self) -> AnyFamily:
        """The family of the game in play, which conducts its rounds."""
        if self.configuration is None:
            raise Refused("table-not-played-yet", table=self.name)
        return family(self.configuration.terms.game)

    @property
    def over(self) -> bool:
        """Whether no round is in play."""
        return self.round is None or self.round.phase in OVER

    @property
    def shoe_due(self) -> ShoeDue | None:
        """Why the next round needs another shoe, where it does."""
        coming, shoe = self.coming, self.shoe
        if coming is None:
            return None
        if shoe is None:
            return ShoeDue(Sentence("no-shoe-on-table"))
        if self.round is not None and not self.fresh and (due := finished(self.round)):
            return due
        if isinstance(shoe, Published):
            commitment = shoe.commitment
            if shoe.cut_shows:
                return ShoeDue(Sentence("cutting-card-has-come"), Citation("R-15"))
            full, cut = commitment.decks == str(coming.terms.shoe), commitment.cut == coming.cut
            same = full and cut and coming.cards == "virtual"
        else:
            same = shoe.decks == str(coming.terms.shoe) and coming.cards == "entered"
        return None if same else OTHER_CARDS

    @property
    def early(self) -> bool:
        """Whether a shuffle now would be early: rounds were played from a virtual shoe that would stay in use."""
        return self.over and isinstance(self.shoe, Published) and not self.fresh and not self.shuffle_due

    @property
    def shuffle_due(self) -> bool:
        """Whether the next round needs another shoe."""
        return self.shoe_due is not None

    @property
    def fresh(self) -> bool:
        """Whether no round has been played from the shoe on the table."""
        return self.shoe is not None and self.shoe.after >= self.number

    @property
    def left(self) -> int:
        """How many cards are left in the shoe at least; exact for a virtual one."""
        shoe, round = self.shoe, self.round
        if not isinstance(shoe, Placed):
            return 0 if shoe is None else shoe.left
        gone = len(shoe.seen) + shoe.unseen + shoe.burn
        if round is not None and not self.fresh:
            kind = self.family
            gone += len(drawn(round)) + kind.gone_unseen(round) + kind.unseen(round)
        return max(0, Composition.parse(shoe.decks).total - gone)

    def warned(self, day: str) -> tuple[str, ...]:
        """Who has used up their one honoured wager under the minimum, for a round on that gaming day (R-04).

        It is one for each table session, which ends when the table is closed or the gaming day turns; or, where it is
        read so, one for each gaming day.
        """
        if self.round is None or (self.day and self.day != day):
            return ()
        if self.session_over and self.round.terms.rules.reads("R-04") != "c":
            return ()
        return tuple(dict.fromkeys((*self.round.terms.warned, *self.family.honoured(self.round))))

    @property
    def unstaked(self) -> bool:
        """Whether bets are open and nobody has bet yet."""
        round = self.round
        return round is not None and round.phase is Phase.BETTING and self.family.unstaked(round)

    def undecided(self) -> int:
        """How many have yet to decide in the current window of the shared stream.

        Lost terminals count: they may come back, and everybody has their whole time (eblackjack 3.17).
        """
        return 0 if self.round is None else self.family.undecided(self.round)

    def expects(self) -> list[Expected]:
        """All commands that the round takes now, whether its shoe is virtual or real."""
        return [] if self.round is None else self.family.expects(self.round)

    def seats(self) -> dict[int, str]:
        """Who sits at which box, where there are boxes, without those who have left."""
        seats = {} if self.round is None else self.family.seats(self.round)
        return {box: who for box, who in seats.items() if who not in self.departed}

    def after(self, event: house.AnyHouseEvent) -> "State":
        """The state after an event of the house."""
        replace, version = msgspec.structs.replace, self.version + 1
        match event:
            case house.TableConfigured(version=stamp, configuration=configuration, filed=filed):
                # A request to change the settings was made against the old ones, so it is dropped.
                pending = tuple(each for each in self.pending if each.subject not in ("configuration", "game"))
                coming = {"coming": configuration, "coming_stamp": stamp, "filed": filed}
                return replace(self, version=version, pending=pending, **coming)
            case house.ChangePlanned():
                pending = tuple(each for each in self.pending if each.subject != "configuration")
                return replace(self, version=version, pending=pending, plan=event)
            case house.GameApproved(game=game):
                pending = tuple(each for each in self.pending if each.subject != "game")
                return replace(self, version=version, pending=pending, approved=game)
            case house.PlanEnded():
                return replace(self, version=version, plan=None)
            case house.TablePaused(reason=reason):
                return replace(self, version=version, paused=reason)
            case house.TableResumed():
                return replace(self, version=version, paused=None)
            case house.PitCalled(reason=reason):
                return replace(self, version=version, called=reason)
            case house.PitCame():
                return replace(self, version=version, called=None, came=True)
            case house.ApprovalAsked(at=at):
                pending = tuple(each for each in self.pending if at < each.until)
                return replace(self, version=version, pending=(*pending, event))
            case house.ApprovalGiven(id=id) | house.ApprovalRefused(id=id) | house.ApprovalLapsed(id=id):
                pending = tuple(each for each in self.pending if each.id != id)
                return replace(self, version=version, pending=pending)
            case house.TableOpened():
                return replace(self, version=version, closed=None)
            case house.TableClosed(reason=reason):
                return replace(self, version=version, closed=reason, session_over=self.session_over or self.over)
            case house.PlayerSeated(player=player):
                departed = tuple(each for each in self.departed if each != player)
                return replace(self, version=version, players=(*self.players, player), departed=departed)
            case house.PlayerPaidOff(player=player):
                players = tuple(each for each in self.players if each != player)
                return replace(self, version=version, players=players, departed=(*self.departed, player))
            case house.RoundBegun(round=number, day=day, players=players):
                shoe = self.shoe
                if isinstance(shoe, Placed) and self.round is not None and not self.fresh:
                    # Waiting cards are carried over into the round that begins, and are counted there.
                    seen = (*shoe.seen, *cards_taken(self.round))
                    shoe = replace(shoe, seen=seen, unseen=shoe.unseen + self.family.gone_unseen(self.round))
                pending = tuple(each for each in self.pending if not each.holds)
                begun = replace(
                    self, version=version, number=number, round=None, shoe=shoe, held=False, came=False, pending=pending
                )
                begun = replace(begun, configuration=self.coming, stamp=self.coming_stamp)
                return replace(begun, day=day, session_over=False, players=players, departed=())
            case house.TableRepaired(round=number, configuration=stamp, players=players):
                return State(
                    name=self.name,
                    version=version,
                    number=number,
                    coming_stamp=stamp,
                    players=players,
                    demo=self.demo,
                )
            case house.TableInterrupted(held=held):
                return replace(self, version=version, held=held, came=False)
            case house.ShoeOpened(commitment=commitment, sealed=sealed):
                # A shoe shuffled in the middle of a round is used by that round.
                after = self.number if self.over else self.number - 1
                return replace(self, version=version, shoe=Published(commitment, sealed, after=after), pending=())
            case house.CardDrawn() | house.CardBurned():
                shoe = self.shoe
                if isinstance(shoe, Published):
                    shoe = replace(shoe, drawn=shoe.drawn + 1)
                return replace(self, version=version, shoe=shoe)
            case house.ShoePlaced(shoe=name, decks=decks, burn=burn):
                # Older events do not say how many were burned: as many as the table is set up to burn.
                usual = self.coming.burn if self.coming else 0
                shoe = Placed(name, decks, self.number, burn=usual if burn is None else burn)
                return replace(self, version=version, shoe=shoe, pending=())
            case house.ShoeRetired() | house.ShoeRemoved():
                return replace(self, version=version, shoe=None)
            case house.TipGiven() | house.TipsPaidOut() | house.PlayerBoughtIn() | house.ShuffledEarly():
                return replace(self, version=version)
            case house.RoundAmended():
                return replace(self._amended(event), version=version)
            case _:
                raise Refused("not-an-event-of-tables", event=event.__struct_config__.tag)

    def _amended(self, event: house.RoundAmended) -> "State":
        """The state after a round was amended; another round in play is not affected."""
        pending = tuple(each for each in self.pending if each.about != event.round)
        if event.round == self.number:
            round = self.round
            for raw in event.events:
                round = self.family.evolve(round, self.family.decode_event(bytes(raw)))
            # Requests about this round were made before the amendment, so they are dropped.
            pending = tuple(each for each in pending if not each.holds)
            return msgspec.structs.replace(self, round=round, pending=pending)
        shoe = self.shoe
        if isinstance(shoe, Placed) and shoe.name == event.shoe:
            shoe = msgspec.structs.replace(shoe, seen=_read_again(shoe.seen, event.unseen, event.seen))
        return msgspec.structs.replace(self, shoe=shoe, pending=pending)

    def played(self, event: Event) -> "State":
        """The state after an event of its round."""
        before = None if begins(event) else self.round
        round, shoe, held = self.family.evolve(before, event), self.shoe, self.held
        if isinstance(event, self.family.reshuffles) and isinstance(shoe, Placed):
            shoe = msgspec.structs.replace(shoe, seen=(), burn=0, unseen=0)
        if held and isinstance(event, self.family.rulings):
            held = False
        # A lost or restored terminal neither drops requests for approval nor resets `came`; every other event does.
        beside = isinstance(event, TerminalLost | TerminalFound)
        stays = not self.pending or beside
        pending = self.pending if stays else tuple(each for each in self.pending if not each.holds)
        came = self.came and beside
        over = self.session_over or (self.closed is not None and round.phase in OVER)
        return msgspec.structs.replace(
            self,
            version=self.version + 1,
            round=round,
            shoe=shoe,
            held=held,
            came=came,
            pending=pending,
            session_over=over,
        )

    def stepped(self, event: house.AnyHouseEvent | Event) -> "State":
        """The state after an event of either sort."""
        return self.played(event) if isinstance(event, Event) else self.after(event)

    def after_stored(self, stored: StoredEvent) -> "State":
        """The state after an event as it is stored."""
        if not stored.kind.startswith(house.ROUND):
            return self.after(house.read_house(stored.body))
        wrapped = house.read_in_round(stored.body)
        if wrapped.round != self.number:
            raise Refused("event-in-wrong-round", event_round=wrapped.round, table_round=self.number)
        return self.played(self.family.decode_event(bytes(wrapped.event)))


def moved(approval: house.ApprovalAsked, by: int) -> house.ApprovalAsked:
    """A request for approval with its times shifted by so many microseconds."""
    return msgspec.structs.replace(approval, at=approval.at + by, until=approval.until + by)


def _read_again(seen: tuple[Card, ...], wrong: tuple[Card, ...], right: tuple[Card, ...]) -> tuple[Card, ...]:
    """The seen cards of a shoe with some corrected; unchanged where those were shuffled back in since."""
    if Counter(wrong) - Counter(seen):
        return seen
    left = list(seen)
    for card in wrong:
        left.remove(card)
    return (*left, *right)


def beginning(records: Records, name: str) -> tuple[State, int]:
    """The state from which a table is recovered, and its version: events after that have to be replayed.

    These are all since the last shoe came, with the whole round in which it came. A new shoe drops all requests for
    approval, so none is older. Nothing before a repair is replayed.
    """
    stream = f"table:{name}"
    repaired = records.last(stream, (house.REPAIRED,))
    since = repaired.version if repaired else 1
    shoe = records.last(stream, ("shoe-opened", "shoe-placed"))
    if shoe is None or shoe.version < since:
        return State(name=name, version=since - 1), since - 1
    begun = records.last(stream, ("round-begun",), before=shoe.version)
    before = max(since, begun.version if begun else since) - 1
    return between(records, name, before, since), before


def between(records: Records, name: str, version: int, since: int = 1) -> State:
    """A table as it was between two rounds: its configuration, and whether it was closed, paused or called the pit."""
    state = State(name=name)
    for kinds in LATEST_OF_KINDS:
        if (latest := records.last(state.stream, kinds, before=version + 1)) and latest.version >= since:
            state = state.after(house.read_house(latest.body))
    return msgspec.structs.replace(state, version=version)


def recovered(records: Records, name: str) -> State:
    """The state of a table replayed from its events; refused where they are inconsistent."""
    state, since = beginning(records, name)
    return caught_up(state, records.events(f"table:{name}", since))


def caught_up(state: State, events: Iterable[StoredEvent]) -> State:
    """The state after further stored events; refused where one is missing."""
    for event in events:
        if event.version != state.version + 1:
            raise Refused("event-missing-before-next", missing=state.version + 1, found=event.version)
        state = state.after_stored(event)
    return state


def check_exists(state: State, command: object) -> None:
    """Refuse a card of which the shoe on the table has no copy left."""
    shoe, round = state.shoe, state.round
    if not isinstance(shoe, Placed) or round is None or isinstance(command, TakeBackCard):
        return
    deck, decks = round.terms.rules.deck, round.terms.decks
    # Discards that were shuffled back in come twice; the round itself knows which cards lie on the table.
    gone = Counter(() if state.family.reshuffled(round) else drawn(round))
    one: Card | None = getattr(command, "card", None)
    given = Counter[Card](getattr(command, "cards", ()) or getattr(command, "disclosed", ()))
    if isinstance(command, Reconstruct | CorrectCards):
        gone = Counter(state.family.apart(round))
    if one is not None and one not in round.waiting:
        given[one] += 1
    for card, count in given.items():
        before = shoe.seen.count(card) + gone[card]
        if count + before > (decks if card in deck.cards else 0):
            why = (
                Sentence("copies-already-out", count=before + count - 1)
                if card in deck.cards
                else Sentence("card-not-in-decks")
            )
            raise Refused(
                "no-further-copy-of-card", round.terms.rules.clause("2.1"), decks=shoe.decks, card=card, why=why
            )
