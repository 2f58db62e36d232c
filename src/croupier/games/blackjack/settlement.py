"""The settlement of the stakes on a playing area.

First the area is matched against the Dealer, once for everybody (`Showdown`); then each bettor's stakes are settled.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

import msgspec

from croupier.games.blackjack.hand import Area, Hand
from croupier.games.blackjack.law import clause_of
from croupier.games.blackjack.outcome import (
    HIGH,
    PAID_AT_ONCE,
    Bounty,
    Bust,
    Contest,
    Eighteen,
    contest,
    dealer_hand,
    drawn,
    final_hand,
    first_three,
    opening,
    run,
    trio,
    worth_ten,
)
from croupier.games.blackjack.variants import HALF, Blackjack
from croupier.games.wager import Line, Match, Wager
from croupier.words import Sentence


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that one bettor has on one area."""

    bettor: str
    slot: int | None = None
    """From 1, nearest the Dealer; none for somebody with side wagers only."""
    original: int = 0
    """The main wager as it stood when bets closed (R-18)."""
    sides: dict[str, int] = {}
    stakes: dict[int, int] = {}
    """The main stake on each hand."""
    doubles: dict[int, int] = {}
    ties: dict[int, int] = {}
    """Tie on 18 on hands formed by splitting; the one placed before the deal is in `sides`, on the first hand."""
    surrendered: bool = False
    even_money: bool = False
    absent: bool = False

    @property
    def plays(self) -> bool:
        """Whether a main wager is in play; without one, or surrendered, its bettor has no hand to decide."""
        return self.original > 0 and not self.surrendered

    @property
    def staked(self) -> int:
        """The total of all stakes here, in cents."""
        on_hands = sum(self.stakes.values()) or self.original
        return on_hands + sum(self.doubles.values()) + sum(self.ties.values()) + sum(self.sides.values())


class Insured(msgspec.Struct, frozen=True):
    """An insurance wager on somebody's main wager, their own or another's."""

    bettor: str
    box: int
    owner: str
    stake: int


class Showdown(msgspec.Struct, frozen=True):
    """The result of every wager on an area by its cards and the Dealer's."""

    main: dict[int, Match]
    ties: dict[int, Match]
    folded_tie: Match | None
    """The result of Tie on 18 of somebody who has surrendered, where that does not settle it on the final hand."""
    sides: dict[str, Match]
    bonus: Match | None
    bust: frozenset[int]
    dealer_blackjack: bool


ASPECTS: dict[str, Callable[[Blackjack, Area, Hand], Any]] = {
    "opening": lambda rules, area, dealer: opening(*area.dealt[:2]),
    "trio": lambda rules, area, dealer: trio(*area.first_two, dealer.cards[0]),
    "first_three": lambda rules, area, dealer: first_three(*area.dealt[:2], dealer.cards[0]),
    "bounty": lambda rules, area, dealer: Bounty(opening(*area.dealt[:2]), dealer.blackjack),
    "run": lambda rules, area, dealer: run(area, rules.reads),
    "dealer": lambda rules, area, dealer: dealer_hand(dealer, rules.blackjacks),
    "final": lambda rules, area, dealer: final_hand(area.hands, rules.blackjacks),
    "dealer_bust": lambda rules, area, dealer: Bust(len(dealer.cards) if dealer.bust else 0),
}
"""How each aspect that a side wager reads is derived from an area and the Dealer's hand."""


def showdown(
    rules: Blackjack, area: Area, dealer: Hand, *, folded: bool = False, sides: Collection[str] | None = None
) -> Showdown:
    """Match an area, finished or folded, against a finished Dealer; of the side wagers all, or some only.

    A Dealer who need not draw is finished too: no wager that is still open depends on further cards.
    """
    main, tie = rules.by_name["main"], rules.by_name.get("tie-on-18")
    first = drawn(area.hands[0])
    # What is on a hand that everybody folded settles as whoever folds it does.
    given_up = tie.match(Eighteen(opening_total(rules, area), dealer.total, folded=True)) if tie else None
    return Showdown(
        {hand.id: main.match(_contest(rules, hand, dealer)) for hand in area.hands},
        {
            hand.id: given_up if folded and given_up else tie.match(Eighteen(hand.total, dealer.total))
            for hand in area.hands
        }
        if tie
        else {},
        given_up,
        {
            w.name: w.lost if _lacks_two(area, w) else w.match(ASPECTS[w.reads](rules, area, dealer))
            for w in rules.wagers
            if w.reads in ASPECTS and (sides is None or w.name in sides)
        },
        next((row.match for row in main.extras if first and row.when(first)), None),
        frozenset(hand.id for hand in area.hands if hand.bust),
        rules.blackjacks and dealer.blackjack,
    )


