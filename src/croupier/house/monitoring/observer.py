"""From the events of a table to what surveillance is handed: the rounds of a shoe with their cards, bets and times.

A card counts as seen when the round it came for is over. What is sealed, burned unseen or still to come is never read,
so nothing that is made of this can tell more than somebody could who sat at the table and wrote everything down.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

import msgspec

from croupier.cards import Card, cards
from croupier.games.families import family_of
from croupier.games.family import Round
from croupier.games.round import Phase, decode_hook
from croupier.house.events import (
    AMENDED,
    REPAIRED,
    ROUND,
    SHUFFLED_EARLY,
    ApprovalAsked,
    RoundAmended,
    ShoeRetired,
    ShuffledEarly,
    read_house,
)
from croupier.house.rounds import cards_taken, load_round, read_amendment
from croupier.house.store import Event, Records
from croupier.house.surveillance.seen import Bet, SeenRound, SeenShoe, bets
from croupier.house.table.state import OTHER_CARDS, Published, State
from croupier.words import Sentence

MILLISECOND = 1_000
"""Microseconds in a millisecond."""
PLACED = (f"{ROUND}wager-placed", f"{ROUND}wager-claimed")
WITHDRAWN = f"{ROUND}wager-withdrawn"


class _Wager(msgspec.Struct):
    bettor: str
    wager: str
    stake: int = 0
    box: int = 1


class _WagerInRound(msgspec.Struct):
    event: _Wager


class _Entered(msgspec.Struct):
    card: Card


class _TakenBack(msgspec.Struct):
    event: _Entered


class _Corrected(msgspec.Struct):
    """A correction of cards, as an event or as part of an amendment."""

    was: tuple[Card, ...] = ()
    cards: tuple[Card, ...] = ()
    waiting: tuple[Card, ...] = ()


class _CorrectedInRound(msgspec.Struct):
    event: _Corrected


_corrected = msgspec.json.Decoder(_Corrected, dec_hook=decode_hook).decode
_wager = msgspec.json.Decoder(_WagerInRound).decode
_corrected_in_round = msgspec.json.Decoder(_CorrectedInRound, dec_hook=decode_hook).decode
_taken_back = msgspec.json.Decoder(_TakenBack, dec_hook=decode_hook).decode


class TableObserver:
    """Observes one table event by event; an earlier round is loaded again from the records when it is amended."""

    def __init__(self, state: State, records: Records | None = None) -> None:
        self.state, self._records = state, records
        self.at = 0
        """The time of the last event, in microseconds."""
        self.touched = False
        """Whether a round has ended or was amended since this flag was cleared."""
        self._shoe: SeenShoe | None = None
        self._rounds: list[SeenRound] = []
        self._round = _Betting(0)
        self._why = ""

    @property
    def shoe(self) -> SeenShoe | None:
        """The rounds seen since the last shuffle; None if observation began in the middle of a shoe."""
        return self._shoe and msgspec.structs.replace(self._shoe, rounds=tuple(self._rounds))

    def see(self, event: Event) -> SeenShoe | None:
        """Apply the next event of the table; returns the shoe if it ends."""
        before, self.state = self.state, self.state.after_stored(event)
        self.at = event.at
        match event.kind:
            case kind if kind == SHUFFLED_EARLY:
                said = read_house(event.body)
                assert isinstance(said, ShuffledEarly)
                self._why = said.reason
            case "shoe-opened" | "shoe-placed":
                self._begin()
            case "shoe-retired":
                retired = read_house(event.body)
                assert isinstance(retired, ShoeRetired)
                return self._end(cards(retired.opening.order), self._early(before, event.actor))
            case "shoe-removed" | "round:discards-shuffled":
                return self._end()
            case "table-interrupted" | "table-paused":
                self._round.usual = False
            case "approval-asked":
                # Whoever is to agree about an earlier round keeps nobody waiting in this one.
                asked = read_house(event.body)
                self._round.usual = self._round.usual and not (isinstance(asked, ApprovalAsked) and asked.holds)
            case kind if kind == REPAIRED:
                # What lay on the table was swept off it, and nobody knows what it was: the next shoe is a new one.
                self._shoe, self._rounds = None, []
            case "round:bets-opened":
                self._round = _Betting(event.at, self._round.carried)
            case "round:bets-closed":
                self._round.closed = event.at
            case kind if kind in PLACED:
                self._round.place(_wager(event.body).event, event.at)
                return None
            case kind if kind == WITHDRAWN:
                self._round.withdraw(_wager(event.body).event, event.at)
                return None
            case "round:card-taken-back":
                self._round.forget(_taken_back(event.body).event.card)
            case kind if kind == AMENDED:
                self._amended(read_amendment(event), event)
            case "round:cards-corrected":
                right = _corrected_in_round(event.body).event
                self._round.reread(right.was, (*right.cards, *right.waiting))
        if event.kind.startswith(ROUND) and self.state.round is not None:
            self._round.look(self.state.round)
            if self.state.over:
                self._ended(self.state.round, event.at)
        return None

    def _begin(self) -> None:
        """Begin another shoe; one that comes in the middle of a round lasts for that round only, unobserved."""
        coming = self.state.coming
        if coming is None or not self.state.over:
            return
        shoe = self.state.shoe
        name = shoe.commitment.shoe if isinstance(shoe, Published) else shoe.name if shoe else ""
        terms = coming.terms
        self._shoe = SeenShoe(
            table=self.state.name,
            name=name,
            game=terms.game,
            decks=terms.decks,
            edition=terms.edition,
            readings=terms.readings,
        )
        self._rounds = []
        self._round = _Betting(self.at)

    def _early(self, before: State, by: str) -> str:
        """Who removed a virtual shoe before its time, and why; empty if it was due."""
        why, self._why = self._why, ""
        due = before.shoe_due
        if not before.over or before.fresh or due not in (None, OTHER_CARDS):
            return ""
        if due is not None:
            return Sentence("due-shoe-taken-early", due=due.why)
        return Sentence("shoe-taken-early", by=by, why=why or Sentence("nothing-was-said"))

    def _end(self, whole: tuple[Card, ...] = (), early: str = "") -> SeenShoe | None:
        if not self.state.over and self._round.seen:
            self._put(SeenRound(number=self.state.number, cards=tuple(self._round.seen)))
        shoe, self._shoe = self.shoe, None
        return shoe and msgspec.structs.replace(shoe, whole=whole, early=early if shoe.rounds else "")

    def _ended(self, round: Round, at: int) -> None:
        """Record a round that is over, or whose result was corrected."""
        if self._shoe is None:
            return
        terms = round.terms
        if terms.rules.identity != self._shoe.rules.identity:
            # Another game, or other rules, from the same shoe: its cards are gone all the same, its wagers differ.
            self._shoe = msgspec.structs.replace(
                self._shoe, game=terms.game, edition=terms.edition, readings=terms.readings
            )
            self._rounds = [SeenRound(number=each.number, cards=each.cards) for each in self._rounds]
        settled = round.phase is Phase.SETTLED
        ordinary = settled and self._round.usual and not _disturbed(round)
        self._put(
            SeenRound(
                number=self.state.number,
                cards=tuple(self._round.seen),
                bets=(*bets(round, self._round.before_close), *self._round.taken_back(round)) if settled else (),
                took=(at - self._round.opened) // MILLISECOND if ordinary and at >= self._round.opened else None,
            )
        )

    def _amended(self, said: RoundAmended, event: Event) -> None:
        """Apply an amendment to the round that it names."""
        if said.round == self.state.number and self.state.round is not None:
            self._round.read_again(said)
            self._ended(self.state.round, event.at)
            return
        place = next((at for at, each in enumerate(self._rounds) if each.number == said.round), None)
        if self._shoe is None or place is None or self._records is None:
            return
        before = self._rounds[place]
        round = load_round(self._records, self.state.name, said.round, until=event.version).round
        assert round is not None
        found = _bets_again(round, before) if round.phase is Phase.SETTLED and before.bets else ()
        cards = read_again(before.cards, said)
        self._rounds[place] = msgspec.structs.replace(before, cards=cards, bets=found)
        self.touched = True

    def _put(self, seen: SeenRound) -> None:
        if self._rounds and self._rounds[-1].number == seen.number:
            # What is put right after the settlement takes no longer for it.
            self._rounds[-1] = msgspec.structs.replace(seen, took=self._rounds[-1].took)
        else:
            self._rounds.append(seen)
        self.touched = True


class _Betting:
    """What is observed beside the round: when wagers were accepted and withdrawn, and the order of its cards."""

    def __init__(self, opened: int, carried: "Counter[Card] | None" = None) -> None:
        self.opened, self.closed = opened, opened
        self.usual = True
        self.seen: list[Card] = []
        self.carried: Counter[Card] = Counter()
        """Cards seen in this round that wait for the next one."""
        self._out = carried or Counter()
        self._stakes: dict[tuple[str, str, int], int] = {}
        self._when: dict[tuple[str, str], int] = {}
        self._taken: dict[tuple[str, str], int] = {}

    @property
    def before_close(self) -> dict[tuple[str, str], int]:
        """Milliseconds from the last change of each wager to the close of bets."""
        # Where the clock was put back in between, nobody knows.
        return {key: (self.closed - at) // MILLISECOND for key, at in self._when.items() if at <= self.closed}

    def place(self, wager: _Wager, at: int) -> None:
        """Record an accepted wager; only a raise counts as a new one."""
        key, place = (wager.bettor, wager.wager), (wager.bettor, wager.wager, wager.box)
        if wager.stake > self._stakes.get(place, 0):
            self._when[key] = at
        self._stakes[place] = wager.stake
        self._taken.pop(key, None)

    def withdraw(self, wager: _Wager, at: int) -> None:
        """Record a withdrawn wager."""
        key = wager.bettor, wager.wager
        self._taken[key] = self._stakes.pop((*key, wager.box), 0)
        self._when[key] = at

    def taken_back(self, round: Round) -> Iterator[Bet]:
        """The withdrawn wagers, with what they would have won where the cards decide that."""
        for key, stake in self._taken.items():
            net = family_of(round).would_win(round, key[1], stake)
            if net is not None:
                yield Bet(*key, stake, net, self.before_close.get(key), withdrawn=True)

    def look(self, round: Round) -> None:
        """Record the cards out of the shoe; a card that went back to wait is counted once."""
        now = Counter(cards_taken(round))
        self.seen += (now - self._out).elements()
        self._out |= now
        self.carried = (self._out - now) & Counter(round.waiting)

    def read_again(self, said: RoundAmended) -> None:
        """Apply an amendment to the cards."""
        self.seen = list(read_again(self.seen, said))
        self._out = self._out - Counter(said.unseen) + Counter(said.seen)

    def reread(self, was: tuple[Card, ...], right: tuple[Card, ...]) -> None:
        """Replace cards that were read wrongly; cards shown by an earlier round stay seen."""
        shown = Counter(was) - Counter(self.seen)
        for card in (Counter(was) - shown).elements():
            self.seen.remove(card)
        self.seen += (Counter(right) - shown).elements()
        self._out = self._out - Counter(was) + Counter(right)

    def forget(self, card: Card) -> None:
        """Remove the last card, which was entered by mistake; cards shown by an earlier round stay seen."""
        if self.seen and self.seen[-1] == card:
            self.seen.pop()
            self._out -= Counter((card,))


def read_again(seen: Sequence[Card], said: RoundAmended) -> tuple[Card, ...]:
    """The cards of a round in order, after an amendment."""
    left = list(seen)
    for raw in said.events:
        event = _corrected(raw)
        size = len(event.was)
        at = next((at for at in range(len(left) - size + 1) if tuple(left[at : at + size]) == event.was), None)
        if size and at is not None:
            left[at : at + size] = (*event.cards, *event.waiting)
    if Counter(left) == Counter(seen) - Counter(said.unseen) + Counter(said.seen):
        return tuple(left)
    # They did not lie in one row: each wrong one gives way to a right one.
    left = list(seen)
    for wrong, right in zip_longest(said.unseen, said.seen):
        at = left.index(wrong) if wrong in left else len(left)
        left[at : at + (wrong in left)] = [right] if right is not None else []
    return tuple(left)


def _bets_again(round: Round, before: SeenRound) -> tuple[Bet, ...]:
    """The bets of an amended round, with the times at which they were placed."""
    times = {(each.who, each.wager): each.before_close for each in before.bets if each.before_close is not None}
    withdrawn = [each for each in before.bets if each.withdrawn]
    now = [(each, family_of(round).would_win(round, each.wager, each.stake)) for each in withdrawn]
    again = (each if net is None else msgspec.structs.replace(each, net=net) for each, net in now)
    return (*bets(round, times), *again)


def _disturbed(round: Round) -> bool:
    """Whether it was interrupted or ruled on, so that its duration tells nothing."""
    return bool(round.notes or round.history or family_of(round).interrupted(round))
