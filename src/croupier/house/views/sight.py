"""Makes the views of one round: the public part once for all viewers, the private part for each.

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
from typing import Any

import msgspec

from croupier.games.families import AnyFamily, family
from croupier.games.family import Round
from croupier.games.form import Form, own_form
from croupier.games.messages import DisplayCorrected, RulingGiven
from croupier.games.round import OVER, Expected, Role, tag
from croupier.house.roles import HouseRole, Task, may
from croupier.house.shoe import Drawn
from croupier.house.views.act import act_of
from croupier.house.views.families import view_of
from croupier.house.views.kinds import FamilyView
from croupier.house.views.offers import Staffed, for_staff, shown
from croupier.house.views.shown import (
    ActShown,
    Beside,
    Bettor,
    Note,
    Offer,
    Own,
    OwnLine,
    ReturnedShown,
    SeatedShown,
    ShoeShown,
    StaffShown,
    TableShown,
    TermsShown,
    View,
)
from croupier.refused import Refused
from croupier.rulebook import Citation
from croupier.words import Sentence

HANDLES_CARDS = ("deal-card", "misdeal-card", "reconstruct", "remove-dealer-card")
"""Commands of whoever handles the waiting cards, and may therefore see which they are."""
ALONE = Beside()


def view(
    round: Round, role: HouseRole, seat: str | None = None, beside: Beside = ALONE, balance: int | None = None
) -> View:
    """The round as that viewer may see it; `balance` is the viewer's own, in cents."""
    return Sight(round, beside).view(role, seat, balance)


