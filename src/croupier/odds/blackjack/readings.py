"""The alternative readings that change the odds of blackjack side wagers."""

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import msgspec

from croupier.cards import Card
from croupier.games.blackjack.hand import VALUES, Hand
from croupier.games.blackjack.outcome import Bounty, Bust, EightsRun, FirstTwoCards, Trio, is_pair, opening, trio
from croupier.games.blackjack.variants import DUELING_8S
from croupier.games.wager import Match, Wager
from croupier.odds.blackjack import ASPECTS
from croupier.odds.blackjack.sequences import Bounties, suited_eight
from croupier.odds.readings.reading import Reading, all_of
from croupier.odds.readings.views import ten_pairs_with_faces, two_cards
from croupier.odds.sequences import Sequences, by_kind
from croupier.odds.tally import Counts, DealCounter

MOST_EIGHTS = 12
"""Four hands of three 8s each: the most that an area can hold."""
EIGHT_OF_SPADES = Card("8S")


def readings() -> list[Reading]:
    """Every reading of the blackjack side wagers that can be counted without the solver."""
    return [*_lucky_8(), *_dueling_8s(), *_e_blackjack()]


# Lucky 8


def _lucky_8() -> list[Reading]:
    return [
        Reading(ruling="R-63", key="b", game="lucky-8", wager="pair", view=_openings_with_faces),
        Reading(ruling="R-63", key="b", game="lucky-8", wager="lucky-8", view=_trios_with_faces),
        Reading(ruling="R-64", key="b", game="lucky-8", wager="lucky-8", view=_combinations, settle=all_of),
    ]


def _openings_with_faces() -> DealCounter:
    return two_cards(lambda one, other: opening(one, other, pairs=ten_pairs_with_faces))


def _trios_with_faces() -> DealCounter:
    rows = product(by_kind(suited_eight), repeat=3)
    return Sequences(suited_eight, ((row, trio(*row, pairs=ten_pairs_with_faces)) for row in rows))


def _combinations() -> DealCounter:
    """Counts the combinations of three cards: three 8s, and every two of the cards."""

    def two(one: Card, other: Card) -> Trio:
        eights = one.rank == other.rank == "8"
        return Trio(2 if eights else 0, one.suit == other.suit, is_pair(one, other) and not eights)

    def see(first: Card, second: Card, dealer: Card) -> tuple[Trio, ...]:
        three = trio(first, second, dealer)
        twos = two(first, second), two(first, dealer), two(second, dealer)
        return (three, *twos) if three.eights == 3 else twos

    rows = product(by_kind(suited_eight), repeat=3)
    return Sequences(suited_eight, ((row, see(*row)) for row in rows))


# Dueling 8's


def _dueling_8s() -> list[Reading]:
    removed = (
        ("one 8 of Spades removed from the shoe", lambda shoe: shoe.without([EIGHT_OF_SPADES])),
        ("the 8 of Spades removed from every pack", lambda shoe: shoe.without([EIGHT_OF_SPADES] * shoe.decks)),
    )
    without_eights = [
        _dueling("R-70", wager, says=says, shoe=shoe)
        for wager in ("superb-8s-best", "21-plus")
        for says, shoe in removed
    ]
    return [
        *without_eights,
        _dueling("R-71", "superb-8s-best", view=_own("run", _within_a_hand), says="within a hand, which draws on"),
        _dueling("R-72", "superb-8s-best", view=_long_runs),
        _dueling(
            "R-73",
            "superb-8s-best",
            says="bust clause wins, and the run is split on so that no hand busts",
        ),
        _dueling("R-78", "21-plus", view=_own("dealer_bust", lambda bust: Bust(max(bust.cards - 1, 0)))),
    ]


def _dueling(ruling: str, wager: str, key: str = "b", **otherwise: Any) -> Reading:
    return Reading(ruling=ruling, key=key, game="dueling-8s", wager=wager, **otherwise)


def _own(reads: str, change: Callable[[Any], Any]) -> Callable[[], DealCounter]:
    """The default counts of Dueling 8's, with `change` applied to the values of the aspect."""

    def view() -> DealCounter:
        default = ASPECTS[reads].view(DUELING_8S)

        def count(left: Counts) -> dict[Any, int]:
            deals: dict[Any, int] = {}
            for aspect, number in default(left).items():
                deals[change(aspect)] = deals.get(change(aspect), 0) + number
            return deals

        return count

    return view


def _within_a_hand(run: EightsRun) -> EightsRun:
    """A run within one hand: three 8s are 24, so none ever holds four."""
    return EightsRun(min(run.eights, 3), run.spades)


def _long_runs() -> DealCounter:
    """Counts the whole run as far as hands can hold it; four Spades in a row may be anywhere in it."""
    return Sequences(_spade_eight, _runs(()))


def _spade_eight(card: Card) -> Card:
    """Classifies cards as the 8 of Spades, other 8s, and all others."""
    return card if card == EIGHT_OF_SPADES else Card("8H") if card.rank == "8" else Card("AS")


def _runs(run: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], EightsRun]]:
    if run and (run[-1].rank != "8" or len(run) == MOST_EIGHTS - 1):
        eights = [EIGHT_OF_SPADES, *(card for card in run if card.rank == "8")]
        four = any(set(eights[start : start + 4]) == {EIGHT_OF_SPADES} for start in range(len(eights) - 3))
        yield run, EightsRun(min(len(eights), 4), four)
        return
    for card in by_kind(_spade_eight):
        yield from _runs((*run, card))


# Electronic Blackjack


def _e_blackjack() -> list[Reading]:
    def bounty(ruling: str, **otherwise: Any) -> Reading:
        return Reading(ruling=ruling, key="b", game="e-blackjack", wager="kings-bounty", **otherwise)

    return [
        Reading(ruling="R-63", key="b", game="e-blackjack", wager="bet-the-set-21", view=_openings_with_faces),
        bounty("R-89", view=_bounties(_tens_only)),
        bounty("R-90", view=_bounties(_mixed)),
        bounty(
            "R-91",
            says="only if the main hand lives, which no hand does against a Dealer Blackjack: 100:1 at most",
            declare=lambda wager: msgspec.structs.replace(wager, rows=wager.rows[1:]),
        ),
        Reading(
            ruling="R-92",
            key="b",
            game="e-blackjack",
            wager="royal-match-21",
            says="lost to a Dealer Blackjack",
            view=_bounties(opening),
            settle=_unless_blackjack,
        ),
    ]


def _bounties(see: Callable[[Card, Card], FirstTwoCards]) -> Callable[[], DealCounter]:
    def bounty(first: Card, second: Card, dealer: Hand) -> Bounty:
        return Bounty(see(first, second), dealer.blackjack)

    return lambda: Bounties(bounty)


def _tens_only(first: Card, second: Card) -> FirstTwoCards:
    """Twenty must be two cards worth ten, not an Ace with a Nine."""
    hand = opening(first, second)
    tens = VALUES[first.rank] == VALUES[second.rank] == 10
    return hand if tens else msgspec.structs.replace(hand, total=0)


def _mixed(first: Card, second: Card) -> FirstTwoCards:
    """Any two of Queen, Jack and Ten count as a pair of them."""
    hand = opening(first, second)
    return msgspec.structs.replace(hand, pair="Q") if {first.rank, second.rank} <= set("QJT") else hand


def _unless_blackjack(wager: Wager, bounty: Bounty) -> Match:
    return Match("lose", None, None, wager.loses) if bounty.dealer_blackjack else wager.match(bounty.opening)
