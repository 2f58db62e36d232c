"""A table at one moment: its configuration, its shoe, its round. All of it follows from the events of its stream."""

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
from croupier.house.retold import taken
from croupier.house.shoe import Commitment
from croupier.house.stakes import begins
from croupier.house.store import Event as Kept
from croupier.house.store import Records
from croupier.house.table.shoes import drawn, finished
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

"""What ends the wait for a ruling on an interruption."""

OTHER_CARDS = ShoeDue(Sentence("set-up-with-other-cards"))
"""Why a shoe gives way to another one although nothing is wrong with it."""
LAST_WORDS = (
    ("table-configured",),
    ("table-closed", "table-opened"),
    ("table-paused", "table-resumed"),
    ("pit-called", "pit-came"),
)
"""What stands until the next of its sort, whatever shoes come and go."""


class Published(msgspec.Struct, frozen=True):
    """The shoe in play: what was published of it, what is kept sealed, and how many cards have left it."""

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
    """A real shoe: what it was filled with, and what earlier rounds have shown of it."""

    name: str
    decks: str
    after: int
    """The round after which it came."""
    seen: tuple[Card, ...] = ()
    burn: int = 0
    """How many cards were burned unseen before the first round."""
    unseen: int = 0
    """How many more left it in earlier rounds and were never seen."""


