"""One round, ready to be looked at by everybody: what all see is made once, what is one's own for each.

>>> from croupier.games.baccarat.round import OpenBets, PlaceWager, play
>>> from croupier.games.terms import Terms
>>> ann, bob = (PlaceWager(bettor=name, wager="tie", stake=500) for name in ("Ann", "Bob"))
>>> round = play(OpenBets(terms=Terms.of("tiger")), ann, bob)
>>> seen = view(round, HouseRole.PLAYER, "Ann", balance=9_500)
>>> seen.own.stakes, seen.table.pool["tie"]
((Stake(wager='tie', stake=500, box=None, hand=None, whose=None),), Pool(stake=1000, bettors=2))
>>> [offer.command for offer in seen.offers]
['place-wager', 'withdraw-wager']
>>> seen.staff, sorted(view(round, HouseRole.DEALER).staff.bettors)
(None, ['Ann', 'Bob'])
"""

from collections import Counter
from collections.abc import Container, Iterator
from functools import cached_property

import msgspec

from croupier.cards import Card
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.shared import Stream
from croupier.games.form import Form
from croupier.games.form import own as own_form
from croupier.games.messages import DisplayCorrected, RulingGiven
from croupier.games.round import Expected, Phase, Role, tag
from croupier.games.told import AnyRound
from croupier.games.wager import Line
from croupier.house.conduct import Conduct, conduct
from croupier.house.roads import counts, marks_of
from croupier.house.roles import HouseRole, Task, may
from croupier.house.shoe import Drawn
from croupier.house.views.closed import closed
from croupier.house.views.lying import ALL_OUT, face_up, hands_shown, in_stream, lies, on_position, pool
from croupier.house.views.offered import Staffed, for_staff, shown
from croupier.house.views.places import of_box, places
from croupier.house.views.shown import (
    AgreedShown,
    Beside,
    Bettor,
    HandShown,
    Note,
    Offer,
    Own,
    OwnLine,
    ReturnedShown,
    RoadsShown,
    SeatedShown,
    ShoeShown,
    StaffShown,
    Stake,
    TableShown,
    TermsShown,
    View,
)
from croupier.refused import Refused
from croupier.rulebook import Citation

OVER = (Phase.SETTLED, Phase.VOID)
HANDLES_CARDS = ("deal-card", "misdeal-card", "reconstruct", "remove-dealer-card")
"""Who may do one of these now has the cards that wait before them."""
ALONE = Beside()


def view(
    round: AnyRound, role: HouseRole, seat: str | None = None, beside: Beside = ALONE, balance: int | None = None
) -> View:
    """The round as that viewer may see it; `balance` is the viewer's own."""
    return Sight(round, beside).view(role, seat, balance)


