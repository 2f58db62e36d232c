"""Which wagers on an area the cards so far have decided, whatever card comes next.

What is decided stays when a player withdraws (R-24), is an outcome when the power fails (R-07), and under one reading
stays settled when the round is voided (R-01).
"""

from collections.abc import Sequence
from functools import cache

import msgspec

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.hand import Area, Hand, value
from croupier.games.blackjack.outcome import run
from croupier.games.blackjack.settlement import ASPECTS, Position
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Result, Wager

NO_CARD = (Card("2S"),)
"""A card of the Dealer's that changes no result, only how much a win pays."""


def decided_part(
    rules: Blackjack, position: Position, area: Area | None, dealer: Sequence[Card], *, folded: bool = False
) -> Position | None:
    """The decided part of a position; None where nothing of it is decided. `folded`: everybody has surrendered."""
    if area is None:
        return None
    hands = area.by_id
    paid = position.surrendered or position.even_money
    settled = {hand for hand in position.stakes if paid or main_decided(rules, hands[hand], dealer)}
    lost = {hand for hand, seen in hands.items() if folded or _tie_lost(seen)}
    sides = {
        wager: stake
        for wager, stake in position.sides.items()
        if (0 in lost if wager == "tie-on-18" else _side_decided(rules, area, dealer, wager, folded))
    }
    kept = msgspec.structs.replace(
        position,
        sides=sides,
        stakes={hand: stake for hand, stake in position.stakes.items() if hand in settled},
        doubles={hand: stake for hand, stake in position.doubles.items() if hand in settled},
        ties={hand: stake for hand, stake in position.ties.items() if hand in lost},
    )
    if not kept.stakes:
        kept = msgspec.structs.replace(kept, original=0, slot=None)
    return kept if kept.staked else None


def main_decided(rules: Blackjack, hand: Hand, dealer: Sequence[Card]) -> bool:
    """Whether a hand is decided: bust, or a Blackjack that the Dealer cannot have too."""
    beaten = bool(dealer) and value(dealer[0]) < 10
    return hand.bust or (rules.blackjacks and hand.blackjack and beaten)


def opening_decided(rules: Blackjack, dealt: Sequence[Card], dealer: Sequence[Card]) -> set[str]:
    """The side wagers on an area of which the cards so far fix whether they win, though perhaps not yet how much."""
    return {wager.name for wager in rules.wagers if _wins_or_loses(wager, tuple(dealt[:2]), tuple(dealer[:1]))}


@cache
def _wins_or_loses(wager: Wager, dealt: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
    """Whether a side wager on the first cards can only win, or only lose, whatever cards complete them."""
    if wager.reads not in ("opening", "trio", "bounty", "run") or not dealt:
        return False
    if wager.reads == "run":
        # One card tells: an 8 wins, whatever follows it, and any other card loses.
        return True
    results = set[Result]()
    for second in dealt[1:] or STANDARD.cards:
        for first in dealer or (STANDARD.cards if wager.reads == "trio" else NO_CARD):
            area, hand = Area.of(dealt[0], second), Hand.of(first)
            results.add(wager.match(ASPECTS[wager.reads](area, hand)).result)
    return len(results) == 1


def _tie_lost(hand: Hand) -> bool:
    """Whether Tie on 18 is lost: the hand is finished on another total (one that all have surrendered, too: R-75)."""
    return hand.closed and hand.total != 18


def _side_decided(rules: Blackjack, area: Area, dealer: Sequence[Card], wager: str, folded: bool) -> bool:
    """Whether the cards so far fix what a side wager pays, by what it reads."""
    match rules.by_name[wager].reads:
        case "opening":
            return len(area.dealt) >= 2
        case "trio":
            return len(area.dealt) >= 2 and len(dealer) > 0
        case "bounty":
            # A Dealer Blackjack pays more; two cards tell, or a first one that cannot be part of it.
            return len(area.dealt) >= 2 and (len(dealer) > 1 or (bool(dealer) and value(dealer[0]) < 10))
        case "run":
            eights = run(area.dealt).eights
            return area.done or folded or eights == 4 or eights <= len(area.dealt)
        case _:
            # It reads the Dealer's final hand.
            return False