class State(msgspec.Struct, frozen=True, kw_only=True):
    """A table at one moment."""

    name: str
    version: int = 0
    """How many events its stream has."""
    configuration: Configuration | None = None
    """What the round in play, or the last one, was played under."""
    stamp: int = 0
    """The version of that."""
    coming: Configuration | None = None
    """What the next round is played under."""
    coming_stamp: int = 0
    filed: str = ""
    """The digest of what the house's configuration file said last."""
    number: int = 0
    """The round's."""
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
    """Why the table stands still."""
    called: str | None = None
    """What the pit was called for, and has not come for yet."""
    came: bool = False
    """Whether the pit has come since anything last happened in the round."""
    players: tuple[str, ...] = ()
    """Players without a terminal who are at the table, by the names that staff gave them."""
    departed: tuple[str, ...] = ()
    """Those who have left since the round began."""
    pending: tuple[house.ApprovalAsked, ...] = ()
    """What waits for a second person."""

    @property
    def stands(self) -> str | None:
        """Why nothing goes on by itself and no player acts, where that is so."""
        if self.held:
            return Sentence("round-interrupted")
        if self.paused is not None:
            return Sentence("table-paused", table=self.name, why=self.paused)
        return Sentence("round-waits-for-second-person") if any(each.holds for each in self.pending) else None

    @property
    def stop(self) -> Hold | None:
        """What stops with it, where the table stands still."""
        if self.stands is None:
            return None
        two = self.configuration is not None and "card-entry" in self.configuration.two_people
        return Hold(held=self.held, paused=self.paused is not None, two_people=two)

    def moved(self, by: int) -> "State":
        """The table after the clock was set by so much: who is to agree has the time that they had."""
        return msgspec.structs.replace(self, pending=tuple(moved(each, by) for each in self.pending))

    @property
    def stream(self) -> str:
        """Where its events are kept."""
        return f"table:{self.name}"

    @property
    def family(self) -> AnyFamily:
        """How the round in play is conducted."""
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
        if self.round is not None and not self.fresh and (found := finished(self.round)):
            return found
        if isinstance(shoe, Published):
            said = shoe.commitment
            if shoe.cut_shows:
                return ShoeDue(Sentence("cutting-card-has-come"), Citation("R-15"))
            same = said.decks == str(coming.terms.shoe) and said.cut == coming.cut and coming.cards == "virtual"
        else:
            same = shoe.decks == str(coming.terms.shoe) and coming.cards == "entered"
        return None if same else OTHER_CARDS

    @property
    def early(self) -> bool:
        """Whether a shuffle now would be out of turn: cards of a virtual shoe were seen, and it would stay in use."""
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
        """How many cards are left in the shoe at least, by all that is known of it."""
        shoe, round = self.shoe, self.round
        if not isinstance(shoe, Placed):
            return 0 if shoe is None else shoe.left
        gone = len(shoe.seen) + shoe.unseen + shoe.burn
        if round is not None and not self.fresh:
            kind = self.family
            gone += len(drawn(round)) + kind.gone_unseen(round) + kind.unseen(round)
        return max(0, Composition.parse(shoe.decks).total - gone)

    def warned(self, day: str) -> tuple[str, ...]:
        """Whose one wager under the minimum has been honoured in the table session, for a round on that gaming day.

        A table session ends when the table is closed or the gaming day turns; then everybody has it again (R-04).
        """
        if self.round is None or self.session_over or (self.day and self.day != day):
            return ()
        return tuple(dict.fromkeys((*self.round.terms.warned, *self.family.honoured(self.round))))

    @property
    def unstaked(self) -> bool:
        """Whether bets are open and nobody has bet yet."""
        round = self.round
        return round is not None and round.phase is Phase.BETTING and self.family.unstaked(round)

    def undecided(self) -> int:
        """How many have yet to choose in the window of the shared stream that is open.

        Also who has lost the line: it may come back, and everybody has their whole time (eblackjack 3.17).
        """
        return 0 if self.round is None else self.family.undecided(self.round)

    def expects(self) -> list[Expected]:
        """Everything that may happen next in the round, whoever draws its cards."""
        return [] if self.round is None else self.family.expects(self.round)

    def seats(self) -> dict[int, str]:
        """Who sits at which box, where there are boxes; nobody who has left."""
        seats = {} if self.round is None else self.family.seats(self.round)
        return {box: who for box, who in seats.items() if who not in self.departed}

    def after(self, event: house.AnyHouseEvent) -> "State":
        """The table after an event of the house."""
        replace, version = msgspec.structs.replace, self.version + 1
        match event:
            case house.TableConfigured(version=stamp, configuration=configuration, filed=filed):
                # Whoever agrees to a change agrees to what it changes.
                pending = tuple(each for each in self.pending if each.subject != "configuration")
                coming = {"coming": configuration, "coming_stamp": stamp, "filed": filed}
                return replace(self, version=version, pending=pending, **coming)
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
                    # What waits is carried over into the round that begins, and is out there.
                    seen = (*shoe.seen, *taken(self.round))
                    shoe = replace(shoe, seen=seen, unseen=shoe.unseen + self.family.gone_unseen(self.round))
                pending = tuple(each for each in self.pending if not each.holds)
                begun = replace(
                    self, version=version, number=number, round=None, shoe=shoe, held=False, came=False, pending=pending
                )
                begun = replace(begun, configuration=self.coming, stamp=self.coming_stamp)
                return replace(begun, day=day, session_over=False, players=players, departed=())
            case house.TableRepaired(round=number, configuration=stamp, players=players):
                return State(name=self.name, version=version, number=number, coming_stamp=stamp, players=players)
            case house.TableInterrupted(held=held):
                return replace(self, version=version, held=held, came=False)
            case house.ShoeOpened(commitment=commitment, sealed=sealed):
                # Of what is shuffled in the middle of a round, that round is played.
                after = self.number if self.over else self.number - 1
                return replace(self, version=version, shoe=Published(commitment, sealed, after=after), pending=())
            case house.CardDrawn() | house.CardBurned():
                shoe = self.shoe
                if isinstance(shoe, Published):
                    shoe = replace(shoe, drawn=shoe.drawn + 1)
                return replace(self, version=version, shoe=shoe)
            case house.ShoePlaced(shoe=name, decks=decks, burn=burn):
                # Those that were placed before it was said are taken to have burned what the table does.
                unsaid = self.coming.burn if self.coming else 0
                shoe = Placed(name, decks, self.number, burn=unsaid if burn is None else burn)
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
        """The table after a round of it was put right: another round that is being played knows nothing of that."""
        pending = tuple(each for each in self.pending if each.about != event.round)
        if event.round == self.number:
            round = self.round
            for raw in event.events:
                round = self.family.evolve(round, self.family.decode_event(bytes(raw)))
            # What two people were to agree upon is not what lies on the table any more.
            pending = tuple(each for each in pending if not each.holds)
            return msgspec.structs.replace(self, round=round, pending=pending)
        shoe = self.shoe
        if isinstance(shoe, Placed) and shoe.name == event.shoe:
            shoe = msgspec.structs.replace(shoe, seen=_read_again(shoe.seen, event.unseen, event.seen))
        return msgspec.structs.replace(self, shoe=shoe, pending=pending)

    def played(self, event: Event) -> "State":
        """The table after an event of its round."""
        before = None if begins(event) else self.round
        round, shoe, held = self.family.evolve(before, event), self.shoe, self.held
        if isinstance(event, self.family.reshuffles) and isinstance(shoe, Placed):
            shoe = msgspec.structs.replace(shoe, seen=(), burn=0, unseen=0)
        if held and isinstance(event, self.family.rulings):
            held = False
        # A terminal that fails changes nothing of what two people agree upon or the pit has seen; all else does.
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
        """The table after an event of either sort."""
        return self.played(event) if isinstance(event, Event) else self.after(event)

    def told(self, kept: Kept) -> "State":
        """The table after an event as it was kept."""
        if not kept.kind.startswith(house.ROUND):
            return self.after(house.read_house(kept.body))
        wrapped = house.read_in_round(kept.body)
        if wrapped.round != self.number:
            raise Refused("event-in-wrong-round", event_round=wrapped.round, table_round=self.number)
        return self.played(self.family.decode_event(bytes(wrapped.event)))