def _lacks_two(area: Area, wager: Wager) -> bool:
    """Whether a wager on the opening two has none to win with: one card was dealt, the next only drawn (R-66)."""
    return wager.reads in ("opening", "first_three", "bounty") and area.hands[0].lone


NOTHING_OVER: Mapping[str, int] = {}


def opening_total(rules: Blackjack, area: Area) -> int:
    """The total of an area's opening hand, on which a surrender leaves it."""
    return Hand.of(*((rules.printed,) if rules.printed else ()), *area.dealt[: rules.opening]).total


def _contest(rules: Blackjack, hand: Hand, dealer: Hand) -> Contest:
    if rules.blackjacks and hand.blackjack and dealer.cards and rules.pays_at_once(dealer.cards[0]):
        return PAID_AT_ONCE
    return contest(hand, dealer, rules.blackjacks)


def settle_position(
    rules: Blackjack, position: Position, seen: Showdown, over: Mapping[str, int] = NOTHING_OVER
) -> Iterator[Line]:
    """The settlement lines of a bettor on an area: the main wager hand by hand, its bonus, then the side wagers.

    What lies over the maximum, by wager, is neither won nor lost (R-05).
    """
    if over:
        yield from _settle_capped(rules, position, seen, over)
        return
    if position.original:
        yield from _settle_main(rules, position, seen)
        stake = bonus_stake(rules, position)
        if seen.bonus and stake and not position.surrendered:
            yield _line("main", stake, seen.bonus)
    for wager, stake in position.sides.items():
        if wager in lost_sides(rules, position):
            lost = Match(
                "lose", "Lost with the surrendered hand", None, (rules.law.surrender, *rules.by_name[wager].loses)
            )
            yield _line(wager, stake, lost)
        elif wager == "tie-on-18" and position.surrendered and seen.folded_tie and rules.reads("R-75") != "a":
            yield _line(wager, stake, seen.folded_tie)
        elif wager == "tie-on-18":
            for hand, amount in {0: stake, **position.ties}.items():
                yield _line(wager, amount, seen.ties[hand], hand if len(seen.ties) > 1 else None)
        elif wager == "pair" and position.absent and rules.reads("R-69") == "b":
            # The option on pairs of a player who is not there is forfeited, the wager placed on it too.
            yield Line(wager, stake, "lose", None, None, -stake, (clause_of(rules.law.absent),))
        else:
            yield _line(wager, stake, seen.sides[wager])
    if "tie-on-18" not in position.sides:
        # The one placed before the deal was returned, and these had been lost before.
        for hand, amount in position.ties.items():
            yield _line("tie-on-18", amount, seen.ties[hand], hand)


def _settle_capped(rules: Blackjack, position: Position, seen: Showdown, over: Mapping[str, int]) -> Iterator[Line]:
    """The settlement to the maximum only; a surrender gives up half of the chips placed, but no more than that."""
    capped = at_risk(position, over)
    most = capped.original
    if position.surrendered:
        reclaimed = rules.surrender_reclaimed and seen.dealer_blackjack
        lost = -most if reclaimed else early_net(position, over)
        yield Line("main", most, "lose", "Surrender", None, lost, (rules.law.surrender,))
        capped = msgspec.structs.replace(capped, original=0)
    yield from settle_position(rules, capped, seen)
    for wager, beyond in over.items():
        if wager == "main":
            mains = position.staked - sum(position.sides.values()) - sum(position.ties.values())
            held = sum(capped.stakes.values()) or most
            beyond = mains - held - sum(capped.doubles.values())
        clauses = (clause_of(rules.law.over_maximum),)
        yield Line(wager, beyond, "push", Sentence("over-the-maximum"), "push", 0, clauses)


def at_risk(position: Position, over: Mapping[str, int]) -> Position:
    """A position without what lies over the maximum, on any of its stakes."""
    if not over:
        return position
    most = position.original - over.get("main", 0)
    return msgspec.structs.replace(
        position,
        original=most,
        stakes={hand: min(stake, most) for hand, stake in position.stakes.items()},
        doubles={hand: min(stake, most) for hand, stake in position.doubles.items()},
        sides={wager: stake - over.get(wager, 0) for wager, stake in position.sides.items()},
    )


def early_net(position: Position, over: Mapping[str, int] = NOTHING_OVER) -> int:
    """What a surrender or even money has taken or paid already, in cents; at most the maximum (R-05)."""
    most = position.original - over.get("main", 0)
    if position.surrendered:
        return -min(HALF.of(position.original), most)
    return most if position.even_money else 0


