"""What follows at a table from a command: the events of its shoe and of its round, with what they move, to be kept."""

from collections.abc import Iterable
from typing import Any

import msgspec

from croupier.cards import Composition
from croupier.games.families import family
from croupier.games.messages import RunOut, TerminalFound, TerminalLost
from croupier.games.round import OVER, Command, Event, Role, carries_cards, check_position, encode, tag
from croupier.house import events as house
from croupier.house.configuration import Configuration, changed
from croupier.house.keys import Keys
from croupier.house.ledger import Posting, covered, tips
from croupier.house.shoe import Shoe
from croupier.house.shuffle import Entropy
from croupier.house.stakes import postings
from croupier.house.store import Draft
from croupier.house.table import commands as c
from croupier.house.table import seating
from croupier.house.table.amending import Amendment, Archive, amendment
from croupier.house.table.seating import Registry
from croupier.house.table.state import Placed, Published, State, check_exists
from croupier.refused import Refused, refuse_all
from croupier.words import Sentence


class Cabinet:
    """Where the virtual shoe of a table stands: the one thing about it that is not written anywhere in the open."""

    def __init__(self, keys: Keys, entropy: Entropy) -> None:
        self._keys, self._entropy = keys, entropy
        self._shoe: Shoe | None = None

    def fill(self, name: str, of: Composition, cut: int, burn: int) -> Shoe:
        """A new shoe."""
        self._shoe = Shoe.shuffled(name, of, self._keys, cut=cut, burn=burn, entropy=self._entropy)
        return self._shoe

    def at(self, published: Published) -> Shoe:
        """The shoe that was published, as far on as it is said to be: after a step back it gives the same cards."""
        shoe = self._shoe
        if shoe is None or shoe.commitment != published.commitment:
            shoe = Shoe.unsealed(published.commitment, published.sealed, self._keys, published.drawn)
            self._shoe = shoe
        shoe.drawn = published.drawn
        return shoe


