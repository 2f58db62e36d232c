"""The view of a table with boxes. Players see each other's chips, not each other's names: everybody has a place.

A place names the first, second or third main wager of a box, from the front, or a side wager behind them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from croupier.games.blackjack.boxes.offers import usual
from croupier.games.blackjack.boxes.state import Box, BoxRound
from croupier.games.blackjack.family import next_face_up
from croupier.games.blackjack.hand import Hand
from croupier.games.blackjack.settlement import Position
from croupier.games.game import Game
from croupier.games.round import OVER, Expected, Phase, Role
from croupier.games.wager import Line
from croupier.house.views.blackjack.hands import closed, decided, hand_shown, hands_shown, hits, on_position, play_shown
from croupier.house.views.blackjack.shown import BettorShown, BoxesShown, BoxShown
from croupier.house.views.kinds import FamilyView, Window, line, with_
from croupier.house.views.layout import HandShown, Stake
from croupier.house.views.shown import AgreedShown, Asked, AtBox, Own
from croupier.rulebook import Citation
from croupier.words import Sentence


class BoxView(FamilyView[BoxRound]):
    """The boxes, with bettors by place, and the Dealer's cards."""

    def lies(self, round: BoxRound) -> BoxesShown:
        turn, pulled, paid = round.turn, round.pulled, _paid(round)
        return BoxesShown(
            dealer=hand_shown(round.dealer_hand),
            boxes=tuple(_box(round, box, paid) for box in round.boxes),
            turn=turn.number if turn else None,
            face_up=next_face_up(round),
            pulled=pulled.number if pulled else 0,
            seen=pulled.cards if pulled else (),
            withdrawing=round.withdrawing,
        )

    def own(self, own: Own, round: BoxRound) -> Own:
        seat, stakes = own.seat, list[Stake]()
        for box in round.boxes:
            if position := box.position(seat):
                stakes += on_position(position, box.area, box.number)
        stakes += [Stake(each.wager, each.stake, each.box) for each in round.claims if each.bettor == seat]
        for each in (*round.insured, *round.insurance_claims):
            if each.bettor == seat:
                whose = None if each.owner == seat else self.place_of(round, each.box, each.owner)
                stakes.append(Stake("insurance", each.stake, each.box, whose=whose))
        return with_(
            own,
            places=tuple(place for place, bettor in self.places(round).items() if bettor == seat),
            boxes=tuple(box.number for box in round.boxes if box.seat == seat),
            stakes=tuple(stakes),
            decided=tuple(
                each
                for _, box, lines in (round.decided(seat) if round.phase not in OVER else ())
                for each in decided(lines, box)
            ),
        )

    def places(self, round: BoxRound) -> dict[str, str]:
        return {place: bettor for box in round.boxes for bettor, place in _places(box).items()}

    def at_boxes(self, round: BoxRound) -> tuple[AtBox, ...]:
        stakes: dict[int, Counter[str]] = {box.number: Counter() for box in round.boxes}
        for box in round.boxes:
            for position in box.positions:
                stakes[box.number][position.bettor] += sum(each.stake for each in on_position(position, box.area))
        for claim in round.claims:
            stakes[claim.box][claim.bettor] += claim.stake
        for insured in (*round.insured, *round.insurance_claims):
            stakes[insured.box][insured.bettor] += insured.stake
        return tuple(_at_box(box, stakes[box.number]) for box in round.boxes)

    def place_of(self, round: BoxRound, box: int, bettor: str) -> str | None:
        return _places(round.box(box)).get(bettor)

    def agreed(self, round: BoxRound) -> tuple[AgreedShown, ...]:
        return tuple(AgreedShown(each.box, each.wager, each.bettor, each.owner) for each in round.agreements)

    def window(self, round: BoxRound) -> Window:
        if round.phase is not Phase.OFFERING:
            return Window()
        answered = dict.fromkeys(_answered(round))
        offers = (each for each in usual(round) if each.by is Role.PLAYER)
        offered = (Asked(who, each.box) for each in offers for who in each.bettors or ())
        return Window(tuple(dict.fromkeys((*offered, *answered))), frozenset(answered))

    def insured(self, round: BoxRound) -> int:
        return sum(each.stake for each in round.insured)

    def claimed(self, round: BoxRound) -> int:
        return sum(each.stake for each in round.insurance_claims)

    def taken(self, round: BoxRound) -> int:
        return sum(box.seat is not None for box in round.boxes)

    def in_words(self, lies: BoxesShown) -> Iterator[str]:
        yield from line("dealer", lies.dealer)
        for box in lies.boxes:
            for hand in box.hands:
                yield from line(Sentence("place-box", box=box.number), hand)

    def declared(self, game: Game) -> dict[str, Any]:
        return play_shown(game)

    def closed(self, round: BoxRound, bettor: str, expected: Expected) -> dict[str, Citation]:
        return closed(round, bettor, expected)