def moved(asked: house.ApprovalAsked, by: int) -> house.ApprovalAsked:
    """What a second person was asked, as if the clock had shown so much more then."""
    return msgspec.structs.replace(asked, at=asked.at + by, until=asked.until + by)


def _read_again(seen: tuple[Card, ...], wrong: tuple[Card, ...], right: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that a shoe has shown, with some of them read again; where they were shuffled back since, the same."""
    if Counter(wrong) - Counter(seen):
        return seen
    left = list(seen)
    for card in wrong:
        left.remove(card)
    return (*left, *right)


def beginning(records: Records, name: str) -> tuple[State, int]:
    """A table as it stood before the last events that matter to it, and the version after which those begin.

    What matters is all since the last shoe came, and the whole of the round in which it came. A new shoe ends what
    waits for a second person, so nothing of that is older. Nothing matters that was before a repair.
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
    """A table as it stood between two rounds: the last word on its configuration, whether it is open, pauses, calls."""
    state = State(name=name)
    for kinds in LAST_WORDS:
        if (said := records.last(state.stream, kinds, before=version + 1)) and said.version >= since:
            state = state.after(house.read_house(said.body))
    return msgspec.structs.replace(state, version=version)


def recovered(records: Records, name: str) -> State:
    """The table as its events leave it; a refusal where they make no sense."""
    state, since = beginning(records, name)
    return caught_up(state, records.events(f"table:{name}", since))


def caught_up(state: State, events: Iterable[Kept]) -> State:
    """A table after the events that followed."""
    for event in events:
        if event.version != state.version + 1:
            raise Refused("event-missing-before-next", missing=state.version + 1, found=event.version)
        state = state.told(event)
    return state


def check_exists(state: State, command: object) -> None:
    """Refuse a card that the shoe on the table cannot hold any more."""
    shoe, round = state.shoe, state.round
    if not isinstance(shoe, Placed) or round is None or isinstance(command, TakeBackCard):
        return
    deck, decks = round.terms.rules.deck, round.terms.decks
    # Cards that were collected and shuffled again come twice; the round itself knows which lie on the table.
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
