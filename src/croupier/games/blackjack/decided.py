"""Which wagers on an area the cards so far have decided, whatever card comes next.

What is decided stays when a player withdraws (R-24), is an outcome when the power fails (R-07), and under one reading
stays settled when the round is voided (R-01).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec

from croupier.cards import STANDARD, Card
from croupier.games.blackjack.dealer import tie_is_frozen, wins_already
from croupier.games.blackjack.hand import Area, Hand, value
from croupier.games.blackjack.outcome import Bounty, first_three, opening, run_over, trio
from croupier.games.blackjack.settlement import Position, lost_sides
from croupier.games.blackjack.variants import Blackjack
from croupier.games.wager import Wager


def decided_part(
    rules: Blackjack,
    position: Position,
    area: Area | None,
    dealer: Sequence[Card],
    beside: Iterable[Position] = (),
    *,
    folded: bool = False,
) -> Position | None:
    """The decided part of a position; None where nothing of it is decided.

    `beside` are all positions on the area; where it is `folded`, everybody has surrendered.
    """
    if area is None:
        return None
    hands = area.by_id
    given_up = folded or (position.surrendered and rules.reads("R-75") != "a")
    # A folded 18 waits for the Dealer where Tie on 18 is frozen.
    frozen = given_up and tie_is_frozen(rules, area, beside)
    paid = position.surrendered or position.even_money
    settled = {hand for hand in position.stakes if paid or main_decided(rules, hands[hand], dealer)}
    ties = {hand for hand, seen in hands.items() if (not frozen if given_up else _tie_lost(seen))}
    sides = {
        wager: stake
        for wager, stake in position.sides.items()
        if wager in lost_sides(rules, position)
        or (0 in ties if wager == "tie-on-18" else _side_decided(rules, area, dealer, wager, folded))
    }
    kept = msgspec.structs.replace(
        position,
        sides=sides,
        stakes={hand: stake for hand, stake in position.stakes.items() if hand in settled},
        doubles={hand: stake for hand, stake in position.doubles.items() if hand in settled},
        ties={hand: stake for hand, stake in position.ties.items() if hand in ties},
    )
    if not kept.stakes:
        kept = msgspec.structs.replace(kept, original=0, slot=None)
    return kept if kept.staked else None


def main_decided(rules: Blackjack, hand: Hand, dealer: Sequence[Card]) -> bool:
    """Whether a hand is decided: bust, or a Blackjack that the Dealer can no longer equal."""
    return hand.bust or (bool(dealer) and wins_already(rules, hand, dealer[0]))


def opening_decided(rules: Blackjack, dealt: Sequence[Card], dealer: Sequence[Card]) -> set[str]:
    """The side wagers on an area of which the cards so far fix whether they win, though perhaps not yet how much."""
    first, up = tuple(dealt[:2]), tuple(dealer[:1])
    return {
        wager.name
        for wager in rules.wagers
        if (_run_tells(rules, dealt) if wager.reads == "run" else _wins_or_loses(wager, first, up))
    }


def _run_tells(rules: Blackjack, dealt: Sequence[Card]) -> bool:
    """Whether the cards so far fix that Superb 8's wins, or that it loses.

    An 8 wins, unless a bust may lose it again (R-73 b); any other first card loses, unless later 8s count (R-71 c).
    """
    anywhere = rules.reads("R-71") == "c"
    if any(card.rank == "8" for card in (dealt if anywhere else dealt[:1])):
        return rules.reads("R-73") == "a"
    return len(dealt) > 0 and not anywhere


@cache
def _wins_or_loses(wager: Wager, dealt: tuple[Card, ...], dealer: tuple[Card, ...]) -> bool:
    """Whether a side wager on the first cards can only win, or only lose, whatever cards complete them."""
    if wager.reads not in ("opening", "trio", "first_three", "bounty") or not dealt:
        return False
    ends: Iterable[Any]
    hands = [(dealt[0], second) for second in dealt[1:] or STANDARD.cards]
    match wager.reads:
        case "opening":
            ends = (opening(*two) for two in hands)
        case "trio":
            ends = (trio(*two, first) for two in hands for first in dealer or STANDARD.cards)
        case "first_three":
            ends = (first_three(*two, first) for two in hands for first in dealer or STANDARD.cards)
        case _:
            blackjacks = (False,) if dealer and value(dealer[0]) < 10 else (False, True)
            ends = (Bounty(opening(*two), blackjack) for two in hands for blackjack in blackjacks)
    return len({wager.match(end).result for end in ends}) == 1


def _tie_lost(hand: Hand) -> bool:
    """Whether Tie on 18 is lost: the hand is finished on another total."""
    return hand.closed and hand.total != 18


def _side_decided(rules: Blackjack, area: Area, dealer: Sequence[Card], wager: str, folded: bool) -> bool:
    """Whether the cards so far fix what a side wager pays, by what it reads."""
    match rules.by_name[wager].reads:
        case "opening":
            return area.opened
        case "trio" | "first_three":
            return area.opened and len(dealer) > 0
        case "bounty":
            # A Dealer Blackjack pays more; two cards tell, or a first one that cannot be part of it.
            return area.opened and (len(dealer) > 1 or (bool(dealer) and value(dealer[0]) < 10))
        case "run":
            return folded or run_over(area, rules.reads)
        case "final":
            return folded or len(area.hands) > 1 or area.hands[0].closed
        case _:
            # It reads the Dealer's final hand.
            return False