class Sheet:
    """What a command comes to, written down step by step, each upon the one before."""

    def __init__(self, state: State, cabinet: Cabinet, names: Registry, archive: Archive | None = None) -> None:
        self.state, self.names = state, names
        self.drafts: list[Draft] = []
        self.steps: list[house.AnyHouseEvent | Event] = []
        self.signed: tuple[house.Signature, house.Signature | None] | None = None
        """Who has asked for it, and who has agreed."""
        self.amendment: Amendment | None = None
        """What it makes of a round that was over, where it is that."""
        self._cabinet, self._held, self._archive = cabinet, names.held, archive

    @property
    def postings(self) -> list[Posting]:
        """Everything that it moves."""
        return [posting for draft in self.drafts for posting in draft.postings]

    def note(self, event: house.AnyHouseEvent, moved: tuple[Posting, ...] | None = None) -> None:
        """Something happened in the house; it moves what it does by its nature, unless that is given."""
        self.state = self.state.after(event)
        self.steps.append(event)
        self.drafts.append(house.drafted(event, moved))

    def configure(self, configuration: Configuration, filed: str) -> None:
        """Set the table up otherwise, from its next round on."""
        version = self.state.coming_stamp + 1
        self.note(house.TableConfigured(version=version, configuration=configuration, filed=filed))

    def give(self, command: Command, by: Role) -> None:
        """Have the round decide about a command."""
        for event in self.state.family.decide(self.state.round, command, by):
            self.play(event)

    def play(self, event: Event) -> None:
        """Something happened in the round."""
        before, self.state = self.state, self.state.played(event)
        round = self.state.round
        assert round is not None
        moved = postings(self.state.name, self.state.number, before.round, event, round)
        if before.round is not None and before.round.phase in OVER:
            moved = covered(moved, self._held)
        self.steps.append(event)
        self.drafts.append(house.in_round(self.state.number, event, moved))

    def amend(self, number: int, body: bytes, by: Role, reason: str = "") -> None:
        """A round that is over is put right."""
        if self._archive is None or self.signed is None:
            raise Refused("finished-round-needs-two-people")
        found = self.amendment = amendment(self.state, self._archive, number, body, by)
        self.note(found.event(*self.signed, reason), found.postings(self.state.name, self._held))

    def begin(self, by: Role) -> None:
        """The next round: another shoe where it is due, then bets are open."""
        state = self.state
        if not state.over:
            raise Refused("previous-round-not-over")
        if state.closed is not None:
            raise Refused("table-closed", table=state.name, why=state.closed)
        if state.paused is not None:
            raise Refused("table-paused", table=state.name, why=state.paused)
        coming = state.coming
        if coming is None:
            raise Refused("table-not-set-up", table=state.name)
        if due := state.shoe_due:
            if coming.cards == "entered":
                # Nobody but who sees the shoe can say that it is another one.
                raise due.refusal()
            self.shuffle()
        # What waits came out of the shoe before, and is never dealt from another one.
        ready: dict[str, Any] = {"waiting": ()}
        if state.round is not None and not self.state.fresh:
            ready = {"waiting": state.round.waiting, "unseen": state.family.unseen(state.round)}
        opening = family(coming.terms.game).commands["open-bets"].__struct_fields__
        ready = {name: said for name, said in {**ready, "fresh": self.state.fresh}.items() if name in opening}
        shoe = self.state.shoe
        name = shoe.commitment.shoe if isinstance(shoe, Published) else shoe.name if shoe else ""
        terms, day = coming.terms, self.names.today()
        if warned := state.warned(day):
            terms = msgspec.structs.replace(terms, warned=tuple(dict.fromkeys((*terms.warned, *warned))))
        seats = {box: who for box, who in state.seats().items() if box <= terms.boxes}
        begun = house.RoundBegun(
            round=state.number + 1, configuration=state.coming_stamp, shoe=name, day=day, players=state.players
        )
        self.note(begun)
        self.give(c.made(self.state.family, "open-bets", terms=terms, seats=seats, **ready), by)

    def shuffle(self) -> None:
        """Another shoe; the one before is shown whole."""
        coming = self.state.coming
        assert coming is not None
        self._remove()
        name = f"{self.state.name}-{self.state.version + 1}"
        if coming.cards == "entered":
            self.note(house.ShoePlaced(shoe=name, decks=str(coming.terms.shoe), burn=coming.burn))
            return
        self._fill(name, coming.terms.shoe, coming.cut, coming.burn)

    def shuffle_early(self, reason: str) -> None:
        """Another shoe although the cutting card of this one has not come, and why."""
        shoe = self.state.shoe
        if not self.state.early or not isinstance(shoe, Published):
            raise Refused("nothing-to-shuffle-early", "R-15")
        if not reason.strip():
            raise Refused("early-shuffle-unexplained", "R-15")
        self.note(house.ShuffledEarly(shoe=shoe.commitment.shoe, left=shoe.left, reason=reason))
        self.shuffle()

    def deal(self, by: Role) -> None:
        """The next card, where the round expects one; the cutting card is taken out before it where it lies there."""
        round = self.state.round
        if round is None:
            raise Refused("no-round-begun")
        if round.waiting:
            self.give(c.made(self.state.family, "deal-card", card=round.waiting[0]), by)
            return
        shoe = self.state.shoe
        if not isinstance(shoe, Published):
            raise Refused("card-read-off-table-shoe")
        offers = {each.command for each in self.state.expects()}
        if "deal-card" not in offers:
            # The round says best why there is no card now.
            self.give(c.made(self.state.family, "deal-card", card=round.terms.rules.deck.cards[0]), by)
        if not shoe.left:
            raise Refused("shoe-has-no-card", "R-13")
        if shoe.cut_shows and "remove-cutting-card" in offers:
            self.give(c.made(self.state.family, "remove-cutting-card"), by)
        drawn = self._cabinet.at(shoe).draw()
        self.note(house.CardDrawn(shoe=shoe.commitment.shoe, round=self.state.number, drawn=drawn))
        self.give(c.made(self.state.family, "deal-card", card=drawn.card), by)

    def tip(self, bettor: str, cents: int) -> None:
        """Somebody gives a tip."""
        name, coming = self.state.name, self.state.coming
        if coming is None or not coming.tips:
            raise Refused("table-takes-no-tips", table=name)
        if cents <= 0:
            raise Refused("tip-not-above-zero")
        self.note(house.TipGiven(table=name, terminal=bettor, cents=cents))

    def pay_out_tips(self, cents: int | None) -> None:
        """What was given goes to those who dealt; also where the table takes no more."""
        name = self.state.name
        if cents is not None and cents <= 0:
            raise Refused("tips-payout-not-above-zero")
        wanted = self._held(tips(name)) if cents is None else cents
        if not wanted:
            raise Refused("no-tips-to-pay-out")
        self.note(house.TipsPaidOut(table=name, cents=wanted))

    def run_out(self, by: Role) -> None:
        """The shoe is empty in the middle of a round: void, or the discards are shuffled and it goes on (R-13)."""
        shoe, left = self.state.shoe, self.state.left
        if isinstance(shoe, Published) and left:
            raise Refused("shoe-not-empty", "R-13", left=left)
        if isinstance(shoe, Placed) and left:
            # Every card that is drawn is entered: a shoe that is empty before that has lost some.
            said = Sentence("entered-shoe-not-empty", left=left)
            raise Refused(said, "R-13")
        if self.state.round is not None and self.state.round.waiting:
            raise Refused("drawn-card-waits", "R-13")
        self.give(RunOut(), by)
        round = self.state.round
        out = None if round is None or round.phase in OVER else self.state.family.copies(round)
        if isinstance(shoe, Published) and round is not None and out is not None:
            self._remove()
            terms = round.terms
            name = f"{self.state.name}-{self.state.version + 1}"
            self._fill(name, terms.shoe.without(out), cut=0, burn=0)

    def interrupt(self) -> None:
        """The house was down: the round goes on, or not, as its document says; who was at a terminal has lost it."""
        state = self.state
        assert state.round is not None
        assert state.configuration is not None
        offers = {each.command: each for each in state.expects()}
        stops = offers.get("interrupt")
        rules_itself = state.configuration.run == "automatic" and state.configuration.standing_orders
        held = stops is not None and stops.by is not Role.DEALER and not rules_itself
        self.note(house.TableInterrupted(round=state.number, phase=state.round.phase, held=held))
        if stops is not None and not held:
            for event in state.family.decide(self.state.round, c.made(state.family, "interrupt"), stops.by):
                # A window that was cut short is not closed as it stood: everybody has their whole time again, and
                # who does not come back in it is played by the default strategy (eblackjack 3.17, 5.9.1).
                if not isinstance(event, state.family.resumes):
                    self.play(event)
        self.lose(whom(self.state, "lose-terminal"))

    def lose(self, names: Iterable[str]) -> None:
        """Terminals have lost the line: kept of those that have a wager and are not lost yet."""
        self._line("lose-terminal", TerminalLost, names)

    def find(self, names: Iterable[str]) -> None:
        """Terminals are on the line: kept of those that were lost."""
        self._line("find-terminal", TerminalFound, names)

    def _line(self, command: str, event: type[TerminalLost | TerminalFound], names: Iterable[str]) -> None:
        """What is said of each of them, where the document speaks of terminals.

        Thousands may lose the line at once: whom it may be said of is asked once for all of them.
        """
        if names := list(names):
            named = set(whom(self.state, command))
            for name in names:
                if name in named:
                    self.play(event(bettor=name))

    def _remove(self) -> None:
        shoe = self.state.shoe
        if isinstance(shoe, Published):
            opening = self._cabinet.at(shoe).retire()
            self.note(house.ShoeRetired(shoe=shoe.commitment.shoe, opening=opening))
        elif isinstance(shoe, Placed):
            self.note(house.ShoeRemoved(shoe=shoe.name))

    def _fill(self, name: str, of: Composition, cut: int, burn: int) -> None:
        shoe = self._cabinet.fill(name, of, cut, burn)
        self.note(house.opened(shoe))
        for _ in range(burn):
            self.note(house.CardBurned(shoe=name, index=shoe.burn()))