def lost_sides(rules: Blackjack, position: Position) -> frozenset[str]:
    """The side wagers that a bettor has lost by surrendering."""
    return rules.lost_on_surrender if position.surrendered else frozenset()


def bonus_stake(rules: Blackjack, position: Position) -> int:
    """The stake on which the 6-7-8 bonus is paid: the original one, with what a double added or none by R-79."""
    doubled = position.doubles.get(0, 0)
    if not doubled or rules.bonus_doubled == 1:
        return position.original
    return position.original + doubled if rules.bonus_doubled else 0


def settle_insurance(rules: Blackjack, stake: int, area: Area | None, dealer: Hand, returned: bool) -> Line:
    """Settle insurance of a wager on an area: by the Dealer's second card, or returned with even money (R-58, R-60)."""
    if returned:
        clauses = (clause_of(rules.law.even_money),)
        return Line("insurance", stake, "push", Sentence("returned-with-even-money"), "push", 0, clauses)
    ten = len(dealer.cards) > 1 and worth_ten(dealer.cards[1]) and not insurance_is_lost(rules, area)
    return _line("insurance", stake, rules.by_name["insurance"].match(ten))


def insurance_is_lost(rules: Blackjack, area: Area | None) -> bool:
    """Whether insurance is lost with a hand: it lies with the original wager, on the first one (R-58)."""
    return rules.insurance_dies and area is not None and any(hand.id == 0 and hand.bust for hand in area.hands)


def _settle_main(rules: Blackjack, position: Position, seen: Showdown) -> Iterator[Line]:
    stake = position.original
    if position.surrendered and seen.dealer_blackjack and rules.surrender_reclaimed:
        beaten = rules.by_name["main"].match(Contest(0, blackjack=False, dealer=HIGH, dealer_blackjack=True))
        yield _line("main", stake, msgspec.structs.replace(beaten, clauses=(rules.law.surrender, *beaten.clauses)))
    elif position.surrendered:
        yield Line("main", stake, "lose", "Surrender", None, -HALF.of(stake), (rules.law.surrender,))
    elif position.even_money:
        yield Line("main", stake, "win", Sentence("even-money-paid"), "1:1", stake, (clause_of(rules.law.even_money),))
    elif seen.dealer_blackjack and rules.original_only != "all" and (position.doubles or len(position.stakes) > 1):
        yield from _lose_to_blackjack(rules, position, seen)
    else:
        for hand, amount in position.stakes.items():
            total = amount + position.doubles.get(hand, 0)
            yield _line("main", total, seen.main[hand], hand if len(seen.main) > 1 else None)


def _lose_to_blackjack(rules: Blackjack, position: Position, seen: Showdown) -> Iterator[Line]:
    """Doubled or split stakes against a Dealer Blackjack: what was added is returned, by the reading in force."""
    several = len(seen.main) > 1
    law = rules.law
    returned_by = clause_of(law.original_split if several else law.original_doubled), clause_of(law.original_both)
    taken = _hands_with_original(rules, position, seen)
    for hand, stake in position.stakes.items():
        number = hand + 1 if several else None
        added, match = position.doubles.get(hand, 0), seen.main[hand]
        if match.result != "lose" or (hand in seen.bust and rules.original_only != "obo"):
            yield _line("main", stake + added, match, hand if several else None)
            continue
        lost = rules.kept_of_double(stake, added) + (stake if hand in taken else 0)
        if lost:
            clauses = (*match.clauses, *returned_by)
            yield Line("main", lost, "lose", match.outcome, None, -lost, clauses, number)
        if back := stake + added - lost:
            yield Line("main", back, "push", Sentence("only-original-lost"), "push", 0, returned_by, number)


def _hands_with_original(rules: Blackjack, position: Position, seen: Showdown) -> list[int]:
    """The hands whose stake counts as the original, which the Dealer Blackjack takes (R-43)."""
    losing = [hand for hand in position.stakes if seen.main[hand].result == "lose"]
    alive = [hand for hand in losing if hand not in seen.bust]
    match rules.original_only:
        case "obo":
            return losing[:1]
        case "bb+1":
            return alive[:1]
        case "each":
            return alive
        case "larger":
            return [] if any(hand in seen.bust for hand in position.stakes) else alive[:1]
        case _:
            return [0]


def _line(wager: str, stake: int, match: Match, hand: int | None = None) -> Line:
    number = None if hand is None else hand + 1
    return Line(wager, stake, match.result, match.outcome, match.pays_text, match.net(stake), match.clauses, number)
