"""Deciding commands at a table: which events of its shoe and its round follow, and the postings that go with them."""

from collections.abc import Iterable, Mapping
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
from croupier.house.table.amendments import Amendment, Archive, amendment
from croupier.house.table.seating import Registry
from croupier.house.table.state import Placed, Published, State, check_exists
from croupier.refused import Refused, refuse_all
from croupier.words import Sentence


class Cabinet:
    """Holds the virtual shoe of a table: the only part of its state that is not stored in the clear."""

    def __init__(self, keys: Keys, entropy: Entropy) -> None:
        self._keys, self._entropy = keys, entropy
        self._shoe: Shoe | None = None

    def fill(self, name: str, of: Composition, cut: int, burn: int) -> Shoe:
        """Shuffle a new shoe."""
        self._shoe = Shoe.shuffled(name, of, self._keys, cut=cut, burn=burn, entropy=self._entropy)
        return self._shoe

    def at(self, published: Published) -> Shoe:
        """The published shoe, positioned after its drawn cards: after a rollback it deals the same cards again."""
        shoe = self._shoe
        if shoe is None or shoe.commitment != published.commitment:
            shoe = Shoe.unsealed(published.commitment, published.sealed, self._keys, published.drawn)
            self._shoe = shoe
        shoe.drawn = published.drawn
        return shoe