def decide(sheet: Sheet, command: Command, by: Role) -> None:
    """Write down what follows from a command; a refusal where nothing does."""
    state = sheet.state
    if type(command) in c.NEEDS:
        check_position(c.NEEDS[type(command)], by, "R-11")
    check_standing(state, command, by)
    seating.check_entered(state, command, by, sheet.names)
    match command:
        case c.BeginRound():
            sheet.begin(by)
        case c.Deal():
            sheet.deal(by)
        case c.Shuffle():
            _check_between(state)
            if state.early:
                said = Sentence("cutting-card-not-come")
                raise Refused(said, "R-15")
            sheet.shuffle()
        case c.ShuffleEarly(reason=reason):
            _check_between(state)
            sheet.shuffle_early(reason)
        case c.Configure(configuration=configuration):
            refuse_all([*configuration.unposted()])
            sheet.configure(configuration, state.filed)
        case c.ChangeSettings(settings=settings):
            if state.coming is None:
                raise Refused("table-not-set-up", table=state.name)
            sheet.configure(changed(state.name, state.coming, settings), state.filed)
        case c.PauseTable(reason=reason):
            if state.paused is not None:
                raise Refused("table-paused", table=state.name, why=state.paused)
            sheet.note(house.TablePaused(reason=reason))
        case c.ResumeTable():
            if state.paused is None:
                raise Refused("table-not-paused", table=state.name)
            sheet.note(house.TableResumed())
        case c.CallPit(reason=reason):
            if not reason.strip():
                raise Refused("pit-call-unexplained")
            sheet.note(house.PitCalled(reason=reason))
        case c.AnswerCall():
            if state.called is None:
                raise Refused("pit-not-called", table=state.name)
            sheet.note(house.PitCame())
        case c.GiveTip(bettor=bettor, cents=cents):
            sheet.tip(bettor, cents)
        case c.PayOutTips(cents=wanted):
            sheet.pay_out_tips(wanted)
        case c.AmendRound(round=number, amendment=body, reason=reason):
            sheet.amend(number, bytes(body), by, reason)
        case c.SeatPlayer() | c.BuyInAtTable() | c.PayOffPlayer():
            seating.decide(sheet, command, by, sheet.names)
        case c.RepairTable():
            raise Refused("table-not-stopped", table=state.name)
        case c.OpenTable():
            if state.closed is None:
                raise Refused("table-already-open", table=state.name)
            sheet.note(house.TableOpened())
        case c.CloseTable(reason=reason):
            if state.closed is not None:
                raise Refused("table-closed", table=state.name, why=state.closed)
            sheet.note(house.TableClosed(reason=reason))
        case RunOut():
            sheet.run_out(by)
        case _:
            _decide_in_round(sheet, command, by)