class Sight:
    """One state of a round, for any number of viewers; what they share is cached."""

    def __init__(self, round: Round, beside: Beside = ALONE) -> None:
        self._round, self._beside = round, beside
        self._not_open: dict[object, dict[str, Citation]] = {}
        self._forms: dict[int, tuple[Expected, Form]] = {}

    def view(
        self, role: HouseRole, seat: str | None = None, balance: int | None = None, draws: Container[str] = ()
    ) -> View:
        """The round as that viewer may see it; `draws` are the commands whose offers need no form there."""
        if role is HouseRole.PLAYER and seat is None:
            raise Refused("player-looks-without-seat")
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
        """The public part of the view."""
        round, beside, terms = self._round, self._beside, self._round.terms
        kind = self._family
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
                edition=terms.edition,
                rulings=terms.readings.changes,
            ),
            lies=self._kind.lies(round),
            waiting=len(round.waiting) + kind.unseen(round),
            discarded=len(kind.apart(round)) + kind.removed_unseen(round),
            last_of_shoe=kind.last_of_shoe(round),
            pool=self._kind.pool(round),
            notes=tuple(Note(tag(each), each.clause, getattr(each, "effect", None)) for each in round.notes),
            shoe=self._shoe(),
            roads=self._kind.roads(round, beside.marks),
        )

    def _shoe(self) -> ShoeShown | None:
        commitment = self._beside.shoe
        if commitment is None:
            return None
        proofs = tuple(self._proofs()) if self._round.phase in OVER else ()
        return ShoeShown(commitment, commitment.code, self._beside.left, proofs)

    def _proofs(self) -> Iterator[Drawn]:
        """The proofs of the cards on the table; a card still to be dealt is proven in the round that deals it."""
        face_up = Counter(self._family.face_up(self._round))
        for drawn in self._beside.drawn:
            if face_up[drawn.card]:
                face_up[drawn.card] -= 1
                yield drawn

    # Offers

    @cached_property
    def _family(self) -> AnyFamily:
        return family(self._round.terms.game)

    @cached_property
    def _kind(self) -> FamilyView[Any]:
        """The view of its family."""
        return view_of(self._round)

    @cached_property
    def _expected(self) -> list[Expected]:
        """The commands that the round takes at this table."""
        left = (self._beside.left or 0) if self._beside.shoe else None
        offers = self._family.offers(self._round, left, self._beside.holds)
        return stop.leaves(offers) if (stop := self._beside.stop) else offers

    @cached_property
    def staffed(self) -> list[Staffed]:
        """The offers to staff, each with the least position."""
        return for_staff(self._expected, self._form, self._beside.next_command, tuple(self._beside.players))

    def _form(self, expected: Expected) -> Form:
        """The form of an offer, cached for all viewers."""
        cached = self._forms.get(id(expected))
        if cached is None:
            # The offer is held too, so that its id is not given to another object.
            cached = self._forms[id(expected)] = expected, self._family.form(expected, self._round)
        return cached[1]

    @cached_property
    def _players(self) -> tuple[list[Expected], dict[str, list[Expected]]]:
        """The offers to all players, and those to named ones; computed once for all viewers."""
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
                    # The forms of irregularities are long, and are fetched on demand.
                    yield _without_form(made.offer) if made.offer.part == "wrong" else made.offer

    def _players_offer(self, expected: Expected, own: str, draws: Container[str]) -> Offer:
        """An offer to a player, without names: another player's wager is named by its place."""
        owner, prompt = expected.owner, expected.prompt
        if owner == own:
            owner = None
        elif owner is not None:
            owner = self._kind.place_of(self._round, expected.box or 0, owner)
            prompt = Sentence("insurance-if-declined", owner=owner)
        anonymous = msgspec.structs.replace(expected, prompt=prompt, owner=owner, bettors=None, not_for=())
        form = None if expected.command in draws else own_form(self._form(expected), own, owner)
        made = shown(anonymous, form=form, part="wrong" if expected.irregular else "usual")
        if expected.command != "decide":
            return made
        return msgspec.structs.replace(made, closed=self._closed(own, expected))

    def _closed(self, own: str, expected: Expected) -> dict[str, Citation]:
        """The closed options of a decision, cached for all who hold the same hand."""
        round = self._round
        same = (self._kind.alike(round, own), expected.box, expected.options)
        if same not in self._not_open:
            self._not_open[same] = self._kind.closed(round, own, expected)
        return self._not_open[same]

    # The private part

    def _own(self, seat: str, balance: int | None) -> Own:
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
            lines=tuple(self._settlement.get(seat, ())),
            net=self._nets.get(seat) if self._nets is not None else None,
        )
        return self._kind.own(own, self._round)

    @cached_property
    def _settlement(self) -> dict[str, list[OwnLine]]:
        """The settlement lines of each bettor, computed once."""
        lines: dict[str, list[OwnLine]] = {}
        if self._round.phase in OVER:
            for bettor, box, line in self._family.final(self._round):
                lines.setdefault(bettor, []).append(OwnLine(**msgspec.structs.asdict(line), box=box))
        return lines

    @cached_property
    def _nets(self) -> dict[str, int] | None:
        """Everybody's net in cents; None before the round is over."""
        return self._round.nets() if self._round.phase in OVER else None

    @cached_property
    def _lost(self) -> frozenset[str]:
        return frozenset(self._family.lost(self._round))

    @cached_property
    def _returned(self) -> tuple[ReturnedShown, ...]:
        return tuple(
            ReturnedShown(each.bettor, getattr(each, "wager", None), each.amount, each.clause, each.box)
            for each in self._round.returned
        )

    # Staff

    def _staff(self, at_table: Role | None) -> StaffShown:
        """The part for staff of a position; surveillance, which has none at the table, sees what the highest sees."""
        round = self._round
        position = at_table or Role.GAMING_SHIFT_MANAGER
        # Whichever shoe they come from, cards that are out lie before whoever deals.
        expected = self._family.expects(self._round) if round.waiting else ()
        handles = any(each.command in HANDLES_CARDS and position.may_act_as(each.by) for each in expected)
        window = self._kind.window(round)
        return StaffShown(
            bettors=self._bettors,
            places=self._kind.places(round),
            seats=self._family.seats(round),
            players=tuple(self._players_seated()),
            agreed=self._kind.agreed(round),
            waiting=round.waiting if handles else (),
            returned=self._returned,
            words=tuple(_words(each) for each in round.notes if isinstance(each, RulingGiven | DisplayCorrected)),
            warned=round.terms.warned,
            one_box=round.terms.one_box,
            honoured=self._family.honoured(round),
            asked=len(window.asked),
            answered=len(window.answered),
            at_boxes=self._kind.at_boxes(round),
            act=self._act,
        )

    @cached_property
    def _act(self) -> ActShown | None:
        """The next act, computed once for all staff; cards from a virtual shoe are dealt like others."""
        expected, stop = self._family.expects(self._round), self._beside.stop
        return act_of(self._round, stop.leaves(expected) if stop else expected, self._beside.next_command)

    def _players_seated(self) -> Iterator[SeatedShown]:
        sits = self._family.seats(self._round)
        for name, cents in self._beside.players.items():
            seats = tuple(box for box, who in sits.items() if who == name)
            wagers = self._bettors[name].wagers if name in self._bettors else {}
            yield SeatedShown(name, cents, seats, wagers)

    @cached_property
    def _bettors(self) -> dict[str, Bettor]:
        round, nets = self._round, self._nets or {}
        return {
            bettor: Bettor(staked, nets.get(bettor), bettor in self._lost, self._kind.hands_of(round, bettor))
            for bettor, staked in self._kind.wagers(round).items()
        }


def _words(note: RulingGiven | DisplayCorrected) -> str:
    return note.reason if isinstance(note, RulingGiven) else note.said


def _without_form(offer: Offer) -> Offer:
    return msgspec.structs.replace(offer, form=None)
