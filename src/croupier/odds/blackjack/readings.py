"""The readings that change what blackjack side wagers are worth, each beside the default that the games take."""

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
from croupier.odds.readings.reading import Reading, View, all_of
from croupier.odds.readings.views import ten_pairs_with_faces, two_cards
from croupier.odds.sequences import Sequences, by_kind
from croupier.odds.tally import Counts

MOST_EIGHTS = 12
"""Four hands of three 8s each: more cannot come to an area."""
EIGHT_OF_SPADES = Card("8S")


def readings() -> list[Reading]:
    """Every reading of the blackjack side wagers that can be counted without a strategy."""
    return [*_lucky_8(), *_dueling_8s(), *_e_blackjack()]


# Lucky 8


def _lucky_8() -> list[Reading]:
    return [
        Reading(ruling="R-63", key="b", game="lucky-8", wager="pair", view=_openings_with_faces),
        Reading(ruling="R-63", key="b", game="lucky-8", wager="lucky-8", view=_trios_with_faces),
        Reading(ruling="R-64", key="b", game="lucky-8", wager="lucky-8", view=_combinations, settle=all_of),
    ]


def _openings_with_faces() -> View:
    return two_cards(lambda one, other: opening(one, other, pairs=ten_pairs_with_faces))


def _trios_with_faces() -> View:
    rows = product(by_kind(suited_eight), repeat=3)
    return Sequences(suited_eight, ((row, trio(*row, pairs=ten_pairs_with_faces)) for row in rows))


def _combinations() -> View:
    """Three 8s as such, and every two of the cards: each is a combination of its own."""

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
    found = [
        _dueling("R-70", wager, says=says, shoe=shoe)
        for wager in ("superb-8s-best", "21-plus")
        for says, shoe in removed
    ]
    return [
        *found,
        _dueling("R-71", "superb-8s-best", view=_own("run", _within_a_hand), says="within a hand, which draws on"),
        _dueling("R-72", "superb-8s-best", view=_long_runs),
        _dueling(
            "R-73",
            "superb-8s-best",
            says="bust clause wins, and the run is split on so that no hand busts",
        ),
        _dueling("R-78", "21-plus", view=_own("dealer_bust", lambda seen: Bust(max(seen.cards - 1, 0)))),
    ]


def _dueling(ruling: str, wager: str, key: str = "b", **otherwise: Any) -> Reading:
    return Reading(ruling=ruling, key=key, game="dueling-8s", wager=wager, **otherwise)


def _own(reads: str, change: Callable[[Any], Any]) -> Callable[[], View]:
    """The default look at Dueling 8's, of which something else is made."""

    def view() -> View:
        look = ASPECTS[reads].view(DUELING_8S)

        def seen(left: Counts) -> dict[Any, int]:
            found: dict[Any, int] = {}
            for aspect, number in look(left).items():
                found[change(aspect)] = found.get(change(aspect), 0) + number
            return found

        return seen

    return view


def _within_a_hand(seen: EightsRun) -> EightsRun:
    """A third 8 makes a hand 24, so none ever holds four."""
    return EightsRun(min(seen.eights, 3), seen.spades)


def _long_runs() -> View:
    """The whole run as far as hands can hold it; any four Spades in a row among its first cards will do."""
    return Sequences(_spade_eight, _runs(()))


def _spade_eight(card: Card) -> Card:
    """The 8 of Spades, the other 8s, and all others."""
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


def _bounties(see: Callable[[Card, Card], FirstTwoCards]) -> Callable[[], View]:
    def bounty(first: Card, second: Card, dealer: Hand) -> Bounty:
        return Bounty(see(first, second), dealer.blackjack)

    return lambda: Bounties(bounty)


def _tens_only(first: Card, second: Card) -> FirstTwoCards:
    """Twenty is two cards worth ten, and no Ace with a Nine."""
    seen = opening(first, second)
    tens = VALUES[first.rank] == VALUES[second.rank] == 10
    return seen if tens else msgspec.structs.replace(seen, total=0)


def _mixed(first: Card, second: Card) -> FirstTwoCards:
    """Any two of Queen, Jack and Ten are as good as a pair of them."""
    seen = opening(first, second)
    return msgspec.structs.replace(seen, pair="Q") if {first.rank, second.rank} <= set("QJT") else seen


def _unless_blackjack(wager: Wager, seen: Bounty) -> Match:
    return Match("lose", None, None, wager.loses) if seen.dealer_blackjack else wager.match(seen.opening)