class Sight:
    """One round at one moment, for any number of viewers."""

    def __init__(self, round: AnyRound, beside: Beside = ALONE) -> None:
        self._round, self._beside = round, beside
        self._not_open: dict[object, dict[str, Citation]] = {}
        self._forms: dict[int, tuple[Expected, Form]] = {}

    def view(
        self, role: HouseRole, seat: str | None = None, balance: int | None = None, draws: Container[str] = ()
    ) -> View:
        """The round as that viewer may see it; `draws` are the commands whose offers need no form there."""
        if role is HouseRole.PLAYER and seat is None:
            raise Refused("a player looks from a seat")
        own = seat if role is HouseRole.PLAYER else None
        at_table = role.at_table
        looks_on = role is HouseRole.SURVEILLANCE
        return View(
            role=role,
            table=self.table,
            offers=tuple(self._offers(at_table, own, draws)),
            own=self._own(own, balance) if own is not None else None,
            staff=self._staff(at_table) if looks_on or (at_table and at_table is not Role.PLAYER) else None,
            odds=self._beside.odds if may(role, Task.SEE_ODDS) else {},
        )

    @cached_property
    def table(self) -> TableShown:
        """What lies open on the table."""
        round, beside, terms = self._round, self._beside, self._round.terms
        gone = round.burned if isinstance(round, BaccaratRound) else round.removed
        return TableShown(
            game=terms.game,
            table=beside.table,
            number=beside.number,
            version=beside.version,
            phase=round.phase,
            void=round.void,
            timers=beside.timers,
            said=beside.said,
            terms=TermsShown(
                decks=terms.decks,
                unit=terms.unit,
                offered=terms.offered,
                limits=terms.limits,
                boxes=terms.boxes,
                mains=terms.mains,
                hand_shuffled=terms.hand_shuffled,
                rulings=terms.rulings,
            ),
            lies=lies(round),
            waiting=len(round.waiting) + getattr(round, "unseen", 0),
            discarded=len(gone) + getattr(round, "removed_unseen", 0),
            last_of_shoe=round.cut_after is not None or (isinstance(round, BoxRound) and round.shuffle_due),
            pool=pool(round),
            notes=tuple(Note(tag(each), each.clause, getattr(each, "effect", None)) for each in round.notes),
            shoe=self._shoe(),
            roads=self._roads(),
        )

    def _shoe(self) -> ShoeShown | None:
        said = self._beside.shoe
        if said is None:
            return None
        proofs = tuple(self._proofs()) if self._round.phase in OVER else ()
        return ShoeShown(said, said.code, self._beside.left, proofs)

    def _proofs(self) -> Iterator[Drawn]:
        """Of the cards that lie on the table; one that came out and went back to be dealt next proves itself then."""
        lying = Counter(on_table(self._round))
        for drawn in self._beside.drawn:
            if lying[drawn.card]:
                lying[drawn.card] -= 1
                yield drawn

    def _roads(self) -> RoadsShown | None:
        if not isinstance(self._round, BaccaratRound):
            return None
        marks = (*self._beside.marks, *marks_of([self._round]))
        return RoadsShown(tuple(map(str, marks)), counts(marks))

    # What may be done

    @property
    def _conduct(self) -> Conduct:
        return conduct(self._round.terms.game)

    @cached_property
    def _expected(self) -> list[Expected]:
        """What may be asked of the round at this table."""
        left = (self._beside.left or 0) if self._beside.shoe else None
        offers = self._conduct.offers(self._round, left, self._beside.holds)
        return stop.leaves(offers) if (stop := self._beside.stop) else offers

    @cached_property
    def staffed(self) -> list[Staffed]:
        """What staff may do, each with the least position that may."""
        return for_staff(self._expected, self._form, self._beside.next_command, tuple(self._beside.players))

    def _form(self, expected: Expected) -> Form:
        """The form of an offer: made once, however many look."""
        found = self._forms.get(id(expected))
        if found is None:
            # The offer is kept with it, so that its identity is nobody else's.
            found = self._forms[id(expected)] = expected, self._conduct.form(expected, self._round)
        return found[1]

    @cached_property
    def _players(self) -> tuple[list[Expected], dict[str, list[Expected]]]:
        """What players may do: anybody, and those who are named. Gone through once, however many look."""
        anybody: list[Expected] = []
        named: dict[str, list[Expected]] = {}
        for each in self._expected:
            if each.by is Role.PLAYER and each.bettors is None:
                anybody.append(each)
            elif each.by is Role.PLAYER:
                for bettor in each.bettors or ():
                    named.setdefault(bettor, []).append(each)
        return anybody, named

    def _offers(self, at_table: Role | None, own: str | None, draws: Container[str]) -> Iterator[Offer]:
        if own is not None:
            anybody, named = self._players
            for each in (*anybody, *named.get(own, ())):
                if own not in each.not_for:
                    yield self._players_offer(each, own, draws)
        elif at_table is not None:
            for made in self.staffed:
                if made.open_to(at_table):
                    # What may have gone wrong is long, and is looked up by whoever wants to know.
                    yield _without_form(made.offer) if made.offer.part == "wrong" else made.offer

    def _players_offer(self, expected: Expected, own: str, draws: Container[str]) -> Offer:
        """Without names: another's wager goes by its place."""
        owner, prompt = expected.owner, expected.prompt
        if owner == own or not isinstance(self._round, BoxRound):
            owner = None
        elif owner is not None:
            owner = of_box(self._round.box(expected.box or 0)).get(owner)
            prompt = f"Insurance of {owner}, if declined"
        told = msgspec.structs.replace(expected, prompt=prompt, owner=owner, bettors=None, not_for=())
        form = None if expected.command in draws else own_form(self._form(expected), own, owner)
        made = shown(told, form=form, part="wrong" if expected.irregular else "usual")
        if expected.command != "decide":
            return made
        return msgspec.structs.replace(made, closed=self._closed(own, expected))

    def _closed(self, own: str, expected: Expected) -> dict[str, Citation]:
        """What is not open beside it: asked once for all who hold the same hand."""
        round = self._round
        same = (round.way[own] if isinstance(round, Stream) else own, expected.box, expected.options)
        if same not in self._not_open:
            self._not_open[same] = closed(round, own, expected)
        return self._not_open[same]

    # One's own

    def _own(self, seat: str, balance: int | None) -> Own:
        round = self._round
        own = Own(
            seat=seat,
            balance=balance,
            places=(),
            boxes=(),
            stakes=(),
            hands=(),
            at=None,
            choice=None,
            surrendered=False,
            even_money=False,
            lost=seat in self._lost,
            returned=tuple(each for each in self._returned if each.who == seat),
            lines=tuple(self._lines(seat)),
            net=self._nets.get(seat) if self._nets is not None else None,
        )
        match round:
            case BaccaratRound():
                return _with(own, stakes=tuple(Stake(*each) for each in round.stakes.get(seat, {}).items()))
            case Stream():
                return self._own_in_stream(own, round)
            case BoxRound():
                return self._own_on_boxes(own, round)

    def _own_in_stream(self, own: Own, round: Stream) -> Own:
        position = round.positions.get(own.seat)
        if position is None:
            return own
        area = round.ways[round.way[own.seat]] if round.ways and own.seat in round.way else None
        insured = round.insured.get(own.seat)
        return _with(
            own,
            stakes=(*on_position(position, area), *((Stake("insurance", insured),) if insured else ())),
            hands=hands_shown(area) if area else (),
            at=area.at + 1 if area and not area.done and not position.surrendered else None,
            choice=round.choices.get(own.seat),
            surrendered=position.surrendered,
            even_money=position.even_money,
        )

    def _own_on_boxes(self, own: Own, round: BoxRound) -> Own:
        seat, found = own.seat, list[Stake]()
        for box in round.boxes:
            if position := box.position(seat):
                found += on_position(position, box.area, box.number)
        found += [Stake(each.wager, each.stake, each.box) for each in round.claims if each.bettor == seat]
        for each in (*round.insured, *round.insurance_claims):
            if each.bettor == seat:
                whose = None if each.owner == seat else of_box(round.box(each.box)).get(each.owner)
                found.append(Stake("insurance", each.stake, each.box, whose=whose))
        return _with(
            own,
            places=tuple(place for place, bettor in places(round).items() if bettor == seat),
            boxes=tuple(box.number for box in round.boxes if box.seat == seat),
            stakes=tuple(found),
        )

    @cached_property
    def _settlement(self) -> dict[str, list[OwnLine]]:
        """Everybody's lines on boxes and on the shared stream, worked out once."""
        round = self._round
        if round.phase is not Phase.SETTLED or isinstance(round, BaccaratRound):
            return {}
        if isinstance(round, Stream):
            return {bettor: [_line(line) for line in lines] for bettor, lines in round.settlement().items()}
        return {
            bettor: [_line(line, box) for box, lines in boxes.items() for line in lines]
            for bettor, boxes in round.settlement().items()
        }

    def _lines(self, seat: str) -> Iterator[OwnLine]:
        if isinstance(self._round, BaccaratRound):
            if self._round.phase is Phase.SETTLED:
                yield from map(_line, self._round.lines(seat))
        else:
            yield from self._settlement.get(seat, ())

    @cached_property
    def _nets(self) -> dict[str, int] | None:
        """What everybody is up or down, when the round is over and not before."""
        return self._round.nets() if self._round.phase in OVER else None

    @cached_property
    def _lost(self) -> frozenset[str]:
        return frozenset(() if isinstance(self._round, BoxRound) else self._round.lost)

    @cached_property
    def _returned(self) -> tuple[ReturnedShown, ...]:
        return tuple(
            ReturnedShown(each.bettor, getattr(each, "wager", None), each.amount, each.clause, each.box)
            for each in self._round.returned
        )

    # Staff

    def _staff(self, at_table: Role | None) -> StaffShown:
        """For a position at the table; surveillance, which has none, sees what the highest sees."""
        round = self._round
        position = at_table or Role.GAMING_SHIFT_MANAGER
        # From whichever shoe they come: cards that are out already lie before whoever deals.
        expected = self._conduct.expects(self._round) if round.waiting else ()
        handles = any(each.command in HANDLES_CARDS and position.may_act_as(each.by) for each in expected)
        asked, answered = self._window
        return StaffShown(
            bettors=self._bettors,
            places=places(round) if isinstance(round, BoxRound) else {},
            seats={box.number: box.seat for box in round.boxes if box.seat} if isinstance(round, BoxRound) else {},
            players=tuple(self._players_seated()),
            agreed=tuple(AgreedShown(each.box, each.wager, each.bettor, each.owner) for each in round.agreements)
            if isinstance(round, BoxRound)
            else (),
            waiting=round.waiting if handles else (),
            returned=self._returned,
            words=tuple(_words(each) for each in round.notes if isinstance(each, RulingGiven | DisplayCorrected)),
            warned=round.terms.warned,
            one_box=round.terms.one_box,
            honoured=round.honoured if isinstance(round, BoxRound) else (),
            asked=asked,
            answered=answered,
        )

    def _players_seated(self) -> Iterator[SeatedShown]:
        boxes = self._round.boxes if isinstance(self._round, BoxRound) else ()
        for name, cents in self._beside.players.items():
            seats = tuple(box.number for box in boxes if box.seat == name)
            wagers = self._bettors[name].wagers if name in self._bettors else {}
            yield SeatedShown(name, cents, seats, wagers)

    @cached_property
    def _bettors(self) -> dict[str, Bettor]:
        round, nets = self._round, self._nets or {}
        wagers = in_stream(round) if isinstance(round, Stream) else round.wagers()
        return {
            bettor: Bettor(staked, nets.get(bettor), bettor in self._lost, self._hands_of(bettor))
            for bettor, staked in wagers.items()
        }

    def _hands_of(self, bettor: str) -> tuple[HandShown, ...]:
        round = self._round
        if not isinstance(round, Stream) or round.phase not in ALL_OUT or not round.ways or bettor not in round.way:
            return ()
        return hands_shown(round.area(bettor))

    @cached_property
    def _window(self) -> tuple[int, int]:
        """How many terminals have something to choose, and how many of them have."""
        round = self._round
        if not isinstance(round, Stream) or round.phase is not Phase.PLAYING or not round.waits_for_decision():
            return 0, 0
        groups = zip(round.ways, round.by_way(), strict=True)
        asked = [bettor for area, bettors in groups if area.waits_for_decision for bettor in bettors]
        return len(asked), sum(bettor in round.choices for bettor in asked)


def on_table(round: AnyRound) -> tuple[Card, ...]:
    """Every card that lies face up, as often as it does."""
    match round:
        case BaccaratRound() | Stream():
            return round.cards
        case BoxRound():
            seen = round.pulled.cards if round.pulled else ()
            return (*(card for box in round.boxes for card in box.cards), *round.dealer, *seen, *face_up(round))


def _words(note: RulingGiven | DisplayCorrected) -> str:
    return note.reason if isinstance(note, RulingGiven) else note.said


def _with(own: Own, **changes: object) -> Own:
    return msgspec.structs.replace(own, **changes)


def _line(line: Line, box: int | None = None) -> OwnLine:
    return OwnLine(**msgspec.structs.asdict(line), box=box)


def _without_form(offer: Offer) -> Offer:
    return msgspec.structs.replace(offer, form=None)
