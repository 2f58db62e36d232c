"""What lies on the table of each game, for all to see."""

from collections import Counter
from collections.abc import Iterable

from croupier.cards import Card
from croupier.games.baccarat.drawing import Side, total
from croupier.games.baccarat.settlement import Summary
from croupier.games.baccarat.state import Round as BaccaratRound
from croupier.games.blackjack import messages as m
from croupier.games.blackjack.boxes import Box
from croupier.games.blackjack.boxes import Round as BoxRound
from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.settlement import Position
from croupier.games.blackjack.shared import Stream
from croupier.games.round import Phase
from croupier.games.told import AnyRound
from croupier.house.views.places import of_box
from croupier.house.views.shown import (
    BaccaratShown,
    BettorShown,
    BoxesShown,
    BoxShown,
    HandShown,
    Pool,
    SharedShown,
    Stake,
    WayShown,
)

ALL_OUT = (Phase.COMPLETE, Phase.SETTLED, Phase.VOID)
"""No card comes any more, so that nobody can use what they learn of others' choices."""


def lies(round: AnyRound) -> BaccaratShown | BoxesShown | SharedShown:
    """The cards and the chips."""
    match round:
        case BaccaratRound():
            return BaccaratShown(player=_side(round, "player"), banker=_side(round, "banker"), result=_result(round))
        case Stream():
            return SharedShown(
                dealer=hand_shown(round.dealer_hand), opening=round.opening, stream=round.stream, ways=_ways(round)
            )
        case BoxRound():
            turn, pulled = round.turn, round.pulled
            return BoxesShown(
                dealer=hand_shown(round.dealer_hand),
                boxes=tuple(_box(round, box) for box in round.boxes),
                turn=turn.number if turn else None,
                face_up=face_up(round),
                pulled=pulled.number if pulled else 0,
                seen=pulled.cards if pulled else (),
                withdrawing=round.withdrawing,
            )


def _side(round: BaccaratRound, side: Side) -> HandShown:
    cards = round.hands[side]
    return HandShown(cards, total(cards))


def _result(round: BaccaratRound) -> Summary | None:
    found = round.outcome if round.phase is Phase.SETTLED else None
    if found is None:
        return None
    points = found.points
    natural = points.natural("player") or points.natural("banker")
    pairs = (found.player_opening.pair != "", found.banker_opening.pair != "")
    return Summary(points.winner, points.player, points.banker, natural, *pairs)


def face_up(round: BoxRound) -> tuple[Card, ...]:
    """A card that is dealt next and that everybody has seen: dealt in error, or the one seen of several drawn at once.

    Other cards that wait lie face down, and those found face up in the device are played as if they had not been.
    """
    kinds = (m.CardExposed, m.CardsPulled, m.CardDealt, m.CardMisdealt)
    last = next((event for event in reversed(round.play) if isinstance(event, kinds)), None)
    seen: tuple[Card, ...] = ()
    if isinstance(last, m.CardExposed) and round.exposed:
        seen = (last.card,)
    elif isinstance(last, m.CardsPulled) and len(last.disclosed) == 1:
        seen = last.disclosed
    return seen if seen == round.waiting[:1] else ()


def _box(round: BoxRound, box: Box) -> BoxShown:
    who = of_box(box)
    controller = box.controller() if box.positions else None
    return BoxShown(
        number=box.number,
        taken=box.seat is not None,
        controls=who.get(controller) if controller else None,
        hands=_hands(box),
        at=box.area.at + 1 if box.area and not box.area.done else None,
        bettors=tuple(_bettor(box, each, who[each.bettor]) for each in box.positions),
        claims=tuple(Stake(each.wager, each.stake) for each in round.claims if each.box == box.number),
        insured=tuple(
            Stake("insurance", each.stake, whose=who.get(each.owner))
            for each in (*round.insured, *round.insurance_claims)
            if each.box == box.number
        ),
        skipped=box.skipped,
    )


def _hands(box: Box) -> tuple[HandShown, ...]:
    if box.area:
        return hands_shown(box.area)
    return (hand_shown(Hand.of(*box.dealt)),) if box.dealt else ()


def _bettor(box: Box, position: Position, who: str) -> BettorShown:
    return BettorShown(
        who,
        on_position(position, box.area),
        position.slot,
        position.surrendered,
        position.even_money,
        position.absent,
    )


def on_position(position: Position, area: Area | None, box: int | None = None) -> tuple[Stake, ...]:
    """Everything that somebody has on an area, hand by hand where there are several."""
    several = area is not None and len(area.hands) > 1

    def number(hand: int) -> int | None:
        return hand + 1 if several else None

    hands = {hand: stake + position.doubles.get(hand, 0) for hand, stake in position.stakes.items()}
    mains = [Stake("main", stake, box, number(hand)) for hand, stake in hands.items()]
    if not mains and position.original:
        mains = [Stake("main", position.original, box)]
    sides = [Stake(wager, stake, box) for wager, stake in position.sides.items()]
    return (*mains, *sides, *(Stake("tie-on-18", stake, box, number(hand)) for hand, stake in position.ties.items()))


def hands_shown(area: Area) -> tuple[HandShown, ...]:
    """The hands of an area in the order of play, each by its number where there are several."""
    several = len(area.hands) > 1
    return tuple(hand_shown(hand, hand.id + 1 if several else None) for hand in area.hands)


def hand_shown(hand: Hand, number: int | None = None) -> HandShown:
    """A hand with what its cards come to."""
    return HandShown(
        hand.cards,
        hand.total,
        hand.soft,
        hand.blackjack,
        hand.bust,
        hand.split,
        hand.doubled,
        hand.stood,
        hand.alone,
        number,
    )


def _ways(round: Stream) -> tuple[WayShown, ...]:
    """How the shared cards were played, when no card comes any more."""
    if round.phase not in ALL_OUT or not round.ways:
        return ()
    took = Counter((way, round.positions[bettor].surrendered) for bettor, way in round.way.items())
    return tuple(WayShown(hands_shown(round.ways[way]), number, folded) for (way, folded), number in took.most_common())


def pool(round: AnyRound) -> dict[str, Pool]:
    """What all have on each wager together; on the shared stream without what choices added, until all cards are out.

    On boxes every stake lies open, so that nothing needs to be added up.
    """
    match round:
        case BoxRound():
            return {}
        case Stream():
            return _summed(in_stream(round).values())
        case BaccaratRound():
            return _summed(round.stakes.values())


def in_stream(round: Stream) -> dict[str, dict[str, int]]:
    """What everybody has on the shared stream, as far as anybody else may know it."""
    if round.phase in ALL_OUT:
        return round.wagers()
    placed = {bettor: {"main": each.original, **each.sides} for bettor, each in round.positions.items()}
    return {bettor: {wager: stake for wager, stake in wagers.items() if stake} for bettor, wagers in placed.items()}


def _summed(stakes: Iterable[dict[str, int]]) -> dict[str, Pool]:
    sums: dict[str, list[int]] = {}
    for wagers in stakes:
        for wager, stake in wagers.items():
            found = sums.setdefault(wager, [0, 0])
            found[0] += stake
            found[1] += 1
    return {wager: Pool(stake, bettors) for wager, (stake, bettors) in sums.items()}