def check_standing(state: State, command: Command, by: Role) -> None:
    """Refuse what goes on with a round that stands still, and all that is a player's to do, by whomever."""
    stop, why = state.stop, state.stands
    if stop is None or why is None:
        return
    name, in_round = tag(command), type(command) not in c.NEEDS or isinstance(command, c.Deal)
    offers = state.family.expects(state.round) if in_round and state.round is not None else []
    if by is Role.PLAYER or any(each.by is Role.PLAYER and each.command == name for each in offers):
        raise Refused(why)
    if in_round and not stop.takes(name):
        ruling = next((each.clause for each in offers if each.command == "interrupt"), None)
        raise Refused(why, ruling if stop.held else None)


def _decide_in_round(sheet: Sheet, command: Command, by: Role) -> None:
    check_in_round(sheet.state, command)
    state = sheet.state
    if state.over and state.round is not None and not _goes_on(state, command, by):
        sheet.amend(state.number, encode(command), by)
    else:
        sheet.give(command, by)


def _goes_on(state: State, command: Command, by: Role) -> bool:
    """Whether a round that was over is played on after that, as where its cards are put where they belong."""
    round = state.round
    for event in state.family.decide(round, command, by):
        round = state.family.evolve(round, event)
    return round is not None and round.phase not in OVER


def check_in_round(state: State, command: Command) -> None:
    """Refuse what the table has to say no to before its round is asked."""
    if "terms" in command.__struct_fields__:
        raise Refused("terms-not-for-opening-bets")
    if carries_cards(type(command)):
        if isinstance(state.shoe, Published):
            raise Refused("virtual-shoe-cards-not-entered")
        check_exists(state, command)


def _check_between(state: State) -> None:
    if not state.over:
        raise Refused("shuffle-between-rounds-only", "R-15")
    if state.coming is None:
        raise Refused("table-not-set-up", table=state.name)


def whom(state: State, command: str) -> tuple[str, ...]:
    """Everybody whom the round expects that command about."""
    return tuple(who for each in state.expects() if each.command == command for who in each.bettors or ())