class TableChange:
    """A unit of work: the events that follow from one command, each applied to the state that the one before left.

    `drafts` are to be appended to the store together, or not at all.
    """

    def __init__(self, state: State, cabinet: Cabinet, names: Registry, archive: Archive | None = None) -> None:
        self.state, self.names = state, names
        self.drafts: list[Draft] = []
        self.steps: list[house.AnyHouseEvent | Event] = []
        self.signed: tuple[house.Signature, house.Signature | None] | None = None
        """Who requested it, and who approved it, where that takes two."""
        self.amendment: Amendment | None = None
        """The amendment of a finished round, where the command is one."""
        self._cabinet, self._held, self._archive = cabinet, names.held, archive

    @property
    def postings(self) -> list[Posting]:
        """The postings of all its events."""
        return [posting for draft in self.drafts for posting in draft.postings]

    def note(self, event: house.AnyHouseEvent, moved: tuple[Posting, ...] | None = None) -> None:
        """Add an event of the house; with the postings of its kind unless others are given."""
        self.state = self.state.after(event)
        self.steps.append(event)
        self.drafts.append(house.drafted(event, moved))

    def configure(self, configuration: Configuration, filed: str) -> None:
        """Change the configuration from the next round on; `filed` is the digest of the house's configuration file."""
        version = self.state.coming_stamp + 1
        self.note(house.TableConfigured(version=version, configuration=configuration, filed=filed))

    def plan(self, settings: dict[str, Any], at: int | None = None) -> None:
        """Change settings later: at a time in microseconds since 1970, or with the next shoe."""
        if self.state.plan is not None:
            raise Refused("change-already-planned", table=self.state.name)
        if at is not None and at <= self.names.now():
            raise Refused("planned-time-past")
        planned = self.changed(settings)
        if at is None and self.state.coming is not None and planned.cards != self.state.coming.cards:
            # The shoe itself would come from elsewhere: nobody could say when it is the next one.
            raise Refused("planned-shoe-from-elsewhere")
        self.note(house.ChangePlanned(settings=settings, at=at or 0))

    def changed(self, settings: Mapping[str, Any]) -> Configuration:
        """The configuration of the next round with some settings changed."""
        if self.state.coming is None:
            raise Refused("table-not-set-up", table=self.state.name)
        return changed(self.state.name, self.state.coming, settings)

    def approve(self, game: str) -> None:
        """Approve the variant of the next round; `game` is the name and edition of the text that was read."""
        state = self.state
        if state.unapproved is None:
            raise Refused("no-game-to-approve", table=state.name)
        if game != state.unapproved:
            raise Refused("other-game-to-approve", given=game, game=state.unapproved)
        if self.signed is None:
            raise Refused("game-needs-two-people")
        self.note(house.GameApproved(game=game, asked=self.signed[0], agreed=self.signed[1]))

    def carry_out_plan(self) -> None:
        """Make the planned change; where it does not fit any more, say why and leave the settings alone."""
        plan, why = self.state.plan, ""
        assert plan is not None
        try:
            self.configure(self.changed(plan.settings), self.state.filed)
        except Refused as refused:
            why = str(refused)
        self.note(house.PlanEnded(why=why))
        if why and self.state.called is None:
            self.note(house.PitCalled(reason=Sentence("planned-change-not-made", why=why)))

    def give(self, command: Command, by: Role) -> None:
        """Have the round decide a command, and add the events."""
        for event in self.state.family.decide(self.state.round, command, by):
            self.play(event)

    def play(self, event: Event) -> None:
        """Add an event of the round, with its postings."""
        before, self.state = self.state, self.state.played(event)
        round = self.state.round
        assert round is not None
        moved = postings(self.state.name, self.state.number, before.round, event, round)
        if before.round is not None and before.round.phase in OVER:
            moved = covered(moved, self._held)
        self.steps.append(event)
        self.drafts.append(house.in_round(self.state.number, event, moved))

    def amend(self, number: int, body: bytes, by: Role, reason: str = "") -> None:
        """Amend a finished round."""
        if self._archive is None or self.signed is None:
            raise Refused("finished-round-needs-two-people")
        amended = self.amendment = amendment(self.state, self._archive, number, body, by)
        self.note(amended.event(*self.signed, reason), amended.postings(self.state.name, self._held))

    def begin(self, by: Role) -> None:
        """Begin the next round: shuffle where that is due, then open bets."""
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
        if state.unapproved:
            raise Refused("variant-not-approved", game=coming.terms.rules.title)
        if due := state.shoe_due:
            if coming.cards == "entered":
                # A real shoe: only somebody at the table can tell that it was changed.
                raise due.refusal()
            self.shuffle()
            coming = self.state.coming
            assert coming is not None
        # Waiting cards came out of this shoe; those of the shoe before are not dealt any more.
        ready: dict[str, Any] = {"waiting": ()}
        if state.round is not None and not self.state.fresh:
            ready = {"waiting": state.round.waiting, "unseen": state.family.unseen(state.round)}
        opening = family(coming.terms.game).commands["open-bets"].__struct_fields__
        ready = {name: value for name, value in {**ready, "fresh": self.state.fresh}.items() if name in opening}
        shoe = self.state.shoe
        name = shoe.commitment.shoe if isinstance(shoe, Published) else shoe.name if shoe else ""
        terms, day = coming.terms, self.names.today()
        if warned := state.warned(day):
            terms = msgspec.structs.replace(terms, warned=tuple(dict.fromkeys((*terms.warned, *warned))))
        seats = {box: who for box, who in state.seats().items() if box <= terms.boxes}
        begun = house.RoundBegun(
            round=state.number + 1, configuration=self.state.coming_stamp, shoe=name, day=day, players=state.players
        )
        self.note(begun)
        self.give(c.made(self.state.family, "open-bets", terms=terms, seats=seats, **ready), by)

    def shuffle(self) -> None:
        """Replace the shoe; the one before is opened whole, as proof."""
        if self.state.plan is not None and not self.state.plan.at:
            self.carry_out_plan()
        coming = self.state.coming
        assert coming is not None
        self._remove()
        name = f"{self.state.name}-{self.state.version + 1}"
        if coming.cards == "entered":
            self.note(house.ShoePlaced(shoe=name, decks=str(coming.terms.shoe), burn=coming.burn))
            return
        self._fill(name, coming.terms.shoe, coming.cut, coming.burn)

    def shuffle_early(self, reason: str) -> None:
        """Replace the shoe although its cutting card has not come, for a stated reason."""
        shoe = self.state.shoe
        if not self.state.early or not isinstance(shoe, Published):
            raise Refused("nothing-to-shuffle-early", "R-15")
        if not reason.strip():
            raise Refused("early-shuffle-unexplained", "R-15")
        self.note(house.ShuffledEarly(shoe=shoe.commitment.shoe, left=shoe.left, reason=reason))
        self.shuffle()

    def deal(self, by: Role) -> None:
        """Deal the next card, where the round expects one; a cutting card that lies before it is removed first."""
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
            # Let the round refuse, which knows why no card is due.
            self.give(c.made(self.state.family, "deal-card", card=round.terms.rules.deck.cards[0]), by)
        if not shoe.left:
            raise Refused("shoe-has-no-card", "R-13")
        if shoe.cut_shows and "remove-cutting-card" in offers:
            self.give(c.made(self.state.family, "remove-cutting-card"), by)
        drawn = self._cabinet.at(shoe).draw()
        self.note(house.CardDrawn(shoe=shoe.commitment.shoe, round=self.state.number, drawn=drawn))
        self.give(c.made(self.state.family, "deal-card", card=drawn.card), by)

    def tip(self, bettor: str, cents: int) -> None:
        """Move a tip from a player to the table's dealers."""
        name, coming = self.state.name, self.state.coming
        if coming is None or not coming.tips:
            raise Refused("table-takes-no-tips", table=name)
        if cents <= 0:
            raise Refused("tip-not-above-zero")
        self.note(house.TipGiven(table=name, terminal=bettor, cents=cents))

    def pay_out_tips(self, cents: int | None) -> None:
        """Pay out tips in cents, all of them without an amount; also where the table takes no tips any more."""
        name = self.state.name
        if cents is not None and cents <= 0:
            raise Refused("tips-payout-not-above-zero")
        amount = self._held(tips(name)) if cents is None else cents
        if not amount:
            raise Refused("no-tips-to-pay-out")
        self.note(house.TipsPaidOut(table=name, cents=amount))

    def run_out(self, by: Role) -> None:
        """The shoe is empty in the middle of a round: void, or the discards are shuffled and it goes on (R-13)."""
        shoe, left = self.state.shoe, self.state.left
        if isinstance(shoe, Published) and left:
            raise Refused("shoe-not-empty", "R-13", left=left)
        if isinstance(shoe, Placed) and left:
            # Every drawn card is entered: if the shoe is empty earlier than that, cards are missing.
            raise Refused(Sentence("entered-shoe-not-empty", left=left), "R-13")
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
        """The house was down: the round goes on or not, as its document says, and all terminals count as lost."""
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
                # A decision window that was cut short opens again with the whole time. Whoever does not come back in
                # it is played by the default strategy (eblackjack 3.17, 5.9.1).
                if not isinstance(event, state.family.resumes):
                    self.play(event)
        self.terminals_lost(whom(self.state, "lose-terminal"))

    def terminals_lost(self, names: Iterable[str]) -> None:
        """Record lost connections, of terminals that have a wager and are not recorded as lost."""
        self._record_line("lose-terminal", TerminalLost, names)

    def terminals_back(self, names: Iterable[str]) -> None:
        """Record restored connections, of terminals that are recorded as lost."""
        self._record_line("find-terminal", TerminalFound, names)

    def _record_line(self, command: str, event: type[TerminalLost | TerminalFound], names: Iterable[str]) -> None:
        """Record a change of connection of each, where the game's document provides for terminals.

        Thousands may lose the connection at once, so the round is asked once for all of them.
        """
        if names := list(names):
            expected = set(whom(self.state, command))
            for name in (name for name in names if name in expected):
                if event is TerminalLost and self.state.family.loss_decides(self.state.round):
                    self._decide_loss(name)
                else:
                    self.play(event(bettor=name))

    def _decide_loss(self, name: str) -> None:
        """A lost terminal and what follows from it; the terminals before it may have ended the round."""
        state = self.state
        if name in whom(state, "lose-terminal"):
            for event in state.family.decide(
                state.round, c.made(state.family, "lose-terminal", bettor=name), Role.DEALER
            ):
                self.play(event)

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