VIEW = BoxView()


def _at_box(box: Box, stakes: Counter[str]) -> AtBox:
    decides = box.controller() if box.positions else None
    position = box.position(decides) if decides else None
    return AtBox(
        number=box.number,
        decides=decides,
        sits=box.seat,
        absent=position is not None and position.absent,
        stakes={bettor: cents for bettor, cents in stakes.items() if cents},
    )


def _answered(round: BoxRound) -> Iterator[Asked]:
    """Who has accepted something that was offered, with the box; nobody has to say no."""
    for each in (*round.insured, *round.insurance_claims):
        yield Asked(each.bettor, each.box)
    for box in round.boxes:
        for position in box.positions:
            if position.surrendered or position.even_money:
                yield Asked(position.bettor, box.number)


def _places(box: Box) -> dict[str, str]:
    """The place of every bettor on a box."""
    mains = {each.bettor: f"guest {box.number}.{each.slot}" for each in box.mains}
    beside = [each.bettor for each in box.positions if each.slot is None]
    return mains | {bettor: f"guest {box.number}.s{number}" for number, bettor in enumerate(beside, 1)}


Paid: TypeAlias = Mapping[tuple[str, int], list[Line]]
"""What is decided, by bettor and box."""


def _paid(round: BoxRound) -> Paid:
    """The lines of the wagers that are decided by now; of all wagers once the round is settled."""
    if round.phase is Phase.SETTLED:
        return {(bettor, box): lines for bettor, own in round.settlement().items() for box, lines in own.items()}
    return {} if round.phase in OVER else {(bettor, box): lines for bettor, box, lines in round.decided()}


def _box(round: BoxRound, box: Box, paid: Paid) -> BoxShown:
    who = _places(box)
    controller = box.controller() if box.positions else None
    return BoxShown(
        number=box.number,
        taken=box.seat is not None,
        controls=who.get(controller) if controller else None,
        hands=_hands(box),
        at=box.area.at + 1 if box.area and not box.area.done else None,
        bettors=tuple(_bettor(box, each, who[each.bettor], paid) for each in box.positions),
        claims=tuple(Stake(each.wager, each.stake) for each in round.claims if each.box == box.number),
        insured=tuple(
            Stake("insurance", each.stake, whose=who.get(each.owner))
            for each in (*round.insured, *round.insurance_claims)
            if each.box == box.number
        ),
        skipped=box.skipped,
        hits=_hits(round, box),
    )


def _hits(round: BoxRound, box: Box) -> tuple[str, ...]:
    """The side wagers that win on a box, when the round is settled."""
    if round.phase is not Phase.SETTLED or box.area is None or not box.positions:
        return ()
    return hits(round.rules, box.area, round.dealer_hand)


def _hands(box: Box) -> tuple[HandShown, ...]:
    if box.area:
        return hands_shown(box.area)
    return (hand_shown(Hand.of(*box.dealt)),) if box.dealt else ()


def _bettor(box: Box, position: Position, who: str, paid: Paid) -> BettorShown:
    return BettorShown(
        who,
        on_position(position, box.area),
        position.slot,
        position.surrendered,
        position.even_money,
        position.absent,
        decided(paid.get((position.bettor, box.number), ())),
    )
