"""The table of play, written out a second time as a chart and compared card by card with what the rules do."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest

from croupier.cards import Card, cards
from croupier.games.baccarat.drawing import hands, next_hand
from croupier.games.baccarat.messages import AnyCommand, CloseBets, DealCard, OpenBets
from croupier.games.baccarat.outcome import outcome
from croupier.games.baccarat.round import expects, play
from croupier.games.round import Phase
from croupier.games.terms import Terms

PLAYER_CHART = """
two-card total   0 1 2 3 4 5 6 7
                 D D D D D D S S
"""

BANKER_CHART = """
                 Player's third card
Banker   stood   0 1 2 3 4 5 6 7 8 9
     0     D     D D D D D D D D D D
     1     D     D D D D D D D D D D
     2     D     D D D D D D D D D D
     3     D     D D D D D D D D S D
     4     D     S S D D D D D D S S
     5     D     S S S S D D D D S S
     6     S     S S S S S S D D S S
     7     S     S S S S S S S S S S
"""
"""D draws, S stands, where neither hand has a natural; `stood` is the column for a Player without a third card."""

ANY = range(10)
CARD_OF = cards("TS AS 2S 3S 4S 5S 6S 7S 8S 9S")
"""A card of each value."""


def player_row() -> str:
    return "".join(PLAYER_CHART.strip().splitlines()[1].split())


def banker_rows() -> list[str]:
    """By Banker's total: the column for a Player who stood, then those for each third card."""
    return ["".join(row.split()[1:]) for row in BANKER_CHART.strip().splitlines()[2:]]


PLAYER, BANKER = player_row(), banker_rows()


def ends(player: int, banker: int) -> Iterator[tuple[int | None, int | None]]:
    """Every third card of each hand that the chart makes of two-card totals; nothing where a hand stands."""
    if player >= 8 or banker >= 8:
        yield None, None
        return
    for third in ANY if PLAYER[player] == "D" else [None]:
        column = 0 if third is None else third + 1
        for last in ANY if BANKER[banker][column] == "D" else [None]:
            yield third, last


def four_card_deals(player: int) -> Iterator[tuple[int, int, int, int]]:
    """The values of the first four cards, wherever Player's two come to that total."""
    for first, second, fourth in product(ANY, repeat=3):
        yield first, second, (player - first) % 10, fourth


@pytest.mark.parametrize("player", range(10))
@pytest.mark.clause("ebaccarat 3.8", "superbaccarat 3.9", "ebaccarat 3.4", "superbaccarat 3.4")
@pytest.mark.clause("ebaccarat 3.9", "superbaccarat 3.10", "ebaccarat 1.1.8", "superbaccarat 1.1.5")
def test_every_deal_is_played_by_the_chart(player: int) -> None:
    for values in four_card_deals(player):
        banker = (values[1] + values[3]) % 10
        four = tuple(CARD_OF[value] for value in values)
        for third, last in ends(player, banker):
            deal, sides = four, []
            if third is not None:
                deal, sides = (*deal, CARD_OF[third]), ["player"]
            if last is not None:
                deal, sides = (*deal, CARD_OF[last]), [*sides, "banker"]
            came = [next_hand(deal[:out]) for out in range(4, len(deal) + 1)]
            assert came == [*sides, None], deal

            players, bankers = deal[0:4:2], deal[1:4:2]
            if third is not None:
                players = (*players, CARD_OF[third])
            if last is not None:
                bankers = (*bankers, CARD_OF[last])
            assert hands(deal) == (players, bankers)

            points = outcome(deal).points
            assert points.player == (player + (third or 0)) % 10
            assert points.banker == (banker + (last or 0)) % 10
            assert (points.player_cards, points.banker_cards) == (len(players), len(bankers))
            assert points.natural("player") == (player >= 8)
            assert points.natural("banker") == (banker >= 8)
            assert points.winner == (
                "tie" if points.player == points.banker else "player" if points.player > points.banker else "banker"
            )


@pytest.mark.clause("ebaccarat 3.6", "superbaccarat 3.7", "ebaccarat 3.6.1", "ebaccarat 3.6.2")
@pytest.mark.clause("superbaccarat 3.7.1", "superbaccarat 3.7.2")
def test_the_first_four_cards_go_by_turns_whatever_they_are() -> None:
    for values in product((0, 5, 8, 9), repeat=4):
        four = tuple(CARD_OF[value] for value in values)
        assert [next_hand(four[:out]) for out in range(4)] == ["player", "banker", "player", "banker"]
        assert hands(four) == ((four[0], four[2]), (four[1], four[3]))


@pytest.mark.parametrize("worth_nothing", cards("TH JH QH KH"))
@pytest.mark.clause("ebaccarat 3.8", "ebaccarat 3.3.2", "superbaccarat 3.9", "superbaccarat 3.3.2")
def test_a_third_card_worth_nothing_moves_banker_as_nothing_does(worth_nothing: Card) -> None:
    for banker, row in enumerate(BANKER):
        deal = (*cards("2S KC 3D"), CARD_OF[banker], worth_nothing)
        assert next_hand(deal) == ("banker" if row[1] == "D" else None)


@pytest.mark.parametrize("name", ["no-commission", "sands-super"])
@pytest.mark.clause("ebaccarat 3.8", "superbaccarat 3.9")
def test_the_round_asks_for_each_third_card_as_the_chart_does(name: str) -> None:
    opening: list[AnyCommand] = [OpenBets(terms=Terms.of(name)), CloseBets()]
    for player, banker in product(ANY, repeat=2):
        four = (Card("KS"), Card("KC"), CARD_OF[player], CARD_OF[banker])
        for third in {third for third, _ in ends(player, banker)}:
            drawn = () if third is None else (CARD_OF[third],)
            round = play(*opening, *(DealCard(card=card) for card in (*four, *drawn)))
            last_draws = any(last is not None for other, last in ends(player, banker) if other == third)
            assert round.phase is (Phase.DEALING if last_draws else Phase.COMPLETE)
            if last_draws:
                wanted = expects(round)[0]
                assert (wanted.command, wanted.hand, wanted.prompt) == ("deal-card", "banker", "Third card to Banker")


@pytest.mark.clause("ebaccarat 3.8", "ebaccarat 3.9", "superbaccarat 3.9", "superbaccarat 3.10")
def test_eight_decks_come_to_the_counts_that_are_known_of_the_game() -> None:
    """The deals of six cards in order, by winner, as published for eight decks (R-105: 45.86, 44.62 and 9.52 %)."""

    @cache
    def ways(seen: tuple[int, ...]) -> int:
        """In how many ways eight decks deal cards of these values in this order."""
        if not seen:
            return 1
        *before, value = seen
        held = 128 if value == 0 else 32
        return ways(tuple(before)) * (held - before.count(value))

    winners: Counter[str] = Counter()
    for player in ANY:
        for values in four_card_deals(player):
            for third, last in ends(player, (values[1] + values[3]) % 10):
                deal = (*values, *(value for value in (third, last) if value is not None))
                rest = {4: 412 * 411, 5: 411, 6: 1}[len(deal)]
                winners[outcome([CARD_OF[value] for value in deal]).points.winner] += ways(deal) * rest
    assert winners == {
        "banker": 2_292_252_566_437_888,
        "player": 2_230_518_282_592_256,
        "tie": 475_627_426_473_216,
    }