def decide(change: TableChange, command: Command, by: Role) -> None:
    """Add the events that follow from a command, or refuse it."""
    state = change.state
    if type(command) in c.NEEDS:
        check_position(c.NEEDS[type(command)], by, "R-11")
    check_standing(state, command, by)
    seating.check_entered(state, command, by, change.names)
    match command:
        case c.BeginRound():
            change.begin(by)
        case c.Deal():
            change.deal(by)
        case c.Shuffle():
            _check_between(state)
            if state.early:
                raise Refused(Sentence("cutting-card-not-come"), "R-15")
            change.shuffle()
        case c.ShuffleEarly(reason=reason):
            _check_between(state)
            change.shuffle_early(reason)
        case c.Configure(configuration=configuration):
            refuse_all([*configuration.unposted()])
            change.configure(configuration, state.filed)
        case c.ChangeSettings(settings=settings, since="round"):
            change.configure(change.changed(settings), state.filed)
        case c.ChangeSettings(settings=settings, since=since, at=at):
            change.plan(settings, at if since == "time" else None)
        case c.CallOffChange(reason=reason):
            if state.plan is None:
                raise Refused("no-change-planned", table=state.name)
            change.note(house.PlanEnded(why=reason))
        case c.ApproveGame(game=game):
            change.approve(game)
        case c.PauseTable(reason=reason):
            if state.paused is not None:
                raise Refused("table-paused", table=state.name, why=state.paused)
            change.note(house.TablePaused(reason=reason))
        case c.ResumeTable():
            if state.paused is None:
                raise Refused("table-not-paused", table=state.name)
            change.note(house.TableResumed())
        case c.CallPit(reason=reason):
            if not reason.strip():
                raise Refused("pit-call-unexplained")
            change.note(house.PitCalled(reason=reason))
        case c.AnswerCall():
            if state.called is None:
                raise Refused("pit-not-called", table=state.name)
            change.note(house.PitCame())
        case c.GiveTip(bettor=bettor, cents=cents):
            change.tip(bettor, cents)
        case c.PayOutTips(cents=amount):
            change.pay_out_tips(amount)
        case c.AmendRound(round=number, amendment=body, reason=reason):
            change.amend(number, bytes(body), by, reason)
        case c.SeatPlayer() | c.BuyInAtTable() | c.PayOffPlayer():
            seating.decide(change, command, by, change.names)
        case c.RepairTable():
            raise Refused("table-not-stopped", table=state.name)
        case c.OpenTable():
            if state.closed is None:
                raise Refused("table-already-open", table=state.name)
            change.note(house.TableOpened())
        case c.CloseTable(reason=reason):
            if state.closed is not None:
                raise Refused("table-closed", table=state.name, why=state.closed)
            change.note(house.TableClosed(reason=reason))
        case RunOut():
            change.run_out(by)
        case _:
            _decide_in_round(change, command, by)


def check_standing(state: State, command: Command, by: Role) -> None:
    """While the table is on hold, refuse commands that continue the round, and players' commands by anybody."""
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


def _decide_in_round(change: TableChange, command: Command, by: Role) -> None:
    check_in_round(change.state, command)
    state = change.state
    if state.over and state.round is not None and not _goes_on(state, command, by):
        change.amend(state.number, encode(command), by)
    else:
        change.give(command, by)


def _goes_on(state: State, command: Command, by: Role) -> bool:
    """Whether a finished round is in play again after that command, as after a correction of its cards."""
    round = state.round
    for event in state.family.decide(round, command, by):
        round = state.family.evolve(round, event)
    return round is not None and round.phase not in OVER


def check_in_round(state: State, command: Command) -> None:
    """Refuse what the table forbids before the round decides: opening bets by hand, and cards that cannot be."""
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
    """Everybody about whom the round expects that command."""
    return tuple(who for each in state.expects() if each.command == command for who in each.bettors or ())
