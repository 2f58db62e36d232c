"""When the Dealer draws: to 16, standing on every 17, and not at all where no open wager could change (R-52, R-77)."""

from collections.abc import Iterable
from functools import cache, lru_cache

from croupier.cards import RANKS, Card
from croupier.games.blackjack.hand import Area, Hand, value
from croupier.games.blackjack.outcome import LOW, Bounty, DealerHand, dealer_hand, opening
from croupier.games.blackjack.settlement import Position, insurance_is_lost, lost_sides, opening_total
from croupier.games.blackjack.variants import Blackjack


def draws(dealer: Hand, *, to_the_end: bool, second_card: bool, hits_soft_17: bool = False) -> bool:
    """Whether the Dealer takes a card: for a wager that needs the final total, or for one that needs two cards."""
    if to_the_end:
        return dealer.total < LOW or (hits_soft_17 and dealer.soft and dealer.total == LOW)
    return second_card and len(dealer.cards) < 2


@cache
def dealer_hands() -> tuple[DealerHand, ...]:
    """Every final hand that the Dealer of some game can have, by what wagers see of it."""
    found: dict[DealerHand, None] = {}
    for hits_soft_17 in (False, True):
        hands = {_points_of(hand): hand for hand in (Hand.of(Card(rank + "S")) for rank in RANKS[:10])}
        while hands:
            after: dict[tuple[int, bool, int], Hand] = {}
            for hand in hands.values():
                if draws(hand, to_the_end=True, second_card=False, hits_soft_17=hits_soft_17):
                    more = (hand.with_card(Card(rank + "S")) for rank in RANKS[:10])
                    after |= {_points_of(each): each for each in more}
                else:
                    found[dealer_hand(hand, blackjacks=True)] = None
            hands = after
    return tuple(found)


def _points_of(hand: Hand) -> tuple[int, bool, int]:
    return hand.hard, hand.aces, value(hand.cards[0])


def needs_whole_hand(rules: Blackjack, area: Area, positions: Iterable[Position], dealer: Hand) -> bool:
    """Whether a wager on the area waits for the Dealer's final total."""
    on_hand = dealers_wagers(rules)
    waiting = {hand.id for hand in area.hands if not hand.bust and not _needs_no_total(rules, hand, dealer)}
    placed = tuple(positions)
    for position in placed:
        sides = on_hand & position.sides.keys()
        if rules.dealer_draws == "always" or not sides <= lost_sides(rules, position):
            return True
        if not position.surrendered and not position.even_money and not waiting.isdisjoint(position.stakes):
            return True
    return tie_is_frozen(rules, area, placed)


@lru_cache(maxsize=256)
def dealers_wagers(rules: Blackjack) -> frozenset[str]:
    """The side wagers on the Dealer's final hand, for which the Dealer draws to the end under every reading."""
    return frozenset(wager.name for wager in rules.wagers if wager.reads in ("dealer_bust", "dealer"))


def tie_is_frozen(rules: Blackjack, area: Area, positions: Iterable[Position]) -> bool:
    """Whether somebody's Tie on 18 is frozen at a folded 18, so that it waits for the Dealer (R-75 b)."""
    if rules.reads("R-75") != "b" or opening_total(rules, area) != 18:
        return False
    placed = tuple(positions)
    played = any(position.original and not position.surrendered for position in placed)
    return any("tie-on-18" in position.sides and (position.surrendered or not played) for position in placed)


def wins_already(rules: Blackjack, hand: Hand, up: Card) -> bool:
    """Whether a hand is a Blackjack that nothing the Dealer draws to that first card can keep from winning."""
    if not (rules.blackjacks and hand.blackjack):
        return False
    return rules.pays_at_once(up) or (rules.blackjack_outranks and value(up) < 10)


def _needs_no_total(rules: Blackjack, hand: Hand, dealer: Hand) -> bool:
    """Whether a hand is a Blackjack that only another Blackjack can keep from winning, if anything can."""
    if not (rules.blackjacks and hand.blackjack):
        return False
    return rules.blackjack_outranks or rules.pays_at_once(dealer.cards[0])


def needs_second_card(rules: Blackjack, area: Area, positions: Iterable[Position], dealer: Hand) -> bool:
    """Whether a wager on the area waits only to know if the Dealer has Blackjack."""
    if not rules.blackjacks or value(dealer.cards[0]) < 10:
        return False
    sides = waiting_sides(rules, area.first_two)
    for position in positions:
        if sides and not sides.isdisjoint(position.sides.keys() - lost_sides(rules, position)):
            return True
        if position.surrendered and position.original and rules.surrender_reclaimed:
            return True
        if position.surrendered or position.even_money or not position.original:
            continue
        if area.hands[0].blackjack and not rules.pays_at_once(dealer.cards[0]):
            return True
        # Under the reading that refunds bust doubles and splits, their fate waits for that card.
        if rules.original_only == "obo" and (position.doubles or len(position.stakes) > 1):
            return True
    return False


@lru_cache(maxsize=1 << 14)
def waiting_sides(rules: Blackjack, two: tuple[Card, ...]) -> frozenset[str]:
    """The side wagers on an opening that wait for a Dealer Blackjack: Kings Bounty on two Kings of Spades.

    None does where the Dealer draws for main wagers alone (R-52).
    """
    if len(two) < 2 or rules.dealer_draws == "main":
        return frozenset()
    ends = [Bounty(opening(*two), dealer_blackjack) for dealer_blackjack in (False, True)]
    read = [wager for wager in rules.wagers if wager.reads == "bounty"]
    return frozenset(wager.name for wager in read if len({wager.match(end) for end in ends}) == 2)


def insurance_waits(rules: Blackjack, area: Area | None) -> bool:
    """Whether insurance of a wager on the area has the Dealer take a second card."""
    return rules.dealer_draws != "main" and not insurance_is_lost(rules, area)
